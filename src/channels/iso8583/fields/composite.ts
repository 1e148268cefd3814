// Composite fields: a text that consists of named parts, such as DE 90, or of several groups of them, such as DE 54.

import type { FieldSpec, PartSpec } from '../dialect.ts'
import { Iso8583Error } from '../iso8583-error.ts'
import { checkContent } from './content.ts'

export type Parts = Readonly<Record<string, string>>

/** A composite is an object of its parts, or a list of those when they repeat; every other field is a string. */
export type FieldValue = string | Parts | readonly Parts[]

export type CompositeSpec = FieldSpec & { readonly parts: readonly PartSpec[] }

export function joinParts(spec: CompositeSpec, value: FieldValue): string {
  if (typeof value !== 'object' || value === null) throw new Iso8583Error('is an object of its parts')
  if (spec.repeats === undefined) {
    if (Array.isArray(value)) throw new Iso8583Error('is one object of its parts, not a list')
    return joinOnce(spec.parts, value as Parts)
  }
  if (!Array.isArray(value)) throw new Iso8583Error('is a list of objects')
  if (value.length > spec.repeats) throw new Iso8583Error(`has more than ${spec.repeats} groups`)
  return value.map((parts: Parts) => joinOnce(spec.parts, parts)).join('')
}

export function splitParts(spec: CompositeSpec, text: string): Parts | readonly Parts[] {
  if (spec.repeats === undefined) {
    const [parts, end] = splitOnce(spec.parts, text, 0)
    if (end !== text.length) throw new Iso8583Error('has characters behind its last part')
    return parts
  }
  const groups: Parts[] = []
  for (let at = 0; at < text.length; ) {
    if (groups.length === spec.repeats) throw new Iso8583Error(`has more than ${spec.repeats} groups`)
    const [parts, end] = splitOnce(spec.parts, text, at)
    groups.push(parts)
    at = end
  }
  return groups
}

function joinOnce(specs: readonly PartSpec[], parts: Parts): string {
  if (typeof parts !== 'object' || parts === null) throw new Iso8583Error('is an object of its parts')
  const unknown = Object.keys(parts).find((key) => !specs.some(({ name }) => name === key))
  if (unknown !== undefined) throw new Iso8583Error(`has no part ${unknown}`)
  return specs.map((spec) => joinPart(spec, parts[spec.name])).join('')
}

function joinPart({ name, content, length, prefix }: PartSpec, value: string | undefined): string {
  if (typeof value !== 'string') throw new Iso8583Error(`lacks its part ${name}`)
  const text = checkContent({ content, length, isFixed: prefix === undefined }, value, name)
  return prefix === undefined ? text : `${String(text.length).padStart(prefix, '0')}${text}`
}

function splitOnce(specs: readonly PartSpec[], text: string, from: number): [parts: Parts, end: number] {
  const parts: Record<string, string> = {}
  let at = from
  const take = (count: number, name: string): string => {
    if (at + count > text.length) throw new Iso8583Error(`ends within its part ${name}`)
    at += count
    return text.slice(at - count, at)
  }
  for (const { name, content, length, prefix } of specs) {
    const size = prefix === undefined ? length : Number(take(prefix, name))
    if (!Number.isInteger(size) || size > length) throw new Iso8583Error(`has a wrong length of its part ${name}`)
    const piece = take(size, name)
    checkContent({ content, length, isFixed: prefix === undefined }, piece, name)
    parts[name] = prefix === undefined ? withoutPadding(content, piece) : piece
  }
  return [parts, at]
}

/** Spaces at the end of a text of fixed length carry no meaning. */
export function withoutPadding(content: FieldSpec['content'], text: string): string {
  return content === 'a' || content === 'an' || content === 'ans' ? text.trimEnd() : text
}

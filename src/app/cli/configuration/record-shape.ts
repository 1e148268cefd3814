// What a record looks like in a file of configuration: the fields of the operation that makes one, as the API names and
// checks them, and its state.

import { isDeepStrictEqual } from 'node:util'
import { type TObject, type TSchema, Type } from 'typebox'
import { recordFields } from '../../../edge/resource/record-shapes.ts'

export type Fields = Readonly<Record<string, unknown>>

/** The schema keywords that are read here. */
interface Keywords {
  readonly type?: string
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
  readonly anyOf?: readonly TSchema[]
}

export interface RecordShape {
  /** Every field in the order of files: the key first, the state last. */
  readonly fields: Readonly<Record<string, TSchema>>
  /** A record in a file: only its key is required. */
  readonly partial: TObject
  /** The body that makes one. */
  readonly complete: TObject
  /** The fields that make and change one: those of the body but the state. */
  readonly settings: readonly string[]
}

interface ShapeOptions {
  readonly key: readonly string[]
  readonly state: string
  /** Fields beside those of the body. */
  readonly more: Readonly<Record<string, TSchema>>
}

/** `body` makes a record, `record` is what the API shows of one. */
export function recordShape(body: TObject, record: TObject, { key, state, more }: ShapeOptions): RecordShape {
  const { [state]: _, ...settable } = { ...body.properties, ...more }
  const sent = Object.fromEntries(Object.entries(settable).filter(([name]) => !Object.hasOwn(recordFields, name)))
  const ordered = [...key, ...Object.keys(sent).filter((name) => !key.includes(name))]
  const fields = Object.fromEntries(ordered.map((name) => [name, sent[name] as TSchema]))
  const optional = Object.entries(fields).filter(([name]) => !key.includes(name))
  const shownState = Type.Optional(record.properties[state] as TSchema)
  const partial = Object.fromEntries(optional.map(([name, schema]) => [name, Type.Optional(schema)]))
  return {
    fields: { ...fields, [state]: shownState },
    partial: Type.Object({ ...fields, ...partial, [state]: shownState }),
    complete: Type.Object({ ...fields, [state]: shownState }),
    settings: ordered,
  }
}

/** A record as a file has it. Null stands for what is not set and can be cleared. */
export function fileFields({ fields }: RecordShape, record: Fields): Fields {
  const entries = Object.entries(fields).map(([name, schema]) => [name, projected(schema, record[name])] as const)
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      if (value !== undefined) return [[name, value]]
      return isNullable(fields[name] as TSchema) ? [[name, null]] : []
    }),
  )
}

/** Only the members that the schema knows, in its order. */
function projected(schema: TSchema, value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  if (Array.isArray(value)) {
    const { items } = withKeyword(schema, 'items')
    return items === undefined ? value : value.map((item) => projected(items, item))
  }
  const { properties } = withKeyword(schema, 'properties')
  if (properties === undefined || !isObject(value)) return value
  const members = Object.entries(properties).map(([name, member]) => [name, projected(member, value[name])] as const)
  return Object.fromEntries(members.filter(([, member]) => member !== undefined))
}

/** The paths in a value that its schema does not know. */
export function unknownFields(schema: TSchema, value: unknown, path: string): string[] {
  if (Array.isArray(value)) {
    const { items } = withKeyword(schema, 'items')
    if (items === undefined) return []
    return value.flatMap((item, index) => unknownFields(items, item, `${path}[${index}]`))
  }
  const { properties } = withKeyword(schema, 'properties')
  if (properties === undefined || !isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const inside = path === '' ? name : `${path}.${name}`
    return Object.hasOwn(properties, name) ? unknownFields(properties[name] as TSchema, member, inside) : [inside]
  })
}

/**
 * The fields of a file that differ from what is stored, as a change sends them. A field that the file leaves out stays. One
 * that it has is the whole value: members that the file leaves out of an object are cleared where they can be.
 */
export function changedFields(shape: RecordShape, sent: Fields, stored: Fields): Record<string, unknown> {
  const wanted = shape.settings
    .filter((name) => sent[name] !== undefined)
    .map((name) => [name, wholeValue(shape.fields[name] as TSchema, sent[name], stored[name])] as const)
  return Object.fromEntries(wanted.filter(([name, value]) => !isSame(value, stored[name])))
}

function wholeValue(schema: TSchema, sent: unknown, stored: unknown): unknown {
  const { properties } = withKeyword(schema, 'properties')
  if (properties === undefined || !isObject(sent)) return sent
  const kept = isObject(stored) ? stored : {}
  const members = Object.entries(properties).map(([name, member]) => {
    if (sent[name] !== undefined) return [name, wholeValue(member, sent[name], kept[name])] as const
    return [name, isNullable(member) ? null : kept[name]] as const
  })
  return Object.fromEntries(members.filter(([, member]) => member !== undefined))
}

/** Equal but for the order of members; null is the same as nothing. */
export function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(withoutNulls(a), withoutNulls(b))
}

function withoutNulls(value: unknown): unknown {
  if (value === null) return undefined
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, withoutNulls(member)] as const)
  return Object.fromEntries(members.filter(([, member]) => member !== undefined))
}

function isNullable(schema: TSchema): boolean {
  return (schema as Keywords).anyOf?.some((one) => (one as Keywords).type === 'null') === true
}

/** The schema, or that of its alternatives, which has the keyword. */
function withKeyword(schema: TSchema, keyword: 'properties' | 'items'): Keywords {
  const keywords = schema as Keywords
  if (keywords[keyword] !== undefined) return keywords
  return (keywords.anyOf?.find((one) => (one as Keywords)[keyword] !== undefined) ?? {}) as Keywords
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

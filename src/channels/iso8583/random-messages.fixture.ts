// Random messages that a dialect can carry.

import fc from 'fast-check'
import type { Dialect, FieldSpec, PartSpec } from './dialect.ts'
import type { FieldValue } from './fields/composite.ts'
import type { Message } from './message-codec.ts'

const UNITS: Record<FieldSpec['content'], fc.Arbitrary<string>> = {
  n: letters('0123456789'),
  a: letters('ABCXYZabcxyz'),
  an: letters('ABCXYZabcxyz0189'),
  ans: letters('ABCxyz0189 .,:;-+/()&*#@!?éÜ'),
  z: letters('0123456789='),
  b: fc.integer({ min: 0, max: 255 }).map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')),
  xn: letters('0123456789'),
}

/** `numbers`: the fields to choose from, all of the dialect unless they are given. */
export function randomMessages(dialect: Dialect, numbers = Object.keys(dialect.fields)): fc.Arbitrary<Message> {
  const fields = Object.fromEntries(numbers.map((number) => [number, randomField(dialect.fields[number] as FieldSpec)]))
  const version = dialect.version === 1987 ? '0' : '1'
  const mti = fc.constantFrom('100', '110', '200', '210', '220', '400', '420', '421', '430', '800', '810')
  return fc.record(
    { mti: mti.map((rest) => version + rest), fields: fc.record(fields, { requiredKeys: [], noNullPrototype: true }) },
    { noNullPrototype: true },
  ) as never
}

function randomField(spec: FieldSpec): fc.Arbitrary<FieldValue> {
  if (spec.parts === undefined) return randomText(spec)
  const group = fc.record(Object.fromEntries(spec.parts.map((part) => [part.name, randomText(part)])), {
    noNullPrototype: true,
  })
  return spec.repeats === undefined ? group : fc.array(group, { maxLength: spec.repeats })
}

function randomText({
  content,
  length,
  prefix,
}: Pick<PartSpec, 'content' | 'length' | 'prefix'>): fc.Arbitrary<string> {
  const isPadded = content === 'a' || content === 'an' || content === 'ans'
  const size = content === 'xn' ? length - 1 : length
  const minLength = prefix !== undefined || isPadded ? 0 : size
  const text = fc.array(UNITS[content], { minLength, maxLength: size }).map((units) => units.join(''))
  if (content === 'xn') return fc.tuple(fc.constantFrom('C', 'D'), text).map(([sign, digits]) => sign + digits)
  // Spaces at the end of a text of fixed length are its padding.
  return prefix === undefined && isPadded ? text.map((value) => value.trimEnd()) : text
}

function letters(all: string): fc.Arbitrary<string> {
  return fc.constantFrom(...all)
}

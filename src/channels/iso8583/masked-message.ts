// A message as logs and screens may show it: card numbers masked, tracks, PIN blocks and keys left out.

import { maskPan } from '../../platform/kernel/identifiers/pan.ts'
import type { Dialect } from './dialect.ts'
import type { FieldValue } from './fields/composite.ts'
import type { Message } from './message-codec.ts'

/** A field that the dialect does not know is left out too: what it holds is not known. */
export function maskMessage({ mti, fields }: Message, dialect: Dialect): Message {
  const shown = Object.entries(fields).map(([number, value]) => [
    number,
    maskField(value, dialect.fields[Number(number)]),
  ])
  return { mti, fields: Object.fromEntries(shown) }
}

function maskField(value: FieldValue, spec: Dialect['fields'][string] | undefined): FieldValue {
  if (spec === undefined) return '(left out)'
  if (spec.sensitive === undefined) return value
  if (spec.sensitive === 'secret' || typeof value !== 'string') return '(left out)'
  // The number of a track ends at its separator; the rest of it is secret.
  return maskPan(spec.sensitive === 'track' ? (value.split('=')[0] as string) : value)
}

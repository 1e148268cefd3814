// The fields of a body that its schema knows, in one canonical text: what a request means, apart from the order of its
// fields and from fields that are ignored.

import { createHash } from 'node:crypto'
import type { TSchema } from 'typebox'

interface Keywords {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly additionalProperties?: unknown
  readonly items?: TSchema
}

/** SHA-256 of the parts that name a request and of the known fields of its body. */
export function contentHash(parts: readonly string[], schema: TSchema | undefined, body: unknown): Buffer {
  const content = schema === undefined || body === undefined ? null : knownFields(schema, body)
  return createHash('sha256')
    .update(JSON.stringify([...parts, content]))
    .digest()
}

/** A valid body without its unknown fields, with its keys in order. */
function knownFields(schema: TSchema, value: unknown): unknown {
  const { properties, additionalProperties, items } = schema as Keywords
  if (Array.isArray(value)) return value.map((item) => (items === undefined ? sorted(item) : knownFields(items, item)))
  if (typeof value !== 'object' || value === null) return value
  if (properties === undefined || additionalProperties === true) return sorted(value)
  const known = Object.keys(value).filter((name) => Object.hasOwn(properties, name))
  return Object.fromEntries(
    known.sort().map((name) => {
      const member = (value as Readonly<Record<string, unknown>>)[name]
      return [name, knownFields(properties[name] as TSchema, member)]
    }),
  )
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]))
}

// Leaves of a body only what its schema names. Unknown fields are accepted, so that a client of a later version can be served;
// nothing behind the edge may see them, since a filter may have inner fields of the same name.

import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'

interface Keywords {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly additionalProperties?: unknown
  readonly items?: TSchema | readonly TSchema[]
  readonly anyOf?: readonly TSchema[]
  readonly allOf?: readonly TSchema[]
}

/** A copy of a value that fits its schema. What the schema leaves open, such as records and `additionalProperties`, stays. */
export function namedFields(schema: TSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { items } = schema as Keywords
  if (Array.isArray(value)) {
    const fitting = [schema, ...alternativesOf(schema, value)].map((one) => (one as Keywords).items)
    const item = items ?? fitting.find((one) => one !== undefined)
    return item === undefined || Array.isArray(item) ? value : value.map((one) => namedFields(item as TSchema, one))
  }
  const shapes = shapesOf(schema, value)
  // No shape says which fields there are.
  if (shapes.length === 0 || shapes.some(isOpen)) return value
  const named = shapes.flatMap(({ properties = {} }) => Object.entries(properties))
  const schemas = new Map(named.toReversed())
  const kept = Object.entries(value).filter(([name]) => schemas.has(name))
  return Object.fromEntries(kept.map(([name, member]) => [name, namedFields(schemas.get(name) as TSchema, member)]))
}

/** The schemas of the object: itself, or those of its alternatives that it fits. */
function shapesOf(schema: TSchema, value: object): readonly Keywords[] {
  const own = schema as Keywords
  const others = alternativesOf(schema, value).flatMap((one) => shapesOf(one, value))
  return own.properties === undefined ? others : [own, ...others]
}

function alternativesOf(schema: TSchema, value: object): readonly TSchema[] {
  const { anyOf = [], allOf = [] } = schema as Keywords
  return [...anyOf.filter((one) => Check(one, value)), ...allOf]
}

function isOpen({ additionalProperties }: Keywords): boolean {
  return additionalProperties !== undefined && additionalProperties !== false
}

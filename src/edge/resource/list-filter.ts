// Parts of list filters that several resources share.

import { type TSchema, Type } from 'typebox'

/** One of several values, as a list of them; an empty list makes no difference. */
export function anyOf<Item extends TSchema>(item: Item, count: number, description: string) {
  return Type.Array(item, {
    description: `${description}: one of these; none is any`,
    maxItems: count,
    expected: `must be at most ${count} of the values`,
  })
}

/** The filter without its empty lists, which mean any. */
export function withoutEmptyLists(filter: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => !Array.isArray(value) || value.length > 0))
}

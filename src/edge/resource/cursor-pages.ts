// Long lists: by page, counted up to a limit, or by cursor, which counts nothing. Shapes of the query and the reply, and the
// reply itself.

import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { invalidFields } from '../../platform/kernel/problems/problem.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { COUNT_LIMIT } from '../../platform/storage/statements/list-query.ts'
import type { Reply } from '../http/family.ts'
import { chosen, given } from '../http/operation.ts'
import { envelope } from './envelope.ts'
import { pagingQuery } from './record-shapes.ts'

const MAX_CURSOR = 500

const cursor = Type.String({
  description:
    'Pages without counting: empty for the first, then the `nextCursor` of the one before, with the same filter. Not ' +
    'together with `page`',
  maxLength: MAX_CURSOR,
  expected: `must be at most ${MAX_CURSOR} characters`,
})

/** The cursor as a field of a filter. */
export const cursorInBody = Type.Optional(chosen(Type.With(cursor, { description: 'The same as the parameter' })))

/** As on other lists, without a default for `page`: one that is sent excludes a cursor. */
export const cursorQuery = Type.Object({
  page: given(
    Type.Optional(
      Type.Integer({
        description: `From 1; records are counted up to ${COUNT_LIMIT}, and there is no page beyond`,
        minimum: 1,
        maximum: COUNT_LIMIT,
        expected: `must be a whole number from 1, within the first ${COUNT_LIMIT} records`,
      }),
    ),
  ),
  size: pagingQuery.properties.size,
  cursor: Type.Optional(chosen(cursor)),
})

const nextCursor = Type.Optional(chosen(Type.String({ description: 'Where to go on; absent at the end' })))

/** `more` are properties of a list of its own kind. */
export function cursorReply(item: TSchema, more: TProperties = {}) {
  return Type.Union(
    [
      Type.Object({
        content: chosen(Type.Array(item)),
        page: chosen(Type.Integer()),
        size: chosen(Type.Integer()),
        totalElements: chosen(Type.Integer({ description: `Counted up to ${COUNT_LIMIT}` })),
        totalPages: chosen(Type.Integer()),
        nextCursor: Type.Optional(
          chosen(
            Type.String({
              description:
                'Only when the search took too long: `content` and `totalElements` are what was found until then, and ' +
                'this cursor goes on from there',
            }),
          ),
        ),
        ...more,
      }),
      Type.Object({ content: chosen(Type.Array(item)), size: chosen(Type.Integer()), nextCursor, ...more }),
    ],
    { description: 'By page, or by cursor' },
  )
}

export function cursorExamples(item: unknown) {
  return [
    {
      name: 'page',
      summary: 'By page',
      value: { content: [item], page: 1, size: 10, totalElements: 1, totalPages: 1 },
    },
    {
      name: 'cursor',
      summary: 'By cursor',
      value: { content: [item], size: 1, nextCursor: 'v1.q83vASNFZ4mrze8BI0VniavN7w' },
    },
  ]
}

/** What is found, by page and by cursor. */
export interface CursorSearch<Item> {
  page(request: { readonly page: number; readonly size: number }): Promise<{
    readonly items: readonly Item[]
    readonly total: number
    readonly nextCursor?: string | undefined
    readonly more?: object
  }>
  after(
    cursor: string,
    size: number,
  ): Promise<{ readonly items: readonly Item[]; readonly nextCursor?: string | undefined; readonly more?: object }>
}

interface CursorAsk {
  readonly services: { readonly clock: Clock }
  readonly query: Static<typeof cursorQuery>
}

/** The reply to a search. `inBody` is the cursor of the body. */
export async function cursorReplyOf<Item>(
  ask: CursorAsk,
  search: CursorSearch<Item>,
  reply: (item: Item) => unknown,
  inBody?: string,
): Promise<Reply> {
  const { page, size = 10, cursor: inQuery } = ask.query
  const sent = inQuery ?? inBody
  if (sent !== undefined) {
    if (page !== undefined) throw invalidFields([{ path: 'cursor', message: 'must not be sent together with page' }])
    const { items, nextCursor: goOn, more } = await search.after(sent, size)
    return envelope(ask, { content: items.map(reply), size, ...(goOn !== undefined && { nextCursor: goOn }), ...more })
  }
  const asked = page ?? 1
  if ((asked - 1) * size >= COUNT_LIMIT) {
    const message = `must begin within the first ${COUNT_LIMIT} records; narrow the filter, or use cursor`
    throw invalidFields([{ path: 'page', message }])
  }
  const { items, total, nextCursor: goOn, more } = await search.page({ page: asked, size })
  return envelope(ask, {
    content: items.map(reply),
    page: asked,
    size,
    totalElements: total,
    totalPages: Math.ceil(total / size),
    ...(goOn !== undefined && { nextCursor: goOn }),
    ...more,
  })
}

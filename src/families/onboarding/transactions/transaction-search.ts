// What listing and browsing share: paging by page or by cursor, and the reply of each.

import { type Static, Type } from 'typebox'
import { envelope } from '../../../edge/resource/envelope.ts'
import { pagingQuery } from '../../../edge/resource/record-shapes.ts'
import type { Reply } from '../../../http/family.ts'
import { chosen, given } from '../../../http/operation.ts'
import { invalidFields } from '../../../kernel/problem.ts'
import type { TransactionFilter } from '../../../transactions/search/transaction-filter.ts'
import { shownTransaction } from '../../../transactions/transaction-fields.ts'
import { MOST_COUNTED } from '../../../transactions/transactions.ts'
import type { OnboardingAsk } from '../onboarding-operation.ts'
import { TRANSACTION, transaction } from './transaction-shapes.ts'

const MAX_CURSOR = 500

export const cursor = Type.String({
  description:
    'Pages without counting: empty for the first, then the `nextCursor` of the one before, with the same filter. Not ' +
    'together with `page`',
  maxLength: MAX_CURSOR,
  expected: `must be at most ${MAX_CURSOR} characters`,
})

/** As on other lists, without a default for `page`: one that is sent excludes a cursor. */
export const searchQuery = Type.Object({
  page: given(
    Type.Optional(
      Type.Integer({
        description: `From 1; records are counted up to ${MOST_COUNTED}, and there is no page beyond`,
        minimum: 1,
        maximum: MOST_COUNTED,
        expected: `must be a whole number from 1, within the first ${MOST_COUNTED} records`,
      }),
    ),
  ),
  size: pagingQuery.properties.size,
  cursor: Type.Optional(chosen(cursor)),
})

const nextCursor = Type.Optional(chosen(Type.String({ description: 'Where to go on; absent at the end' })))

export const searchReply = Type.Union(
  [
    Type.Object({
      content: chosen(Type.Array(transaction)),
      page: chosen(Type.Integer()),
      size: chosen(Type.Integer()),
      totalElements: chosen(Type.Integer({ description: `Counted up to ${MOST_COUNTED}` })),
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
    }),
    Type.Object({ content: chosen(Type.Array(transaction)), size: chosen(Type.Integer()), nextCursor }),
  ],
  { description: 'By page, or by cursor' },
)

export const SEARCH_EXAMPLES = [
  {
    name: 'page',
    summary: 'By page',
    value: { content: [TRANSACTION], page: 1, size: 10, totalElements: 1, totalPages: 1 },
  },
  {
    name: 'cursor',
    summary: 'By cursor',
    value: { content: [TRANSACTION], size: 1, nextCursor: 'v1.q83vASNFZ4mrze8BI0VniavN7w' },
  },
]

interface SearchAsk extends OnboardingAsk {
  readonly query: Static<typeof searchQuery>
}

/** The reply to a search. `sentCursor` is the cursor of the query or of the body. */
export async function searchReplyOf(
  ask: SearchAsk,
  filter: TransactionFilter,
  sentCursor: string | undefined,
): Promise<Reply> {
  const { page, size = 10 } = ask.query
  const { scope } = ask.principal
  const { transactions } = ask.services
  if (sentCursor !== undefined) {
    if (page !== undefined) throw invalidFields([{ path: 'cursor', message: 'must not be sent together with page' }])
    const { records, nextCursor: goOn } = await transactions.after(scope, filter, sentCursor, size)
    return envelope(ask, {
      content: records.map(shownTransaction),
      size,
      ...(goOn !== undefined && { nextCursor: goOn }),
    })
  }
  const asked = page ?? 1
  if ((asked - 1) * size >= MOST_COUNTED) {
    const message = `must begin within the first ${MOST_COUNTED} records; narrow the filter, or use cursor`
    throw invalidFields([{ path: 'page', message }])
  }
  const { records, total, nextCursor: goOn } = await transactions.page(scope, filter, { page: asked, size })
  return envelope(ask, {
    content: records.map(shownTransaction),
    page: asked,
    size,
    totalElements: total,
    totalPages: Math.ceil(total / size),
    ...(goOn !== undefined && { nextCursor: goOn }),
  })
}

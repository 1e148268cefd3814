// What listing and browsing share: paging by page or by cursor, and the reply of each.

import type { Static } from 'typebox'
import type { Reply } from '../../../../edge/http/family.ts'
import { cursorExamples, type cursorQuery, cursorReply, cursorReplyOf } from '../../../../edge/resource/cursor-pages.ts'
import type { TransactionFilter } from '../../../../oversight/transactions/search/transaction-filter.ts'
import { shownTransaction } from '../../../../oversight/transactions/transaction-fields.ts'
import type { OnboardingAsk } from '../../onboarding-operation.ts'
import { TRANSACTION, transaction } from './transaction-shapes.ts'

export const searchReply = cursorReply(transaction)

export const SEARCH_EXAMPLES = cursorExamples(TRANSACTION)

interface SearchAsk extends OnboardingAsk {
  readonly query: Static<typeof cursorQuery>
}

/** The reply to a search. `inBody` is the cursor of the body. */
export function searchReplyOf(ask: SearchAsk, filter: TransactionFilter, inBody?: string): Promise<Reply> {
  const { scope } = ask.principal
  const { transactions } = ask.services
  return cursorReplyOf(
    ask,
    {
      async page(page) {
        const { records, ...found } = await transactions.page(scope, filter, page)
        return { items: records, ...found }
      },
      async after(cursor, size) {
        const { records, ...found } = await transactions.after(scope, filter, cursor, size)
        return { items: records, ...found }
      },
    },
    shownTransaction,
    inBody,
  )
}

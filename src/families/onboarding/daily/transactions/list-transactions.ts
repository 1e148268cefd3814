// Transactions that match a filter, newest first.

import { Type } from 'typebox'
import { may } from '../../../../edge/resource/access.ts'
import { cursorInBody, cursorQuery } from '../../../../edge/resource/cursor-pages.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { checkFilter, FILTER_EXAMPLE, filterOf, transactionFilter } from './transaction-filter-shape.ts'
import { SEARCH_EXAMPLES, searchReply, searchReplyOf } from './transaction-search.ts'

const body = Type.Object({ ...transactionFilter.properties, cursor: cursorInBody })

export const listTransactions = onboardingOperation({
  id: 'ListTransactions',
  route: 'POST /transactions/list',
  access: may('QUERY', 'VIEW'),
  basis: 'chosen',
  tag: 'Transactions',
  summary: 'Find transactions',
  description:
    'Newest business date first, and the newest of a date first. Inquiries are found only when `type` names them. ' +
    'Refused requests (913, 4xx, 503) leave no transaction. A search by cursor takes the same time on every page; one ' +
    'that finds little in a long time answers with fewer records, or none, and a `nextCursor` to go on.',
  query: cursorQuery,
  body,
  optionalBody: true,
  rules: (sent, found) => checkFilter(sent, found),
  reply: searchReply,
  requestExamples: [
    { name: 'filter', summary: 'Declined withdrawals of January, from 100 USD', value: FILTER_EXAMPLE },
  ],
  replyExamples: SEARCH_EXAMPLES,
  handle(ask) {
    const { cursor: inBody, ...filter } = ask.body ?? {}
    return searchReplyOf(ask, filterOf(filter), inBody)
  },
})

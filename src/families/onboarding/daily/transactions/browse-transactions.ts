// Transactions, newest first.

import { may } from '../../../../edge/resource/access.ts'
import { cursorQuery } from '../../../../edge/resource/cursor-pages.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { SEARCH_EXAMPLES, searchReply, searchReplyOf } from './transaction-search.ts'

export const browseTransactions = onboardingOperation({
  id: 'BrowseTransactions',
  route: 'GET /transactions',
  access: may('QUERY', 'VIEW'),
  basis: 'chosen',
  tag: 'Transactions',
  summary: 'List transactions',
  description: 'Newest business date first, and the newest of a date first; without inquiries.',
  query: cursorQuery,
  reply: searchReply,
  replyExamples: SEARCH_EXAMPLES,
  handle: (ask) => searchReplyOf(ask, {}),
})

// Accounts in the order of their numbers, by page or by cursor.

import { type Static, Type } from 'typebox'
import type { AccountFilter } from '../../../customers/accounts/account-search.ts'
import { may } from '../../../edge/resource/access.ts'
import {
  cursorExamples,
  cursorInBody,
  cursorQuery,
  cursorReply,
  cursorReplyOf,
} from '../../../edge/resource/cursor-pages.ts'
import { withoutEmptyLists } from '../../../edge/resource/list-filter.ts'
import { type OnboardingAsk, onboardingOperation } from '../onboarding-operation.ts'
import { ACCOUNT, account, accountFilter, accountReply } from './account-shapes.ts'
import { customerFilterOf } from './customer-fields.ts'

const shared = {
  access: may('ACCOUNTS', 'VIEW'),
  basis: 'chosen',
  tag: 'Accounts',
  query: cursorQuery,
  reply: cursorReply(account),
  replyExamples: cursorExamples(ACCOUNT),
} as const

const ORDER = 'By accountId. Users of a sub-tenant see none.'

export const browseAccounts = onboardingOperation({
  ...shared,
  id: 'BrowseAccounts',
  route: 'GET /accounts',
  summary: 'List accounts',
  description: ORDER,
  handle: (ask) => answer(ask, {}),
})

const body = Type.Object({ ...accountFilter.properties, cursor: cursorInBody })

export const listAccounts = onboardingOperation({
  ...shared,
  id: 'ListAccounts',
  route: 'POST /accounts/list',
  summary: 'Find accounts',
  description:
    `${ORDER} Absent fields of the filter are ignored. With \`pan\` or \`panLast4\`: the accounts of such cards. A search that ` +
    'finds little in a long time answers with fewer records, or none, and a `nextCursor` to go on.',
  body,
  optionalBody: true,
  requestExamples: [
    {
      name: 'filter',
      summary: 'Blocked accounts of a customer',
      value: { institutionId: 'FI001', customerId: 'CUST0042', status: ['FROZEN'] },
    },
  ],
  handle(ask) {
    const { cursor, ...sent } = (ask.body ?? {}) as Static<typeof body>
    const { customerCards } = ask.services
    return answer(
      ask,
      customerFilterOf(withoutEmptyLists(sent), (pan) => customerCards.hashOf(pan)),
      cursor,
    )
  },
})

function answer(
  ask: OnboardingAsk & { readonly query: Static<typeof cursorQuery> },
  filter: AccountFilter,
  cursor?: string,
) {
  const { scope } = ask.principal
  const { customerAccounts } = ask.services
  const search = {
    page: (page: { readonly page: number; readonly size: number }) => customerAccounts.list(scope, filter, page),
    after: (from: string, size: number) => customerAccounts.after(scope, filter, from, size),
  }
  return cursorReplyOf(ask, search, accountReply, cursor)
}

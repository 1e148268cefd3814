// Accounts in the order of their numbers, by page or by cursor.

import { ACCOUNT, account, accountFilter, accountReply } from './account-shapes.ts'
import { customerLists } from './customer-lists.ts'

export const { browse: browseAccounts, list: listAccounts } = customerLists({
  name: 'Accounts',
  shape: account,
  example: ACCOUNT,
  filter: accountFilter,
  filterExample: {
    summary: 'Blocked accounts of a customer',
    value: { institutionId: 'FI001', customerId: 'CUST0042', status: ['FROZEN'] },
  },
  order: 'By accountId. Users of a sub-tenant see none.',
  finding: 'With `pan` or `panLast4`: the accounts of such cards.',
  records: ({ customerAccounts }) => customerAccounts,
  reply: accountReply,
})

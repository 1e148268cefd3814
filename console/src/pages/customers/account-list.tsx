// Accounts of customers at the built-in bank.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { listOf, present } from '../../kit/list/record-list.tsx'
import { type ResourceListing, ResourceListPage } from '../../kit/list/resource-list.tsx'
import { Id, Money, StatusBadge } from '../../kit/show/values.tsx'
import { apiValue } from '../../texts/mark.ts'
import { AccountTypeName } from './account-type-name.tsx'
import { CustomerLink } from './customer-link.tsx'
import { ACCOUNT_STATUSES, type Account, accountColor, balanceOf, pageOf } from './customer-words.ts'

const ACCOUNTS: ResourceListing<Account> = {
  title: 'Accounts',
  description: 'Accounts of customers at institutions whose core is the built-in one, by account number.',
  noun: 'account',
  path: '/accounts',
  module: 'ACCOUNTS',
  cacheKey: 'accounts',
  load: async ({ page, size, filters: { search, institutionId, accountType, status, panLast4 } }) =>
    pageOf(
      await ask(
        admin.listAccounts(
          { page, size },
          present({ search, institutionId, accountType, panLast4, status: listOf<Account['status']>(status) }),
        ),
      ),
    ),
  columns: [
    { title: 'Account', render: ({ accountId }) => <Id>{accountId}</Id>, width: 160 },
    { title: 'Customer', render: (account) => <CustomerLink {...account} />, width: 130 },
    { title: 'Description', render: ({ description }) => description },
    { title: 'Type', render: (account) => <AccountTypeName account={account} />, width: 150 },
    { title: 'Institution', render: ({ institutionId }) => <Id>{institutionId}</Id>, width: 120 },
    {
      title: 'Balance',
      numeric: true,
      render: (account) => <Money amount={balanceOf(account, apiValue('Balance'))} currency={account.currencyCode} />,
    },
    {
      title: 'Status',
      render: ({ status }) => <StatusBadge status={status} color={accountColor(status)} />,
      width: 110,
    },
  ],
  filters: [
    { kind: 'search', name: 'search', label: 'Search', placeholder: 'Beginning of account or customer', width: 310 },
    { kind: 'institution', name: 'institutionId', label: 'Institution' },
    { kind: 'choices', name: 'status', label: 'Status', choices: ACCOUNT_STATUSES },
    { kind: 'text', name: 'accountType', label: 'Account type', placeholder: 'DDA', isRare: true },
    { kind: 'text', name: 'panLast4', label: 'Last 4 digits of a card', placeholder: '0010', isRare: true },
  ],
  empty: {
    title: 'No accounts yet',
    hint: 'Open one here, or load a file of them with tillgate load accounts.',
  },
}

export default function AccountsPage() {
  return <ResourceListPage {...ACCOUNTS} />
}

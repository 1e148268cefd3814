// Account types that match a filter, a page at a time.

import { listOperation } from '../record-operations.ts'
import { accountTypeFilter, accountTypes, filterOf } from './account-type-shapes.ts'

export const listAccountTypes = listOperation(accountTypes, {
  id: 'ListAccountTypes',
  basis: 'chosen',
  summary: 'Find account types',
  description: 'Newest first, or as `sort` says. What is left out of the filter makes no difference.',
  filter: accountTypeFilter,
  filterExample: {
    name: 'filter',
    summary: 'Loans of an institution',
    value: { institutionId: 'FI002', category: ['ASSET'] },
  },
  filterOf,
  example: 'One account type',
})

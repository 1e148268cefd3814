// Account types, a page at a time.

import { browseOperation } from '../record-operations.ts'
import { accountTypes } from './account-type-shapes.ts'

export const browseAccountTypes = browseOperation(accountTypes, {
  id: 'BrowseAccountTypes',
  basis: 'chosen',
  summary: 'List account types',
  description: 'Newest first, or as `sort` says. Users of an institution see its own.',
  filter: {},
  example: 'One account type',
})

// Billers, a page at a time.

import { browseOperation } from '../record-operations.ts'
import { billers } from './biller-shapes.ts'

export const browseBillers = browseOperation(billers, {
  id: 'BrowseBillers',
  basis: 'chosen',
  summary: 'List billers',
  description: 'Newest first. Users of an institution see its billers.',
  filter: {},
  example: 'One biller',
})

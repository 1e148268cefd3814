// Rates of loan products, a page at a time.

import { browseOperation } from '../record-operations.ts'
import { loanRates } from './loan-rate-shapes.ts'

export const browseLoanRates = browseOperation(loanRates, {
  id: 'BrowseLoanRates',
  basis: 'chosen',
  summary: 'List loan rates',
  description: 'Newest first, or as `sort` says. Users of an institution see those of its own products.',
  filter: {},
  example: 'One rate',
})

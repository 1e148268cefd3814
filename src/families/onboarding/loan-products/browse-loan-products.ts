// Loan products, a page at a time.

import { browseOperation } from '../record-operations.ts'
import { loanProducts } from './loan-product-shapes.ts'

export const browseLoanProducts = browseOperation(loanProducts, {
  id: 'BrowseLoanProducts',
  basis: 'chosen',
  summary: 'List loan products',
  description: 'Newest first, or as `sort` says. Users of an institution see its own.',
  filter: {},
  example: 'One loan product',
})

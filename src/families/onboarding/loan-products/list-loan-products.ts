// Loan products that match a filter, a page at a time.

import { listOperation } from '../record-operations.ts'
import { filterOf, loanProductFilter, loanProducts } from './loan-product-shapes.ts'

export const listLoanProducts = listOperation(loanProducts, {
  id: 'ListLoanProducts',
  basis: 'chosen',
  summary: 'Find loan products',
  description: 'Newest first, or as `sort` says. What is left out of the filter makes no difference.',
  filter: loanProductFilter,
  filterExample: { name: 'filter', summary: 'What is offered in USD', value: { currency: 'USD', isActive: true } },
  filterOf,
  example: 'One loan product',
})

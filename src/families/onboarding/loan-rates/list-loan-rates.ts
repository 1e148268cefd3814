// Rates of loan products that match a filter, a page at a time.

import { listOperation } from '../record-operations.ts'
import { filterOf, loanRateFilter, loanRates } from './loan-rate-shapes.ts'

export const listLoanRates = listOperation(loanRates, {
  id: 'ListLoanRates',
  basis: 'chosen',
  summary: 'Find loan rates',
  description: 'Newest first, or as `sort` says. What is left out of the filter makes no difference.',
  filter: loanRateFilter,
  filterExample: { name: 'filter', summary: 'Rates of a product', value: { productCode: 'BOAT', isActive: true } },
  filterOf,
  example: 'One rate',
})

// One rate of a loan product.

import { getOperation } from '../record-operations.ts'
import { loanRates } from './loan-rate-shapes.ts'

export const getLoanRate = getOperation(loanRates, {
  id: 'GetLoanRate',
  basis: 'chosen',
  summary: 'Read a loan rate',
  description: 'Its id is the `rateId` of lending.',
  example: { name: 'loan-rate', summary: 'The rate' },
})

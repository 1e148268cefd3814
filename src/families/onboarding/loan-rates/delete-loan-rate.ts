// Deletes a rate of a loan product.

import { deleteOperation } from '../record-operations.ts'
import { loanRates } from './loan-rate-shapes.ts'

export const deleteLoanRate = deleteOperation(loanRates, {
  id: 'DeleteLoanRate',
  basis: 'chosen',
  summary: 'Remove a loan rate',
  description: 'Offers and loans that were made with it keep it.',
  delete: (ask, id) => ask.services.loanRates.delete(ask, id),
})

// Deletes a loan product that nothing is of.

import { deleteOperation } from '../record-operations.ts'
import { loanProducts } from './loan-product-shapes.ts'

export const deleteLoanProduct = deleteOperation(loanProducts, {
  id: 'DeleteLoanProduct',
  basis: 'chosen',
  summary: 'Remove a loan product',
  description: 'One that is active, or has rates, applications or loans, is in use: 409.',
  delete: (ask, id) => ask.services.loanProducts.delete(ask, id),
})

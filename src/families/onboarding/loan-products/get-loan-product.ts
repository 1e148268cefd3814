// One loan product.

import { getOperation } from '../record-operations.ts'
import { loanProducts } from './loan-product-shapes.ts'

export const getLoanProduct = getOperation(loanProducts, {
  id: 'GetLoanProduct',
  basis: 'chosen',
  summary: 'Read a loan product',
  description: 'What applications for it may ask, and the terms of its loans.',
  example: { name: 'loan-product', summary: 'The loan product' },
})

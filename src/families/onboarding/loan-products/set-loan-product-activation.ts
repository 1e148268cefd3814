// Offers a loan product, or ends the offer.

import { activationOperation } from '../record-operations.ts'
import { loanProducts } from './loan-product-shapes.ts'

export const setLoanProductActivation = activationOperation(loanProducts, {
  id: 'SetLoanProductActivation',
  basis: 'chosen',
  summary: 'Activate or deactivate a loan product',
  description: 'New applications do not know an inactive product, and its rates are not quoted; its loans go on.',
  flag: 'isActive',
  flagDescription: 'Whether it is offered',
  example: { name: 'deactivated', summary: 'It is not offered any more', change: { isActive: false } },
  set: (ask, id, isActive) => ask.services.loanProducts.setActive(ask, id, isActive),
})

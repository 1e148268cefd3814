// Lets a biller be paid, or declines payments to it.

import { activationOperation } from '../record-operations.ts'
import { billers } from './biller-shapes.ts'

export const setBillerActivation = activationOperation(billers, {
  id: 'SetBillerActivation',
  basis: 'chosen',
  summary: 'Activate or deactivate a biller',
  description: 'Payments to a deactivated biller are declined (185) by every gateway within two seconds.',
  flag: 'isActive',
  flagDescription: 'Whether it can be paid',
  example: { name: 'deactivated', summary: 'It cannot be paid', change: { isActive: false } },
  set: (ask, id, isActive) => ask.services.billers.setActive(ask, id, isActive),
})

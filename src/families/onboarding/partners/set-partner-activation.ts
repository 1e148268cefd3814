// Lets a partner call, or refuses all of its clients.

import { activationOperation } from '../record-operations.ts'
import { partners } from './partner-shapes.ts'

export const setPartnerActivation = activationOperation(partners, {
  id: 'SetPartnerActivation',
  basis: 'chosen',
  summary: 'Activate or deactivate a partner',
  description: 'A deactivated partner is refused by every gateway within two seconds.',
  flag: 'isActive',
  flagDescription: 'Whether it may call',
  example: { name: 'deactivated', summary: 'It may not call', change: { isActive: false } },
  set: (ask, id, isActive) => ask.services.partners.setActive(ask, id, isActive),
})

// Lets a transaction capability grant what its flags say, or nothing.

import { activationOperation } from '../record-operations.ts'
import { capabilities } from './capability-shapes.ts'

export const setCapabilityActivation = activationOperation(capabilities, {
  id: 'SetTransactionCapabilityActivation',
  basis: 'chosen',
  summary: 'Activate or deactivate a transaction capability',
  description:
    'An inactive one grants nothing: orders on accounts that have it are declined with 119. One of the platform never ' +
    'changes: 409.',
  flag: 'isActive',
  flagDescription: 'Whether it grants anything',
  example: { name: 'deactivated', summary: 'It grants nothing', change: { isActive: false } },
  set: (ask, id, isActive) => ask.services.capabilities.setActive(ask, id, isActive),
})

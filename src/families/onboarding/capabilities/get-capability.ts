// One transaction capability.

import { getOperation } from '../record-operations.ts'
import { capabilities } from './capability-shapes.ts'

export const getCapability = getOperation(capabilities, {
  id: 'GetTransactionCapability',
  basis: 'chosen',
  summary: 'Read a transaction capability',
  description: 'What it grants, and whether it is active.',
  example: { name: 'capability', summary: 'The capability' },
})

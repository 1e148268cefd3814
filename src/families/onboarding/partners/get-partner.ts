// One partner with its clients.

import { getOperation } from '../record-operations.ts'
import { partners } from './partner-shapes.ts'

export const getPartner = getOperation(partners, {
  id: 'GetPartner',
  basis: 'chosen',
  summary: 'Read a partner',
  description: 'With its clients; their secrets cannot be read.',
  example: { name: 'partner', summary: 'The partner' },
})

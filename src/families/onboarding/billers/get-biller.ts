// One biller.

import { getOperation } from '../record-operations.ts'
import { billers } from './biller-shapes.ts'

export const getBiller = getOperation(billers, {
  id: 'GetBiller',
  basis: 'chosen',
  summary: 'Read a biller',
  description: 'As it is now.',
  example: { name: 'biller', summary: 'The biller' },
})

// One connection to a core.

import { getOperation } from '../record-operations.ts'
import { connections } from './connection-shapes.ts'

export const getConnection = getOperation(connections, {
  id: 'GetCoreConnectivity',
  basis: 'chosen',
  summary: 'Read core connectivity',
  description: 'With its last test. Secrets cannot be read.',
  example: { name: 'connection', summary: 'The connection' },
})

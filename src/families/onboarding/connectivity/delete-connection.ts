// Deletes a connection to a core that is not in use.

import { deleteOperation } from '../record-operations.ts'
import { connections } from './connection-shapes.ts'

export const deleteConnection = deleteOperation(connections, {
  id: 'DeleteCoreConnectivity',
  basis: 'chosen',
  summary: 'Remove core connectivity',
  description: 'One that is ACTIVE is in use: 409. So is one of the sandbox itself, which is read-only.',
  delete: (ask, id) => ask.services.connections.delete(ask, id),
})

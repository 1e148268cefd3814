// Connections to cores, a page at a time.

import { browseOperation } from '../record-operations.ts'
import { connections } from './connection-shapes.ts'

export const browseConnections = browseOperation(connections, {
  id: 'BrowseCoreConnectivity',
  basis: 'chosen',
  summary: 'List core connectivity',
  description: 'Newest first, or as `sort` says, of every environment. Users of an institution see its own.',
  filter: {},
  example: 'One connection',
})

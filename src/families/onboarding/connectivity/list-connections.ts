// Connections to cores that match a filter, a page at a time.

import { listOperation } from '../record-operations.ts'
import { connectionFilter, connections, filterOf } from './connection-shapes.ts'

export const listConnections = listOperation(connections, {
  id: 'ListCoreConnectivity',
  basis: 'chosen',
  summary: 'Find core connectivity',
  description: 'Newest first, or as `sort` says. What is left out of the filter makes no difference.',
  filter: connectionFilter,
  filterExample: {
    name: 'filter',
    summary: 'What is in use in production',
    value: { environment: ['prod'], status: ['ACTIVE'] },
  },
  filterOf,
  example: 'One connection',
})

// Terminals that match a filter, a page at a time.

import { listOperation } from '../record-operations.ts'
import { filterOf, terminalFilter, terminals } from './terminal-shapes.ts'

export const listTerminals = listOperation(terminals, {
  id: 'ListTerminals',
  basis: 'chosen',
  summary: 'Find terminals',
  description: 'Newest first, unless `sort` says otherwise. Absent fields of the filter are ignored.',
  filter: terminalFilter,
  filterExample: {
    name: 'filter',
    summary: 'Cash machines of an institution that are in service',
    value: { institutionId: 'FI002', kind: ['ATM'], status: ['ACTIVE'] },
  },
  filterOf,
  example: 'One terminal',
})

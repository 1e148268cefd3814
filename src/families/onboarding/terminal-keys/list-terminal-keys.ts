// Terminal keys that match a filter, a page at a time.

import { listOperation } from '../record-operations.ts'
import { filterOf, terminalKeyFilter, terminalKeys } from './terminal-key-shapes.ts'

export const listTerminalKeys = listOperation(terminalKeys, {
  id: 'ListTerminalKeys',
  basis: 'chosen',
  summary: 'Find terminal keys',
  description: 'Newest first, unless `sort` says otherwise. Absent fields of the filter are ignored.',
  filter: terminalKeyFilter,
  filterExample: {
    name: 'filter',
    summary: 'Keys of a terminal that are valid',
    value: { institutionId: 'FI002', terminalId: 'ATM00102', status: ['ACTIVE', 'ROTATING'] },
  },
  filterOf,
  example: 'One key',
})

// Exceptions that match a filter, a page at a time.

import { listOperation } from '../record-operations.ts'
import { exceptionFilter, exceptions } from './exception-shapes.ts'

export const listExceptions = listOperation(exceptions, {
  id: 'ListExceptions',
  basis: 'chosen',
  summary: 'Find exceptions',
  description: 'Newest first. What is left out of the filter makes no difference.',
  filter: exceptionFilter,
  filterExample: {
    name: 'filter',
    summary: 'Open reversals without an original',
    value: { institutionId: 'FI001', kind: ['UNMATCHED'], state: ['OPEN'] },
  },
  filterOf: (sent) => sent,
  example: 'A late reversal',
})

// Transaction capabilities that match a filter, a page at a time.

import { listOperation } from '../record-operations.ts'
import { capabilities, capabilityFilter } from './capability-shapes.ts'

export const listCapabilities = listOperation(capabilities, {
  id: 'ListTransactionCapabilities',
  basis: 'chosen',
  summary: 'Find transaction capabilities',
  description: 'Newest first, or as `sort` says. What is left out of the filter makes no difference.',
  filter: capabilityFilter,
  filterExample: { name: 'filter', summary: 'Those that were added', value: { isSystem: false } },
  filterOf: (sent) => sent,
  example: 'One capability',
})

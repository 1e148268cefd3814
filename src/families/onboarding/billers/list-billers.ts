// Billers that match a filter, a page at a time.

import { listOperation } from '../record-operations.ts'
import { billerFilter, billers } from './biller-shapes.ts'

export const listBillers = listOperation(billers, {
  id: 'ListBillers',
  basis: 'chosen',
  summary: 'Find billers',
  description: 'Newest first. What is left out of the filter makes no difference.',
  filter: billerFilter,
  filterExample: {
    name: 'filter',
    summary: 'Active billers of an institution',
    value: { institutionId: 'FI002', isActive: true },
  },
  filterOf: (sent) => sent,
  example: 'One biller',
})

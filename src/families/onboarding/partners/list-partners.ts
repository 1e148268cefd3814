// Partners that match a filter, a page at a time.

import { listOperation } from '../record-operations.ts'
import { partnerFilter, partners } from './partner-shapes.ts'

export const listPartners = listOperation(partners, {
  id: 'ListPartners',
  basis: 'chosen',
  summary: 'Find partners',
  description: 'Newest first. What is left out of the filter makes no difference.',
  filter: partnerFilter,
  filterExample: {
    name: 'filter',
    summary: 'Active partners of an institution',
    value: { institutionId: 'FI002', isActive: true },
  },
  filterOf: (sent) => sent,
  example: 'One partner',
})

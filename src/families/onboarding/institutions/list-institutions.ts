// Institutions that match a filter, a page at a time.

import { namedOf } from '../list-filter.ts'
import { listOperation } from '../record-operations.ts'
import { institutionFilter, institutions } from './institution-shapes.ts'

export const listInstitutions = listOperation(institutions, {
  id: 'ListInstitutions',
  basis: 'chosen',
  summary: 'Find institutions',
  description: 'Newest first. What is left out of the filter makes no difference.',
  filter: institutionFilter,
  filterExample: { name: 'filter', summary: 'Drafts and submitted ones', value: { status: ['DRAFT', 'SUBMITTED'] } },
  filterOf: ({ status, type, ...sent }) => ({ ...sent, status: namedOf(status), type: namedOf(type) }),
  example: 'One institution',
})

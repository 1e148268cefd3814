// Sub-tenants that match a filter, a page at a time.

import { namedOf } from '../list-filter.ts'
import { listOperation } from '../record-operations.ts'
import { subTenantFilter, subTenants } from './sub-tenant-shapes.ts'

export const listSubTenants = listOperation(subTenants, {
  id: 'ListSubTenants',
  basis: 'chosen',
  summary: 'Find sub-tenants',
  description: 'Newest first. What is left out of the filter makes no difference.',
  filter: subTenantFilter,
  filterExample: {
    name: 'filter',
    summary: 'Active sub-tenants of an institution',
    value: { institutionId: 'FI001', status: ['ACTIVE'] },
  },
  filterOf: ({ status, ...sent }) => ({ ...sent, status: namedOf(status) }),
  example: 'One sub-tenant',
})

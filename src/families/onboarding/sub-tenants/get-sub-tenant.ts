// One sub-tenant.

import { getOperation } from '../record-operations.ts'
import { subTenants } from './sub-tenant-shapes.ts'

export const getSubTenant = getOperation(subTenants, {
  id: 'GetSubTenant',
  basis: 'chosen',
  summary: 'Read a sub-tenant',
  description: 'As it is now.',
  example: { name: 'subTenant', summary: 'The sub-tenant' },
})

// Sub-tenants, a page at a time.

import { browseOperation } from '../record-operations.ts'
import { subTenants } from './sub-tenant-shapes.ts'

export const browseSubTenants = browseOperation(subTenants, {
  id: 'BrowseSubTenants',
  basis: 'chosen',
  summary: 'List sub-tenants',
  description: 'Newest first. Users of an institution see its sub-tenants, users of a sub-tenant their own.',
  filter: {},
  example: 'One sub-tenant',
})

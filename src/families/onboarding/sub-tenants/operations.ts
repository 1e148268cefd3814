// The operations on sub-tenants.

import type { OnboardingOperation } from '../onboarding-operation.ts'
import { browseSubTenants } from './browse-sub-tenants.ts'
import { closeSubTenant } from './close-sub-tenant.ts'
import { createSubTenant } from './create-sub-tenant.ts'
import { deleteSubTenant } from './delete-sub-tenant.ts'
import { getSubTenant } from './get-sub-tenant.ts'
import { listSubTenants } from './list-sub-tenants.ts'
import { setSubTenantActivation } from './set-sub-tenant-activation.ts'
import { updateSubTenant } from './update-sub-tenant.ts'

export const SUB_TENANT_OPERATIONS: readonly OnboardingOperation[] = [
  createSubTenant,
  browseSubTenants,
  listSubTenants,
  getSubTenant,
  updateSubTenant,
  deleteSubTenant,
  setSubTenantActivation,
  closeSubTenant,
]

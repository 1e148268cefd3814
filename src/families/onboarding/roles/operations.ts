// The operations on roles.

import type { OnboardingOperation } from '../onboarding-operation.ts'
import { browseRoles } from './browse-roles.ts'
import { createRole } from './create-role.ts'
import { deleteRole } from './delete-role.ts'
import { getRole } from './get-role.ts'
import { listRoles } from './list-roles.ts'
import { setRoleActivation } from './set-role-activation.ts'
import { updateRole } from './update-role.ts'

export const ROLE_OPERATIONS: readonly OnboardingOperation[] = [
  createRole,
  browseRoles,
  listRoles,
  getRole,
  updateRole,
  deleteRole,
  setRoleActivation,
]

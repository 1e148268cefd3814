// The sandbox's users: their roles and their scope.

import type { ActionId, ModuleId } from '../../administration/access/principal/modules.ts'
import { ADMINISTRATOR_ROLE_ID, VIEWER_ROLE_ID } from '../../administration/access/roles/system-roles.ts'

export const OPERATOR_ROLE = {
  roleId: '00000000-0000-7000-8000-0000000000a1',
  roleName: 'Institution Operator',
  description: 'Looks after one institution: sees what concerns it and keeps its users',
  /** Platform modules (health, properties) are outside an institution's scope. */
  sees: [
    'DASHBOARD',
    'USERS',
    'ROLES',
    'MODULES',
    'INSTITUTIONS',
    'SUB_TENANTS',
    'CORE_CONNECTIVITY',
    'ACCOUNT_TYPES',
    'TXN_CAPABILITIES',
    'ERROR_CODES',
    'PARTNERS',
    'TERMINALS',
    'TERMINAL_KEYS',
    'QUERY',
    'TXN_EXPORT',
    'EXCEPTIONS',
    'CUSTOMERS',
    'ACCOUNTS',
    'CARDS',
    'AUDIT',
  ] satisfies ModuleId[],
  does: { USERS: ['CREATE', 'UPDATE', 'ACTIVATE'] } satisfies Partial<Record<ModuleId, ActionId[]>>,
} as const

export interface SandboxUser {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly roleId: string
  readonly roleName: string
  /** Absent for the whole platform. */
  readonly institutionId?: string
}

export const USERS: readonly SandboxUser[] = [
  {
    email: 'admin@sandbox.example',
    password: 'Sandbox-Admin-1!',
    firstName: 'Ada',
    lastName: 'Sandbox',
    roleId: ADMINISTRATOR_ROLE_ID,
    roleName: 'Administrator',
  },
  {
    // Approves what the other administrator asks for.
    email: 'second@sandbox.example',
    password: 'Sandbox-Second-1!',
    firstName: 'Sita',
    lastName: 'Sandbox',
    roleId: ADMINISTRATOR_ROLE_ID,
    roleName: 'Administrator',
  },
  {
    email: 'viewer@sandbox.example',
    password: 'Sandbox-Viewer-1!',
    firstName: 'Vera',
    lastName: 'Sandbox',
    roleId: VIEWER_ROLE_ID,
    roleName: 'Viewer',
  },
  {
    email: 'operator@fi001.example',
    password: 'Sandbox-Operator-1!',
    firstName: 'Otto',
    lastName: 'First',
    roleId: OPERATOR_ROLE.roleId,
    roleName: OPERATOR_ROLE.roleName,
    institutionId: 'FI001',
  },
]

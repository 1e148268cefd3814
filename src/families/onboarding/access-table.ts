// Who may call what: one row per operation. `open` needs no bearer, `bearer-optional` needs none and takes one,
// `signed-in` needs any, and the rest a role that grants the action on the module. An operation without a row does not
// start.

import type { ActionId, ModuleId } from '../../access/principal/modules.ts'

export type Access = OpenAccess | 'signed-in' | { readonly module: ModuleId; readonly action: ActionId }
type OpenAccess = 'open' | 'bearer-optional'

const may = (module: ModuleId, action: ActionId): Access => ({ module, action })

export const ACCESS = {
  LoginUser: 'open',
  Logout: 'signed-in',
  RefreshToken: 'open',
  GetKeys: 'open',
  GetCurrentUser: 'signed-in',
  GetUserInfo: 'signed-in',
  ListMySessions: 'signed-in',
  EndMySession: 'signed-in',

  GetMfaStatus: 'bearer-optional',
  RegisterMfa: 'bearer-optional',
  CreateRecoveryCodes: 'signed-in',
  CountRecoveryCodes: 'signed-in',
  GenerateOtp: 'open',
  ValidateOtp: 'signed-in',

  SetPassword: 'bearer-optional',
  ForgotPassword: 'open',
  VerifyInviteUrl: 'open',
  IssueToken: 'open',
  StartSingleSignOn: 'open',

  CreateUser: may('USERS', 'CREATE'),
  UpdateUser: may('USERS', 'UPDATE'),
  ListUsers: may('USERS', 'VIEW'),
  BrowseUsers: may('USERS', 'VIEW'),
  GetUser: may('USERS', 'VIEW'),
  SetUserActivation: may('USERS', 'ACTIVATE'),
  InviteUser: may('USERS', 'UPDATE'),
  UnlockUser: may('USERS', 'UPDATE'),
  ResetUserMfa: may('USERS', 'UPDATE'),

  CreateRole: may('ROLES', 'CREATE'),
  BrowseRoles: may('ROLES', 'VIEW'),
  ListRoles: may('ROLES', 'VIEW'),
  GetRole: may('ROLES', 'VIEW'),
  UpdateRole: may('ROLES', 'UPDATE'),
  DeleteRole: may('ROLES', 'DELETE'),
  SetRoleActivation: may('ROLES', 'ACTIVATE'),

  GetModules: may('MODULES', 'VIEW'),
  GetModule: may('MODULES', 'VIEW'),

  CreatePartner: may('PARTNERS', 'CREATE'),
  BrowsePartners: may('PARTNERS', 'VIEW'),
  ListPartners: may('PARTNERS', 'VIEW'),
  GetPartner: may('PARTNERS', 'VIEW'),
  UpdatePartner: may('PARTNERS', 'UPDATE'),
  DeletePartner: may('PARTNERS', 'DELETE'),
  SetPartnerActivation: may('PARTNERS', 'ACTIVATE'),
  CreateClient: may('PARTNERS', 'CREATE'),
  RotateClient: may('PARTNERS', 'UPDATE'),
  DeleteClient: may('PARTNERS', 'DELETE'),

  ListErrorCodes: may('ERROR_CODES', 'VIEW'),
  GetErrorCode: may('ERROR_CODES', 'VIEW'),

  ListAuditLogs: may('AUDIT', 'VIEW'),
  BrowseAuditLogs: may('AUDIT', 'VIEW'),
  GetAuditLog: may('AUDIT', 'VIEW'),
  VerifyAuditLogs: may('AUDIT', 'VIEW'),
} as const satisfies Record<string, Access>

/** Nobody need be signed in. */
export function isOpen(access: Access): access is OpenAccess {
  return access === 'open' || access === 'bearer-optional'
}

export function accessOf(operationId: string): Access {
  if (!Object.hasOwn(ACCESS, operationId)) throw new Error(`${operationId} has no row in the access table`)
  return ACCESS[operationId as keyof typeof ACCESS]
}

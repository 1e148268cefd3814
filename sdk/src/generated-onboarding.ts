// Made by sdk/generate.ts from contract/onboarding.json; do not edit. `npm run sdk` makes it anew.
// Onboarding and administration 1.0.0

import type { CallOptions, Reply, Send } from './transport.ts'

export type AuditRecord = {
  /** The record. Must be a UUID. */
  id: string
  /** Its place in the chain, from 1. */
  position: number
  /** When it happened. */
  at: string
  actorId: string | null
  actorEmail: string | null
  /** What was done, such as `user.update`. */
  action: string
  /** The kind of record it was done to. */
  resource: string
  resourceId: string | null
  /** The record as it was, or null; secrets are hidden. */
  before: unknown
  /** The record as it became, what else there is to say, or null; secrets are hidden. */
  after: unknown
  /** Whether it was done. */
  outcome: 'SUCCESS' | 'FAILURE'
  ip: string | null
  correlationId: string | null
  institutionId: string | null
  subTenantId: string | null
  /** The hash of the record before; 64 zeros before the first. */
  prevHash: string
  /** SHA-256 of the JSON array [prevHash, position, id, at, actorId, actorEmail, action, resource, resourceId, before, after, outcome, ip, correlationId, institutionId, subTenantId] without white space, `position`, `before` and `after` as JSON in a string. */
  hash: string
}

export type BrowseAuditLogsReply = {
  data: {
    content: AuditRecord[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowsePartnersReply = {
  data: {
    content: Partner[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseRolesReply = {
  data: {
    content: Role[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type BrowseUsersReply = {
  data: {
    content: User[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type Client = {
  /** What the client sends as its id. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  clientId: string
  /** API families. Must be 1 to 3 families. */
  families: ('accounts' | 'digital' | 'lending')[]
  expiresAt: string | null
  lastUsedAt: string | null
  /** Whether it may call. */
  isActive: boolean
}

export type ClientWithSecret = {
  /** What the client sends as its id. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  clientId: string
  /** API families. Must be 1 to 3 families. */
  families: ('accounts' | 'digital' | 'lending')[]
  expiresAt: string | null
  lastUsedAt: string | null
  /** Whether it may call. */
  isActive: boolean
  /** Shown this once. */
  client_secret: string
}

export type CountRecoveryCodesReply = {
  data: {
    /** Codes that were not used. */
    remaining: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateClientReply = {
  data: ClientWithSecret
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateClientRequest = {
  /** One is made when it is left out. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  clientId?: string
  /** From then on the client is refused. Must be a timestamp such as 2027-01-31T00:00:00.000Z. */
  expiresAt?: string
  /** API families. Must be 1 to 3 families. */
  families?: ('accounts' | 'digital' | 'lending')[]
}

export type CreatePartnerReply = {
  data: Partner
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreatePartnerRequest = {
  /** What the partner sends as `partnerId`; it stays as it is. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  partnerId: string
  /** The name of the partner. Must be 1 to 120 characters without control characters, invisible ones and blanks at the ends. */
  name: string
  /** API families. Must be 1 to 3 families. */
  families?: ('accounts' | 'digital' | 'lending')[]
  /** Operations that may be called, of the families: for `accounts` the operation ids of its document. Must be at most 200 operation ids. */
  operations?: string[]
  /** Institutions it works for. Must be 1 to 200 institution ids. */
  institutionIds: string[]
  /** Off: `partnerId` alone identifies the partner, without a client secret. */
  clientIdPolicy?: boolean
  /** Requests a second; null is no limit. Must be null or hold perSecond, a whole number from 1 to 1000000. */
  rateLimit?: {
    perSecond: number
  } | null
}

export type CreateRecoveryCodesReply = {
  data: {
    codes: string[]
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateRoleReply = {
  data: Role
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateRoleRequest = {
  /** Its name, unique in any letter case. Must be 1 to 120 characters without control characters, invisible ones and blanks at the ends. */
  roleName: string
  /** What it grants; what comes twice counts once. Must list at most 200 modules. */
  modules: {
    /** A module; one with sub-modules stands for all of them. */
    moduleId: string
    /** Actions on the module. Must list at most 200 actions. */
    actionId: string[]
  }[]
  /** Taken and not used: the bearer says who makes it. */
  createdBy?: string
  /** What the role is for. Must be at most 255 characters without control characters, and not blank. */
  description?: string
  /** Whether it grants anything; true unless said. */
  isEnabled?: boolean
}

export type CreateUserReply = {
  data: User
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type CreateUserRequest = {
  /** First name. Must be 1 to 120 characters without control characters. */
  firstName: string
  /** Last name. Must be 1 to 120 characters without control characters. */
  lastName: string
  /** The address the invitation goes to; it signs in with it. Unique in any letter case. Must be an e-mail address. */
  mailID: string
  /** The role; it must not grant what you lack. Must be a UUID. */
  roleId: string
  /** When sent, it must be the name of the role. Must be 1 to 120 characters without control characters. */
  roleName?: string
  /** Whether the user may sign in; true unless said. Who may not is not invited yet. */
  isActive?: boolean
  /** Whether a second factor is asked for. */
  mfaEnable?: boolean
  /** The institution the user sees; none is the whole platform. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The sub-tenant of the institution the user sees. Must be a UUID. */
  subTenantId?: string
}

export type DeleteClientReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type DeletePartnerReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type DeleteRoleReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type EndMySessionReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ErrorCode = {
  /** The code: a letter for the family, then its name. */
  code: string
  /** The family it belongs to. */
  family: 'A' | 'B' | 'C' | 'D'
  /** The HTTP status it comes with. */
  httpStatus: number
  /** `status.responseCode` of account services. */
  responseCode?: string
  /** In a few words. */
  title: string
  /** Why it is sent. */
  cause: string
  /** What to do. */
  remedy: string
  /** Whether the same request may succeed later. */
  retryable: boolean
}

export type ErrorEnvelope = {
  data: null
  /** False. */
  success: boolean
  /** The code of the error catalogue, a colon, and what is wrong. */
  message: string
  timestamp: string
}

export type ForgotPasswordReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ForgotPasswordRequest = {
  /** The user's mail id, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys. Must be an encrypted string of 1 to 4096 characters. */
  email: string
}

export type GenerateOtpReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GenerateOtpRequest = {
  /** Where to send it. Must be an e-mail address. */
  mailID: string
}

export type GetAuditLogReply = {
  data: AuditRecord
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetCurrentUserReply = {
  data: {
    /** The user. Must be a UUID. */
    id: string
    /** First and last name. */
    userName: string
    /** The mail id. */
    email: string
    /** The name of the role. */
    role: string
    modules: GrantedModule[]
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetErrorCodeReply = {
  data: ErrorCode
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetKeysReply = {
  keys: PublicKey[]
}

export type GetMfaStatusReply = {
  /** The user signs in with a code. */
  MFAEnabled: boolean
  /** A device can be registered now. */
  MFARegistrationEnabled: boolean
  /** The secret in base32, good for 10 minutes; another one each time. */
  encodedSecret?: string
  /** The secret as a QR code: a PNG in base64. */
  qrCode?: string
}

export type GetMfaStatusRequest = {
  /** The user's mail id, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys. Must be an encrypted string of 1 to 4096 characters. */
  email: string
  /** The password, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys. Must be an encrypted string of 1 to 4096 characters. */
  password: string
}

export type GetModuleReply = {
  data: Module
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetModulesReply = {
  data: Module[]
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetPartnerReply = {
  data: Partner
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetRoleReply = {
  data: Role
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GetUserInfoReply = {
  /** The user's id. */
  sub: string
  /** The mail id. */
  email: string
  /** The name of the role. */
  role: string
}

export type GetUserReply = {
  data: User
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type GrantedModule = {
  /** The module. */
  moduleId: string
  /** Its name for people. */
  moduleName: string
  /** The module it belongs to. */
  parentId?: string
  /** The actions granted on it. */
  actionId: string[]
}

export type HealthStatusReply = {
  data: {
    status: 'UP' | 'DEGRADED' | 'DOWN'
    services: {
      /** Such as `database` or `core:FI001`. */
      name: string
      status: 'UP' | 'DEGRADED' | 'DOWN'
      /** Of the probe. */
      latencyMs: number
      /** Null when the service does not tell it. */
      version: string | null
      /** Up to two seconds ago. */
      checkedAt: string
      /** When it is down. */
      error?: string
    }[]
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type HealthStatusRequest = {
  /** True: every service in scope. */
  fetchAllMicroServiceHealth?: boolean
  /** Names of services. */
  services?: string[]
}

export type InviteUserReply = {
  data: User
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type IssueTokenReply = {
  /** The access token: a JWT (EdDSA). */
  access_token: string
  token_type: 'Bearer'
  /** Seconds. */
  expires_in: number
}

export type IssueTokenRequest = {
  /** `authorization_code` or `refresh_token`. */
  grant_type?: string
  /** What the OpenID provider sent the browser back with. */
  code?: string
  /** Where it sent the browser back to. */
  redirect_uri?: string
  /** Our client id at the provider; may be left out together with `state`. */
  client_id?: string
  /** Our client secret at the provider, for servers that started the sign-on themselves. */
  client_secret?: string
  /** For a sign-on started by `GET /sso/authorize`: what came back with the code. */
  state?: string
  /** PKCE of a server that started the sign-on itself. */
  code_verifier?: string
  /** The nonce of a server that started the sign-on itself. */
  nonce?: string
  /** For `refresh_token`; the cookie when left out. */
  refresh_token?: string
}

export type ListAuditLogsReply = {
  data: {
    content: AuditRecord[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListAuditLogsRequest = {
  /** From this instant on. Must be a timestamp such as 2026-01-31T00:00:00.000Z. */
  from?: string
  /** Before this instant. Must be a timestamp such as 2026-01-31T00:00:00.000Z. */
  to?: string
  /** The user who did it. Must be 1 to 255 characters without control characters. */
  actorId?: string
  /** Their mail id, in any letter case. Must be 1 to 255 characters without control characters. */
  actorEmail?: string
  /** What was done. Must be 1 to 255 characters without control characters. */
  action?: string
  /** The kind of record. Must be 1 to 255 characters without control characters. */
  resource?: string
  /** Which record. Must be 1 to 255 characters without control characters. */
  resourceId?: string
  /** How it ended. Must be SUCCESS or FAILURE. */
  outcome?: 'SUCCESS' | 'FAILURE'
  /** Whose records. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The request. Must be a UUID. */
  correlationId?: string
}

export type ListErrorCodesReply = {
  data: {
    content: ErrorCode[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListMySessionsReply = {
  data: {
    content: Session[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListPartnersReply = {
  data: {
    content: Partner[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListPartnersRequest = {
  /** A part of the partnerId or the name. Must be 1 to 120 characters without control characters. */
  search?: string
  /** Whether it may call. */
  isActive?: boolean
  /** An API family. Must be one of accounts, digital, lending. */
  family?: 'accounts' | 'digital' | 'lending'
  /** An institution it works for. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
}

export type ListRolesReply = {
  data: {
    content: Role[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListRolesRequest = {
  /** A part of the name or the description, in any letter case. Must be 1 to 120 characters without control characters. */
  search?: string
  /** Whether it grants anything. */
  isEnabled?: boolean
  /** Whether it came with the platform. */
  isSystem?: boolean
}

export type ListUsersReply = {
  data: {
    content: User[]
    page: number
    size: number
    totalElements: number
    totalPages: number
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ListUsersRequest = {
  /** A part of the name or of the address, in any letter case. Must be 1 to 120 characters without control characters. */
  search?: string
  /** The role. Must be a UUID. */
  roleId?: string
  /** One of these; none is any. Must be at most 200 statuses. */
  status?: ('INVITED' | 'ACTIVE' | 'INACTIVE' | 'LOCKED')[]
  /** Whether the user may sign in. */
  isActive?: boolean
  /** Whether a second factor is asked for. */
  mfaEnable?: boolean
}

export type LoginUserReply = {
  /** The access token: a JWT (EdDSA), good for 15 minutes. */
  data: string
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type LoginUserRequest = {
  /** The user's mail id, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys. Must be an encrypted string of 1 to 4096 characters. */
  email: string
  /** The password, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys. Must be an encrypted string of 1 to 4096 characters. */
  password: string
  /** The code that the authenticator app shows. Must be 6 digits. */
  mfaCode?: string
  /** One of the recovery codes, instead of mfaCode. Must be 1 to 35 characters without control characters. */
  recoveryCode?: string
}

export type LogoutReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type Module = {
  /** The module, as roles name it. */
  moduleId: string
  /** Its name. */
  moduleName: string
  /** The module it belongs to. */
  parentId?: string
  /** Its place among its siblings, from 1. */
  order: number
  /** True: what is not there yet is not listed. */
  isEnabled: boolean
  /** What a role can grant on it. */
  actions: {
    /** The action, as roles name it. */
    actionId: string
    /** Its name. */
    actionName: string
  }[]
  subModules: SubModule[]
}

export type OAuthError = {
  /** A code of RFC 6749. */
  error: string
  /** For people. */
  error_description: string
}

export type Partner = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** What the partner sends as `partnerId`. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  partnerId: string
  /** The name of the partner. */
  name: string
  /** API families. Must be 1 to 3 families. */
  families: ('accounts' | 'digital' | 'lending')[]
  /** Operations that may be called, of the families: for `accounts` the operation ids of its document. Must be at most 200 operation ids. */
  operations: string[]
  /** Institutions it works for. Must be 1 to 200 institution ids. */
  institutionIds: string[]
  /** Off: `partnerId` alone identifies the partner, without a client secret. */
  clientIdPolicy: boolean
  /** Requests a second; null is no limit. Must be null or hold perSecond, a whole number from 1 to 1000000. */
  rateLimit: {
    perSecond: number
  } | null
  /** Whether it may call. */
  isActive: boolean
  clients: Client[]
}

export type PublicKey = {
  /** Names the key in the header of a JWE or JWT. */
  kid: string
  /** `RSA` or `OKP`. */
  kty: string
  /** `enc`: encrypt to it; `sig`: verify with it. */
  use: string
  /** `RSA-OAEP-256` or `EdDSA`. */
  alg: string
  /** Modulus of an RSA key. */
  n?: string
  /** Exponent of an RSA key. */
  e?: string
  /** Curve of the signing key. */
  crv?: string
  /** Public point of the signing key. */
  x?: string
}

export type RefreshTokenReply = {
  /** The access token: a JWT (EdDSA), good for 15 minutes. */
  data: string
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type RefreshTokenRequest = {
  /** The refresh token, for callers without cookies; it goes before the cookie. Must be a refresh token. */
  refreshToken?: string
}

export type RegisterMfaReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type RegisterMfaRequest = {
  /** The user's mail id, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys. Must be an encrypted string of 1 to 4096 characters. */
  username: string
  /** The secret that was offered. Must be a secret in base32. */
  encodedSecret: string
  /** The code that the authenticator app shows. Must be 6 digits. */
  initialCode: string
  /** What the user calls the device. Must be 1 to 120 characters without control characters. */
  deviceName?: string
  /** Replace the device there is; needs the bearer token of the user. Must be true or false. */
  overwrite?: boolean
}

export type ResetUserMfaReply = {
  data: User
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type Role = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** Its name. */
  roleName: string
  /** What it is for. */
  description: string
  /** Whether it grants anything. */
  isEnabled: boolean
  /** It came with the platform and cannot be changed. */
  isSystem: boolean
  /** Whose role it is; none is for everyone. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** Users who have it, of those you see. */
  userCount: number
  modules: RoleModule[]
}

export type RoleModule = {
  /** The module. */
  moduleId: string
  /** Its name. */
  moduleName: string
  /** The module it belongs to. */
  parentId?: string
  /** What may be done in it. */
  actionId: string[]
}

export type RotateClientReply = {
  data: ClientWithSecret
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type RotateClientRequest = {
  /** A new end, or none; left out, it stays. Must be null or a timestamp such as 2027-01-31T00:00:00.000Z. */
  expiresAt?: string | null
}

export type Session = {
  /** The session. Must be a UUID. */
  id: string
  /** True for the session that is asking. */
  current: boolean
  /** When it was opened. */
  createdAt: string
  /** When its refresh token was last used. */
  lastUsedAt: string
  /** When it ends if it is not refreshed. */
  expiresAt: string
  /** The address it was opened from. */
  ip: string
  /** The program it was opened with. */
  userAgent: string
}

export type SetPartnerActivationReply = {
  data: Partner
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SetPasswordReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SetPasswordRequest = {
  /** The value of the mailed link, or, with their own bearer token, the mail id of the user, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys. Must be an encrypted string of 1 to 4096 characters. */
  email: string
  /** The new password, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys. Must be an encrypted string of 1 to 4096 characters. */
  password: string
}

export type SetRoleActivationReply = {
  data: Role
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SetUserActivationReply = {
  data: User
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type SubModule = {
  /** The module, as roles name it. */
  moduleId: string
  /** Its name. */
  moduleName: string
  /** The module it belongs to. */
  parentId?: string
  /** Its place among its siblings, from 1. */
  order: number
  /** True: what is not there yet is not listed. */
  isEnabled: boolean
  /** What a role can grant on it. */
  actions: {
    /** The action, as roles name it. */
    actionId: string
    /** Its name. */
    actionName: string
  }[]
  /** None. */
  subModules: unknown[]
}

export type UnlockUserReply = {
  data: User
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdatePartnerReply = {
  data: Partner
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdatePartnerRequest = {
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** Only as it is: it cannot be changed. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  partnerId?: string
  /** The name of the partner. Must be 1 to 120 characters without control characters, invisible ones and blanks at the ends. */
  name?: string
  /** API families. Must be 1 to 3 families. */
  families?: ('accounts' | 'digital' | 'lending')[]
  /** Operations that may be called, of the families: for `accounts` the operation ids of its document. Must be at most 200 operation ids. */
  operations?: string[]
  /** Institutions it works for. Must be 1 to 200 institution ids. */
  institutionIds?: string[]
  /** Off: `partnerId` alone identifies the partner, without a client secret. */
  clientIdPolicy?: boolean
  /** Requests a second; null is no limit. Must be null or hold perSecond, a whole number from 1 to 1000000. */
  rateLimit?: {
    perSecond: number
  } | null
}

export type UpdateRoleReply = {
  data: Role
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateRoleRequest = {
  /** Its name. Must be 1 to 120 characters without control characters, invisible ones and blanks at the ends. */
  roleName?: string
  /** What the role is for. Must be at most 255 characters without control characters, and not blank. */
  description?: string
  /** What it grants; what comes twice counts once. Must list at most 200 modules. */
  modules?: {
    /** A module; one with sub-modules stands for all of them. */
    moduleId: string
    /** Actions on the module. Must list at most 200 actions. */
    actionId: string[]
  }[]
  /** Counts the changes. Must be a whole number from 1. */
  version: number
}

export type UpdateUserReply = {
  data: User
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type UpdateUserRequest = {
  /** The user. Must be a UUID. */
  id: string
  /** First name. Must be 1 to 120 characters without control characters. */
  firstName?: string
  /** Last name. Must be 1 to 120 characters without control characters. */
  lastName?: string
  /** The address. Must be an e-mail address. */
  mailID?: string
  /** Whether a second factor is asked for. */
  mfaEnable?: boolean
  /** The role. Must be a UUID. */
  roleId?: string
  /** Counts the changes. Must be a whole number from 1. */
  version?: number
}

export type User = {
  /** The record. Must be a UUID. */
  id: string
  /** Counts the changes. Must be a whole number from 1. */
  version: number
  /** When it was made. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
  /** Who made it. */
  createdBy: string
  /** Who changed it last. */
  updatedBy: string
  /** First name. */
  firstName: string
  /** Last name. */
  lastName: string
  /** The address. */
  mailID: string
  /** The role. Must be a UUID. */
  roleId: string
  /** The name of the role. */
  roleName: string
  /** Whether the user may sign in. */
  isActive: boolean
  /** Whether a second factor is asked for. */
  mfaEnable: boolean
  /** Whether there is one. */
  mfaRegistered: boolean
  /** INVITED: no password chosen yet. LOCKED: too many wrong ones; it passes. Must be one of INVITED, ACTIVE, INACTIVE, LOCKED. */
  status: 'INVITED' | 'ACTIVE' | 'INACTIVE' | 'LOCKED'
  /** The institution the user sees. Must be 1 to 35 letters, digits, dots, hyphens or underscores. */
  institutionId?: string
  /** The sub-tenant the user sees. Must be a UUID. */
  subTenantId?: string
  /** The last sign-in. */
  lastLoginAt?: string
  /** The end of the lock, while it lies ahead. */
  lockedUntil?: string
}

export type ValidateOtpReply = {
  data: null
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type ValidateOtpRequest = {
  /** Where it was sent. Must be an e-mail address. */
  mailID: string
  /** The code of the mail. Must be 1 to 64 characters. */
  otp: string
}

export type VerifyAuditLogsReply = {
  data: {
    /** The chain is unbroken. */
    valid: boolean
    /** How many records, from the first on, are as they were written. */
    checked?: number
    /** Where the chain ends. Noted elsewhere, it shows later whether all up to here is still the same. */
    head?: {
      position: number
      hash: string
    }
    /** Every record was read at this time or later. */
    checkedSince?: string
    /** Only when it is broken. */
    firstBreak?: {
      /** Where the chain breaks. */
      position: number
      /** The record there, if there is one. Must be a UUID. */
      auditId?: string
      /** What is wrong. */
      reason: string
    }
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type VerifyInviteUrlReply = {
  data: {
    /** The mail id of the user. */
    mailID: string
    /** The first name of the user. */
    firstName: string
    /** What the link is for. */
    purpose: 'INVITE' | 'RESET'
  }
  /** True. */
  success: boolean
  /** For people. */
  message: string
  timestamp: string
}

export type VerifyInviteUrlRequest = {
  /** The value of the mailed link, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys. Must be an encrypted string of 1 to 4096 characters. */
  email: string
}

export type LoginUserAnswer =
  | Reply<200, LoginUserReply>
  | Reply<400 | 401 | 403 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type LogoutAnswer =
  | Reply<200, LogoutReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type RefreshTokenAnswer =
  | Reply<200, RefreshTokenReply>
  | Reply<400 | 401 | 403 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetKeysAnswer =
  | Reply<200, GetKeysReply>
  | Reply<400 | 401 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetCurrentUserAnswer =
  | Reply<200, GetCurrentUserReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetUserInfoAnswer =
  | Reply<200, GetUserInfoReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListMySessionsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type ListMySessionsAnswer =
  | Reply<200, ListMySessionsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type EndMySessionParameters = {
  sid: string
}

export type EndMySessionAnswer =
  | Reply<200, EndMySessionReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetMfaStatusAnswer =
  | Reply<200, GetMfaStatusReply>
  | Reply<400 | 401 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type RegisterMfaAnswer =
  | Reply<200, RegisterMfaReply>
  | Reply<400 | 401 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CountRecoveryCodesAnswer =
  | Reply<200, CountRecoveryCodesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateRecoveryCodesAnswer =
  | Reply<200, CreateRecoveryCodesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GenerateOtpAnswer =
  | Reply<200, GenerateOtpReply>
  | Reply<400 | 401 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ValidateOtpAnswer =
  | Reply<200, ValidateOtpReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SetPasswordAnswer =
  | Reply<200, SetPasswordReply>
  | Reply<400 | 401 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ForgotPasswordAnswer =
  | Reply<200, ForgotPasswordReply>
  | Reply<400 | 401 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type VerifyInviteUrlAnswer =
  | Reply<200, VerifyInviteUrlReply>
  | Reply<400 | 401 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type StartSingleSignOnParameters = {
  /** Where the browser comes back to: an address of this platform, without query or fragment. Must be an address of this platform. */
  redirect_uri: string
}

export type StartSingleSignOnAnswer =
  | Reply<302, unknown>
  | Reply<400 | 401 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type IssueTokenAnswer =
  | Reply<200, IssueTokenReply>
  | Reply<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503 | 504, OAuthError>
  | Reply<405, ErrorEnvelope>

export type BrowseUsersParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type BrowseUsersAnswer =
  | Reply<200, BrowseUsersReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateUserAnswer =
  | Reply<201, CreateUserReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateUserAnswer =
  | Reply<200, UpdateUserReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListUsersParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type ListUsersAnswer =
  | Reply<200, ListUsersReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetUserParameters = {
  id: string
}

export type GetUserAnswer =
  | Reply<200, GetUserReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SetUserActivationParameters = {
  id: string
  /** Whether the user may sign in. */
  isActive: boolean
}

export type SetUserActivationAnswer =
  | Reply<200, SetUserActivationReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type InviteUserParameters = {
  id: string
}

export type InviteUserAnswer =
  | Reply<200, InviteUserReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UnlockUserParameters = {
  id: string
}

export type UnlockUserAnswer =
  | Reply<200, UnlockUserReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ResetUserMfaParameters = {
  id: string
}

export type ResetUserMfaAnswer =
  | Reply<200, ResetUserMfaReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseRolesParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type BrowseRolesAnswer =
  | Reply<200, BrowseRolesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateRoleAnswer =
  | Reply<201, CreateRoleReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListRolesParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type ListRolesAnswer =
  | Reply<200, ListRolesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetRoleParameters = {
  id: string
}

export type GetRoleAnswer =
  | Reply<200, GetRoleReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdateRoleParameters = {
  id: string
}

export type UpdateRoleAnswer =
  | Reply<200, UpdateRoleReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DeleteRoleParameters = {
  id: string
}

export type DeleteRoleAnswer =
  | Reply<200, DeleteRoleReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SetRoleActivationParameters = {
  id: string
  /** Whether it grants anything. */
  isEnabled: boolean
}

export type SetRoleActivationAnswer =
  | Reply<200, SetRoleActivationReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetModulesAnswer =
  | Reply<200, GetModulesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetModuleParameters = {
  moduleId: string
}

export type GetModuleAnswer =
  | Reply<200, GetModuleReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowsePartnersParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type BrowsePartnersAnswer =
  | Reply<200, BrowsePartnersReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreatePartnerAnswer =
  | Reply<201, CreatePartnerReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListPartnersParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type ListPartnersAnswer =
  | Reply<200, ListPartnersReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetPartnerParameters = {
  id: string
}

export type GetPartnerAnswer =
  | Reply<200, GetPartnerReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type UpdatePartnerParameters = {
  id: string
}

export type UpdatePartnerAnswer =
  | Reply<200, UpdatePartnerReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DeletePartnerParameters = {
  id: string
}

export type DeletePartnerAnswer =
  | Reply<200, DeletePartnerReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type SetPartnerActivationParameters = {
  id: string
  /** Whether it may call. */
  isActive: boolean
}

export type SetPartnerActivationAnswer =
  | Reply<200, SetPartnerActivationReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type CreateClientParameters = {
  id: string
}

export type CreateClientAnswer =
  | Reply<201, CreateClientReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type RotateClientParameters = {
  id: string
  clientId: string
}

export type RotateClientAnswer =
  | Reply<200, RotateClientReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type DeleteClientParameters = {
  id: string
  clientId: string
}

export type DeleteClientAnswer =
  | Reply<200, DeleteClientReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListErrorCodesParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
  /** One family: A, accounts, B, onboarding, C, digital, D, lending. */
  family?: string
  /** A part of the code or of its texts. Must be 1 to 120 characters without control characters. */
  search?: string
}

export type ListErrorCodesAnswer =
  | Reply<200, ListErrorCodesReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetErrorCodeParameters = {
  code: string
}

export type GetErrorCodeAnswer =
  | Reply<200, GetErrorCodeReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type ListAuditLogsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type ListAuditLogsAnswer =
  | Reply<200, ListAuditLogsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type BrowseAuditLogsParameters = {
  /** From 1. Must be a whole number from 1. */
  page?: number
  /** Records on a page. Must be a whole number from 1 to 200. */
  size?: number
}

export type BrowseAuditLogsAnswer =
  | Reply<200, BrowseAuditLogsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type GetAuditLogParameters = {
  id: string
}

export type GetAuditLogAnswer =
  | Reply<200, GetAuditLogReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type VerifyAuditLogsAnswer =
  | Reply<200, VerifyAuditLogsReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

export type HealthStatusAnswer =
  | Reply<200, HealthStatusReply>
  | Reply<400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504, ErrorEnvelope>

/** Every operation of the contract, over a way to send them. */
export interface OnboardingOperations {
  /**
   * Sign in
   *
   * Opens a session. `data` is the access token, good for 15 minutes; the cookie `refresh_token` keeps the session
   * up. A user with a second factor who sends neither `mfaCode` nor `recoveryCode` gets 401 `B-AUTH-004`, with a
   * wrong one 401 `B-AUTH-005`. Everything else that keeps somebody out is 401 `B-AUTH-002`. Five wrong passwords,
   * or five wrong codes, within 15 minutes lock the user for 15 minutes, and each time after that twice as long.
   *
   * Needs no bearer token.
   */
  loginUser(body: LoginUserRequest, options?: CallOptions): Promise<LoginUserAnswer>
  /**
   * Sign out
   *
   * Ends the session: its access token and its refresh token are refused from now on. The cookie is cleared.
   *
   * Open to everyone who is signed in.
   */
  logout(options?: CallOptions): Promise<LogoutAnswer>
  /**
   * Renew the access token
   *
   * `data` is the new access token. The refresh token is replaced too: its successor comes in `set-cookie`, also for
   * callers who sent it in the body. The one before stays good for 30 seconds and yields the same successor. Whoever
   * uses it later, or an older one, ends the session. A session lasts 12 hours without refresh and 7 days at most.
   *
   * Needs no bearer token.
   */
  refreshToken(body?: RefreshTokenRequest, options?: CallOptions): Promise<RefreshTokenAnswer>
  /**
   * Public keys
   *
   * A JWKS, newest first. Encrypt strings to the first key with `use` = `enc`: a compact JWE (RSA-OAEP-256, A256GCM)
   * with its `kid`, whose plaintext is `{"v": value, "iat": seconds, "jti": unique id}`. It is accepted for 120
   * seconds, once. Keys are replaced from time to time; the ones before are accepted for a while.
   *
   * Needs no bearer token.
   */
  getKeys(options?: CallOptions): Promise<GetKeysAnswer>
  /**
   * Current user
   *
   * Who is signed in, and the actions that the role grants, by module. A disabled role grants none.
   *
   * Open to everyone who is signed in.
   */
  getCurrentUser(options?: CallOptions): Promise<GetCurrentUserAnswer>
  /**
   * Claims of the current user
   *
   * Who is signed in, as claims and without envelope.
   *
   * Open to everyone who is signed in.
   */
  getUserInfo(options?: CallOptions): Promise<GetUserInfoAnswer>
  /**
   * My sessions
   *
   * The sessions of the current user that are not over, newest first.
   *
   * Open to everyone who is signed in.
   */
  listMySessions(parameters?: ListMySessionsParameters, options?: CallOptions): Promise<ListMySessionsAnswer>
  /**
   * End one of my sessions
   *
   * Its access token and refresh token are refused from now on. The session of somebody else is not found.
   *
   * Open to everyone who is signed in.
   */
  endMySession(parameters: EndMySessionParameters, options?: CallOptions): Promise<EndMySessionAnswer>
  /**
   * Has the user a second factor?
   *
   * A user who needs a second factor and has none is offered a secret, which `POST /login/mfa/register` turns into a
   * device. A user who has one is offered another only with their own bearer token: a password alone must not
   * replace the second factor. E-mail and password that are not accepted are 401 `B-AUTH-002` and count as at the
   * login.
   *
   * Needs no bearer token, and takes one.
   */
  getMfaStatus(body: GetMfaStatusRequest, options?: CallOptions): Promise<GetMfaStatusAnswer>
  /**
   * Register an authenticator app
   *
   * Takes the secret that `POST /login/mfa/status` offered within the last 10 minutes and a code of it, also of the
   * step before or after. From then on the user signs in with codes, each of them once. Whatever stands against it
   * is the same 400 `B-AUTH-009`: a wrong code, nothing offered, an unknown user, a device that is there already.
   * After five wrong codes the secret has to be asked for again.
   *
   * Needs no bearer token, and takes one.
   */
  registerMfa(body: RegisterMfaRequest, options?: CallOptions): Promise<RegisterMfaAnswer>
  /**
   * Count recovery codes
   *
   * How many recovery codes are left. The codes themselves cannot be shown again.
   *
   * Open to everyone who is signed in.
   */
  countRecoveryCodes(options?: CallOptions): Promise<CountRecoveryCodesAnswer>
  /**
   * Make recovery codes
   *
   * Ten codes for whoever loses the device, each good for one sign-in. They are shown this once and replace all
   * earlier ones. Letter case, hyphens and spaces do not matter when they are used.
   *
   * Open to everyone who is signed in.
   */
  createRecoveryCodes(options?: CallOptions): Promise<CreateRecoveryCodesAnswer>
  /**
   * Mail a one-time password
   *
   * Six digits, good once, for five minutes and five tries. One mail a minute and five an hour per mail id; beyond
   * that, and for mail ids that nobody has, the answer is the same and no mail is sent.
   *
   * Needs no bearer token.
   */
  generateOtp(body: GenerateOtpRequest, options?: CallOptions): Promise<GenerateOtpAnswer>
  /**
   * Check a one-time password
   *
   * A code works once. Wrong, expired, used and too often tried ones are refused alike, with B-AUTH-010. A mail id
   * that is not the caller's own takes `UPDATE` on `USERS` and must be of a user within the caller's scope;
   * otherwise it is refused in the same words, and no try is counted.
   *
   * Open to everyone who is signed in.
   */
  validateOtp(body: ValidateOtpRequest, options?: CallOptions): Promise<ValidateOtpAnswer>
  /**
   * Set a password
   *
   * `email` is the value of an invitation link (72 hours) or reset link (30 minutes), good once; all sessions of the
   * user end, and a lock stays. Or it is the mail id that the client encrypted, together with the bearer token of
   * that very user; then the present session stays. Anything else is 401. A password has 12 to 128 characters, is
   * not a common one and not one of the last 5; otherwise 400 `B-AUTH-008` says what is wrong and the link stays
   * good.
   *
   * Needs no bearer token, and takes one.
   */
  setPassword(body: SetPasswordRequest, options?: CallOptions): Promise<SetPasswordAnswer>
  /**
   * Ask for a reset link
   *
   * Sends a link, good once and for 30 minutes, to an active user who has a password; three times an hour at most.
   * The answer is always the same, so that nobody learns who is a user.
   *
   * Needs no bearer token.
   */
  forgotPassword(body: ForgotPasswordRequest, options?: CallOptions): Promise<ForgotPasswordAnswer>
  /**
   * Is this link good?
   *
   * Tells whose link it is, without using it up. A link that was used or replaced, is too old or forged, or whose
   * user is inactive: the same 400 `B-AUTH-007`.
   *
   * Needs no bearer token.
   */
  verifyInviteUrl(body: VerifyInviteUrlRequest, options?: CallOptions): Promise<VerifyInviteUrlAnswer>
  /**
   * Start single sign-on
   *
   * Sends the browser to the OpenID provider. It comes back to `redirect_uri` with `code` and `state`, which `POST
   * /token` takes within 10 minutes from the same browser: the cookie `sso_state` goes with it. 404 when no provider
   * is configured, 503 when it cannot be reached.
   *
   * Needs no bearer token.
   */
  startSingleSignOn(parameters: StartSingleSignOnParameters, options?: CallOptions): Promise<StartSingleSignOnAnswer>
  /**
   * Exchange a code for an access token
   *
   * With `grant_type=authorization_code` the code is given to the OpenID provider, and the user of the e-mail
   * address that it has verified is signed in; no user is made by it. Either `state` comes along, from the browser
   * in which `GET /sso/authorize` started the sign-on, or `client_id` and `client_secret`. With
   * `grant_type=refresh_token` it renews a session. All errors are those of RFC 6749, `{error, error_description}`;
   * 503 when the provider cannot be reached.
   *
   * Needs no bearer token.
   */
  issueToken(body: IssueTokenRequest, options?: CallOptions): Promise<IssueTokenAnswer>
  /**
   * List users
   *
   * Newest first. Users of an institution or sub-tenant see the users of it alone.
   *
   * Needs `VIEW` on `USERS`.
   */
  browseUsers(parameters?: BrowseUsersParameters, options?: CallOptions): Promise<BrowseUsersAnswer>
  /**
   * Make a user
   *
   * Sends the invitation; to an inactive user only when activated. Users of an institution make users of it; another
   * `institutionId` is not found. A role that grants what you lack is refused: 403.
   *
   * Needs `CREATE` on `USERS`.
   */
  createUser(body: CreateUserRequest, options?: CallOptions): Promise<CreateUserAnswer>
  /**
   * Change a user
   *
   * What is left out stays; with nothing to change the user comes back as it is. With `version`, the change is
   * refused (409) when somebody else was quicker. Nobody changes their own role, gives a role that grants what they
   * lack, or changes a user who may do more than they may: 403. The last administrator keeps the role: 409. Links
   * sent to an earlier address no longer work.
   *
   * Needs `UPDATE` on `USERS`.
   */
  updateUser(body: UpdateUserRequest, options?: CallOptions): Promise<UpdateUserAnswer>
  /**
   * Find users
   *
   * Newest first. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `USERS`.
   */
  listUsers(parameters?: ListUsersParameters, body?: ListUsersRequest, options?: CallOptions): Promise<ListUsersAnswer>
  /**
   * Read a user
   *
   * A user outside your institution or sub-tenant is not found.
   *
   * Needs `VIEW` on `USERS`.
   */
  getUser(parameters: GetUserParameters, options?: CallOptions): Promise<GetUserAnswer>
  /**
   * Activate or deactivate a user
   *
   * Deactivation ends all sessions at once, on every gateway. Nobody deactivates themselves or the last
   * administrator: 409. Activation invites a user who has not chosen a password yet.
   *
   * Needs `ACTIVATE` on `USERS`.
   */
  setUserActivation(parameters: SetUserActivationParameters, options?: CallOptions): Promise<SetUserActivationAnswer>
  /**
   * Invite a user again
   *
   * For a user who has not chosen a password yet; otherwise 409.
   *
   * Needs `UPDATE` on `USERS`.
   */
  inviteUser(parameters: InviteUserParameters, options?: CallOptions): Promise<InviteUserAnswer>
  /**
   * Unlock a user
   *
   * Forgets the wrong passwords and codes too. Does nothing else to a user who is not locked.
   *
   * Needs `UPDATE` on `USERS`.
   */
  unlockUser(parameters: UnlockUserParameters, options?: CallOptions): Promise<UnlockUserAnswer>
  /**
   * Reset the second factor of a user
   *
   * The device and the recovery codes are forgotten and all sessions end.
   *
   * Needs `UPDATE` on `USERS`.
   */
  resetUserMfa(parameters: ResetUserMfaParameters, options?: CallOptions): Promise<ResetUserMfaAnswer>
  /**
   * List roles
   *
   * By name. Users of an institution see the roles for everyone and those of the institution.
   *
   * Needs `VIEW` on `ROLES`.
   */
  browseRoles(parameters?: BrowseRolesParameters, options?: CallOptions): Promise<BrowseRolesAnswer>
  /**
   * Make a role
   *
   * It grants actions on modules, none that you lack: 403. A role made by a user of an institution is for its users.
   * An unknown module or action is refused by its place: 400.
   *
   * Needs `CREATE` on `ROLES`.
   */
  createRole(body: CreateRoleRequest, options?: CallOptions): Promise<CreateRoleAnswer>
  /**
   * Find roles
   *
   * By name. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `ROLES`.
   */
  listRoles(parameters?: ListRolesParameters, body?: ListRolesRequest, options?: CallOptions): Promise<ListRolesAnswer>
  /**
   * Read a role
   *
   * A role of another institution is not found.
   *
   * Needs `VIEW` on `ROLES`.
   */
  getRole(parameters: GetRoleParameters, options?: CallOptions): Promise<GetRoleAnswer>
  /**
   * Change a role
   *
   * What is left out stays; `modules` takes the place of all it granted. You must have what it granted and what it
   * will grant: 403. `version` is the one you read; the change is refused (409) when somebody else was quicker.
   * System roles stay as they are: 409.
   *
   * Needs `UPDATE` on `ROLES`.
   */
  updateRole(parameters: UpdateRoleParameters, body: UpdateRoleRequest, options?: CallOptions): Promise<UpdateRoleAnswer>
  /**
   * Remove a role
   *
   * A role that somebody has is in use: 409. System roles stay: 409.
   *
   * Needs `DELETE` on `ROLES`.
   */
  deleteRole(parameters: DeleteRoleParameters, options?: CallOptions): Promise<DeleteRoleAnswer>
  /**
   * Enable or disable a role
   *
   * A disabled role grants nothing to those who have it. Nobody disables their own role or a system role: 409.
   *
   * Needs `ACTIVATE` on `ROLES`.
   */
  setRoleActivation(parameters: SetRoleActivationParameters, options?: CallOptions): Promise<SetRoleActivationAnswer>
  /**
   * List modules
   *
   * The modules on which roles grant actions, each with its sub-modules. A grant on a module is one on its
   * sub-modules.
   *
   * Needs `VIEW` on `MODULES`.
   */
  getModules(options?: CallOptions): Promise<GetModulesAnswer>
  /**
   * Read a module
   *
   * By its id, such as `USERS`.
   *
   * Needs `VIEW` on `MODULES`.
   */
  getModule(parameters: GetModuleParameters, options?: CallOptions): Promise<GetModuleAnswer>
  /**
   * List partners
   *
   * Newest first. Users of an institution see the partners that work for it alone.
   *
   * Needs `VIEW` on `PARTNERS`.
   */
  browsePartners(parameters?: BrowsePartnersParameters, options?: CallOptions): Promise<BrowsePartnersAnswer>
  /**
   * Make a partner
   *
   * Without `families` it may call account services; without `operations` it may call none of them yet. Every
   * gateway obeys within two seconds.
   *
   * Needs `CREATE` on `PARTNERS`.
   */
  createPartner(body: CreatePartnerRequest, options?: CallOptions): Promise<CreatePartnerAnswer>
  /**
   * Find partners
   *
   * Newest first. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `PARTNERS`.
   */
  listPartners(parameters?: ListPartnersParameters, body?: ListPartnersRequest, options?: CallOptions): Promise<ListPartnersAnswer>
  /**
   * Read a partner
   *
   * With its clients; their secrets cannot be read.
   *
   * Needs `VIEW` on `PARTNERS`.
   */
  getPartner(parameters: GetPartnerParameters, options?: CallOptions): Promise<GetPartnerAnswer>
  /**
   * Change a partner
   *
   * What is left out stays as it is. `rateLimit: null` takes the limit away. Every gateway obeys within two seconds.
   *
   * Needs `UPDATE` on `PARTNERS`.
   */
  updatePartner(parameters: UpdatePartnerParameters, body: UpdatePartnerRequest, options?: CallOptions): Promise<UpdatePartnerAnswer>
  /**
   * Remove a partner
   *
   * Its clients go too. A partner that has transactions is in use: 409; deactivate it instead.
   *
   * Needs `DELETE` on `PARTNERS`.
   */
  deletePartner(parameters: DeletePartnerParameters, options?: CallOptions): Promise<DeletePartnerAnswer>
  /**
   * Activate or deactivate a partner
   *
   * A deactivated partner is refused by every gateway within two seconds.
   *
   * Needs `ACTIVATE` on `PARTNERS`.
   */
  setPartnerActivation(parameters: SetPartnerActivationParameters, options?: CallOptions): Promise<SetPartnerActivationAnswer>
  /**
   * Make a client of a partner
   *
   * `client_secret` is shown this once. Without `families` the client may call those of its partner.
   *
   * Needs `CREATE` on `PARTNERS`.
   */
  createClient(parameters: CreateClientParameters, body?: CreateClientRequest, options?: CallOptions): Promise<CreateClientAnswer>
  /**
   * Change a client's secret
   *
   * The new `client_secret` is shown this once; the old one is refused by every gateway within two seconds.
   *
   * Needs `UPDATE` on `PARTNERS`.
   */
  rotateClient(parameters: RotateClientParameters, body?: RotateClientRequest, options?: CallOptions): Promise<RotateClientAnswer>
  /**
   * Remove a client
   *
   * It is refused by every gateway within two seconds.
   *
   * Needs `DELETE` on `PARTNERS`.
   */
  deleteClient(parameters: DeleteClientParameters, options?: CallOptions): Promise<DeleteClientAnswer>
  /**
   * List the error codes
   *
   * By code. Every code that the platform can send is in it, and no other.
   *
   * Needs `VIEW` on `ERROR_CODES`.
   */
  listErrorCodes(parameters?: ListErrorCodesParameters, options?: CallOptions): Promise<ListErrorCodesAnswer>
  /**
   * Explain an error code
   *
   * Why it is sent and what to do about it.
   *
   * Needs `VIEW` on `ERROR_CODES`.
   */
  getErrorCode(parameters: GetErrorCodeParameters, options?: CallOptions): Promise<GetErrorCodeAnswer>
  /**
   * Find audit records
   *
   * Newest first. What is left out of the filter makes no difference.
   *
   * Needs `VIEW` on `AUDIT`.
   */
  listAuditLogs(parameters?: ListAuditLogsParameters, body?: ListAuditLogsRequest, options?: CallOptions): Promise<ListAuditLogsAnswer>
  /**
   * List audit records
   *
   * Newest first. Users of an institution see the records of the institution.
   *
   * Needs `VIEW` on `AUDIT`.
   */
  browseAuditLogs(parameters?: BrowseAuditLogsParameters, options?: CallOptions): Promise<BrowseAuditLogsAnswer>
  /**
   * Get an audit record
   *
   * Who did what to which record, when and from where.
   *
   * Needs `VIEW` on `AUDIT`.
   */
  getAuditLog(parameters: GetAuditLogParameters, options?: CallOptions): Promise<GetAuditLogAnswer>
  /**
   * Verify the audit log
   *
   * Walks the chain of hashes from the first record to the last and names the first break. Calls that come in
   * meanwhile share the walk. In a log of more than 2,000 records, what was read in the last ten minutes is not read
   * again: `checkedSince` tells how old the answer is about the oldest record, and `tillgate verify` reads all of
   * it. A walk of a very long log may take longer than a request (504); the next call goes on where it ended. A
   * caller with a scope only hears whether the chain is unbroken: the rest tells of records that are not theirs.
   *
   * Needs `VIEW` on `AUDIT`.
   */
  verifyAuditLogs(options?: CallOptions): Promise<VerifyAuditLogsAnswer>
  /**
   * Health of the services
   *
   * Asks about every service in the scope of the caller, or about those named. The names are `gateway`, `database`,
   * `core:<institutionId>`, `mail`, `rules` and `jobs`, as far as the installation has them; a user of an
   * institution sees the core of that institution only. `DOWN` when the gateway or the database is down, `DEGRADED`
   * when anything else is, or is slow. Asking for nothing or for an unknown name is a 400 that lists the names in
   * scope.
   *
   * Needs `VIEW` on `HEALTH`.
   */
  healthStatus(body: HealthStatusRequest, options?: CallOptions): Promise<HealthStatusAnswer>
}

export function onboardingOperations(send: Send): OnboardingOperations {
  return {
    loginUser: (body, options) =>
      send({ operationId: 'LoginUser', method: 'POST', path: '/v1/onboarding/login/user' }, body, options),
    logout: (options) =>
      send({ operationId: 'Logout', method: 'POST', path: '/v1/onboarding/logout', bearer: true }, undefined, options),
    refreshToken: (body, options) =>
      send({ operationId: 'RefreshToken', method: 'POST', path: '/v1/onboarding/auth/refresh' }, body, options),
    getKeys: (options) =>
      send({ operationId: 'GetKeys', method: 'GET', path: '/v1/onboarding/auth/keys' }, undefined, options),
    getCurrentUser: (options) =>
      send({ operationId: 'GetCurrentUser', method: 'GET', path: '/v1/onboarding/me', bearer: true }, undefined, options),
    getUserInfo: (options) =>
      send({ operationId: 'GetUserInfo', method: 'GET', path: '/v1/onboarding/userinfo', bearer: true }, undefined, options),
    listMySessions: (parameters, options) =>
      send({ operationId: 'ListMySessions', method: 'GET', path: '/v1/onboarding/me/sessions', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, undefined, options),
    endMySession: (parameters, options) =>
      send({ operationId: 'EndMySession', method: 'DELETE', path: '/v1/onboarding/me/sessions/{sid}', inPath: { sid: parameters.sid }, bearer: true }, undefined, options),
    getMfaStatus: (body, options) =>
      send({ operationId: 'GetMfaStatus', method: 'POST', path: '/v1/onboarding/login/mfa/status' }, body, options),
    registerMfa: (body, options) =>
      send({ operationId: 'RegisterMfa', method: 'POST', path: '/v1/onboarding/login/mfa/register' }, body, options),
    countRecoveryCodes: (options) =>
      send({ operationId: 'CountRecoveryCodes', method: 'GET', path: '/v1/onboarding/me/recovery-codes', bearer: true }, undefined, options),
    createRecoveryCodes: (options) =>
      send({ operationId: 'CreateRecoveryCodes', method: 'POST', path: '/v1/onboarding/me/recovery-codes', bearer: true }, undefined, options),
    generateOtp: (body, options) =>
      send({ operationId: 'GenerateOtp', method: 'POST', path: '/v1/onboarding/generateOtp' }, body, options),
    validateOtp: (body, options) =>
      send({ operationId: 'ValidateOtp', method: 'POST', path: '/v1/onboarding/validateOtp', bearer: true }, body, options),
    setPassword: (body, options) =>
      send({ operationId: 'SetPassword', method: 'PATCH', path: '/v1/onboarding/users/password' }, body, options),
    forgotPassword: (body, options) =>
      send({ operationId: 'ForgotPassword', method: 'POST', path: '/v1/onboarding/users/password/forgot' }, body, options),
    verifyInviteUrl: (body, options) =>
      send({ operationId: 'VerifyInviteUrl', method: 'POST', path: '/v1/onboarding/verify-invite-url' }, body, options),
    startSingleSignOn: (parameters, options) =>
      send({ operationId: 'StartSingleSignOn', method: 'GET', path: '/v1/onboarding/sso/authorize', query: { redirect_uri: parameters.redirect_uri }, redirects: true }, undefined, options),
    issueToken: (body, options) =>
      send({ operationId: 'IssueToken', method: 'POST', path: '/v1/onboarding/token', form: true }, body, options),
    browseUsers: (parameters, options) =>
      send({ operationId: 'BrowseUsers', method: 'GET', path: '/v1/onboarding/users', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, undefined, options),
    createUser: (body, options) =>
      send({ operationId: 'CreateUser', method: 'POST', path: '/v1/onboarding/users', bearer: true }, body, options),
    updateUser: (body, options) =>
      send({ operationId: 'UpdateUser', method: 'PATCH', path: '/v1/onboarding/users', bearer: true }, body, options),
    listUsers: (parameters, body, options) =>
      send({ operationId: 'ListUsers', method: 'POST', path: '/v1/onboarding/users/list', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, body, options),
    getUser: (parameters, options) =>
      send({ operationId: 'GetUser', method: 'GET', path: '/v1/onboarding/users/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    setUserActivation: (parameters, options) =>
      send({ operationId: 'SetUserActivation', method: 'PATCH', path: '/v1/onboarding/users/{id}/activation', inPath: { id: parameters.id }, query: { isActive: parameters.isActive }, bearer: true }, undefined, options),
    inviteUser: (parameters, options) =>
      send({ operationId: 'InviteUser', method: 'POST', path: '/v1/onboarding/users/{id}/invite', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    unlockUser: (parameters, options) =>
      send({ operationId: 'UnlockUser', method: 'POST', path: '/v1/onboarding/users/{id}/unlock', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    resetUserMfa: (parameters, options) =>
      send({ operationId: 'ResetUserMfa', method: 'POST', path: '/v1/onboarding/users/{id}/reset-mfa', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    browseRoles: (parameters, options) =>
      send({ operationId: 'BrowseRoles', method: 'GET', path: '/v1/onboarding/roles', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, undefined, options),
    createRole: (body, options) =>
      send({ operationId: 'CreateRole', method: 'POST', path: '/v1/onboarding/roles', bearer: true }, body, options),
    listRoles: (parameters, body, options) =>
      send({ operationId: 'ListRoles', method: 'POST', path: '/v1/onboarding/roles/list', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, body, options),
    getRole: (parameters, options) =>
      send({ operationId: 'GetRole', method: 'GET', path: '/v1/onboarding/roles/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updateRole: (parameters, body, options) =>
      send({ operationId: 'UpdateRole', method: 'PATCH', path: '/v1/onboarding/roles/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    deleteRole: (parameters, options) =>
      send({ operationId: 'DeleteRole', method: 'DELETE', path: '/v1/onboarding/roles/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    setRoleActivation: (parameters, options) =>
      send({ operationId: 'SetRoleActivation', method: 'PATCH', path: '/v1/onboarding/roles/{id}/activation', inPath: { id: parameters.id }, query: { isEnabled: parameters.isEnabled }, bearer: true }, undefined, options),
    getModules: (options) =>
      send({ operationId: 'GetModules', method: 'GET', path: '/v1/onboarding/modules', bearer: true }, undefined, options),
    getModule: (parameters, options) =>
      send({ operationId: 'GetModule', method: 'GET', path: '/v1/onboarding/modules/{moduleId}', inPath: { moduleId: parameters.moduleId }, bearer: true }, undefined, options),
    browsePartners: (parameters, options) =>
      send({ operationId: 'BrowsePartners', method: 'GET', path: '/v1/onboarding/partners', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, undefined, options),
    createPartner: (body, options) =>
      send({ operationId: 'CreatePartner', method: 'POST', path: '/v1/onboarding/partners', bearer: true }, body, options),
    listPartners: (parameters, body, options) =>
      send({ operationId: 'ListPartners', method: 'POST', path: '/v1/onboarding/partners/list', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, body, options),
    getPartner: (parameters, options) =>
      send({ operationId: 'GetPartner', method: 'GET', path: '/v1/onboarding/partners/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    updatePartner: (parameters, body, options) =>
      send({ operationId: 'UpdatePartner', method: 'PATCH', path: '/v1/onboarding/partners/{id}', inPath: { id: parameters.id }, bearer: true }, body, options),
    deletePartner: (parameters, options) =>
      send({ operationId: 'DeletePartner', method: 'DELETE', path: '/v1/onboarding/partners/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    setPartnerActivation: (parameters, options) =>
      send({ operationId: 'SetPartnerActivation', method: 'PATCH', path: '/v1/onboarding/partners/{id}/activation', inPath: { id: parameters.id }, query: { isActive: parameters.isActive }, bearer: true }, undefined, options),
    createClient: (parameters, body, options) =>
      send({ operationId: 'CreateClient', method: 'POST', path: '/v1/onboarding/partners/{id}/clients', inPath: { id: parameters.id }, bearer: true }, body, options),
    rotateClient: (parameters, body, options) =>
      send({ operationId: 'RotateClient', method: 'POST', path: '/v1/onboarding/partners/{id}/clients/{clientId}/rotate', inPath: { id: parameters.id, clientId: parameters.clientId }, bearer: true }, body, options),
    deleteClient: (parameters, options) =>
      send({ operationId: 'DeleteClient', method: 'DELETE', path: '/v1/onboarding/partners/{id}/clients/{clientId}', inPath: { id: parameters.id, clientId: parameters.clientId }, bearer: true }, undefined, options),
    listErrorCodes: (parameters, options) =>
      send({ operationId: 'ListErrorCodes', method: 'GET', path: '/v1/onboarding/error-codes', query: { page: parameters?.page, size: parameters?.size, family: parameters?.family, search: parameters?.search }, bearer: true }, undefined, options),
    getErrorCode: (parameters, options) =>
      send({ operationId: 'GetErrorCode', method: 'GET', path: '/v1/onboarding/error-codes/{code}', inPath: { code: parameters.code }, bearer: true }, undefined, options),
    listAuditLogs: (parameters, body, options) =>
      send({ operationId: 'ListAuditLogs', method: 'POST', path: '/v1/onboarding/audit-logs/list', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, body, options),
    browseAuditLogs: (parameters, options) =>
      send({ operationId: 'BrowseAuditLogs', method: 'GET', path: '/v1/onboarding/audit-logs', query: { page: parameters?.page, size: parameters?.size }, bearer: true }, undefined, options),
    getAuditLog: (parameters, options) =>
      send({ operationId: 'GetAuditLog', method: 'GET', path: '/v1/onboarding/audit-logs/{id}', inPath: { id: parameters.id }, bearer: true }, undefined, options),
    verifyAuditLogs: (options) =>
      send({ operationId: 'VerifyAuditLogs', method: 'GET', path: '/v1/onboarding/audit-logs/verify', bearer: true }, undefined, options),
    healthStatus: (body, options) =>
      send({ operationId: 'HealthStatus', method: 'POST', path: '/v1/onboarding/healthstatus', bearer: true }, body, options),
  }
}

// Users as they are stored and read, without anything that could be used to sign in.

import { isoTimestamp } from '../../kernel/clock.ts'
import { isUuid } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Sql } from '../../storage/database.ts'
import { Parameters } from '../../storage/parameters.ts'
import { userInScope } from '../principal/scopes.ts'

/**
 *   LOCKED    too many wrong passwords or codes; it passes by itself
 *   INACTIVE  may not sign in
 *   INVITED   has not chosen a password yet
 *   ACTIVE    everything else
 * The first that fits counts.
 */
export const USER_STATUSES = ['INVITED', 'ACTIVE', 'INACTIVE', 'LOCKED'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

export interface UserRecord {
  readonly userId: string
  readonly version: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly roleId: string
  readonly roleName: string
  readonly isActive: boolean
  readonly mfaEnable: boolean
  readonly mfaRegistered: boolean
  readonly hasPassword: boolean
  readonly status: UserStatus
  readonly institutionId?: string
  readonly subTenantId?: string
  readonly lastLoginAtMs?: number
  /** Only while it lies ahead. */
  readonly lockedUntilMs?: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly createdBy: string
  readonly updatedBy: string
}

export interface UserRow {
  user_id: string
  version: number
  first_name: string
  last_name: string
  mail_id: string
  role_id: string
  role_name: string
  is_active: boolean
  mfa_enable: boolean
  mfa_registered: boolean
  has_password: boolean
  status: UserStatus
  institution_id: string | null
  sub_tenant_id: string | null
  last_login_at: Date | null
  locked_until: Date | null
  created_at: Date
  updated_at: Date
  created_by: string
  updated_by: string
}

/** The status of `users u` at an instant. */
export function userStatus(now: string): string {
  return `CASE WHEN u.locked_until > ${now}::timestamptz THEN 'LOCKED'
               WHEN NOT u.is_active THEN 'INACTIVE'
               WHEN u.password_hash IS NULL THEN 'INVITED'
               ELSE 'ACTIVE' END`
}

/** The columns of a UserRow from `users u JOIN roles r`. */
export function userColumns(now: string): string {
  return `u.user_id, u.version, u.first_name, u.last_name, u.mail_id, u.role_id, r.role_name, u.is_active, u.mfa_enable,
    u.totp_sealed IS NOT NULL AS mfa_registered, u.password_hash IS NOT NULL AS has_password,
    ${userStatus(now)} AS status, u.institution_id, u.sub_tenant_id, u.last_login_at,
    CASE WHEN u.locked_until > ${now}::timestamptz THEN u.locked_until END AS locked_until,
    u.created_at, u.updated_at, u.created_by, u.updated_by`
}

export function userOfRow(row: UserRow): UserRecord {
  return {
    userId: row.user_id,
    version: row.version,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.mail_id,
    roleId: row.role_id,
    roleName: row.role_name,
    isActive: row.is_active,
    mfaEnable: row.mfa_enable,
    mfaRegistered: row.mfa_registered,
    hasPassword: row.has_password,
    status: row.status,
    ...(row.institution_id !== null && { institutionId: row.institution_id }),
    ...(row.sub_tenant_id !== null && { subTenantId: row.sub_tenant_id }),
    ...(row.last_login_at !== null && { lastLoginAtMs: row.last_login_at.getTime() }),
    ...(row.locked_until !== null && { lockedUntilMs: row.locked_until.getTime() }),
    createdAtMs: row.created_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
    createdBy: row.created_by,
    updatedBy: row.updated_by,
  }
}

/** The user as others read it, in replies and in the audit log: under public names, instants as ISO 8601. */
export function shownUser(record: UserRecord) {
  const { institutionId, subTenantId, lastLoginAtMs, lockedUntilMs } = record
  return {
    id: record.userId,
    version: record.version,
    createdAt: isoTimestamp(record.createdAtMs),
    updatedAt: isoTimestamp(record.updatedAtMs),
    createdBy: record.createdBy,
    updatedBy: record.updatedBy,
    firstName: record.firstName,
    lastName: record.lastName,
    mailID: record.email,
    roleId: record.roleId,
    roleName: record.roleName,
    isActive: record.isActive,
    mfaEnable: record.mfaEnable,
    mfaRegistered: record.mfaRegistered,
    status: record.status,
    ...(institutionId !== undefined && { institutionId }),
    ...(subTenantId !== undefined && { subTenantId }),
    ...(lastLoginAtMs !== undefined && { lastLoginAt: isoTimestamp(lastLoginAtMs) }),
    ...(lockedUntilMs !== undefined && { lockedUntil: isoTimestamp(lockedUntilMs) }),
  }
}

/** The user, when there is one of this id in scope; otherwise the 404, which does not tell why. */
export async function readUser(sql: Sql, nowMs: number, scope: Scope, userId: string): Promise<UserRecord> {
  const parameters = new Parameters()
  const now = parameters.add(new Date(nowMs))
  const { rows } = isUuid(userId)
    ? await sql.query<UserRow>(
        `SELECT ${userColumns(now)}
           FROM users u JOIN roles r USING (role_id)
          WHERE u.user_id = ${parameters.add(userId)} AND ${userInScope(scope, parameters)}`,
        parameters.values,
      )
    : { rows: [] }
  const [row] = rows
  if (row === undefined) throw new Problem('not-found', 'there is no such user')
  return userOfRow(row)
}

/** Holds the user until the transaction ends, then reads it, so that the role is read as it is after the wait. */
export async function holdUser(sql: Sql, nowMs: number, scope: Scope, userId: string): Promise<UserRecord> {
  if (isUuid(userId)) await sql.query('SELECT FROM users WHERE user_id = $1 FOR NO KEY UPDATE', [userId])
  return await readUser(sql, nowMs, scope, userId)
}

/** Whose record a user is, as the audit log keeps it. */
export function ownerOf({ institutionId, subTenantId }: UserRecord): Scope {
  return { ...(institutionId !== undefined && { institutionId }), ...(subTenantId !== undefined && { subTenantId }) }
}

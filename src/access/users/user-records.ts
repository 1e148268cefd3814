// Users as they are stored, read and listed, without anything that could be used to sign in.

import { isoTimestamp } from '../../kernel/clock.ts'
import type { Scope } from '../../kernel/scope.ts'
import { type RecordFields, type RecordKind, type RecordRow, recordFieldsOf } from '../../records/record-kind.ts'
import { belongsTo } from '../../records/scope-conditions.ts'
import { accessProblem } from '../access-problems.ts'

/**
 *   LOCKED    too many wrong passwords or codes; it passes by itself
 *   INACTIVE  may not sign in
 *   INVITED   has not chosen a password yet
 *   ACTIVE    everything else
 * The first that fits counts.
 */
export const USER_STATUSES = ['INVITED', 'ACTIVE', 'INACTIVE', 'LOCKED'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

export interface UserRecord extends RecordFields {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** A new address that is not confirmed yet, and until when it can be. */
  readonly pendingMailID?: string
  readonly pendingMailUntil?: string
  readonly roleId: string
  readonly roleName: string
  readonly isActive: boolean
  readonly mfaEnable: boolean
  readonly mfaRegistered: boolean
  readonly hasPassword: boolean
  readonly status: UserStatus
  readonly institutionId?: string
  readonly subTenantId?: string
  readonly lastLoginAt?: string
  /** Only while it lies ahead. */
  readonly lockedUntil?: string
}

export interface UserFilter {
  /** A part of the name or of the address, in any letter case. */
  readonly search?: string
  readonly roleId?: string
  readonly status?: readonly UserStatus[]
  readonly isActive?: boolean
  readonly mfaEnable?: boolean
}

interface UserRow extends RecordRow {
  user_id: string
  first_name: string
  last_name: string
  mail_id: string
  pending_mail_id: string | null
  pending_mail_until: Date | null
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
}

/** Newest first: ids begin with the time they were made at. */
export const USERS: RecordKind<UserRecord, UserFilter, UserRow> = {
  resource: 'user',
  table: 'users u',
  id: 'u.user_id',
  order: 'u.user_id DESC',
  select({ nowMs }, parameters) {
    const now = parameters.add(new Date(nowMs))
    return `
      SELECT u.user_id, u.version, u.first_name, u.last_name, u.mail_id, u.role_id, r.role_name, u.is_active,
             u.mfa_enable, u.totp_sealed IS NOT NULL AS mfa_registered, u.password_hash IS NOT NULL AS has_password,
             ${userStatus(now)} AS status, u.institution_id, u.sub_tenant_id, u.last_login_at,
             CASE WHEN u.pending_mail_until > ${now}::timestamptz THEN u.pending_mail_id END AS pending_mail_id,
             CASE WHEN u.pending_mail_until > ${now}::timestamptz THEN u.pending_mail_until END AS pending_mail_until,
             CASE WHEN u.locked_until > ${now}::timestamptz THEN u.locked_until END AS locked_until,
             u.created_at, u.updated_at, u.created_by, u.updated_by
        FROM users u JOIN roles r USING (role_id)`
  },
  inScope: (scope, parameters) => belongsTo('u', scope, parameters),
  matching({ search, roleId, status, isActive, mfaEnable }, { nowMs }, where) {
    where.addSearch(search, (pattern) => `u.search_text LIKE lower(${pattern})`)
    where.addFor(roleId, (value) => `u.role_id = ${value}`)
    where.addFor(status, (values) => {
      const now = where.parameters.add(new Date(nowMs))
      return `${userStatus(now)} = ANY (${values}::text[])`
    })
    where.addFor(isActive, (value) => `u.is_active = ${value}`)
    where.addFor(mfaEnable, (value) => `u.mfa_enable = ${value}`)
  },
  recordsOf: (rows) => rows.map(userOf),
  snapshot: userSnapshot,
  ownerOf: ({ institutionId, subTenantId }): Scope => ({
    ...(institutionId !== undefined && { institutionId }),
    ...(subTenantId !== undefined && { subTenantId }),
  }),
  refusals: {
    notFound: () => accessProblem('user-not-found', 'there is no such user'),
    changed: () => accessProblem('user-changed', 'the user was changed in the meantime: read it again'),
  },
}

/** The status of `users u` at an instant. */
function userStatus(now: string): string {
  return `CASE WHEN u.locked_until > ${now}::timestamptz THEN 'LOCKED'
               WHEN NOT u.is_active THEN 'INACTIVE'
               WHEN u.password_hash IS NULL THEN 'INVITED'
               ELSE 'ACTIVE' END`
}

function userOf(row: UserRow): UserRecord {
  return {
    ...recordFieldsOf(row.user_id, row),
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.mail_id,
    ...(row.pending_mail_id !== null && { pendingMailID: row.pending_mail_id }),
    ...(row.pending_mail_until !== null && { pendingMailUntil: isoTimestamp(row.pending_mail_until.getTime()) }),
    roleId: row.role_id,
    roleName: row.role_name,
    isActive: row.is_active,
    mfaEnable: row.mfa_enable,
    mfaRegistered: row.mfa_registered,
    hasPassword: row.has_password,
    status: row.status,
    ...(row.institution_id !== null && { institutionId: row.institution_id }),
    ...(row.sub_tenant_id !== null && { subTenantId: row.sub_tenant_id }),
    ...(row.last_login_at !== null && { lastLoginAt: isoTimestamp(row.last_login_at.getTime()) }),
    ...(row.locked_until !== null && { lockedUntil: isoTimestamp(row.locked_until.getTime()) }),
  }
}

/** The audit log has called the address `mailID` from its first record on, and records are never rewritten. */
function userSnapshot({ id, version, createdAt, updatedAt, createdBy, updatedBy, ...record }: UserRecord) {
  const { firstName, lastName, email, hasPassword: _, ...rest } = record
  return { id, version, createdAt, updatedAt, createdBy, updatedBy, firstName, lastName, mailID: email, ...rest }
}

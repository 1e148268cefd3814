// Users as they are stored, read and listed, without anything that could be used to sign in.

import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Parameters } from '../../../platform/storage/statements/parameters.ts'
import { recordKind } from '../../records/column-kind.ts'
import { derived, instant, iso, isSet, optional, orAbsent } from '../../records/columns.ts'
import type { Reader, RecordFields } from '../../records/record-kind.ts'
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

/** Newest first: ids begin with the time they were made at. */
export const USERS = recordKind<UserRecord, UserFilter>({
  resource: 'user',
  table: 'users u',
  idColumn: 'user_id',
  join: 'JOIN roles r USING (role_id)',
  order: 'u.user_id DESC',
  columns: {
    firstName: 'first_name',
    lastName: 'last_name',
    email: 'mail_id',
    pendingMailID: derived('pending_mail_id', whileAhead('pending_mail_until', 'pending_mail_id'), orAbsent<string>),
    pendingMailUntil: derived('pending_mail_until', whileAhead('pending_mail_until'), iso),
    roleId: 'role_id',
    roleName: derived('role_name', () => 'r.role_name'),
    isActive: 'is_active',
    mfaEnable: 'mfa_enable',
    mfaRegistered: isSet('totp_sealed'),
    hasPassword: isSet('password_hash'),
    status: derived('status', (_alias, { nowMs }, parameters) => userStatus(nowMs, parameters)),
    institutionId: optional('institution_id'),
    subTenantId: optional('sub_tenant_id'),
    lastLoginAt: instant('last_login_at'),
    lockedUntil: derived('locked_until', whileAhead('locked_until'), iso),
  },
  inScope: (scope, parameters) => belongsTo('u', scope, parameters),
  matching({ search, roleId, status, isActive, mfaEnable }, { nowMs }, where) {
    where.addSearch(search, (pattern) => `u.search_text LIKE lower(${pattern})`)
    where.addFor(roleId, (value) => `u.role_id = ${value}`)
    where.addFor(status, (values) => `${userStatus(nowMs, where.parameters)} = ANY (${values}::text[])`)
    where.addFor(isActive, (value) => `u.is_active = ${value}`)
    where.addFor(mfaEnable, (value) => `u.mfa_enable = ${value}`)
  },
  snapshot: userSnapshot,
  ownerOf: ({ institutionId, subTenantId }): Scope => ({
    ...(institutionId !== undefined && { institutionId }),
    ...(subTenantId !== undefined && { subTenantId }),
  }),
  refusals: {
    notFound: () => accessProblem('user-not-found', 'there is no such user'),
    changed: () => accessProblem('user-changed', 'the user was changed in the meantime: read it again'),
  },
})

/** The status of `users u` at an instant. */
function userStatus(nowMs: number, parameters: Parameters): string {
  return `CASE WHEN u.locked_until > ${parameters.add(new Date(nowMs))}::timestamptz THEN 'LOCKED'
               WHEN NOT u.is_active THEN 'INACTIVE'
               WHEN u.password_hash IS NULL THEN 'INVITED'
               ELSE 'ACTIVE' END`
}

/** The column while the instant lies ahead, and then NULL. */
function whileAhead(until: string, column = until) {
  return (alias: string, { nowMs }: Reader, parameters: Parameters) =>
    `CASE WHEN ${alias}.${until} > ${parameters.add(new Date(nowMs))}::timestamptz THEN ${alias}.${column} END`
}

/** The audit log has called the address `mailID` from its first record on, and records are never rewritten. */
function userSnapshot({ id, version, createdAt, updatedAt, createdBy, updatedBy, ...record }: UserRecord) {
  const { firstName, lastName, email, hasPassword: _, ...rest } = record
  return { id, version, createdAt, updatedAt, createdBy, updatedBy, firstName, lastName, mailID: email, ...rest }
}

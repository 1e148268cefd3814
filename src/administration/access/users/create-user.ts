// Creates a user: the record, its invitation and the audit record are one transaction.

import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { invalidFields, type Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { refuseDuplicate } from '../../../platform/storage/statements/duplicates.ts'
import { type RecordWork, readerOf, recordCreation } from '../../records/change-record.ts'
import { findLocked } from '../../records/read-records.ts'
import { insertRecord } from '../../records/write-record.ts'
import { accessProblem } from '../access-problems.ts'
import { assertCovers, type Caller } from '../principal/caller.ts'
import { emailKeyOf } from '../principal/email-addresses.ts'
import { ROLES, type RoleRecord } from '../roles/role-records.ts'
import { placeUser } from './user-placement.ts'
import { USERS, type UserRecord } from './user-records.ts'

export interface NewUser {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly roleId: string
  /** When given it must be the name of the role. */
  readonly roleName?: string
  readonly isActive?: boolean
  readonly mfaEnable?: boolean
  readonly institutionId?: string
  readonly subTenantId?: string
}

/** Creates the link of an invitation and queues its mail, in the caller's transaction. */
export interface Invitations {
  invite(sql: Sql, user: { readonly userId: string; readonly email: string; readonly firstName: string }): Promise<void>
}

export type UserWork = RecordWork<Caller>

export async function createUser(work: UserWork, invitations: Invitations, requested: NewUser): Promise<UserRecord> {
  const { sql, nowMs, caller } = work
  const place = await placeUser(sql, caller.principal.scope, requested)
  const role = await roleToGive(work, requested.roleId, place)
  if (requested.roleName !== undefined && requested.roleName.toLowerCase() !== role.roleName.toLowerCase()) {
    throw invalidFields([{ path: 'roleName', message: 'is not the name of the role' }])
  }
  const { firstName, lastName, email, isActive = true, mfaEnable = false } = requested
  const userId = newId(nowMs)
  await holdEmail(sql, nowMs, email, userId)
  const fields = { firstName, lastName, email, roleId: role.id, isActive, mfaEnable, ...place }
  await insertRecord(work, USERS, userId, fields, { mail_key: emailKeyOf(email) })
  // A link of an inactive user would not work: the invitation is sent on activation.
  if (isActive) await invitations.invite(sql, { userId, email, firstName })
  return await recordCreation(work, USERS, 'user.create', userId)
}

function emailTaken(cause?: unknown): Problem {
  return accessProblem('email-taken', 'there is a user with this mail id already', { cause })
}

/**
 * Holds the address until the transaction ends, so that nobody else takes or reserves it meanwhile. Refusals: `email-taken`, also
 * while it is the new address of another user, not confirmed yet.
 */
export async function holdEmail(sql: Sql, nowMs: number, email: string, userId: string): Promise<void> {
  const key = emailKeyOf(email)
  await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended('mail address ' || $1, 0))`, [key])
  const { rowCount } = await sql.query(
    `SELECT FROM users WHERE mail_key = $1 AND user_id <> $2
      UNION ALL
     SELECT FROM users WHERE pending_mail_key = $1 AND user_id <> $2 AND pending_mail_until > $3`,
    [key, userId, new Date(nowMs)],
  )
  if (rowCount > 0) throw emailTaken()
}

/** Runs work that sets the address of a user: two users with one address are a conflict. */
export function withFreeEmail<T>(work: () => Promise<T>): Promise<T> {
  return refuseDuplicate('users_mail_key_key', emailTaken, work)
}

/**
 * The role, locked so that it stays as checked here. The caller must see it and have all its grants, and it must be
 * enabled. A role of an institution is for its users only: otherwise those who may change the role would affect others. One that
 * names EMERGENCY is always given by two.
 */
export async function roleToGive(work: UserWork, roleId: string, place: Scope): Promise<RoleRecord> {
  const role = await findLocked(work.sql, ROLES, readerOf(work), roleId, 'refer')
  if (role === undefined) throw invalidFields([{ path: 'roleId', message: 'is not a role' }])
  if (role.institutionId !== undefined && role.institutionId !== place.institutionId) {
    throw invalidFields([{ path: 'roleId', message: "is not a role of the user's institution" }])
  }
  assertCovers(work.caller, role.grants, 'the role grants more than you may do')
  if (!role.isEnabled) throw invalidFields([{ path: 'roleId', message: 'is a role that is disabled' }])
  if (role.grants.emergencies().length > 0) work.caller.actor.witness?.needsSecondUser?.(work.sql)
  return role
}

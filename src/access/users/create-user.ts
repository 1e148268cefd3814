// Making a user: the record, its invitation and the entry in the audit log are one transaction.

import { authorOf } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { newId } from '../../kernel/ids.ts'
import { invalidFields } from '../../kernel/problem.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Sql } from '../../storage/database.ts'
import { refuseDuplicate } from '../../storage/duplicates.ts'
import { assertCovers, type Caller } from '../principal/caller.ts'
import { emailKeyOf } from '../principal/email-addresses.ts'
import { holdRole, type RoleRecord } from '../roles/role-records.ts'
import { placeUser } from './user-placement.ts'
import { ownerOf, readUser, shownUser, type UserRecord } from './user-records.ts'

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

/** Mints the link of an invitation and queues its mail, in the caller's transaction. */
export interface Invitations {
  invite(sql: Sql, user: { readonly userId: string; readonly email: string; readonly firstName: string }): Promise<void>
}

export async function createUser(
  sql: Sql,
  nowMs: number,
  invitations: Invitations,
  caller: Caller,
  wanted: NewUser,
): Promise<UserRecord> {
  const place = await placeUser(sql, caller.principal.scope, wanted)
  const role = await roleToGive(sql, caller, wanted.roleId, place)
  if (wanted.roleName !== undefined && wanted.roleName.toLowerCase() !== role.roleName.toLowerCase()) {
    throw invalidFields([{ path: 'roleName', message: 'is not the name of the role' }])
  }
  const userId = newId(nowMs)
  await insertUser(sql, nowMs, { ...wanted, ...place, userId, author: authorOf(caller.actor) })
  const after = await readUser(sql, nowMs, caller.principal.scope, userId)
  // The link would not work for somebody inactive: the invitation goes out when they are activated.
  if (after.isActive) await invitations.invite(sql, after)
  await recordAudit(sql, nowMs, caller.actor, {
    action: 'user.create',
    resource: 'user',
    resourceId: userId,
    after: shownUser(after),
    ...ownerOf(after),
  })
  return after
}

/** Runs work that sets the address of a user: two users with one address are a conflict. */
export function withFreeEmail<T>(work: () => Promise<T>): Promise<T> {
  return refuseDuplicate('users_mail_key_key', 'there is a user with this mail id already', work)
}

/**
 * The role, held so that it stays as it is judged here. It must be one that the giver sees and whose grants the giver
 * has, it must be enabled, and a role of an institution is for its users: those who may change the role must not reach
 * others by it.
 */
export async function roleToGive(sql: Sql, giver: Caller, roleId: string, place: Scope): Promise<RoleRecord> {
  const role = await holdRole(sql, giver.principal.scope, roleId, 'give')
  if (role === undefined) throw invalidFields([{ path: 'roleId', message: 'is not a role' }])
  if (role.institutionId !== undefined && role.institutionId !== place.institutionId) {
    throw invalidFields([{ path: 'roleId', message: "is not a role of the user's institution" }])
  }
  assertCovers(giver, role.grants, 'the role grants more than you may do')
  if (!role.isEnabled) throw invalidFields([{ path: 'roleId', message: 'is a role that is disabled' }])
  return role
}

async function insertUser(
  sql: Sql,
  nowMs: number,
  user: NewUser & { readonly userId: string; readonly author: string },
): Promise<void> {
  await sql.query(
    `INSERT INTO users (user_id, first_name, last_name, mail_id, mail_key, role_id, is_active, mfa_enable,
                        institution_id, sub_tenant_id, created_at, updated_at, created_by, updated_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $12)`,
    [
      user.userId,
      user.firstName,
      user.lastName,
      user.email,
      emailKeyOf(user.email),
      user.roleId,
      user.isActive ?? true,
      user.mfaEnable ?? false,
      user.institutionId ?? null,
      user.subTenantId ?? null,
      new Date(nowMs),
      user.author,
    ],
  )
}

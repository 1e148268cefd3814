// Changing a user. Every change holds the user's row, asks whether the caller may do everything the user may, and is
// audited with what was before and after, in one transaction.

import { authorOf } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Sql } from '../../storage/database.ts'
import { voidLinksOf } from '../passwords/password-links.ts'
import { assertCovers, type Caller } from '../principal/caller.ts'
import { emailKeyOf } from '../principal/email-addresses.ts'
import { assertAdministratorBesides } from '../roles/administrators.ts'
import { findRole, noSuchRole, type RoleRecord } from '../roles/role-records.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { type Invitations, roleToGive } from './create-user.ts'
import { holdUser, ownerOf, readUser, shownUser, type UserRecord } from './user-records.ts'

export interface UserChange {
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
  readonly mfaEnable?: boolean
  readonly roleId?: string
  /** The version the caller has seen; when it is no longer that one, nothing is changed. */
  readonly version?: number
}

/** A change under way: the user is held and the caller may act on it. */
export interface UserInHand {
  readonly sql: Sql
  readonly nowMs: number
  readonly caller: Caller
  readonly before: UserRecord
  readonly role: RoleRecord
}

/** Does something to a user and leaves the trace of it: version, author, audit log. */
export async function changeUser(
  sql: Sql,
  nowMs: number,
  caller: Caller,
  userId: string,
  action: string,
  change: (user: UserInHand) => Promise<void>,
): Promise<UserRecord> {
  const user = await takeInHand(sql, nowMs, caller, userId)
  await change(user)
  await sql.query('UPDATE users SET version = version + 1, updated_at = $2, updated_by = $3 WHERE user_id = $1', [
    userId,
    new Date(nowMs),
    authorOf(caller.actor),
  ])
  const after = await readUser(sql, nowMs, caller.principal.scope, userId)
  await recordAudit(sql, nowMs, caller.actor, {
    action,
    resource: 'user',
    resourceId: after.userId,
    before: shownUser(user.before),
    after: shownUser(after),
    ...ownerOf(after),
  })
  return after
}

/** What becomes of a change that names nothing to change: it is judged like any other, and leaves no trace. */
export async function leaveUser(
  sql: Sql,
  nowMs: number,
  caller: Caller,
  userId: string,
  version: number | undefined,
): Promise<UserRecord> {
  const { before } = await takeInHand(sql, nowMs, caller, userId)
  assertVersion(before, version)
  return before
}

async function takeInHand(sql: Sql, nowMs: number, caller: Caller, userId: string): Promise<UserInHand> {
  const { scope } = caller.principal
  const before = await holdUser(sql, nowMs, scope, userId)
  // The role of a user in scope is for everyone or of the user's institution, so it is in scope as well.
  const role = await findRole(sql, scope, before.roleId)
  if (role === undefined) throw noSuchRole()
  // What a disabled role would grant counts too: it may be enabled again.
  assertCovers(caller, role.grants, 'the user may do more than you may')
  return { sql, nowMs, caller, before, role }
}

function assertVersion(user: UserRecord, version: number | undefined): void {
  if (version !== undefined && version !== user.version) {
    throw new Problem('conflict', 'the user was changed in the meantime: read it again')
  }
}

export async function applyUserChange(user: UserInHand, change: UserChange, invitations: Invitations): Promise<void> {
  const { sql, before } = user
  assertVersion(before, change.version)
  // UUIDs are written in either letter case.
  const roleId = change.roleId?.toLowerCase()
  if (roleId !== undefined && roleId !== before.roleId) await giveRole(user, roleId)
  await sql.query(
    `UPDATE users SET first_name = coalesce($2, first_name), last_name = coalesce($3, last_name),
                      mfa_enable = coalesce($4, mfa_enable)
      WHERE user_id = $1`,
    [before.userId, change.firstName ?? null, change.lastName ?? null, change.mfaEnable ?? null],
  )
  if (change.email !== undefined && change.email !== before.email) {
    await moveEmail(user, change.email, change.firstName ?? before.firstName, invitations)
  }
}

async function giveRole(user: UserInHand, roleId: string): Promise<void> {
  const { sql, caller, before } = user
  const role = await roleToGive(sql, caller, roleId, before)
  // Before the rule about oneself: it matters more that nobody would be left.
  if (!role.grantsAll || !role.isEnabled) await assertNotLastAdministrator(user)
  if (before.userId === caller.principal.userId) {
    throw new Problem('forbidden', 'nobody changes their own role', { code: 'B-ACC-002' })
  }
  await sql.query('UPDATE users SET role_id = $2 WHERE user_id = $1', [before.userId, role.roleId])
}

/** What was sent to the old address must not open the account any more; who was only invited there is invited here. */
async function moveEmail(
  { sql, nowMs, before }: UserInHand,
  email: string,
  firstName: string,
  invitations: Invitations,
): Promise<void> {
  const { userId } = before
  await sql.query('UPDATE users SET mail_id = $2, mail_key = $3 WHERE user_id = $1', [userId, email, emailKeyOf(email)])
  await voidLinksOf(sql, nowMs, userId)
  if (!before.hasPassword && before.isActive) await invitations.invite(sql, { userId, email, firstName })
}

/** Who becomes active without a password is invited: earlier links did not work, or were never sent. */
export async function applyActivation(user: UserInHand, isActive: boolean, invitations: Invitations): Promise<void> {
  const { sql, nowMs, caller, before } = user
  if (!isActive) {
    // Before the rule about oneself: it matters more that nobody would be left.
    await assertNotLastAdministrator(user)
    if (before.userId === caller.principal.userId) throw new Problem('conflict', 'nobody deactivates themselves')
    await endSessionsOf(sql, nowMs, before.userId, 'deactivated')
  }
  await sql.query('UPDATE users SET is_active = $2 WHERE user_id = $1', [before.userId, isActive])
  if (isActive && !before.isActive && !before.hasPassword) await invitations.invite(sql, before)
}

/** Forgets the second factor and everything that stands in for it. */
export async function applyMfaReset({ sql, nowMs, before }: UserInHand): Promise<void> {
  await sql.query('UPDATE users SET totp_sealed = NULL, totp_device_name = NULL, totp_step = NULL WHERE user_id = $1', [
    before.userId,
  ])
  await sql.query('DELETE FROM totp_offers WHERE user_id = $1', [before.userId])
  await sql.query('DELETE FROM recovery_codes WHERE user_id = $1', [before.userId])
  await endSessionsOf(sql, nowMs, before.userId, 'mfa-reset')
}

export async function applyInvitation({ sql, before }: UserInHand, invitations: Invitations): Promise<void> {
  if (before.hasPassword) throw new Problem('conflict', 'the user has accepted the invitation already')
  // The link would not work; activating sends it.
  if (!before.isActive) throw new Problem('conflict', 'the user is not active')
  await invitations.invite(sql, before)
}

async function assertNotLastAdministrator({ sql, before, role }: UserInHand): Promise<void> {
  const isAdministrator = role.grantsAll && role.isEnabled && before.isActive && before.institutionId === undefined
  if (isAdministrator) await assertAdministratorBesides(sql, before.userId)
}

// Changes a user. Every change locks the user's row and requires that the caller may do everything the user may.

import { assertVersion, changeRecord, readerOf, UNCHANGED } from '../../records/change-record.ts'
import { readRecord } from '../../records/read-records.ts'
import { writeFields } from '../../records/write-record.ts'
import { accessProblem } from '../access-problems.ts'
import { voidLinksOf } from '../passwords/password-links.ts'
import { assertCovers } from '../principal/caller.ts'
import { emailKeyOf } from '../principal/email-addresses.ts'
import { assertAdministratorBesides } from '../roles/administrators.ts'
import { ROLES, type RoleRecord } from '../roles/role-records.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { holdEmail, type Invitations, roleToGive, type UserWork } from './create-user.ts'
import { dropMailChange, type MailConfirmations } from './mail-changes.ts'
import { USERS, type UserRecord } from './user-records.ts'

export interface UserChange {
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly email?: string | undefined
  readonly mfaEnable?: boolean | undefined
  readonly roleId?: string | undefined
  /** The version that the caller read; a stale one is a conflict. */
  readonly version?: number | undefined
}

/** The mails that changes of users send. */
export interface UserMails {
  readonly invitations: Invitations
  readonly confirmations: MailConfirmations
}

/** A user whose row is locked and whom the caller may change. */
export interface LockedUser extends UserWork {
  readonly before: UserRecord
  readonly role: RoleRecord
}

/** Checks and writes; refuses by throwing. */
export type ChangeOfUser = (user: LockedUser) => Promise<unknown>

/** Changes a user, with a new version and an audit record. */
export function changeUser(work: UserWork, userId: string, action: string, change: ChangeOfUser): Promise<UserRecord> {
  return changeRecord(work, USERS, action, userId, async (before) => {
    // The role of a user in scope is for everyone or of the user's institution, so it is in scope as well.
    const role = await readRecord(work.sql, ROLES, readerOf(work), before.roleId)
    // The grants of a disabled role count too: it may be enabled again.
    assertCovers(work.caller, role.grants, 'the user may do more than you may')
    return change({ ...work, before, role })
  })
}

export async function applyUserChange(
  user: LockedUser,
  { version, ...change }: UserChange,
  mails: UserMails,
): Promise<unknown> {
  assertVersion(USERS, user.before, version)
  if (Object.values(change).every((value) => value === undefined)) return UNCHANGED
  return writeUserChange(user, change, mails)
}

async function writeUserChange(user: LockedUser, change: UserChange, mails: UserMails): Promise<void> {
  const { sql, before } = user
  // UUIDs are written in either letter case.
  const roleId = change.roleId?.toLowerCase()
  if (roleId !== undefined && roleId !== before.roleId) await giveRole(user, roleId)
  const { lastName, mfaEnable } = change
  await writeFields(user, USERS, before.id, { firstName: change.firstName, lastName, mfaEnable })
  if (change.email === undefined) return
  const firstName = change.firstName ?? before.firstName
  // To the present address: a new one that waits is given up.
  if (change.email === before.email) await dropMailChange(sql, before.id)
  else if (isNotInUse(before)) await moveEmail(user, change.email, firstName, mails.invitations)
  else await askForConfirmation(user, change.email, firstName, mails.confirmations)
}

async function giveRole(user: LockedUser, roleId: string): Promise<void> {
  const { caller, before } = user
  const role = await roleToGive(user, roleId, before)
  // Checked before the rule about one's own account: losing the last administrator is worse.
  if (!role.grantsAll || !role.isEnabled) await assertNotLastAdministrator(user)
  if (before.id === caller.principal.userId) {
    throw accessProblem('own-role', 'users cannot change their own role')
  }
  await writeFields(user, USERS, before.id, { roleId: role.id })
}

/** Nobody has signed in with the address: neither by a password nor by single sign-on. */
function isNotInUse({ hasPassword, lastLoginAt }: UserRecord): boolean {
  return !hasPassword && lastLoginAt === undefined
}

/** Links sent to the old address must not work any more; an invitation that is still open goes to the new one. */
async function moveEmail(user: LockedUser, email: string, firstName: string, invitations: Invitations): Promise<void> {
  const { sql, nowMs, before } = user
  const userId = before.id
  await holdEmail(sql, nowMs, email, userId)
  await writeFields(user, USERS, userId, { email }, { mail_key: emailKeyOf(email) })
  await voidLinksOf(sql, nowMs, userId)
  if (before.isActive) await invitations.invite(sql, { userId, email, firstName })
}

/** The present address counts until the new one is confirmed. */
async function askForConfirmation(
  { sql, nowMs, before }: LockedUser,
  newEmail: string,
  firstName: string,
  confirmations: MailConfirmations,
): Promise<void> {
  await holdEmail(sql, nowMs, newEmail, before.id)
  await confirmations.request(sql, { userId: before.id, email: before.email, firstName, newEmail })
}

/** Activating a user without a password sends an invitation: earlier links did not work, or were never sent. */
export async function applyActivation(user: LockedUser, isActive: boolean, invitations: Invitations): Promise<void> {
  const { sql, nowMs, caller, before } = user
  if (!isActive) {
    // Checked before the rule about one's own account: losing the last administrator is worse.
    await assertNotLastAdministrator(user)
    if (before.id === caller.principal.userId)
      throw accessProblem('own-deactivation', 'users cannot deactivate themselves')
    await endSessionsOf(sql, nowMs, before.id, 'deactivated')
    // It may be the reason: nobody confirms an address of a user who was shut out.
    await dropMailChange(sql, before.id)
  }
  await writeFields(user, USERS, before.id, { isActive })
  if (isActive && !before.isActive && !before.hasPassword) await invitations.invite(sql, receiverOf(before))
}

/** Deletes the second factor, its recovery codes and what was offered; ends all sessions. */
export async function applyMfaReset({ sql, nowMs, before }: LockedUser): Promise<void> {
  await sql.query('UPDATE users SET totp_sealed = NULL, totp_device_name = NULL, totp_step = NULL WHERE user_id = $1', [
    before.id,
  ])
  await sql.query('DELETE FROM totp_offers WHERE user_id = $1', [before.id])
  await sql.query('DELETE FROM recovery_codes WHERE user_id = $1', [before.id])
  await endSessionsOf(sql, nowMs, before.id, 'mfa-reset')
}

export async function applyInvitation({ sql, before }: LockedUser, invitations: Invitations): Promise<void> {
  if (before.hasPassword) throw accessProblem('invitation-accepted', 'the user has accepted the invitation already')
  // The link would not work; activation sends one.
  if (!before.isActive) throw accessProblem('user-not-active', 'the user is not active')
  await invitations.invite(sql, receiverOf(before))
}

async function assertNotLastAdministrator({ sql, before, role }: LockedUser): Promise<void> {
  const isAdministrator = role.grantsAll && role.isEnabled && before.isActive && before.institutionId === undefined
  if (isAdministrator) await assertAdministratorBesides(sql, before.id)
}

function receiverOf({ id, email, firstName }: UserRecord) {
  return { userId: id, email, firstName }
}

// Users: the people who administer, invited by one another. A caller sees and changes the users of their own scope only.

import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { Records } from '../../records/records.ts'
import type { Caller } from '../principal/caller.ts'
import { clearLockout } from '../sessions/lockout.ts'
import {
  applyActivation,
  applyInvitation,
  applyMfaReset,
  applyUserChange,
  type ChangeOfUser,
  changeUser,
  type UserChange,
} from './change-user.ts'
import { createUser, type Invitations, type NewUser, withFreeEmail } from './create-user.ts'
import type { MailConfirmations } from './mail-changes.ts'
import { USERS, type UserFilter, type UserRecord } from './user-records.ts'

export interface UsersParts {
  readonly database: Database
  readonly clock: Clock
  readonly passwordLinks: Invitations
  readonly mailChanges: MailConfirmations
}

export class Users extends Records<UserRecord, UserFilter> {
  readonly #invitations: Invitations
  readonly #confirmations: MailConfirmations

  constructor(parts: UsersParts) {
    super(USERS, parts)
    this.#invitations = parts.passwordLinks
    this.#confirmations = parts.mailChanges
  }

  /** Creates the user and, unless inactive, sends the invitation. */
  create(caller: Caller, user: NewUser): Promise<UserRecord> {
    return withFreeEmail(() => this.transaction(caller, (work) => createUser(work, this.#invitations, user)))
  }

  /** With nothing to change, the user comes back as it is. A new address counts once it is confirmed. */
  update(caller: Caller, userId: string, change: UserChange): Promise<UserRecord> {
    const mails = { invitations: this.#invitations, confirmations: this.#confirmations }
    return withFreeEmail(() =>
      this.#change(caller, userId, 'user.update', (user) => applyUserChange(user, change, mails)),
    )
  }

  /** Deactivating ends all sessions of the user; activating invites a user who has not chosen a password yet. */
  setActive(caller: Caller, userId: string, isActive: boolean): Promise<UserRecord> {
    const action = isActive ? 'user.activate' : 'user.deactivate'
    return this.#change(caller, userId, action, (user) => applyActivation(user, isActive, this.#invitations))
  }

  /** Sends the invitation again to a user who has not accepted it. */
  invite(caller: Caller, userId: string): Promise<UserRecord> {
    return this.#change(caller, userId, 'user.invite', (user) => applyInvitation(user, this.#invitations))
  }

  unlock(caller: Caller, userId: string): Promise<UserRecord> {
    return this.#change(caller, userId, 'user.unlock', ({ sql, before }) => clearLockout(sql, before.id))
  }

  /** Removes the second factor, so that another can be registered; ends all sessions of the user. */
  resetMfa(caller: Caller, userId: string): Promise<UserRecord> {
    return this.#change(caller, userId, 'user.reset-mfa', applyMfaReset)
  }

  #change(caller: Caller, userId: string, action: string, change: ChangeOfUser): Promise<UserRecord> {
    return this.transaction(caller, (work) => changeUser(work, userId, action, change))
  }
}

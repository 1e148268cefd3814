// Users: the people who administer, invited by one another. A caller sees and changes the users of the own scope only.

import type { Clock } from '../../kernel/clock.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Database } from '../../storage/database.ts'
import type { Listed, PageRequest } from '../../storage/listed.ts'
import type { Caller } from '../principal/caller.ts'
import { clearLockout } from '../sessions/lockout.ts'
import {
  applyActivation,
  applyInvitation,
  applyMfaReset,
  applyUserChange,
  changeUser,
  leaveUser,
  type UserChange,
  type UserInHand,
} from './change-user.ts'
import { createUser, type Invitations, type NewUser, withFreeEmail } from './create-user.ts'
import { listUsers, type UserFilter } from './user-list.ts'
import { readUser, type UserRecord } from './user-records.ts'

export interface UsersParts {
  readonly database: Database
  readonly clock: Clock
  readonly passwordLinks: Invitations
}

export class Users {
  readonly #database: Database
  readonly #clock: Clock
  readonly #invitations: Invitations

  constructor(parts: UsersParts) {
    this.#database = parts.database
    this.#clock = parts.clock
    this.#invitations = parts.passwordLinks
  }

  /** Throws a 404 for users that are not there or not in scope. */
  find(scope: Scope, userId: string): Promise<UserRecord> {
    return readUser(this.#database, this.#clock.now(), scope, userId)
  }

  list(scope: Scope, filter: UserFilter, page: PageRequest): Promise<Listed<UserRecord>> {
    return listUsers(this.#database, this.#clock.now(), scope, filter, page)
  }

  /** Makes the user and, unless inactive, sends the invitation. */
  create(caller: Caller, user: NewUser): Promise<UserRecord> {
    return withFreeEmail(() =>
      this.#database.transaction((sql) => createUser(sql, this.#clock.now(), this.#invitations, caller, user)),
    )
  }

  update(caller: Caller, userId: string, change: UserChange): Promise<UserRecord> {
    const { version, ...wanted } = change
    if (Object.values(wanted).every((value) => value === undefined)) {
      return this.#database.transaction((sql) => leaveUser(sql, this.#clock.now(), caller, userId, version))
    }
    return withFreeEmail(() =>
      this.#change(caller, userId, 'user.update', (user) => applyUserChange(user, change, this.#invitations)),
    )
  }

  /** Deactivating ends all sessions of the user; activating invites who has not chosen a password yet. */
  setActive(caller: Caller, userId: string, isActive: boolean): Promise<UserRecord> {
    const action = isActive ? 'user.activate' : 'user.deactivate'
    return this.#change(caller, userId, action, (user) => applyActivation(user, isActive, this.#invitations))
  }

  /** Sends the invitation again to somebody who has not accepted it. */
  invite(caller: Caller, userId: string): Promise<UserRecord> {
    return this.#change(caller, userId, 'user.invite', (user) => applyInvitation(user, this.#invitations))
  }

  unlock(caller: Caller, userId: string): Promise<UserRecord> {
    return this.#change(caller, userId, 'user.unlock', ({ sql, before }) => clearLockout(sql, before.userId))
  }

  /** Takes the second factor away, so that another can be registered; ends all sessions of the user. */
  resetMfa(caller: Caller, userId: string): Promise<UserRecord> {
    return this.#change(caller, userId, 'user.reset-mfa', applyMfaReset)
  }

  #change(
    caller: Caller,
    userId: string,
    action: string,
    change: (user: UserInHand) => Promise<void>,
  ): Promise<UserRecord> {
    return this.#database.transaction((sql) => changeUser(sql, this.#clock.now(), caller, userId, action, change))
  }
}

// Users of digital banking: customers that a partner has onboarded at one of its institutions.

import { authorOf } from '../../administration/audit/actor.ts'
import { isUuid, newId } from '../../platform/kernel/identifiers/ids.ts'
import type { Problem } from '../../platform/kernel/problems/problem.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { refuseDuplicates } from '../../platform/storage/statements/duplicates.ts'
import type { Once } from '../../platform/storage/statements/once.ts'
import { resourceOf } from '../resource.ts'
import type { SettingsOf } from '../settings.ts'
import { tellUser } from '../token-events.ts'
import { tokenProblem } from '../token-problems.ts'
import type { DigitalInstitution } from './digital-institution.ts'
import type { DigitalUser } from './digital-user.ts'
import { lockInstitution } from './institution-records.ts'
import { institutionNotFound } from './institutions.ts'
import {
  auditOperator,
  checkMove,
  type PartyParts,
  type PartyRequest,
  type PartyWork,
  runParty,
  type StatusChange,
} from './party-request.ts'
import { USER_MOVES, type UserTarget } from './party-states.ts'
import {
  hasAccounts,
  hasUserWith,
  insertUser,
  type Kyc,
  lockUser,
  moveUser,
  readUser,
  USER_INDEXES,
} from './user-records.ts'

export type NewUser = Pick<
  DigitalUser,
  'type' | 'firstName' | 'lastName' | 'legalName' | 'externalId' | 'email' | 'phone' | 'country'
> & { readonly kyc?: Kyc }

export interface DigitalUsersParts extends PartyParts {
  readonly settingsOf: SettingsOf
}

export class DigitalUsers {
  readonly #parts: DigitalUsersParts

  constructor(parts: DigitalUsersParts) {
    this.#parts = parts
  }

  /** Refusals: `institution-not-found`, `user-exists`, `institution-not-active`, `reference-reused`. */
  create(request: PartyRequest, institutionId: string, draft: NewUser): Promise<Once<DigitalUser>> {
    return runParty(this.#parts, request, {
      read: (sql, id) => existing(sql, request.caller.partnerId, id),
      run: (work) => this.#create(work, institutionId, draft),
      idOf: ({ userId }) => userId,
    })
  }

  async #create(work: PartyWork, institutionId: string, { kyc, ...draft }: NewUser): Promise<DigitalUser> {
    const { sql, nowMs, caller, reference, channelType } = work
    const institution = isUuid(institutionId)
      ? await lockInstitution(sql, caller.partnerId, institutionId, 'FOR KEY SHARE')
      : undefined
    if (institution === undefined) throw institutionNotFound()
    // Before the state of the institution: conflicts go before what cannot be processed.
    const { externalId } = draft
    if (externalId !== undefined && (await hasUserWith(sql, institution.institutionId, externalId))) throw taken()
    assertActive(institution)
    const userId = newId(nowMs)
    const at = new Date(nowMs)
    const user: DigitalUser = {
      ...draft,
      userId,
      institutionId: institution.institutionId,
      partnerId: caller.partnerId,
      state: this.#parts.settingsOf(institution).onboardingUsers === 'AUTO' ? 'ACTIVE' : 'PENDING_VERIFICATION',
      made: { ref: reference.ref, channelType, version: 1, createdAt: at, updatedAt: at },
    }
    await refuseDuplicates(USER_INDEXES, taken, () => insertUser(sql, user, kyc, authorOf(caller.actor)))
    await tellUser(sql, nowMs, work.views, user, institution.bookId)
    await auditOperator(work, 'digital-user.create', {
      resource: 'digital-user',
      resourceId: userId,
      institutionId: institution.externalId,
      // Without personal data.
      after: { institutionId: institution.institutionId, type: user.type, state: user.state },
    })
    return user
  }

  /** A user of the partner. Refusals: `user-not-found`. */
  find(partnerId: string, userId: string): Promise<DigitalUser> {
    return existing(this.#parts.database, partnerId, userId)
  }

  /** Refusals: `user-not-found`, `version-conflict`, `invalid-state-transition`, `open-obligations`, `reference-reused`. */
  changeStatus(request: PartyRequest, userId: string, change: StatusChange<UserTarget>): Promise<Once<DigitalUser>> {
    return runParty(this.#parts, request, {
      read: (sql, id) => existing(sql, request.caller.partnerId, id),
      run: (work) => changeStatus(work, userId, change),
      idOf: (user) => user.userId,
    })
  }
}

async function changeStatus(work: PartyWork, userId: string, change: StatusChange<UserTarget>): Promise<DigitalUser> {
  const { sql, nowMs, caller } = work
  const user = isUuid(userId) ? await lockUser(sql, caller.partnerId, userId, 'FOR UPDATE') : undefined
  if (user === undefined) throw userNotFound()
  const resource = resourceOf('USER', user.userId, user.state)
  checkMove({ ...user, resource }, change, USER_MOVES)
  // The lock keeps new accounts away, and a closed account stays closed.
  if (change.target === 'CLOSED' && (await hasAccounts(sql, user.userId))) {
    throw tokenProblem('open-obligations', 'the user has accounts that are not closed', { resource })
  }
  const moved = await moveUser(sql, user.userId, { ...change, author: authorOf(caller.actor), nowMs })
  const externalId = await externalIdOf(sql, user.institutionId)
  await tellUser(sql, nowMs, work.views, moved, externalId ?? user.institutionId)
  await auditOperator(work, 'digital-user.change-status', {
    resource: 'digital-user',
    resourceId: moved.userId,
    institutionId: externalId,
    before: { state: user.state, version: user.made.version },
    after: { state: moved.state, version: moved.made.version, reason: change.reason },
  })
  return moved
}

async function externalIdOf(sql: Sql, institutionId: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ external_id: string | null }>(
    'SELECT external_id FROM digital_institutions WHERE institution_id = $1',
    [institutionId],
  )
  return rows[0]?.external_id ?? undefined
}

async function existing(sql: Sql, partnerId: string, userId: string): Promise<DigitalUser> {
  const user = isUuid(userId) ? await readUser(sql, partnerId, userId) : undefined
  if (user === undefined) throw userNotFound()
  return user
}

function assertActive({ institutionId, state }: DigitalInstitution): void {
  if (state === 'ACTIVE') return
  throw tokenProblem('institution-not-active', `the institution is ${state}`, {
    resource: resourceOf('INSTITUTION', institutionId, state),
  })
}

function userNotFound(): Problem {
  return tokenProblem('user-not-found', 'there is no such user')
}

function taken(_field?: string, cause?: unknown): Problem {
  return tokenProblem('user-exists', 'the institution has a user with this externalId', {
    details: [{ path: 'user.externalId', message: 'belongs to another user of the institution' }],
    cause,
  })
}

// Digital institutions: onboarded by a partner, read, and moved through their states.

import { authorOf } from '../../administration/audit/actor.ts'
import { isUuid, newId } from '../../platform/kernel/identifiers/ids.ts'
import type { Problem } from '../../platform/kernel/problems/problem.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { refuseDuplicates } from '../../platform/storage/statements/duplicates.ts'
import type { Once } from '../../platform/storage/statements/once.ts'
import { type Position, readPositions } from '../movements/checks/positions.ts'
import { resourceOf } from '../resource.ts'
import type { SettingsOf } from '../settings.ts'
import { tellInstitution } from '../token-events.ts'
import { tokenProblem } from '../token-problems.ts'
import type { DigitalInstitution } from './digital-institution.ts'
import {
  changeInstitution,
  hasOpenWork,
  INSTITUTION_INDEXES,
  insertInstitution,
  lockInstitution,
  readInstitution,
} from './institution-records.ts'
import {
  auditOperator,
  checkMove,
  checkVersion,
  type PartyCaller,
  type PartyParts,
  type PartyRequest,
  type PartyWork,
  runParty,
} from './party-request.ts'
import { INSTITUTION_MOVES, type InstitutionTarget } from './party-states.ts'

export type NewInstitution = Pick<DigitalInstitution, 'name' | 'country' | 'currencies' | 'bic' | 'lei' | 'externalId'>

/** What can be added to an institution later. */
export interface AddedTerms {
  readonly currencies?: readonly string[] | undefined
  readonly bic?: string | undefined
  readonly lei?: string | undefined
}

/** A move, terms that are added, or both at once. */
export interface InstitutionChange {
  readonly target?: InstitutionTarget | undefined
  /** With a target. */
  readonly reason?: string | undefined
  readonly added?: AddedTerms | undefined
  readonly expectedVersion?: number | undefined
}

export interface DigitalInstitutionsParts extends PartyParts {
  readonly settingsOf: SettingsOf
}

export class DigitalInstitutions {
  readonly #parts: DigitalInstitutionsParts

  constructor(parts: DigitalInstitutionsParts) {
    this.#parts = parts
  }

  /** Refusals: `partner-not-allowed`, `institution-exists`, `reference-reused`. */
  create(request: PartyRequest, draft: NewInstitution): Promise<Once<DigitalInstitution>> {
    return runParty(this.#parts, request, {
      read: (sql, id) => existing(sql, request.caller.partnerId, id),
      run: (work) => this.#create(work, draft),
      idOf: ({ institutionId }) => institutionId,
    })
  }

  async #create(work: PartyWork, draft: NewInstitution): Promise<DigitalInstitution> {
    const { sql, nowMs, caller, reference, channelType } = work
    const { externalId } = draft
    if (externalId !== undefined) await assertMayUse(sql, caller, externalId)
    const institutionId = newId(nowMs)
    const { onboardingInstitutions } = this.#parts.settingsOf({ institutionId, externalId })
    const at = new Date(nowMs)
    const institution: DigitalInstitution = {
      ...draft,
      institutionId,
      bookId: externalId ?? institutionId,
      partnerId: caller.partnerId,
      state: onboardingInstitutions === 'AUTO' ? 'ACTIVE' : 'PENDING_REVIEW',
      made: { ref: reference.ref, channelType, version: 1, createdAt: at, updatedAt: at },
    }
    await refuseDuplicates(INSTITUTION_INDEXES, taken, () =>
      insertInstitution(sql, institution, authorOf(caller.actor)),
    )
    await tellInstitution(sql, nowMs, work.views, institution)
    await auditOperator(work, 'digital-institution.create', {
      resource: 'digital-institution',
      resourceId: institutionId,
      institutionId: externalId,
      after: { ...draft, state: institution.state },
    })
    return institution
  }

  /** An institution of the partner. Refusals: `institution-not-found`. */
  find(partnerId: string, institutionId: string): Promise<DigitalInstitution> {
    return existing(this.#parts.database, partnerId, institutionId)
  }

  /** One that every partner can see: ACTIVE or SUSPENDED. Refusals: `institution-not-found`. */
  async visible(institutionId: string): Promise<DigitalInstitution> {
    const institution = await readWellFormed(this.#parts.database, institutionId)
    if (institution === undefined || !isVisible(institution)) throw institutionNotFound()
    return institution
  }

  /** One of the partner, or one that every partner can see. Refusals: `institution-not-found`. */
  async readable(partnerId: string, institutionId: string): Promise<DigitalInstitution> {
    const institution = await readWellFormed(this.#parts.database, institutionId)
    if (institution === undefined) throw institutionNotFound()
    if (institution.partnerId !== partnerId && !isVisible(institution)) throw institutionNotFound()
    return institution
  }

  positions(institution: DigitalInstitution): Promise<readonly Position[]> {
    return readPositions(this.#parts.database, institution)
  }

  /**
   * Refusals: `institution-not-found`, `version-conflict`, `invalid-state-transition`, `open-obligations`,
   * `institution-exists`, `reference-reused`.
   */
  changeStatus(
    request: PartyRequest,
    institutionId: string,
    change: InstitutionChange,
  ): Promise<Once<DigitalInstitution>> {
    return runParty(this.#parts, request, {
      read: (sql, id) => existing(sql, request.caller.partnerId, id),
      run: (work) => changeStatus(work, institutionId, change),
      idOf: (institution) => institution.institutionId,
    })
  }
}

async function changeStatus(
  work: PartyWork,
  institutionId: string,
  { target, reason, added, expectedVersion }: InstitutionChange,
): Promise<DigitalInstitution> {
  const { sql, nowMs, caller } = work
  const institution = isUuid(institutionId)
    ? await lockInstitution(sql, caller.partnerId, institutionId, 'FOR UPDATE')
    : undefined
  if (institution === undefined) throw institutionNotFound()
  const resource = resourceOf('INSTITUTION', institution.institutionId, institution.state)
  checkVersion({ ...institution, resource }, expectedVersion)
  const terms = added === undefined ? institution : withAdded(institution, added)
  if (target !== undefined) checkMove({ ...institution, resource }, { target }, INSTITUTION_MOVES)
  if (target === 'OFFBOARDED' && (await hasObligations(sql, institution))) {
    throw tokenProblem(
      'open-obligations',
      'tokens, their backing, debts between institutions, unclaimed money or open work are left',
      { resource },
    )
  }
  const changed = await refuseDuplicates(INSTITUTION_INDEXES, taken, () =>
    changeInstitution(sql, institution, {
      ...terms,
      state: target ?? institution.state,
      reason,
      author: authorOf(caller.actor),
      nowMs,
    }),
  )
  await tellInstitution(sql, nowMs, work.views, changed)
  await auditOperator(work, `digital-institution.${target === undefined ? 'update' : 'change-status'}`, {
    resource: 'digital-institution',
    resourceId: changed.institutionId,
    institutionId: changed.externalId,
    before: audited(institution),
    after: { ...audited(changed), ...(reason !== undefined && { reason }) },
  })
  return changed
}

function audited({ state, currencies, bic, lei, made }: DigitalInstitution) {
  return { state, currencies, bic, lei, version: made.version }
}

/** Adds to the currencies, and BIC and LEI where none is. Nothing is taken away or replaced. */
function withAdded(institution: DigitalInstitution, added: AddedTerms): DigitalInstitution {
  const { state, institutionId, currencies } = institution
  const resource = resourceOf('INSTITUTION', institutionId, state)
  if (state === 'REJECTED' || state === 'OFFBOARDED')
    throw tokenProblem('invalid-state-transition', `an institution that is ${state} cannot be changed`, { resource })
  for (const name of ['bic', 'lei'] as const) {
    if (added[name] === undefined || institution[name] === undefined || added[name] === institution[name]) continue
    throw tokenProblem('invalid-state-transition', `the institution has another ${name}`, {
      resource,
      details: [{ path: `institution.${name}`, message: 'is there already and cannot be replaced' }],
    })
  }
  const bic = institution.bic ?? added.bic
  const lei = institution.lei ?? added.lei
  return {
    ...institution,
    currencies: [...new Set([...currencies, ...(added.currencies ?? [])])],
    ...(bic !== undefined && { bic }),
    ...(lei !== undefined && { lei }),
  }
}

/** Under the institution's lock nothing new begins: once no work is open, positions stay as they are. */
async function hasObligations(sql: Sql, institution: DigitalInstitution): Promise<boolean> {
  if (await hasOpenWork(sql, institution)) return true
  const positions = await readPositions(sql, institution)
  return positions.some(({ supplyMinor, backingMinor, owedMinor, unclaimedMinor }) =>
    [supplyMinor, backingMinor, owedMinor, unclaimedMinor].some((minor) => minor !== 0n),
  )
}

/** The institution of family A cannot be deleted until the transaction ends. */
async function assertMayUse(sql: Sql, { institutionIds }: PartyCaller, externalId: string): Promise<void> {
  const { rowCount } = institutionIds.has(externalId)
    ? await sql.query('SELECT FROM institutions WHERE institution_id = $1 FOR KEY SHARE', [externalId])
    : { rowCount: 0 }
  if (rowCount === 0) {
    throw tokenProblem('partner-not-allowed', 'the partner does not work for the institution of externalId')
  }
}

async function existing(sql: Sql, partnerId: string, institutionId: string): Promise<DigitalInstitution> {
  const institution = await readWellFormed(sql, institutionId)
  if (institution?.partnerId !== partnerId) throw institutionNotFound()
  return institution
}

async function readWellFormed(sql: Sql, institutionId: string): Promise<DigitalInstitution | undefined> {
  return isUuid(institutionId) ? await readInstitution(sql, institutionId) : undefined
}

function isVisible({ state }: DigitalInstitution): boolean {
  return state === 'ACTIVE' || state === 'SUSPENDED'
}

export function institutionNotFound(): Problem {
  return tokenProblem('institution-not-found', 'there is no such institution')
}

function taken(field: string, cause: unknown): Problem {
  return tokenProblem('institution-exists', `there is an institution with this ${field}`, {
    details: [{ path: `institution.${field}`, message: 'belongs to another institution' }],
    cause,
  })
}

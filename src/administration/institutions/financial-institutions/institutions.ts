// Financial institutions: drafted by one person, approved by another, and activated once they are ready. Until then, and
// while suspended, family A declines everything (912).

import type { Environment } from '../../../platform/kernel/environment.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { addDays, businessDateAt, type Clock } from '../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { refuseDuplicate } from '../../../platform/storage/statements/duplicates.ts'
import type { ListPage, PageRequest } from '../../../platform/storage/statements/list-query.ts'
import { type Actor, authorOf } from '../../audit/actor.ts'
import { type AuditRecord, listAuditRecords } from '../../audit/audit-queries.ts'
import { identityTiesOf, tieWords } from '../../audit/identity-ties.ts'
import {
  assertVersion,
  changeRecord,
  deleteRecord,
  type RecordWork,
  recordCreation,
} from '../../records/change-record.ts'
import { assertFixed } from '../../records/fixed-fields.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import { insertRecord, writeFields } from '../../records/write-record.ts'
import type { DirectoryServices } from '../change-directory.ts'
import { DirectoryRecords } from '../directory-records.ts'
import { institutionProblem } from '../institution-problems.ts'
import { convertTerminalLimits } from '../terminals/terminal-limits.ts'
import { deleteUnused } from './institution-in-use.ts'
import { MOVES, type Move, type MoveName, STATES } from './institution-moves.ts'
import { type InstitutionFilter, type InstitutionRecord, institutionKind } from './institution-records.ts'
import {
  changedTerms,
  type InstitutionChange,
  type InstitutionTerms,
  type NewInstitution,
  newTerms,
  storedTerms,
} from './institution-terms.ts'
import { missingFields, type Readiness, type Requirement, readinessOf, wordsFor } from './readiness.ts'

interface InstitutionServices extends DirectoryServices {
  /** An institution is ready when it has an active connectivity here. */
  readonly environment: Environment
  /** Gives business dates: the sandbox can move it. `clock` is real time. */
  readonly businessClock: Clock
}

export class Institutions extends DirectoryRecords<InstitutionRecord, InstitutionFilter> {
  readonly #services: InstitutionServices
  readonly #kind: ReturnType<typeof institutionKind>

  constructor(services: InstitutionServices) {
    const kind = institutionKind(services.businessClock)
    super(kind, services)
    this.#services = services
    this.#kind = kind
  }

  /** Refusals: `forbidden` for scoped users, `invalid`, `conflict` when the institutionId or a BIN is taken. */
  async create(caller: RecordCaller, institution: NewInstitution): Promise<InstitutionRecord> {
    assertPlatform(caller)
    const { institutionId } = institution
    const terms = newTerms(institution)
    return this.transaction(caller, async (work) => {
      const id = newId(work.nowMs)
      const { fields, columns } = storedTerms(terms)
      const draft = { institutionId, ...fields, status: 'DRAFT' } as const
      await refuseDuplicate('institutions_pkey', institutionIdTaken, () =>
        insertRecord(work, this.#kind, id, draft, { ...columns, edited_by: personOf(caller.actor) }),
      )
      await assertBinsFree(work, institutionId, terms)
      return await recordCreation(work, this.#kind, 'institution.create', id)
    })
  }

  /**
   * A rejected institution becomes a draft again. Refusals: `conflict` for the state, a stale version, and the removal of what
   * an ACTIVE one needs; `invalid`.
   */
  update(caller: RecordCaller, id: string, change: InstitutionChange): Promise<InstitutionRecord> {
    return this.transaction(caller, (work) =>
      changeRecord(work, this.#kind, 'institution.update', id, async (before) => {
        assertVersion(this.#kind, before, change.version)
        const { editedTo, isNew, staysReady } = STATES[before.status]
        if (editedTo === undefined) throw wrongState(before, 'it cannot be changed')
        assertFixed(['institutionId'], before, change)
        const terms = changedTerms(before, change)
        if (staysReady) assertKeepsReadiness(before, terms)
        await assertBranchesUnused(work.sql, before, terms)
        if (!isNew) {
          if (terms.baseCurrency !== before.baseCurrency) throw wrongState(before, 'its base currency is fixed')
          assertDateNotSetBack(before, terms, this.#services.businessClock.now())
        }
        const { fields, columns } = storedTerms(terms)
        const statusReason = editedTo === before.status ? undefined : null
        const written = { ...fields, status: editedTo, statusReason }
        await writeFields(work, this.#kind, id, written, { ...columns, edited_by: personOf(caller.actor) })
        await convertTerminalLimits(work.sql, before.institutionId, before.baseCurrency, terms.baseCurrency)
        await assertBinsFree(work, before.institutionId, terms)
      }),
    )
  }

  /**
   * Refusals: `forbidden` for who may not make the move, `conflict` in any state that the move does not begin with, and
   * while something is missing.
   */
  move(caller: RecordCaller, id: string, name: MoveName, reason?: string): Promise<InstitutionRecord> {
    const move: Move = MOVES[name]
    return this.transaction(caller, (work) =>
      changeRecord(work, this.#kind, `institution.${name}`, id, async (before) => {
        if (move.byItsUsers !== true) assertPlatform(caller)
        if (!move.from.includes(before.status)) throw wrongState(before, `${name} needs ${move.from.join(' or ')}`)
        if (move.byAnother) await assertAnother(work, id)
        if (move.needsFields) assertNothingMissing(missingFields(before))
        if (move.needsReadiness) await this.#assertReady(work, before)
        await work.sql.query(
          `UPDATE institutions
              SET status = $2, status_reason = $3, submitted_by = CASE WHEN $2 = 'SUBMITTED' THEN $4 ELSE submitted_by END,
                  closed_through = CASE WHEN $2 = 'ACTIVE' THEN coalesce(closed_through, $5) ELSE closed_through END
            WHERE id = $1`,
          [id, move.to, reason ?? null, personOf(caller.actor), dayBefore(before, this.#services.businessClock.now())],
        )
      }),
    )
  }

  /** Refusals: `conflict` once it has been submitted and not rejected, and when something belongs to it. */
  delete(caller: RecordCaller, id: string): Promise<void> {
    return this.transaction(caller, (work) =>
      deleteRecord(work, this.#kind, 'institution.delete', id, async (before) => {
        if (!STATES[before.status].isNew) throw wrongState(before, 'it cannot be deleted')
        await deleteUnused(work.sql, before.institutionId)
      }),
    )
  }

  async readiness(scope: Scope, id: string): Promise<Readiness> {
    const { database, environment } = this.#services
    return readinessOf(database, await this.find(scope, id), environment)
  }

  /** Why the caller may neither approve nor reject an institution that waits for it; undefined when nothing is in the way. */
  async whyNotDecided({ principal, actor }: RecordCaller, id: string): Promise<string | undefined> {
    const { database } = this.#services
    const { status } = await this.find(principal.scope, id)
    if (!MOVES.approve.from.some((from) => from === status)) return undefined
    return whyNotAnother(database, this.#services.clock.now(), id, personOf(actor))
  }

  /** The audit records of the institution's own record, newest first. */
  async history(scope: Scope, id: string, page: PageRequest): Promise<ListPage<AuditRecord>> {
    const institution = await this.find(scope, id)
    const filter = { resource: this.#kind.resource, resourceId: institution.id }
    return listAuditRecords(this.#services.database, scope, filter, page)
  }

  async #assertReady({ sql }: RecordWork, before: InstitutionRecord): Promise<void> {
    const { missing } = await readinessOf(sql, before, this.#services.environment)
    assertNothingMissing(missing)
  }
}

function assertPlatform({ principal: { scope } }: RecordCaller): void {
  if (scope.institutionId === undefined) return
  throw institutionProblem('platform-only', 'this is reserved for users of the platform')
}

function assertNothingMissing(missing: readonly Requirement[]): void {
  if (missing.length === 0) return
  throw institutionProblem('institution-not-ready', `the institution is not ready; it lacks ${wordsFor(missing)}`)
}

/** What it lacked before, because an earlier version let it be removed, does not stop other changes. */
function assertKeepsReadiness(before: InstitutionRecord, terms: InstitutionTerms): void {
  const lackedBefore = missingFields(before)
  const removed = missingFields(terms).filter((requirement) => !lackedBefore.includes(requirement))
  if (removed.length === 0) return
  throw institutionProblem('institution-not-ready', `an active institution needs ${wordsFor(removed)}`)
}

/** A terminal names a branch of its institution. One that is decommissioned is never used again. */
async function assertBranchesUnused(
  sql: Sql,
  { institutionId, branches }: InstitutionRecord,
  terms: InstitutionTerms,
): Promise<void> {
  const removed = branches.flatMap(({ id }) => (terms.branches.some((branch) => branch.id === id) ? [] : [id]))
  if (removed.length === 0) return
  const { rows } = await sql.query<{ branch_id: string; terminal_id: string }>(
    `SELECT branch_id, terminal_id FROM terminals
      WHERE institution_id = $1 AND branch_id = ANY ($2) AND status <> 'DECOMMISSIONED'
      ORDER BY branch_id, terminal_id LIMIT 1`,
    [institutionId, removed],
  )
  const [used] = rows
  if (used === undefined) return
  const { branch_id: branchId, terminal_id: terminalId } = used
  throw institutionProblem('branch-in-use', `branches: terminal ${terminalId} uses branch ${branchId}`)
}

function wrongState({ status }: InstitutionRecord, consequence: string): Problem {
  return institutionProblem('institution-wrong-state', `the institution is ${status}: ${consequence}`)
}

async function assertAnother({ sql, nowMs, caller }: RecordWork, id: string): Promise<void> {
  const refusal = await whyNotAnother(sql, nowMs, id, personOf(caller.actor))
  if (refusal !== undefined) throw institutionProblem('institution-own-work', refusal)
}

/** Four eyes. People are told apart by their id, because their address may change; two that are tied may be one. */
async function whyNotAnother(sql: Sql, nowMs: number, id: string, person: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ worker: string; mail_id: string | null }>(
    `SELECT DISTINCT w.worker, u.mail_id
       FROM institutions i
      CROSS JOIN LATERAL (VALUES (i.submitted_by), (i.edited_by)) w (worker)
       LEFT JOIN users u ON u.user_id::text = w.worker
      WHERE i.id = $1 AND w.worker IS NOT NULL
      ORDER BY w.worker`,
    [id],
  )
  if (rows.some(({ worker }) => worker === person)) {
    return 'who submitted the institution or edited it last may neither approve nor reject it'
  }
  const ties = await identityTiesOf(sql, nowMs, person)
  for (const { worker, mail_id: mailId } of rows) {
    const tie = ties.find(({ otherId }) => otherId === worker)
    if (tie !== undefined) return tieWords(tie, mailId ?? worker)
  }
  return undefined
}

function personOf(actor: Actor): string {
  return actor.userId ?? authorOf(actor)
}

/** Postings carry the business date, and it never goes back: a day that was left, or closed, does not begin again. */
function assertDateNotSetBack(before: InstitutionRecord, terms: InstitutionTerms, nowMs: number): void {
  const date = businessDateAt(nowMs, { timeZone: terms.timezone, cutoverTime: terms.cutoverTime })
  const current = businessDateAt(nowMs, { timeZone: before.timezone, cutoverTime: before.cutoverTime })
  if (date >= current) return
  throw institutionProblem(
    'institution-date-set-back',
    'the timezone and cutoverTime would set the business date back; change them later in the day',
  )
}

/** The end of day begins with the business date of the first activation. */
function dayBefore({ timezone, cutoverTime }: InstitutionRecord, nowMs: number): string {
  return addDays(businessDateAt(nowMs, { timeZone: timezone, cutoverTime }), -1)
}

function institutionIdTaken(cause: unknown): Problem {
  return institutionProblem('institution-id-taken', 'the institutionId is taken', { cause })
}

/**
 * Call it after the row was written: every change of an institution holds the directory's epoch until its commit, so
 * two changes that take the same BIN cannot both miss the other.
 */
async function assertBinsFree({ sql }: RecordWork, institutionId: string, { bins }: InstitutionTerms): Promise<void> {
  const { rows } = await sql.query<{ bins: string[] }>(
    'SELECT bins FROM institutions WHERE institution_id <> $1 AND bins && $2::text[]',
    [institutionId, bins],
  )
  const taken = bins.filter((bin) => rows.some((other) => other.bins.includes(bin)))
  if (taken.length === 0) return
  throw institutionProblem('institution-bin-taken', `the BIN ${taken.join(', ')} is another institution's`)
}

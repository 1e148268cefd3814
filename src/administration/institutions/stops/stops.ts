// Stops: orders that every node declines from the next one on. Times are real ones: the sandbox's movable clock does not end them.
//
//   state     change                       lift     time
//   ACTIVE    a later end, 30 days at most LIFTED   EXPIRED after expiresAt
//   LIFTED    409                          409      –
//   EXPIRED   409                          409      –

import { minorFromNumber } from '../../../platform/kernel/money/money.ts'
import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { DAY_MS } from '../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { assertVersion, changeRecord, type RecordWork } from '../../records/change-record.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import { Records } from '../../records/records.ts'
import { createRecord, writeFields } from '../../records/write-record.ts'
import type { PartnerServices } from '../change-directory.ts'
import { institutionProblem } from '../institution-problems.ts'
import { assertNamedInstitution } from '../named-institution.ts'
import { STOPS_TOPIC } from './stop-list.ts'
import { STOPS, type StopFilter, type Stopped, type StopRecord } from './stop-records.ts'

const DEFAULT_MS = DAY_MS
const LONGEST_MS = 30 * DAY_MS
/** Of one institution, or of those that name none: every order is held against each of them. */
const MOST_IN_FORCE = 200

type Sent<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined }

export interface NewStop extends Sent<Stopped> {
  readonly reason: string
  readonly note?: string | undefined
  /** ISO 8601; in 24 hours unless stated. */
  readonly expiresAt?: string | undefined
}

export interface StopChange {
  readonly version: number
  readonly expiresAt: string
}

type StopServices = Pick<PartnerServices, 'database' | 'clock'>

export class Stops extends Records<StopRecord, StopFilter> {
  readonly #services: StopServices

  constructor(services: StopServices) {
    super(STOPS, services)
    this.#services = services
  }

  /** Refusals: `not-found` for an institution outside the scope, `platform-only` without one, `invalid`, `too-many-stops`. */
  create(caller: RecordCaller, stop: NewStop): Promise<StopRecord> {
    return this.transaction(caller, async (work) => {
      const { amountOver, ...sent } = stop
      await assertStoppable(work.sql, caller.principal.scope, stop)
      const { nowMs } = work
      const expiresAt = stop.expiresAt ?? new Date(nowMs + DEFAULT_MS).toISOString()
      assertWithin(expiresAt, nowMs, nowMs)
      await assertRoom(work.sql, stop.institutionId, nowMs)
      const services = [...new Set(stop.services ?? [])]
      return await createRecord(work, STOPS, { ...sent, services, expiresAt }, amountColumn(stop))
    })
  }

  /** A later end. Refusals: `not-found`, `invalid`, `conflict` when it has ended or the version is stale. */
  update(caller: RecordCaller, id: string, { version, expiresAt }: StopChange): Promise<StopRecord> {
    return this.transaction(caller, (work) =>
      changeRecord(work, STOPS, 'stop.update', id, async (before) => {
        assertVersion(STOPS, before, version)
        assertActive(before, 'changed')
        assertWithin(expiresAt, work.nowMs, Date.parse(before.expiresAt))
        await writeFields(work, STOPS, id, { expiresAt })
      }),
    )
  }

  /** Refusals: `not-found`, and `conflict` when it has ended already. */
  lift(caller: RecordCaller, id: string, reason: string): Promise<StopRecord> {
    return this.transaction(caller, (work) =>
      changeRecord(work, STOPS, 'stop.lift', id, async (before) => {
        assertActive(before, 'lifted')
        const fields = { liftReason: reason, liftedAt: new Date(work.nowMs).toISOString() }
        await writeFields(work, STOPS, id, fields, { state: 'LIFTED' })
      }),
    )
  }

  /** Refuses what a stop may not name; for those that are only tried out, too. */
  assertStoppable(scope: Scope, stopped: Sent<Stopped>): Promise<void> {
    return this.#services.database.transaction((sql) => assertStoppable(sql, scope, stopped))
  }

  /** The caller is answered when every node obeys. */
  protected override async transaction<T, Caller extends RecordCaller>(
    caller: Caller,
    run: (work: RecordWork<Caller>) => Promise<T>,
  ): Promise<T> {
    const result = await super.transaction(caller, run)
    await this.#services.database.changes.confirm(STOPS_TOPIC)
    return result
  }
}

function assertActive({ state }: StopRecord, done: string): void {
  if (state !== 'ACTIVE') throw institutionProblem('stop-ended', `a stop that is ${state} cannot be ${done}`)
}

/** Two at once are counted one after the other. */
async function assertRoom(sql: Sql, institutionId: string | undefined, nowMs: number): Promise<void> {
  await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended('stops of ' || $1::text, 0))`, [institutionId ?? ''])
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM stops
      WHERE state = 'ACTIVE' AND expires_at > $1 AND institution_id IS NOT DISTINCT FROM $2`,
    [new Date(nowMs), institutionId ?? null],
  )
  if ((rows[0]?.count ?? 0) < MOST_IN_FORCE) return
  throw institutionProblem(
    'too-many-stops',
    institutionId === undefined
      ? `at most ${MOST_IN_FORCE} stops that name no institution are in force: lift one first`
      : `at most ${MOST_IN_FORCE} stops of ${institutionId} are in force: lift one first`,
  )
}

function assertWithin(expiresAt: string, nowMs: number, afterMs: number): void {
  const atMs = Date.parse(expiresAt)
  if (atMs <= afterMs) {
    const message =
      afterMs > nowMs ? 'must be later than it is now: a stop is lifted, not shortened' : 'must be in the future'
    throw invalidFields([{ path: 'expiresAt', message }])
  }
  if (atMs > nowMs + LONGEST_MS) throw invalidFields([{ path: 'expiresAt', message: 'must be within 30 days' }])
}

const NAMES = [
  'institutionId',
  'partnerId',
  'clientId',
  'terminalId',
  'terminalKind',
  'bin',
  'currencyCode',
  'amountOver',
  'payerInstitutionId',
  'payeeInstitutionId',
] as const satisfies readonly (keyof Stopped)[]

async function assertStoppable(sql: Sql, scope: Scope, stopped: Sent<Stopped>): Promise<void> {
  const { institutionId } = stopped
  if (institutionId !== undefined) await assertNamedInstitution(sql, scope, institutionId)
  else if (scope.institutionId !== undefined)
    throw institutionProblem('platform-only', 'users of an institution stop orders of their institution only')
  const isNamed = NAMES.some((name) => stopped[name] !== undefined) || (stopped.services ?? []).length > 0
  if (!isNamed) throw invalidFields([{ path: 'institutionId', message: 'or another field must say what is stopped' }])
  if (stopped.amountOver !== undefined && stopped.currencyCode === undefined)
    throw invalidFields([{ path: 'currencyCode', message: 'is required with amountOver' }])
  amountColumn(stopped)
  await assertKnown(sql, stopped)
}

function amountColumn({ amountOver, currencyCode = '' }: Sent<Stopped>) {
  if (amountOver === undefined) return {}
  const minor = minorFromNumber(amountOver, currencyCode)
  if (minor === undefined)
    throw invalidFields([{ path: 'amountOver', message: `is not an exact amount in ${currencyCode}` }])
  return { amount_over_minor: minor }
}

/** A stop with a slip in a name would stop nothing, and nobody would know. */
const KNOWN: readonly (readonly [field: (typeof NAMES)[number], what: string, query: string])[] = [
  ['partnerId', 'partner', 'SELECT FROM partners WHERE partner_id = $1'],
  ['clientId', 'client', 'SELECT FROM clients WHERE client_id = $1 AND partner_id = coalesce($3, partner_id)'],
  [
    'terminalId',
    'terminal',
    'SELECT FROM terminals WHERE terminal_id = $1 AND institution_id = coalesce($2, institution_id)',
  ],
  [
    'payerInstitutionId',
    'institution of digital banking',
    'SELECT FROM digital_institutions WHERE institution_id = $1::uuid',
  ],
  [
    'payeeInstitutionId',
    'institution of digital banking',
    'SELECT FROM digital_institutions WHERE institution_id = $1::uuid',
  ],
]

async function assertKnown(sql: Sql, stopped: Sent<Stopped>): Promise<void> {
  for (const [field, what, query] of KNOWN) {
    const value = stopped[field]
    if (value === undefined) continue
    const values = [value, stopped.institutionId ?? null, stopped.partnerId ?? null]
    const used = query.includes('$3') ? [value, values[2]] : query.includes('$2') ? values.slice(0, 2) : [value]
    const { rowCount } = await sql.query(query.replace('$3', '$2'), used)
    if (rowCount === 0) throw invalidFields([{ path: field, message: `is not a known ${what}` }])
  }
}

// Cash of terminals: movements are recorded once by their reference, and what is expected is read from the books, or at another core
// from transactions.

import type { Directory, Institution } from '../../administration/institutions/directory.ts'
import type { TerminalRecord } from '../../administration/institutions/terminals/terminal-records.ts'
import type { RecordCaller } from '../../administration/records/record-kind.ts'
import type { BankAccount } from '../../channels/core/builtin/books/bank-account.ts'
import type { PostingPipeline } from '../../ledger/post.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { maskPansIn } from '../../platform/kernel/identifiers/pan.ts'
import { numberFromMinor } from '../../platform/kernel/money/money.ts'
import { invalidFields } from '../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import { type Clock, DAY_MS } from '../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import type { CashKind, CashMovement } from './cash-movement.ts'
import { cashProblem } from './cash-problems.ts'
import type { CashRecords } from './cash-records.ts'
import { type Expected, isPostedHere, readExpected, sumBefore } from './cash-standing.ts'
import { stateRefusal, timeRefusal } from './decide-cash.ts'
import { untilPosted } from './until-posted.ts'

/** Orders after a movement's time are summed when it is posted: further back that would take too long. */
const OLDEST_DAYS = 7
/** Movements that are shown, newest first. */
const MOST_MOVEMENTS = 500

export interface WantedMovement {
  readonly kind: CashKind
  readonly currencyCode: string
  readonly amountMinor: bigint
  readonly reference: string
  readonly atMs: number
  readonly note?: string | undefined
}

export interface MovementRecord {
  readonly id: string
  readonly kind: CashKind
  readonly currency: string
  readonly amountMinor: bigint
  readonly reference: string
  readonly atMs: number
  readonly note?: string
  /** As of that time, before it. */
  readonly expectedMinor: bigint
  /** COUNT: what was counted beyond what was expected; absent on the first one. */
  readonly differenceMinor?: bigint
  readonly isFirst: boolean
  readonly exception?: { readonly id: string; readonly state: 'OPEN' | 'RESOLVED' }
  readonly recordedAtMs: number
  readonly recordedBy: string
}

export interface ExpectedCash extends Expected {
  readonly currency: string
}

export interface TerminalsCash {
  readonly terminal: TerminalRecord
  readonly asOfMs: number
  readonly expected: readonly ExpectedCash[]
  /** Newest first. */
  readonly movements: readonly MovementRecord[]
  /** There are older ones in the time that was asked for. */
  readonly hasMore: boolean
}

export interface CashPeriod {
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
}

export interface TerminalCashParts {
  readonly database: Database
  /** The bank's clock, which the sandbox can move. */
  readonly clock: Clock
  readonly directory: Directory
  readonly pipeline: Pick<PostingPipeline<BankAccount>, 'post'>
  readonly records: CashRecords
  readonly terminals: { find(scope: Scope, id: string): Promise<TerminalRecord> }
}

export class TerminalCash {
  readonly #parts: TerminalCashParts

  constructor(parts: TerminalCashParts) {
    this.#parts = parts
  }

  /**
   * Records a movement, once by its reference. Refusals: `terminal-not-found`, `terminal-state`, `reference-taken`, `time-unfit`, and
   * invalid fields.
   */
  async record(caller: RecordCaller, id: string, wanted: WantedMovement): Promise<MovementRecord> {
    const { clock, terminals, database } = this.#parts
    const terminal = await terminals.find(caller.principal.scope, id)
    const { institutionId, terminalId } = terminal
    const institution = this.#institution(institutionId)
    const { currencyCode: currency, note, ...said } = wanted
    const place = { institutionId, terminalId, currency }
    const movement = { ...said, ...place, ...(note !== undefined && { note: maskPansIn(note) }) }
    const stored = await findMovement(database, institutionId, terminalId, wanted.reference)
    if (stored === undefined) this.#check(movement, terminal, institution)
    const storedId = await untilPosted(this.#parts.pipeline, async () => ({
      work: 'movement' as const,
      movement: { ...movement, id: newId(clock.now()) },
      institution,
      isPosted: isPostedHere(institution),
      // What is stored already is compared only.
      summed:
        stored === undefined
          ? await sumBefore(database, place, isPostedHere(institution), { atMs: wanted.atMs, nowMs: clock.now() })
          : { untilMs: clock.now(), amountMinor: 0n, anchor: undefined },
      terminal: { id: terminal.id, ...(terminal.subTenantId !== undefined && { subTenantId: terminal.subTenantId }) },
      actor: caller.actor,
      owner: this.#parts.records,
      institutionId,
      accountIds: [],
    }))
    const recorded = await findMovement(database, institutionId, terminalId, wanted.reference)
    if (recorded?.id !== storedId) throw new Error('a movement of cash has disappeared')
    return recorded
  }

  /** Movements of a time, newest first, and what is expected now. Refusals: `terminal-not-found`. */
  async read(scope: Scope, id: string, { fromMs, toMs }: CashPeriod): Promise<TerminalsCash> {
    const { clock, database, terminals } = this.#parts
    const terminal = await terminals.find(scope, id)
    const { institutionId, terminalId } = terminal
    const asOfMs = clock.now()
    const { rows } = await database.query<MovementRow>(
      `${SELECT_MOVEMENTS}
        WHERE m.institution_id = $1 AND m.terminal_id = $2 AND ($3::timestamptz IS NULL OR m.at >= $3)
          AND ($4::timestamptz IS NULL OR m.at < $4)
        ORDER BY m.at DESC, m.movement_id DESC LIMIT ${MOST_MOVEMENTS + 1}`,
      [institutionId, terminalId, dateOf(fromMs), dateOf(toMs)],
    )
    const expected = await expectedOf(database, terminal, isPostedHere(this.#institution(institutionId)), asOfMs)
    const movements = rows.slice(0, MOST_MOVEMENTS).map(movementOf)
    return { terminal, asOfMs, expected, movements, hasMore: rows.length > MOST_MOVEMENTS }
  }

  #institution(institutionId: string): Institution {
    const institution = this.#parts.directory.institution(institutionId)
    if (institution === undefined) throw cashProblem('terminal-not-found', 'there is no such terminal')
    return institution
  }

  /** What needs no lock; the posting checks states and times again. */
  #check(movement: Omit<CashMovement, 'id'>, terminal: TerminalRecord, institution: Institution): void {
    const { kind, amountMinor, currency, atMs } = movement
    const nowMs = this.#parts.clock.now()
    const faults = [
      ...(kind !== 'COUNT' && amountMinor <= 0n ? [{ path: 'amount', message: 'must be above 0' }] : []),
      ...(kind === 'LOAD' && terminal.currencies.length > 0 && !terminal.currencies.includes(currency)
        ? [{ path: 'currencyCode', message: `must be a currency of the terminal: ${terminal.currencies.join(', ')}` }]
        : []),
      ...(atMs < nowMs - OLDEST_DAYS * DAY_MS
        ? [{ path: 'at', message: `must be within the last ${OLDEST_DAYS} days` }]
        : []),
    ]
    if (faults.length > 0) throw invalidFields(faults)
    const refusal = stateRefusal(movement, terminal.status, institution) ?? timeRefusal(atMs, nowMs, undefined)
    if (refusal !== undefined) throw refusal
  }
}

function dateOf(ms: number | undefined): Date | null {
  return ms === undefined ? null : new Date(ms)
}

interface Place {
  readonly institutionId: string
  readonly terminalId: string
}

/** By currency, of those that movements name. */
async function expectedOf(
  sql: Sql,
  { institutionId, terminalId }: Place,
  isPosted: boolean,
  nowMs: number,
): Promise<readonly ExpectedCash[]> {
  const { rows } = await sql.query<{ currency: string }>(
    `SELECT DISTINCT currency FROM cash_movements WHERE institution_id = $1 AND terminal_id = $2 ORDER BY currency`,
    [institutionId, terminalId],
  )
  const expected: ExpectedCash[] = []
  for (const { currency } of rows) {
    const read = await readExpected(sql, { institutionId, terminalId, currency }, isPosted, nowMs)
    expected.push({ currency, ...read })
  }
  return expected
}

/** What the administration of terminals asks, in the transaction that locks one. */
export interface CashOfTerminals {
  /** Refusals: `cash-left`. */
  assertNone(sql: Sql, terminal: Place): Promise<void>
  hasMovements(sql: Sql, terminal: Place): Promise<boolean>
}

export function cashOfTerminals(clock: Clock, directory: Pick<Directory, 'institution'>): CashOfTerminals {
  return {
    async assertNone(sql, terminal) {
      const institution = directory.institution(terminal.institutionId)
      const isPosted = institution === undefined || isPostedHere(institution)
      const left = (await expectedOf(sql, terminal, isPosted, clock.now())).filter((one) => one.expectedMinor !== 0n)
      if (left.length === 0) return
      const amounts = left.map(
        ({ expectedMinor, currency }) => `${numberFromMinor(expectedMinor, currency)} ${currency}`,
      )
      throw cashProblem(
        'cash-left',
        `cash is expected in the terminal: ${amounts.join(', ')}; unload or count it first`,
      )
    },
    async hasMovements(sql, { institutionId, terminalId }) {
      const { rowCount } = await sql.query(
        'SELECT FROM cash_movements WHERE institution_id = $1 AND terminal_id = $2 LIMIT 1',
        [institutionId, terminalId],
      )
      return rowCount > 0
    },
  }
}

interface MovementRow {
  movement_id: string
  kind: CashKind
  currency: string
  amount_minor: bigint
  reference: string
  at: Date
  note: string | null
  expected_minor: bigint
  is_first: boolean
  recorded_at: Date
  recorded_by: string
  is_exception: boolean
  is_resolved: boolean
}

const SELECT_MOVEMENTS = `
  SELECT m.movement_id, m.kind, m.currency, m.amount_minor, m.reference, m.at, m.note, m.expected_minor, m.is_first, m.recorded_at,
         m.recorded_by, d.movement_id IS NOT NULL AS is_exception, d.action IS NOT NULL AS is_resolved
    FROM cash_movements m
    LEFT JOIN cash_differences d ON d.institution_id = $1 AND d.movement_id = m.movement_id`

async function findMovement(
  sql: Sql,
  institutionId: string,
  terminalId: string,
  reference: string,
): Promise<MovementRecord | undefined> {
  const { rows } = await sql.query<MovementRow>(
    `${SELECT_MOVEMENTS} WHERE m.institution_id = $1 AND m.terminal_id = $2 AND m.reference = $3`,
    [institutionId, terminalId, reference],
  )
  const [row] = rows
  return row === undefined ? undefined : movementOf(row)
}

function movementOf(row: MovementRow): MovementRecord {
  const differenceMinor = row.kind === 'COUNT' && !row.is_first ? row.amount_minor - row.expected_minor : undefined
  return {
    id: row.movement_id,
    kind: row.kind,
    currency: row.currency,
    amountMinor: row.amount_minor,
    reference: row.reference,
    atMs: row.at.getTime(),
    ...(row.note !== null && { note: row.note }),
    expectedMinor: row.expected_minor,
    ...(differenceMinor !== undefined && { differenceMinor }),
    isFirst: row.is_first,
    ...(row.is_exception && {
      exception: { id: row.movement_id, state: row.is_resolved ? ('RESOLVED' as const) : ('OPEN' as const) },
    }),
    recordedAtMs: row.recorded_at.getTime(),
    recordedBy: row.recorded_by,
  }
}

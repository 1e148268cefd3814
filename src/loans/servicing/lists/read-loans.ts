// Reads loans with their events and schedules. Where the state of the fold is stored, a loan is read with the events since
// then: its whole history is only needed for an earlier day, after a reversal, and to show it.

import type { Sql } from '../../../platform/storage/database.ts'
import { toDate } from '../../engine/arithmetic/calendar-days.ts'
import { foldDate, foldsAfter } from '../../engine/fold/fold-loan.ts'
import { type At, byInstitution, findById, NOWHERE } from '../../lending-homes.ts'
import { HistoryFold, type StoredSnapshot } from '../history-fold.ts'
import {
  EVENT_COLUMNS,
  type EventRow,
  FOLDED_EVENT_COLUMNS,
  LOAN_COLUMNS,
  type LoanRow,
  SCHEDULE_COLUMNS,
  type ScheduleRow,
  toLoan,
  toSchedule,
  toScheduleHead,
} from '../loan-codec.ts'
import {
  foldedEvents,
  type LoanHistory,
  type LoanRecord,
  type RecordedEvent,
  type ScheduleHead,
  type StoredSchedule,
} from '../loan-record.ts'
import { eventsByLoan, type StateRow, snapshotIn } from '../posting/loan-records.ts'

/** What is read of a loan's events: all, with or without their bookings, or what its position on a day needs. */
export type Extent = 'whole' | 'without-bookings' | { asOfFor(loan: LoanRecord): string }

/** Has something of a large loan computed when there is time for it. */
export type Computing = <Result>(loan: LoanRecord, compute: () => Result) => Promise<Result>

/** Reading the state of a loan of a thousand rows takes some milliseconds. */
const LARGE_STATE = 20_000

const atOnce: Computing = async (_loan, compute) => compute()

export async function findLoan(
  sql: Sql,
  partnerId: string,
  loanId: string,
  extent: Extent = 'whole',
  computing: Computing = atOnce,
): Promise<LoanHistory | undefined> {
  const row = await findById<LoanRow>(sql, loanId, findLoanAt, [loanId, partnerId])
  return (await withEvents(sql, row === undefined ? [] : [row], extent, computing))[0]
}

const findLoanAt = (at: At) => ({
  name: at === NOWHERE ? 'find-loan' : 'find-loan-at-home',
  text: `SELECT ${LOAN_COLUMNS} FROM loans WHERE loan_id = $1 AND partner_id = $2${at('loans')}`,
})

/** Loans with their events, in the same order. */
export async function withEvents(
  sql: Sql,
  rows: readonly LoanRow[],
  extent: Extent,
  computing: Computing = atOnce,
): Promise<LoanHistory[]> {
  if (rows.length === 0) return []
  const loans = rows.map(toLoan)
  const states = await statesOf(sql, loans)
  const snapshots = new Map<string, StoredSnapshot | undefined>()
  for (const loan of loans) {
    const row = states.get(loan.loanId)
    const isLarge = row !== undefined && row.state.length >= LARGE_STATE
    const read = () => snapshotIn(row, loan)
    snapshots.set(loan.loanId, isLarge ? await computing(loan, read) : read())
  }
  if (extent === 'whole' || extent === 'without-bookings') {
    const events = await readEvents(sql, loans, extent === 'whole' ? EVENT_COLUMNS : FOLDED_EVENT_COLUMNS)
    return loans.map((loan) => historyOf(loan, events, snapshots.get(loan.loanId)))
  }
  const later = await readEvents(sql, loans, FOLDED_EVENT_COLUMNS, (loan) => snapshots.get(loan.loanId))
  const isEnough = (loan: LoanRecord) => {
    const snapshot = snapshots.get(loan.loanId)
    return snapshot === undefined || goesOn(snapshot, later.get(loan.loanId) ?? [], extent.asOfFor(loan))
  }
  const others = loans.filter((loan) => !isEnough(loan))
  const whole = await readEvents(sql, others, FOLDED_EVENT_COLUMNS)
  return loans.map((loan) => {
    const snapshot = snapshots.get(loan.loanId)
    if (snapshot === undefined || whole.has(loan.loanId)) return historyOf(loan, snapshot ? whole : later, snapshot)
    return { ...historyOf(loan, later, snapshot), isPartial: true }
  })
}

function historyOf(
  loan: LoanRecord,
  events: ReadonlyMap<string, readonly RecordedEvent[]>,
  snapshot: StoredSnapshot | undefined,
): LoanHistory {
  const fold = new HistoryFold(loan.agreement, snapshot)
  return { loan, events: events.get(loan.loanId) ?? [], ...(snapshot && { snapshot }), fold }
}

/** Whether the position on a day follows from the state and the events since then. */
function goesOn(
  { state, lastKind, throughSequence }: StoredSnapshot,
  events: readonly RecordedEvent[],
  asOf: string,
): boolean {
  const date = toDate(state.today)
  if (lastKind === undefined || asOf < date) return false
  const since = events.filter(({ sequence }) => sequence > throughSequence)
  if (since.some(({ event, state: is }) => event.kind === 'REVERSAL' && is === 'COMPLETED')) return false
  return foldedEvents(since).every((event) => foldsAfter(event, date, lastKind) && foldDate(event) <= asOf)
}

/** By loan. With a state, only events since then; and amendments, where the state says that there are any. */
async function readEvents(
  sql: Sql,
  loans: readonly LoanRecord[],
  columns: string,
  snapshotOf: (loan: LoanRecord) => StoredSnapshot | undefined = () => undefined,
): Promise<ReadonlyMap<string, readonly RecordedEvent[]>> {
  if (loans.length === 0) return new Map()
  const rows = await byInstitution(loans, async (institutionId, own) => {
    const snapshots = own.map(snapshotOf)
    const found = await sql.query<EventRow>(
      {
        name: columns === EVENT_COLUMNS ? 'find-loan-events' : 'find-folded-loan-events',
        text: `SELECT e.*
                 FROM unnest($2::uuid[], $3::integer[], $4::boolean[]) AS asked (loan_id, through_sequence, is_amended)
                CROSS JOIN LATERAL (
                      SELECT ${columns} FROM loan_events
                       WHERE institution_id = $1 AND loan_id = asked.loan_id AND sequence > asked.through_sequence
                       UNION ALL
                      SELECT ${columns} FROM loan_events
                       WHERE institution_id = $1 AND loan_id = asked.loan_id
                         AND asked.is_amended AND sequence <= asked.through_sequence AND kind = 'AMENDMENT') AS e
                ORDER BY e.loan_id, e.sequence`,
      },
      [
        institutionId,
        own.map(({ loanId }) => loanId),
        snapshots.map((snapshot) => snapshot?.throughSequence ?? 0),
        own.map(({ agreement }, i) => snapshots[i] !== undefined && snapshots[i]?.state.agreement !== agreement),
      ],
    )
    return found.rows
  })
  return eventsByLoan(rows)
}

async function statesOf(sql: Sql, loans: readonly LoanRecord[]): Promise<ReadonlyMap<string, StateRow>> {
  const rows = await byInstitution(loans, async (institutionId, own) => {
    const found = await sql.query<StateRow>(
      {
        name: 'find-loan-states',
        text: `SELECT loan_id, through_sequence, state FROM loan_states
                WHERE institution_id = $1 AND loan_id = ANY ($2::uuid[])`,
      },
      [institutionId, own.map(({ loanId }) => loanId)],
    )
    return found.rows
  })
  return new Map(rows.map((row) => [row.loan_id, row]))
}

/** Oldest first, without their rows: a loan that was repaid a thousand times has as many schedules. */
export async function readSchedules(sql: Sql, { institutionId, loanId }: LoanRecord): Promise<ScheduleHead[]> {
  const { rows } = await sql.query<ScheduleRow>(
    {
      name: 'read-loan-schedules',
      text: `SELECT ${SCHEDULE_COLUMNS} FROM loan_schedules WHERE institution_id = $1 AND loan_id = $2 ORDER BY version`,
    },
    [institutionId, loanId],
  )
  return rows.map(toScheduleHead)
}

export async function readSchedule(
  sql: Sql,
  { institutionId, loanId }: LoanRecord,
  version: number,
): Promise<StoredSchedule | undefined> {
  const { rows } = await sql.query<ScheduleRow & { packed_rows: string | null; instalments: unknown }>(
    {
      name: 'read-loan-schedule',
      text: `SELECT ${SCHEDULE_COLUMNS}, packed_rows, instalments FROM loan_schedules
              WHERE institution_id = $1 AND loan_id = $2 AND version = $3`,
    },
    [institutionId, loanId, version],
  )
  return rows[0] && toSchedule(rows[0])
}

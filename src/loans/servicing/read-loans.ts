// Reads loans with their events and schedules.

import type { Sql } from '../../storage/database.ts'
import type { FoldSnapshot } from './history-fold.ts'
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
} from './loan-codec.ts'
import type { LoanHistory, LoanRecord, ScheduleHead, StoredSchedule } from './loan-record.ts'
import { eventsByLoan, type SnapshotRow, snapshotsByLoan } from './posting/loan-records.ts'
import { SNAPSHOT_FROM } from './posting/open-loan.ts'

export async function findLoan(sql: Sql, partnerId: string, loanId: string): Promise<LoanHistory | undefined> {
  const { rows } = await sql.query<LoanRow>(
    { name: 'find-loan', text: `SELECT ${LOAN_COLUMNS} FROM loans WHERE loan_id = $1 AND partner_id = $2` },
    [loanId, partnerId],
  )
  return (await withEvents(sql, rows))[0]
}

/** Loans with their events, in the same order; those of a list without bookings. */
export async function withEvents(sql: Sql, rows: readonly LoanRow[], isList = false): Promise<LoanHistory[]> {
  if (rows.length === 0) return []
  const { rows: eventRows } = await sql.query<EventRow>(
    {
      name: isList ? 'list-loan-events' : 'find-loan-events',
      text: `SELECT ${isList ? FOLDED_EVENT_COLUMNS : EVENT_COLUMNS}
               FROM loan_events
              WHERE institution_id = ANY ($1::text[]) AND loan_id = ANY ($2::uuid[])
              ORDER BY loan_id, sequence`,
    },
    [[...new Set(rows.map((row) => row.institution_id))], rows.map((row) => row.loan_id)],
  )
  const events = eventsByLoan(eventRows)
  const snapshots = await snapshotsOf(
    sql,
    rows.filter((row) => (events.get(row.loan_id)?.length ?? 0) >= SNAPSHOT_FROM),
  )
  return rows.map((row) => {
    const snapshot = snapshots.get(row.loan_id)
    return { loan: toLoan(row), events: events.get(row.loan_id) ?? [], ...(snapshot && { snapshot }) }
  })
}

async function snapshotsOf(sql: Sql, rows: readonly LoanRow[]): Promise<ReadonlyMap<string, FoldSnapshot>> {
  if (rows.length === 0) return new Map()
  const found = await sql.query<SnapshotRow>(
    {
      name: 'find-loan-snapshots',
      text: `SELECT loan_id, snapshot FROM loan_snapshots
              WHERE institution_id = ANY ($1::text[]) AND loan_id = ANY ($2::uuid[])`,
    },
    [[...new Set(rows.map((row) => row.institution_id))], rows.map((row) => row.loan_id)],
  )
  return snapshotsByLoan(found.rows)
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
  const { rows } = await sql.query<ScheduleRow & { instalments: unknown }>(
    {
      name: 'read-loan-schedule',
      text: `SELECT ${SCHEDULE_COLUMNS}, instalments FROM loan_schedules
              WHERE institution_id = $1 AND loan_id = $2 AND version = $3`,
    },
    [institutionId, loanId, version],
  )
  return rows[0] && toSchedule(rows[0])
}

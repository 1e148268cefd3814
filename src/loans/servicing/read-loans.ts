// Reads loans with their events and schedules.

import type { Sql } from '../../storage/database.ts'
import {
  EVENT_COLUMNS,
  type EventRow,
  LOAN_COLUMNS,
  type LoanRow,
  type ScheduleRow,
  toLoan,
  toSchedule,
} from './loan-codec.ts'
import type { LoanHistory, LoanRecord, StoredSchedule } from './loan-record.ts'
import { eventsByLoan } from './loan-records.ts'

export async function findLoan(sql: Sql, partnerId: string, loanId: string): Promise<LoanHistory | undefined> {
  const { rows } = await sql.query<LoanRow>(
    { name: 'find-loan', text: `SELECT ${LOAN_COLUMNS} FROM loans WHERE loan_id = $1 AND partner_id = $2` },
    [loanId, partnerId],
  )
  return (await withEvents(sql, rows))[0]
}

/** Loans with their events, in the same order. */
export async function withEvents(sql: Sql, rows: readonly LoanRow[]): Promise<LoanHistory[]> {
  if (rows.length === 0) return []
  const { rows: eventRows } = await sql.query<EventRow>(
    {
      name: 'find-loan-events',
      text: `SELECT ${EVENT_COLUMNS}
               FROM loan_events
              WHERE institution_id = ANY ($1::text[]) AND loan_id = ANY ($2::uuid[])
              ORDER BY loan_id, sequence`,
    },
    [[...new Set(rows.map((row) => row.institution_id))], rows.map((row) => row.loan_id)],
  )
  const events = eventsByLoan(eventRows)
  return rows.map((row) => ({ loan: toLoan(row), events: events.get(row.loan_id) ?? [] }))
}

export async function readSchedules(sql: Sql, { institutionId, loanId }: LoanRecord): Promise<StoredSchedule[]> {
  const { rows } = await sql.query<ScheduleRow>(
    {
      name: 'read-loan-schedules',
      text: `SELECT version, reason, valid_from, event_id, instalments, recorded_at
               FROM loan_schedules WHERE institution_id = $1 AND loan_id = $2 ORDER BY version`,
    },
    [institutionId, loanId],
  )
  return rows.map(toSchedule)
}

// Lending as history. A loan stays with its events: every loan is shown on any day, and computed from them. What leaves is what
// is only on record, and applications that have ended, each with all that belongs to it. They are then not found.

import { DATE_SLACK, type ExportedRow, type HistoryTable } from '../../platform/history/history-group.ts'
import { type Month, monthOf } from '../../platform/history/month.ts'
import type { Sql } from '../../platform/storage/database.ts'

const isOld = (time: string) => `${time} < $3::timestamptz - ${DATE_SLACK}`

/** Nothing can happen to it any more. An offer that was accepted still becomes a loan. */
const hasEnded = (alias: string) => `${isOld(`${alias}.updated_at`)}
  AND (${alias}.status IN ('DECLINED', 'WITHDRAWN', 'CONVERTED')
       OR ${alias}.status IN ('APPROVED', 'OFFERED') AND ${isOld(`${alias}.expires_at`)})`

function ofEndedApplications(name: string, id: readonly [column: string, type: string][]): HistoryTable {
  const [[column] = ['']] = id
  const onRemoved: HistoryTable['onRemoved'] = async (sql, _cut, rows) => {
    if (column !== 'application_id') await removeHomes(sql, rows, column)
  }
  return {
    name,
    key: [['institution_id', 'text'], ...id],
    due: `t.institution_id = $1
          AND EXISTS (SELECT 1 FROM loan_applications a
                       WHERE a.institution_id = $1 AND a.application_id = t.application_id AND ${hasEnded('a')})`,
    onRemoved,
  }
}

export const APPLICATIONS_HISTORY: readonly HistoryTable[] = [
  ofEndedApplications('loan_application_history', [
    ['application_id', 'uuid'],
    ['sequence', 'integer'],
  ]),
  ofEndedApplications('loan_risk_signals', [['risk_signal_id', 'uuid']]),
  ofEndedApplications('loan_offers', [['offer_id', 'uuid']]),
  ofEndedApplications('loan_decisions', [['decision_id', 'uuid']]),
  {
    name: 'loan_applications',
    key: [
      ['institution_id', 'text'],
      ['application_id', 'uuid'],
    ],
    due: `t.institution_id = $1 AND ${hasEnded('t')}`,
    onRemoved: (sql, _cut, rows) => removeHomes(sql, rows, 'application_id'),
  },
]

/** What told the institution of their ids on distributed books. */
async function removeHomes(sql: Sql, rows: readonly ExportedRow[], column: string): Promise<void> {
  if (sql.isDistributed === true)
    await sql.query('DELETE FROM lending_homes WHERE id = ANY ($1::uuid[])', [rows.map((row) => row[column])])
}

const OF_LOAN = [
  ['institution_id', 'text'],
  ['loan_id', 'uuid'],
] as const

/** A day's interest of a loan. Its journal is checked against it, so the journal leaves before. */
export const CLOSINGS_HISTORY: HistoryTable = {
  name: 'loan_closings',
  key: [...OF_LOAN, ['business_date', 'text']],
  // The dates of loans have dashes.
  due: `t.institution_id = $1 AND replace(t.business_date, '-', '') <= $2
        AND NOT EXISTS (SELECT 1 FROM journals j WHERE j.institution_id = $1 AND j.journal_id = t.journal_id)`,
}

/** How a back-dated event changed what others had been booked as. */
export const REPLAYS_HISTORY: HistoryTable = {
  name: 'loan_replays',
  key: [...OF_LOAN, ['sequence', 'integer'], ['event_id', 'uuid']],
  due: `t.institution_id = $1 AND ${isOld('t.recorded_at')}`,
}

/** Schedules that another one has replaced, of loans that are closed. The last one stays. */
export const SCHEDULES_HISTORY: HistoryTable = {
  name: 'loan_schedules',
  key: [...OF_LOAN, ['version', 'integer']],
  due: `t.institution_id = $1
        AND EXISTS (SELECT 1 FROM loans l
                     WHERE l.institution_id = $1 AND l.loan_id = t.loan_id AND l.schedule_version > t.version
                       AND l.status NOT IN ('APPROVED', 'ACTIVE', 'CHARGED_OFF') AND l.pending_event_id IS NULL
                       AND ${isOld('l.updated_at')})`,
}

export async function firstMonthOfLending(sql: Sql, institutionId: string): Promise<Month | undefined> {
  const { rows } = await sql.query<{ at: Date | null }>(
    `SELECT least((SELECT min(updated_at) FROM loan_applications WHERE institution_id = $1),
                  (SELECT min(recorded_at) FROM loan_closings WHERE institution_id = $1),
                  (SELECT min(recorded_at) FROM loan_replays WHERE institution_id = $1),
                  (SELECT min(updated_at) FROM loans WHERE institution_id = $1 AND schedule_version > 1)) AS at`,
    [institutionId],
  )
  const at = rows[0]?.at
  return at === null || at === undefined ? undefined : monthOf(at.getTime())
}

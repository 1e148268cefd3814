// Writes what differs between the lines of an upload and the books, in the transaction of the caller.

import { addDays } from '../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import type { MatchRun } from './match-run.ts'
import { COMPARE, compareValues } from './match-statement.ts'

export async function compareLines(
  sql: Sql,
  run: Omit<MatchRun, 'run' | 'lines'>,
  partnerIds: readonly string[],
): Promise<void> {
  const { institutionId, reconciliationId, source, businessDate } = run
  const otherDates = [addDays(businessDate, -1), addDays(businessDate, 1)]
  // Without statistics about new rows the planner expects few of them, and would look for each in all others.
  await sql.query(`SET LOCAL enable_nestloop = off; SET LOCAL work_mem = '32MB'`)
  const { rows } = await sql.query<{ reconciliation_id: string }>(
    `SELECT reconciliation_id FROM reconciliations
      WHERE institution_id = $1 AND source = $2 AND business_date = ANY ($3::text[]) AND state = 'DONE'`,
    [institutionId, source, otherDates],
  )
  const neighbours = rows.map((row) => row.reconciliation_id)
  await sql.query('DELETE FROM reconciliation_differences WHERE institution_id = $1 AND reconciliation_id = $2', [
    institutionId,
    reconciliationId,
  ])
  await sql.query(COMPARE, compareValues({ ...run, otherDates, partnerIds, neighbours }))
}

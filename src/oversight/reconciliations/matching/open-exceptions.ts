// Makes exceptions of differences. The same fact is one exception, whichever files tell it: one that was posted or ignored does not
// come back, and one that a later file no longer has is settled.

import { addDays } from '../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import type { DifferenceRow } from '../differences.ts'
import type { MatchRun } from './match-run.ts'

const PAGE = 1_000

/** Those that the file tells of, also ones of before. */
export async function openExceptions(
  sql: Sql,
  run: MatchRun,
  differences: readonly DifferenceRow[],
  nowMs: number,
  nextId: () => string,
): Promise<readonly string[]> {
  const { institutionId, reconciliationId, source, businessDate } = run
  // A declined advice is an exception already.
  const own = differences.filter((row) => row.exception_id === null)
  const found: string[] = []
  for (let first = 0; first < own.length; first += PAGE) {
    const rows = own.slice(first, first + PAGE)
    const facts = rows.map(factOf)
    await sql.query(
      `INSERT INTO reconciliation_exceptions (institution_id, reconciliation_id, source, business_date, opened_at, exception_id, difference,
              fact, line, partner_id, rrn, is_credit, currency, their_minor, our_minor, transaction_id, our_rrn, account_id, type, terminal_id)
       SELECT $1, $2::uuid, $3, $4, $5::timestamptz, n.*
         FROM unnest($6::uuid[], $7::text[], $8::text[], $9::integer[], $10::text[], $11::text[], $12::boolean[], $13::text[], $14::bigint[],
                     $15::bigint[], $16::uuid[], $17::text[], $18::text[], $19::text[], $20::text[]) AS n
       ON CONFLICT (institution_id, fact) WHERE action IS NULL OR action <> 'SETTLED' DO NOTHING`,
      [
        institutionId,
        reconciliationId,
        source,
        businessDate,
        new Date(nowMs),
        rows.map(nextId),
        rows.map((row) => row.kind),
        facts,
        rows.map((row) => row.line),
        rows.map((row) => row.partner_id),
        rows.map((row) => row.rrn),
        rows.map((row) => row.is_credit),
        rows.map((row) => row.currency),
        rows.map((row) => row.their_minor),
        rows.map((row) => row.our_minor),
        rows.map((row) => row.transaction_id),
        rows.map((row) => row.our_rrn),
        rows.map((row) => row.account_id),
        rows.map((row) => row.type),
        rows.map((row) => row.terminal_id),
      ],
    )
    const known = await sql.query<{ fact: string; exception_id: string }>(
      `UPDATE reconciliation_exceptions
          SET reconciliation_id = CASE WHEN source = $3 AND business_date = $4 THEN $2::uuid ELSE reconciliation_id END
        WHERE institution_id = $1 AND fact = ANY ($5::text[]) AND (action IS NULL OR action <> 'SETTLED')
       RETURNING fact, exception_id`,
      [institutionId, reconciliationId, source, businessDate, facts],
    )
    const ids = new Map(known.rows.map((row) => [row.fact, row.exception_id]))
    await sql.query(
      `UPDATE reconciliation_differences AS d SET exception_id = n.exception_id
         FROM unnest($3::bigint[], $4::uuid[]) AS n (seq, exception_id)
        WHERE d.institution_id = $1 AND d.reconciliation_id = $2 AND d.seq = n.seq`,
      [institutionId, reconciliationId, rows.map((row) => row.seq), facts.map((fact) => ids.get(fact) ?? null)],
    )
    found.push(...ids.values())
  }
  return found
}

/** Without the line, which may be another one in the next file. */
function factOf(row: DifferenceRow): string {
  const { kind, partner_id, rrn, is_credit, currency, their_minor, our_minor, transaction_id } = row
  const about = kind === 'MISSING_HERE' ? their_minor : `${transaction_id} ${their_minor ?? our_minor}`
  return `${kind} ${partner_id} ${rrn} ${is_credit ? 'C' : 'D'} ${currency} ${about}`
}

/**
 * Ends those that the file no longer tells of: of its own date all that it does not have, of the dates before and after those whose
 * orders it has matched.
 */
export async function settleExceptions(
  sql: Sql,
  run: MatchRun,
  found: readonly string[],
  nowMs: number,
): Promise<void> {
  const { institutionId, reconciliationId, source, businessDate } = run
  await sql.query(
    `UPDATE reconciliation_exceptions AS e
        SET action = 'SETTLED', reason = 'A later file of the source agrees', resolved_by = 'system', resolved_at = $7::timestamptz
      WHERE e.institution_id = $1 AND e.source = $3 AND e.action IS NULL AND NOT e.exception_id = ANY ($5::uuid[])
        AND (e.business_date = $4
             OR e.business_date = ANY ($6::text[])
                AND EXISTS (SELECT FROM reconciliation_differences d
                             WHERE d.institution_id = $1 AND d.reconciliation_id = $2 AND d.kind = 'OTHER_DATE'
                               AND (d.exception_id = e.exception_id
                                    OR e.difference = 'MISSING_THERE' AND d.transaction_id = e.transaction_id)))`,
    [
      institutionId,
      reconciliationId,
      source,
      businessDate,
      found,
      [addDays(businessDate, -1), addDays(businessDate, 1)],
      new Date(nowMs),
    ],
  )
}

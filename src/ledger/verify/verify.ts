// Proves the books: what foreign keys and triggers would guard at a price per row is checked here for all rows at once.
// Each check is one statement and therefore sees one instant, so it may run while the bank is open.

import type { Sql } from '../../storage/database.ts'
import { CHECKS } from './verify-checks.ts'

const MAX_FINDINGS_PER_CHECK = 100

/** One thing that is wrong: which rule, where, which row, and how. */
export interface Finding {
  readonly check: string
  readonly institutionId: string
  readonly subject: string
  readonly detail: string
}

/**
 * Everything that is wrong with the books, at most 100 findings per check; an empty list means they are right.
 * Large books take longer than a statement usually may, so the transaction around it is one that takes long.
 */
export async function verifyBooks(sql: Sql): Promise<Finding[]> {
  const findings: Finding[] = []
  // Every check reads whole tables. A planner that last saw them small would compare each row with every other one, in
  // nested loops or by merging on the institution alone.
  await sql.query('SET LOCAL enable_nestloop = off')
  await sql.query('SET LOCAL enable_mergejoin = off')
  for (const check of CHECKS) {
    const { rows } = await sql.query<{ institution_id: string; subject: string; detail: string }>(
      `${check.text} LIMIT ${MAX_FINDINGS_PER_CHECK}`,
    )
    for (const row of rows) {
      findings.push({
        check: check.name,
        institutionId: row.institution_id,
        subject: row.subject,
        detail: row.detail,
      })
    }
  }
  return findings
}

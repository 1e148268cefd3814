// Verifies the books: what foreign keys and triggers would guard at a cost per row is checked here for all rows at once.
// Each check is one statement and therefore one snapshot, so it may run while the bank is open.

import type { Sql } from '../../platform/storage/database.ts'
import { BOOK_CHECKS } from './book-checks.ts'
import type { BrokenRow, Check } from './check.ts'

const MAX_FINDINGS_PER_CHECK = 100

/** What a concept that posts contributes. */
export interface VerifiedConcept {
  /** The kinds of the journals it posts. */
  readonly journalKinds: readonly string[]
  readonly checks: readonly Check[]
}

/** A row that breaks a rule: which rule, where, which row, and how. */
export interface Finding {
  readonly check: string
  readonly institutionId: string
  readonly subject: string
  readonly detail: string
}

/**
 * A query reads whole tables, so hashing or sorting them is never far from the best plan. Nested loops are switched off for it: with
 * no statistics, or those of an emptier table, the planner takes a table for one row and compares every row with every other.
 * A computed check looks a few rows up at a time, by index.
 */
async function brokenRows(sql: Sql, check: Check): Promise<readonly BrokenRow[]> {
  if ('find' in check) return check.find(sql, MAX_FINDINGS_PER_CHECK)
  await sql.query('SET LOCAL enable_nestloop = off')
  const { rows } = await sql.query<BrokenRow>(`${check.text} LIMIT ${MAX_FINDINGS_PER_CHECK}`)
  await sql.query('SET LOCAL enable_nestloop = on')
  return rows
}

/** The ledger's own checks and those of every concept that posts. */
export function checksOf(concepts: readonly VerifiedConcept[]): Check[] {
  const kinds = concepts.flatMap((concept) => concept.journalKinds)
  return [...BOOK_CHECKS, knownKinds(kinds), ...concepts.flatMap((concept) => concept.checks)]
}

/** A journal of a kind that no concept lists would escape the checks of its owner. */
function knownKinds(kinds: readonly string[]): Check {
  return {
    name: 'journal is of a known kind',
    text: `
      SELECT institution_id, 'journal ' || journal_id AS subject, 'no concept posts ' || kind AS detail
        FROM journals
       WHERE kind <> ALL (ARRAY[${kinds.map(quoted).join(', ')}]::text[])`,
  }
}

function quoted(kind: string): string {
  return `'${kind.replaceAll("'", "''")}'`
}

/**
 * All findings, at most 100 per check; an empty list means that the books are correct. Large books take longer than the
 * usual statement timeout, so call it in a transaction with `takesLong`. `onCheck` is called before each check.
 */
export async function verify(sql: Sql, checks: readonly Check[], onCheck?: (check: Check) => void): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const check of checks) {
    onCheck?.(check)
    for (const row of await brokenRows(sql, check)) {
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

// Removes the entries of archived journals. They are among the oldest entries of their accounts, and no index finds an entry
// by its journal: so the first few of each account are looked at, and all of them only where these are not enough.

import type { Cut, ExportedRow } from '../../../platform/history/history-group.ts'
import type { Sql } from '../../../platform/storage/database.ts'

/** Entries are listed a little out of order where postings commit out of order. */
const OUT_OF_ORDER = 100

export async function removeEntries(sql: Sql, { institutionId }: Cut, journals: readonly ExportedRow[]): Promise<void> {
  const lines = linesByAccount(journals)
  if (lines.size === 0) return
  const journalIds = journals.map((journal) => journal.journal_id)
  const accounts = [...lines.keys()]
  const { rows } = await sql.query<{ account_id: string; removed: bigint }>(
    `WITH gone AS (
       DELETE FROM account_entries e
        USING (SELECT first.account_id, first.position
                 FROM unnest($2::text[], $3::int[]) AS asked (account_id, lines)
                CROSS JOIN LATERAL (
                      SELECT n.account_id, n.position, n.journal_id FROM account_entries n
                       WHERE n.institution_id = $1 AND n.account_id = asked.account_id
                       ORDER BY n.position
                       LIMIT asked.lines + ${OUT_OF_ORDER}) AS first
                WHERE first.journal_id = ANY ($4::uuid[])) AS due
        WHERE e.institution_id = $1 AND e.account_id = due.account_id AND e.position = due.position
       RETURNING e.account_id)
     SELECT account_id, count(*) AS removed FROM gone GROUP BY account_id`,
    [institutionId, accounts, [...lines.values()], journalIds],
  )
  const removed = new Map(rows.map((row) => [row.account_id, Number(row.removed)]))
  const short = accounts.filter((account) => (removed.get(account) ?? 0) < (lines.get(account) ?? 0))
  if (short.length === 0) return
  await sql.query(
    'DELETE FROM account_entries WHERE institution_id = $1 AND account_id = ANY ($2::text[]) AND journal_id = ANY ($3::uuid[])',
    [institutionId, short, journalIds],
  )
}

/** How many lines of customers' accounts the journals have. */
function linesByAccount(journals: readonly ExportedRow[]): Map<string, number> {
  const lines = new Map<string, number>()
  for (const journal of journals) {
    const accounts = journal.accounts as readonly string[]
    for (const [at, book] of [...(journal.books as string)].entries()) {
      const account = accounts[at] as string
      if (book === 'C') lines.set(account, (lines.get(account) ?? 0) + 1)
    }
  }
  return lines
}

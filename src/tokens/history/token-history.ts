// Movements of tokens as history: what has ended, with its exceptions and the built-in ledger's operations. What remains of a
// movement is its reference. Its journals leave with the books, so it stays until those of both books have left.

import { type Cut, DATE_SLACK, type ExportedRow, type HistoryTable } from '../../platform/history/history-group.ts'
import { type Month, monthOf } from '../../platform/history/month.ts'
import { spendKeys } from '../../platform/history/spent-keys.ts'
import type { Sql } from '../../platform/storage/database.ts'

/** The condition that the books of an institution are archived up to the month. */
const isCut = (book: string) =>
  `EXISTS (SELECT 1 FROM archive_cuts c WHERE c.institution_id = ${book} AND c.through >= $2)`

const hasEnded = (alias: string) => `NOT ${alias}.is_open AND ${alias}.final_at < $3::timestamptz - ${DATE_SLACK}`

// Money that had to wait for its owner is accounted for by its movement and exception: both stay. A transfer and what was
// returned of it leave together.
export const MOVEMENTS_HISTORY: HistoryTable = {
  name: 'token_movements',
  key: [
    ['institution_id', 'text'],
    ['movement_id', 'uuid'],
  ],
  due: `t.institution_id = $1 AND ${hasEnded('t')} AND t.outcome_code IS DISTINCT FROM 'FUNDS_UNCLAIMED'
        AND ${isCut('t.institution_id')} AND (t.payee_book_id IS NULL OR ${isCut('t.payee_book_id')})
        AND NOT EXISTS (SELECT 1 FROM token_exceptions e
                         WHERE e.movement_id = t.movement_id AND (e.ended_at IS NULL OR e.kind = 'FUNDS_UNCLAIMED'))
        AND NOT EXISTS (SELECT 1 FROM token_movements r WHERE r.return_of = t.movement_id AND NOT (${hasEnded('r')}))`,
  dueAtServer: `${hasEnded('t')} AND t.outcome_code IS DISTINCT FROM 'FUNDS_UNCLAIMED' AND ${isCut('$1')}
        AND t.movement_id <> ALL ($4::uuid[])`,
  sums: { amount: 'amount_minor', currency: 'currency' },
  async onRemoved(sql, { month }, rows) {
    const spent = rows.map((row) => ({ partnerId: row.partner_id, kind: row.kind, key: row.ref }))
    await spendKeys(sql, month, spent)
    await removeWords(sql, rows)
    if (sql.isDistributed === true) await removeHomes(sql, rows)
  },
}

export const TOKEN_EXCEPTIONS_HISTORY: HistoryTable = {
  name: 'token_exceptions',
  key: [
    ['institution_id', 'text'],
    ['exception_id', 'uuid'],
  ],
  due: `t.institution_id = $1 AND t.ended_at < $3::timestamptz - ${DATE_SLACK} AND t.kind <> 'FUNDS_UNCLAIMED'
        AND NOT t.is_accepted`,
}

// A movement that is open may still ask about an operation: then none of its book leaves.
const NOTHING_OPEN = `NOT EXISTS (SELECT 1 FROM token_movements o WHERE o.institution_id = $1 AND o.is_open AND o.created_at < $3)`

export const LEDGER_HOLDS_HISTORY: HistoryTable = {
  name: 'builtin_ledger_holds',
  key: [
    ['institution_id', 'text'],
    ['hold_id', 'uuid'],
  ],
  due: `t.institution_id = $1 AND t.state <> 'HELD' AND t.ended_at < $3 AND ${NOTHING_OPEN}`,
}

export const LEDGER_OPERATIONS_HISTORY: HistoryTable = {
  name: 'builtin_ledger_operations',
  key: [['op_id', 'uuid']],
  due: `t.institution_id = $1 AND t.ended_at < $3 AND ${NOTHING_OPEN}
        AND NOT EXISTS (SELECT 1 FROM builtin_ledger_holds h
                         WHERE h.institution_id = $1 AND h.hold_id = t.op_id AND (h.ended_at IS NULL OR h.ended_at >= $3))`,
  dueAtServer: 't.institution_id = $1 AND t.ended_at < $3 AND t.op_id <> ALL ($4::uuid[])',
}

/**
 * On distributed books: movements, operations and holds that stay because of what lies on the coordinator or in other books. Movements of
 * money without an owner, transfers whose payee's book is not archived yet or that are still being returned; operations whose hold goes on.
 */
export async function keptTokens(sql: Sql, { institutionId, lastDay, end }: Cut): Promise<string[]> {
  if (sql.isDistributed !== true) return []
  const kept = new Set<string>()
  const keep = async (text: string, values: readonly unknown[]) => {
    const { rows } = await sql.query<{ id: string }>(text, values)
    for (const { id } of rows) kept.add(id)
  }
  await keep(
    `SELECT movement_id AS id FROM token_exceptions
      WHERE movement_id IS NOT NULL AND institution_id = $1 AND (ended_at IS NULL OR kind = 'FUNDS_UNCLAIMED')`,
    [institutionId],
  )
  const ended = `institution_id = $1 AND NOT is_open AND final_at < $2::timestamptz - ${DATE_SLACK}`
  const { rows: payees } = await sql.query<{ book: string }>(
    `SELECT DISTINCT payee_book_id AS book FROM token_movements WHERE ${ended} AND payee_book_id IS NOT NULL`,
    [institutionId, end],
  )
  for (const { book } of payees) {
    const cut = await sql.query('SELECT 1 FROM archive_cuts WHERE institution_id = $1 AND through >= $2', [
      book,
      lastDay,
    ])
    if (cut.rows.length === 0)
      await keep(`SELECT movement_id AS id FROM token_movements WHERE ${ended} AND payee_book_id = $3`, [
        institutionId,
        end,
        book,
      ])
    else
      await keep(
        `SELECT return_of AS id FROM token_movements
          WHERE institution_id = $1 AND return_of IS NOT NULL AND (is_open OR final_at >= $2::timestamptz - ${DATE_SLACK})`,
        [book, end],
      )
  }
  await keep(
    `SELECT hold_id AS id FROM builtin_ledger_holds
      WHERE institution_id = $1 AND created_at < $2 AND (ended_at IS NULL OR ended_at >= $2)`,
    [institutionId, end],
  )
  const open = await sql.query(
    'SELECT 1 FROM token_movements WHERE institution_id = $1 AND is_open AND created_at < $2 LIMIT 1',
    [institutionId, end],
  )
  // A movement that is open may still ask about an operation.
  if (open.rows.length > 0)
    await keep('SELECT op_id AS id FROM builtin_ledger_operations WHERE institution_id = $1 AND ended_at < $2', [
      institutionId,
      end,
    ])
  return [...kept]
}

export async function firstMonthOfTokens(sql: Sql, institutionId: string): Promise<Month | undefined> {
  const times: number[] = []
  // Each by itself: on distributed books they lie on two servers.
  for (const oldest of [
    'min(final_at) AS at FROM token_movements',
    'min(ended_at) AS at FROM builtin_ledger_operations',
  ]) {
    const { rows } = await sql.query<{ at: Date | null }>(`SELECT ${oldest} WHERE institution_id = $1`, [institutionId])
    if (rows[0]?.at) times.push(rows[0].at.getTime())
  }
  return times.length === 0 ? undefined : monthOf(Math.min(...times))
}

/** Statements that are not filled in yet need the journals. */
export async function unfilledStatements(sql: Sql, { institutionId }: Cut): Promise<string[]> {
  for (const unfilled of [
    `digital_accounts WHERE book_id = $1 AND NOT has_statement AND state NOT IN ('PROVISIONING', 'FAILED')`,
    'token_movements WHERE institution_id = $1 AND entered_version <> version',
  ]) {
    const { rows } = await sql.query(`SELECT 1 FROM ${unfilled} LIMIT 1`, [institutionId])
    if (rows.length > 0) return ['statements of digital asset accounts are still being filled in; run a gateway']
  }
  return []
}

/** Entries of statements leave with their journals; they are among the oldest of their accounts. */
export async function removeTokenEntries(sql: Sql, _cut: Cut, journals: readonly ExportedRow[]): Promise<void> {
  const lines = new Map<string, number>()
  for (const { accounts, kind } of journals) {
    if (!(kind as string).startsWith('TOKEN_')) continue
    for (const account of (accounts as readonly string[]).filter((id) => UUID.test(id)))
      lines.set(account, (lines.get(account) ?? 0) + 1)
  }
  if (lines.size === 0) return
  await sql.query(
    `DELETE FROM token_entries e
      USING (SELECT first.*
               FROM unnest($1::uuid[], $2::int[]) AS asked (account_id, lines)
              CROSS JOIN LATERAL (
                    SELECT n.account_id, n.at, n.entry_no, n.journal_id FROM token_entries n
                     WHERE n.account_id = asked.account_id
                     ORDER BY n.at, n.entry_no
                     LIMIT asked.lines + 100) AS first
              WHERE first.journal_id = ANY ($3::uuid[])) AS due
      WHERE e.account_id = due.account_id AND e.at = due.at AND e.entry_no = due.entry_no`,
    [[...lines.keys()], [...lines.values()], journals.map((journal) => journal.journal_id)],
  )
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** What told the book of their ids and references on distributed books. */
async function removeHomes(sql: Sql, rows: readonly ExportedRow[]): Promise<void> {
  await sql.query('DELETE FROM token_movement_homes WHERE movement_id = ANY ($1::uuid[])', [
    rows.map((row) => row.movement_id),
  ])
}

/** The words that movements are found by; the numbers are those of digital_words. */
async function removeWords(sql: Sql, rows: readonly ExportedRow[]): Promise<void> {
  const entities: Readonly<Record<string, number>> = { DEPOSIT: 4, REDEMPTION: 5, TRANSFER: 6 }
  const words = rows.flatMap((row) => [
    ...(row.search_words as readonly string[]).map((word) => [
      row.partner_id,
      entities[row.kind as string],
      word,
      row.movement_id,
    ]),
    ...(row.payee_words as readonly string[]).map((word) => [row.payee_partner_id, 7, word, row.movement_id]),
  ])
  await sql.query(
    `DELETE FROM digital_words w
      USING unnest($1::text[], $2::smallint[], $3::text[], $4::uuid[]) AS gone (partner_id, entity, word, resource_id)
      WHERE w.partner_id = gone.partner_id AND w.entity = gone.entity AND w.word = gone.word AND w.resource_id = gone.resource_id`,
    [0, 1, 2, 3].map((at) => words.map((word) => word[at])),
  )
}

// A second institution with the same account ids, card numbers, terminals and billers as the sandbox's first, and the
// books of one institution in a form that can be compared between runs.

import { PAN_CONTEXT } from '../../../src/platform/kernel/identifiers/pan.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import { secretBox } from './bank.ts'

export const TWIN = 'FI901'

const COPIED = [
  'institutions',
  'core_connections',
  'account_types',
  'terminals',
  'billers',
  'accounts',
  'cards',
  'journals',
  'general_ledger_totals',
  'general_ledger_deltas',
]

/** Copies FI001, every row of it, under another institution id. */
export async function copyInstitution(database: Database): Promise<void> {
  await database.transaction(async (sql) => {
    for (const table of COPIED) {
      await sql.query(
        `INSERT INTO ${table}
         SELECT (jsonb_populate_record(original, jsonb_build_object('institution_id', $1::text) ||
                   CASE WHEN to_jsonb(original) ? 'id' THEN jsonb_build_object('id', gen_random_uuid()) ELSE '{}' END)).*
           FROM ${table} AS original WHERE institution_id = 'FI001'`,
        [TWIN],
      )
    }
  })
}

export async function setCardStatus(
  database: Database,
  institutionId: string,
  pan: string,
  status: string,
): Promise<void> {
  await database.query('UPDATE cards SET status = $3 WHERE institution_id = $1 AND pan_hash = $2', [
    institutionId,
    secretBox.lookupHash(pan, PAN_CONTEXT),
    status,
  ])
}

/** Everything that postings and inquiries write. */
const BOOKS = [
  'accounts',
  'cards',
  'terminal_usage',
  'transactions',
  'reversal_tombstones',
  'journals',
  'general_ledger_totals',
  'general_ledger_deltas',
  'holds',
  'inquiries',
]

/** Columns that differ from run to run: ids, what contains them, and timings. */
const VOLATILE = [
  'institution_id',
  'transaction_id',
  'original_id',
  'journal_id',
  'reverses_id',
  'batch_id',
  'hold_id',
  'inquiry_id',
  'auth_id',
  'response',
  'fingerprint',
  'latency_ms',
  'insert_xid',
]

/** The rows of every table of the books, as text and sorted, without what differs from run to run. */
export async function booksOf(database: Database, institutionId: string): Promise<Record<string, string[]>> {
  const books: Record<string, string[]> = {}
  for (const table of BOOKS) {
    const { rows } = await database.query<{ kept: string }>(
      `SELECT (to_jsonb(kept) - $2::text[])::text AS kept FROM ${table} AS kept WHERE institution_id = $1`,
      [institutionId, VOLATILE],
    )
    books[table] = rows.map((row) => row.kept).sort()
  }
  return books
}

/** Saves the books and returns a function that restores them. */
export async function keepBooks(database: Database): Promise<() => Promise<void>> {
  for (const table of BOOKS) await database.query(`CREATE TABLE kept_${table} AS TABLE ${table}`)
  return () =>
    database.transaction(async (sql) => {
      await sql.query(`TRUNCATE ${BOOKS.join(', ')}`)
      for (const table of BOOKS) await sql.query(`INSERT INTO ${table} TABLE kept_${table}`)
    })
}

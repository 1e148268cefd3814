// The events of the built-in ledger: its operations in the order of their transactions. Rows of transactions that may still
// be under way, and of later ones, are left for the next call: a late commit is not skipped.

import type { Database } from '../../../platform/storage/database.ts'
import type { LedgerEvents } from '../digital-ledger.ts'

const PAGE = 500
const START = '0:00000000-0000-0000-0000-000000000000'
const CURSOR = /^\d{1,20}:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

// Numbers of transactions belong to a database server. Rows from a server that was further, restored from its dump, get the
// number of a transaction of this one; no row of this server is ahead of the snapshot that sees it.
const RENUMBER = `
  UPDATE builtin_ledger_operations SET tx_id = pg_current_xact_id()
   WHERE op_id IN (SELECT op_id FROM builtin_ledger_operations
                    WHERE tx_id >= pg_snapshot_xmax(pg_current_snapshot()) LIMIT 5000)`

const READ_EVENTS = `
  SELECT op_id, reason IS NULL AS is_final, tx_id::text AS tx_id
    FROM builtin_ledger_operations
   WHERE (tx_id, op_id) > ($1::xid8, $2::uuid) AND tx_id < pg_snapshot_xmin(pg_current_snapshot())
   ORDER BY tx_id, op_id
   LIMIT ${PAGE}`

interface EventRow {
  readonly op_id: string
  readonly is_final: boolean
  readonly tx_id: string
}

export async function readEvents(database: Database, cursor = START): Promise<LedgerEvents> {
  if (!CURSOR.test(cursor)) throw new Error('not a cursor of the built-in ledger')
  await database.query(RENUMBER)
  const from = (await isAhead(database, cursor)) ? START : cursor
  const { rows } = await database.query<EventRow>(READ_EVENTS, from.split(':'))
  const last = rows.at(-1)
  return {
    events: rows.map((row) => ({ opId: row.op_id, status: row.is_final ? 'FINAL' : 'FAILED' })),
    cursor: last === undefined ? from : `${last.tx_id}:${last.op_id}`,
  }
}

/** A cursor from another server: everything is told again, which is allowed. */
async function isAhead(database: Database, cursor: string): Promise<boolean> {
  const { rows } = await database.query<{ is_ahead: boolean }>(
    'SELECT $1::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) AS is_ahead',
    [cursor.split(':')[0]],
  )
  return rows[0]?.is_ahead === true
}

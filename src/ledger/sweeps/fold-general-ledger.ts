// Folds the deltas that batches write into the totals of the general-ledger accounts. A balance is the total plus the
// remaining deltas, so folding changes no balance, only how fast it is read.

import type { Database, Sql } from '../../platform/storage/database.ts'
import { institutionsWith } from '../../platform/storage/distribution/institutions-with.ts'

const CHUNK = 5_000

// One statement, hence one transaction: at every instant a delta is either still there or in its total. Deltas that
// another node is folding are skipped, and totals are locked in key order, so two nodes never deadlock. Of one institution at a time: on
// distributed books its rows are on one server.
const FOLD = {
  name: 'fold-general-ledger-of',
  text: `
    WITH due AS (
      SELECT batch_id, account, currency
        FROM general_ledger_deltas
       WHERE institution_id = $1
       LIMIT $2
         FOR UPDATE SKIP LOCKED
    ), folded AS (
      DELETE FROM general_ledger_deltas d
       USING due
       WHERE d.institution_id = $1 AND d.batch_id = due.batch_id AND d.account = due.account AND d.currency = due.currency
      RETURNING d.institution_id, d.account, d.currency, d.amount_minor
    ), totals AS (
      INSERT INTO general_ledger_totals AS t (institution_id, account, currency, amount_minor)
      SELECT institution_id, account, currency, sum(amount_minor)::bigint
        FROM folded
       GROUP BY institution_id, account, currency
       ORDER BY institution_id, account, currency
      ON CONFLICT (institution_id, account, currency)
      DO UPDATE SET amount_minor = t.amount_minor + excluded.amount_minor
      RETURNING 1
    )
    SELECT count(*)::int AS folded FROM folded`,
}

/** Folds up to a chunk of an institution's deltas and returns how many. */
export async function foldChunk(sql: Sql, institutionId: string, chunk = CHUNK): Promise<number> {
  const { rows } = await sql.query<{ folded: number }>(FOLD, [institutionId, chunk])
  return rows[0]?.folded ?? 0
}

const TAKE_DELTAS = {
  name: 'take-general-ledger-deltas',
  text: `
    DELETE FROM general_ledger_deltas d
     USING (SELECT batch_id, account, currency
              FROM general_ledger_deltas
             WHERE institution_id = $1
             LIMIT $2
               FOR UPDATE SKIP LOCKED) AS due
     WHERE d.institution_id = $1 AND d.batch_id = due.batch_id AND d.account = due.account AND d.currency = due.currency
    RETURNING d.account, d.currency, d.amount_minor`,
}

const ADD_TO_TOTAL = {
  name: 'add-to-general-ledger-total',
  text: `
    INSERT INTO general_ledger_totals AS t (institution_id, account, currency, amount_minor) VALUES ($1, $2, $3, $4)
    ON CONFLICT (institution_id, account, currency) DO UPDATE SET amount_minor = t.amount_minor + excluded.amount_minor`,
}

/**
 * The same on distributed books, in one transaction. Citus would run the statement above in parts, of which the insertion asks every
 * server, so that one that is down would hold up all institutions.
 */
function foldChunkAtServer(database: Database, institutionId: string, chunk: number): Promise<number> {
  return database.transaction(async (sql) => {
    const { rows } = await sql.query<{ account: string; currency: string; amount_minor: bigint }>(TAKE_DELTAS, [
      institutionId,
      chunk,
    ])
    const byTotal = Map.groupBy(rows, ({ account, currency }) => JSON.stringify([account, currency]))
    // In key order, so that two nodes never deadlock.
    for (const key of [...byTotal.keys()].sort()) {
      const [account, currency] = JSON.parse(key) as [string, string]
      const sum = (byTotal.get(key) ?? []).reduce((total, { amount_minor }) => total + amount_minor, 0n)
      await sql.query(ADD_TO_TOTAL, [institutionId, account, currency, sum])
    }
    return rows.length
  })
}

/** Folds all deltas, a chunk at a time. An institution whose server is down holds up no other. */
export async function foldGeneralLedger(database: Database, chunk = CHUNK): Promise<number> {
  let folded = 0
  const failures: unknown[] = []
  for (const institutionId of await institutionsWith(database, 'general_ledger_deltas')) {
    try {
      for (let last = chunk; last === chunk; folded += last)
        last = database.isDistributed
          ? await foldChunkAtServer(database, institutionId, chunk)
          : await foldChunk(database, institutionId, chunk)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  // PGlite has no autovacuum: without this the table of deltas would only grow.
  if (folded > 0 && database.engine === 'pglite') await database.query('VACUUM general_ledger_deltas')
  return folded
}

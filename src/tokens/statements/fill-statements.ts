// Fills statements in from the journals: with what was posted before there were statements, and by nodes of the version before.
// It needs no lock that postings wait for: what is posted meanwhile has its own entry.

import type { Sweep } from '../../platform/kernel/work/sweep.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'

const EVERY_MS = 10_000
const ACCOUNTS_PER_RUN = 200
const MOVEMENTS_PER_RUN = 500

/** Movements that a node of the version before has posted, once per account whose statement may lack it. */
export function notEntered(bounds = ''): string {
  return `
  SELECT m.movement_id, m.version, a.account_id
    FROM (SELECT movement_id, version, account_id, payee_account_id
            FROM token_movements WHERE entered_version <> version ${bounds}) AS m
   CROSS JOIN LATERAL (VALUES (m.account_id), (m.payee_account_id)) AS a (account_id)
   WHERE a.account_id IS NOT NULL`
}

/** The journals of the account's movements, in whichever book they are posted. */
const JOURNALS = `
  SELECT movement_id, institution_id AS book_id, unnest(journal_ids) AS journal_id
    FROM token_movements WHERE account_id = $1::uuid
  UNION
  SELECT movement_id, institution_id, unnest(journal_ids)
    FROM token_movements WHERE payee_account_id = $1::uuid AND payee_issuer_id = issuer_id
  UNION
  SELECT movement_id, payee_book_id, payee_journal_id
    FROM token_movements WHERE payee_account_id = $1::uuid AND payee_journal_id IS NOT NULL`

/** Distributed books: the same, of the movements that the coordinator knows, at their servers. */
async function readJournals(sql: Sql, accountId: string): Promise<JournalRow[]> {
  const { rows: books } = await sql.query<{ book_id: string }>(
    'SELECT book_id FROM digital_accounts WHERE account_id = $1::uuid',
    [accountId],
  )
  const found: JournalRow[] = []
  for (const { book_id: bookId } of books) {
    const { rows } = await sql.query<JournalRow>(
      `SELECT movement_id, institution_id AS book_id, unnest(journal_ids) AS journal_id
         FROM token_movements
        WHERE institution_id = $2
          AND (account_id = $1::uuid OR (payee_account_id = $1::uuid AND payee_issuer_id = issuer_id))`,
      [accountId, bookId],
    )
    found.push(...rows)
  }
  // Entries of transfers from other books were written when they were posted; only an account of before has none, and those are few.
  const { rows } = await sql.query<JournalRow>(
    `SELECT movement_id, payee_book_id AS book_id, payee_journal_id AS journal_id
       FROM token_movements WHERE payee_account_id = $1::uuid AND payee_journal_id IS NOT NULL`,
    [accountId],
  )
  return [...found, ...rows]
}

interface JournalRow {
  readonly movement_id: string
  readonly book_id: string
  readonly journal_id: string
}

/** What the journals `o` change of the holding, if they do. */
const posted = (journals: string, book: string) => `
  SELECT o.movement_id, o.journal_id, j.recorded_at, c.amount_minor
    FROM ${journals}
    JOIN journals j ON j.institution_id = ${book} AND j.journal_id = o.journal_id
   CROSS JOIN LATERAL (SELECT sum(e.amount_minor)::bigint AS amount_minor
                         FROM unnest(j.accounts, j.amounts_minor) AS e (account, amount_minor)
                        WHERE e.account = ($1::uuid)::text) AS c
   WHERE c.amount_minor <> 0`

const insert = (rows: string) => `
  INSERT INTO token_entries (account_id, at, movement_id, journal_id, amount_minor, asset_minor)
  SELECT $1::uuid, p.recorded_at, p.movement_id, p.journal_id, p.amount_minor, 0
    FROM ${rows}
   WHERE NOT EXISTS (SELECT FROM token_entries e WHERE e.account_id = $1::uuid AND e.journal_id = p.journal_id)
   ORDER BY p.recorded_at, p.journal_id`

interface PostedRow {
  readonly movement_id: string
  readonly journal_id: string
  /** As text: a Date would round it. */
  readonly recorded_at: string
  readonly amount_minor: bigint
}

/** Distributed books: journals are read book by book, each at its server. */
async function insertFromBooks(sql: Sql, accountId: string): Promise<void> {
  const rows = await readJournals(sql, accountId)
  const found: PostedRow[] = []
  for (const [bookId, moved] of Map.groupBy(rows, (row) => row.book_id)) {
    const read = await sql.query<PostedRow>(
      `SELECT movement_id, journal_id, recorded_at::text AS recorded_at, amount_minor
         FROM (${posted('unnest($3::uuid[], $4::uuid[]) AS o (movement_id, journal_id)', '$2')}) AS p`,
      [accountId, bookId, moved.map((row) => row.movement_id), moved.map((row) => row.journal_id)],
    )
    found.push(...read.rows)
  }
  await sql.query(
    insert(
      'unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::bigint[]) AS p (movement_id, journal_id, recorded_at, amount_minor)',
    ),
    [
      accountId,
      found.map((row) => row.movement_id),
      found.map((row) => row.journal_id),
      found.map((row) => row.recorded_at),
      found.map((row) => row.amount_minor),
    ],
  )
}

/** Fills one statement in. Two at once take turns, in whichever case a caller has written the id. */
export async function fillStatement(sql: Sql, accountId: string, isDistributed: boolean): Promise<void> {
  await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended('statement:' || ($1::uuid)::text, 0))`, [accountId])
  if (isDistributed) await insertFromBooks(sql, accountId)
  else await sql.query(insert(`(${posted(`(${JOURNALS}) AS o`, 'o.book_id')}) AS p`), [accountId])
  await sql.query(
    `UPDATE token_entries e SET asset_minor = c.asset_minor
       FROM (SELECT at, entry_no, sum(amount_minor) OVER (ORDER BY at, entry_no)::bigint AS asset_minor
               FROM token_entries WHERE account_id = $1::uuid) AS c
      WHERE e.account_id = $1::uuid AND e.at = c.at AND e.entry_no = c.entry_no AND e.asset_minor <> c.asset_minor`,
    [accountId],
  )
  await sql.query(
    'UPDATE digital_accounts SET has_statement = true WHERE account_id = $1::uuid AND NOT has_statement',
    [accountId],
  )
}

/** Goes through the accounts that were there before statements were, and those that older nodes post to. */
export function statementSweep(database: Database): Sweep {
  return {
    name: 'token-statements',
    everyMs: EVERY_MS,
    async run() {
      const { rows } = await database.query<{ account_id: string }>(
        `SELECT account_id FROM digital_accounts WHERE NOT has_statement ORDER BY account_id LIMIT ${ACCOUNTS_PER_RUN}`,
      )
      for (const { account_id: accountId } of rows) await fillWhole(database, accountId)
      // Nodes of the version before do not run on distributed books.
      if (!database.isDistributed) await enterPostings(database)
    },
  }
}

interface NotEnteredRow {
  readonly movement_id: string
  readonly version: number
  readonly account_id: string
}

/** A movement that is posted again meanwhile has another version, and is met by the next run. */
async function enterPostings(database: Database): Promise<void> {
  // In the order of the partial index: by its estimates PostgreSQL would rather read the whole table.
  const { rows: met } = await database.query<NotEnteredRow>(
    notEntered(`ORDER BY movement_id LIMIT ${MOVEMENTS_PER_RUN}`),
  )
  if (met.length === 0) return
  for (const accountId of new Set(met.map((row) => row.account_id))) await fillWhole(database, accountId)
  await database.query(
    `UPDATE token_movements AS m SET entered_version = m.version
      WHERE m.movement_id IN (SELECT o.movement_id
                                FROM token_movements o
                                JOIN unnest($1::uuid[], $2::integer[]) AS n (movement_id, version)
                                  ON n.movement_id = o.movement_id AND n.version = o.version
                                 FOR UPDATE OF o SKIP LOCKED)`,
    [met.map((row) => row.movement_id), met.map((row) => row.version)],
  )
}

async function fillWhole(database: Database, accountId: string): Promise<void> {
  await database.transaction(
    async (sql) => {
      // An account may have millions of movements.
      await sql.query('SET LOCAL statement_timeout = 0')
      await fillStatement(sql, accountId, database.isDistributed)
    },
    { takesLong: true },
  )
}

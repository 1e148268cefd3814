// Synthetic accounts for load tests, each with its opening journal. The database generates them in chunks, so an
// interrupted run resumes where it stopped, and a repeated one does nothing.

import { generalLedger, OPENING_BALANCE } from '../channels/core/builtin/books/general-ledger.ts'
import { markPostings } from '../ledger/posting-marks.ts'
import { businessDateAt, type Clock, isoTimestamp } from '../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../platform/storage/database.ts'

const FIRST_ID = 5_000_000_001
const CHUNK = 20_000
const MAX_BULK_ACCOUNTS = 999_999_999

const OPENING_BALANCE_MINOR = 10_000_000n
const CURRENCY = 'USD'

export interface BulkAccountsOptions {
  /** The total number wanted; ids start at 5000000001. */
  readonly count: number
  readonly institutionId: string
  readonly clock: Clock
  /** Called after each chunk with the number that exist so far. */
  onProgress?(existing: number): void
}

/** Creates the missing accounts and returns how many. */
export async function seedAccounts(database: Database, options: BulkAccountsOptions): Promise<number> {
  const { count, onProgress } = options
  if (!Number.isInteger(count) || count < 0 || count > MAX_BULK_ACCOUNTS) {
    throw new RangeError(`count takes a whole number from 0 to ${MAX_BULK_ACCOUNTS}`)
  }
  for (let made = 0; ; ) {
    const chunk = await database.transaction((sql) => seedChunk(sql, options))
    made += chunk.made
    onProgress?.(chunk.existing)
    if (chunk.existing < count) continue
    // The planner has no statistics about them yet.
    if (made > 0)
      for (const table of ['accounts', 'account_records', 'journals']) await database.query(`ANALYZE ${table}`)
    return made
  }
}

interface Chunk {
  readonly made: number
  readonly existing: number
}

async function seedChunk(sql: Sql, { count, institutionId, clock }: BulkAccountsOptions): Promise<Chunk> {
  const institution = await lockInstitution(sql, institutionId)
  const existing = await countExisting(sql, institutionId)
  const last = Math.min(existing + CHUNK, count)
  if (last <= existing) return { made: 0, existing }

  const nowMs = clock.now()
  const recordedAt = isoTimestamp(nowMs)
  const effectiveDate = businessDateAt(nowMs, {
    timeZone: institution.time_zone,
    cutoverTime: institution.cutover_time,
    closedThrough: institution.closed_through,
    endedThrough: institution.ended_through,
  })
  await sql.query(
    `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability,
                           branch_id, balance_minor)
     SELECT $1, ($4::bigint + n)::text, 'BULK' || ($4::bigint + n), 'DDA', 'Load test checking', $5, '06', $6, $7
       FROM generate_series($2::bigint, $3::bigint) AS n`,
    [institutionId, existing, last - 1, FIRST_ID, CURRENCY, institution.branch_id, OPENING_BALANCE_MINOR],
  )
  await sql.query(
    `INSERT INTO account_records (institution_id, account_id)
     SELECT $1, ($4::bigint + n)::text FROM generate_series($2::bigint, $3::bigint) AS n
         ON CONFLICT DO NOTHING`,
    [institutionId, existing, last - 1, FIRST_ID],
  )
  await markPostings(sql, [institutionId])
  await sql.query(
    `INSERT INTO journals (institution_id, journal_id, kind, effective_date, recorded_at, books, accounts, currencies, amounts_minor)
     SELECT $1, ${JOURNAL_ID}, $5, $6, $7, 'CG', ARRAY[($8::bigint + n)::text, $9], ARRAY[$10, $10], ARRAY[$11, -$11::bigint]
       FROM generate_series($2::bigint, $3::bigint) AS n`,
    [
      institutionId,
      existing,
      last - 1,
      nowMs,
      OPENING_BALANCE,
      effectiveDate,
      recordedAt,
      FIRST_ID,
      generalLedger.opening,
      CURRENCY,
      OPENING_BALANCE_MINOR,
    ],
  )
  await sql.query(
    `INSERT INTO general_ledger_totals AS t (institution_id, account, currency, amount_minor)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (institution_id, account, currency)
     DO UPDATE SET amount_minor = t.amount_minor + excluded.amount_minor`,
    [institutionId, generalLedger.opening, CURRENCY, -OPENING_BALANCE_MINOR * BigInt(last - existing)],
  )
  return { made: last - existing, existing: last }
}

// A UUID v7 of the millisecond in $4 whose random part is the account's number: unique per account, and in order within
// a chunk, so that the index grows at its end.
const JOURNAL_ID = `(lpad(to_hex($4::bigint), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid`

interface InstitutionRow {
  time_zone: string
  cutover_time: string
  closed_through: string | null
  ended_through: string | null
  branch_id: string
}

/** The lock keeps two seeders from creating the same accounts. */
async function lockInstitution(sql: Sql, institutionId: string): Promise<InstitutionRow> {
  const { rows } = await sql.query<InstitutionRow>(
    `SELECT time_zone, cutover_time, closed_through, ended_through, coalesce(branches -> 0 ->> 'id', '001') AS branch_id
       FROM institutions
      WHERE institution_id = $1
        FOR NO KEY UPDATE`,
    [institutionId],
  )
  const [institution] = rows
  if (institution === undefined) throw new RangeError(`there is no institution ${institutionId}`)
  return institution
}

async function countExisting(sql: Sql, institutionId: string): Promise<number> {
  const { rows } = await sql.query<{ highest: string | null }>(
    `SELECT max(account_id) AS highest
       FROM accounts
      WHERE institution_id = $1 AND account_id BETWEEN '5000000001' AND '5999999999' AND account_id ~ '^\\d{10}$'`,
    [institutionId],
  )
  const highest = rows[0]?.highest
  return highest === null || highest === undefined ? 0 : Number(highest) - FIRST_ID + 1
}

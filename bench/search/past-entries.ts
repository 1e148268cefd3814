// Entries of accounts and of digital asset accounts, as many as there are transactions, for the bench of searches. Nothing else
// of the books is written: a statement reads no more.

import type { Database } from '../../src/platform/storage/database.ts'
import { BUSY_ACCOUNT, idOf, type PastTransactions, writeInChunks } from './past-transactions.ts'

const USUAL_ACCOUNT = '1000000042'
/** Ids of the records of both, which the API names them by. */
export const ACCOUNT_RECORDS = {
  busy: '019b0000-0000-7000-8000-0000000000b1',
  usual: '019b0000-0000-7000-8000-0000000000b2',
} as const

/** One token entry in ten is on the busy one; the other has about a hundred. */
export const DIGITAL_ACCOUNTS = {
  busy: '019b0000-0000-7000-9000-000000000001',
  usual: '019b0000-0000-7000-8000-000000000001',
} as const
export const DIGITAL_PARTNER = 'P1'
const BOOK = 'FI001'

/** The journal of a transaction has its id. Values are those of NUMBERED in past-transactions.ts, in short. */
const ENTRIES = `
  WITH past AS MATERIALIZED (
         SELECT n, ${idOf('moment', 'n')} AS id, moment, '${BOOK}' AS institution_id, -(1000 + n % 5000) AS amount_minor,
                CASE WHEN h.who % 1000 < 7 THEN '${BUSY_ACCOUNT}' ELSE (1000000000 + h.who % 60000)::text END AS account_id
           FROM generate_series($1::bigint, $2::bigint) AS n
          CROSS JOIN LATERAL (SELECT abs(hashint8(n)::bigint) AS who) AS h
          CROSS JOIN LATERAL (SELECT $3::timestamptz + n * $4::float8 * interval '1 millisecond' AS moment) AS at),
       journal AS (
         INSERT INTO journals (institution_id, journal_id, kind, effective_date, recorded_at, books, accounts, currencies,
                               amounts_minor, insert_xid)
         SELECT institution_id, id, 'CASHWITHDRAWAL', to_char(moment AT TIME ZONE 'UTC', 'YYYYMMDD'), moment, 'CG',
                ARRAY[account_id, 'VAULT'], ARRAY['USD', 'USD'], ARRAY[amount_minor, -amount_minor], NULL
           FROM past)
  INSERT INTO account_entries (institution_id, account_id, position, journal_id, amount_minor, balance_minor)
  SELECT institution_id, account_id, n, id, amount_minor, 0 FROM past`

const TOKEN_ENTRIES = `
  INSERT INTO token_entries (account_id, at, entry_no, movement_id, journal_id, amount_minor, asset_minor)
  SELECT CASE WHEN n % 10 = 0 THEN '${DIGITAL_ACCOUNTS.busy}'::uuid
              ELSE ('019b0000-0000-7000-8000-' || lpad(to_hex(n % 99991), 12, '0'))::uuid END,
         $3::timestamptz + n * $4::float8 * interval '1 millisecond', n, gen_random_uuid(), gen_random_uuid(), 1,
         CASE WHEN n % 10 = 0 THEN n / 10 ELSE 1 END
    FROM generate_series($1::bigint, $2::bigint) AS n`

const USD_ACCOUNT = `
  INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability, branch_id,
                        balance_minor)
  VALUES ('${BOOK}', $1, 'C1', $2, '', 'USD', 'X', '', $3)`

/** Holdings after the entries of an account that is not the busy one: a statement of which one is wrong is filled in. */
const HOLDINGS_IN_ORDER = `
  UPDATE token_entries e SET asset_minor = c.asset_minor
    FROM (SELECT at, entry_no, sum(amount_minor) OVER (ORDER BY at, entry_no) AS asset_minor
            FROM token_entries WHERE account_id = $1) AS c
   WHERE e.account_id = $1 AND e.at = c.at AND e.entry_no = c.entry_no`

const DIGITAL_ACCOUNT = `
  INSERT INTO digital_accounts (book_id, account_id, institution_id, user_id, partner_id, currency, linked_account_id, state,
                                search_words, transaction_ref, channel_type, created_at, updated_at, created_by, updated_by,
                                has_statement)
  VALUES ('${BOOK}', $1, gen_random_uuid(), gen_random_uuid(), '${DIGITAL_PARTNER}', 'USD', '1', 'ACTIVE', '{}', 'bench', 'WEB',
          now(), now(), 'bench', 'bench', true)`

export async function writePastEntries(
  database: Database,
  past: PastTransactions,
  onProgress: (written: number) => void,
): Promise<void> {
  await writeInChunks(database, past, [ENTRIES, TOKEN_ENTRIES], onProgress)
  await database.transaction(
    async (sql) => {
      // The accounts alone: neither the capability nor the parties that they would need.
      await sql.query('SET LOCAL session_replication_role = replica')
      await sql.query('SET LOCAL statement_timeout = 0')
      await sql.query(
        `INSERT INTO account_records (institution_id, account_id, id) VALUES ('${BOOK}', $1, $2), ('${BOOK}', $3, $4)`,
        [BUSY_ACCOUNT, ACCOUNT_RECORDS.busy, USUAL_ACCOUNT, ACCOUNT_RECORDS.usual],
      )
      for (const accountId of [BUSY_ACCOUNT, USUAL_ACCOUNT]) await sql.query(USD_ACCOUNT, [accountId, 'CHECKING', 0])
      await sql.query(HOLDINGS_IN_ORDER, [DIGITAL_ACCOUNTS.usual])
      for (const accountId of Object.values(DIGITAL_ACCOUNTS)) {
        const { rows } = await sql.query<{ total: bigint }>(
          'SELECT sum(amount_minor)::bigint AS total FROM token_entries WHERE account_id = $1',
          [accountId],
        )
        await sql.query(USD_ACCOUNT, [accountId, 'TOKENS', rows[0]?.total])
        await sql.query(DIGITAL_ACCOUNT, [accountId])
      }
    },
    { takesLong: true },
  )
  await database.query('ANALYZE journals, account_entries, token_entries, accounts, digital_accounts')
}

// Years of past transactions, written by the database itself, a chunk at a time. They come in pairs, a deposit and a
// withdrawal of the same account and amount, so that every balance stays what it was and the books stay provable.

import { DAY_MS } from '../../src/kernel/clock.ts'
import { FIRST_ACCOUNT } from '../load/requests.ts'
import type { Store } from './server-process.ts'
import { withStore } from './test-bed.ts'

const CHUNK = 200_000
// Past RRNs begin with a zero and sort before those of the runs, as older ones do.
const NUMBERED = `
  SELECT n,
         lpad(n::text, 12, '0') AS rrn,
         CASE WHEN n % 2 = 0 THEN 'CASHDEPOSIT' ELSE 'CASHWITHDRAWAL' END AS type,
         CASE WHEN n % 2 = 0 THEN 1 ELSE -1 END AS direction,
         ($3::bigint + (n / 2 * 7919) % $4::bigint)::text AS account_id,
         moment,
         (lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid AS id
    FROM generate_series($1::bigint, $2::bigint) AS n
   CROSS JOIN LATERAL (SELECT $5::timestamptz + n * interval '1 second' AS moment) AS at`

const AMOUNT_MINOR = 2000

const TRANSACTIONS = `
  INSERT INTO transactions (
    institution_id, partner_id, rrn, transaction_id, type, account_id, terminal_id, amount_minor, cash_minor, currency,
    response_code, auth_id, business_date, recorded_at, latency_ms, correlation_id, fingerprint, response)
  SELECT 'FI001', 'PARTNER01', rrn, id, type, account_id, 'ATM00001', ${AMOUNT_MINOR}, ${AMOUNT_MINOR}, 'USD',
         '000', upper(lpad(to_hex(n % 16777216), 6, '0')), to_char(moment, 'YYYYMMDD'), moment, 9, id,
         encode(sha256(rrn::bytea), 'base64'),
         '{"transaction":{"rrn":"' || rrn || '","type":"' || type || '","date":"' || to_char(moment, 'YYYYMMDD')
           || '"},"paymentInstrument":{"account":{"id":"' || account_id || '"}},"institution":{"id":"FI001"},'
           || '"amount":{"amount":20,"currencyCode":"USD"},"branch":{"id":"001","name":"Main Street Branch",'
           || '"address":"1 Main Street, Springfield"},"balances":[{"type":"Available","amount":100000,'
           || '"currencyCode":"USD"},{"type":"Balance","amount":100000,"currencyCode":"USD"}],'
           || '"status":{"responseCode":"000","authId":"' || upper(lpad(to_hex(n % 16777216), 6, '0')) || '"}}'
    FROM (${NUMBERED}) AS past`

const JOURNALS = `
  INSERT INTO journals (institution_id, journal_id, kind, effective_date, recorded_at, books, accounts, currencies, amounts_minor)
  SELECT 'FI001', id, type, to_char(moment, 'YYYYMMDD'), moment, 'CG', ARRAY[account_id, 'vault:ATM00001'],
         ARRAY['USD', 'USD'], ARRAY[direction * ${AMOUNT_MINOR}, -direction * ${AMOUNT_MINOR}]
    FROM (${NUMBERED}) AS past`

/** Writes `count` past transactions (an even number) and lets the planner know of them. */
export async function writeHistory(
  store: Store,
  { count, accounts, onProgress }: { count: number; accounts: number; onProgress(written: number): void },
): Promise<void> {
  await withStore(store, async (database) => {
    const session = await database.connect()
    try {
      await session.query('SET statement_timeout = 0')
      // A crash half way would only cost us this bench; the measured runs use connections of their own.
      await session.query('SET synchronous_commit = off')
      const even = count - (count % 2)
      // One a second, the last of them yesterday.
      const start = new Date(Date.now() - DAY_MS - even * 1000).toISOString()
      for (let first = 2; first < even + 2; first += CHUNK) {
        const last = Math.min(first + CHUNK, even + 2) - 1
        const values = [first, last, FIRST_ACCOUNT, accounts, start]
        for (const statement of [TRANSACTIONS, JOURNALS]) await session.query(statement, values)
        onProgress(last - 1)
      }
      await session.query('VACUUM ANALYZE')
      // Otherwise the first runs would pay for writing the history to disk.
      await session.query('CHECKPOINT')
    } finally {
      session.release()
    }
  })
}

// Ten million past transactions of three institutions over 400 business dates, for the bench of searches. Every value follows
// from the number of its row, so that the bench can name values that exist.

import { type BusinessDate, DAY_MS } from '../../src/platform/kernel/time/clock.ts'
import type { Database } from '../../src/platform/storage/database.ts'

const DAYS = 400
const INSTITUTIONS = ['FI001', 'FI002', 'FI003'] as const
/** Has ten of the 500 terminals of FI001. */
export const SUB_TENANT = '019b0000-0000-7000-8000-0000000000a1'
/** One transaction in a hundred is on this account of FI001. */
export const BUSY_ACCOUNT = '9000000001'
/** Has one transaction in ten thousand. */
export const RARE_PARTNER = 'P6'

const CHUNK = 100_000
const SESSIONS = 2

/** One transaction in a thousand is a candidate for the exceptions; of these nine in ten are resolved. */
const EXCEPTIONAL_EVERY = 1_000

// `n` is the row, `o` the row that says whose transaction it is: a reversal is seven rows after its original.
const NUMBERED = `
  SELECT n, o, r.is_reversal, moment,
         CASE WHEN h.who % 10 < 7 THEN 'FI001' WHEN h.who % 10 < 9 THEN 'FI002' ELSE 'FI003' END AS institution_id,
         CASE WHEN h.what % 10000 = 0 THEN '${RARE_PARTNER}' ELSE 'P' || (1 + h.what % 5) END AS partner_id,
         CASE WHEN h.who % 1000 < 7 THEN '${BUSY_ACCOUNT}' ELSE (1000000000 + h.who % 60000)::text END AS account_id,
         CASE WHEN h.what % 20 <> 0 THEN 'ATM' || lpad((h.where_ % 500)::text, 5, '0') END AS terminal_id,
         CASE WHEN h.what % 10 < 7 THEN '400000******' || lpad((h.who % 10000)::text, 4, '0') END AS masked_pan,
         CASE WHEN h.how % 100000 = 0 THEN 100000000 ELSE 1000 + 500 * (h.how % 100) END AS amount_minor,
         CASE WHEN h.how % 100 < 95 THEN 'USD' WHEN h.how % 100 < 99 THEN 'EUR' ELSE 'JPY' END AS currency,
         h.what, h.how, id_of.id, original.id AS original_id
    FROM generate_series($1::bigint, $2::bigint) AS n
   CROSS JOIN LATERAL (SELECT n % 100 = 7 OR n % ${EXCEPTIONAL_EVERY} = 13 AND n / ${EXCEPTIONAL_EVERY} % 5 <> 0 AS is_reversal) AS r
   CROSS JOIN LATERAL (SELECT CASE WHEN r.is_reversal THEN n - 7 ELSE n END AS o) AS of_row
   CROSS JOIN LATERAL (SELECT abs(hashint8(o)::bigint) AS who, abs(hashint8(o * 7919 + 1)::bigint) AS what,
                              abs(hashint8(o * 104729 + 2)::bigint) AS where_, abs(hashint8(o * 1299709 + 3)::bigint) AS how) AS h
   CROSS JOIN LATERAL (SELECT $3::timestamptz + n * $4::float8 * interval '1 millisecond' AS moment,
                              $3::timestamptz + o * $4::float8 * interval '1 millisecond' AS original_moment) AS at
   CROSS JOIN LATERAL (SELECT ${idOf('moment', 'n')} AS id) AS id_of
   CROSS JOIN LATERAL (SELECT ${idOf('original_moment', 'o')} AS id) AS original`

const TRANSACTIONS = `
  INSERT INTO transactions (
    institution_id, partner_id, rrn, transaction_id, type, account_id, terminal_id, masked_pan, amount_minor, fee_minor, cash_minor,
    currency, response_code, auth_id, original_id, original_rrn, reversed_minor, business_date, recorded_at, latency_ms,
    correlation_id, fingerprint, response)
  SELECT institution_id, partner_id, lpad(n::text, 12, '0'), id, type, account_id, terminal_id, masked_pan, amount_minor,
         CASE WHEN what % 3 = 0 THEN 150 ELSE 0 END, amount_minor, currency, response_code,
         CASE WHEN response_code = '000' THEN upper(lpad(to_hex(n % 16777216), 6, '0')) END,
         CASE WHEN is_reversal AND response_code <> '914' AND NOT is_exceptional THEN original_id END,
         CASE WHEN is_reversal THEN lpad((CASE WHEN is_exceptional THEN n + 900000000000 ELSE o END)::text, 12, '0') END,
         -- Row n + 7 reverses this one.
         CASE WHEN n % 100 = 0 AND n % ${EXCEPTIONAL_EVERY} <> 0 THEN amount_minor / CASE WHEN n % 500 = 0 THEN 2 ELSE 1 END ELSE 0 END,
         to_char(moment AT TIME ZONE 'UTC', 'YYYYMMDD'), moment, (10 + what % 90 + CASE WHEN how % 50 = 0 THEN how % 3000 ELSE 0 END)::int,
         md5('c' || n)::uuid, encode(sha256(n::text::bytea), 'base64'),
         '{"transaction":{"rrn":"' || lpad(n::text, 12, '0') || '","type":"' || type || '"},"paymentInstrument":{"account":{"id":"'
           || account_id || '"}},"institution":{"id":"' || institution_id || '"},"amount":{"amount":20,"currencyCode":"USD"},'
           || '"branch":{"id":"001","name":"Main Street Branch","address":"1 Main Street, Springfield"},"balances":[{"type":'
           || '"Available","amount":100000,"currencyCode":"USD"},{"type":"Balance","amount":100000,"currencyCode":"USD"}],'
           || '"status":{"responseCode":"' || response_code || '"}}'
    FROM (${NUMBERED}) AS past
   CROSS JOIN LATERAL (SELECT n % ${EXCEPTIONAL_EVERY} = 13 AS is_exceptional) AS x
   CROSS JOIN LATERAL (
         SELECT CASE WHEN is_reversal THEN 'CASHWITHDRAWALREVERSAL'
                     WHEN what % 1000 = 1 THEN 'BILLPAYMENT'
                     ELSE (ARRAY['CASHWITHDRAWAL', 'CASHWITHDRAWAL', 'CASHWITHDRAWAL', 'CASHDEPOSIT', 'TRANSFER'])[1 + what % 5]
                     END AS type,
                CASE WHEN is_exceptional THEN (ARRAY['911', '914', '188', '110', '000'])[1 + n / ${EXCEPTIONAL_EVERY} % 5]
                     WHEN n % 100 IN (0, 7) THEN '000'
                     WHEN how % 100 < 92 THEN '000'
                     ELSE (ARRAY['116', '121', '116', '100', '119', '116', '121', '123'])[how % 100 - 91] END AS response_code) AS kind`

const INQUIRIES = `
  INSERT INTO inquiries (institution_id, inquiry_id, partner_id, rrn, type, account_id, terminal_id, masked_pan, response_code,
                         auth_id, business_date, recorded_at, latency_ms, correlation_id)
  SELECT institution_id, id, partner_id, lpad(n::text, 12, '0'),
         CASE WHEN what % 4 = 0 THEN 'ACCOUNTLOOKUP' ELSE 'BALANCEINQUIRY' END, account_id, terminal_id, masked_pan,
         CASE WHEN how % 100 < 97 THEN '000' ELSE '114' END, NULL, to_char(moment AT TIME ZONE 'UTC', 'YYYYMMDD'), moment, 5,
         md5('i' || n)::uuid
    FROM (${NUMBERED}) AS past
   WHERE n % 10 = 3`

const RESOLUTIONS = `
  INSERT INTO exception_resolutions (institution_id, transaction_id, partner_id, rrn, kind, action, reason, resolved_by, resolved_at)
  SELECT institution_id, transaction_id, partner_id, rrn,
         CASE response_code WHEN '911' THEN 'UNKNOWN' WHEN '188' THEN 'LATE' WHEN '110' THEN 'REFUSED' ELSE 'UNMATCHED' END,
         'IGNORE', 'Checked', 'operator', recorded_at + interval '1 hour'
    FROM transactions
   WHERE (response_code = '911' OR type LIKE '%REVERSAL'
          AND (response_code IN ('914', '188', '110', '182', '183') OR response_code = '000' AND original_id IS NULL))
     AND rrn::bigint / ${EXCEPTIONAL_EVERY} % 10 <> 3`

export interface PastTransactions {
  readonly count: number
  /** The instant of row 0. */
  readonly startMs: number
  /** Between two rows. */
  readonly stepMs: number
}

export function pastTransactions(count: number, endMs: number): PastTransactions {
  return { count, startMs: endMs - DAYS * DAY_MS, stepMs: (DAYS * DAY_MS) / count }
}

export function businessDateOfRow({ startMs, stepMs }: PastTransactions, row: number): BusinessDate {
  return new Date(startMs + row * stepMs).toISOString().slice(0, 10).replaceAll('-', '')
}

export async function writePastTransactions(
  database: Database,
  past: PastTransactions,
  onProgress: (written: number) => void,
): Promise<void> {
  await writeDirectory(database)
  await writeInChunks(database, past, [TRANSACTIONS, INQUIRIES], onProgress)
  await withSession(database, async (query) => {
    await query(RESOLUTIONS)
    await query('VACUUM ANALYZE')
    await query('CHECKPOINT')
  })
}

/** Statements get the first and the last row of a chunk, the instant of row 0 and the milliseconds between two rows. */
export async function writeInChunks(
  database: Database,
  past: PastTransactions,
  statements: readonly string[],
  onProgress: (written: number) => void,
): Promise<void> {
  let next = 1
  let written = 0
  const start = new Date(past.startMs).toISOString()
  await Promise.all(
    Array.from({ length: SESSIONS }, () =>
      withSession(database, async (query) => {
        while (next <= past.count) {
          const first = next
          next += CHUNK
          const values = [first, Math.min(first + CHUNK - 1, past.count), start, past.stepMs]
          for (const statement of statements) await query(statement, values)
          written += Number(values[1]) - first + 1
          onProgress(written)
        }
      }),
    ),
  )
}

async function withSession(
  database: Database,
  work: (query: (text: string, values?: unknown[]) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const session = await database.connect({ takesLong: true })
  try {
    await session.query('SET statement_timeout = 0')
    await session.query('SET synchronous_commit = off')
    await work((text, values) => session.query(text, values))
  } finally {
    session.release()
  }
}

async function writeDirectory(database: Database): Promise<void> {
  for (const institutionId of INSTITUTIONS) {
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone) VALUES ($1, $1, 'ACTIVE', 'USD', 'UTC')`,
      [institutionId],
    )
  }
  await database.query(
    `INSERT INTO partners (partner_id, name, operations, institution_ids)
     SELECT 'P' || n, 'P' || n, '{}', $1 FROM generate_series(1, 6) AS n`,
    [INSTITUTIONS],
  )
  await database.query(
    `INSERT INTO sub_tenants (sub_tenant_id, institution_id, tenant_code, name, contact_email)
     VALUES ($1, 'FI001', 'T1', 'Tenant', 'tenant@bank.example')`,
    [SUB_TENANT],
  )
  await database.query(
    `INSERT INTO terminals (institution_id, terminal_id, acceptor_id, kind, location, branch_id, services, status, sub_tenant_id)
     SELECT i, 'ATM' || lpad(n::text, 5, '0'), 'A', 'ATM', 'L', '001', '{}', 'ACTIVE',
            CASE WHEN i = 'FI001' AND n < 10 THEN $2::uuid END
       FROM unnest($1::text[]) AS i, generate_series(0, 499) AS n`,
    [INSTITUTIONS, SUB_TENANT],
  )
}

/** As newId() makes them: the time, then the number of the row. */
export function idOf(moment: string, row: string): string {
  return `(lpad(to_hex((extract(epoch FROM ${moment}) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(${row}), 15, '0'))::uuid`
}

// A million loans, with their applications and offers, for the bench of lending. The database multiplies rows that the gateway
// has written, with new ids; what lists filter by varies with the number of the row. Journals and schedules are not
// multiplied: no list and no status read looks at them.

import { DAY_MS } from '../../src/platform/kernel/time/clock.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { idOf } from '../search/past-transactions.ts'
import { copyStatement } from '../servers/copy-rows.ts'

const CHUNK = 25_000
const SESSIONS = 2
const DAYS = 700

export interface ManyLoans {
  readonly count: number
  readonly startMs: number
  readonly stepMs: number
}

/** Rows to multiply. A slot is a row's kind; the usual ones have many. */
export interface Models {
  readonly loans: readonly string[]
  readonly applications: readonly string[]
  /** An application with an offer that became a loan. */
  readonly converted: string
}

export function manyLoans(count: number, nowMs: number): ManyLoans {
  const stepMs = (DAYS * DAY_MS) / count
  return { count, startMs: nowMs - DAYS * DAY_MS, stepMs }
}

const OTHER_PARTNER = 'PARTNER02'
/** A first name that one application in ten thousand has. */
export const RARE_NAME = 'Quetzalcoatl'

// `n` is the number of an application; an even one has become a loan.
const NUMBERED = `
  SELECT n, at.moment, abs(hashint8(n)::bigint) AS h, abs(hashint8(n * 7919 + 1)::bigint) AS g,
         CASE WHEN abs(hashint8(n * 31 + 5)::bigint) % 50 = 0 THEN '${OTHER_PARTNER}' ELSE 'PARTNER01' END AS partner,
         ${idOf('at.moment', 'n')} AS new_id, ${idOf('at.moment', 'n + 1000000000')} AS offer,
         ${idOf('at.moment', 'n + 2000000000')} AS loan, 'LN9' || lpad(n::text, 11, '0') AS account
    FROM generate_series($1::bigint, $2::bigint) AS n
   CROSS JOIN LATERAL (SELECT $3::timestamptz + n * $4::float8 * interval '1 millisecond' AS moment) AS at`

const LOANS = `(${NUMBERED}) AS i JOIN bench_loans AS s ON s.slot = i.g % (SELECT count(*) FROM bench_loans)`
// Two of three loans come from an application.
const IS_CONVERTED = 'i.n % 3 <> 0'
const APPLICATIONS = `(${NUMBERED}) AS i
  JOIN bench_applications AS s ON s.slot = CASE WHEN ${IS_CONVERTED} THEN -1 ELSE i.g % (SELECT count(*) - 1 FROM bench_applications) END`

const STAMPS = { created_at: 'i.moment', updated_at: 'i.moment' }
// Names of people come from a few hundred words.
const FIRST = `CASE WHEN i.h % 10000 = 0 THEN '${RARE_NAME}' ELSE 'Name' || i.h % 300 END`
const LAST = `'Family' || i.g % 2000`
const APPLICANT = `jsonb_build_object('firstName', ${FIRST}, 'lastName', ${LAST})`
const PRODUCT = `(ARRAY['PERSONAL','AUTO','SME','MORTGAGE','OPEN'])[CASE WHEN i.g % 20 < 10 THEN 1 WHEN i.g % 20 < 15 THEN 2 WHEN i.g % 20 < 17 THEN 3 WHEN i.g % 20 < 19 THEN 4 ELSE 5 END]`
const AMOUNT = '(500 + i.h % 49500)'

/** A table, where its rows come from, and the columns that differ from the model. */
const COPIES: readonly [table: string, from: string, changed: Readonly<Record<string, string>>][] = [
  [
    'loan_applications',
    `${APPLICATIONS} JOIN loan_applications AS t USING (application_id)`,
    {
      application_id: 'i.new_id',
      partner_id: 'i.partner',
      product_code: PRODUCT,
      applicant: APPLICANT,
      name_words: `array_to_tsvector(ARRAY[lower(${FIRST}), lower(${LAST})])`,
      expires_at: `t.expires_at - t.created_at + i.moment`,
      ...STAMPS,
    },
  ],
  [
    'loan_application_history',
    `${APPLICATIONS} JOIN loan_application_history AS t USING (application_id)`,
    { application_id: 'i.new_id', at: 'i.moment' },
  ],
  [
    'loan_offers',
    `${APPLICATIONS} JOIN loan_offers AS t USING (application_id)`,
    {
      application_id: 'i.new_id',
      offer_id: `CASE WHEN ${IS_CONVERTED} THEN i.offer ELSE md5(t.offer_id::text || i.n)::uuid END`,
      partner_id: 'i.partner',
      product_code: PRODUCT,
      loan_id: `CASE WHEN ${IS_CONVERTED} THEN i.loan END`,
      amount: AMOUNT,
      amount_minor: `${AMOUNT} * 100`,
      instalment: `round(${AMOUNT} / 11.5, 2)`,
      instalment_minor: `(round(${AMOUNT} / 11.5, 2) * 100)::bigint`,
      apr: '(3 + i.g % 2700 / 100.0)',
      term_months: '3 + i.h % 58',
      term_count: '3 + i.h % 58',
      expires_at: `t.expires_at - t.created_at + i.moment`,
      superseded_by: 'NULL',
      ...STAMPS,
    },
  ],
  [
    'accounts',
    `${LOANS} JOIN loans AS l USING (loan_id) JOIN accounts AS t ON t.institution_id = l.institution_id AND t.account_id = l.account_id`,
    { account_id: 'i.account', customer_id: `'loan:' || i.loan` },
  ],
  [
    'loans',
    `${LOANS} JOIN loans AS t USING (loan_id)`,
    {
      loan_id: 'i.loan',
      partner_id: 'i.partner',
      account_id: 'i.account',
      applicant: APPLICANT,
      application_id: `CASE WHEN ${IS_CONVERTED} THEN i.new_id END`,
      offer_id: `CASE WHEN ${IS_CONVERTED} THEN i.offer END`,
      ...STAMPS,
    },
  ],
  [
    'loan_events',
    `${LOANS} JOIN loan_events AS t USING (loan_id)`,
    {
      loan_id: 'i.loan',
      event_id: 'md5(t.event_id::text || i.n)::uuid',
      event: `jsonb_set(t.event, '{eventId}', to_jsonb(md5(t.event_id::text || i.n)::uuid::text))`,
      recorded_at: 'i.moment',
      journal_id: 'NULL',
    },
  ],
]

/** Writes them, and updates the planner's statistics. */
export async function writeManyLoans(
  database: Database,
  many: ManyLoans,
  models: Models,
  onProgress: (written: number) => void,
): Promise<void> {
  await database.query('CREATE TABLE bench_loans (slot bigint, loan_id uuid)')
  await database.query('CREATE TABLE bench_applications (slot bigint, application_id uuid)')
  await database.query(
    'INSERT INTO bench_loans SELECT n - 1, id FROM unnest($1::uuid[]) WITH ORDINALITY AS s (id, n)',
    [models.loans],
  )
  await database.query(
    'INSERT INTO bench_applications SELECT n - 1, id FROM unnest($1::uuid[]) WITH ORDINALITY AS s (id, n)',
    [models.applications],
  )
  await database.query('INSERT INTO bench_applications VALUES (-1, $1)', [models.converted])
  const statements: string[] = []
  for (const [table, from, changed] of COPIES) statements.push(await copyStatement(database, table, from, changed))
  const start = new Date(many.startMs).toISOString()
  let next = 1
  let written = 0
  await Promise.all(
    Array.from({ length: SESSIONS }, () =>
      inSession(database, async (query) => {
        while (next <= many.count) {
          const first = next
          next += CHUNK
          const last = Math.min(first + CHUNK - 1, many.count)
          for (const statement of statements) await query(statement, [first, last, start, many.stepMs])
          written += last - first + 1
          onProgress(written)
        }
      }),
    ),
  )
  await inSession(database, async (query) => {
    await query('DROP TABLE bench_loans, bench_applications')
    await query('VACUUM ANALYZE')
    await query('CHECKPOINT')
  })
}

async function inSession(
  database: Database,
  work: (query: (text: string, values?: unknown[]) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const session = await database.connect({ takesLong: true })
  try {
    await session.query('SET statement_timeout = 0')
    await session.query('SET synchronous_commit = off')
    // References are right by the way they are made: checking each would take most of the time.
    await session.query('SET session_replication_role = replica')
    await work((text, values) => session.query(text, values))
  } finally {
    await session.query('RESET ALL')
    session.release()
  }
}

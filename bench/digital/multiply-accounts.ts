// Many digital asset accounts out of a few: the database multiplies the rows of the models with new ids, their deposits and
// journals included, so the books stay correct. Words of search are kept by the triggers of the tables.

import { DAY_MS } from '../../src/platform/kernel/time/clock.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { idOf } from '../search/past-transactions.ts'
import { copyStatement } from '../servers/copy-rows.ts'
import type { ModelAccount } from './model-accounts.ts'

export interface Multiplied {
  /** How many accounts to add, divided among the models. */
  readonly count: number
  /** Numbers that another call has used, whose ids and references must not be used again. */
  readonly after: number
  /** One in so many has a deposit of its own; the others are empty and linked to the model's account. */
  readonly fundedEvery: number
  /** Names, labels and states vary, as searches need it; otherwise all are ACTIVE. */
  readonly isVaried: boolean
  readonly nowMs: number
}

const CHUNK = 20_000
const SESSIONS = 2
const DAYS = 300
/** Ids of one account's rows: the number of the account times this, and a number for each kind. */
const KINDS = 8
const [USER, ACCOUNT, MOVEMENT] = [1, 2, 3]

/** A first name that one user in ten thousand has. */
export const RARE_NAME = 'Quetzalcoatl'

function numbered({ fundedEvery, isVaried }: Multiplied): string {
  const id = (kind: number) => idOf('at.moment', `n * ${KINDS} + ${kind}`)
  const h = 'abs(hashint8(n)::bigint)'
  const state = isVaried
    ? `CASE WHEN ${h} % 100 = 0 THEN 'FROZEN' WHEN ${h} % 1000 = 1 AND NOT is_funded THEN 'CLOSED' ELSE 'ACTIVE' END`
    : `'ACTIVE'`
  return `
  SELECT n, moment, m.*, is_funded, ${state} AS state, ${h} AS h, abs(hashint8(n * 7919 + 1)::bigint) AS g,
         ${id(USER)} AS new_user, ${id(ACCOUNT)} AS new_account, ${id(MOVEMENT)} AS new_movement,
         CASE WHEN is_funded THEN 'L' || lpad(n::text, 9, '0') ELSE m.linked_id END AS new_linked
    FROM generate_series($1::bigint, $2::bigint) AS n
    JOIN bench_models AS m ON m.slot = n % (SELECT count(*) FROM bench_models)
   CROSS JOIN LATERAL (SELECT $3::timestamptz + n * $4::float8 * interval '1 millisecond' AS moment,
                              n / (SELECT count(*) FROM bench_models) % ${fundedEvery} = 0 AS is_funded) AS at`
}

const OTHER_ID = (id: string) => `md5(${id}::text || ':' || i.n)::uuid`
const FIRST = `CASE WHEN i.h % 10000 = 0 THEN '${RARE_NAME}' ELSE 'Name' || i.h % 300 END`
const LAST = `'Family' || i.g % 2000`
const LABEL = `'Wallet ' || i.g % 500`
const STAMPS = { created_at: 'i.moment', updated_at: 'i.moment' }

function words(...expressions: readonly string[]): string {
  return `ARRAY[${expressions.map((one) => `lower(${one})`).join(', ')}]`
}

/** A table, where its rows come from, and the columns that differ from the model. */
function copies(many: Multiplied): [table: string, from: string, changed: Readonly<Record<string, string>>][] {
  const all = `(${numbered(many)}) AS i`
  const funded = `(SELECT * FROM ${all} WHERE i.is_funded) AS i`
  const book = 'i.institution_id::text'
  const ref = (kind: string) => `'${kind}.' || i.n`
  const reference = (type: string, model: string, made: string, kind: string) =>
    [
      'digital_references',
      `${all} JOIN digital_references AS t ON t.resource_id = ${model} AND t.transaction_type = '${type}'`,
      { ref: ref(kind), resource_id: made, created_at: 'i.moment' },
    ] as [string, string, Record<string, string>]
  return [
    [
      'digital_users',
      `${all} JOIN digital_users AS t ON t.user_id = i.user_id`,
      {
        user_id: 'i.new_user',
        first_name: FIRST,
        last_name: LAST,
        search_words: words(FIRST, LAST, `'user'`, 'i.n::text'),
        transaction_ref: ref('user'),
        ...STAMPS,
      },
    ],
    reference('USER_ONBOARDING', 'i.user_id', 'i.new_user', 'user'),
    [
      'accounts',
      `${all} JOIN accounts AS t ON t.institution_id = ${book} AND t.account_id = i.account_id::text`,
      {
        account_id: 'i.new_account::text',
        customer_id: 'i.new_user::text',
        balance_minor: 'CASE WHEN i.is_funded THEN t.balance_minor ELSE 0 END',
      },
    ],
    [
      'accounts',
      `${funded} JOIN accounts AS t ON t.institution_id = ${book} AND t.account_id = i.linked_id`,
      { account_id: 'i.new_linked', customer_id: 'i.new_user::text' },
    ],
    [
      'digital_accounts',
      `${all} JOIN digital_accounts AS t ON t.account_id = i.account_id`,
      {
        account_id: 'i.new_account',
        user_id: 'i.new_user',
        label: LABEL,
        linked_account_id: 'i.new_linked',
        state: 'i.state',
        restrictions: `CASE WHEN i.state = 'FROZEN' THEN ARRAY['NO_DEBIT'] ELSE '{}'::text[] END`,
        search_words: words(`'wallet'`, '(i.g % 500)::text', 'i.new_linked', `'account'`, 'i.n::text'),
        transaction_ref: ref('account'),
        ...STAMPS,
      },
    ],
    reference('DIGITAL_ASSET_ACCOUNT', 'i.account_id', 'i.new_account', 'account'),
    [
      'builtin_ledger_accounts',
      `${all} JOIN builtin_ledger_accounts AS t ON t.account_id = i.account_id`,
      {
        account_id: 'i.new_account',
        balance_minor: 'CASE WHEN i.is_funded THEN t.balance_minor ELSE 0 END',
        created_at: 'i.moment',
      },
    ],
    [
      'builtin_ledger_operations',
      `${funded} JOIN bench_operations AS t ON t.institution_id = ${book}`,
      { op_id: OTHER_ID('t.op_id'), ended_at: 'i.moment', tx_id: 'pg_current_xact_id()' },
    ],
    [
      // Operations of the past are not copied: the chain does not look at them again.
      'simulated_chain_accounts',
      `${all} JOIN simulated_chain_accounts AS t ON t.account_id = i.account_id::text`,
      {
        account_id: 'i.new_account::text',
        balance_minor: 'CASE WHEN i.is_funded THEN t.balance_minor ELSE 0 END',
      },
    ],
    [
      'journals',
      `${funded} JOIN bench_journals AS t ON t.institution_id = ${book}`,
      {
        journal_id: OTHER_ID('t.journal_id'),
        recorded_at: 'i.moment',
        accounts: `ARRAY(SELECT CASE one WHEN i.account_id::text THEN i.new_account::text WHEN i.linked_id THEN i.new_linked ELSE one END
                           FROM unnest(t.accounts) WITH ORDINALITY AS a (one, place) ORDER BY place)`,
      },
    ],
    [
      'token_movements',
      `${funded} JOIN token_movements AS t ON t.movement_id = i.deposit_id`,
      {
        movement_id: 'i.new_movement',
        account_id: 'i.new_account',
        linked_account_id: 'i.new_linked',
        journal_ids: `ARRAY(SELECT ${OTHER_ID('one')} FROM unnest(t.journal_ids) AS one)`,
        ref: ref('deposit'),
        search_words: words(`'deposit'`, 'i.n::text', 'i.new_linked'),
        final_at: 'i.moment',
        ...STAMPS,
      },
    ],
    [
      'token_entries',
      `${funded} JOIN token_entries AS t ON t.account_id = i.account_id`,
      {
        account_id: 'i.new_account',
        at: 'i.moment',
        entry_id: 'gen_random_uuid()',
        movement_id: 'i.new_movement',
        journal_id: OTHER_ID('t.journal_id'),
      },
    ],
  ]
}

/** What the copies of a model post in the general ledger, in one row per account of it. */
const GENERAL_LEDGER = `
  INSERT INTO general_ledger_deltas (institution_id, batch_id, account, currency, amount_minor)
  SELECT j.institution_id, md5('bench' || j.institution_id || $1::bigint)::uuid, line.account, line.currency,
         sum(line.amount_minor) * f.copies
    FROM bench_journals j
   CROSS JOIN LATERAL unnest(regexp_split_to_array(j.books, ''), j.accounts, j.currencies, j.amounts_minor)
                   AS line (book, account, currency, amount_minor)
    JOIN (SELECT institution_id::text AS institution_id, count(*) AS copies FROM «numbered» AS i WHERE i.is_funded
           GROUP BY institution_id) AS f ON f.institution_id = j.institution_id
   WHERE line.book = 'G'
   GROUP BY j.institution_id, line.account, line.currency, f.copies`

export async function multiplyAccounts(
  database: Database,
  models: readonly ModelAccount[],
  many: Multiplied,
  onProgress: (written: number) => void = () => {},
): Promise<void> {
  await database.query(
    'CREATE TABLE bench_models (slot bigint, institution_id uuid, user_id uuid, account_id uuid, linked_id text, deposit_id uuid)',
  )
  await database.query(
    `INSERT INTO bench_models
     SELECT n - 1, i, u, a, l, d FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[]) WITH ORDINALITY AS m (i, u, a, l, d, n)`,
    [
      models.map(({ institutionId }) => institutionId),
      models.map(({ userId }) => userId),
      models.map(({ accountId }) => accountId),
      models.map(({ linkedId }) => linkedId),
      models.map(({ depositId }) => depositId),
    ],
  )
  for (const table of ['journals', 'builtin_ledger_operations']) {
    await database.query(
      `CREATE TABLE bench_${table === 'journals' ? table : 'operations'} AS
       SELECT * FROM ${table} WHERE institution_id IN (SELECT institution_id::text FROM bench_models)`,
    )
  }
  const statements: string[] = []
  for (const [table, from, changed] of copies(many))
    statements.push(await copyStatement(database, table, from, changed))
  statements.push(GENERAL_LEDGER.replace('«numbered»', `(${numbered(many)})`))
  const stepMs = (DAYS * DAY_MS) / many.count
  const start = new Date(many.nowMs - DAYS * DAY_MS - many.after * stepMs).toISOString()
  let next = many.after + 1
  const end = many.after + many.count
  let written = 0
  const write = async () => {
    const session = await database.connect({ takesLong: true })
    try {
      await session.query('SET statement_timeout = 0')
      await session.query('SET synchronous_commit = off')
      while (next <= end) {
        const first = next
        next += CHUNK
        const last = Math.min(first + CHUNK - 1, end)
        for (const statement of statements) await session.query(statement, [first, last, start, stepMs])
        written += last - first + 1
        onProgress(written)
      }
    } finally {
      await session.query('RESET ALL')
      session.release()
    }
  }
  await Promise.all(Array.from({ length: SESSIONS }, write))
  await database.query('DROP TABLE bench_models, bench_journals, bench_operations')
  const session = await database.connect({ takesLong: true })
  try {
    await session.query('SET statement_timeout = 0')
    await session.query('VACUUM ANALYZE')
    await session.query('CHECKPOINT')
  } finally {
    await session.query('RESET ALL')
    session.release()
  }
}

// The plans of the posting path look transactions up by key, regardless of other indexes, of the statistics and of how many
// there are: a plan stays when the table grows. Plans of other statements are made again.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { debit, NOW_MS, observedPipeline, openAccounts, TODAY } from '../../../test/support/bank/postings.ts'
import { ON_ONE_SERVER } from '../../../test/support/machine/citus.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { until } from '../../../test/support/until.ts'
import type { Database, Step } from '../../platform/storage/database.ts'

const END: Step = { statement: { name: 'rollback', text: 'ROLLBACK' }, values: [] }
const SEARCH_INDEXES = /_by_date|_by_correlation|_exceptional/
/** Statements that find transactions by their RRN, and the index they must use. */
const BY_KEY = ['read-records', 'originals-by-rrn', 'update-reversed']
const SIZES = [0, 1, 300, 5_000]

onDatabase('the statements of the posting path', (_engine, open) => {
  let database: Database
  const sent = new Map<string, Step>()
  before(async () => {
    database = (await open()).database
    await openAccounts(database, ['A'], TODAY)
    await sendEveryStatement()
    await database.query('TRUNCATE transactions')
  })

  for (const rows of SIZES) {
    test(`find transactions by key when there are ${rows}`, ON_ONE_SERVER, async () => {
      await fill(rows)
      for (const statistics of ['stale', 'new']) {
        if (statistics === 'new') await database.query('ANALYZE')
        for (const [name, plan] of await plans()) {
          assert.doesNotMatch(plan, SEARCH_INDEXES, `${name}, ${statistics} statistics`)
          assert.doesNotMatch(plan, /Seq Scan on transactions/, `${name}, ${statistics} statistics`)
          if (BY_KEY.includes(name)) assert.match(plan, /transactions_pkey/, `${name}, ${statistics} statistics`)
        }
      }
    })
  }

  test('are planned again when the table has grown since', ON_ONE_SERVER, async () => {
    const { statement, values } = sent.get('read-records') as Step
    await database.query('TRUNCATE transactions')
    // Only the renewal may change the plan.
    await database.query('ALTER TABLE transactions SET (autovacuum_enabled = off)')
    await database.query('VACUUM ANALYZE transactions')
    const session = await database.connect()
    try {
      // Without the settings of a batch, which never reads a table whole.
      const post = () => session.roundTrip([sent.get('begin'), { statement, values }, END] as Step[])
      const planned = async () => {
        await post()
        const [{ name } = { name: '' }] = (
          await session.query<{ name: string }>('SELECT name FROM pg_prepared_statements WHERE statement = $1', [
            statement.text,
          ])
        ).rows
        const { rows } = await session.query<{ 'QUERY PLAN': string }>(
          `SET plan_cache_mode = force_generic_plan; EXPLAIN EXECUTE "${name}" (${literals(values)}); RESET plan_cache_mode`,
        )
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      }
      assert.match(await planned(), /Seq Scan on transactions/, 'the empty table is not read by key')
      await session.query(fillStatement(5_000))
      await until(async () => /transactions_pkey/.test(await planned()), 'the statement is planned again')
    } finally {
      session.release()
    }
  })

  /** Posts an order and reversals that name it in each way, and notes what the pipeline sends. */
  async function sendEveryStatement(): Promise<void> {
    const pipeline = observedPipeline(noting(database, sent), [])
    const first = debit('A', 100n)
    await pipeline.post(first)
    const query = {
      accountId: 'A',
      type: 'CASHWITHDRAWAL',
      notBeforeMs: NOW_MS - 1,
      amountMinor: 100n,
      currency: 'USD',
    }
    for (const named of [{ authId: 'ABCDEF' }, { rrn: first.rrn }, {}]) {
      await pipeline.post(
        debit('A', -100n, {
          original: { ...query, ...named },
          decide: (books, records) => {
            const original = records.originalByRrn('P1', first.rrn)
            const decided = debit('A', -1n).decide(books, records)
            return original === undefined || decided.kind !== 'post'
              ? decided
              : { ...decided, reverses: { original, amountMinor: 1n } }
          },
        }),
      )
    }
    const missing = [...BY_KEY, 'originals-by-auth-id', 'recent-originals'].filter((name) => !sent.has(name))
    assert.deepEqual(missing, [], 'these statements were not sent')
  }

  /** By name, in a transaction with the pipeline's own settings. */
  function plans(): Promise<[name: string, plan: string][]> {
    return database.transaction(async (sql) => {
      await sql.query(sent.get('batch-settings')?.statement.text as string)
      const found: [string, string][] = []
      for (const [name, { statement, values }] of sent) {
        if (!/\btransactions\b/.test(statement.text) || statement.text.startsWith('COPY')) continue
        await sql.query(`PREPARE planned AS ${statement.text}`)
        const { rows } = await sql.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE planned (${literals(values)})`)
        await sql.query('DEALLOCATE planned')
        found.push([name, rows.map((row) => row['QUERY PLAN']).join('\n')])
      }
      return found
    })
  }

  async function fill(rows: number): Promise<void> {
    await database.query(fillStatement(rows))
  }
})

function literals(values: readonly (string | null)[]): string {
  return values.map((value) => (value === null ? 'NULL' : `'${value.replaceAll("'", "''")}'`)).join(', ')
}

function fillStatement(rows: number): string {
  return `
    INSERT INTO transactions (institution_id, partner_id, rrn, transaction_id, type, account_id, amount_minor, currency,
                              response_code, auth_id, business_date, recorded_at, latency_ms, correlation_id, fingerprint, response)
    SELECT 'FI001', 'P1', ${rows} || '-' || i, gen_random_uuid(), 'CASHWITHDRAWAL', 'A' || i % 50, 100, 'USD', '000',
           substr(md5(i::text), 1, 6), '20260310', now(), 1, gen_random_uuid(), repeat('f', 43), repeat('r', 400)
      FROM generate_series(1, ${rows}) AS i`
}

/** Keeps the last step of each statement name. */
function noting(database: Database, sent: Map<string, Step>): Database {
  const connect: Database['connect'] = async (options) => {
    const session = await database.connect(options)
    const roundTrip = (steps: readonly Step[]) => {
      for (const step of steps) sent.set(step.statement.name, step)
      return session.roundTrip(steps)
    }
    return Object.assign(Object.create(session), {
      roundTrip,
      query: session.query.bind(session),
      release: () => session.release(),
    })
  }
  return Object.assign(Object.create(database), { connect, connections: database.connections })
}

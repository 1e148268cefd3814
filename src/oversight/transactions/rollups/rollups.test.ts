import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { ON_ONE_SERVER } from '../../../../test/support/machine/citus.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { emptyTables } from '../../../../test/support/machine/empty-tables.ts'
import { until } from '../../../../test/support/until.ts'
import { verify } from '../../../ledger/verify/verify.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import { openPostgres } from '../../../platform/storage/open-database.ts'
import { ROLLUPS_VERIFIED } from './rollup-checks.ts'
import { LATENCIES, NEW_FACTS, TERMINAL_TOTALS, VOLUMES } from './rollup-sql.ts'
import { Rollups } from './rollups.ts'
import { insertTransactions, randomly, type TransactionRow, transactionRow } from './transaction-rows.fixture.ts'

const TABLES = ['transaction_rollups', 'latency_rollups', 'terminal_totals']

const FILL = `
  INSERT INTO transactions (institution_id, partner_id, rrn, transaction_id, type, account_id, amount_minor, currency,
                            response_code, business_date, recorded_at, latency_ms, correlation_id, fingerprint, response)
  SELECT 'FI001', 'P1', 'filled-' || i, gen_random_uuid(), 'CASHWITHDRAWAL', 'A', 100, 'USD', '000', '20260310', now(), 1,
         gen_random_uuid(), repeat('f', 43), repeat('r', 400)
    FROM generate_series(1, 5000) AS i`

onDatabase('rollups of transactions', (engine, open) => {
  let database: Database
  let url = ''
  let rollups: Rollups

  before(async () => {
    const opened = await open()
    database = opened.database
    if ('url' in opened.location) url = opened.location.url
    rollups = new Rollups(database)
  })

  beforeEach(async () => {
    await emptyTables(
      database,
      `institutions, transactions, transaction_changes, rollup_state, rollup_rebuilds, ${TABLES.join(', ')}`,
    )
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone)
       VALUES ('FI001', 'One', 'ACTIVE', 'USD', 'UTC'), ('FI002', 'Two', 'ACTIVE', 'USD', 'UTC')`,
    )
    await rollups.refresh()
  })

  test('a transaction is counted once, however often we look', async () => {
    await insertTransactions(database, [transactionRow(1), transactionRow(2, { response_code: '116' })])
    await rollups.refresh()
    await rollups.refresh()
    assert.deepEqual(await dayCounts('FI001'), ['000 1 10000', '116 1 0'])
    assert.deepEqual(await dayCounts('*'), ['000 1 10000', '116 1 0'])
    assert.deepEqual(await findings(), [])
  })

  const STATISTICS: [title: string, prepare: string[]][] = [
    ['has never been analysed', [FILL]],
    ['was analysed when it was small', ['ANALYZE transactions', FILL]],
    [
      'has only rows from before the rollups',
      [FILL, 'UPDATE transactions SET insert_xid = NULL', 'ANALYZE transactions'],
    ],
    ['is analysed', [FILL, 'ANALYZE transactions']],
  ]
  for (const [title, prepare] of STATISTICS) {
    test(`new transactions are found by their index in a table that ${title}`, ON_ONE_SERVER, async () => {
      await database.query('ALTER TABLE transactions SET (autovacuum_enabled = off)')
      await insertTransactions(database, [transactionRow(1)])
      for (const statement of prepare) await database.query(statement)
      const { rows } = await database.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN ${NEW_FACTS.replaceAll('$1', 'pg_current_snapshot()')}`,
      )
      assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /Scan (using|on) transactions_new/)
    })
  }

  for (const [i, [table, column]] of [
    ['transaction_rollups', 'count'],
    ['latency_rollups', 'count'],
    ['terminal_totals', 'withdrawals_minor'],
  ].entries()) {
    test(`verify finds a wrong row of ${table}`, ON_ONE_SERVER, async () => {
      await insertTransactions(database, [transactionRow(1)])
      await rollups.refresh()
      await database.query(`UPDATE ${table} SET ${column} = ${column} + 1`)
      const found = new Set((await findings()).map(({ check }) => check))
      assert.deepEqual([...found], [ROLLUPS_VERIFIED.checks[i]?.name])
    })
  }

  test('a transaction that commits after a later one is counted when it commits', ON_ONE_SERVER, async () => {
    if (engine === 'pglite') return // One connection: nothing can be in flight.
    const late = await database.connect()
    try {
      await late.query('BEGIN')
      await insertTransactions(late, [transactionRow(1)])
      await insertTransactions(database, [transactionRow(2)])
      await rollups.refresh()
      assert.deepEqual(await dayCounts('FI001'), ['000 1 10000'])
      await insertTransactions(database, [transactionRow(3)])
      await rollups.refresh()
      assert.deepEqual(await dayCounts('FI001'), ['000 2 20000'])
      await late.query('COMMIT')
      await rollups.refresh()
      assert.deepEqual(await dayCounts('FI001'), ['000 3 30000'])
    } finally {
      late.release()
    }
  })

  test(
    'a reversal of an old transaction, a settled one and a withdrawn one change the day they belong to',
    ON_ONE_SERVER,
    async () => {
      const unknown = { response_code: '911', business_date: '20260309' }
      await insertTransactions(database, [transactionRow(1), transactionRow(2, unknown), transactionRow(3, unknown)])
      await rollups.refresh()
      await database.query(`UPDATE transactions SET reversed_minor = 2500 WHERE rrn = '000000000001'`)
      await database.query(`UPDATE transactions SET response_code = '000' WHERE rrn = '000000000002'`)
      await database.query(`DELETE FROM transactions WHERE rrn = '000000000003'`)
      assert.deepEqual(await findings(), [], 'what is pending is no finding')
      await rollups.refresh()
      assert.deepEqual(await dayCounts('FI001'), ['000 1 10000', '000 1 10000 2500', '911 0 0'])
      assert.deepEqual(await findings(), [])
    },
  )

  test('a change before the transaction was counted counts once', ON_ONE_SERVER, async () => {
    await insertTransactions(database, [transactionRow(1), transactionRow(2)])
    await database.query(`UPDATE transactions SET reversed_minor = 2500 WHERE rrn = '000000000001'`)
    await database.query(`DELETE FROM transactions WHERE rrn = '000000000002'`)
    await rollups.refresh()
    assert.deepEqual(await dayCounts('FI001'), ['000 1 10000 2500'])
  })

  test('transactions from before the rollups are counted, newest day first', ON_ONE_SERVER, async () => {
    const old = { insert_xid: null }
    await database.query('UPDATE rollup_state SET snapshot = NULL')
    await insertTransactions(database, [
      transactionRow(1, { ...old, business_date: '20260101' }),
      transactionRow(2, { ...old, business_date: '20260310' }),
    ])
    await rollups.refresh()
    await database.query(`UPDATE transactions SET reversed_minor = 2500 WHERE rrn = '000000000001'`)
    await rollups.refresh()
    await rebuildAllQueued()
    assert.deepEqual(await dayCounts('FI001'), ['000 1 10000', '000 1 10000 2500'])
    assert.deepEqual(await findings(), [])
  })

  test(
    'after a restore from a dump, whose transaction ids lie ahead, everything is counted again',
    ON_ONE_SERVER,
    async () => {
      await insertTransactions(database, [transactionRow(1, { insert_xid: 4_000_000_000n }), transactionRow(2)])
      await database.query(`UPDATE rollup_state SET snapshot = '4000000001:4000000001:'`)
      await rollups.refresh()
      await rebuildAllQueued()
      await insertTransactions(database, [transactionRow(3)])
      await rollups.refresh()
      assert.deepEqual(await dayCounts('FI001'), ['000 3 30000'])
      assert.deepEqual(await findings(), [])
    },
  )

  test(
    'a restore is found before anything is posted, although the ids of the dump are passed soon after',
    ON_ONE_SERVER,
    async () => {
      await database.query(
        `UPDATE rollup_state
          SET snapshot = format('%1$s:%1$s:', pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 20)::pg_snapshot`,
      )
      await rollups.prepare()
      await insertTransactions(database, [transactionRow(1)])
      for (let i = 0; i < 30; i++) await database.query('SELECT pg_current_xact_id()')
      await rollups.refresh()
      await rebuildAllQueued()
      assert.deepEqual(await dayCounts('FI001'), ['000 1 10000'])
      assert.deepEqual(await findings(), [])
    },
  )

  test('a rebuild mends what is wrong, of the named institution and dates only', ON_ONE_SERVER, async () => {
    await insertTransactions(database, [transactionRow(1), transactionRow(2, { institution_id: 'FI002' })])
    await rollups.refresh()
    await database.query(`UPDATE transaction_rollups SET count = 7; UPDATE terminal_totals SET fees_count = 9`)
    assert.ok((await findings()).length > 0)
    const days = await rollups.daysWithTransactions({ institutionId: 'FI001', from: '20260101', to: '20260331' })
    assert.deepEqual(days, [{ institutionId: 'FI001', date: '20260310' }])
    assert.deepEqual(await rollups.daysWithTransactions({ to: '20260309' }), [])
    for (const day of days) await rollups.rebuildDay(day)
    assert.deepEqual(await dayCounts('FI001'), ['000 1 10000'])
    assert.deepEqual(await dayCounts('FI002'), ['000 7 10000'])
    for (const day of await rollups.daysWithTransactions()) await rollups.rebuildDay(day)
    assert.deepEqual(await findings(), [])
  })

  test('amounts that no bigint can sum do not stop the count', ON_ONE_SERVER, async () => {
    const huge = { amount_minor: 9_000_000_000_000_000_000n }
    await insertTransactions(
      database,
      [1, 2, 3].map((n) => transactionRow(n, { ...huge, response_code: n === 3 ? '110' : '000' })),
    )
    await rollups.refresh()
    assert.deepEqual(await dayCounts('FI001'), ['000 2 18000000000000000000', '110 1 0'])
  })

  test(
    'whatever is written concurrently on two nodes, rollups, rebuild and transactions agree',
    ON_ONE_SERVER,
    async () => {
      for (const seed of [11, 12, 13]) {
        await emptyTables(database, `transactions, transaction_changes, rollup_state, ${TABLES.join(', ')}`)
        await rollups.refresh()
        const nodes = engine === 'pglite' ? [database] : [database, openPostgres(url)]
        try {
          let counting = true
          const sweeps = nodes.map(async (node) => {
            const own = new Rollups(node)
            while (counting) {
              await own.refresh()
              await new Promise((resolve) => setImmediate(resolve))
            }
          })
          await Promise.all([1, 2, 3, 4].map((n) => writeRandomly(nodes[n % nodes.length] as Database, seed * 10 + n)))
          for (const day of await rollups.daysWithTransactions({ institutionId: 'FI002' }))
            await rollups.rebuildDay(day)
          counting = false
          await Promise.all(sweeps)
          await rollups.refresh()
          assert.deepEqual(await findings(), [], `seed ${seed}`)
          const kept = await contents()
          for (const day of await rollups.daysWithTransactions()) await rollups.rebuildDay(day)
          assert.deepEqual(await contents(), kept, `seed ${seed}`)
          assert.ok(kept.length > 20)
        } finally {
          for (const node of nodes.slice(1)) await node.close()
        }
      }
    },
  )

  /** Inserts, reverses, settles and withdraws in transactions that take turns with those of the other writers. */
  async function writeRandomly(node: Database, seed: number): Promise<void> {
    const random = randomly(seed)
    const written: TransactionRow[] = []
    for (let batch = 0; batch < 15; batch++) {
      await node.transaction(async (sql) => {
        const rows = Array.from({ length: 1 + random.below(6) }, (_, i) =>
          random.transaction(seed * 10_000 + batch * 10 + i),
        )
        await insertTransactions(sql, rows)
        written.push(...rows)
        for (let change = random.below(4); change > 0; change--) {
          const { rrn } = written[random.below(written.length)] as TransactionRow
          await sql.query(random.pick(CHANGES), [rrn])
        }
      })
    }
  }

  /** A run rebuilds for a second at most, and a busy machine may need it for one day. */
  async function rebuildAllQueued(): Promise<void> {
    await until(async () => {
      await rollups.rebuildQueued()
      return (await database.query('SELECT FROM rollup_rebuilds')).rowCount === 0
    }, 'every queued day is rebuilt')
  }

  async function dayCounts(institutionId: string): Promise<string[]> {
    const { rows } = await database.query<{ line: string }>(
      `SELECT response_code || ' ' || count || ' ' || amount_minor
              || CASE WHEN reversed_minor = 0 THEN '' ELSE ' ' || reversed_minor END AS line
         FROM transaction_rollups
        WHERE institution_id = $1 AND granularity = 'D'
        ORDER BY response_code, reversed_minor`,
      [institutionId],
    )
    return rows.map(({ line }) => line)
  }

  async function contents(): Promise<unknown[]> {
    const all: unknown[] = []
    for (const { name, sums } of [VOLUMES, LATENCIES, TERMINAL_TOTALS]) {
      // A sum that has gone down to nothing stays as a row of zeros, which a rebuild does not write.
      const { rows } = await database.query<{ row: string }>(
        `SELECT r::text AS row FROM ${name} AS r WHERE ${sums.map((sum) => `${sum} <> 0`).join(' OR ')} ORDER BY 1`,
      )
      all.push(...rows.map(({ row }) => `${name} ${row}`))
    }
    return all
  }

  function findings() {
    return database.transaction((sql: Sql) => verify(sql, ROLLUPS_VERIFIED.checks))
  }
})

const CHANGES = [
  'UPDATE transactions SET reversed_minor = least(amount_minor, reversed_minor + 100) WHERE rrn = $1',
  `UPDATE transactions SET response_code = '000' WHERE rrn = $1 AND response_code = '911'`,
  `DELETE FROM transactions WHERE rrn = $1 AND response_code = '911'`,
]

// Rows are locked in key order, not in the order the server finds them, so two batches that share rows never deadlock.
// PostgreSQL only: the embedded engine has one connection, so nothing waits for a lock.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  debit,
  NOW_MS,
  observedPipeline,
  openAccounts,
  postAll,
  type TestOrder,
  TODAY,
} from '../../../test/support/bank/postings.ts'
import { createPostgresDatabase } from '../../../test/support/machine/database.ts'
import { until } from '../../../test/support/until.ts'
import type { Database, Session } from '../../platform/storage/database.ts'
import { openPostgres } from '../../platform/storage/open-database.ts'
import { migrate } from '../../platform/storage/schema/migrate.ts'
import { sqlStateOf } from '../../platform/storage/statements/sqlstate.ts'
import { type Account, toAccount } from '../account.ts'
import { PostingPipeline } from '../post.ts'
import type { Owner } from '../posting.ts'

describe('the rows of a batch', () => {
  let database: Database
  let elsewhere: Session
  let remove: () => Promise<void>

  before(async () => {
    const created = await createPostgresDatabase()
    remove = created.remove
    const url = new URL(created.url)
    // Without plain index scans the server returns rows in the order of the table.
    url.searchParams.set('options', '-c enable_indexscan=off -c enable_indexonlyscan=off')
    database = openPostgres(url.href)
    await migrate(database)
    elsewhere = await database.connect()
    // Inserted in reverse key order.
    await openAccounts(database, ['C', 'B', 'A'], TODAY)
    for (const key of ['C', 'B', 'A']) {
      await database.query(
        `INSERT INTO cards (institution_id, pan_hash, pan_sealed, masked_pan, customer_id, status, account_ids)
         VALUES ('FI001', $1, '', '', 'C', 'ACTIVE', '{}')`,
        [key],
      )
      await database.query(
        `INSERT INTO terminal_usage (institution_id, terminal_id, usage_date) VALUES ('FI001', $1, $2)`,
        [key, TODAY],
      )
    }
  })

  after(async () => {
    elsewhere.release()
    await database.close()
    await remove()
  })

  // The key column of each table, and an order that makes the batch lock the row with that key.
  const TABLES: [table: string, key: string, posting: (key: string) => TestOrder][] = [
    ['accounts', 'account_id', (key) => debit(key, 1n)],
    ['cards', 'pan_hash', (key) => debit('A', 1n, { panHash: key })],
    ['terminal_usage', 'terminal_id', (key) => debit('A', 1n, { limitedTerminalId: key })],
  ]
  for (const [table, key, posting] of TABLES) {
    test(`of ${table} are locked by key: a batch that waits for the first holds no other`, async (t) => {
      const lock = (value: string) =>
        elsewhere.query(`SELECT FROM ${table} WHERE ${key} = $1 FOR UPDATE NOWAIT`, [value])
      await elsewhere.query('BEGIN')
      // A failure must not leave the batch waiting.
      t.after(() => elsewhere.query('ROLLBACK'))
      await lock('A')
      const posted = postAll(observedPipeline(database, []), [posting('C'), posting('B'), posting('A')])
      await until(isWaiting, 'the batch waits for a lock')
      for (const other of ['B', 'C']) {
        await lock(other).catch((error) => {
          assert.notEqual(sqlStateOf(error), '55P03', `${other} was locked before A`)
          throw error
        })
      }
      await elsewhere.query('COMMIT')
      assert.deepEqual(
        (await posted).map((answer) => answer.status === 'fulfilled' && answer.value.code),
        ['000', '000', '000'],
      )
    })
  }

  test('of accounts in several institutions are locked by institution and key', async (t) => {
    for (const institutionId of ['FI003', 'FI002']) {
      await database.query(
        `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability,
                               branch_id, balance_minor)
         VALUES ($1, 'D', 'C', 'DDA', 'D', 'USD', '06', '001', 100)`,
        [institutionId],
      )
    }
    const owner: Owner = { open: async () => ({ decide: () => ({ answer: () => 'done' }), steps: () => [] }) }
    const pipeline = new PostingPipeline<Account>({
      database,
      clock: { now: () => NOW_MS },
      businessDateOf: () => TODAY,
      accountColumns: { name: 'plain', columns: [], toAccount, written: [] },
      owners: [owner],
      observer: { batchCommitted() {}, retried() {}, queueDepth() {}, defect() {} },
    })
    const lock = (institutionId: string) =>
      elsewhere.query(`SELECT FROM accounts WHERE institution_id = $1 AND account_id = 'D' FOR UPDATE NOWAIT`, [
        institutionId,
      ])
    await elsewhere.query('BEGIN')
    t.after(() => elsewhere.query('ROLLBACK'))
    await lock('FI002')
    const posted = pipeline.postInBoth(
      { institutionId: 'FI003', accountIds: ['D'], owner },
      { institutionId: 'FI002', accountIds: ['D'], owner },
    )
    await until(isWaiting, 'the batch waits for a lock')
    await lock('FI003').catch((error) => {
      assert.notEqual(sqlStateOf(error), '55P03', 'FI003 was locked before FI002')
      throw error
    })
    await elsewhere.query('COMMIT')
    assert.deepEqual(await posted, ['done', 'done'])
  })

  async function isWaiting(): Promise<boolean> {
    const { rowCount } = await database.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rowCount > 0
  }
})

import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { emptyTables } from '../../../../test/support/machine/empty-tables.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import { ClientUsage } from './client-usage.ts'

const NINE = Date.parse('2026-01-15T09:00:00Z')
const TEN = Date.parse('2026-01-15T10:00:00Z')

onDatabase('the use of clients', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
    await database.query(
      `INSERT INTO partners (partner_id, name, operations, institution_ids) VALUES ('P1', 'P', '{}', '{}');
       INSERT INTO clients (client_id, partner_id, secret_hash, families) VALUES ('c1', 'P1', 'h', '{}'), ('c2', 'P1', 'h', '{}')`,
    )
  })
  beforeEach(() => emptyTables(database, 'client_usage'))

  async function written(): Promise<Record<string, number>> {
    const { rows } = await database.query<{ client_id: string; last_used_at: Date }>('SELECT * FROM client_usage')
    return Object.fromEntries(rows.map((row) => [row.client_id, row.last_used_at.getTime()]))
  }

  test('is saved by the sweep, the latest of each client', async () => {
    const usage = new ClientUsage(database)
    usage.note('c1', NINE)
    usage.note('c2', NINE)
    usage.note('c1', TEN)
    assert.deepEqual(await written(), {})
    await usage.sweep().run()
    assert.deepEqual(await written(), { c1: TEN, c2: NINE })
  })

  test('of two nodes the later one stays', async () => {
    const [here, there] = [new ClientUsage(database), new ClientUsage(database)]
    here.note('c1', TEN)
    there.note('c1', NINE)
    await here.flush()
    await there.flush()
    assert.deepEqual(await written(), { c1: TEN })
  })

  test('of a client that was deleted since is dropped', async () => {
    const usage = new ClientUsage(database)
    usage.note('gone', NINE)
    usage.note('c2', NINE)
    await usage.flush()
    assert.deepEqual(await written(), { c2: NINE })
  })

  test('does not make the nodes read the directory again', async () => {
    const epoch = async () =>
      (await database.query<{ epoch: bigint }>('SELECT epoch FROM directory_epoch')).rows[0]?.epoch
    const first = await epoch()
    const usage = new ClientUsage(database)
    usage.note('c1', NINE)
    await usage.flush()
    assert.equal(await epoch(), first)
  })

  test('survives a database outage, without going back in time', async () => {
    let isAway = true
    const flaky: Sql = {
      query: (statement, values) => (isAway ? Promise.reject(new Error('away')) : database.query(statement, values)),
    }
    const usage = new ClientUsage(flaky)
    usage.note('c1', NINE)
    usage.note('c2', NINE)
    const attempt = usage.flush()
    usage.note('c2', TEN)
    await assert.rejects(attempt, /away/)
    isAway = false
    await usage.flush()
    assert.deepEqual(await written(), { c1: NINE, c2: TEN })
  })

  test('sends no statement when there is nothing to save', async () => {
    const silent: Sql = { query: () => assert.fail('nothing was used') }
    await new ClientUsage(silent).flush()
  })
})

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachEngine, type TestDatabase } from '../../test/support/machine/database.ts'
import { startSilentProxy } from '../../test/support/machine/silent-proxy.ts'
import { until } from '../../test/support/until.ts'
import type { Database } from './database.ts'
import { openPostgres } from './open-database.ts'

eachEngine('notices', (engine, open) => {
  let database: Database
  let location: TestDatabase['location']

  before(async () => {
    const opened = await open()
    database = opened.database
    location = opened.location
  })

  /** A listener that is live, with what it heard. */
  async function listening(channel: string) {
    const heard: string[] = []
    let gaps = 0
    const listener = database.listen(channel, { onPayload: (payload) => heard.push(payload), onGap: () => gaps++ })
    await until(() => gaps > 0, 'it listens')
    return { listener, heard, gaps: () => gaps }
  }

  test('what a transaction says is heard when it commits, and not when it does not', async () => {
    const { listener, heard } = await listening('first_channel')
    assert.equal(listener.isLive(), true)
    await assert.rejects(
      database.transaction(async (sql) => {
        await sql.query(`SELECT pg_notify('first_channel', 'undone')`)
        throw new Error('no')
      }),
    )
    await database.transaction(async (sql) => {
      await sql.query(`SELECT pg_notify('other_channel', 'elsewhere')`)
      await sql.query(`SELECT pg_notify('first_channel', 'done')`)
    })
    await until(() => heard.length > 0, 'something is heard')
    assert.deepEqual(heard, ['done'])
    await listener.close()
  })

  if (engine === 'postgres') {
    test('a connection that has gone silent counts as lost before it is known to be', async (t) => {
      const { url } = location as { url: string }
      const proxy = await startSilentProxy(url)
      t.after(() => proxy.close())
      const through = openPostgres(proxy.url)
      t.after(() => through.close())
      const listener = through.listen('silent_channel', { onPayload: () => {}, onGap: () => {} })
      await until(() => listener.isLive(), 'it listens')
      proxy.fallSilent()
      await until(() => !listener.isLive(), 'the silence is noticed')
      proxy.speak()
      await until(() => listener.isLive(), 'it listens again')
    })

    test('a lost connection is a gap, and the listener comes back', async () => {
      const { listener, heard, gaps } = await listening('lost_channel')
      await database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN "lost_channel"%'`,
      )
      await until(() => gaps() === 2, 'the loss is noticed and mended')
      assert.equal(listener.isLive(), true)
      await database.query(`SELECT pg_notify('lost_channel', 'again')`)
      await until(() => heard.length > 0, 'something is heard')
      assert.deepEqual(heard, ['again'])
      await listener.close()
    })
  }
})

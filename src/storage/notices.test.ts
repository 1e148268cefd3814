import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachEngine } from '../../test/support/database.ts'
import type { Database } from './database.ts'

eachEngine('notices', (engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
  })

  /** A listener that is live, with what it heard. */
  async function listening(channel: string) {
    const heard: string[] = []
    let gaps = 0
    let wake = () => {}
    const changed = () => new Promise<void>((resolve) => (wake = resolve))
    const listener = database.listen(channel, {
      onPayload: (payload) => {
        heard.push(payload)
        wake()
      },
      onGap: () => {
        gaps++
        wake()
      },
    })
    const until = async (holds: () => boolean) => {
      while (!holds()) await changed()
    }
    await until(() => gaps > 0)
    return { listener, heard, until, gaps: () => gaps }
  }

  test('what a transaction says is heard when it commits, and not when it does not', async () => {
    const { listener, heard, until } = await listening('first_channel')
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
    await until(() => heard.length > 0)
    assert.deepEqual(heard, ['done'])
    await listener.close()
  })

  if (engine === 'postgres') {
    test('a lost connection is a gap, and the listener comes back', async () => {
      const { listener, heard, until, gaps } = await listening('lost_channel')
      await database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN "lost_channel"%'`,
      )
      await until(() => gaps() === 2)
      assert.equal(listener.isLive(), true)
      await database.query(`SELECT pg_notify('lost_channel', 'again')`)
      await until(() => heard.length > 0)
      assert.deepEqual(heard, ['again'])
      await listener.close()
    })
  }
})

import assert from 'node:assert/strict'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eachEngine, type TestDatabase } from '../../test/support/machine/database.ts'
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
    test('a connection that has gone silent counts as lost before it is known to be', async (t) => {
      const { url } = location as { url: string }
      const proxy = await silentProxy(url)
      t.after(() => proxy.close())
      const through = openPostgres(proxy.url)
      t.after(() => through.close())
      const listener = through.listen('silent_channel', { onPayload: () => {}, onGap: () => {} })
      while (!listener.isLive()) await nextTurn()
      proxy.fallSilent()
      while (listener.isLive()) await nextTurn()
      proxy.speak()
      while (!listener.isLive()) await nextTurn()
    })

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

const nextTurn = () => pause(20)

/** Passes everything on to the server until it is told to say nothing more, without closing anything. */
async function silentProxy(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server: Server = createServer((client) => {
    const upstream = createConnection({ host: hostname, port: Number(port) })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url: url.href,
    fallSilent: () => {
      for (const socket of sockets) socket.pause()
    },
    speak: () => {
      for (const socket of sockets) socket.resume()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

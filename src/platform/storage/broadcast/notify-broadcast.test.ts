import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test'
import { createPostgresDatabase, eachEngine } from '../../../../test/support/machine/database.ts'
import { startFaultProxy } from '../../../../test/support/machine/fault-proxy.ts'
import { startSilentProxy } from '../../../../test/support/machine/silent-proxy.ts'
import { until } from '../../../../test/support/until.ts'
import type { ChangeSubscriber, Database } from '../database.ts'
import { openPostgres } from '../open-database.ts'

const NEVER_MS = 2 ** 31 - 1

/** Subscribes a node to a topic, waits until it listens, and records its calls. */
async function follow(node: Database, topic: string, subscriber: Partial<ChangeSubscriber> = {}) {
  const seen = { changes: [] as string[], gaps: 0, polls: 0 }
  const subscription = node.changes.subscribe(topic, {
    onChange(payload) {
      seen.changes.push(payload)
      return subscriber.onChange?.(payload)
    },
    onGap() {
      seen.gaps++
      return subscriber.onGap?.()
    },
    poll() {
      seen.polls++
    },
  })
  await until(() => node.changes.isLive(), 'the node listens')
  return Object.assign(seen, { close: () => subscription.close() })
}

const announce = (node: Database, topic: string, payload?: string) =>
  node.transaction((sql) => node.changes.announce(sql, topic, payload))

const confirmed = (node: Database, topic: string) => node.changes.confirm(topic, { timeoutMs: NEVER_MS })

eachEngine('the change broadcast', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
  })

  test('a change reaches the subscribers of its topic when its transaction commits', async () => {
    const rules = await follow(database, 'rules')
    const twin = await follow(database, 'rules')
    const other = await follow(database, 'other')
    await assert.rejects(
      database.transaction(async (sql) => {
        await database.changes.announce(sql, 'rules', 'rolled back')
        throw new Error('no')
      }),
    )
    await database.transaction(async (sql) => {
      await database.changes.announce(sql, 'rules', 'a:b')
      await database.changes.announce(sql, 'unknown', 'x')
      await database.changes.announce(sql, 'rules')
      assert.deepEqual(rules.changes, [])
    })
    await confirmed(database, 'rules')
    assert.deepEqual([rules.changes, twin.changes, other.changes], [['a:b', ''], ['a:b', ''], []])
    twin.close()
    await announce(database, 'rules', 'later')
    await confirmed(database, 'rules')
    assert.deepEqual([rules.changes.length, twin.changes.length], [3, 2])
  })

  test('a confirmed change has been handled, even by a slow subscriber', async () => {
    let handled = 0
    const slow = await follow(database, 'slow', {
      onChange: async () => {
        await database.query('SELECT 1')
        handled++
      },
    })
    for (let round = 1; round <= 10; round++) {
      await announce(database, 'slow', String(round))
      await confirmed(database, 'slow')
      assert.equal(handled, round)
    }
    assert.deepEqual(slow.changes, ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  })

  test('a hundred confirmations at once all end', async () => {
    await follow(database, 'busy')
    await Promise.all(Array.from({ length: 100 }, () => confirmed(database, 'busy')))
  })

  test('a topic without subscribers is confirmed', async () => {
    await confirmed(database, 'nobody')
  })

  test('a subscriber that throws affects no other, and gets onGap() until it succeeds', async () => {
    let isBroken = true
    const fail = () => {
      if (isBroken) throw new Error('broken')
    }
    const broken = await follow(database, 'fragile', { onChange: fail, onGap: fail })
    const sound = await follow(database, 'fragile')
    const gaps = broken.gaps
    await announce(database, 'fragile', 'a')
    await until(() => broken.gaps > gaps, 'onGap() is called')
    await announce(database, 'fragile', 'b')
    await until(() => sound.changes.length === 2, 'the other goes on')
    isBroken = false
    const before = broken.gaps
    await until(() => broken.gaps > before, 'onGap() is called again')
    await confirmed(database, 'fragile')
  })

  test('a payload that PostgreSQL would refuse is refused before it is sent', async () => {
    const long = await follow(database, 'long')
    const most = 'é'.repeat((7_999 - 'long:'.length) / 2)
    await announce(database, 'long', most)
    await confirmed(database, 'long')
    assert.deepEqual(long.changes, [most])
    for (const [topic, payload] of [
      ['long', `${most}e`],
      ['long:er', ''],
    ] as const) {
      await assert.rejects(
        database.transaction((sql) => database.changes.announce(sql, topic, payload)),
        RangeError,
      )
    }
  })

  test('closing the database ends pending confirmations', async () => {
    const { database: closing } = await open()
    await follow(closing, 'stuck', { onChange: () => new Promise(() => {}) })
    await announce(closing, 'stuck')
    const confirmation = confirmed(closing, 'stuck')
    await closing.close()
    await confirmation
    await closing.changes.confirm('stuck')
    assert.equal(closing.changes.isLive(), false)
  })
})

describe('the change broadcast between nodes', () => {
  let url: string
  /** Does not listen itself. */
  let observer: Database
  let cleanUp: (() => Promise<void>) | undefined

  before(async () => {
    const { url: created, remove } = await createPostgresDatabase()
    url = created
    observer = openPostgres(url)
    cleanUp = async () => {
      await observer.close()
      await remove()
    }
  })
  after(() => cleanUp?.())
  beforeEach(() => until(async () => (await listeningConnections()) === 0, 'the nodes of the last test are gone'))

  function startNode(t: TestContext, at = url): Database {
    const node = openPostgres(at)
    t.after(() => node.close())
    return node
  }

  async function listeningConnections(): Promise<number> {
    const { rows } = await observer.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'tillgate listener %'`,
    )
    return rows[0]?.n ?? 0
  }

  test('each node has one listening connection for any number of topics and is waited for once', async (t) => {
    const nodes = [startNode(t), startNode(t), startNode(t)] as const
    for (const node of nodes) {
      for (let topic = 0; topic < 20; topic++) await follow(node, `topic${topic}`)
    }
    // A connection that was replaced may not be gone yet.
    await until(async () => (await listeningConnections()) === 3, 'each has one')
    for (const node of nodes) await confirmed(node, 'topic7')
  })

  test('a node that has subscribed to nothing may announce and confirm', async (t) => {
    const [node, silent] = [startNode(t), startNode(t)]
    const seen = await follow(node, 'rules')
    await announce(silent, 'rules', 'x')
    await confirmed(silent, 'rules')
    assert.deepEqual(seen.changes, ['x'])
  })

  test('a confirmed change has reached every node, in commit order', async (t) => {
    const nodes = [startNode(t), startNode(t), startNode(t)] as const
    const seen = await Promise.all(nodes.map((node) => follow(node, 'ordered')))
    const committed: string[] = []
    for (let round = 0; round < 10; round++) {
      await Promise.all(
        nodes.map(async (node, n) => {
          const payload = `${round}-${n}`
          await announce(node, 'ordered', payload)
          committed.push(payload)
          await confirmed(node, 'ordered')
          for (const { changes } of seen) assert.ok(changes.includes(payload), payload)
        }),
      )
    }
    const [first, ...others] = seen.map(({ changes }) => changes)
    assert.deepEqual([...(first ?? [])].sort(), committed.sort())
    for (const other of others) assert.deepEqual(other, first)
  })

  test('a subscriber that fails on one node keeps the change unconfirmed until it has caught up', async (t) => {
    const [node, failing] = [startNode(t), startNode(t)]
    let isAway = true
    const state = { value: 0, seen: 0 }
    const read = async () => {
      if (isAway) throw new Error('away')
      state.seen = state.value
    }
    const seen = await follow(failing, 'fragile', { onChange: read, onGap: read })
    state.value = 1
    await announce(node, 'fragile')
    await until(() => seen.changes.length === 1, 'the change arrives')
    await node.changes.confirm('fragile', { timeoutMs: 20 })
    assert.equal(state.seen, 0)
    isAway = false
    await until(() => state.seen === 1, 'it catches up without another change')
    await confirmed(node, 'fragile')
  })

  test('a lost connection is a gap for every topic, and later changes reach all of them', async (t) => {
    const proxy = await startFaultProxy(url)
    t.after(() => proxy.close())
    const [node, cut] = [startNode(t), startNode(t, proxy.url)]
    const seen = [await follow(cut, 'first'), await follow(cut, 'second')]
    const gaps = seen.map((one) => one.gaps)
    proxy.cut()
    await until(() => seen.every((one, i) => one.gaps > (gaps[i] ?? 0)), 'both topics have a gap')
    await until(() => cut.changes.isLive(), 'it listens again')
    for (const topic of ['first', 'second']) {
      await announce(node, topic, 'again')
      await confirmed(node, topic)
    }
    assert.deepEqual(
      seen.map(({ changes }) => changes),
      [['again'], ['again']],
    )
    await until(async () => (await listeningConnections()) === 2, 'the lost connection is gone')
  })

  test('a confirmation whose own connection is lost ends on the next connection', async (t) => {
    const proxy = await startFaultProxy(url)
    t.after(() => proxy.close())
    const [node, cut] = [startNode(t), startNode(t, proxy.url)]
    const { promise, resolve } = Promise.withResolvers<void>()
    const seen = await follow(node, 'held', { onChange: () => promise })
    const asking = await follow(cut, 'held')
    await announce(node, 'held')
    const confirmation = confirmed(cut, 'held')
    await until(() => seen.changes.length === 1, 'the change is being handled')
    const { gaps } = asking
    proxy.cut()
    await until(() => asking.gaps > gaps, 'the connection is replaced')
    resolve()
    await confirmation
  })

  test('a stalled node delays a confirmation up to its timeout, and polls meanwhile', async (t) => {
    const proxy = await startSilentProxy(url)
    t.after(() => proxy.close())
    const [node, silent] = [startNode(t), startNode(t, proxy.url)]
    await follow(node, 'frozen')
    const seen = await follow(silent, 'frozen')
    const polls = seen.polls
    const gaps = seen.gaps
    proxy.fallSilent()
    await announce(node, 'frozen', 'x')
    await node.changes.confirm('frozen', { timeoutMs: 20 })
    assert.deepEqual(seen.changes, [])
    await until(() => seen.polls > polls, 'it polls')
    assert.equal(silent.changes.isLive(), false)
    await until(() => seen.gaps > gaps, 'it gives the connection up for another')
    await confirmed(node, 'frozen')
  })

  test('a connection that stalls for a while is not live meanwhile and misses nothing', async (t) => {
    const proxy = await startSilentProxy(url)
    t.after(() => proxy.close())
    const [node, silent] = [startNode(t), startNode(t, proxy.url)]
    const seen = await follow(silent, 'paused')
    const { gaps } = seen
    proxy.fallSilent()
    await announce(node, 'paused', 'x')
    await until(() => !silent.changes.isLive(), 'the silence is noticed')
    proxy.speak()
    await until(() => seen.changes.length > 0 || seen.gaps > gaps, 'the change or a gap arrives')
    await until(() => silent.changes.isLive(), 'it listens again')
    await confirmed(node, 'paused')
  })
})

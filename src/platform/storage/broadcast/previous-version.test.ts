// A node of version 0.1.0 together with nodes of this one. It is simulated here with the exact statements of that version.

import assert from 'node:assert/strict'
import { before, beforeEach, type TestContext, test } from 'node:test'
import pg from 'pg'
import { eachEngine } from '../../../../test/support/machine/database.ts'
import { insertUser } from '../../../../test/support/onboarding/user-rows.ts'
import { until } from '../../../../test/support/until.ts'
import type { Database } from '../database.ts'
import { openPostgres } from '../open-database.ts'

const NEVER_MS = 2 ** 31 - 1

class PreviousNode {
  readonly #listener: pg.Client
  readonly #pool: pg.Client
  readonly #rounds = new Map<string, { answers: number; expected: number; finish(): void }>()
  readonly questions: string[] = []
  readonly changes: string[] = []
  isFrozen = false

  constructor(url: string) {
    this.#listener = new pg.Client({ connectionString: url, application_name: 'tillgate' })
    this.#pool = new pg.Client({ connectionString: url, application_name: 'tillgate' })
  }

  async start(): Promise<void> {
    await Promise.all([this.#listener.connect(), this.#pool.connect()])
    this.#listener.on('notification', ({ payload = '' }) => this.#onNotice(payload))
    await this.#listener.query('LISTEN "access_changed"')
  }

  async stop(): Promise<void> {
    await Promise.all([this.#listener.end(), this.#pool.end()])
  }

  query(statement: string, values: unknown[]): Promise<unknown> {
    return this.#pool.query(statement, values)
  }

  /** Ends when all counted listeners have answered; the real version would give up after two seconds. */
  async run(id: string): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const round = { answers: 0, expected: Number.POSITIVE_INFINITY, finish: resolve }
    this.#rounds.set(id, round)
    const { rows } = await this.#pool.query<{ listeners: number }>(
      `SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND query = $3) AS listeners,
              pg_notify($1, $2)`,
      ['access_changed', `round:${id}`, 'LISTEN "access_changed"'],
    )
    round.expected = Math.max(rows[0]?.listeners ?? 0, 1)
    if (round.answers >= round.expected) resolve()
    await promise
    return round.answers
  }

  thaw(): void {
    this.isFrozen = false
    for (const id of this.questions) this.#answer(id)
  }

  #onNotice(notice: string): void {
    const [kind, id = ''] = notice.split(':', 2)
    const round = this.#rounds.get(id)
    if (kind === 'round') {
      this.questions.push(id)
      if (!this.isFrozen) this.#answer(id)
    } else if (kind !== 'heard') this.changes.push(notice)
    else if (round !== undefined && ++round.answers >= round.expected) round.finish()
  }

  #answer(id: string): void {
    // The test may end, and close the connection, before the server has confirmed it.
    this.#pool.query('SELECT pg_notify($1, $2)', ['access_changed', `heard:${id}`]).catch(() => {})
  }
}

eachEngine('a rolling upgrade of the change broadcast', (engine, open) => {
  // The embedded engine has one process only.
  if (engine === 'pglite') return

  let url: string
  /** Does not listen itself. */
  let observer: Database
  before(async () => {
    const { database, location } = await open()
    assert.ok('url' in location)
    url = location.url
    observer = database
  })
  beforeEach(() => until(async () => (await listeners()) === 0, 'the nodes of the last test are gone'))

  async function listeners(): Promise<number> {
    const { rowCount } = await observer.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN "access_changed"'`,
    )
    return rowCount
  }

  async function startNode(t: TestContext) {
    const database = openPostgres(url)
    t.after(() => database.close())
    const changes: string[] = []
    // Several topics: a wrong count would add one connection for each.
    for (const topic of ['directory', 'settings', 'rules']) {
      database.changes.subscribe(topic, { onChange: () => changes.push(topic), onGap() {} })
    }
    database.changes.subscribe('access', { onChange: (changed) => changes.push(changed), onGap() {} })
    await until(() => database.changes.isLive(), 'the node listens')
    return { database, changes }
  }

  async function startPrevious(t: TestContext): Promise<PreviousNode> {
    const node = new PreviousNode(url)
    await node.start()
    t.after(() => node.stop())
    return node
  }

  const confirmed = (node: { database: Database }, topic: string) =>
    node.database.changes.confirm(topic, { timeoutMs: NEVER_MS })

  test('a change at the previous version reaches new nodes before its round ends, and each answers once', async (t) => {
    const nodes = [await startNode(t), await startNode(t)] as const
    const previous = await startPrevious(t)
    const { userId } = await insertUser(nodes[0].database)
    for (let round = 0; round < 10; round++) {
      const expected = [...nodes[0].changes, `user:${userId}`]
      await previous.query('UPDATE users SET first_name = $2 WHERE user_id = $1', [userId, `Name ${round}`])
      assert.equal(await previous.run(`theirs-${round}`), 3)
      for (const { changes } of nodes) assert.deepEqual(changes, expected)
    }
  })

  test('a change at a new node is confirmed when the previous version has received it', async (t) => {
    const nodes = [await startNode(t), await startNode(t)] as const
    const previous = await startPrevious(t)
    const { userId } = await insertUser(nodes[0].database)
    for (let round = 0; round < 10; round++) {
      await nodes[0].database.query('UPDATE users SET first_name = $2 WHERE user_id = $1', [userId, `Name ${round}`])
      await confirmed(nodes[0], 'access')
      for (const { changes } of [...nodes, previous]) assert.equal(changes.length, round + 1)
    }
    assert.deepEqual(new Set(previous.changes), new Set([`user:${userId}`]))
  })

  test('a frozen node of the previous version delays what it caches until it answers, or up to the timeout', async (t) => {
    const node = await startNode(t)
    const previous = await startPrevious(t)
    previous.isFrozen = true
    let isConfirmed = false
    const confirmation = confirmed(node, 'access').then(() => {
      isConfirmed = true
    })
    await until(() => previous.questions.length > 0, 'it is asked')
    await node.database.changes.confirm('access', { timeoutMs: 50 })
    await confirmed(node, 'directory')
    assert.equal(isConfirmed, false)
    previous.thaw()
    await confirmation
  })

  test('topics that the previous version does not know are not sent to it', async (t) => {
    const node = await startNode(t)
    const previous = await startPrevious(t)
    await node.database.transaction((sql) => node.database.changes.announce(sql, 'rules', 'x'))
    await confirmed(node, 'rules')
    await confirmed(node, 'access')
    assert.deepEqual(node.changes, ['rules'])
    assert.deepEqual([previous.changes, previous.questions.length], [[], 1])
  })

  test('changes of the directory and of settings are announced by both versions', async (t) => {
    const node = await startNode(t)
    const previous = await startPrevious(t)
    await previous.query(`UPDATE transaction_capabilities SET inquiry = inquiry`, [])
    await previous.query(`INSERT INTO settings (key, value) VALUES ('clock', '{}')`, [])
    await confirmed(node, 'settings')
    assert.deepEqual(node.changes, ['directory', 'settings'])
  })
})

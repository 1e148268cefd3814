import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { RuleFolder } from '../../../../test/support/bank/rule-folder.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { until } from '../../../../test/support/until.ts'
import { systemClock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { RuleBook } from '../../../rules/rule-book.ts'
import { noteRefresh, SeenRefreshes } from '../../../rules/rule-refreshes.ts'
import { ZenProcess } from '../../../rules/zen/zen-process.ts'
import { type Cache, Refreshes } from './refreshes.ts'

const ACTOR = { email: 'management listener' }
const REQUEST = '00000000-0000-7000-8000-000000000001'

onDatabase('refreshes', (engine, open) => {
  let database: Database
  let folder: RuleFolder
  let book: RuleBook
  let seenRefreshes: SeenRefreshes
  let refreshes: Refreshes | undefined
  const zen = new ZenProcess({ callMs: 60_000 })
  const log = { info() {}, warn() {} }

  before(async () => {
    database = (await open()).database
    // Listening has begun by then: no test meets the gap of the beginning.
    await database.changes.confirm('refresh', { timeoutMs: 60_000 })
  })
  after(() => zen.close())
  beforeEach(async () => {
    folder = new RuleFolder()
    book = new RuleBook({ folder: folder.path, clock: systemClock, zen, lockedInputs: [] })
    for (const name of ['limits', 'velocity'] as const) write(name, 1)
    seenRefreshes = new SeenRefreshes()
    await seenRefreshes.missed(database)
    await book.refresh()
  })
  afterEach(() => {
    refreshes?.close()
    folder.remove()
  })

  const write = (name: 'limits' | 'velocity', rows: number) => {
    const field = name === 'limits' ? 'perTransaction' : 'decline'
    const cell = name === 'limits' ? '5' : 'true'
    folder.write(name, { inputs: ['amount'], outputs: [field], rows: Array(rows).fill({ [field]: cell }) })
  }
  const rowsOf = (name: 'limits' | 'velocity') => {
    const { nodes } = book.content(name) as { nodes: { content?: { rules: unknown[] } }[] }
    return nodes[1]?.content?.rules.length
  }
  const start = async (caches: readonly Cache[] = []) => {
    refreshes = await Refreshes.open({ database, clock: systemClock, rules: book, seenRefreshes, caches, log })
    return refreshes
  }

  describe('that were missed', () => {
    beforeEach(() => {
      for (const name of ['limits', 'velocity'] as const) write(name, 2)
    })

    test('are made up for at the start, and other files are left alone', async () => {
      await noteRefresh(database, ['limits'], crypto.randomUUID())
      await start()
      assert.deepEqual([rowsOf('limits'), rowsOf('velocity')], [2, 1])
    })

    // The embedded engine has one connection: it cannot be cut off alone.
    if (engine === 'pglite') return
    test('are made up for when the node hears again', async () => {
      let drops = 0
      await start([{ name: 'sessions', refresh: () => drops++ }])
      await noteRefresh(database, ['velocity'], crypto.randomUUID())
      const dropsBefore = drops
      await database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name LIKE 'tillgate listener %'`,
      )
      await until(async () => rowsOf('velocity') === 2 && drops > dropsBefore, 'the rules are read and caches dropped')
      assert.equal(rowsOf('limits'), 1)
    })
  })

  test('report a cache that fails and refresh the others', async () => {
    let drops = 0
    const one = await start([
      {
        name: 'directory',
        refresh: async () => {
          throw new Error('connection to 10.0.0.5 refused')
        },
      },
      { name: 'sessions', refresh: () => drops++ },
    ])
    const dropsBefore = drops
    const { refreshed, skipped, failed } = await one.caches(undefined, ACTOR)
    assert.deepEqual([refreshed, skipped.toSorted()], [['sessions'], ['keys', 'properties']])
    assert.deepEqual(failed, [{ name: 'directory', reason: 'it could not be read; see the log' }])
    assert.ok(drops > dropsBefore)
    const channels = await one.channels(ACTOR)
    assert.deepEqual([channels.refreshed, channels.failed.length], [[], 6])
    const { rows } = await database.query(`SELECT action, outcome FROM audit_log ORDER BY position DESC LIMIT 4`)
    assert.deepEqual(rows, [
      { action: 'channels.refreshed', outcome: 'FAILURE' },
      { action: 'channels.refresh', outcome: 'SUCCESS' },
      { action: 'cache.refreshed', outcome: 'FAILURE' },
      { action: 'cache.refresh', outcome: 'SUCCESS' },
    ])
  })

  test('drop single ids, or the whole cache when there are more than a notice holds', async () => {
    const asked: (readonly string[] | undefined)[] = []
    const one = await start([{ name: 'sessions', refresh: (ids) => asked.push(ids) }])
    await one.caches(
      [
        { name: 'sessions', ids: ['a', 'b'] },
        { name: 'sessions', ids: ['b', 'c'] },
      ],
      ACTOR,
    )
    await one.caches([{ name: 'sessions', ids: ['a'] }, { name: 'sessions' }], ACTOR)
    const many = Array.from({ length: 200 }, (_, i) => `${i}`.padStart(120, 'x'))
    assert.deepEqual((await one.caches([{ name: 'sessions', ids: many }], ACTOR)).failed, [])
    assert.deepEqual(asked, [['a', 'b', 'c'], undefined, undefined])
  })

  test('name a rule file that does not exist, and leave the rules as they were', async () => {
    const one = await start()
    const { refreshed, failed } = await one.rules(['fees', 'limits.json'], ACTOR)
    assert.deepEqual([refreshed, failed], [['limits'], [{ name: 'fees', reason: 'there is no such file' }]])
  })

  test('are noted one by one', async () => {
    await noteRefresh(database, ['limits'], REQUEST)
    await noteRefresh(database, ['fees'], crypto.randomUUID())
    const seen = new SeenRefreshes()
    assert.ok((await seen.missed(database)).includes('fees'))
    assert.deepEqual(await seen.missed(database), [])
    await noteRefresh(database, ['limits'], crypto.randomUUID())
    assert.deepEqual(await seen.missed(database), ['limits'])
  })
})

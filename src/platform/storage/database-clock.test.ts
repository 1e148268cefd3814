import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { eachEngine } from '../../../test/support/machine/database.ts'
import { systemClock } from '../kernel/time/clock.ts'
import type { Rows, Sql } from './database.ts'
import { type ClockState, DatabaseClock } from './database-clock.ts'

/** A database with a clock, a node with its own, and an answer that takes time. */
class World {
  elapsed = 0
  databaseMs = 1_800_000_000_000
  ownMs = 1_800_000_000_000
  /** Before and after the database looks at its clock. */
  there = 1
  back = 1
  isDown = false
  readonly told: ClockState[] = []

  pass(ms: number): void {
    this.elapsed += ms
    this.databaseMs += ms
    this.ownMs += ms
  }

  readonly sql: Sql = {
    query: async <Row>(): Promise<Rows<Row>> => {
      if (this.isDown) throw new Error('away')
      this.pass(this.there)
      const now_ms = this.databaseMs
      this.pass(this.back)
      return { rows: [{ now_ms } as Row], rowCount: 1 }
    },
  }

  open(): Promise<DatabaseClock> {
    return DatabaseClock.open(this.sql, {
      own: { now: () => this.ownMs },
      elapsedMs: () => this.elapsed,
      everyMs: 3_600_000,
      onChange: (state) => this.told.push(state),
    })
  }
}

describe('the clock of the database', () => {
  let clock: DatabaseClock | undefined
  afterEach(() => clock?.close())

  test('is that of the database, whatever the own clock of the node shows or becomes', async () => {
    const world = new World()
    world.ownMs += 172_800_000
    clock = await world.open()
    assert.ok(Math.abs(clock.now() - world.databaseMs) <= 1)
    world.pass(1_500)
    world.ownMs = 0
    assert.ok(Math.abs(clock.now() - world.databaseMs) <= 1)
  })

  test('is kept while it lies within what a slow answer allows, and moved as little as needed otherwise', async () => {
    const world = new World()
    clock = await world.open()
    ;[world.there, world.back] = [3_000, 10]
    await clock.measure()
    assert.ok(Math.abs(clock.now() - world.databaseMs) <= 1)
    ;[world.there, world.back] = [1, 1]
    // Another server has taken over.
    world.databaseMs -= 9_000
    await clock.measure()
    assert.ok(Math.abs(clock.now() - world.databaseMs) <= 2)
  })

  test('goes on when the database cannot be asked', async () => {
    const world = new World()
    clock = await world.open()
    world.isDown = true
    await assert.rejects(clock.measure())
    world.pass(60_000)
    assert.ok(Math.abs(clock.now() - world.databaseMs) <= 1)
  })

  test('a database that cannot be asked at first is an error', async () => {
    const world = new World()
    world.isDown = true
    await assert.rejects(world.open(), /away/)
  })

  const OFF: [offMs: number, isNoticeable: boolean, isIntolerable: boolean][] = [
    [0, false, false],
    [4_900, false, false],
    [-4_900, false, false],
    [5_100, true, false],
    [-5_100, true, false],
    [59_900, true, false],
    [60_100, true, true],
    [-60_100, true, true],
    [172_800_000, true, true],
  ]
  for (const [offMs, isNoticeable, isIntolerable] of OFF) {
    test(`a node that is ${offMs / 1_000} s ahead ${isIntolerable ? 'closes no day' : isNoticeable ? 'says so' : 'is fine'}`, async () => {
      const world = new World()
      world.ownMs += offMs
      clock = await world.open()
      const state = clock.state()
      assert.deepEqual([state.isNoticeable, state.isIntolerable], [isNoticeable, isIntolerable])
      assert.ok(Math.abs(state.offMs - offMs) <= 2)
      assert.equal(world.told.length, isNoticeable ? 1 : 0)
    })
  }

  test('each change is told once, and also that the clock is right again', async () => {
    const world = new World()
    clock = await world.open()
    for (const off of [10_000, 12_000, 90_000, 95_000, 0, 0]) {
      world.ownMs = world.databaseMs + off
      await clock.measure()
    }
    assert.deepEqual(
      world.told.map(({ isNoticeable, isIntolerable }) => [isNoticeable, isIntolerable]),
      [
        [true, false],
        [true, true],
        [false, false],
      ],
    )
  })

  test('a slow answer proves nothing against the own clock', async () => {
    const world = new World()
    clock = await world.open()
    ;[world.there, world.back] = [20_000, 20_000]
    await clock.measure()
    assert.equal(clock.state().offMs, 0)
  })
})

eachEngine('the clock of a database', (_engine, open) => {
  test('shows its time', async () => {
    const clock = await DatabaseClock.open((await open()).database)
    clock.close()
    // The database of a test is on the same machine.
    assert.equal(clock.state().isNoticeable, false)
    assert.ok(Math.abs(clock.now() - systemClock.now()) < 5_000)
  })
})

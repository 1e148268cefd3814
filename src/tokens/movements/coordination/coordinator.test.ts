import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { emptyTables } from '../../../../test/support/machine/empty-tables.ts'
import { unavailable } from '../../../platform/kernel/problems/problem.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { DigitalLedger } from '../../ledgers/digital-ledger.ts'
import type { Movement } from '../movement.ts'
import { depositWith, storeMovements } from '../movements.fixture.ts'
import { Coordinator, type CoordinatorParts } from './coordinator.ts'

const NOW_MS = Date.parse('2026-11-16T08:00:00Z')
const HEALTHY_ISSUER = '01970000-0000-7000-8000-0000000000a9'

onDatabase('a run over open movements', (_engine, open) => {
  let database: Database
  /** Ledgers and cores that were asked. */
  let asked: string[]
  let ended: string[]

  before(async () => {
    database = (await open()).database
  })
  beforeEach(async () => {
    await emptyTables(database, 'token_movements')
    asked = []
    ended = []
  })

  /** A coordinator whose calls are answered by `answer`, which throws for what is silent. */
  function coordinator(answer: (name: string, opIds?: readonly string[]) => void): Coordinator {
    const ledgerOf = (name: string) => ({
      name,
      async getOps(opIds: readonly string[]) {
        asked.push(name)
        answer(name, opIds)
        return opIds.map(() => ({ status: 'FINAL' }))
      },
    })
    return new Coordinator({
      database,
      clock: { now: () => NOW_MS },
      posts: {
        async goOn(movement: Movement) {
          ended.push(movement.movementId)
          return { ...movement, state: 'ISSUED', work: {} }
        },
      },
      issuers: { of: async (id: string) => ({ ledger: id === HEALTHY_ISSUER ? 'healthy' : 'silent' }) },
      ledgerOf: (name: string) => ledgerOf(name) as unknown as DigitalLedger,
      remoteOf: (bookId: string) => ({
        async move() {
          asked.push(bookId)
          answer(bookId)
          return { moved: true }
        },
      }),
    } as unknown as CoordinatorParts)
  }

  const minting = (n: number, more: object = {}) =>
    depositWith({
      state: 'MINTING',
      work: { op: { opId: `op-${n}`, leg: 'MINT', tries: 1 } },
      nextAt: new Date(NOW_MS - 60_000 + n),
      ...more,
    })
  const silences = (name: string) => {
    if (name === 'silent') throw unavailable('no answer')
  }
  const countOf = (name: string) => asked.filter((one) => one === name).length

  test('leaves a ledger that does not answer alone, and goes on with the movements of others', async () => {
    const other = minting(60, { issuerId: HEALTHY_ISSUER })
    await storeMovements(database, ...Array.from({ length: 60 }, (_, n) => minting(n)), other)
    await coordinator(silences).run()
    assert.deepEqual(ended, [other.movementId])
    assert.ok(countOf('silent') <= 2, `${countOf('silent')} calls for all of them`)
    // Longer than a lease: all of them, asked or not, wait for their next look.
    const { rows } = await database.query('SELECT FROM token_movements WHERE next_at = $1', [new Date(NOW_MS + 30_000)])
    assert.equal(rows.length, 60)
  })

  test('asks it again in the next run, and goes on as soon as it answers', async () => {
    await storeMovements(database, ...Array.from({ length: 30 }, (_, n) => minting(n)))
    let isSilent = true
    const driver = coordinator((name) => (isSilent ? silences(name) : undefined))
    await driver.run()
    assert.equal(ended.length, 0)
    isSilent = false
    await database.query('UPDATE token_movements SET next_at = $1', [new Date(NOW_MS)])
    await driver.run()
    assert.equal(ended.length, 30)
    assert.ok(asked.length <= 4, `${asked.length} calls in two runs`)
  })

  test('an operation that the ledger can make nothing of does not keep the others of its set', async () => {
    await storeMovements(database, ...Array.from({ length: 30 }, (_, n) => minting(n)))
    await coordinator((_, opIds = []) => {
      if (opIds.includes('op-7')) throw new TypeError('defect')
    }).run()
    assert.equal(ended.length, 29)
    assert.ok(asked.length <= 11, `${asked.length} calls`)
  })

  const pending = (n: number, more: object = {}) =>
    depositWith({ work: { fundsReference: `ref-${n}` }, nextAt: new Date(NOW_MS - 60_000 + n), ...more })

  test('answers in between keep it from being taken for silent', async () => {
    await storeMovements(database, ...Array.from({ length: 40 }, (_, n) => pending(n, { bookId: 'often silent' })))
    let calls = 0
    await coordinator(() => {
      if (++calls % 3 !== 0) throw unavailable('lost')
    }).run()
    assert.equal(calls, 40)
  })

  test('leaves a core that does not answer alone, and goes on with the movements of others', async () => {
    const other = pending(60, { bookId: 'BANK-9' })
    await storeMovements(database, ...Array.from({ length: 60 }, (_, n) => pending(n, { bookId: 'silent' })), other)
    await coordinator(silences).run()
    assert.deepEqual(ended, [other.movementId])
    assert.ok(countOf('silent') <= 18, `${countOf('silent')} calls`)
  })
})

// What callers are told when a commit went unconfirmed, and how long the pipeline keeps trying.

import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import {
  balanceOf,
  debit,
  listeningPipeline,
  type OrderByHand,
  type OrderPipeline,
  openAccounts,
  postAll,
  TODAY,
} from '../../test/support/bank/postings.ts'
import { type Trouble, troubled } from '../../test/support/bank/troubled-database.ts'
import { startCommitProxy } from '../../test/support/machine/commit-proxy.ts'
import { eachEngine, type TestDatabase } from '../../test/support/machine/database.ts'
import type { Answer } from '../channel/channel.ts'
import { Problem } from '../kernel/problem.ts'
import type { Database } from '../storage/database.ts'
import { openPostgres } from '../storage/open-database.ts'
import { verifyBooks } from '../wire/verification.ts'

const conflict = Object.assign(new Error('conflict'), { code: '40001', severity: 'ERROR' })
const outage = Object.assign(new Error('gone'), { code: 'ECONNRESET' })
const noTable = Object.assign(new Error('no such table'), { code: '42P01', severity: 'ERROR' })
const serverDied = Object.assign(new Error('could not write to the log'), { code: 'XX000', severity: 'FATAL' })

const forEver = (error: Error): Error[] => Array(1_000).fill(error)
const committedUnheard = (error: Error): Trouble => ({ on: 'commit', errors: [error], afterwards: true })

let account = 0

eachEngine('a commit that went unconfirmed', (engine, open) => {
  let database: Database
  let location: TestDatabase['location']
  let heard: string[]
  let A: string

  before(async () => {
    const opened = await open()
    database = opened.database
    location = opened.location
  })

  beforeEach(async () => {
    heard = []
    A = `A${++account}`
    await openAccounts(database, [A], TODAY)
  })

  describe('followed by a failure leaves every order of the batch unknown', () => {
    const ROWS: [title: string, then: Trouble][] = [
      ['an SQL error', { on: 'read-records', errors: forEver(noTable) }],
      ['a connection that stays lost', { on: 'read-records', errors: forEver(outage) }],
      ['a conflict without end', { on: 'read-records', errors: forEver(conflict) }],
    ]
    for (const [title, then] of ROWS) {
      test(title, async () => {
        const postings = [debit(A, 100n), debit(A, 200n), debit(A, 300n)]
        const store = troubled(database, committedUnheard(outage), then)
        assert.deepEqual(told(await postAll(pipelineOn(store), postings)), ['timeout', 'timeout', 'timeout'])
        assert.deepEqual(told(await postAll(pipelineOn(database), postings)), ['again', 'again', 'again'])
        assert.equal(await balanceOf(database, A), 99_400n)
      })
    }

    test('an SQL error that only the first orders meet alone: the others are found posted', async () => {
      const postings = [debit(A, 100n), debit(A, 200n), debit(A, 300n)]
      // One for the batch, then one for each of two orders alone.
      const then = { on: 'read-records', errors: Array(3).fill(noTable) }
      const store = troubled(database, committedUnheard(outage), then)
      assert.deepEqual(told(await postAll(pipelineOn(store), postings)), ['timeout', 'timeout', 'again'])
      assert.equal(await balanceOf(database, A), 99_400n)
    })

    test('an order that breaks the code on the way: neither it nor the others are called unposted', async () => {
      let decided = 0
      const fragile = debit(A, 200n)
      const breaking: OrderByHand = {
        ...fragile,
        decide(books, records) {
          if (++decided > 1) throw new Error('on purpose')
          return fragile.decide(books, records)
        },
      }
      const lost = { on: 'commit', errors: [outage] }
      const store = troubled(database, lost, { on: 'copy-transactions', errors: forEver(noTable) })
      const answers = await postAll(pipelineOn(store), [debit(A, 100n), breaking, debit(A, 300n)])
      assert.deepEqual(told(answers), ['timeout', 'timeout', 'timeout'])
    })

    test('a server that dies with an error of its own while it commits', async () => {
      const posting = debit(A, 100n)
      const store = troubled(database, committedUnheard(serverDied))
      assert.deepEqual(told(await postAll(pipelineOn(store), [posting])), ['timeout'])
      assert.deepEqual(told(await postAll(pipelineOn(database), [posting])), ['again'])
    })
  })

  describe('is settled', () => {
    test('by the next attempt that succeeds', async () => {
      const store = troubled(database, committedUnheard(outage), { on: 'read-records', errors: [noTable] })
      const postings = [debit(A, 100n), debit(A, 200n)]
      assert.deepEqual(told(await postAll(pipelineOn(store), postings)), ['again', 'again'])
      assert.equal(await balanceOf(database, A), 99_700n)
    })

    test('order by order: what fails later, in a batch of its own, is known not to be posted', async () => {
      const pipeline = pipelineOn(
        troubled(database, committedUnheard(outage), { on: 'copy-transactions', errors: forEver(noTable) }),
      )
      assert.deepEqual(told(await postAll(pipeline, [debit(A, 100n)])), ['again'])
      assert.deepEqual(told(await postAll(pipeline, [debit(A, 100n), debit(A, 100n)])), ['internal', 'internal'])
      assert.equal(await balanceOf(database, A), 99_900n)
    })
  })

  test('an order that breaks the code keeps its own answer when the others are given up', async () => {
    const broken = debit(A, 1n, {
      decide() {
        throw new Error('on purpose')
      },
    })
    const store = troubled(database, committedUnheard(outage), { on: 'read-records', errors: forEver(outage) })
    const answers = await postAll(pipelineOn(store), [debit(A, 100n), broken, debit(A, 300n)])
    assert.deepEqual(told(answers), ['timeout', 'internal', 'timeout'])
  })

  describe('and the time there is', () => {
    // Each attempt takes `eachMs` on a clock that nothing else moves.
    const ROWS: [title: string, error: Error, orders: number, eachMs: number, attempts: number, answers: string[]][] = [
      ['an attempt may start after 8 s', outage, 1, 4_000, 3, ['unavailable']],
      ['but not later', outage, 1, 4_001, 2, ['unavailable']],
      ['nor after a conflict', conflict, 1, 4_001, 2, ['unavailable']],
      ['short outages are met four times', outage, 1, 1, 4, ['unavailable']],
      ['short conflicts are met nine times', conflict, 1, 1, 9, ['unavailable']],
      [
        'orders one by one share the time of their batch',
        noTable,
        5,
        3_000,
        3,
        ['internal', 'internal', 'unavailable', 'unavailable', 'unavailable'],
      ],
    ]
    for (const [title, error, orders, eachMs, attempts, answers] of ROWS) {
      test(title, async () => {
        let nowMs = 0
        let met = 0
        const store = troubled(database, {
          on: 'lock-accounts:bank',
          errors: forEver(error),
          met() {
            met++
            nowMs += eachMs
          },
        })
        const timer = { nowMs: () => nowMs, pause: async () => {} }
        const pipeline = listeningPipeline(store, heard, { timer })
        const postings = Array.from({ length: orders }, () => debit(A, 100n))
        assert.deepEqual(told(await postAll(pipeline, postings)), answers)
        assert.equal(met, attempts)
        assert.equal(await balanceOf(database, A), 100_000n)
      })
    }

    test('orders one by one go on counting where their batch was', async () => {
      let met = 0
      const store = troubled(
        database,
        { on: 'lock-accounts:bank', errors: [outage, outage, noTable] },
        { on: 'lock-accounts:bank', errors: forEver(outage), met: () => met++ },
      )
      const timer = { nowMs: () => 0, pause: async () => {} }
      const pipeline = listeningPipeline(store, heard, { timer })
      const answers = await postAll(pipeline, [debit(A, 100n), debit(A, 100n)])
      assert.deepEqual(told(answers), ['unavailable', 'unavailable'])
      assert.equal(met, 4)
    })
  })

  if (engine === 'postgres')
    test('over a real connection that is cut, with a table that is gone at the next attempt', async (t) => {
      assert.ok('url' in location)
      const proxy = await startCommitProxy(location.url)
      t.after(() => proxy.close())
      const through = openPostgres(proxy.url)
      t.after(() => through.close())
      const pipeline = pipelineOn(through)
      const postings = [debit(A, 100n), debit(A, 200n), debit(A, 300n)]
      proxy.loseCommit(async () => {
        await database.query('ALTER TABLE reversal_tombstones RENAME TO elsewhere')
      })
      const answers = await postAll(pipeline, postings)
      await database.query('ALTER TABLE elsewhere RENAME TO reversal_tombstones')
      assert.deepEqual(told(answers), ['timeout', 'timeout', 'timeout'])
      assert.ok(heard.includes('retried unreachable') && heard.includes('defect'))
      assert.deepEqual(told(await postAll(pipeline, postings)), ['again', 'again', 'again'])
      assert.equal(await balanceOf(database, A), 99_400n)
    })

  test('afterwards the books are true', async () => {
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
  })

  function pipelineOn(store: Database): OrderPipeline {
    return listeningPipeline(store, heard)
  }
})

/** Each answer in a word: its code, `again` for a posting found done, or the kind of the problem. */
function told(answers: readonly PromiseSettledResult<Answer>[]): string[] {
  return answers.map((answer) => {
    if (answer.status === 'fulfilled') return answer.value.replayed ? 'again' : answer.value.code
    return answer.reason instanceof Problem ? answer.reason.kind : String(answer.reason)
  })
}

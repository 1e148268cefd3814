// What callers receive when a commit is not confirmed, and how long the pipeline retries.

import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import {
  balanceOf,
  debit,
  type OrderPipeline,
  observedPipeline,
  openAccounts,
  postAll,
  type TestOrder,
  TODAY,
} from '../../test/support/bank/postings.ts'
import { type Trouble, troubled } from '../../test/support/bank/troubled-database.ts'
import { ON_ONE_SERVER } from '../../test/support/machine/citus.ts'
import { startCommitProxy } from '../../test/support/machine/commit-proxy.ts'
import { eachEngine, type TestDatabase } from '../../test/support/machine/database.ts'
import { verifyBooks } from '../app/wire/verification.ts'
import type { Answer } from '../channels/channel/channel.ts'
import { Problem } from '../platform/kernel/problems/problem.ts'
import type { Database } from '../platform/storage/database.ts'
import { openPostgres } from '../platform/storage/open-database.ts'

const conflict = Object.assign(new Error('conflict'), { code: '40001', severity: 'ERROR' })
const outage = Object.assign(new Error('gone'), { code: 'ECONNRESET' })
const noTable = Object.assign(new Error('no such table'), { code: '42P01', severity: 'ERROR' })
const serverDied = Object.assign(new Error('could not write to the log'), { code: 'XX000', severity: 'FATAL' })

const endless = (error: Error): Error[] => Array(1_000).fill(error)
const commitUnconfirmed = (error: Error): Trouble => ({ on: 'commit', errors: [error], afterwards: true })

let account = 0

eachEngine('a commit that went unconfirmed', (engine, open) => {
  let database: Database
  let location: TestDatabase['location']
  let events: string[]
  let A: string

  before(async () => {
    const opened = await open()
    database = opened.database
    location = opened.location
  })

  beforeEach(async () => {
    events = []
    A = `A${++account}`
    await openAccounts(database, [A], TODAY)
  })

  describe('followed by a failure leaves every order of the batch unknown', () => {
    const ROWS: [title: string, then: Trouble][] = [
      ['an SQL error', { on: 'read-records', errors: endless(noTable) }],
      ['a connection that stays lost', { on: 'read-records', errors: endless(outage) }],
      ['a conflict without end', { on: 'read-records', errors: endless(conflict) }],
    ]
    for (const [title, then] of ROWS) {
      test(title, async () => {
        const postings = [debit(A, 100n), debit(A, 200n), debit(A, 300n)]
        const store = troubled(database, commitUnconfirmed(outage), then)
        assert.deepEqual(summary(await postAll(pipelineOn(store), postings)), ['timeout', 'timeout', 'timeout'])
        assert.deepEqual(summary(await postAll(pipelineOn(database), postings)), ['again', 'again', 'again'])
        assert.equal(await balanceOf(database, A), 99_400n)
      })
    }

    test('an SQL error that only the first orders meet alone: the others are found posted', async () => {
      const postings = [debit(A, 100n), debit(A, 200n), debit(A, 300n)]
      // One error for the batch, then one for each of two orders that run alone.
      const then = { on: 'read-records', errors: Array(3).fill(noTable) }
      const store = troubled(database, commitUnconfirmed(outage), then)
      assert.deepEqual(summary(await postAll(pipelineOn(store), postings)), ['timeout', 'timeout', '000'])
      assert.equal(await balanceOf(database, A), 99_400n)
    })

    test('an order that throws on a retry: neither it nor the others are reported as unposted', async () => {
      let decided = 0
      const fragile = debit(A, 200n)
      const breaking: TestOrder = {
        ...fragile,
        decide(books, records) {
          if (++decided > 1) throw new Error('on purpose')
          return fragile.decide(books, records)
        },
      }
      const lost = { on: 'commit', errors: [outage] }
      const store = troubled(database, lost, { on: 'copy-transactions', errors: endless(noTable) })
      const answers = await postAll(pipelineOn(store), [debit(A, 100n), breaking, debit(A, 300n)])
      assert.deepEqual(summary(answers), ['timeout', 'timeout', 'timeout'])
    })

    test('a server that dies with its own error while it commits', async () => {
      const posting = debit(A, 100n)
      const store = troubled(database, commitUnconfirmed(serverDied))
      assert.deepEqual(summary(await postAll(pipelineOn(store), [posting])), ['timeout'])
      assert.deepEqual(summary(await postAll(pipelineOn(database), [posting])), ['again'])
    })
  })

  describe('is settled', () => {
    test('by the next attempt that succeeds', async () => {
      const store = troubled(database, commitUnconfirmed(outage), { on: 'read-records', errors: [noTable] })
      const postings = [debit(A, 100n), debit(A, 200n)]
      assert.deepEqual(summary(await postAll(pipelineOn(store), postings)), ['000', '000'])
      assert.equal(await balanceOf(database, A), 99_700n)
    })

    test('and only an order that was posted before is answered as a replay', async () => {
      const [earlier, fresh] = [debit(A, 100n), debit(A, 200n)]
      assert.deepEqual(summary(await postAll(pipelineOn(database), [earlier])), ['000'])
      const store = troubled(database, commitUnconfirmed(outage))
      assert.deepEqual(summary(await postAll(pipelineOn(store), [earlier, fresh])), ['again', '000'])
      assert.equal(await balanceOf(database, A), 99_700n)
    })

    test('by an attempt that has to post again, because the commit was lost', async () => {
      const store = troubled(database, { on: 'commit', errors: [outage] })
      assert.deepEqual(summary(await postAll(pipelineOn(store), [debit(A, 100n)])), ['000'])
      assert.equal(await balanceOf(database, A), 99_900n)
    })

    test('order by order: one that fails later, in its own batch, is known not to be posted', async () => {
      const pipeline = pipelineOn(
        troubled(database, commitUnconfirmed(outage), { on: 'copy-transactions', errors: endless(noTable) }),
      )
      assert.deepEqual(summary(await postAll(pipeline, [debit(A, 100n)])), ['000'])
      assert.deepEqual(summary(await postAll(pipeline, [debit(A, 100n), debit(A, 100n)])), ['internal', 'internal'])
      assert.equal(await balanceOf(database, A), 99_900n)
    })
  })

  test('an order that throws keeps its own answer when the batch gives up on the others', async () => {
    const broken = debit(A, 1n, {
      decide() {
        throw new Error('on purpose')
      },
    })
    const store = troubled(database, commitUnconfirmed(outage), { on: 'read-records', errors: endless(outage) })
    const answers = await postAll(pipelineOn(store), [debit(A, 100n), broken, debit(A, 300n)])
    assert.deepEqual(summary(answers), ['timeout', 'internal', 'timeout'])
  })

  describe('and the retry budget:', () => {
    // Each attempt advances the clock by `eachMs`; nothing else does.
    const ROWS: [title: string, error: Error, orders: number, eachMs: number, attempts: number, answers: string[]][] = [
      ['an attempt may start after 8 s', outage, 1, 4_000, 3, ['unavailable']],
      ['but not later', outage, 1, 4_001, 2, ['unavailable']],
      ['nor after a conflict', conflict, 1, 4_001, 2, ['unavailable']],
      ['a short outage is tried four times', outage, 1, 1, 4, ['unavailable']],
      ['a short conflict is tried nine times', conflict, 1, 1, 9, ['unavailable']],
      [
        'orders that run one by one share the time budget of their batch',
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
          errors: endless(error),
          met() {
            met++
            nowMs += eachMs
          },
        })
        const timer = { nowMs: () => nowMs, pause: async () => {} }
        const pipeline = observedPipeline(store, events, { timer })
        const postings = Array.from({ length: orders }, () => debit(A, 100n))
        assert.deepEqual(summary(await postAll(pipeline, postings)), answers)
        assert.equal(met, attempts)
        assert.equal(await balanceOf(database, A), 100_000n)
      })
    }

    test('orders that run one by one inherit the retry count of their batch', async () => {
      let met = 0
      const store = troubled(
        database,
        { on: 'lock-accounts:bank', errors: [outage, outage, noTable] },
        { on: 'lock-accounts:bank', errors: endless(outage), met: () => met++ },
      )
      const timer = { nowMs: () => 0, pause: async () => {} }
      const pipeline = observedPipeline(store, events, { timer })
      const answers = await postAll(pipeline, [debit(A, 100n), debit(A, 100n)])
      assert.deepEqual(summary(answers), ['unavailable', 'unavailable'])
      assert.equal(met, 4)
    })
  })

  if (engine === 'postgres')
    test(
      'over a real connection that is cut, with a table that is missing at the next attempt',
      ON_ONE_SERVER,
      async (t) => {
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
        assert.deepEqual(summary(answers), ['timeout', 'timeout', 'timeout'])
        assert.ok(events.includes('retried unreachable') && events.includes('defect'))
        assert.deepEqual(summary(await postAll(pipeline, postings)), ['again', 'again', 'again'])
        assert.equal(await balanceOf(database, A), 99_400n)
      },
    )

  test('afterwards the books verify', async () => {
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
  })

  function pipelineOn(store: Database): OrderPipeline {
    return observedPipeline(store, events)
  }
})

/** Each answer in one word: its code, `again` for a replay, or the kind of the problem. */
function summary(answers: readonly PromiseSettledResult<Answer>[]): string[] {
  return answers.map((answer) => {
    if (answer.status === 'fulfilled') return answer.value.replayed ? 'again' : answer.value.code
    return answer.reason instanceof Problem ? answer.reason.kind : String(answer.reason)
  })
}

import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import {
  balanceOf,
  debit,
  type OrderPipeline,
  observedPipeline,
  openAccounts,
  postAll,
  TODAY,
} from '../../../test/support/bank/postings.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import type { Database } from '../../platform/storage/database.ts'

let account = 0

onDatabase('orders in flight', (_engine, open) => {
  let database: Database
  let events: string[]
  let A: string
  let B: string

  before(async () => {
    database = (await open()).database
  })

  beforeEach(async () => {
    events = []
    A = `A${++account}`
    B = `B${account}`
    await openAccounts(database, [A, B], TODAY)
  })

  function pipelineOn(store: Database): OrderPipeline {
    return observedPipeline(store, events)
  }

  test('identical orders in flight share one posting, others of the same RRN are duplicates', async () => {
    const pipeline = pipelineOn(database)
    const posting = debit(A, 100n)
    const answers = await Promise.all([
      pipeline.post(posting),
      pipeline.post({ ...posting }),
      pipeline.post(debit(B, 900n, { rrn: posting.rrn })),
      pipeline.post({ ...posting }),
    ])
    assert.deepEqual(
      answers.map(({ code, replayed }) => [code, replayed]),
      [
        ['000', false],
        ['000', true],
        ['913', false],
        ['000', true],
      ],
    )
    assert.equal(new Set(answers.filter((one) => one.code === '000').map((one) => one.reply)).size, 1)
    assert.deepEqual([await balanceOf(database, A), await balanceOf(database, B)], [99_900n, 100_000n])
    assert.equal(events.filter((one) => one === 'coalesced').length, 2)
  })

  for (const [whose, changes] of [
    ['partner', { partnerId: 'P2' }],
    ['institution', { institutionId: 'FI002' }],
  ] as const) {
    test(`orders in flight that only their ${whose} tells apart are two postings`, async () => {
      const pipeline = pipelineOn(database)
      const posting = debit(A, 100n, { decide: () => ({ kind: 'decline', code: '100' }) })
      const answers = await Promise.all([pipeline.post(posting), pipeline.post({ ...posting, ...changes })])
      assert.deepEqual(
        answers.map(({ code, replayed }) => [code, replayed]),
        [
          ['100', false],
          ['100', false],
        ],
      )
      const { rowCount } = await database.query('SELECT FROM transactions WHERE rrn = $1', [posting.rrn])
      assert.equal(rowCount, 2)
      assert.equal(events.includes('coalesced'), false)
    })
  }

  test('identical orders in flight also share a failure', async () => {
    const pipeline = pipelineOn(database)
    const posting = debit(A, 100n, { decide: thrower })
    const answers = await postAll(pipeline, [posting, posting])
    assert.deepEqual(
      answers.map((one) => one.status),
      ['rejected', 'rejected'],
    )
    assert.deepEqual((await pipeline.post(debit(A, 100n, { rrn: posting.rrn }))).code, '000')
  })
})

function thrower(): never {
  throw new Error('on purpose')
}

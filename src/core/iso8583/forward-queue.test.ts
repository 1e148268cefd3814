import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { newReference } from '../../../test/support/rest-core/orders.ts'
import type { Database } from '../../storage/database.ts'
import { ExchangeStore } from './exchange-store.ts'
import { ForwardQueue } from './forward-queue.ts'

onDatabase('the store-and-forward queue', (_engine, open) => {
  let database: Database
  before(async () => {
    database = (await open()).database
  })

  /** Orders of an institution whose answers did not come. */
  async function queued(institutionId: string, count: number): Promise<string[]> {
    const references: string[] = []
    for (let n = 0; n < count; n++) references.push(await sentOrder(institutionId))
    await new ExchangeStore(database).giveUp(references)
    return references
  }

  async function sentOrder(institutionId: string): Promise<string> {
    const reference = newReference()
    const order = { reference, institutionId, kind: 'ORDER', mti: '0200', rrn: '000000000001', fields: {} } as const
    const times = { transmittedAt: '1117010203', localTime: '261117010203', waitMs: 1_000 }
    await new ExchangeStore(database).insert({ ...order, ...times, amountMinor: 100n, currency: 'USD' })
    return reference
  }

  interface Node {
    readonly queue: ForwardQueue
    /** Originals of the advices that it has sent. */
    readonly sent: string[]
  }

  function node(institutionId: string, answer: () => Promise<boolean>, attemptMs = 60_000): Node {
    const sent: string[] = []
    const store = new ExchangeStore(database)
    const queue = new ForwardQueue({
      database,
      institutionId,
      attemptMs,
      isReady: () => true,
      async forward({ reference, originalReference = '' }) {
        sent.push(originalReference)
        if (!(await answer())) return false
        const response = { mti: '0430', fields: {} }
        return store.answer({ reference, response, code: '000', isApproved: true, originalState: 'CANCELLED' })
      },
      failed: (error) => assert.fail(String(error)),
    })
    return { queue, sent }
  }

  test('one node sends at a time, in the order of the queue', async () => {
    const originals = await queued('FI001', 3)
    const { promise: answered, resolve } = Promise.withResolvers<boolean>()
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    const first = node('FI001', () => {
      reach()
      return answered
    })
    const second = node('FI001', async () => true)
    const running = first.queue.run()
    await reached
    await second.queue.run()
    assert.deepEqual(second.sent, [], 'the first of the queue is under way, and none overtakes it')
    resolve(true)
    await running
    assert.deepEqual(first.sent, originals)
    await second.queue.run()
    assert.deepEqual(second.sent, [])
  })

  test('what a node leaves when it dies is sent by another, from where it was', async () => {
    const originals = await queued('FI002', 2)
    const dead = node('FI002', () => new Promise<boolean>(() => {}))
    void dead.queue.run()
    const heir = node('FI002', async () => true)
    for (; dead.sent.length === 0; ) await new Promise((resolve) => setImmediate(resolve))
    await database.query(
      `UPDATE iso8583_exchanges SET next_attempt_at = now() WHERE institution_id = 'FI002' AND state = 'QUEUED'`,
    )
    await heir.queue.run()
    assert.deepEqual(heir.sent, originals)
    const { rows } = await database.query<{ attempts: number }>(
      `SELECT attempts FROM iso8583_exchanges WHERE institution_id = 'FI002' AND kind = 'ADVICE' ORDER BY position`,
    )
    assert.deepEqual(
      rows.map(({ attempts }) => attempts),
      [2, 1],
      'the host gets a repeat of what may have arrived',
    )
  })

  test('an approval that comes after its advice is queued counts no more, and an answered order is not taken back', async () => {
    const [late = ''] = await queued('FI003', 1)
    const store = new ExchangeStore(database)
    const approval = { response: { mti: '0210', fields: {} }, code: '000', isApproved: true }
    assert.equal(await store.answer({ reference: late, ...approval }), false)
    assert.equal((await store.find(late))?.state, 'REVERSING')
    await node('FI003', async () => true).queue.run()
    assert.equal((await store.find(late))?.state, 'CANCELLED')
    assert.equal(await store.answer({ reference: late, ...approval }), false)
    const reference = await sentOrder('FI003')
    assert.equal(await store.answer({ reference, ...approval }), true)
    await store.giveUp([reference])
    assert.equal((await store.find(reference))?.state, 'ANSWERED')
  })
})

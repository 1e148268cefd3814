import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { newReference } from '../../../../test/support/rest-core/orders.ts'
import { until } from '../../../../test/support/until.ts'
import type { Database } from '../../../platform/storage/database.ts'
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
    const whose = { partnerId: 'PARTNER01', accountId: '1000000001' }
    const times = { transmittedAt: '1117010203', localTime: '261117010203', waitMs: 1_000 }
    await new ExchangeStore(database).insert({ ...order, ...whose, ...times, amountMinor: 100n, currency: 'USD' })
    return reference
  }

  interface Node {
    readonly queue: ForwardQueue
    /** Originals of the advices that it has sent. */
    readonly sent: string[]
  }

  interface Limits {
    readonly atOnce?: number
    readonly isSilent?: boolean
  }

  /** `answer` gets the original of the advice. */
  function node(institutionId: string, answer: (original: string) => Promise<boolean>, limits: Limits = {}): Node {
    const { atOnce = 1, isSilent = false } = limits
    const sent: string[] = []
    const store = new ExchangeStore(database)
    const queue = new ForwardQueue({
      database,
      institutionId,
      atOnce,
      attemptMs: 60_000,
      retryMs: 60_000,
      isReady: () => true,
      isSilent: () => isSilent,
      async forward({ reference, originalReference = '' }) {
        sent.push(originalReference)
        if (!(await answer(originalReference))) return false
        const response = { mti: '0430', fields: {} }
        return store.answer({ reference, response, code: '000', isApproved: true, originalState: 'CANCELLED' })
      },
      failed: (error) => assert.fail(String(error)),
    })
    return { queue, sent }
  }

  test('an advice that the host does not take holds up no other', async () => {
    const originals = await queued('FI001', 3)
    const [stuck] = originals
    const { queue, sent } = node('FI001', async (original) => original !== stuck)
    await queue.run()
    assert.deepEqual(sent, originals, 'each was tried, in the order of the queue')
    const { rows } = await database.query<{ original_reference: string; waits: boolean }>(
      `SELECT original_reference, next_attempt_at > now() AS waits FROM iso8583_exchanges
        WHERE institution_id = 'FI001' AND state = 'QUEUED'`,
    )
    assert.deepEqual(rows, [{ original_reference: stuck, waits: true }])
    await queue.run()
    assert.equal(sent.length, 3, 'it waits for its time')
    await queue.close()
  })

  // Over all nodes: how many are under way, of five that wait.
  for (const [title, institutionId, limits, most] of [
    ['as many as the host has connections for', 'FI004', { atOnce: 3 }, 3],
    ['one while the host is silent', 'FI005', { atOnce: 3, isSilent: true }, 1],
  ] as const) {
    test(`two nodes have together under way: ${title}`, async () => {
      const originals = await queued(institutionId, 5)
      const { promise: answered, resolve } = Promise.withResolvers<boolean>()
      const nodes = [node(institutionId, () => answered, limits), node(institutionId, () => answered, limits)]
      const underWay = () => nodes.flatMap(({ sent }) => sent).length
      const running = nodes[0]?.queue.run()
      await until(async () => underWay() === most, 'the first node has begun')
      const other = nodes[1]?.queue.run()
      await other
      assert.equal(underWay(), most)
      resolve(true)
      await running
      await Promise.all(nodes.map(({ queue }) => queue.run()))
      assert.deepEqual(new Set(nodes.flatMap(({ sent }) => sent)), new Set(originals))
      assert.equal(underWay(), 5, 'each was sent once')
    })
  }

  test('what a node leaves when it dies is sent by another, from where it was', async () => {
    const originals = await queued('FI002', 2)
    const dead = node('FI002', () => new Promise<boolean>(() => {}))
    dead.queue.run().catch(assert.fail)
    const heir = node('FI002', async () => true)
    for (; dead.sent.length === 0; ) await new Promise((resolve) => setImmediate(resolve))
    await database.query(
      `UPDATE iso8583_exchanges SET next_attempt_at = '-infinity', claimed_until = now()
        WHERE institution_id = 'FI002' AND state = 'QUEUED'`,
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

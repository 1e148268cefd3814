// The gateway is killed under load, repeatedly. Every acknowledged posting survives, none is there partially, and
// retrying what was not acknowledged gives the true outcome.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { rounds } from '../support/runner/extent.ts'
import { Load, untilUnder } from './load.ts'

// What a kill may leave behind is the same on both engines. On the embedded one a restart costs more than the load.
const ROUNDS = { pglite: rounds(1, 2), postgres: rounds(1, 3) }
const WORKERS = 24
const VERIFY_EVERY = 2

for (const engine of ['pglite', 'postgres'] as const) {
  describe(`a gateway killed under load (${engine})`, () => {
    let store: Store
    let gateway: Gateway
    const load = new Load()

    before(async () => {
      store = await createSandboxStore(engine)
      gateway = await startGateway(store)
      await load.readBalances(gateway)
    })

    after(async () => {
      await gateway.stop()
      await store.remove()
    })

    for (let round = 1; round <= ROUNDS[engine]; round++) {
      test(`round ${round}: nothing is lost and nothing is posted twice`, async () => {
        load.acknowledged.clear()
        const running = load.run(gateway, WORKERS, { untilLost: true })
        // Each round is killed at a different point of the load.
        await untilUnder(running, () => load.acknowledged.size >= 10 + round * 21, 'enough orders are answered')
        await gateway.kill()
        await running
        assert.ok(load.unanswered.size > 0, 'requests were under way when it died')

        if (round % VERIFY_EVERY === 0) await assertBooksTrue()
        gateway = await startGateway(store)
        await load.finish(gateway)
        await load.assertKept(gateway)
      })
    }

    test('the books are correct afterwards', async () => {
      assert.equal(await gateway.stop(), 0)
      await assertBooksTrue()
    })

    async function assertBooksTrue(): Promise<void> {
      const verified = await runTillgate(store, ['verify'])
      assert.match(verified.output, /^the books are right/m)
      assert.equal(verified.code, 0)
    }
  })
}

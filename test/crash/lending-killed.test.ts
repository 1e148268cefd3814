// The gateway, or one of its workers, is killed under a load of loan commands, repeatedly. Every acknowledged command
// survives, none is there partially or twice, and retrying what was not acknowledged gives the true outcome.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { killWorkerAtWork } from '../support/gateways/worker-pids.ts'
import { provesMore, rounds } from '../support/runner/extent.ts'
import { LendingLoad } from './lending-load.ts'
import { untilUnder } from './load.ts'

// What a kill may leave behind is the same on both engines. On the embedded one a restart costs more than the load.
// On PostgreSQL the second round has two workers, of which one is killed.
const ROUNDS = { pglite: 1, postgres: rounds(1, 2) }
const SENDERS = 12

for (const engine of provesMore ? (['pglite', 'postgres'] as const) : (['postgres'] as const)) {
  describe(`a gateway killed under loan commands (${engine})`, () => {
    let store: Store
    let gateway: Gateway
    const load = new LendingLoad({ gateway: () => gateway, accountId: '1000000001' })

    before(async () => {
      store = await createSandboxStore(engine)
      gateway = await startGateway(store)
      await load.readBefore(gateway)
    })

    after(async () => {
      await gateway.stop()
      await store.remove()
    })

    for (let round = 1; round <= ROUNDS[engine]; round++) {
      test(`round ${round}: nothing is lost and nothing is done twice`, async () => {
        load.acknowledged.clear()
        const failedBefore = load.failed
        const running = load.run(SENDERS)
        // Each round is killed at a different point of the load.
        await untilUnder(running, () => load.acknowledged.size >= 10 + round * 17, 'enough commands are answered')
        if (round === 2) await killWorkerAtWork(gateway, () => load.failed)
        else {
          await gateway.kill()
          gateway = await startGateway(store, engine === 'postgres' ? { WORKERS: '2' } : {})
        }
        load.stop()
        await running
        assert.ok(load.failed > failedBefore, 'requests were under way when it died')
        await load.assertKept(gateway)
      })
    }

    test('the partner is told of everything that survives, in order and once, and of nothing else', () =>
      load.assertTold(gateway))

    test('the books are correct afterwards', async () => {
      assert.equal(await gateway.stop(), 0)
      const verified = await runTillgate(store, ['verify'])
      assert.match(verified.output, /^the books are right/m, verified.output)
      assert.equal(verified.code, 0)
    })
  })
}

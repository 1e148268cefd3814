// The gateway, or one of its workers, is killed under a load of token movements on both ledgers, repeatedly. Everything open
// comes to its end, every acknowledged movement survives, none is there twice, and the same reference answers with what it made.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DigitalPartner, SECOND_PARTNER } from '../support/digital/digital-partner.ts'
import { DigitalProperties } from '../support/digital/digital-properties.ts'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { killWorker } from '../support/gateways/worker-pids.ts'
import { DigitalLoad, type LoadHolder } from './digital-load.ts'
import { untilUnder } from './load.ts'

// What a kill may leave behind is the same on both engines. On the embedded one a restart costs more than the load.
// On PostgreSQL the second round has two workers, of which one is killed.
const ROUNDS = { pglite: 1, postgres: 2 }
const SENDERS = 12
const BANK = { name: 'Load Bank', country: 'US', currencies: ['USD'] }

for (const engine of ['pglite', 'postgres'] as const) {
  describe(`a gateway killed under movements of tokens (${engine})`, () => {
    let store: Store
    let gateway: Gateway
    let load: DigitalLoad
    let holders: LoadHolder[]
    const url = () => gateway.url
    const partners = [new DigitalPartner(url), new DigitalPartner(url, SECOND_PARTNER)]

    before(async () => {
      store = await createSandboxStore(engine)
      gateway = await startGateway(store)
      const properties = new DigitalProperties(url)
      await properties.set('simulated.block-ms', 20)
      holders = []
      for (const partner of partners) {
        for (const ledger of ['builtin', 'simulated']) {
          const { id: institutionId } = await partner.ok('POST /institutions', { institution: BANK })
          await properties.set('ledger', ledger, institutionId)
          // Two of each institution, for transfers within it.
          for (let nth = 0; nth < 2; nth++) holders.push({ partner, ...(await partner.holder({ institutionId })) })
        }
      }
      for (const { partner, accountId } of holders) await partner.deposit(accountId, 1_000)
      load = new DigitalLoad({ holders })
      await load.readBefore()
    })

    after(async () => {
      await gateway?.stop()
      await store?.remove()
    })

    for (let round = 1; round <= ROUNDS[engine]; round++) {
      test(`round ${round}: nothing is lost, made or done twice, and nothing stays open`, async () => {
        const before = { answered: load.answered, failed: load.failed }
        const running = load.run(SENDERS)
        // Each round is killed at a different point of the load.
        await untilUnder(
          running,
          () => load.answered >= before.answered + 10 + round * 11,
          'enough movements are answered',
        )
        if (round === 2) await killWorker(gateway)
        else {
          await gateway.kill()
          gateway = await startGateway(store, engine === 'postgres' ? { WORKERS: '2' } : {})
        }
        load.stop()
        await running
        assert.ok(load.failed > before.failed, 'requests were under way when it died')
        await load.assertKept()
        await load.assertSettled()
      })
    }

    test('the books are correct afterwards', async () => {
      assert.equal(await gateway.stop(), 0)
      const verified = await runTillgate(store, ['verify'])
      assert.match(verified.output, /^the books are right/m, verified.output)
      assert.equal(verified.code, 0)
    })
  })
}

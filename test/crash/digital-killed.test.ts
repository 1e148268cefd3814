// The gateway, or one of its workers, is killed under a load of token movements on both ledgers, repeatedly. Everything open
// comes to its end, every acknowledged movement survives, none is there twice, and the same reference answers with what it made.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { DigitalPartner, SECOND_PARTNER } from '../support/digital/digital-partner.ts'
import { DigitalProperties } from '../support/digital/digital-properties.ts'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { killWorkerAtWork } from '../support/gateways/worker-pids.ts'
import { provesMore, rounds } from '../support/runner/extent.ts'
import { until } from '../support/until.ts'
import { DigitalLoad, type LoadHolder } from './digital-load.ts'
import { untilUnder } from './load.ts'

// What a kill may leave behind is the same on both engines. On the embedded one a restart costs more than the load.
// On PostgreSQL the second round has two workers, of which one is killed.
const ROUNDS = { pglite: 1, postgres: rounds(1, 2) }
const SENDERS = 12
const BANK = { name: 'Load Bank', country: 'US', currencies: ['USD'] }

const TOLD = `(SELECT partner_id, resource, sequence, data->>'state' AS state, (data->>'version')::integer AS version
                 FROM events WHERE kind IN ('deposit.changed', 'redemption.changed', 'transfer.changed'))`
const RESOURCE = `lower(m.kind) || '/' || m.movement_id`
const UNTOLD = `
  SELECT FROM token_movements m
   WHERE m.state IS DISTINCT FROM (SELECT t.state FROM ${TOLD} t WHERE t.partner_id = m.partner_id AND t.resource = ${RESOURCE}
                                    ORDER BY t.sequence DESC LIMIT 1)`
const INVENTED = `SELECT FROM ${TOLD} t WHERE NOT EXISTS (SELECT FROM token_movements m WHERE t.resource = ${RESOURCE})`
/** Also when a later one has a version that is not above. */
const TOLD_TWICE = `
  SELECT FROM (SELECT version, lag(version) OVER (PARTITION BY partner_id, resource ORDER BY sequence) AS before FROM ${TOLD} t) AS v
   WHERE version <= before`
const GAPS = `SELECT FROM events GROUP BY partner_id HAVING max(sequence) - min(sequence) + 1 <> count(*)`

for (const engine of provesMore ? (['pglite', 'postgres'] as const) : (['postgres'] as const)) {
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
        if (round === 2) await killWorkerAtWork(gateway, () => load.failed)
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

    // The outbox is one table with the same steps on both engines; only a server can be asked beside the gateway.
    if (engine === 'postgres') {
      test('partners are told how every movement has ended, of nothing else, and of no state twice', async () => {
        const client = new pg.Client({ connectionString: store.env.DATABASE_URL as string })
        await client.connect()
        try {
          const none = async (text: string) => (await client.query(text)).rowCount === 0
          await until(() => none(UNTOLD), 'the last state of every movement is in the feed of its partner')
          assert.ok(await none(INVENTED))
          assert.ok(await none(TOLD_TWICE))
          assert.ok(await none(GAPS))
        } finally {
          await client.end()
        }
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

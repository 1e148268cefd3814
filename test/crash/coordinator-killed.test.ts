// The central database of distributed books is killed under a load of token movements and loan commands, repeatedly, while the
// gateway stays up. Callers get 503 or 504, the gateway recovers by itself, and nothing acknowledged is lost or done twice.
// In test-all only: to the gateway this is a PostgreSQL that is killed (postgres-killed.test.ts).

import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { countEverything } from '../../src/app/cli/store/distribute.ts'
import { openPostgres } from '../../src/platform/storage/open-database.ts'
import { DigitalPartner, SECOND_PARTNER } from '../support/digital/digital-partner.ts'
import { DigitalProperties } from '../support/digital/digital-properties.ts'
import { type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { createPgliteDirectory } from '../support/machine/pglite-directory.ts'
import { type PostgresServer, startPostgres } from '../support/machine/postgres.ts'
import { recordCatalogue } from '../support/machine/recorded-catalogue.ts'
import { rounds } from '../support/runner/extent.ts'
import { DigitalLoad, type LoadHolder } from './digital-load.ts'
import { LendingLoad } from './lending-load.ts'
import { untilUnder } from './load.ts'

const OUTAGES = rounds(1, 2)
const SENDERS = 6
const BANK = { name: 'Load Bank', country: 'US', currencies: ['USD'] }

describe('the central database of distributed books killed under load', () => {
  let server: PostgresServer
  let store: Store
  let gateway: Gateway
  let movements: DigitalLoad
  const url = () => gateway.url
  const loans = new LendingLoad({ gateway: () => gateway, accountId: '1000000001' })
  const loads = () => [movements, loans]

  before(async () => {
    server = await startPostgres()
    const directory = await createPgliteDirectory()
    store = {
      engine: 'postgres',
      env: { ENVIRONMENT: 'sandbox', DATA_DIR: directory, DATABASE_URL: server.url },
      remove: () => rm(directory, { recursive: true, force: true }),
    }
    // The first start makes the tables and the sandbox's data.
    gateway = await startGateway(store)
    await gateway.stop()
    const database = openPostgres(server.url, { connections: 2 })
    await countEverything(database)
    await recordCatalogue(database, server.url)
    await database.close()
    gateway = await startGateway(store)
    const properties = new DigitalProperties(url)
    await properties.set('simulated.block-ms', 20)
    const holders: LoadHolder[] = []
    for (const partner of [new DigitalPartner(url), new DigitalPartner(url, SECOND_PARTNER)])
      for (const ledger of ['builtin', 'simulated']) {
        const { id: institutionId } = await partner.ok('POST /institutions', { institution: BANK })
        await properties.set('ledger', ledger, institutionId)
        holders.push({ partner, ...(await partner.holder({ institutionId })) })
      }
    for (const { partner, accountId } of holders) await partner.deposit(accountId, 1_000)
    movements = new DigitalLoad({ holders })
    await movements.readBefore()
    await loans.readBefore(gateway)
  })

  after(async () => {
    await gateway?.stop()
    await server?.stop()
    await store?.remove()
  })

  // Any other answer than an outcome, 503 or 504 fails the load.
  test('requests are answered with 503 or 504 while it is down, and with outcomes once it is back', async () => {
    const running = Promise.all(loads().map((load) => load.run(SENDERS)))
    for (let outage = 0; outage <= OUTAGES; outage++) {
      const before = loads().map(({ answered }) => answered)
      const areAnswered = () => loads().every(({ answered }, i) => answered >= (before[i] ?? 0) + 20)
      await untilUnder(running, areAnswered, 'another twenty orders of both are answered')
      if (outage === OUTAGES) break
      await server.kill()
      const refused = loads().map(({ failed }) => failed)
      const areRefused = () => loads().every(({ failed }, i) => failed >= (refused[i] ?? 0) + SENDERS)
      await untilUnder(running, areRefused, 'both are refused')
      await server.start()
    }
    for (const load of loads()) load.stop()
    await running
  })

  test('what was acknowledged is there once, and nothing stays open', async () => {
    await movements.assertKept()
    await movements.assertSettled()
    await loans.assertKept(gateway)
  })

  test('the books are correct afterwards', async () => {
    assert.equal(await gateway.stop(), 0)
    const { output } = await runTillgate(store, ['verify'])
    assert.match(output, /^the books are right/m, output)
  })
})

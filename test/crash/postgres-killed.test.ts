// PostgreSQL is killed under load, repeatedly, while the gateway stays up. Callers get 503 or 504 and no request hangs;
// the gateway recovers by itself, and nothing acknowledged is lost.

import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { createPgliteDirectory } from '../support/machine/pglite-directory.ts'
import { type PostgresServer, startPostgres } from '../support/machine/postgres.ts'
import { rounds } from '../support/runner/extent.ts'
import { Load, untilUnder } from './load.ts'

const OUTAGES = rounds(1, 2)
const WORKERS = 16

describe('PostgreSQL killed under load', () => {
  let server: PostgresServer
  let store: Store
  let gateway: Gateway
  const load = new Load()

  before(async () => {
    server = await startPostgres()
    const directory = await createPgliteDirectory()
    store = {
      engine: 'postgres',
      env: { ENVIRONMENT: 'sandbox', DATA_DIR: directory, DATABASE_URL: server.url },
      remove: () => rm(directory, { recursive: true, force: true }),
    }
    gateway = await startGateway(store)
    await load.readBalances(gateway)
  })

  after(async () => {
    await gateway?.stop()
    await server?.stop()
    await store?.remove()
  })

  test('requests are answered with 503 or 504 while it is down, and with outcomes once it is back', async () => {
    const running = load.run(gateway, WORKERS, { untilLost: false })
    for (let outage = 1; outage <= OUTAGES; outage++) {
      const before = load.acknowledged.size
      await untilUnder(running, () => load.acknowledged.size >= before + 100, 'another hundred orders are answered')
      await server.kill()
      const refused = refusals()
      await untilUnder(running, () => refusals() >= refused + WORKERS, 'every worker is refused')
      await server.start()
    }
    const before = load.acknowledged.size
    await untilUnder(running, () => load.acknowledged.size >= before + 100, 'another hundred orders are answered')
    load.stop()
    await running
    assert.equal(load.unanswered.size, 0)
    // No other answer occurred: no 500, no broken connection.
    assert.deepEqual(
      Object.keys(load.seen).filter((kind) => !['200 000', '503 907', '504 911'].includes(kind)),
      [],
    )
  })

  test('everything acknowledged is posted once', () => load.assertKept(gateway))

  test('the books are correct afterwards', async () => {
    const verified = await runTillgate(store, ['verify'])
    assert.match(verified.output, /^the books are right/m)
  })

  function refusals(): number {
    return (load.seen['503 907'] ?? 0) + (load.seen['504 911'] ?? 0)
  }
})

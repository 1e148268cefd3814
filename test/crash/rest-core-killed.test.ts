// An institution on a REST core, with everything failing that can fail between its channels and its books: the core is
// killed, the gateway is killed, messages between them are lost, cut, doubled and late. In the end every RRN has one
// outcome, and the core's books hold exactly what these outcomes say.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Database } from '../../src/platform/storage/database.ts'
import { createSandboxStore, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { connectRestCore, inStore } from '../support/rest-core/connectivity.ts'
import { type ExampleServer, startExample } from '../support/rest-core/example-server.ts'
import { startHttpFaultProxy } from '../support/rest-core/http-fault-proxy.ts'
import { rounds } from '../support/runner/extent.ts'
import { until } from '../support/until.ts'
import { ChannelLoad } from './channel-load.ts'
import { assertBooked, assertRecordsMatch, meetFaults } from './core-books.ts'
import { untilUnder } from './load.ts'

const CHANNELS = 8
const CORE_KILLS = rounds(1, 3)
const OPENING_CENTS = 10_000_000n

// Seen once: the process stayed busy although its test had passed and everything it started was gone. Should it happen
// again, this says what is active and ends the process.
after(() => {
  setTimeout(() => {
    console.error('still active after the test:', process.getActiveResourcesInfo())
    process.exit()
  }, 15_000).unref()
})

test('every order has one outcome, and it is what the core has booked', async (t) => {
  const example = await startExample(t)
  const proxy = await startHttpFaultProxy(t, example.url)
  const store = await createSandboxStore('postgres')
  t.after(() => store.remove())
  // The circuit opens now and then, but not for long.
  await connectRestCore(store, { url: proxy.url, timeoutMs: 4_000, breakerFailureRate: 80, breakerOpenMs: 100 })
  let gateway = await startGateway(store)
  t.after(() => gateway.kill())

  const load = new ChannelLoad({ gateway: () => gateway, seed: 20_261_115 })
  t.after(() => load.stop())
  const running = load.run(CHANNELS)
  const more = async (count: number) => {
    const before = load.answered
    await untilUnder(running, () => load.answered >= before + count, `another ${count} orders have an outcome`)
  }
  const failures = async (count: number) => {
    const before = load.failed
    await untilUnder(running, () => load.failed >= before + count, `another ${count} attempts fail`)
  }
  const restartGateway = async () => {
    await gateway.kill()
    gateway = await startGateway(store)
  }

  await more(20)
  meetFaults(proxy)
  await more(60)
  for (let kill = 0; kill < CORE_KILLS; kill++) {
    await example.kill()
    await failures(CHANNELS)
    await example.restart()
    await more(20)
  }
  await restartGateway()
  await more(20)
  await Promise.all([example.kill(), restartGateway()])
  await failures(CHANNELS)
  await example.restart()
  await more(40)
  await inStore(store, (database) =>
    until(
      () => isAnyLeftBehind(database, load, example),
      'an order that the core has executed is left without an outcome',
    ),
  )
  load.stop()
  await running
  // Left open: what channels walked away from, and what was under way.
  proxy.choose = () => 'none'

  const untold = await settledInBackground(store, example)
  const open = await load.finish()
  assert.ok(open.length > 0, 'channels had left orders without an outcome')
  const replays = open.filter(({ isReplay }) => isReplay).map(({ rrn }) => rrn)
  for (const rrn of untold) assert.ok(replays.includes(rrn), `${rrn} was settled in the background`)
  // Late arrivals, when everything is over.
  await proxy.release()
  await load.assertKept()

  const others = Object.keys(load.seen).filter((kind) => !EXPECTED_ANSWERS.test(kind))
  assert.deepEqual(others, [])
  for (const kind of ['lost', '503 907', '504 911', '200 000', '200 121', '200 485']) {
    assert.ok(load.seen[kind], `the load has not met ${kind}: ${JSON.stringify(load.seen)}`)
  }
  const openings = new Map(load.accountIds.map((account) => [account, OPENING_CENTS]))
  await assertBooked(load, example, openings)
  assert.equal(await gateway.stop(), 0)
  await assertRecordsMatch(store, 'FI001', example)
  assert.equal(await countUnknown(store), 0, 'every order has its outcome')
  const verified = await runTillgate(store, ['verify'])
  assert.match(verified.output, /^the books are right/m)
})

const EXPECTED_ANSWERS = /^(lost|503 907|504 911|200 (000|121|485))$/

/**
 * The gateway asks the core by itself what came of old orders without an outcome. Returns the RRNs that were settled so,
 * of which no channel knows yet.
 */
async function settledInBackground(store: Store, example: ExampleServer): Promise<Set<string>> {
  const executed = new Set(example.readLog().map(({ reference }) => reference))
  return inStore(store, async (database) => {
    // Only orders of some age are asked for. A whole day, which the sandbox's control moves, would end the time in which
    // they can be reversed.
    await database.query(`INSERT INTO settings (key, value) VALUES ('clock', '{"offsetMs": 60000}')`)
    await until(async () => {
      const { rows } = await database.query<{ transaction_id: string }>(
        `SELECT transaction_id FROM transactions WHERE response_code = '911'`,
      )
      return rows.every(({ transaction_id: id }) => !executed.has(id))
    }, 'what the core has executed is settled in the background')
    const { rows } = await database.query<{ rrn: string }>(
      `SELECT rrn FROM transactions WHERE response = '' AND core_outcome <> ''`,
    )
    assert.ok(rows.length > 0, 'the background had something to settle')
    return new Set(rows.map(({ rrn }) => rrn))
  })
}

/** Whether a channel has walked away from an order that the core has executed. */
async function isAnyLeftBehind(database: Database, load: ChannelLoad, example: ExampleServer): Promise<boolean> {
  const { rows } = await database.query<{ transaction_id: string }>(
    `SELECT transaction_id FROM transactions WHERE rrn = ANY ($1) AND response = ''`,
    [load.leftOpen],
  )
  const executed = new Set(example.readLog().map(({ reference }) => reference))
  return rows.some(({ transaction_id: id }) => executed.has(id))
}

function countUnknown(store: Store): Promise<number> {
  return inStore(store, async (database) => {
    const { rows } = await database.query(`SELECT FROM transactions WHERE response_code = '911'`)
    return rows.length
  })
}

// An institution on a host that speaks ISO 8583 and fails in every way, and the gateways in front of it killed at each step of an
// order: before it is sent, after, before its answer is recorded, and while it is taken back. In the end the host's books and
// the gateway's records agree on every RRN.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../src/platform/storage/database.ts'
import { createSandboxStore, type Gateway, runTillgate, startGateway } from '../support/gateways/gateway.ts'
import { connectHost } from '../support/iso8583-host/connectivity.ts'
import { type HostProcess, startHost } from '../support/iso8583-host/host-process.ts'
import { inStore } from '../support/rest-core/connectivity.ts'
import { provesMore } from '../support/runner/extent.ts'
import { until } from '../support/until.ts'
import { ChannelLoad } from './channel-load.ts'
import { untilUnder } from './load.ts'

const CHANNELS = 8
const TIMEOUT_MS = 1_000
/** By then what was under way has come to its next statement. */
const HELD_MS = 3 * TIMEOUT_MS
/** More faults than orders come until they are called off, however long this process takes. */
const MANY = 1_000
const FAULTS = [
  'lost-request',
  'lost-answer',
  `late-answer ${TIMEOUT_MS + 500}`,
  'repeated-answer',
  'wrong-stan',
  'garbled',
  'cut',
  'half-open',
]

for (const [format, dialect] of [
  ...(provesMore ? ([['1987', 'iso87-ascii']] as const) : []),
  ['1993', 'iso93-binary'],
] as const)
  test(`every order has one outcome, and it is what the host has booked, in the version of ${format}`, (t) =>
    testKilled(t, format, dialect))

async function testKilled(
  t: TestContext,
  format: '1987' | '1993',
  dialect: 'iso87-ascii' | 'iso93-binary',
): Promise<void> {
  const host = await startHost(t, { format })
  const store = await createSandboxStore('postgres')
  t.after(() => store.remove())
  const settings = { port: host.port, dialect, timeoutMs: TIMEOUT_MS, breakerFailureRate: 90, breakerOpenMs: 100 }
  await inStore(store, (database) => connectHost(database, settings))
  const gateways: Gateway[] = []
  const start = async () => void gateways.push(await startGateway(store))
  await Promise.all([start(), start()])
  t.after(() => Promise.all(gateways.map((gateway) => gateway.kill())))
  const kill = async () => gateways.shift()?.kill()

  let turn = 0
  const load = new ChannelLoad({
    gateway: () => gateways[turn++ % Math.max(1, gateways.length)],
    seed: 20_261_117,
    takesBack: true,
  })
  t.after(() => load.stop())
  const running = load.run(CHANNELS)
  const more = async (count: number) => {
    const before = load.answered
    await untilUnder(running, () => load.answered >= before + count, `another ${count} orders have an outcome`)
  }
  await more(20)
  await host.faults(...FAULTS.flatMap((fault) => [fault, 'none', 'none']))
  await more(30)

  await inStore(store, async (database) => {
    // The intent is committed, the exchange is not.
    await whileHeld(database, 'INSERT INTO iso8583_exchanges%', kill)
    await start()
    await more(10)
    await host.faults(...repeated('lost-answer'))
    await until(() => areOpenAtHost(database, host), 'orders that the host has executed are open')
    await kill()
    await host.faults('no more faults')
    await start()
    await more(10)
    await host.faults(...repeated('late-answer 500'))
    await until(() => exists(database, `state = 'SENT'`), 'orders are under way')
    await whileHeld(database, 'WITH given%', kill)
    await host.faults('no more faults')
    await more(10)
    // What takes orders back is lost like the answers that it is about, for longer than the gateway lives.
    await host.faults(...repeated('lost-answer'))
    await until(() => exists(database, `state = 'QUEUED' AND attempts > 0`), 'an order is being taken back')
    await kill()
    assert.equal(gateways.length, 0)
    await start()
    await host.faults('no more faults')
    await more(20)
    load.stop()
    await running

    const untold = await settledInBackground(database)
    const open = await load.finish()
    const replays = new Set(open.filter(({ isReplay }) => isReplay).map(({ rrn }) => rrn))
    for (const rrn of untold) assert.ok(replays.has(rrn), `${rrn} was settled in the background`)
    await load.assertKept()

    const others = Object.keys(load.seen).filter((kind) => !EXPECTED_ANSWERS.test(kind))
    assert.deepEqual(others, [])
    for (const kind of ['lost', '504 911', '200 000', '200 121', '200 485']) {
      assert.ok(load.seen[kind], `the load has not met ${kind}: ${JSON.stringify(load.seen)}`)
    }
    assert.ok(!(await exists(database, `state NOT IN ('ANSWERED', 'CANCELLED')`)), 'every exchange has ended')
    await assertAgreed(database, host)
    assertMoved(load, host)
  })
  assert.equal(await gateways[0]?.stop(), 0)
  const verified = await runTillgate(store, ['verify'])
  assert.match(verified.output, /^the books are right/m)
}

const EXPECTED_ANSWERS = /^(lost|503 907|504 911|200 (000|121|485))$/

function repeated(fault: string): string[] {
  return Array.from({ length: MANY }, () => fault)
}

/**
 * Keeps the gateways from writing exchanges, and acts when a statement waits for that. If none of what is under way comes to it,
 * because the lock was taken a moment too late, they go on for a while.
 */
async function whileHeld(database: Database, statement: string, act: () => Promise<unknown>): Promise<void> {
  const tryOnce = () =>
    database.transaction(async (sql) => {
      await sql.query('LOCK TABLE iso8583_exchanges IN EXCLUSIVE MODE')
      const endsMs = performance.now() + HELD_MS
      while (!(await isWaiting(database, statement))) {
        if (performance.now() > endsMs) return false
        await delay(5)
      }
      await act()
      return true
    })
  await until(tryOnce, `a statement like ${statement} waits`)
}

async function isWaiting(database: Database, statement: string): Promise<boolean> {
  const { rows } = await database.query(
    `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
    [statement],
  )
  return rows.length > 0
}

async function exists(database: Database, condition: string): Promise<boolean> {
  const { rows } = await database.query(`SELECT FROM iso8583_exchanges WHERE ${condition} LIMIT 1`)
  return rows.length > 0
}

async function areOpenAtHost(database: Database, host: HostProcess): Promise<boolean> {
  const { rows } = await database.query<{ key: string }>(
    // The host names an order by DE 7, or by DE 12 in the version of 1993.
    `SELECT rrn || ' ' || stan || ' ' || CASE WHEN mti LIKE '1%' THEN local_time ELSE transmitted_at END AS key
       FROM iso8583_exchanges WHERE state = 'SENT'`,
  )
  const executed = new Set(host.readLog().map(({ reference }) => reference))
  return rows.filter(({ key }) => executed.has(key)).length > 1
}

/**
 * Whatever was sent comes to its end without its caller: taken back, or repeated until it is answered. Returns the RRNs of which
 * no channel knows yet. What was never sent waits for its caller.
 */
async function settledInBackground(database: Database): Promise<Set<string>> {
  // Only orders of some age are looked at.
  await database.query(`INSERT INTO settings (key, value) VALUES ('clock', '{"offsetMs": 60000}')`)
  await until(async () => {
    const { rows } = await database.query(
      `SELECT FROM transactions t JOIN iso8583_exchanges e ON e.reference = t.transaction_id WHERE t.response_code = '911'`,
    )
    return rows.length === 0
  }, 'what was sent is settled in the background')
  const { rows } = await database.query<{ rrn: string }>(
    `SELECT rrn FROM transactions WHERE response = '' AND core_outcome <> ''`,
  )
  assert.ok(rows.length > 0, 'the background had something to settle')
  return new Set(rows.map(({ rrn }) => rrn))
}

/** What the host has moved under an RRN and not taken back is what the gateway's record says, for every RRN of either. */
async function assertAgreed(database: Database, host: HostProcess): Promise<void> {
  const { rows } = await database.query<{ rrn: string; code: string; kept: bigint }>(
    `SELECT rrn, response_code AS code, amount_minor - reversed_minor AS kept
       FROM transactions WHERE institution_id = 'FI001' AND type NOT LIKE '%REVERSAL'`,
  )
  const expected = new Map(rows.map(({ rrn, code, kept }) => [rrn, code === '000' ? kept : 0n]))
  const booked = new Map<string, bigint>()
  const executed = new Set<string>()
  const add = (reference: string, minor: number) => {
    const rrn = reference.slice(0, 12)
    booked.set(rrn, (booked.get(rrn) ?? 0n) + BigInt(minor))
  }
  for (const { reference, outcome, summary, effects } of host.readLog()) {
    if (outcome?.code !== '000') continue
    if (effects?.reverses !== undefined) add(effects.reverses.reference, -effects.reverses.amountMinor)
    else {
      assert.ok(!executed.has(reference.slice(0, 12)), `${reference} is a second order under its RRN`)
      executed.add(reference.slice(0, 12))
      add(reference, summary?.amountMinor ?? 0)
    }
  }
  for (const rrn of new Set([...expected.keys(), ...booked.keys()])) {
    assert.equal(booked.get(rrn) ?? 0n, expected.get(rrn) ?? 0n, `what the host keeps of ${rrn}`)
  }
}

/** The host has moved what the outcomes of the load say, and nothing else. */
function assertMoved(load: ChannelLoad, host: HostProcess): void {
  const moved = new Map<string, number>(load.accountIds.map((account) => [account, 0]))
  for (const { effects } of host.readLog()) {
    for (const [account, minor] of effects?.entries ?? []) {
      if (moved.has(account)) moved.set(account, (moved.get(account) ?? 0) + minor)
    }
  }
  assert.deepEqual(moved, load.movedByOutcomes())
}

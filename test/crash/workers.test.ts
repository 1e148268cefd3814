// Two workers behind one port: one is killed, one hangs, both are restarted, and their primary is killed, under load. What was
// answered is kept, the books are right, and operators see the truth.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { refusedStart } from '../support/gateways/refused-start.ts'
import { untilReplaced, workerPids, workersHealth } from '../support/gateways/worker-pids.ts'
import { until } from '../support/until.ts'
import { Load, untilUnder } from './load.ts'

const SENDERS = 16
const OTHER_KEY = randomBytes(32).toString('base64')

describe('two workers under load', () => {
  let store: Store
  let gateway: Gateway
  const load = new Load()

  before(async () => {
    store = await createSandboxStore('postgres')
    gateway = await startGateway(store, { WORKERS: '2' })
    await load.readBalances(gateway)
  })

  after(async () => {
    await gateway?.kill()
    await store?.remove()
  })

  /** Runs the load, and something in the middle of it, until `orders` more are answered. */
  async function underLoad(orders: number, meanwhile: () => unknown): Promise<void> {
    const from = load.acknowledged.size
    const running = load.run(gateway, SENDERS, { untilLost: false })
    await untilUnder(running, () => load.acknowledged.size >= from + orders, 'orders are answered before')
    await meanwhile()
    const then = load.acknowledged.size
    await untilUnder(running, () => load.acknowledged.size >= then + orders, 'orders are answered after')
    load.stop()
    await running
  }

  // One row per fault that the primary, or the first worker, finds.
  for (const [title, env, line] of [
    ['the port is in use', () => ({ PORT: portOf(gateway.url) }), /^tillgate: PORT or MANAGEMENT_PORT .*EADDRINUSE/],
    ['the management port is in use', () => ({ MANAGEMENT_PORT: portOf(gateway.managementUrl) }), /EADDRINUSE/],
    ['the key is of another database', () => ({ MASTER_KEY: OTHER_KEY }), /^tillgate: MASTER_KEY is not the key/],
  ] as const) {
    test(`says once that ${title}, and exits with a failure`, async () => {
      const { code, lines } = await refusedStart(store, { WORKERS: '2', ...env() })
      assert.equal(code, 1)
      assert.equal(lines.length, 1, lines.join('\n'))
      assert.match(lines[0] ?? '', line)
    })
  }

  test('both serve, and health and metrics are those of both', async () => {
    await underLoad(60, () => {})
    assert.deepEqual(await workersHealth(gateway), { workers: 2, ready: 2 })
    for (const worker of [1, 2]) {
      await until(
        () => gateway.output().includes(`"worker":${worker},"family":"accounts"`),
        `worker ${worker} has served`,
      )
    }
    assert.equal(await counted(), load.acknowledged.size)
  })

  test('a worker that is killed is replaced, and no counter falls', async () => {
    const [first, second] = await workerPids(gateway)
    const before = await counted()
    const receiver = `${gateway.managementUrl}/sandbox/webhooks`
    const headers = { 'content-type': 'application/cloudevents+json', 'webhook-id': 'kept' }
    await fetch(receiver, { method: 'POST', headers, body: '{}' })
    await underLoad(40, () => process.kill(first as number, 'SIGKILL'))
    await untilReplaced(gateway, first as number)
    assert.ok((load.seen.lost ?? 0) > 0, 'requests were under way when it died')
    const now = await workerPids(gateway)
    assert.ok(now.includes(second as number) && !now.includes(first as number))
    assert.ok((await counted()) >= before)
    assert.match(await (await fetch(receiver)).text(), /"webhook-id":"kept"/)
  })

  test('a worker that hangs is not counted as ready, and operators do not wait for it', async () => {
    // The other one was replaced just now, and may have counted nothing yet.
    const [, second] = await workerPids(gateway)
    const before = await counted()
    process.kill(second as number, 'SIGSTOP')
    try {
      await until(async () => (await workersHealth(gateway)).ready === 1, 'it is missed')
      assert.equal((await fetch(`${gateway.managementUrl}/actuator/health/readiness`)).status, 200)
      assert.equal(await counted(), before)
    } finally {
      process.kill(second as number, 'SIGCONT')
    }
    await until(async () => (await workersHealth(gateway)).ready === 2, 'it is back')
  })

  test('SIGHUP restarts both, no request fails, and no counter falls', async () => {
    const seen = { ...load.seen }
    const [last, before] = [await workerPids(gateway), await counted()]
    await underLoad(40, async () => {
      process.kill(gateway.pid, 'SIGHUP')
      await until(() => gateway.output().includes('all workers were restarted'), 'both are restarted')
    })
    const failed = Object.entries(load.seen).filter(([kind, times]) => kind !== '200 000' && times !== seen[kind])
    assert.deepEqual(failed, [])
    assert.ok((await workerPids(gateway)).every((pid) => !last.includes(pid)))
    assert.ok((await counted()) >= before + 80)
  })

  test('workers whose primary is killed end by themselves, and nothing that was answered is lost', async () => {
    const workers = await workerPids(gateway)
    load.acknowledged.clear()
    const running = load.run(gateway, SENDERS, { untilLost: true })
    await untilUnder(running, () => load.acknowledged.size >= 40, 'orders are answered')
    await gateway.kill()
    await running
    await until(() => workers.every((pid) => !isRunning(pid)), 'the workers have ended')
    gateway = await startGateway(store)
    await load.finish(gateway)
    await load.assertKept(gateway)
    assert.equal(await gateway.stop(), 0)
    const verified = await runTillgate(store, ['verify'])
    assert.match(verified.output, /^the books are right/m)
  })

  /** Orders answered by all workers. */
  async function counted(): Promise<number> {
    const text = await (await fetch(`${gateway.managementUrl}/actuator/prometheus`)).text()
    const values = text.matchAll(/^posting_orders_total\{[^}]*code="000"[^}]*\} (\d+)$/gm)
    return Array.from(values, ([, value]) => Number(value)).reduce((sum, value) => sum + value, 0)
  }
})

function portOf(url: string): string {
  return new URL(url).port
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

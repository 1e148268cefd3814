// Two workers behind one port: one is killed, one hangs, both are restarted, and their primary is killed, under load. What was
// answered is kept, the books are right, and operators see the truth.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { refusedStart } from '../support/gateways/refused-start.ts'
import { killWorkerAtWork, workerPids, workersHealth } from '../support/gateways/worker-pids.ts'
import { isGone } from '../support/machine/processes.ts'
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
    await untilReady(2, 'both are ready')
    for (const worker of [1, 2]) {
      await until(
        () => gateway.output().includes(`"worker":${worker},"family":"accounts"`),
        `worker ${worker} has served`,
      )
    }
    await untilCounted((orders) => orders === load.acknowledged.size, 'every order is counted')
  })

  test('a worker that is killed is replaced, and no counter falls', async () => {
    const [first, second] = await workerPids(gateway)
    const before = await untilCounted((orders) => orders === load.acknowledged.size, 'every order is counted')
    const receiver = `${gateway.managementUrl}/sandbox/webhooks`
    const headers = { 'content-type': 'application/cloudevents+json', 'webhook-id': 'kept' }
    await fetch(receiver, { method: 'POST', headers, body: '{}' })
    await underLoad(40, () => killWorkerAtWork(gateway, () => load.seen.lost ?? 0))
    const now = await workerPids(gateway)
    assert.ok(now.includes(second as number) && !now.includes(first as number))
    // What the killed one had counted since is lost; all else is still there, and the new one counts.
    await untilCounted((orders) => orders >= before, 'no counter has fallen')
    assert.match(await (await fetch(receiver)).text(), /"webhook-id":"kept"/)
  })

  test('a worker that hangs is not counted as ready, and operators do not wait for it', async () => {
    // The other one was replaced just now, and may have counted nothing yet.
    const [, second] = await workerPids(gateway)
    await untilReady(2, 'both have answered')
    const before = await counted()
    process.kill(second as number, 'SIGSTOP')
    try {
      await untilReady(1, 'it is missed')
      const readiness = () => fetch(`${gateway.managementUrl}/actuator/health/readiness`)
      await until(async () => (await readiness()).status === 200, 'the other one is ready')
      await untilCounted((orders) => orders >= before, 'it is counted as before')
    } finally {
      process.kill(second as number, 'SIGCONT')
    }
    await untilReady(2, 'it is back')
  })

  test('SIGHUP restarts both, no request fails, and no counter falls', async () => {
    const seen = { ...load.seen }
    const losses = load.losses.length
    const last = await workerPids(gateway)
    const before = await counted()
    await underLoad(40, async () => {
      process.kill(gateway.pid, 'SIGHUP')
      await until(() => gateway.output().includes('all workers were restarted'), 'both are restarted')
    })
    const failed = Object.entries(load.seen).filter(([kind, times]) => kind !== '200 000' && times !== seen[kind])
    assert.deepEqual(failed, [], load.losses.slice(losses).join('\n'))
    assert.ok((await workerPids(gateway)).every((pid) => !last.includes(pid)))
    await untilCounted((orders) => orders >= before + 80, 'no counter has fallen')
  })

  test('workers whose primary is killed end by themselves, and nothing that was answered is lost', async () => {
    const workers = await workerPids(gateway)
    load.acknowledged.clear()
    const running = load.run(gateway, SENDERS, { untilLost: true })
    await untilUnder(running, () => load.acknowledged.size >= 40, 'orders are answered')
    await gateway.kill()
    await running
    await until(() => workers.every(isGone), 'the workers have ended')
    gateway = await startGateway(store)
    await load.finish(gateway)
    await load.assertKept(gateway)
    assert.equal(await gateway.stop(), 0)
    const verified = await runTillgate(store, ['verify'])
    assert.match(verified.output, /^the books are right/m)
  })

  /** A worker that is slow to answer is left out of health, and its figures are those of before. */
  async function untilReady(workers: number, what: string): Promise<void> {
    await until(async () => (await workersHealth(gateway)).ready === workers, what)
  }

  async function untilCounted(isRight: (orders: number) => boolean, what: string): Promise<number> {
    return until(async () => {
      const orders = await counted()
      return isRight(orders) && orders
    }, what)
  }

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

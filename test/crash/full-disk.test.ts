// The disk of the embedded database fills up under load. Callers get 503 or 504 and no request hangs, inquiries work
// while the engine can read, health reports it, and the gateway recovers by itself once there is space again.

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { HealthRecord } from '../../src/families/accounts/health/health-prober.ts'
import { balancesOf, newRrn, post } from '../support/accounts/account-services.ts'
import { cashDeposit } from '../support/accounts/sandbox-requests.ts'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { until } from '../support/until.ts'
import { Load, untilUnder } from './load.ts'

const PRELOAD = new URL('../support/machine/full-disk.ts', import.meta.url).href
const WORKERS = 8

describe('the disk of the embedded database is full', () => {
  let folder: string
  let store: Store
  let gateway: Gateway
  const load = new Load()

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tillgate-full-disk-'))
    store = await createSandboxStore('pglite')
    gateway = await startGateway(store, { NODE_OPTIONS: `--import=${PRELOAD}`, FULL_DISK: join(folder, 'state') })
    await load.readBalances(gateway)
  })

  after(async () => {
    await gateway?.stop()
    await store?.remove()
    await rm(folder, { recursive: true })
  })

  test('writes are rejected while space is short, inquiries are answered, and health reports it', async () => {
    await until(async () => !(await health()).includes('DOWN'), 'everything is up')
    await fill('short')
    await until(async () => (await deposit()).status === 503, 'a deposit is refused')
    const refused = await deposit()
    assert.deepEqual([refused.status, refused.code, refused.headers.get('retry-after')], [503, '907', '1'])
    assert.ok(Object.hasOwn(await balancesOf(gateway, '1000000001'), 'Balance'))
    await until(async () => (await health())[1] === 'DOWN', 'the cores are down')
    assert.equal((await health())[0], 'down')
    await until(async () => (await operatorsHealth()).join(' ') === '503 UP DOWN DOWN', 'operators are told')
    await fill('')
    await until(async () => (await deposit()).status === 200, 'a deposit is taken again')
    await until(async () => !(await health()).includes('DOWN'), 'everything is up again')
    await load.readBalances(gateway)
  })

  test('an engine that cannot write its log is restarted until it can, and loses nothing', async () => {
    const running = load.run(gateway, WORKERS, { untilLost: false })
    await untilUnder(running, () => load.acknowledged.size >= 50, 'fifty orders are answered')
    await fill('log')
    await untilUnder(running, () => refusals() >= 2 * WORKERS, 'every worker is refused')
    const before = load.acknowledged.size
    await fill('')
    await untilUnder(running, () => load.acknowledged.size >= before + 50, 'another fifty orders are answered')
    load.stop()
    await running
    assert.equal(load.unanswered.size, 0)
    const others = Object.keys(load.seen).filter((kind) => !['200 000', '503 907', '504 911'].includes(kind))
    assert.deepEqual(others, [])
    await load.assertKept(gateway)
  })

  test('the process stops cleanly although the disk is full, and the books are correct', async () => {
    await fill('log')
    await deposit()
    assert.equal(await gateway.stop(), 0, gateway.output())
    const verified = await runTillgate(store, ['verify'])
    assert.match(verified.output, /^the books are right/m)
  })

  function fill(state: '' | 'short' | 'log'): Promise<void> {
    return writeFile(join(folder, 'state'), state)
  }

  function deposit() {
    return post(gateway, '/transactions/credits', cashDeposit('1000000001', 10, { rrn: newRrn() }))
  }

  /** The overall status, then that of the cores. On a busy machine UP may be reported as degraded. */
  async function health(): Promise<(string | undefined)[]> {
    const response = await fetch(`${gateway.url}/api/health`)
    const { status, dependencies } = (await response.json()) as HealthRecord
    return [status, dependencies.find(({ name }) => name === 'CoreBanking')?.status]
  }

  /** The HTTP status, then the database, the cores and the disk. */
  async function operatorsHealth(): Promise<(string | number | undefined)[]> {
    const response = await fetch(`${gateway.managementUrl}/actuator/health`)
    const { components } = (await response.json()) as { components: Record<string, { status: string }> }
    return [response.status, ...['db', 'core', 'diskSpace'].map((name) => components[name]?.status)]
  }

  function refusals(): number {
    return (load.seen['503 907'] ?? 0) + (load.seen['504 911'] ?? 0)
  }
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { HealthProber } from './health-prober.ts'

/** Time that passes only on command. */
function frozenTime() {
  const time = { nowMs: 1000, read: () => time.nowMs }
  return time
}

type Link = 'up' | 'down'
const cases: [gateway: Link, cores: Link[], status: string, gatewayStatus: string, coreStatus: string][] = [
  ['up', ['up'], 'ok', 'UP', 'UP'],
  ['up', ['up', 'up'], 'ok', 'UP', 'UP'],
  ['up', [], 'ok', 'UP', 'UP'],
  ['up', ['up', 'down'], 'degraded', 'UP', 'DEGRADED'],
  ['up', ['down'], 'down', 'UP', 'DOWN'],
  ['up', ['down', 'down'], 'down', 'UP', 'DOWN'],
  ['down', ['up'], 'down', 'DOWN', 'UP'],
]
for (const [gateway, cores, status, gatewayStatus, coreStatus] of cases) {
  test(`a gateway that is ${gateway} and cores that are [${cores}] make ${status}`, async () => {
    const probe = (link: Link) => async () => {
      if (link === 'down') throw new Error('refused')
    }
    const check = new HealthProber(
      { gateway: probe(gateway), cores: () => cores.map((link, i) => ({ name: `core ${i}`, probe: probe(link) })) },
      'qa',
      frozenTime().read,
    )
    const record = await check.record()
    assert.deepEqual([record.environment, record.status], ['qa', status])
    assert.deepEqual(
      record.dependencies.map((dependency) => [dependency.name, dependency.status, dependency.latencyMs]),
      [
        ['Gateway', gatewayStatus, 0],
        ['CoreBanking', coreStatus, 0],
      ],
    )
  })
}

test('an answer that takes over half a second is degraded', async () => {
  for (const [takesMs, status] of [
    [500, 'ok'],
    [501, 'degraded'],
  ] as const) {
    const time = frozenTime()
    const gateway = async () => {
      time.nowMs += takesMs
    }
    const record = await new HealthProber({ gateway, cores: () => [] }, 'qa', time.read).record()
    assert.deepEqual([record.status, record.dependencies[0]?.latencyMs], [status, takesMs])
  }
})

test('a record is cached for two seconds and shared by callers', async () => {
  const time = frozenTime()
  let probes = 0
  const check = new HealthProber({ gateway: async () => void probes++, cores: () => [] }, 'qa', time.read)
  const [first, second] = await Promise.all([check.record(), check.record()])
  assert.equal(first, second)
  time.nowMs += 1999
  assert.equal(await check.record(), first)
  assert.equal(probes, 1)
  time.nowMs += 1
  await check.record()
  assert.equal(probes, 2)
})

test('a probe that never answers counts as down after a second', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const check = new HealthProber({ gateway: () => new Promise(() => {}), cores: () => [] }, 'qa')
  const record = check.record()
  t.mock.timers.tick(1000)
  assert.equal((await record).status, 'down')
})

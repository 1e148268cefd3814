// The list of endpoints and the media types of the actuator.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createMetrics } from '../../../app/observability/metrics.ts'
import { createLogger } from '../../../edge/http/log.ts'
import { createServer } from '../../../edge/http/server/server.ts'
import { systemClock } from '../../../platform/kernel/time/clock.ts'
import { operationsFamily } from '../family.ts'
import { ownHealth } from './actuator-health.ts'
import type { SensitiveEndpoint } from './exposure.ts'

const ACTUATOR = 'application/vnd.spring-boot.actuator.v3+json'
const SENSITIVE: readonly SensitiveEndpoint[] = ['beans', 'threaddump', 'heapdump']

function serve(exposed: readonly SensitiveEndpoint[] = []) {
  const metrics = createMetrics()
  const family = operationsFamily({
    health: ownHealth({
      db: async () => ({}),
      cores: () => [],
      jobs: () => ({ status: 'UP' }),
      rules: () => ({ status: 'UP' }),
      digitalLedgers: () => [],
      tokens: async () => ({}),
      isDraining: () => false,
      dataDir: '.',
      isEmbedded: false,
    }),
    facts: { build: { name: 'tillgate', version: '1.2.3', time: '2026-01-01T00:00:00.000Z' } },
    metrics,
    exposed,
    clock: systemClock,
    beans: () => ({}),
    stacks: async () => [],
  })
  const server = createServer({ families: [family], clock: systemClock, logger: createLogger({ level: 'silent' }) })
  after(() => server.close())
  return server
}

// One row per Accept header: what the answer is sent as.
const TYPES: [accept: string | undefined, expected: string][] = [
  [undefined, ACTUATOR],
  ['*/*', ACTUATOR],
  ['application/*', ACTUATOR],
  ['text/html', ACTUATOR],
  [ACTUATOR, ACTUATOR],
  ['application/json', 'application/json'],
  ['Application/JSON; charset=utf-8', 'application/json'],
  ['application/json, text/plain, */*', 'application/json'],
  [`application/json;q=0.5, ${ACTUATOR}`, ACTUATOR],
  [`${ACTUATOR};q=0.5, application/json;q=0.9`, 'application/json'],
  ['application/json;q=0', ACTUATOR],
  ['application/json;q=x', ACTUATOR],
]

for (const [accept, expected] of TYPES) {
  test(`Accept ${accept ?? 'absent'} gets ${expected}`, async () => {
    const server = serve()
    for (const url of ['/actuator', '/actuator/health', '/actuator/info', '/actuator/metrics']) {
      const answer = await server.inject({ url, headers: accept === undefined ? {} : { accept } })
      assert.equal(answer.statusCode, 200)
      assert.equal(answer.headers['content-type'], expected, url)
    }
  })
}

test('the list has absolute links to what is on, under the name that the caller used', async () => {
  const read = async (exposed: readonly SensitiveEndpoint[]) =>
    (await serve(exposed).inject({ url: '/actuator', headers: { host: '127.0.0.1:9090' } })).json()._links
  const few = await read([])
  assert.deepEqual(few.self, { href: 'http://127.0.0.1:9090/actuator', templated: false })
  assert.deepEqual(few['metrics-requiredMetricName'], {
    href: 'http://127.0.0.1:9090/actuator/metrics/{requiredMetricName}',
    templated: true,
  })
  for (const name of ['health', 'info', 'metrics', 'prometheus']) assert.equal(few[name].templated, false, name)
  for (const name of SENSITIVE) assert.equal(few[name], undefined, name)
  const all = await read(SENSITIVE)
  for (const name of SENSITIVE) assert.equal(all[name].href, `http://127.0.0.1:9090/actuator/${name}`)
})

for (const name of SENSITIVE) {
  test(`/actuator/${name} does not exist unless it is named`, async () => {
    const others = SENSITIVE.filter((other) => other !== name)
    assert.equal((await serve(others).inject(`/actuator/${name}`)).statusCode, 404)
  })
}

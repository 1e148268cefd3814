// Health of the gateway over HTTP: its states, components and links.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  fails,
  folder,
  GONE,
  HEALTHY,
  never,
  serve,
  THERE,
  TOKEN,
} from '../../../test/support/gateways/operations-server.ts'
import type { HealthSources } from './actuator/actuator-health.ts'

// One row per state: what is wrong, and the answers of /health, /health/liveness and /health/readiness.
const STATES: [title: string, health: Partial<HealthSources>, health_: string, liveness: string, readiness: string][] =
  [
    ['all is well', {}, 'UP', 'UP', 'UP'],
    ['the database is gone', { db: fails }, 'DOWN', 'UP', 'DOWN'],
    ['the database does not answer', { db: never }, 'DOWN', 'UP', 'DOWN'],
    ['the core is gone', { cores: () => [GONE] }, 'DOWN', 'UP', 'UP'],
    ['one of two cores is gone', { cores: () => [GONE, THERE] }, 'UP', 'UP', 'UP'],
    ['a core does not answer', { cores: () => [{ name: 'REST FI009', probe: never }, THERE] }, 'UP', 'UP', 'UP'],
    ['no core is in use', { cores: () => [] }, 'UP', 'UP', 'UP'],
    ['a rule file is bad', { rules: () => ({ status: 'DOWN' }) }, 'DOWN', 'UP', 'UP'],
    ['a job fails', { jobs: () => ({ status: 'DOWN' }) }, 'DOWN', 'UP', 'UP'],
    ['the digital ledger is gone', { digitalLedgers: () => [GONE] }, 'DOWN', 'UP', 'UP'],
    ['one of two digital ledgers is gone', { digitalLedgers: () => [GONE, THERE] }, 'UP', 'UP', 'UP'],
    ['the figures of tokens cannot be read', { tokens: fails }, 'UP', 'UP', 'UP'],
    ['the figures of tokens do not come', { tokens: never }, 'UP', 'UP', 'UP'],
    ['the process drains', { isDraining: () => true }, 'OUT_OF_SERVICE', 'UP', 'OUT_OF_SERVICE'],
    ['it drains without a database', { isDraining: () => true, db: fails }, 'DOWN', 'UP', 'DOWN'],
    ['the data folder is not there yet', { dataDir: join(folder, 'none') }, 'UP', 'UP', 'UP'],
    [
      'the folder of the embedded database is gone',
      { dataDir: join(folder, 'none'), isEmbedded: true },
      'DOWN',
      'UP',
      'UP',
    ],
  ]

for (const [title, broken, ...expected] of STATES) {
  test(`health when ${title}`, async () => {
    const server = serve({ health: { ...HEALTHY, ...broken } })
    const paths = ['/actuator/health', '/actuator/health/liveness', '/actuator/health/readiness']
    const answers = await Promise.all(paths.map((path) => server.inject(path)))
    assert.deepEqual(
      answers.map((answer) => answer.json().status),
      expected,
    )
    assert.deepEqual(
      answers.map((answer) => answer.statusCode),
      expected.map((status) => (status === 'UP' ? 200 : 503)),
    )
  })
}

test('health names its components and every link to a core, and does not say why one is down', async () => {
  const health = { ...HEALTHY, cores: () => [GONE, THERE], rules: () => ({ status: 'UP' }) as const, db: fails }
  const { status, components, groups } = (await serve({ health }).inject('/actuator/health')).json()
  assert.equal(status, 'DOWN')
  assert.deepEqual(Object.keys(components), ['db', 'core', 'rules', 'jobs', 'digitalLedger', 'diskSpace'])
  assert.deepEqual(components.core, { status: 'UP', details: { 'REST FI002': 'DOWN', BUILTIN: 'UP' } })
  assert.deepEqual(components.db, { status: 'DOWN' })
  assert.ok(components.diskSpace.details.free > 0)
  assert.deepEqual(groups, ['liveness', 'readiness'])
})

test('where a token is set, only who sends it sees the details of health', async () => {
  const server = serve({ token: TOKEN })
  const paths = [
    '/actuator/health',
    '/actuator/health/core',
    '/actuator/health/digitalLedger',
    '/actuator/health/readiness',
  ]
  for (const [authorization, isShown] of [
    [undefined, false],
    ['Bearer a-guess-at-the-token', false],
    [`Bearer ${TOKEN}`, true],
  ] as const) {
    for (const url of paths) {
      const answer = await server.inject({ url, headers: authorization === undefined ? {} : { authorization } })
      assert.equal(answer.statusCode, 200)
      assert.equal(answer.json().status, 'UP')
      assert.equal(answer.body.includes('"details"'), isShown, `${url} with ${authorization}`)
    }
  }
})

// One row per component: its path, and what it answers when its source is down.
const COMPONENTS: [component: string, broken: Partial<HealthSources>][] = [
  ['db', { db: fails }],
  ['core', { cores: () => [GONE] }],
  ['rules', { rules: () => ({ status: 'DOWN' }) }],
  ['jobs', { jobs: () => ({ status: 'DOWN' }) }],
  ['digitalLedger', { digitalLedgers: () => [GONE] }],
  ['diskSpace', { dataDir: join(folder, 'none'), isEmbedded: true }],
]

for (const [component, broken] of COMPONENTS) {
  test(`GET /actuator/health/${component} answers for that component alone`, async () => {
    const working = { ...HEALTHY, rules: () => ({ status: 'UP' }) as const }
    const up = await serve({ health: working }).inject(`/actuator/health/${component}`)
    assert.deepEqual([up.statusCode, up.json().status], [200, 'UP'])
    const down = await serve({ health: { ...working, ...broken } }).inject(`/actuator/health/${component}`)
    assert.deepEqual([down.statusCode, down.json().status], [503, 'DOWN'])
  })
}

test('health shows the ledgers and the figures of tokens, and a failed read leaves the figures out', async () => {
  const health = {
    ...HEALTHY,
    digitalLedgers: () => [GONE, THERE],
    tokens: async () => ({ supply: { USD: 12.5 }, backing: { USD: 12.5 }, openTransfers: 3 }),
  }
  const ledgers = { 'REST FI002': 'DOWN', BUILTIN: 'UP' }
  const read = async (more: Partial<HealthSources>) =>
    (await serve({ health: { ...health, ...more } }).inject('/actuator/health/digitalLedger')).json()
  assert.deepEqual(await read({}), {
    status: 'UP',
    details: { ledgers, supply: { USD: 12.5 }, backing: { USD: 12.5 }, openTransfers: 3 },
  })
  assert.deepEqual(await read({ tokens: fails }), { status: 'UP', details: { ledgers } })
})

test('a component that health does not have is 404', async () => {
  for (const name of ['mail', 'constructor', 'DB', 'db/x', '%2e%2e']) {
    assert.equal((await serve().inject(`/actuator/health/${name}`)).statusCode, 404, name)
  }
})

test('concurrent health requests share one probe', async () => {
  let probes = 0
  const db = async () => ({ probes: ++probes })
  const server = serve({ health: { ...HEALTHY, db } })
  await Promise.all(Array.from({ length: 20 }, () => server.inject('/actuator/health')))
  assert.equal(probes, 1)
})

test('health is shown as metrics', async () => {
  const health = { ...HEALTHY, db: fails, cores: () => [GONE, THERE], isDraining: () => true }
  const { body } = await serve({ health }).inject('/actuator/prometheus')
  for (const line of [
    'health_up{component="db"} 0',
    'health_up{component="core"} 1',
    'health_up{component="rules"} 1',
    'health_up{component="readiness"} 0',
    'core_up{core="REST FI002"} 0',
    'core_up{core="BUILTIN"} 1',
  ]) {
    assert.ok(body.includes(`\n${line}\n`), line)
  }
  assert.match(body, /\ndisk_free_bytes\{folder="data"\} \d+/)
})

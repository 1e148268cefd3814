import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createLogger } from '../../http/log.ts'
import { createServer } from '../../http/server/server.ts'
import { isoTimestamp, systemClock } from '../../kernel/clock.ts'
import { invalidFields, unavailable } from '../../kernel/problem.ts'
import { createMetrics } from '../../observability/metrics.ts'
import { type HealthSources, ownHealth } from './actuator-health.ts'
import { readBuildFacts } from './build-facts.ts'
import { type OperationsParts, operationsFamily } from './family.ts'
import type { SandboxControls } from './sandbox-controls.ts'

const folder = mkdtempSync(join(tmpdir(), 'tillgate-operations-'))
after(() => rmSync(folder, { recursive: true }))
const TOKEN = 'a-long-enough-token'
const facts = await readBuildFacts(join(import.meta.dirname, '..', '..', '..'))
const logger = createLogger({ level: 'silent' })

const HEALTHY: HealthSources = {
  db: async () => ({ engine: 'pglite' }),
  cores: () => [{ name: 'BUILTIN', probe: async () => {} }],
  jobs: () => ({ status: 'UP' }),
  rules: () => ({ status: 'UP' }),
  digitalLedgers: () => [{ name: 'builtin', probe: async () => {} }],
  tokens: async () => ({ openTransfers: 0 }),
  isDraining: () => false,
  dataDir: folder,
  isEmbedded: false,
}

function serve({
  health = HEALTHY,
  ...parts
}: Partial<Omit<OperationsParts, 'health'>> & { health?: HealthSources } = {}) {
  const metrics = createMetrics()
  const family = operationsFamily({
    health: ownHealth(health),
    facts,
    metrics,
    exposed: [],
    clock: systemClock,
    beans: () => ({}),
    stacks: async () => [],
    ...parts,
  })
  const server = createServer({ families: [family], clock: systemClock, logger, observer: metrics.requests })
  after(() => server.close())
  return server
}

const fails = async () => {
  throw unavailable('gone')
}
const never = () => new Promise<never>(() => {})
const GONE = { name: 'REST FI002', probe: fails }
const THERE = { name: 'BUILTIN', probe: async () => {} }

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

test('info shows the build, the runtime and the machine', async () => {
  const info = (await serve().inject('/actuator/info')).json()
  assert.equal(info.build.name, 'tillgate')
  assert.match(info.build.version, /^\d+\.\d+\.\d+/)
  assert.match(info.build.time, /^\d{4}-\d\d-\d\dT/)
  assert.equal(info.runtime.node, process.versions.node)
  assert.equal(info.process.pid, process.pid)
  assert.ok(info.process.cpus >= 1 && info.process.memory.rss > 0)
  if (info.git !== undefined) {
    assert.match(info.git.commit.id, /^[0-9a-f]{40}$/)
    assert.ok(info.git.branch.length > 0)
  }
})

test('the facts of a checkout name its commit, and its branch if it is on one', async () => {
  const checkout = join(folder, 'checkout')
  mkdirSync(checkout)
  writeFileSync(join(checkout, 'package.json'), '{"name":"x","version":"1.2.3"}')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).trim()
  git('init', '--quiet', '--initial-branch=release/1.2')
  git('-c', 'user.name=x', '-c', 'user.email=x@example.com', 'commit', '--quiet', '--allow-empty', '-m', 'x')
  git('tag', '1.2.3')
  const id = git('rev-parse', 'HEAD')
  const time = isoTimestamp(Number(git('log', '-1', '--format=%ct')) * 1_000)
  const facts = { build: { name: 'x', version: '1.2.3', time }, git: { branch: 'release/1.2', commit: { id, time } } }
  assert.deepEqual(await readBuildFacts(checkout), facts)
  git('checkout', '--quiet', '--detach')
  assert.equal((await readBuildFacts(checkout)).git?.branch, 'HEAD')
})

test('a folder without a repository has no git facts', async () => {
  const bare = join(folder, 'package')
  mkdirSync(bare)
  writeFileSync(join(bare, 'package.json'), '{"name":"x","version":"1.2.3"}')
  const read = await readBuildFacts(bare)
  assert.equal(read.git, undefined)
  assert.equal(read.build.version, '1.2.3')
})

test("metrics are listed and described in Spring Boot's format", async () => {
  const server = serve()
  await server.inject('/actuator/info')
  await server.inject('/actuator/info')
  await server.inject('/actuator/nothing')

  const { names } = (await server.inject('/actuator/metrics')).json()
  assert.deepEqual(names, [...names].sort())
  assert.ok(names.includes('http_server_requests_seconds') && names.includes('process_uptime_seconds'))

  const all = (await server.inject('/actuator/metrics/http_server_requests_seconds?tag=operation:ActuatorInfo')).json()
  assert.equal(all.name, 'http_server_requests_seconds')
  assert.equal(all.baseUnit, 'seconds')
  assert.ok(all.description.length > 0)
  assert.deepEqual(
    all.measurements.map(({ statistic }: { statistic: string }) => statistic),
    ['COUNT', 'TOTAL_TIME', 'MAX'],
  )
  const [count, total, max] = all.measurements.map(({ value }: { value: number }) => value)
  assert.equal(count, 2)
  assert.ok(max > 0 && max <= total)
  assert.deepEqual(
    all.availableTags.map(({ tag }: { tag: string }) => tag),
    ['family', 'method', 'status', 'outcome'],
  )
})

// One row per query: the path and the measurements, or the status if there are none.
const QUESTIONS: [path: string, expected: number | RegExp][] = [
  ['/actuator/metrics/http.server.requests?tag=operation:ActuatorInfo', /"COUNT","value":1/],
  ['/actuator/metrics/http.server.requests?tag=operation:ActuatorInfo&tag=status:200', /"COUNT","value":1/],
  ['/actuator/metrics/http.server.requests?tag=operation:ActuatorInfo&tag=status:500', 404],
  ['/actuator/metrics/http.server.requests?tag=nothing', 400],
  ['/actuator/metrics/posting_replays_total', /"COUNT","value":0/],
  ['/actuator/metrics/process.uptime', /"baseUnit":"seconds","measurements":\[\{"statistic":"VALUE"/],
  ['/actuator/metrics/posting_batch_size', /"baseUnit":null.*"TOTAL","value":0\},\{"statistic":"MAX","value":0/],
  ['/actuator/metrics/http.server.requests?tag=le:0.1', 404],
  ['/actuator/metrics/http.server.requests?tag=colour:red', 404],
  ['/actuator/metrics/http.server.requests?tag=:x', 400],
  ['/actuator/metrics/no_such_metric', 404],
]

for (const [path, expected] of QUESTIONS) {
  test(`GET ${path}`, async () => {
    const server = serve()
    await server.inject('/actuator/info')
    const answer = await server.inject(path)
    if (typeof expected === 'number') {
      assert.equal(answer.statusCode, expected)
      assert.match(String(answer.headers['content-type']), /^application\/problem\+json/)
    } else {
      assert.equal(answer.statusCode, 200)
      assert.match(answer.body, expected)
    }
  })
}

test('prometheus gets the same metrics as text', async () => {
  const answer = await serve().inject('/actuator/prometheus')
  assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/)
  assert.match(answer.body, /^# TYPE http_server_requests_seconds histogram$/m)
})

const SANDBOX: SandboxControls = {
  reset: async () => {},
  advanceClock: async (step) => {
    if ('advanceDays' in step && step.advanceDays < 1)
      throw invalidFields([{ path: 'advanceDays', message: 'must lie ahead' }])
    return { now: JSON.stringify(step) }
  },
  mailbox: async (to) => [{ to: to ?? 'everybody' }],
  credentials: () => ({ clients: [] }),
}

// One row per path: whether it stays open when a token is configured.
const ACCESS: [method: 'GET' | 'POST', path: string, isOpen: boolean][] = [
  ['GET', '/actuator', false],
  ['GET', '/actuator/beans', false],
  ['GET', '/actuator/health', true],
  ['GET', '/actuator/health/db', true],
  ['GET', '/actuator/health/liveness', true],
  ['GET', '/actuator/health/readiness', true],
  ['GET', '/actuator/info', true],
  ['GET', '/actuator/metrics', false],
  ['GET', '/actuator/metrics/process_uptime_seconds', false],
  ['GET', '/actuator/prometheus', false],
  ['POST', '/sandbox/reset', false],
  ['GET', '/sandbox/mailbox', false],
  ['GET', '/sandbox/credentials', false],
  ['GET', '/sandbox/webhooks', false],
]

for (const [method, url, isOpen] of ACCESS) {
  test(`${method} ${url} ${isOpen ? 'stays open' : 'needs the token'} when one is configured`, async () => {
    const server = serve({ token: TOKEN, sandbox: SANDBOX, exposed: ['beans'] })
    const statusWith = async (authorization?: string) => {
      const answer = await server.inject({ method, url, headers: authorization === undefined ? {} : { authorization } })
      if (answer.statusCode === 401) assert.equal(answer.headers['www-authenticate'], 'Bearer')
      return answer.statusCode
    }
    assert.equal(await statusWith(`Bearer ${TOKEN}`), 200)
    const refused = isOpen ? 200 : 401
    for (const wrong of [undefined, '', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN, 'Bearer']) {
      assert.equal(await statusWith(wrong), refused, String(wrong))
    }
  })
}

test('the receiver of webhooks takes events without the token, and shows the last hundred', async () => {
  const server = serve({ token: TOKEN, sandbox: SANDBOX })
  for (let n = 1; n <= 101; n++) {
    const headers = { 'content-type': 'application/cloudevents+json; charset=utf-8', 'webhook-id': String(n) }
    const answer = await server.inject({ method: 'POST', url: '/sandbox/webhooks', headers, payload: `{"n":${n}}` })
    assert.equal(answer.statusCode, 204)
  }
  const shown = await server.inject({ url: '/sandbox/webhooks', headers: { authorization: `Bearer ${TOKEN}` } })
  const { deliveries } = shown.json() as { deliveries: { headers: Record<string, string>; event: { n: number } }[] }
  assert.deepEqual([deliveries.length, deliveries[0]?.event, deliveries.at(-1)?.event], [100, { n: 101 }, { n: 2 }])
  assert.equal(deliveries[0]?.headers['webhook-id'], '101')
})

test('without a configured token nothing requires one', async () => {
  assert.equal((await serve().inject('/actuator/metrics')).statusCode, 200)
})

test('the sandbox controls do not exist outside the sandbox', async () => {
  const server = serve()
  for (const [method, url] of [
    ['POST', '/sandbox/reset'],
    ['POST', '/sandbox/clock'],
    ['GET', '/sandbox/mailbox'],
    ['GET', '/sandbox/credentials'],
    ['GET', '/sandbox/webhooks'],
    ['POST', '/sandbox/webhooks'],
  ] as const) {
    assert.equal((await server.inject({ method, url })).statusCode, 404, url)
  }
})

test('a page of another origin cannot reset the sandbox by posting a form', async () => {
  let resets = 0
  const server = serve({ sandbox: { ...SANDBOX, reset: async () => void resets++ } })
  const request = { method: 'POST', url: '/sandbox/reset' } as const
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const payload of ['a=b', '']) {
    assert.equal((await server.inject({ ...request, headers, payload })).statusCode, 415, payload)
  }
  assert.equal(resets, 0)
  assert.equal((await server.inject(request)).statusCode, 200)
})

// One row per step: the body for /sandbox/clock and the answer.
const STEPS: [body: unknown, status: number, expected: RegExp][] = [
  [{ advanceDays: 2 }, 200, /advanceDays.*2/],
  [{ date: '2031-01-31' }, 200, /2031-01-31/],
  [{}, 400, /must hold either advanceDays or date/],
  [{ advanceDays: 1, date: '2031-01-31' }, 400, /must hold either advanceDays or date/],
  [{ advanceDays: '2' }, 400, /"path":"advanceDays","message":"must be a number"/],
  [{ advanceDays: 0 }, 400, /must lie ahead/],
  [[], 400, /must be an object/],
]

for (const [payload, status, expected] of STEPS) {
  test(`POST /sandbox/clock ${JSON.stringify(payload)} answers ${status}`, async () => {
    const server = serve({ sandbox: SANDBOX })
    const headers = { 'content-type': 'application/json' }
    const answer = await server.inject({
      method: 'POST',
      url: '/sandbox/clock',
      headers,
      body: JSON.stringify(payload),
    })
    assert.equal(answer.statusCode, status)
    assert.match(answer.body, expected)
  })
}

test('the mailbox can be filtered by address', async () => {
  const server = serve({ sandbox: SANDBOX })
  assert.deepEqual((await server.inject('/sandbox/mailbox?to=a@b.example')).json(), { mails: [{ to: 'a@b.example' }] })
  assert.deepEqual((await server.inject('/sandbox/mailbox')).json(), { mails: [{ to: 'everybody' }] })
})

test('wrong methods, unknown paths and headers are handled as on every listener', async () => {
  const server = serve()
  const wrongMethod = await server.inject({ method: 'POST', url: '/actuator/health' })
  assert.equal(wrongMethod.statusCode, 405)
  assert.match(String(wrongMethod.headers.allow), /GET/)
  const unknown = await server.inject('/actuator/heapdump')
  assert.equal(unknown.statusCode, 404)
  assert.equal(unknown.headers['x-content-type-options'], 'nosniff')
  assert.match(String(unknown.headers['x-correlation-id']), /^[0-9a-f-]{36}$/)
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

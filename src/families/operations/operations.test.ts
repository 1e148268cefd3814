import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folder, serve, TOKEN } from '../../../test/support/gateways/operations-server.ts'
import { invalidFields } from '../../platform/kernel/problems/problem.ts'
import { isoTimestamp } from '../../platform/kernel/time/clock.ts'
import { readBuildFacts } from './actuator/build-facts.ts'
import type { SandboxControls } from './sandbox-controls.ts'

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

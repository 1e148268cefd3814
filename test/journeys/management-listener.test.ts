// The management listener: for operators and monitoring, and not reachable through the public listener.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { BASE_PATH, headersFor, post, send } from '../support/accounts/account-services.ts'
import { inquiry, withdrawal } from '../support/accounts/sandbox-requests.ts'
import { type RunningGateway, withGateway, withGatewayOn } from '../support/gateways/running-gateway.ts'
import { until } from '../support/until.ts'

const TOKEN = 'a-token-of-the-management-listener'

const OPEN = ['/actuator/health', '/actuator/health/liveness', '/actuator/health/readiness', '/actuator/info']
const GUARDED = ['/actuator', '/actuator/metrics', '/actuator/prometheus', '/sandbox/credentials', '/sandbox/mailbox']
const CONTROLS = ['/sandbox/reset', '/sandbox/clock']
const DIAGNOSTICS = ['/actuator/beans', '/actuator/threaddump', '/actuator/heapdump']
const CHANNELS = ['/api/channels/refresh', '/api/channels/refreshRules', '/api/channels/refresh/cache']

withGateway('the management listener', (running) => {
  describe('is not the public one', () => separation(running))
  describe('answers', () => actuator(running))
})

withGateway('the management listener with a token', (running) => guarded(running), { MANAGEMENT_TOKEN: TOKEN })

// The embedded engine has a thread to show.
withGatewayOn('pglite', 'the management listener with everything on', (running) => diagnostics(running), {
  MANAGEMENT_TOKEN: TOKEN,
  MANAGEMENT_EXPOSE: 'beans,threaddump,heapdump',
})

function separation(running: RunningGateway): void {
  for (const path of [
    ...OPEN,
    ...GUARDED,
    ...CONTROLS,
    ...DIAGNOSTICS,
    ...CHANNELS,
    '/actuator/metrics/x',
    '/actuator/health/db',
    '/actuator',
  ]) {
    test(`${path} does not exist on the public listener`, async () => {
      for (const method of ['GET', 'POST']) {
        const { status } = await send(running.current, path, { method, headers: headersFor() })
        assert.equal(status, 404, method)
      }
    })
  }

  for (const path of ['/api/health', '/docs', '/openapi/accounts.json', `${BASE_PATH}/accounts`]) {
    test(`${path} does not exist on the management listener`, async () => {
      assert.equal((await fetch(running.current.managementUrl + path)).status, 404)
    })
  }

  for (const path of DIAGNOSTICS) {
    test(`${path} is off`, async () => {
      assert.equal((await fetch(running.current.managementUrl + path)).status, 404)
    })
  }

  test('it rejects web pages of other origins, and the public listener does not', async () => {
    const headers = { origin: 'https://attacker.example' }
    const url = `${running.current.managementUrl}/sandbox/reset`
    assert.equal((await fetch(url, { method: 'POST', headers })).status, 403)
    assert.equal((await fetch(`${running.current.url}/api/health`, { headers })).status, 200)
  })

  test('it binds to loopback', () => {
    assert.equal(new URL(running.current.managementUrl).hostname, '127.0.0.1')
  })
}

function actuator(running: RunningGateway): void {
  const get = async (path: string) => {
    const response = await fetch(running.current.managementUrl + path)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text }
  }
  const read = async <Shape>(path: string): Promise<Shape> => {
    const { status, text } = await get(path)
    assert.equal(status, 200, text)
    return JSON.parse(text) as Shape
  }

  // So that there is something to count.
  before(async () => {
    assert.equal((await post(running.current, '/transactions/debits', withdrawal('1000000001', 20))).code, '000')
    assert.equal((await post(running.current, '/transactions/debits', withdrawal('1000000004', 45))).code, '110')
    assert.equal((await post(running.current, '/accounts/balance', inquiry('1000000001'))).code, '000')
  })

  test('health names its components and their state', async () => {
    const { components } = await untilUp('/actuator/health')
    for (const name of ['db', 'core', 'jobs', 'diskSpace']) assert.equal(components?.[name]?.status, 'UP', name)
  })

  test('liveness and readiness', async () => {
    assert.equal((await read<Health>('/actuator/health/liveness')).status, 'UP')
    await untilUp('/actuator/health/readiness')
  })

  type Health = { status: string; components?: Record<string, { status: string }> }

  /** Polls until everything is up: on a busy machine a probe may time out. */
  function untilUp(path: string): Promise<Health> {
    return until(async () => {
      const { status, text } = await get(path)
      const health = JSON.parse(text) as Health
      assert.equal(status, health.status === 'UP' ? 200 : 503)
      return health.status === 'UP' && health
    }, `${path} says UP`)
  }

  test('info shows build, runtime, system and process', async () => {
    type Info = {
      build: { name: string; version: string; time: string }
      runtime: { node: string; v8: string }
      os: object
      process: { pid: number; cpus: number; memory: Record<string, number> }
    }
    const info = await read<Info>('/actuator/info')
    assert.equal(info.build.name, 'tillgate')
    assert.match(info.build.version, /^\d+\.\d+\.\d+/)
    assert.ok(Number.isFinite(Date.parse(info.build.time)))
    assert.match(info.runtime.node, /^24\./)
    assert.ok(info.runtime.v8.length > 0)
    assert.equal(info.process.pid, running.current.pid)
    assert.ok(info.process.cpus >= 1)
    assert.ok(Object.values(info.process.memory).every((bytes) => bytes > 0))
    assert.ok(info.os)
  })

  type Metric = {
    name: string
    description: string
    baseUnit: string | null
    measurements: { statistic: string; value: number }[]
    availableTags: { tag: string; values: string[] }[]
  }

  test('every listed metric can be read and has the right shape', async () => {
    const { names } = await read<{ names: string[] }>('/actuator/metrics')
    assert.ok(names.length > 10)
    assert.deepEqual(names, names.toSorted())
    // At once, as a monitor does.
    const metrics = await Promise.all(names.map((name) => read<Metric>(`/actuator/metrics/${name}`)))
    for (const [i, name] of names.entries()) {
      const metric = metrics[i] as Metric
      assert.equal(metric.name, name)
      assert.ok(metric.description.length > 0, name)
      assert.ok(metric.baseUnit === null || typeof metric.baseUnit === 'string')
      for (const { statistic, value } of metric.measurements) {
        assert.match(statistic, /^[A-Z_]+$/)
        assert.equal(typeof value, 'number')
      }
      for (const { tag, values } of metric.availableTags) assert.ok(tag.length > 0 && values.length > 0)
    }
  })

  test('requests are counted by operation and filtered by tag', async () => {
    const all = await read<Metric>('/actuator/metrics/http.server.requests')
    const counted = (metric: Metric) => metric.measurements.find(({ statistic }) => statistic === 'COUNT')?.value ?? 0
    assert.ok(counted(all) >= 3)
    const operations = all.availableTags.find(({ tag }) => tag === 'operation')?.values ?? []
    assert.ok(operations.includes('Debits') && operations.includes('BalanceInquiry'))
    const debits = await read<Metric>('/actuator/metrics/http.server.requests?tag=operation:Debits')
    assert.ok(counted(debits) >= 2 && counted(debits) < counted(all))
    assert.ok(!debits.availableTags.some(({ tag }) => tag === 'operation'))
  })

  test('an unknown metric is 404, and an invalid tag 400', async () => {
    assert.equal((await get('/actuator/metrics/no.such.metric')).status, 404)
    assert.equal((await get('/actuator/metrics/http.server.requests?tag=operation:None')).status, 404)
    assert.equal((await get('/actuator/metrics/http.server.requests?tag=nonsense')).status, 400)
  })

  test('prometheus gets the same metrics as text', async () => {
    // Names first: further ones may come up.
    const { names } = await read<{ names: string[] }>('/actuator/metrics')
    const { status, headers, text } = await get('/actuator/prometheus')
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    for (const name of names) assert.match(text, new RegExp(`^# TYPE ${name} (counter|gauge|histogram|summary)$`, 'm'))
    assert.match(text, /operation="Debits"/)
    const sample = /^[a-zA-Z_:][a-zA-Z0-9_:]*(\{.*\})? (-?[\d.eE+-]+|[Nn]a[Nn]|[+-]Inf)$/
    for (const line of text.trimEnd().split('\n')) {
      if (line !== '' && !line.startsWith('#')) assert.match(line, sample)
    }
    // Neither a card nor an account may become a label. The hash of a commit can end with as many digits.
    assert.doesNotMatch(text.replace(/commit="[^"]*"/g, ''), /\d{10,}"/)
  })
}

function guarded(running: RunningGateway): void {
  const ask = (path: string, authorization?: string) =>
    fetch(running.current.managementUrl + path, {
      headers: { ...(authorization !== undefined && { authorization }) },
    })

  for (const path of OPEN) {
    test(`${path} is open`, async () => {
      // On a busy machine a probe may time out.
      await until(async () => {
        const { status } = await ask(path)
        assert.ok(status === 200 || status === 503, `${status}`)
        return status === 200
      }, `${path} says that all is well`)
    })
  }

  for (const path of GUARDED) {
    test(`${path} requires the token`, async () => {
      for (const wrong of [undefined, 'Bearer wrong', `Basic ${TOKEN}`, TOKEN, `Bearer ${TOKEN}x`, 'Bearer ']) {
        const response = await ask(path, wrong)
        assert.equal(response.status, 401, wrong)
        assert.equal(response.headers.get('www-authenticate'), 'Bearer')
      }
      assert.equal((await ask(path, `Bearer ${TOKEN}`)).status, 200)
    })
  }

  test('the controls check the token before they do anything', async () => {
    assert.equal((await post(running.current, '/transactions/debits', withdrawal('1000000001', 20))).code, '000')
    for (const path of [...CONTROLS, ...CHANNELS]) {
      assert.equal((await fetch(running.current.managementUrl + path, { method: 'POST' })).status, 401)
    }
    const { body } = await post(running.current, '/accounts/balance', inquiry('1000000001'))
    assert.equal(body.balances?.[1]?.amount, 2480)
  })
}

function diagnostics(running: RunningGateway): void {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(running.current.managementUrl + path, { headers: { authorization: `Bearer ${TOKEN}`, ...headers } })

  for (const path of DIAGNOSTICS) {
    test(`${path} requires the token, and does not exist on the public listener`, async () => {
      assert.equal((await fetch(running.current.managementUrl + path)).status, 401)
      const { status } = await send(running.current, path, { method: 'GET', headers: headersFor() })
      assert.equal(status, 404)
    })
  }

  test('the beans are the parts of this process, and each dependency is one of them', async () => {
    type Bean = { aliases: string[]; scope: string; type: string; resource?: string; dependencies: string[] }
    const answer = (await (await ask('/actuator/beans')).json()) as {
      contexts: { tillgate: { parentId: null; beans: Record<string, Bean> } }
    }
    const { parentId, beans } = answer.contexts.tillgate
    assert.equal(parentId, null)
    for (const name of ['database', 'directory', 'postingPipeline', 'sessions', 'publicListener', 'sweeps']) {
      assert.ok(beans[name], name)
    }
    for (const [name, bean] of Object.entries(beans)) {
      assert.equal(bean.scope, 'singleton', name)
      assert.match(bean.resource ?? '', /^src\/app\/wire(\.ts|\/[a-z/-]+\.ts)$/, name)
      for (const dependency of bean.dependencies) assert.ok(beans[dependency], `${name} needs ${dependency}`)
    }
    assert.equal(beans.sessions?.type, 'Sessions')
    assert.deepEqual(beans.sessions?.dependencies.toSorted(), [
      'authenticator',
      'database',
      'databaseClock',
      'secretBox',
    ])
    assert.ok(beans.builtinChannel?.dependencies.includes('postingPipeline'))
    assert.ok(beans.publicListener?.dependencies.includes('sessions'))
  })

  test('the thread dump shows the main thread and that of the embedded database', async () => {
    type Dump = { threads: { threadName: string; threadState: string; stackTrace: object[] }[] }
    // On a busy machine a thread may not be asked in time, and is then shown without its stack.
    const threads = await until(async () => {
      const dump = (await (await ask('/actuator/threaddump')).json()) as Dump
      return dump.threads.every(({ stackTrace }) => stackTrace.length > 0) && dump.threads
    }, 'every thread shows its stack')
    const names = threads.map(({ threadName }) => threadName)
    assert.equal(names[0], 'main')
    assert.ok(names.includes('pglite'), names.join())
    const text = await ask('/actuator/threaddump', { accept: 'text/plain' })
    assert.match(await text.text(), /^"main" #0$/m)
    // The gateway goes on.
    assert.equal((await post(running.current, '/transactions/debits', withdrawal('1000000001', 20))).code, '000')
  })

  test('the heap dump can be loaded, and the gateway goes on', async () => {
    const answer = await ask('/actuator/heapdump')
    assert.match(answer.headers.get('content-disposition') ?? '', /\.heapsnapshot"$/)
    const dump = (await answer.json()) as { snapshot: { node_count: number }; strings: string[] }
    assert.ok(dump.snapshot.node_count > 10_000)
    assert.ok(dump.strings.includes('PostingPipeline'))
    assert.equal((await post(running.current, '/transactions/debits', withdrawal('1000000001', 20))).code, '000')
  })
}

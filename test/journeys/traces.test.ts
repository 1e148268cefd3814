// Traces: a real collector gets a span per request, per posting and per call of a core, with listed attributes only. A
// collector that is down or hangs costs nothing but its spans, and without one the modules are not loaded.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { ATM, BASE_PATH, headersFor, post, send } from '../support/accounts/account-services.ts'
import { withdrawal } from '../support/accounts/sandbox-requests.ts'
import { createSandboxStore, type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'
import { EITHER_ENGINE } from '../support/gateways/running-gateway.ts'
import { type ReceivedSpan, startTraceCollector, type TraceCollector } from '../support/peers/trace-collector.ts'
import { connectRestCore } from '../support/rest-core/connectivity.ts'
import { until } from '../support/until.ts'

const PAN = '4000000000000010'
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT_ID = '00f067aa0ba902b7'
const SERVER = 2
const CLIENT = 3
const ERROR = 2

/** Everything that may leave in a span. */
const LISTED = {
  request: [
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'tillgate.correlation_id',
    'tillgate.operation',
  ],
  posting: ['tillgate.institution', 'tillgate.posting.batch_size', 'tillgate.posting.queue_ms'],
  'core call': [
    'http.response.status_code',
    'tillgate.core.exchange',
    'tillgate.core.operation',
    'tillgate.institution',
  ],
}

const RESOLVES_SDK = 'resolves @opentelemetry/'
/** Prints every module of OpenTelemetry when it is resolved, but for its API, which prom-client imports. */
const HOOK = `import { registerHooks } from 'node:module'
registerHooks({ resolve(name, context, next) {
  if (name.startsWith('@opentelemetry/') && name !== '@opentelemetry/api') console.log('resolves ' + name)
  return next(name, context)
} })`
const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(HOOK)}`

describe('with a collector', () => {
  let collector: TraceCollector
  let store: Store
  let gateway: Gateway
  const endings: (() => Promise<unknown>)[] = []

  before(async () => {
    collector = await startTraceCollector()
    store = await createSandboxStore('postgres')
    gateway = await startGateway(store, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      NODE_OPTIONS,
    })
  })

  after(async () => {
    await gateway.stop()
    for (const end of endings) await end()
    await collector.close()
    await store.remove()
  })

  const spanOf = (found: (span: ReceivedSpan) => boolean, what: string) =>
    until(() => collector.spans.find(found), what)
  const requestSpan = (correlationId: string) =>
    spanOf((span) => span.attributes['tillgate.correlation_id'] === correlationId, `the span of ${correlationId}`)

  test('the SDK of OpenTelemetry is loaded', () => {
    assert.ok(gateway.output().includes(RESOLVES_SDK))
  })

  test('a request is a span below the one of its caller, with its posting below it', async () => {
    const headers: Record<string, string> = {
      ...headersFor(),
      traceparent: `00-${TRACE_ID}-${PARENT_ID}-01`,
      tracestate: `vendor=${PAN}`,
    }
    const body = withdrawal('1000000001', 20, { pan: PAN })
    assert.equal((await post(gateway, `/transactions/debits?card=${PAN}`, body, headers)).code, '000')
    const request = await requestSpan(headers['x-correlation-id'] ?? '')
    assert.equal(request.name, `POST ${BASE_PATH}/transactions/debits`)
    assert.equal(request.kind, SERVER)
    assert.equal(request.traceId, TRACE_ID)
    assert.equal(request.parentSpanId, PARENT_ID)
    assert.deepEqual(request.attributes, {
      'http.request.method': 'POST',
      'http.route': `${BASE_PATH}/transactions/debits`,
      'http.response.status_code': 200,
      'tillgate.correlation_id': headers['x-correlation-id'],
      'tillgate.operation': 'Debits',
    })
    const posting = await spanOf(({ parentSpanId }) => parentSpanId === request.spanId, 'the span of the posting')
    assert.equal(posting.name, 'posting')
    assert.equal(posting.traceId, TRACE_ID)
    assert.equal(posting.attributes['tillgate.institution'], 'FI001')
    assert.equal(posting.attributes['tillgate.posting.batch_size'], 1)
    assert.ok(Number(posting.attributes['tillgate.posting.queue_ms']) >= 0)
  })

  for (const [title, traceparent] of [
    ['no traceparent', undefined],
    ['a malformed one', `00-${TRACE_ID}-01`],
    ['an all-zero trace', `00-${'0'.repeat(32)}-${PARENT_ID}-01`],
    ['the forbidden version', `ff-${TRACE_ID}-${PARENT_ID}-01`],
  ] as const) {
    test(`with ${title} a request begins a trace of its own`, async () => {
      const headers: Record<string, string> = { ...headersFor(), ...(traceparent !== undefined && { traceparent }) }
      await send(gateway, '/api/health', { method: 'GET', headers })
      const span = await requestSpan(headers['x-correlation-id'] ?? '')
      assert.notEqual(span.traceId, TRACE_ID)
      assert.equal(span.parentSpanId ?? '', '')
    })
  }

  test('a caller that does not sample is not traced', async () => {
    const unsampled: Record<string, string> = { ...headersFor(), traceparent: `00-${TRACE_ID}-${PARENT_ID}-00` }
    const sampled = headersFor()
    for (const headers of [unsampled, sampled]) await send(gateway, '/api/health', { method: 'GET', headers })
    await requestSpan(sampled['x-correlation-id'] ?? '')
    const correlationIds = collector.spans.map(({ attributes }) => attributes['tillgate.correlation_id'])
    assert.ok(!correlationIds.includes(unsampled['x-correlation-id'] ?? ''))
  })

  test('a request without a route, and one of the management listener, are spans too', async () => {
    const headers = headersFor()
    assert.equal((await send(gateway, `/no/such/${PAN}?q=${PAN}`, { method: 'GET', headers })).status, 404)
    const unmatched = await requestSpan(headers['x-correlation-id'] ?? '')
    assert.equal(unmatched.attributes['http.route'], 'unmatched')
    assert.equal(unmatched.attributes['http.response.status_code'], 404)
    await fetch(`${gateway.managementUrl}/actuator/info`)
    await spanOf(({ attributes }) => attributes['http.route'] === '/actuator/info', 'the span of /actuator/info')
  })

  test('a call of a REST core is a span below its request, and the core gets it as parent', async () => {
    const seen: (string | undefined)[] = []
    const core = createServer((request, response) => {
      if (request.method === 'PUT') seen.push(request.headers.traceparent as string | undefined)
      response.writeHead(503, { 'content-type': 'application/json' }).end('{}')
    })
    core.listen(0, '127.0.0.1')
    await once(core, 'listening')
    endings.push(async () => {
      core.close()
      core.closeAllConnections()
    })
    const url = new URL(`http://127.0.0.1:${(core.address() as AddressInfo).port}/`)
    await connectRestCore(store, { url, credentials: { userName: 'gateway', password: 'a password of the core' } })
    const headers = headersFor()
    const { status } = await post(gateway, '/transactions/debits', withdrawal('1000000001', 20, { pan: PAN }), headers)
    const request = await requestSpan(headers['x-correlation-id'] ?? '')
    assert.equal(request.attributes['http.response.status_code'], status)
    assert.equal(request.status.code, ERROR)
    const call = await spanOf(
      ({ name, parentSpanId }) => name === 'core call' && parentSpanId === request.spanId,
      'the span of the call',
    )
    assert.equal(call.kind, CLIENT)
    assert.equal(call.status.code, ERROR)
    assert.deepEqual(call.attributes, {
      'tillgate.institution': 'FI001',
      'tillgate.core.operation': 'execute',
      'tillgate.core.exchange': 'answered',
      'http.response.status_code': 503,
    })
    assert.deepEqual(seen, [`00-${request.traceId}-${call.spanId}-01`])
  })

  test('nothing leaves but what is listed', () => {
    const names = new Set(collector.spans.map(({ kind, name }) => (kind === SERVER ? 'request' : name)))
    assert.deepEqual([...names].sort(), Object.keys(LISTED).sort())
    for (const { kind, name, attributes, events, links, status, traceState } of collector.spans) {
      const listed = LISTED[(kind === SERVER ? 'request' : name) as keyof typeof LISTED]
      assert.deepEqual(
        Object.keys(attributes).filter((key) => !listed.includes(key)),
        [],
        name,
      )
      assert.deepEqual([events, links, status.message, traceState], [[], [], undefined, undefined], name)
    }
    assert.deepEqual(Object.keys(collector.resource()).sort(), [
      'deployment.environment.name',
      'service.name',
      'service.version',
      'telemetry.sdk.language',
      'telemetry.sdk.name',
      'telemetry.sdk.version',
    ])
    assert.equal(collector.resource()['service.name'], 'tillgate')
    for (const secret of [PAN, ATM.clientSecret, 'a password of the core', 'card=', 'vendor']) {
      assert.ok(!collector.raw().includes(secret), secret)
    }
  })

  test('a stop exports what is left', async () => {
    const headers = headersFor()
    await send(gateway, '/api/health', { method: 'GET', headers })
    assert.equal(await gateway.stop(), 0)
    const correlationIds = collector.spans.map(({ attributes }) => attributes['tillgate.correlation_id'])
    assert.ok(correlationIds.includes(headers['x-correlation-id'] ?? ''))
  })
})

test('a collector that is down, and one that never answers, hold neither requests nor the stop up', async () => {
  const store = await createSandboxStore(EITHER_ENGINE)
  const down = await startTraceCollector()
  await down.close()
  const gateway = await startGateway(store, { OTEL_EXPORTER_OTLP_ENDPOINT: down.url })
  const serves = async () => {
    for (let i = 0; i < 20; i++) {
      assert.equal((await post(gateway, '/transactions/debits', withdrawal('1000000001', 20))).status, 200)
    }
  }
  try {
    await serves()
    await until(() => gateway.output().includes('traces cannot be exported'), 'the log says so')
    const silent = await startTraceCollector({ hangs: true, port: Number(new URL(down.url).port) })
    try {
      await serves()
      await until(() => silent.requests() > 0, 'spans are being sent')
      await serves()
      assert.equal(await gateway.stop(), 0)
    } finally {
      await silent.close()
    }
    assert.equal(gateway.output().split('traces cannot be exported').length, 2, 'the log says it once')
  } finally {
    await gateway.kill()
    await store.remove()
  }
})

test('without a collector the SDK of OpenTelemetry is not loaded', async () => {
  const store = await createSandboxStore(EITHER_ENGINE)
  const gateway = await startGateway(store, { NODE_OPTIONS })
  try {
    assert.equal((await post(gateway, '/transactions/debits', withdrawal('1000000001', 20))).code, '000')
    assert.ok(!gateway.output().includes(RESOLVES_SDK))
  } finally {
    await gateway.stop()
    await store.remove()
  }
})

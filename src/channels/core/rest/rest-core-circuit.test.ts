// The adapter's circuit breaker and health probe, against a scripted server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../../test/support/until.ts'
import type { RestCore } from './rest-core.ts'
import {
  APPROVAL,
  answerJson,
  EXECUTED,
  REFERENCE,
  resultOf,
  type Script,
  scriptedCore,
  WITHDRAWAL,
} from './scripted-core.fixture.ts'

const OUTCOME = {
  ...APPROVAL,
  balances: { currency: 'USD', availableMinor: 243_750n, balanceMinor: 243_750n },
}
const execute = (core: RestCore) => core.execute(WITHDRAWAL)
const find = (core: RestCore) => core.find('FI001', REFERENCE)
const page: Script = (_received, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('ok')
}

test('the circuit opens on failures, sends nothing while it is open, and closes on a successful trial', async (t) => {
  let nowMs = 0
  const seen: string[] = []
  const scripted = await scriptedCore(t, answerJson(503, { error: 'UNAVAILABLE' }), {
    circuitBreaker: { failureRate: 50, openMs: 1_000, minimumCalls: 4, now: () => nowMs },
    observer: {
      circuitChanged: (state) => seen.push(state),
      called: (operation, result) => seen.push(`${operation} ${result}`),
    },
  })
  for (let i = 0; i < 4; i++) assert.equal(await resultOf(execute(scripted.core)), 'unavailable')
  assert.equal(scripted.received.length, 4)
  assert.equal(await resultOf(execute(scripted.core)), 'unavailable')
  assert.equal(await resultOf(scripted.core.probe()), 'unavailable')
  assert.equal(scripted.received.length, 4, 'nothing was sent')
  scripted.script(({ url }, response) =>
    answerJson(200, url.endsWith('/health') ? { status: 'UP' } : EXECUTED)({} as never, response, {} as never),
  )
  nowMs = 1_000
  await scripted.core.probe()
  assert.equal(scripted.core.circuit, 'half-open')
  assert.deepEqual(await execute(scripted.core), OUTCOME)
  assert.equal(scripted.core.circuit, 'closed')
  assert.deepEqual(seen, [
    ...Array(3).fill('execute unavailable'),
    'open',
    'execute unavailable',
    'execute circuit-open',
    'half-open',
    'probe answered',
    'closed',
    'execute answered',
  ])
})

test('a call that the core rejects as wrong does not open the circuit, and neither does a full queue', async (t) => {
  const scripted = await scriptedCore(t, answerJson(400, { error: 'MALFORMED' }), {
    circuitBreaker: { failureRate: 1, openMs: 1_000, minimumCalls: 1 },
    maxConnections: 1,
    maxWaiting: 0,
  })
  await Promise.all([1, 2, 3].map(() => resultOf(execute(scripted.core))))
  await resultOf(find(scripted.core))
  assert.equal(scripted.core.circuit, 'closed')
})

const silent: Script = () => {}
const HEALTH: [title: string, script: Script, expected: unknown][] = [
  ['UP', answerJson(200, { status: 'UP' }), undefined],
  ['DOWN', answerJson(200, { status: 'DOWN' }), 'unavailable'],
  ['503', answerJson(503, { error: 'UNAVAILABLE' }), 'unavailable'],
  ['a page', page, 'unavailable'],
  ['nothing in time', silent, 'unavailable'],
]
for (const [title, script, expected] of HEALTH) {
  test(`a probe that is answered ${title}`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const scripted = await scriptedCore(t, script, { probeTimeoutMs: 100 })
    const probed = resultOf(scripted.core.probe())
    await until(() => scripted.received.length > 0, 'the probe arrives')
    if (script === silent) t.mock.timers.tick(100)
    assert.equal(await probed, expected)
    assert.equal(scripted.received[0]?.url, '/bank/health')
  })
}

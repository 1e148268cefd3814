import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics, type Metrics } from './metrics.ts'

async function lines(metrics: Metrics, name: string): Promise<string[]> {
  const text = await metrics.prometheusText()
  return text.split('\n').filter((line) => line.startsWith(name))
}

const debits = (metrics: Metrics) => metrics.requests.ofRoute('accounts', 'Debits')

// One row per kind of answer: status, response code, and the outcome label.
const OUTCOMES: [status: number, responseCode: string | undefined, outcome: string][] = [
  [200, '000', 'SUCCESS'],
  [200, undefined, 'SUCCESS'],
  [200, '110', 'DECLINED'],
  [302, undefined, 'REDIRECTION'],
  [400, '904', 'CLIENT_ERROR'],
  [503, '907', 'SERVER_ERROR'],
]

for (const [status, responseCode, outcome] of OUTCOMES) {
  test(`HTTP ${status} with response code ${responseCode} counts as ${outcome}`, async () => {
    const metrics = createMetrics()
    debits(metrics).completed('POST', status, responseCode, 0.004)
    assert.deepEqual(await lines(metrics, 'http_server_requests_seconds_count'), [
      `http_server_requests_seconds_count{family="accounts",operation="Debits",method="POST",status="${status}",outcome="${outcome}"} 1`,
    ])
  })
}

test('requests with equal labels add up, and an unknown method does not become a label', async () => {
  const metrics = createMetrics()
  for (const method of ['POST', 'POST', 'SPAM-4000000000000010']) debits(metrics).completed(method, 200, '000', 0.004)
  const counts = await lines(metrics, 'http_server_requests_seconds_count')
  assert.equal(counts.length, 2)
  assert.match(counts[0] ?? '', /method="POST".* 2$/)
  assert.match(counts[1] ?? '', /method="OTHER".* 1$/)
})

test('the posting pipeline is counted', async () => {
  const metrics = createMetrics()
  const { posting } = metrics
  posting.batchCommitted({ institutionId: 'FI001', orders: 32, seconds: 0.003 })
  posting.retried('40001')
  posting.retried('password authentication failed for user "x"')
  posting.replayed()
  posting.coalesced()
  posting.answered({ type: 'CASHWITHDRAWAL', code: '110' })
  posting.queueDepth('FI001', 7)
  posting.queueDepth('FI001', 3)

  const expected: [name: string, line: string][] = [
    ['posting_batch_size_sum', 'posting_batch_size_sum 32'],
    ['posting_batch_seconds_count', 'posting_batch_seconds_count 1'],
    ['posting_retries_total{sqlstate="40001"', 'posting_retries_total{sqlstate="40001"} 1'],
    ['posting_retries_total{sqlstate="OTHER"', 'posting_retries_total{sqlstate="OTHER"} 1'],
    ['posting_replays_total', 'posting_replays_total 1'],
    ['posting_coalesced_total', 'posting_coalesced_total 1'],
    ['posting_orders_total', 'posting_orders_total{type="CASHWITHDRAWAL",code="110"} 1'],
    ['posting_queue_depth', 'posting_queue_depth{institution="FI001"} 3'],
  ]
  for (const [name, line] of expected) assert.deepEqual(await lines(metrics, name), [line])
})

test('cores elsewhere are counted by institution, and their state is read on scrape', async () => {
  const metrics = createMetrics()
  const { cores } = metrics
  cores.called('FI001', 'execute', 'answered', 4)
  cores.called('FI001', 'execute', 'answered', 4)
  cores.called('FI001', 'execute', 'timeout', 4_000)
  const state = { institutionId: 'FI001', circuit: 'closed' as 'closed' | 'open', busy: 0, waiting: 0 }
  cores.watch(() => [state])
  Object.assign(state, { circuit: 'open', busy: 3, waiting: 1 })

  const call = 'core_call_seconds_count{institution="FI001",operation="execute"'
  assert.deepEqual(await lines(metrics, 'core_call_seconds_count'), [
    `${call},result="answered"} 2`,
    `${call},result="timeout"} 1`,
  ])
  assert.deepEqual(await lines(metrics, 'core_call_seconds_sum{institution="FI001",operation="execute",result="t'), [
    'core_call_seconds_sum{institution="FI001",operation="execute",result="timeout"} 4',
  ])
  assert.deepEqual(await lines(metrics, 'core_circuit_state'), [
    'core_circuit_state{institution="FI001",state="closed"} 0',
    'core_circuit_state{institution="FI001",state="half-open"} 0',
    'core_circuit_state{institution="FI001",state="open"} 1',
  ])
  assert.deepEqual(await lines(metrics, 'core_connections'), [
    'core_connections_busy{institution="FI001"} 3',
    'core_connections_waiting{institution="FI001"} 1',
  ])
})

test('the pool is read on scrape', async () => {
  const metrics = createMetrics()
  const pool = { total: 1, idle: 1, waiting: 0, connectTimeouts: 2, placeTimeouts: 3 }
  metrics.watchPool(() => pool)
  pool.waiting = 5
  assert.deepEqual(await lines(metrics, 'database_connect_timeouts'), ['database_connect_timeouts_total 2'])
  assert.deepEqual(await lines(metrics, 'database_pool_timeouts'), ['database_pool_timeouts_total 3'])
  assert.deepEqual(await lines(metrics, 'database_connections_waiting'), ['database_connections_waiting 5'])
})

test('only counters are named _total', async () => {
  const metrics = createMetrics()
  metrics.watchPool(() => ({ total: 1, idle: 1, waiting: 0, connectTimeouts: 0, placeTimeouts: 0 }))
  metrics.watchWorkers(() => [{ address: 'a:5432', isReachable: true, load: { total: 1, idle: 1, waiting: 0 } }])
  const types = Array.from((await metrics.prometheusText()).matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, ...both]) => both)
  assert.ok(types.length > 10)
  assert.deepEqual(
    // Those of prom-client keep their names.
    types.filter(([name = '', type]) => name.endsWith('_total') && type !== 'counter' && !name.startsWith('nodejs_')),
    [],
  )
})

test('servers of distributed books are read on scrape, and one that is gone is not shown', async () => {
  const metrics = createMetrics()
  const load = { total: 3, idle: 1, waiting: 0 }
  let workers = ['a:5432', 'b:5432'].map((address) => ({ address, isReachable: address !== 'b:5432', load }))
  metrics.watchWorkers(() => workers)
  assert.deepEqual(await lines(metrics, 'database_server_up'), [
    'database_server_up{server="a:5432"} 1',
    'database_server_up{server="b:5432"} 0',
  ])
  workers = workers.slice(0, 1)
  assert.deepEqual(await lines(metrics, 'database_server_connections_open'), [
    'database_server_connections_open{server="a:5432"} 3',
  ])
})

test('beyond the limit, label combinations share one series', async () => {
  const metrics = createMetrics()
  for (let n = 0; n < 5_100; n++) metrics.posting.queueDepth(`FI${n}`, n)
  assert.equal((await lines(metrics, 'posting_queue_depth')).length, 5_001)
})

test('two sets of metrics do not share a registry', async () => {
  const [one, other] = [createMetrics(), createMetrics()]
  one.posting.replayed()
  assert.deepEqual(await lines(other, 'posting_replays_total'), ['posting_replays_total 0'])
})

test('figures of tokens are read once per scrape, and those of a failed read stay', async () => {
  const metrics = createMetrics()
  let reads = 0
  metrics.watchTokens(async () => {
    reads += 1
    if (reads === 2) throw new Error('the database is down')
    return {
      currencies: [{ currency: 'USD', supply: 1_483, backing: 1_498.5 }],
      open: reads === 1 ? [{ kind: 'DEPOSIT', state: 'MINTING', count: 2 }] : [],
      openTransfers: 3,
      exceptions: [{ kind: 'DRIFT', count: 1 }],
    }
  })
  const first = [
    'token_supply{currency="USD"} 1483',
    'token_backing{currency="USD"} 1498.5',
    'token_movements_open{kind="DEPOSIT",state="MINTING"} 2',
    'token_transfers_open 3',
    'token_exceptions{kind="DRIFT"} 1',
  ]
  assert.deepEqual(await lines(metrics, 'token_'), first)
  assert.equal(reads, 1)
  assert.deepEqual(await lines(metrics, 'token_'), first)
  assert.deepEqual(await lines(metrics, 'token_movements_open'), [])
})

// The adapter and the example of a bank's server in another process: each order is executed once, even when the
// network or the server fails.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startExample } from '../support/rest-core/example-server.ts'
import { type HttpFault, startHttpFaultProxy } from '../support/rest-core/http-fault-proxy.ts'
import {
  balanceOf,
  billPayment,
  isOutcome,
  newReference,
  openRestCore,
  settled,
  transfer,
} from '../support/rest-core/orders.ts'
import { until } from '../support/until.ts'

const OPENING = 10_000_000n
/** What a cancelled order is declined with. */
const CANCELLED = { code: '485' }
const account = (n: number) => String(5_000_000_001 + n)

/** For the tests that leave the server alone; each has accounts of its own. */
const shared = await startExample({ after })
let accountsUsed = 0
const newAccount = () => account(accountsUsed++)

test('one reference sent 25 times at once is executed once', async (t) => {
  const { url } = shared
  const accountId = newAccount()
  const core = openRestCore(url)
  t.after(() => core.close())
  const order = billPayment(accountId, 1_000n)
  const outcomes = await Promise.all(Array.from({ length: 25 }, () => core.execute(order)))
  assert.equal(outcomes[0]?.code, '000')
  for (const outcome of outcomes) assert.deepEqual(outcome, outcomes[0])
  assert.equal(await balanceOf(core, accountId), OPENING - 1_000n)
  assert.deepEqual(await core.find('FI001', order.reference), outcomes[0])
  assert.deepEqual(await core.cancel('FI001', order.reference), outcomes[0])
})

test('an order and its cancellation at once: executed or cancelled, never both', async (t) => {
  const { url } = shared
  const accountId = newAccount()
  const core = openRestCore(url)
  t.after(() => core.close())
  const counts = { executed: 0, cancelled: 0 }
  for (let round = 0; round < 150; round++) {
    const order = billPayment(accountId, 1n)
    const cancelling = () => core.cancel('FI001', order.reference)
    const executing = () => settled(core.execute(order))
    const inOrder = round % 2 === 0 ? [executing, cancelling] : [cancelling, executing]
    const [first, second] = await Promise.all(inOrder.map((call) => call()))
    const [executed, cancelled] = round % 2 === 0 ? [first, second] : [second, first]
    const isExecuted = isOutcome(executed) && executed.code === '000'
    if (isExecuted) assert.deepEqual(cancelled, executed)
    else assert.deepEqual([executed, cancelled], [CANCELLED, 'cancelled'])
    assert.deepEqual(await settled(core.execute(order)), executed)
    assert.deepEqual(await core.find('FI001', order.reference), isExecuted ? executed : CANCELLED)
    counts[isExecuted ? 'executed' : 'cancelled']++
  }
  assert.equal(await balanceOf(core, accountId), OPENING - BigInt(counts.executed))
  assert.equal(counts.executed + counts.cancelled, 150)
})

// What a lost message leaves behind: how the call ended, and whether the core has executed the order.
const FAULTS: [fault: HttpFault, result: string, isExecuted: boolean][] = [
  ['lose-request', 'timeout', false],
  ['lose-reply', 'timeout', true],
  ['cut-reply', 'timeout', true],
  ['duplicate', '000', true],
]
for (const [fault, result, isExecuted] of FAULTS) {
  test(`${fault}: the reference tells what happened, and the same order again moves nothing twice`, async (t) => {
    const { url } = shared
    const accountId = newAccount()
    const proxy = await startHttpFaultProxy(t, url)
    const core = openRestCore(proxy.url)
    t.after(() => core.close())
    const order = billPayment(accountId, 1_000n)
    proxy.choose = () => fault
    const first = await settled(core.execute(order))
    assert.equal(isOutcome(first) ? first.code : first, result)
    proxy.choose = () => 'none'
    assert.equal((await core.find('FI001', order.reference)) !== undefined, isExecuted)
    assert.equal((await core.execute(order)).code, '000')
    assert.equal(await balanceOf(core, accountId), OPENING - 1_000n)
  })
}

test('an order that reaches the core after its cancellation is not executed', async (t) => {
  const { url } = shared
  const accountId = newAccount()
  const proxy = await startHttpFaultProxy(t, url)
  const core = openRestCore(proxy.url)
  t.after(() => core.close())
  const order = billPayment(accountId, 1_000n)
  proxy.choose = () => 'hold-request'
  assert.equal(await settled(core.execute(order)), 'timeout')
  proxy.choose = () => 'none'
  assert.equal(await core.find('FI001', order.reference), undefined)
  assert.equal(await core.cancel('FI001', order.reference), 'cancelled')
  await proxy.release()
  assert.deepEqual(await core.find('FI001', order.reference), CANCELLED)
  assert.equal(await balanceOf(core, accountId), OPENING)
})

test('a cancellation and an outcome survive a restart', async (t) => {
  const server = await startExample(t)
  const core = openRestCore(server.url)
  t.after(() => core.close())
  const [done, fenced] = [billPayment(account(0), 1_000n), billPayment(account(0), 500n)]
  const outcome = await core.execute(done)
  assert.equal(await core.cancel('FI001', fenced.reference), 'cancelled')
  await server.kill()
  assert.equal(await settled(core.execute(done)), 'unavailable')
  await server.restart()
  assert.deepEqual(await core.execute(done), outcome)
  assert.deepEqual(await core.execute(fenced), CANCELLED)
  assert.equal(await core.cancel('FI001', fenced.reference), 'cancelled')
  assert.equal(await balanceOf(core, account(0)), OPENING - 1_000n)
})

test('killed again and again under load, the server loses no answered order and executes none twice', async (t) => {
  const server = await startExample(t)
  const proxy = await startHttpFaultProxy(t, server.url)
  const core = openRestCore(proxy.url)
  t.after(() => core.close())
  const ACCOUNTS = 8
  const moved = new Map<string, bigint>()
  const add = (id: string, minor: bigint) => moved.set(id, (moved.get(id) ?? 0n) + minor)
  let faultCount = 0
  proxy.choose = () => (['lose-reply', 'none', 'none', 'duplicate', 'none'] as const)[faultCount++ % 5] ?? 'none'

  let isOver = false
  let answered = 0
  /** Sends one order after the other; settles each before the next: repeated, asked for, or cancelled. */
  const channel = async (n: number): Promise<void> => {
    for (let i = 0; !isOver; i++) {
      const [from, to] = [account(n % ACCOUNTS), account((n + i) % ACCOUNTS)]
      const order = from === to ? billPayment(from, 7n) : transfer(from, to, 5n)
      const first = await settled(core.execute(order))
      const outcome = isOutcome(first) ? first : await settle(order, i)
      if (outcome === 'cancelled') continue
      assert.equal(outcome.code, '000')
      add(from, -order.amount.minor)
      if (order.kind === 'TRANSFER') add(to, order.amount.minor)
      answered++
      // An answer never changes.
      if (i % 10 === 0) assert.deepEqual(await untilReached(() => core.execute(order)), outcome)
    }
  }
  const settle = (order: Parameters<typeof core.execute>[0], i: number) =>
    i % 2 === 0 ? untilReached(() => core.execute(order)) : untilReached(() => core.cancel('FI001', order.reference))
  const untilReached = <T>(call: () => Promise<T>): Promise<Exclude<T, 'timeout' | 'unavailable'>> =>
    until(async () => {
      const result = await settled(call())
      return result === 'timeout' || result === 'unavailable' ? undefined : { result }
    }, 'the core answers again').then(({ result }) => result as Exclude<T, 'timeout' | 'unavailable'>)

  const channels = Array.from({ length: 12 }, (_, n) => channel(n))
  for (let round = 0; round < 4; round++) {
    const enough = answered + 40
    await until(() => answered >= enough, 'orders are answered')
    await server.kill()
    await server.restart()
  }
  isOver = true
  await Promise.all(channels)
  proxy.choose = () => 'none'
  for (let n = 0; n < ACCOUNTS; n++) {
    assert.equal(await balanceOf(core, account(n)), OPENING + (moved.get(account(n)) ?? 0n), account(n))
  }
  await server.kill()
  const log = server.readLog()
  assert.equal(new Set(log.map(({ reference }) => reference)).size, log.length, 'a reference is logged once')
  assert.equal(log.filter(({ outcome }) => outcome?.code === '000').length, answered)
})

test('credentials are required when they are set', async (t) => {
  const { url } = await startExample(t, { env: { CORE_USER: 'gateway', CORE_PASSWORD: 'sesame' } })
  const [known, unknown] = [openRestCore(url, { userName: 'gateway', password: 'sesame' }), openRestCore(url)]
  t.after(() => Promise.all([known.close(), unknown.close()]))
  assert.equal(await settled(unknown.execute(billPayment(account(0), 1n))), 'unavailable')
  assert.equal((await known.execute(billPayment(account(0), 1n))).code, '000')
})

test('a reference that belongs to another order is refused, and nothing is done', async (t) => {
  const { url } = shared
  const accountId = newAccount()
  const core = openRestCore(url)
  t.after(() => core.close())
  const order = { ...billPayment(accountId, 1_000n), reference: newReference() }
  await core.execute(order)
  await assert.rejects(core.execute({ ...order, amount: { minor: 999n, currency: 'USD' } }), { kind: 'internal' })
  // Only the content counts: a repetition may have another correlation id.
  const repeated = { ...order, origin: { ...order.origin, correlationId: newReference(), rrn: '2' } }
  assert.equal((await core.execute(repeated)).code, '000')
  assert.equal(await balanceOf(core, accountId), OPENING - 1_000n)
})

// The adapter against a scripted server.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { until } from '../../../../test/support/until.ts'
import type { RemoteOrder } from '../remote-core.ts'
import type { RestCore } from './rest-core.ts'
import {
  APPROVAL,
  answerJson,
  CANCELLED,
  EXECUTED,
  INQUIRY,
  LOOKUP,
  ORIGIN,
  PAN,
  PASSWORD,
  REFERENCE,
  restCore,
  resultOf,
  type Script,
  scriptedCore,
  WITHDRAWAL,
} from './scripted-core.fixture.ts'

const OUTCOME = {
  ...APPROVAL,
  balances: { currency: 'USD', availableMinor: 243_750n, balanceMinor: 243_750n },
}

type Operation = (core: RestCore) => Promise<unknown>
const execute: Operation = (core) => core.execute(WITHDRAWAL)
const cancel: Operation = (core) => core.cancel('FI001', REFERENCE)
const find: Operation = (core) => core.find('FI001', REFERENCE)
const lookUp: Operation = (core) => core.lookUpAccounts(LOOKUP)
const inquire: Operation = (core) => core.inquireBalance(INQUIRY)

test('an order is sent as the contract says and its answer becomes an outcome', async (t) => {
  const scripted = await scriptedCore(t, answerJson(200, EXECUTED), { userName: 'gate:way', password: PASSWORD })
  assert.deepEqual(await scripted.core.execute(WITHDRAWAL), OUTCOME)
  const [sent] = scripted.received
  assert.equal(sent?.method, 'PUT')
  assert.equal(sent?.url, `/bank/institutions/FI%20001%2Fx/orders/${REFERENCE}`)
  assert.equal(sent?.headers['x-correlation-id'], ORIGIN.correlationId)
  assert.equal(sent?.headers['content-type'], 'application/json')
  assert.equal(sent?.headers.authorization, `Basic ${Buffer.from(`gate:way:${PASSWORD}`).toString('base64')}`)
  assert.deepEqual(JSON.parse(sent?.body ?? ''), {
    kind: 'CASH_WITHDRAWAL',
    origin: { partnerId: 'PARTNER01', rrn: '000000000001', terminalId: 'ATM00001', businessDate: '20261115' },
    accountId: '1000000001',
    pan: PAN,
    amount: { minor: 6250, currency: 'USD' },
    accessFeeMinor: 250,
  })
})

const BASE = { reference: REFERENCE, origin: ORIGIN, accountId: 'A', amount: { minor: 100n, currency: 'USD' } }
const KINDS: readonly [order: RemoteOrder, own: object][] = [
  [
    { ...BASE, kind: 'DEPOSIT', cashMinor: 40n, checkMinor: 60n, checkAvailableMinor: 10n },
    { cashMinor: 40, checkMinor: 60, checkAvailableMinor: 10 },
  ],
  [{ ...BASE, kind: 'TRANSFER', beneficiaryAccountId: 'B' }, { beneficiaryAccountId: 'B' }],
  [
    { ...BASE, kind: 'BILL_PAYMENT', billerId: 'X', billerBin: '510000' },
    { billerId: 'X', billerBin: '510000' },
  ],
  [
    { ...BASE, kind: 'REVERSAL', originalReference: REFERENCE, reasonCode: 'R', complete: true, forced: false },
    { originalReference: REFERENCE, reasonCode: 'R', complete: true, forced: false },
  ],
]
for (const [order, own] of KINDS) {
  test(`a ${order.kind} carries its own fields`, async (t) => {
    const scripted = await scriptedCore(t, answerJson(200, EXECUTED))
    await scripted.core.execute(order)
    const { origin: _, ...sent } = JSON.parse(scripted.received[0]?.body ?? '')
    assert.deepEqual(sent, { kind: order.kind, accountId: 'A', amount: { minor: 100, currency: 'USD' }, ...own })
  })
}

test('an amount that a JSON number would round is not sent', async (t) => {
  const scripted = await scriptedCore(t, answerJson(200, EXECUTED))
  const order = { ...WITHDRAWAL, amount: { minor: 2n ** 53n, currency: 'USD' } }
  assert.equal(await resultOf(scripted.core.execute(order)), 'internal')
  assert.equal(scripted.received.length, 0)
})

const ACCOUNTS = [{ id: '1', accountType: 'DDA', txnCapability: '06', description: 'Everyday', surplus: 1 }]
const LOAN = {
  ...APPROVAL,
  balances: { ...APPROVAL.balances, paymentDue: { amountMinor: 1, dueDate: '20261201' } },
  beneficiaryBalances: APPROVAL.balances,
}

// What a well-behaved core answers, and what the port returns.
const UNDERSTOOD: [title: string, operation: Operation, script: Script, expected: unknown][] = [
  ['a decline', execute, answerJson(200, { ...EXECUTED, outcome: { code: '110' } }), { code: '110' }],
  ['an order executed before', find, answerJson(200, EXECUTED), OUTCOME],
  ['an order that was never sent', find, answerJson(404, { error: 'UNKNOWN_ORDER' }), undefined],
  ['a cancelled order', find, answerJson(200, CANCELLED), { code: '485' }],
  ['a fence', cancel, answerJson(200, CANCELLED), 'cancelled'],
  ['a cancellation that came too late', cancel, answerJson(200, EXECUTED), OUTCOME],
  ['an order that was cancelled before', execute, answerJson(200, CANCELLED), { code: '485' }],
  ['a declined inquiry', inquire, answerJson(200, { code: '114' }), { code: '114' }],
  ['an inquiry', inquire, answerJson(200, APPROVAL), OUTCOME],
  [
    'a loan',
    inquire,
    answerJson(200, LOAN),
    {
      ...OUTCOME,
      balances: { ...OUTCOME.balances, paymentDue: { amountMinor: 1n, dueDate: '20261201' } },
      beneficiaryBalances: OUTCOME.balances,
    },
  ],
  [
    'a lookup',
    lookUp,
    answerJson(200, { code: '000', accounts: ACCOUNTS }),
    { code: '000', accounts: [{ id: '1', accountType: 'DDA', txnCapability: '06', description: 'Everyday' }] },
  ],
  ['a declined lookup', lookUp, answerJson(200, { code: '118' }), { code: '118' }],
]
for (const [title, operation, script, expected] of UNDERSTOOD) {
  test(`${title} is understood`, async (t) => {
    const { core } = await scriptedCore(t, script)
    assert.deepEqual(await resultOf(operation(core)), expected)
  })
}

const raw =
  (status: number, contentType: string, body: string | Buffer): Script =>
  (_received, response) => {
    response.writeHead(status, { 'content-type': contentType }).end(body)
  }
const balances = (change: object) =>
  answerJson(200, { ...EXECUTED, outcome: { ...APPROVAL, balances: { ...APPROVAL.balances, ...change } } })
const outcome = (change: unknown) => answerJson(200, { ...EXECUTED, outcome: change })

// Each call was sent. `execute` and `cancel` may have been done; a read has no answer.
const NOT_UNDERSTOOD: [title: string, script: Script][] = [
  ['an unknown code', outcome({ code: '999' })],
  ['a code that is a number', outcome({ ...APPROVAL, code: 0 })],
  ['an approval without balances', outcome({ code: '000', branch: APPROVAL.branch })],
  ['an approval without a branch', outcome({ code: '000', balances: APPROVAL.balances })],
  ['an unknown currency', balances({ currency: 'XXQ' })],
  ['a fraction of a minor unit', balances({ balanceMinor: 1.5 })],
  ['an amount as text', balances({ balanceMinor: '100' })],
  ['an amount beyond what JSON numbers hold', balances({ balanceMinor: 2 ** 53 })],
  ['a due date that does not exist', balances({ paymentDue: { amountMinor: 1, dueDate: '20260230' } })],
  ['the outcome of another reference', answerJson(200, { ...EXECUTED, reference: REFERENCE.replace('0189', '0188') })],
  ['an unknown state', answerJson(200, { ...EXECUTED, state: 'PENDING' })],
  ['an empty object', answerJson(200, {})],
  ['null', answerJson(200, null)],
  ['JSON that breaks off', raw(200, 'application/json', JSON.stringify(EXECUTED).slice(0, -1))],
  ['bytes that are not UTF-8', raw(200, 'application/json', Buffer.from([0x22, 0xff, 0x22]))],
  ['another content type', raw(200, 'text/html', JSON.stringify(EXECUTED))],
  ['an answer without content', (_received, response) => response.writeHead(204).end()],
  ['201 instead of 200', answerJson(201, EXECUTED)],
  ['a redirect', (_r, response) => response.writeHead(307, { location: '/bank/elsewhere' }).end()],
  ['500', answerJson(500, { error: 'UNAVAILABLE' })],
  ['502 of a proxy', raw(502, 'text/html', 'Bad Gateway')],
  ['503 in the words of a proxy', raw(503, 'text/plain', 'upstream connect error or disconnect/reset before headers')],
  ['503 with another error', answerJson(503, { error: 'MALFORMED' })],
  ['404 of a proxy', raw(404, 'text/html', 'SECRET-IN-ANSWER')],
  ['400 of a proxy', raw(400, 'text/html', 'SECRET-IN-ANSWER')],
  ['more than an answer may hold', answerJson(200, { ...EXECUTED, surplus: 'x'.repeat(300_000) })],
  ['the connection is closed without an answer', (_received, _response, socket) => socket.destroy()],
  ['the connection is reset', (_received, _response, socket) => socket.resetAndDestroy()],
  ['something that is not HTTP', (_received, _response, socket) => socket.end('SECRET-IN-ANSWER\r\n\r\n')],
  [
    'an answer that breaks off',
    (_received, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 5_000 })
      response.write(JSON.stringify(EXECUTED), () => response.destroy())
    },
  ],
]
for (const [title, script] of NOT_UNDERSTOOD) {
  test(`no outcome is taken from: ${title}`, async (t) => {
    const scripted = await scriptedCore(t, script, { userName: 'u', password: PASSWORD })
    assert.equal(await resultOf(execute(scripted.core)), 'timeout')
    assert.equal(await resultOf(cancel(scripted.core)), 'timeout')
    assert.equal(await resultOf(find(scripted.core)), 'unavailable')
    assert.equal(await resultOf(inquire(scripted.core)), 'unavailable')
    assert.equal(await resultOf(lookUp(scripted.core)), 'unavailable')
    assert.equal(scripted.received.length, 5, 'each was sent once')
  })
}

// The core itself says that nothing was done.
const REFUSED: [title: string, script: Script, kind: string][] = [
  ['400', answerJson(400, { error: 'MALFORMED', message: 'amount' }), 'internal'],
  ['409', answerJson(409, { error: 'CONFLICT' }), 'internal'],
  ['401', raw(401, 'text/html', 'who are you'), 'unavailable'],
  ['403', raw(403, 'text/html', 'no'), 'unavailable'],
  ['404 of an institution', answerJson(404, { error: 'UNKNOWN_INSTITUTION' }), 'unavailable'],
  ['404 of a path', answerJson(404, { error: 'UNKNOWN_PATH' }), 'unavailable'],
  ['503', answerJson(503, { error: 'UNAVAILABLE' }), 'unavailable'],
]
for (const [title, script, kind] of REFUSED) {
  test(`the core's own ${title} means that nothing was done: ${kind}`, async (t) => {
    const { core } = await scriptedCore(t, script)
    for (const operation of [execute, cancel, find, inquire, lookUp]) {
      assert.equal(await resultOf(operation(core)), kind)
    }
  })
}

test('connection refused: nothing was done', async (t) => {
  const scripted = await scriptedCore(t, answerJson(200, EXECUTED))
  await scripted.closeServer()
  for (const operation of [execute, cancel, find, inquire]) {
    assert.equal(await resultOf(operation(scripted.core)), 'unavailable')
  }
})

test('no answer before the deadline is a timeout, for orders and for reads', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const scripted = await scriptedCore(t, () => {}, { timeoutMs: 400 })
  const calls = [execute, cancel, find, inquire].map((operation) => resultOf(operation(scripted.core)))
  await until(() => scripted.received.length === 4, 'all four arrive')
  t.mock.timers.tick(400)
  assert.deepEqual(await Promise.all(calls), Array(4).fill('timeout'))
})

test('an answer that trickles in does not stretch the deadline', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let written = 0
  const trickle: Script = (_received, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' ', () => written++), 10)
    response.on('close', () => clearInterval(timer))
  }
  const { core } = await scriptedCore(t, trickle, { timeoutMs: 400 })
  const executed = resultOf(execute(core))
  for (const bytes of [3, 6]) {
    await until(() => written >= bytes, 'more of the answer is sent')
    t.mock.timers.tick(200)
  }
  assert.equal(await executed, 'timeout')
})

test('a connection that is never established: nothing was done', async (t) => {
  // TLS to a server that never answers: the handshake does not end, and no byte of the request is sent.
  const received: Buffer[] = []
  const server = createServer((socket) => socket.on('data', (chunk) => received.push(chunk)).on('error', () => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const core = restCore({
    url: new URL(`https://127.0.0.1:${port}`),
    timeoutMs: 200,
    userName: 'u',
    password: PASSWORD,
  })
  t.after(async () => {
    await core.close()
    server.close()
  })
  assert.equal(await resultOf(execute(core)), 'unavailable')
  assert.ok(!Buffer.concat(received).includes('PUT'))
})

test('a kept connection that the server has closed counts as sent', async (t) => {
  const scripted = await scriptedCore(t, answerJson(200, EXECUTED))
  await execute(scripted.core)
  scripted.script((_received, _response, socket) => socket.resetAndDestroy())
  assert.equal(await resultOf(execute(scripted.core)), 'timeout')
  assert.equal(scripted.connections(), 1)
})

test('connections are kept and bounded, calls queue, and one beyond the queue fails at once', async (t) => {
  const parked: (() => void)[] = []
  const uses: string[] = []
  const scripted = await scriptedCore(
    t,
    (received, response, socket) => parked.push(() => answerJson(200, EXECUTED)(received, response, socket)),
    {
      maxConnections: 2,
      maxWaiting: 3,
      observer: { poolUsed: ({ busy, waiting }) => uses.push(`${busy}+${waiting}`) },
    },
  )
  const calls = Array.from({ length: 5 }, () => resultOf(execute(scripted.core)))
  assert.equal(await resultOf(execute(scripted.core)), 'unavailable')
  for (let answered = 0; answered < 5; answered++) (await until(() => parked.shift(), 'a call arrives'))()
  assert.deepEqual(await Promise.all(calls), Array(5).fill(OUTCOME))
  assert.equal(scripted.connections(), 2)
  assert.equal(scripted.received.length, 5)
  assert.ok(uses.includes('2+3'))
  assert.equal(uses.at(-1), '0+0')
})

test('an answer may take longer than a connection may be idle, and an idle connection is closed', async (t) => {
  let sockets: Socket[] = []
  const scripted = await scriptedCore(
    t,
    (received, response, socket) => {
      sockets = [...sockets, socket]
      setTimeout(() => answerJson(200, EXECUTED)(received, response, socket), 200)
    },
    { idleMs: 50 },
  )
  assert.deepEqual(await execute(scripted.core), OUTCOME)
  await until(() => sockets[0]?.destroyed, 'the idle connection is closed')
  assert.deepEqual(await execute(scripted.core), OUTCOME)
  assert.equal(scripted.connections(), 2)
})

test('a call that times out in the queue was not sent', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const scripted = await scriptedCore(t, () => {}, { maxConnections: 1, timeoutMs: 2_000 })
  const calls = [1, 2, 3].map(() => resultOf(execute(scripted.core)))
  await until(() => scripted.received.length === 1, 'the first arrives')
  t.mock.timers.tick(2_000)
  assert.deepEqual((await Promise.all(calls)).sort(), ['timeout', 'unavailable', 'unavailable'])
  assert.equal(scripted.received.length, 1)
})

test('close fails waiting calls and lets sent ones finish', async (t) => {
  const parked: (() => void)[] = []
  const scripted = await scriptedCore(
    t,
    (received, response, socket) => parked.push(() => answerJson(200, EXECUTED)(received, response, socket)),
    { maxConnections: 1 },
  )
  const [sent, waiting] = [resultOf(execute(scripted.core)), resultOf(execute(scripted.core))]
  const answer = await until(() => parked.shift(), 'the call arrives')
  const closed = scripted.core.close()
  assert.equal(await waiting, 'unavailable')
  answer()
  assert.deepEqual(await sent, OUTCOME)
  await closed
  assert.equal(await resultOf(execute(scripted.core)), 'unavailable')
})

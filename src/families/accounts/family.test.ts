import assert from 'node:assert/strict'
import test, { after, beforeEach } from 'node:test'
import { accessProblem } from '../../administration/access/access-problems.ts'
import { coreProblem } from '../../channels/core/core-problems.ts'
import { CATALOGUE } from '../../platform/kernel/catalogue/catalogue.ts'
import { PROBLEM_STATUS, Problem, type ProblemKind } from '../../platform/kernel/problems/problem.ts'
import { BASE, CORRELATION_ID, openEdge } from './desk/edge.fixture.ts'
import { ACCOUNT_OPERATIONS } from './operations.ts'
import { accountsProblem, PROBLEM_CODES } from './problems.ts'
import { CARD, CHECKING, TERMINAL_REQUEST } from './shapes/examples.ts'

const edge = openEdge()
after(() => edge.server.close())
beforeEach(() => {
  edge.bank.failure = undefined
  edge.log.length = 0
  edge.uses.length = 0
})

const DEBITS = '/transactions/debits'
const WITHDRAWAL = {
  ...TERMINAL_REQUEST,
  transaction: { rrn: '260115000003', date: '20260115', type: 'CASHWITHDRAWAL' },
  paymentInstrument: { ...CHECKING, card: CARD },
  amount: { amount: 100, currencyCode: 'USD' },
}
const INQUIRY = {
  ...TERMINAL_REQUEST,
  transaction: { rrn: '260115000002', type: 'BALANCEINQUIRY' },
  paymentInstrument: CHECKING,
}

// One row per rule, in the contract's order: every row also breaks all later rules, which must not be reported.
const NONE = undefined
const order: [
  title: string,
  headers: Record<string, string | undefined>,
  body: unknown,
  status: number,
  code: string,
][] = [
  [
    'no correlation id',
    { 'x-correlation-id': NONE, 'content-type': 'text/plain', client_id: NONE, partnerId: NONE },
    '{',
    400,
    '904',
  ],
  [
    'a correlation id that is not a UUID',
    { 'x-correlation-id': 'x', 'content-type': 'text/plain', client_id: NONE },
    '{',
    400,
    '904',
  ],
  [
    'a UUID that is not v4',
    { 'x-correlation-id': '019bc1a0-0000-7000-8000-000000000000', client_id: NONE },
    '{',
    400,
    '904',
  ],
  [
    'a content type that is not JSON',
    { 'content-type': 'text/plain', client_id: NONE, partnerId: NONE },
    '{',
    415,
    '904',
  ],
  ['no content type', { 'content-type': NONE, client_id: NONE }, '{', 415, '904'],
  ['JSON of another charset', { 'content-type': 'application/json; charset=latin1', client_id: NONE }, '{', 415, '904'],
  ['a compressed body', { 'content-encoding': 'gzip', client_id: NONE }, '{', 415, '904'],
  ['no client_id', { client_id: NONE, partnerId: NONE }, '{', 401, '950'],
  ['no client_secret', { client_secret: NONE, partnerId: NONE }, '{', 401, '950'],
  ['a wrong client_secret', { client_secret: 'atm-secreT', partnerId: NONE }, '{', 401, '950'],
  ['an unknown client', { client_id: 'nobody', partnerId: NONE }, '{', 401, '950'],
  ['an expired client', { client_id: 'expired', client_secret: 'expired-secret', partnerId: NONE }, '{', 401, '950'],
  ['a disabled client', { client_id: 'disabled', client_secret: 'disabled-secret', partnerId: NONE }, '{', 401, '950'],
  ['no client_id of a partner whose policy is on', { client_id: NONE, client_secret: NONE }, '{', 401, '950'],
  ['no client_id and an unknown partner', { client_id: NONE, partnerId: 'NOBODY' }, '{', 401, '950'],
  ['a wrong client of a partner whose policy is off', { client_secret: 'x', partnerId: 'BARE' }, '{', 401, '950'],
  ['no partnerId', { partnerId: NONE }, '{', 400, '904'],
  ['an unknown partner', { partnerId: 'NOBODY' }, '{', 403, '950'],
  ["a partner that is not the client's", { partnerId: 'OTHER' }, '{', 403, '950'],
  ['a client of another family', { client_id: 'digital', client_secret: 'digital-secret' }, '{', 403, '950'],
  [
    'an inactive partner',
    { client_id: 'inactive', client_secret: 'inactive-secret', partnerId: 'INACTIVE' },
    '{',
    403,
    '950',
  ],
  ['a partner of another family', { client_id: NONE, partnerId: 'LENDER' }, '{', 403, '950'],
  ['an operation not granted', { client_id: NONE, partnerId: 'READER' }, '{', 403, '950'],
  ['malformed JSON', {}, '{', 400, '904'],
  ['an institution not linked', {}, { institution: { id: 'FI002' } }, 403, '950'],
  ['an institution that does not exist', {}, { institution: { id: 'GONE' } }, 403, '950'],
  [
    'an institution not linked, and an amount of too many digits',
    {},
    '{"institution":{"id":"FI002"},"amount":{"amount":0.30000000000000004}}',
    403,
    '950',
  ],
  ['an invalid body', {}, { institution: { id: 'FI001' } }, 400, '904'],
  ['a malformed institution id', {}, { ...WITHDRAWAL, institution: { id: 'FI 001' } }, 400, '904'],
]
for (const [title, headers, body, status, code] of order) {
  test(`${title} gives ${status}`, async () => {
    const answer = await edge.post(DEBITS, body, headers)
    assert.deepEqual([answer.status, answer.body.status.responseCode], [status, code])
    assert.equal(edge.bank.orders.length, 0)
  })
}

test('content types that mean JSON are accepted', async () => {
  for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/json;']) {
    assert.equal((await edge.post('/accounts/balance', INQUIRY, { 'content-type': type })).status, 200, type)
  }
})

test('a partner whose client-id policy is off is identified by partnerId alone', async () => {
  const headers = { client_id: undefined, client_secret: undefined, partnerId: 'BARE' }
  assert.equal((await edge.post('/accounts/balance', INQUIRY, headers)).status, 200)
})

test('a client is accepted until the clock reaches its expiry', async () => {
  const headers = { client_id: 'lapsing', client_secret: 'lapsing-secret' }
  assert.equal((await edge.post('/accounts/balance', INQUIRY, headers)).status, 200)
  edge.clock.nowMs += 1000
  assert.equal((await edge.post('/accounts/balance', INQUIRY, headers)).status, 401)
})

test('the use of a client is recorded once its secret is verified', async () => {
  await edge.post('/accounts/balance', INQUIRY, { client_secret: 'wrong' })
  await edge.post('/accounts/balance', INQUIRY, { client_id: 'expired', client_secret: 'expired-secret' })
  assert.deepEqual(edge.uses, [])
  await edge.post('/accounts/balance', INQUIRY)
  assert.deepEqual(edge.uses, [['atm', edge.clock.nowMs]])
})

test('a call over the rate limit gets 429 with Retry-After, and the partner is admitted again later', async () => {
  const headers = { client_id: undefined, partnerId: 'LIMITED' }
  assert.equal((await edge.post('/accounts/balance', INQUIRY, headers)).status, 200)
  const refused = await edge.post('/accounts/balance', '{', headers)
  assert.deepEqual([refused.status, refused.body.error.reason], [429, 'Too Many Requests'])
  assert.equal(refused.body.status.responseCode, '950')
  assert.equal(refused.headers['retry-after'], '1')
  edge.clock.nowMs += 1000
  assert.equal((await edge.post('/accounts/balance', INQUIRY, headers)).status, 200)
})

test('the error body has the shape of the contract and nothing else', async () => {
  const { status, body, headers } = await edge.post(DEBITS, { ...WITHDRAWAL, transaction: { rrn: '1' } })
  assert.equal(status, 400)
  assert.deepEqual(body, {
    status: { responseCode: '904' },
    error: {
      reason: 'Bad Request',
      message: '2 fields are invalid',
      details: [
        { path: 'transaction.rrn', message: 'must be 12 digits' },
        { path: 'transaction.type', message: 'is required' },
      ],
    },
    correlationId: CORRELATION_ID,
    timestamp: new Date(edge.clock.nowMs).toISOString(),
  })
  assert.equal(headers['x-correlation-id'], CORRELATION_ID)
  assert.match(String(headers['content-type']), /^application\/json/)
})

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  401: 'HTTP:UNAUTHORIZED',
  403: 'HTTP:FORBIDDEN',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'HTTP:INTERNAL_SERVER_ERROR',
  503: 'HTTP:BAD_CONNECTIVITY',
  504: 'HTTP:TIMEOUT',
}
const KIND_OF_REASON: Readonly<Record<string, ProblemKind>> = { ...coreProblem.kinds, ...accountsProblem.kinds }
for (const [row, code] of Object.entries(PROBLEM_CODES)) {
  if (code === undefined) continue
  test(`a core that throws ${row} is answered with its status, reason and code`, async () => {
    const reason = row in KIND_OF_REASON ? row : undefined
    const kind = KIND_OF_REASON[row] ?? (row as ProblemKind)
    edge.bank.failure = new Problem(kind, 'SELECT secret FROM internals', { cause: new Error('inner') }, reason)
    const { status, body, headers } = await edge.post(DEBITS, WITHDRAWAL)
    assert.equal(status, PROBLEM_STATUS[kind])
    assert.equal(body.status.responseCode, CATALOGUE[code].responseCode)
    assert.equal(body.error.reason, REASONS[status])
    assert.match(body.status.responseCode, /^\d{3}$/)
    if (status >= 500) assert.doesNotMatch(JSON.stringify(body), /SELECT|inner/)
    assert.equal(headers['retry-after'], status === 503 || status === 429 ? '1' : undefined)
  })
}

const FOREIGN: readonly (readonly [title: string, problem: Problem])[] = [
  ['a kind', new Problem('conflict', 'the role is in use')],
  ['a reason', accessProblem('role-in-use', 'the role is in use', { retryAfterSeconds: 9 })],
]
for (const [title, problem] of FOREIGN) {
  test(`${title} that the family has no code for is its internal error, and a defect in the log`, async () => {
    edge.bank.failure = problem
    const { status, body, headers } = await edge.post(DEBITS, WITHDRAWAL)
    assert.deepEqual([status, body.status.responseCode, body.error.details], [500, '909', []])
    assert.equal(headers['retry-after'], undefined)
    assert.doesNotMatch(JSON.stringify(body), /role/)
    const line = edge.log.find(({ err }) => err !== undefined)
    assert.equal(line?.msg, `the family accounts has no code for ${problem.reason ?? problem.kind}`)
    assert.equal(line?.level, 50)
  })
}

test('an unexpected error gives 500 without a word about it, and the log has the stack', async () => {
  edge.bank.failure = new Error('connect ECONNREFUSED 10.0.0.5 card 4000000000000010')
  const { status, body } = await edge.post(DEBITS, WITHDRAWAL)
  assert.deepEqual([status, body.status.responseCode], [500, '909'])
  assert.doesNotMatch(JSON.stringify(body), /ECONNREFUSED|4000000000000010/)
  const line = edge.log.find(({ err }) => err !== undefined)
  assert.equal(line?.correlationId, CORRELATION_ID)
  assert.match(JSON.stringify(line?.err), /ECONNREFUSED/)
})

const elsewhere: [
  title: string,
  method: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'DELETE',
  url: string,
  status: number,
  allow?: string,
][] = [
  ['an unknown path', 'POST', `${BASE}/nothing`, 404],
  ['an unknown version', 'POST', '/api/ssb/accountservices/v2/accounts', 404],
  ['a path below a route', 'POST', `${BASE}/accounts/balance/x`, 404],
  ['a GET where only POST is allowed', 'GET', `${BASE}/accounts`, 405, 'POST'],
  ['a DELETE of preferences', 'DELETE', `${BASE}/preferences`, 405, 'POST'],
  ['a POST to health', 'POST', '/api/health', 405, 'GET, HEAD'],
]
for (const [title, method, url, status, allow] of elsewhere) {
  test(`${title} gives ${status} in this family's error format, whatever the headers and body`, async () => {
    const response = await edge.server.inject({
      method,
      url,
      payload: '{"broken',
      headers: { 'content-type': 'text/x' },
    })
    assert.equal(response.statusCode, status)
    assert.equal(response.headers.allow, allow)
    assert.equal(response.json().error.reason, REASONS[status])
    assert.ok(response.headers['x-correlation-id'])
  })
}

test('a body beyond 256 KiB gives 413', async () => {
  const { status, body } = await edge.post(DEBITS, JSON.stringify({ ...WITHDRAWAL, filler: 'x'.repeat(256 * 1024) }))
  assert.deepEqual([status, body.error.reason, body.status.responseCode], [413, 'Payload Too Large', '904'])
})

test('duplicate keys and prototype names give 400 and reach no handler', async () => {
  const attacks = [
    '{"institution":{"id":"FI001"},"institution":{"id":"FI001"}}',
    '{"__proto__":{"isAdmin":true}}',
    '{"head":{"constructor":{"prototype":{"isAdmin":true}}}}',
  ]
  for (const attack of attacks) assert.equal((await edge.post(DEBITS, attack)).status, 400, attack)
  assert.equal(({} as Record<string, unknown>).isAdmin, undefined)
})

test('a body with 40,000 faults is answered with the first hundred', async () => {
  const { status, body, text } = await edge.post(DEBITS, `{"a":1${',"a":1'.repeat(40_000)}}`)
  assert.deepEqual(
    [status, body.error.message, body.error.details.length],
    [400, 'At least 100 fields are invalid', 100],
  )
  assert.ok(text.length < 10_000)
})

test('a type of another endpoint is 902 when it is the only fault, and 904 among others', async () => {
  const transaction = { ...WITHDRAWAL.transaction, type: 'TRANSFER' }
  const alone = await edge.post(DEBITS, { ...WITHDRAWAL, transaction })
  assert.deepEqual([alone.status, alone.body.status.responseCode], [400, '902'])
  assert.deepEqual(alone.body.error.details, [{ path: 'transaction.type', message: 'must be CASHWITHDRAWAL' }])
  const among = await edge.post(DEBITS, { ...WITHDRAWAL, transaction: { ...transaction, rrn: 'x' } })
  assert.equal(among.body.status.responseCode, '904')
  assert.equal(among.body.error.details.length, 2)
  for (const type of [undefined, 7]) {
    const answer = await edge.post(DEBITS, { ...WITHDRAWAL, transaction: { rrn: '260115000003', type } })
    assert.equal(answer.body.status.responseCode, '904')
  }
})

test('a stored reply is returned byte for byte, marked as a replay', async () => {
  const body = { ...WITHDRAWAL, transaction: { ...WITHDRAWAL.transaction, rrn: '260115000099' } }
  const first = await edge.post(DEBITS, body)
  const again = await edge.post(DEBITS, body)
  assert.equal(first.headers['x-idempotent-replay'], undefined)
  assert.equal(again.headers['x-idempotent-replay'], 'true')
  assert.equal(again.text, first.text)
  assert.equal(edge.log.at(-1)?.replay, true)
})

test('the log has one line per request, with ids and durations and nothing from the body', async () => {
  await edge.post(`${DEBITS}?token=hunter2`, { ...WITHDRAWAL, note: 'line\nbreak' })
  assert.equal(edge.log.length, 1)
  const [line] = edge.log
  assert.deepEqual(
    { ...line, level: 0, time: 0, ms: 0 },
    {
      level: 0,
      time: 0,
      msg: 'request',
      correlationId: CORRELATION_ID,
      family: 'accounts',
      operation: 'Debits',
      method: 'POST',
      path: `${BASE}${DEBITS}`,
      status: 200,
      responseCode: '000',
      partnerId: 'PARTNER01',
      institutionId: 'FI001',
      ip: '127.0.0.1',
      ms: 0,
    },
  )
  assert.doesNotMatch(JSON.stringify(line), /hunter2|atm-secret|4000000000000010/)
})

test('every response carries the security headers', async () => {
  const found = await edge.post('/accounts/balance', INQUIRY)
  const lost = await edge.server.inject({ method: 'GET', url: '/nowhere' })
  for (const headers of [found.headers, lost.headers]) {
    assert.match(String(headers['strict-transport-security']), /max-age/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.ok(headers['content-security-policy'])
    assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin')
    assert.equal(headers['cache-control'], 'no-store')
  }
  assert.match(String(lost.headers['content-type']), /^application\/problem\+json/)
})

test('health needs no headers, names its two dependencies, and is 200 also when the core is down', async () => {
  const healthy = await edge.server.inject({ method: 'GET', url: '/api/health' })
  assert.equal(healthy.statusCode, 200)
  const { dependencies, ...rest } = healthy.json()
  assert.deepEqual(rest, { status: 'ok', environment: 'sandbox', version: '1.0.5' })
  assert.deepEqual(
    dependencies.map(({ name, status }: { name: string; status: string }) => [name, status]),
    [
      ['Gateway', 'UP'],
      ['CoreBanking', 'UP'],
    ],
  )
  const head = await edge.server.inject({ method: 'HEAD', url: '/api/health' })
  assert.deepEqual([head.statusCode, head.body], [200, ''])
})

test('there are fourteen operations, and every POST endpoint rejects a request without a correlation id', async () => {
  assert.equal(ACCOUNT_OPERATIONS.length, 14)
  const posts = ACCOUNT_OPERATIONS.filter(({ method }) => method === 'POST')
  assert.equal(posts.length, 13)
  for (const { path } of posts) {
    const answer = await edge.post(path, '{', { 'x-correlation-id': undefined })
    assert.equal(answer.status, 400, path)
    assert.equal(answer.body.error.details[0].path, 'x-correlation-id')
  }
})

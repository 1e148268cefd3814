// What happens to a request of digital banking before its operation runs: headers, credentials, grants, body, reference.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { ACTION_IDS } from '../../access/principal/modules.ts'
import { paging } from '../../http/body/paging.ts'
import { BODY_LIMIT_BYTES } from '../../http/limits/body-limits.ts'
import { type DigitalOperation, digitalOperation, reply } from './digital-operation.ts'
import { type Edge, openEdge } from './edge.fixture.ts'
import { DIGITAL_OPERATIONS } from './operations.ts'
import { request } from './shapes/request.ts'
import { tokenAmount } from './shapes/token-amount.ts'

const NONE = { 'x-client-id': undefined, 'x-client-secret': undefined }
const bearer = (grant: string) => ({ ...NONE, authorization: `Bearer ${grant}` })
const client = (id: string, partnerid: string) => ({ 'x-client-id': id, 'x-client-secret': `${id}-secret`, partnerid })
const VIEW = 'grants.DIGITAL_MONEY.VIEW'

const about = { basis: 'chosen', tag: 'FI onboarding', summary: 'x', description: 'x', errors: [] } as const

/** Operations that only answer: the rules before an operation hold for any. */
const SAMPLES: readonly DigitalOperation[] = [
  digitalOperation({
    ...about,
    id: 'ReadSample',
    route: 'GET /samples/:sampleId',
    access: { module: 'DIGITAL_MONEY', action: 'VIEW' },
    query: Type.Object(paging),
    reply: Type.Object({}),
    replyExamples: [],
    handle: async (ask) => reply(ask, {}),
  }),
  digitalOperation({
    ...about,
    id: 'MakeSample',
    route: 'POST /samples/:sampleId/parts',
    access: { module: 'DIGITAL_MONEY', action: 'CREATE' },
    body: request('SAMPLE', { tokenAmount: Type.Optional(tokenAmount()) }),
    reply: Type.Object({}),
    replyExamples: [],
    handle: async (ask) => reply(ask, {}, { replayed: true }),
  }),
  digitalOperation({
    ...about,
    id: 'AnyPart',
    route: 'GET /any',
    access: { module: 'DIGITAL', action: 'VIEW' },
    reply: Type.Object({}),
    replyExamples: [],
    async handle(ask) {
      ask.requireGrant({ module: 'DIGITAL_PARTIES', action: 'VIEW' })
      return reply(ask, {})
    },
  }),
]
const openSamples = () => openEdge({}, SAMPLES)

// One row per caller: what is sent, and the answer, lowest status first.
const CALLERS: [title: string, headers: Record<string, string | undefined>, status: number, code?: string][] = [
  ['a client of the partner', {}, 200],
  ['no partner', { partnerid: undefined }, 400, 'MISSING_HEADER'],
  ['an empty partner', { partnerid: '' }, 400, 'MISSING_HEADER'],
  ['no client id', { 'x-client-id': undefined }, 400, 'MISSING_HEADER'],
  ['no secret', { 'x-client-secret': undefined }, 400, 'MISSING_HEADER'],
  ['an empty secret', { 'x-client-secret': '' }, 400, 'MISSING_HEADER'],
  ['no credentials', NONE, 400, 'MISSING_HEADER'],
  ['nothing at all', { ...NONE, partnerid: undefined }, 400, 'MISSING_HEADER'],
  ['a bearer without a partner', { ...bearer(VIEW), partnerid: undefined }, 400, 'MISSING_HEADER'],
  ['a wrong secret without a partner', { 'x-client-secret': 'wrong', partnerid: undefined }, 400, 'MISSING_HEADER'],
  ['a correlation id that is no UUID', { 'x-correlation-id': 'x' }, 400, 'VALIDATION_FAILED'],
  ['both kinds of credentials', { authorization: `Bearer ${VIEW}` }, 400, 'VALIDATION_FAILED'],
  ['a bearer and a client id', { ...bearer(VIEW), 'x-client-id': 'issuer' }, 400, 'VALIDATION_FAILED'],
  ['a wrong secret', { 'x-client-secret': 'wrong' }, 401, 'UNAUTHENTICATED'],
  ['an unknown client', client('nobody', 'PARTNER01'), 401, 'UNAUTHENTICATED'],
  ['an expired client', client('expired', 'PARTNER01'), 401, 'UNAUTHENTICATED'],
  ['a disabled client', client('disabled', 'PARTNER01'), 401, 'UNAUTHENTICATED'],
  ["another partner's client", { partnerid: 'OTHER' }, 403, 'FORBIDDEN'],
  ['an unknown partner', { partnerid: 'NOBODY' }, 403, 'FORBIDDEN'],
  ['an inactive partner', client('inactive', 'INACTIVE'), 403, 'FORBIDDEN'],
  ['a partner without digital banking', client('atms', 'ATMS'), 403, 'FORBIDDEN'],
  ['a client without digital banking', client('atm', 'PARTNER01'), 403, 'FORBIDDEN'],
  ['a user whose role grants it', bearer(VIEW), 200],
  ['a user whose role grants it on all of digital banking', bearer('grants.DIGITAL.VIEW'), 200],
  ['a bearer that is no token', bearer('nonsense'), 401, 'UNAUTHENTICATED'],
  ['another scheme', { ...NONE, authorization: 'Basic eDp5' }, 401, 'UNAUTHENTICATED'],
  ['an empty authorization', { ...NONE, authorization: '' }, 401, 'UNAUTHENTICATED'],
  ['a user with another action', bearer('grants.DIGITAL_MONEY.CREATE'), 403, 'FORBIDDEN'],
  ['a user with another module', bearer('grants.DIGITAL_PARTIES.VIEW'), 403, 'FORBIDDEN'],
  ['a user for an unknown partner', { ...bearer(VIEW), partnerid: 'NOBODY' }, 403, 'FORBIDDEN'],
  ['a user for a partner without digital banking', { ...bearer(VIEW), partnerid: 'ATMS' }, 403, 'FORBIDDEN'],
  ['a user of an institution for its own partner', { ...bearer(`${VIEW}.FI001`), partnerid: 'OF-FI001' }, 200],
  ['a user of an institution for a shared partner', bearer(`${VIEW}.FI001`), 403, 'FORBIDDEN'],
  ['a user of a sub-tenant', { ...bearer(`${VIEW}.FI001.SUB1`), partnerid: 'OF-FI001' }, 403, 'FORBIDDEN'],
  ['a user of another institution', { ...bearer(`${VIEW}.FI002`), partnerid: 'OF-FI001' }, 403, 'FORBIDDEN'],
]

describe('callers of digital banking', () => {
  for (const [title, headers, status, code] of CALLERS) {
    test(`${title}: ${status}`, async () => {
      const edge = openSamples()
      const answer = await edge.call('GET /samples/a', { headers })
      assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
      assert.equal(edge.asked.length, status === 200 ? 1 : 0)
    })
  }

  test('every missing header is named', async () => {
    const { body } = await openSamples().call('GET /samples/a', { headers: { ...NONE, partnerid: undefined } })
    const named = body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])
    assert.deepEqual(
      named,
      ['/X-Client-Id', '/X-Client-Secret', '/partnerId'].map((pointer) => [pointer, 'MISSING_HEADER']),
    )
  })

  test('credentials are refused before a body is read', async () => {
    const { status, body } = await openSamples().call('POST /samples/a/parts', {
      body: '{"',
      headers: { 'x-client-secret': 'wrong' },
    })
    assert.deepEqual([status, body.code], [401, 'UNAUTHENTICATED'])
  })

  test('a partner over its rate limit waits, as client and as operator', async () => {
    const edge = openSamples()
    const limited = client('limited', 'LIMITED')
    assert.equal((await edge.call('GET /samples/a', { headers: limited })).status, 200)
    for (const headers of [limited, { ...bearer(VIEW), partnerid: 'LIMITED' }]) {
      const refused = await edge.call('GET /samples/a', { headers })
      assert.deepEqual([refused.status, refused.body.code, refused.body.retryable], [429, 'RATE_LIMITED', true])
      assert.equal(refused.headers['retry-after'], '1')
    }
  })

  test('an operation on the whole module takes the action on the part that it is asked for', async () => {
    const status = async (headers: object) => (await openSamples().call('GET /any', { headers: { ...headers } })).status
    assert.equal(await status(bearer('grants.DIGITAL_PARTIES.VIEW')), 200)
    assert.equal(await status(bearer('grants.DIGITAL.VIEW')), 200)
    assert.equal(await status(bearer('grants.DIGITAL_MONEY.VIEW')), 403, 'another part')
    assert.equal(await status(bearer('grants.DIGITAL_PARTIES.CREATE')), 403, 'another action')
    assert.equal(await status({}), 200)
  })

  test('the author is the client or the user, and the log line names partner and user', async () => {
    const edge = openSamples()
    await edge.call('GET /samples/a')
    await edge.call('GET /samples/a', { headers: bearer(VIEW) })
    const [byClient, byUser] = edge.asked.map(({ actor: { ip: _, correlationId: __, ...who } }) => who)
    assert.deepEqual(byClient, { clientId: 'issuer' })
    assert.deepEqual(byUser, { userId: 'user-1', email: 'ada@sandbox.example', scope: {} })
    const lines = edge.log.map(({ family, operation, partnerId, userId }) => [family, operation, partnerId, userId])
    assert.deepEqual(lines, [
      ['digital', 'ReadSample', 'PARTNER01', undefined],
      ['digital', 'ReadSample', 'PARTNER01', 'user-1'],
    ])
  })
})

const SENT = { transaction: { ref: 'r-1', type: 'SAMPLE' }, channelInfo: { type: 'MOBILE_APP' } }
const amount = (tokens: unknown, currency: unknown = 'USD', tokenType: unknown = 'TOKENIZED_DEPOSIT') => ({
  ...SENT,
  tokenAmount: { currency, tokens, tokenType },
})

// One row per body: what is sent, the code, and what is named.
const BODIES: [title: string, body: unknown, code: string, pointers: string[]][] = [
  ['no transaction', { channelInfo: SENT.channelInfo }, 'VALIDATION_FAILED', ['/transaction/ref', '/transaction/type']],
  ['no channel', { transaction: SENT.transaction }, 'VALIDATION_FAILED', ['/channelInfo/type']],
  ['a channel in small letters', { ...SENT, channelInfo: { type: 'app' } }, 'VALIDATION_FAILED', ['/channelInfo/type']],
  ['a channel of one letter', { ...SENT, channelInfo: { type: 'A' } }, 'VALIDATION_FAILED', ['/channelInfo/type']],
  [
    'a reference with a blank',
    { ...SENT, transaction: { ref: 'a b', type: 'SAMPLE' } },
    'VALIDATION_FAILED',
    ['/transaction/ref'],
  ],
  [
    'a reference of 65',
    { ...SENT, transaction: { ref: 'a'.repeat(65), type: 'SAMPLE' } },
    'VALIDATION_FAILED',
    ['/transaction/ref'],
  ],
  [
    'another type',
    { ...SENT, transaction: { ref: 'a', type: 'OTHER' } },
    'INVALID_TRANSACTION_TYPE',
    ['/transaction/type'],
  ],
  [
    'the type in small letters',
    { ...SENT, transaction: { ref: 'a', type: 'sample' } },
    'INVALID_TRANSACTION_TYPE',
    ['/transaction/type'],
  ],
  [
    'another type and no channel',
    { transaction: { ref: 'a', type: 'OTHER' } },
    'INVALID_TRANSACTION_TYPE',
    ['/transaction/type', '/channelInfo/type'],
  ],
  [
    'a type that is no text',
    { ...SENT, transaction: { ref: 'a', type: 5 } },
    'VALIDATION_FAILED',
    ['/transaction/type'],
  ],
  ['too many decimals', amount(10.001), 'INVALID_AMOUNT', ['/tokenAmount/tokens']],
  ['decimals of a currency without', amount(10.5, 'JPY'), 'INVALID_AMOUNT', ['/tokenAmount/tokens']],
  ['zero', amount(0), 'INVALID_AMOUNT', ['/tokenAmount/tokens']],
  ['less than zero', amount(-1), 'INVALID_AMOUNT', ['/tokenAmount/tokens']],
  ['too many digits', amount(9_007_199_254_740_991), 'INVALID_AMOUNT', ['/tokenAmount/tokens']],
  ['a number beyond all', JSON.stringify(amount(0)).replace(':0', ':1e999'), 'INVALID_AMOUNT', ['/tokenAmount/tokens']],
  ['an amount as text', amount('10'), 'VALIDATION_FAILED', ['/tokenAmount/tokens']],
  ['no such currency', amount(10, 'ZZZ'), 'VALIDATION_FAILED', ['/tokenAmount/currency']],
  [
    'no such currency, with an amount below zero',
    amount(-1, 'ZZZ'),
    'VALIDATION_FAILED',
    ['/tokenAmount/currency', '/tokenAmount/tokens'],
  ],
  ['no token type', amount(10, 'USD', ''), 'VALIDATION_FAILED', ['/tokenAmount/tokenType']],
  ['a list', [], 'VALIDATION_FAILED', ['']],
]

describe('the body of a request', () => {
  for (const [title, body, code, pointers] of BODIES) {
    test(`${title}: ${code}`, async () => {
      const edge = openSamples()
      const answer = await edge.call('POST /samples/a/parts', { body })
      assert.deepEqual([answer.status, answer.body.code], [400, code], answer.text)
      const named = answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)
      assert.deepEqual(named.toSorted(), pointers.toSorted())
      assert.equal(edge.asked.length, 0)
    })
  }

  test('another type of token is not a matter of form', async () => {
    const { status } = await openSamples().call('POST /samples/a/parts', { body: amount(10, 'USD', 'STABLECOIN') })
    assert.equal(status, 200)
  })

  test('the page of a list is refused by its own code', async () => {
    const { status, body } = await openSamples().call('GET /samples/a?size=201')
    assert.deepEqual([status, body.code], [400, 'INVALID_PAGE'])
  })

  test('its transaction is echoed by a problem, without what is not well-formed', async () => {
    const echoed = async (transaction: object) =>
      (await openSamples().call('POST /samples/a/parts', { body: { transaction } })).body.transaction
    assert.deepEqual(await echoed({ ref: 'r-1', type: 'SAMPLE', more: 'x' }), { ref: 'r-1', type: 'SAMPLE' })
    assert.deepEqual(await echoed({ ref: '<script>', type: 'SAMPLE' }), { type: 'SAMPLE' })
  })
})

describe('references', () => {
  const referenceOf = async (path: string, body: object) => {
    const edge = openSamples()
    const answer = await edge.call(`POST /samples/${path}/parts`, { body })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers['x-idempotent-replay'], 'true')
    return edge.asked[0]?.reference
  }
  const contentOf = async (path: string, body: object) => (await referenceOf(path, body))?.content.toString('hex')

  test('a reference is partner, type and ref; its content the path and the known fields, in any order', async () => {
    const { content: _, ...named } = (await referenceOf('a', SENT)) ?? {}
    assert.deepEqual(named, { partnerId: 'PARTNER01', type: 'SAMPLE', ref: 'r-1' })
    const first = await contentOf('a', amount(10))
    const reversed = Object.fromEntries(Object.entries(amount(10)).reverse())
    assert.equal(await contentOf('A', { ...reversed, unknown: 1 }), first)
    assert.notEqual(await contentOf('b', amount(10)), first)
    assert.notEqual(await contentOf('a', amount(11)), first)
    assert.notEqual(await contentOf('a', { ...amount(10), channelInfo: { type: 'BRANCH' } }), first)
  })

  test('a read has none', async () => {
    const edge = openSamples()
    await edge.call('GET /samples/a')
    assert.equal(edge.asked[0]?.reference, undefined)
  })
})

const valid = ({ requestExamples, body }: DigitalOperation) =>
  body === undefined ? {} : { body: requestExamples?.[0]?.value ?? {} }
const routeOf = ({ route }: DigitalOperation) => route.replaceAll(/:\w+/g, '01978a2e-6f00-7000-8000-00000000c0de')

describe('every operation of digital banking', () => {
  for (const operation of DIGITAL_OPERATIONS) {
    const { route, access } = operation
    const ask = (edge: Edge, headers: Record<string, string | undefined>) =>
      edge.call(routeOf(operation), { ...valid(operation), headers })

    test(`${route} is for clients, and for users who have ${access.action} on ${access.module}`, async () => {
      const edge = openEdge()
      assert.equal((await ask(edge, NONE)).status, 400)
      assert.equal((await ask(edge, bearer('expired'))).status, 401)
      for (const action of ACTION_IDS) {
        const { status, text } = await ask(edge, bearer(`grants.${access.module}.${action}`))
        assert.equal(status, action === access.action ? 200 : 403, `${action}: ${text}`)
      }
      assert.equal((await ask(edge, {})).status, 200)
    })

    test(`${route} refuses other methods, other types and bodies that are too large`, async () => {
      const edge = openEdge()
      const [, path] = routeOf(operation).split(' ')
      const other = await edge.call(`DELETE ${path}`)
      assert.deepEqual([other.status, other.body.code], [405, 'METHOD_NOT_ALLOWED'])
      assert.ok(String(other.headers.allow).includes(operation.method))
      if (operation.method === 'GET') return
      const typed = await edge.call(routeOf(operation), { body: '<a/>', headers: { 'content-type': 'text/xml' } })
      assert.deepEqual([typed.status, typed.body.code], [415, 'UNSUPPORTED_MEDIA_TYPE'])
      const large = await edge.call(routeOf(operation), { body: JSON.stringify('x'.repeat(BODY_LIMIT_BYTES)) })
      assert.deepEqual([large.status, large.body.code], [413, 'PAYLOAD_TOO_LARGE'])
      const torn = await edge.call(routeOf(operation), { body: '{"a":' })
      assert.deepEqual([torn.status, torn.body.code], [400, 'INVALID_JSON'])
      assert.equal(edge.asked.length, 0)
    })
  }

  test('an unknown path is a 404 in the same words', async () => {
    const { status, headers, body } = await openEdge().call('GET /nothing')
    assert.deepEqual([status, body.code, body.instance], [404, 'ROUTE_NOT_FOUND', '/api/digital/v1/nothing'])
    assert.equal(headers['content-type'], 'application/problem+json')
    assert.equal(body.type, 'urn:tillgate:problem:route-not-found')
  })
})

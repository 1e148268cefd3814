// What happens to a request of digital banking before its operation runs: headers, credentials, grants, body, reference.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { paging } from '../../edge/http/body/paging.ts'
import { asOperator } from '../../edge/partners/partner-edge.fixture.ts'
import { testPartnerFamily } from '../../edge/partners/partner-suite.fixture.ts'
import { tokenProblem } from '../../tokens/token-problems.ts'
import { type DigitalOperation, digitalOperation, reply } from './digital-operation.ts'
import { openEdge } from './edge.fixture.ts'
import { DIGITAL } from './family.ts'
import { DIGITAL_OPERATIONS } from './operations.ts'
import { request } from './shapes/request.ts'
import { tokenAmount } from './shapes/token-amount.ts'

testPartnerFamily({
  family: DIGITAL,
  operations: DIGITAL_OPERATIONS,
  open: openEdge,
  read: 'GET /tokenized-deposits/01978a2e-6f00-7000-8000-00000000c0de',
  write: 'POST /tokenized-deposits',
  module: 'DIGITAL_MONEY',
  otherModule: 'DIGITAL_PARTIES',
  wholeModule: 'DIGITAL',
  reasons: tokenProblem.kinds,
})

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

test('an operation on the whole module takes the action on the part that it is asked for', async () => {
  const status = async (headers: object) => (await openSamples().call('GET /any', { headers: { ...headers } })).status
  assert.equal(await status(asOperator('DIGITAL_PARTIES.VIEW')), 200)
  assert.equal(await status(asOperator('DIGITAL.VIEW')), 200)
  assert.equal(await status(asOperator('DIGITAL_MONEY.VIEW')), 403, 'another part')
  assert.equal(await status(asOperator('DIGITAL_PARTIES.CREATE')), 403, 'another action')
  assert.equal(await status({}), 200)
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

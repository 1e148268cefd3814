// What must hold for every partner family: who may call it, what each operation refuses before it runs, and how problems
// are worded. A family calls this from its own test.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { accessProblem } from '../../administration/access/access-problems.ts'
import { ACTION_IDS } from '../../administration/access/principal/modules.ts'
import { CATALOGUE, type CatalogueCode } from '../../platform/kernel/catalogue/catalogue.ts'
import {
  PROBLEM_STATUS,
  Problem,
  type ProblemKind,
  timedOut,
  unavailable,
} from '../../platform/kernel/problems/problem.ts'
import { BODY_LIMIT_BYTES } from '../http/limits/body-limits.ts'
import {
  asClient,
  asOperator,
  CALLER,
  NO_CLIENT,
  OPERATOR,
  type PartnerEdge,
  type SentHeaders,
} from './partner-edge.fixture.ts'
import type { PartnerFamily } from './partner-family.ts'
import type { PartnerAsk, PartnerOperation } from './partner-operation.ts'

type AnyOperation = PartnerOperation<never, CatalogueCode>

export interface PartnerSuite {
  readonly family: PartnerFamily<CatalogueCode, object>
  readonly operations: readonly AnyOperation[]
  /** The family with all its operations, which only answer. */
  open(): PartnerEdge<PartnerAsk<unknown>>
  /** A GET that needs VIEW on `module`, and a POST. */
  readonly read: string
  readonly write: string
  readonly module: string
  /** Another module of the family, and the one above both. */
  readonly otherModule: string
  readonly wholeModule: string
  /** The kind of every reason that the family's concept raises. */
  readonly reasons: Readonly<Record<string, ProblemKind>>
  /** The query that an operation cannot do without. */
  queryOf?(operation: AnyOperation): string
}

export function testPartnerFamily(suite: PartnerSuite): void {
  testCallers(suite)
  testEveryOperation(suite)
  testProblems(suite)
}

type Expected = readonly [status: number, code?: string]

const OK: Expected = [200]
const MISSING: Expected = [400, 'MISSING_HEADER']
const INVALID: Expected = [400, 'VALIDATION_FAILED']
const UNAUTHENTICATED: Expected = [401, 'UNAUTHENTICATED']
const FORBIDDEN: Expected = [403, 'FORBIDDEN']

/** The answer to a request without client headers. */
const withoutClient = ({ requiresClientHeaders }: PartnerSuite['family']) =>
  requiresClientHeaders === true ? MISSING : UNAUTHENTICATED

/** One row per caller: what is sent, and the answer, lowest status first. */
function callersOf({ family, module, otherModule, wholeModule }: PartnerSuite): [string, SentHeaders, Expected][] {
  const partner = (partnerId: string | undefined): SentHeaders => ({ [family.partnerHeader.toLowerCase()]: partnerId })
  const client = (clientId: string, partnerId = 'PARTNER01') => ({ ...asClient(clientId), ...partner(partnerId) })
  const user = (partnerId = 'PARTNER01', scope = '') => ({
    ...asOperator(`${module}.VIEW${scope}`),
    ...partner(partnerId),
  })
  const absent = withoutClient(family)
  return [
    ['a client of the partner', {}, OK],
    ['no partner', partner(undefined), MISSING],
    ['an empty partner', partner(''), MISSING],
    ['nothing at all', { ...NO_CLIENT, ...partner(undefined) }, MISSING],
    ['a bearer without a partner', { ...user(), ...partner(undefined) }, MISSING],
    ['a wrong secret without a partner', { 'x-client-secret': 'wrong', ...partner(undefined) }, MISSING],
    ['a correlation id that is no UUID', { 'x-correlation-id': 'x' }, INVALID],
    ['both kinds of credentials', { ...user(), ...asClient(CALLER) }, INVALID],
    ['a bearer and a client id', { ...user(), 'x-client-id': CALLER }, INVALID],
    ['a bearer and an empty secret', { ...user(), 'x-client-secret': '' }, INVALID],
    ['no credentials', NO_CLIENT, absent],
    ['no client id', { 'x-client-id': undefined }, absent],
    ['no secret', { 'x-client-secret': undefined }, absent],
    ['an empty secret', { 'x-client-secret': '' }, absent],
    ['no credentials of a partner without a client-id policy', { ...NO_CLIENT, ...partner('BARE') }, absent],
    ['a wrong secret', { 'x-client-secret': 'wrong' }, UNAUTHENTICATED],
    ['an unknown client', client('nobody'), UNAUTHENTICATED],
    ['an expired client', client('expired'), UNAUTHENTICATED],
    ['a disabled client', client('disabled'), UNAUTHENTICATED],
    ['an unknown client of an unknown partner', client('nobody', 'NOBODY'), UNAUTHENTICATED],
    ["another partner's client", partner('OTHER'), FORBIDDEN],
    ['an unknown partner', partner('NOBODY'), FORBIDDEN],
    ['an inactive partner', client('inactive', 'INACTIVE'), FORBIDDEN],
    ['a partner without the family', client('atms', 'ATMS'), FORBIDDEN],
    ['a client without the family', client('atm'), FORBIDDEN],
    ['a user whose role grants it', user(), OK],
    ['a user whose role grants it on the whole family', asOperator(`${wholeModule}.VIEW`), OK],
    ['a bearer that is no token', { ...NO_CLIENT, authorization: 'Bearer nonsense' }, UNAUTHENTICATED],
    ['another scheme', { ...NO_CLIENT, authorization: 'Basic eDp5' }, UNAUTHENTICATED],
    ['an empty authorization', { ...NO_CLIENT, authorization: '' }, UNAUTHENTICATED],
    ['a user with another action', asOperator(`${module}.CREATE`), FORBIDDEN],
    ['a user with another module', asOperator(`${otherModule}.VIEW`), FORBIDDEN],
    ['a user for an unknown partner', user('NOBODY'), FORBIDDEN],
    ['a user for an inactive partner', user('INACTIVE'), FORBIDDEN],
    ['a user for a partner without the family', user('ATMS'), FORBIDDEN],
    ['a user of an institution for its own partner', user('OF-FI001', '.FI001'), OK],
    ['a user of an institution for a shared partner', user('PARTNER01', '.FI001'), FORBIDDEN],
    ['a user of a sub-tenant', user('OF-FI001', '.FI001.SUB1'), FORBIDDEN],
    ['a user of another institution', user('OF-FI001', '.FI002'), FORBIDDEN],
    ['a user for a partner of none', user('OF-NONE', '.FI001'), FORBIDDEN],
  ]
}

function testCallers(suite: PartnerSuite): void {
  const { family, read, write, module, open } = suite
  const partnerHeader = family.partnerHeader.toLowerCase()
  const view = asOperator(`${module}.VIEW`)

  describe(`callers of ${family.name}`, () => {
    for (const [title, headers, expected] of callersOf(suite)) {
      test(`${title}: ${expected[0]}`, async () => {
        const edge = open()
        const answer = await edge.call(read, { headers })
        assert.deepEqual([answer.status, answer.body.code], [expected[0], expected[1]], answer.text)
        assert.equal(edge.asked.length, expected === OK ? 1 : 0)
      })
    }

    test('every missing header is named', async () => {
      const { body } = await open().call(read, { headers: { ...NO_CLIENT, [partnerHeader]: undefined } })
      const named = body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])
      const required = family.requiresClientHeaders === true ? ['X-Client-Id', 'X-Client-Secret'] : []
      assert.deepEqual(
        named,
        [...required, family.partnerHeader].map((name) => [`/${name}`, 'MISSING_HEADER']),
      )
    })

    test('credentials are refused before a body is read', async () => {
      const { status, body } = await open().call(write, { body: '{"', headers: { 'x-client-secret': 'wrong' } })
      assert.deepEqual([status, body.code], UNAUTHENTICATED)
    })

    test('a partner over its rate limit waits, as client and as operator', async () => {
      const edge = open()
      const limited = { ...asClient('limited'), [partnerHeader]: 'LIMITED' }
      assert.equal((await edge.call(read, { headers: limited })).status, 200)
      for (const headers of [limited, { ...view, [partnerHeader]: 'LIMITED' }]) {
        const refused = await edge.call(read, { headers })
        assert.deepEqual([refused.status, refused.body.code, refused.body.retryable], [429, 'RATE_LIMITED', true])
        assert.equal(refused.headers['retry-after'], '1')
      }
    })

    test('the author is the client or the user, and the log line names partner and user', async () => {
      const edge = open()
      const headers = { 'x-correlation-id': '3f2b8c1e-5d0a-4f7e-9b6c-2a1d8e4f7c30' }
      const answer = await edge.call(read, { headers })
      assert.equal(answer.headers['x-correlation-id'], headers['x-correlation-id'])
      await edge.call(read, { headers: view })
      const [byClient, byUser] = edge.asked.map(({ actor: { ip: _, correlationId: __, ...who } }) => who)
      assert.deepEqual(byClient, { clientId: CALLER })
      assert.deepEqual(byUser, { ...OPERATOR, scope: {} })
      const lines = edge.log.map((line) => [line.family, line.partnerId, line.userId, typeof line.operation])
      assert.deepEqual(lines, [
        [family.name, 'PARTNER01', undefined, 'string'],
        [family.name, 'PARTNER01', OPERATOR.userId, 'string'],
      ])
    })
  })
}

const ANY_ID = '01978a2e-6f00-7000-8000-00000000c0de'

function testEveryOperation({ family, operations, open, queryOf }: PartnerSuite): void {
  describe(`every operation of ${family.name}`, () => {
    for (const operation of operations) {
      const { route, access, requestExamples } = operation
      const asked = route.replaceAll(/:\w+/g, ANY_ID) + (queryOf?.(operation) ?? '')
      const sent = operation.body === undefined ? {} : { body: requestExamples?.[0]?.value ?? {} }

      test(`${route} is for clients, and for users who have ${access.action} on ${access.module}`, async () => {
        const edge = open()
        const statusFor = async (headers: SentHeaders) => (await edge.call(asked, { ...sent, headers })).status
        assert.equal(await statusFor(NO_CLIENT), withoutClient(family)[0])
        assert.equal(await statusFor({ ...NO_CLIENT, authorization: 'Bearer expired' }), 401)
        for (const action of ACTION_IDS) {
          const expected = action === access.action ? 200 : 403
          assert.equal(await statusFor(asOperator(`${access.module}.${action}`)), expected, action)
        }
        assert.equal(await statusFor({}), 200)
      })

      test(`${route} refuses other methods, other types and bodies that are too large`, async () => {
        const edge = open()
        const [, path] = asked.split(' ')
        const other = await edge.call(`DELETE ${path}`)
        assert.deepEqual([other.status, other.body.code], [405, 'METHOD_NOT_ALLOWED'])
        assert.ok(String(other.headers.allow).includes(operation.method))
        if (operation.method === 'GET') return
        const typed = await edge.call(asked, { body: '<a/>', headers: { 'content-type': 'text/xml' } })
        assert.deepEqual([typed.status, typed.body.code], [415, 'UNSUPPORTED_MEDIA_TYPE'])
        const large = await edge.call(asked, { body: JSON.stringify('x'.repeat(BODY_LIMIT_BYTES)) })
        assert.deepEqual([large.status, large.body.code], [413, 'PAYLOAD_TOO_LARGE'])
        const torn = await edge.call(asked, { body: '{"a":' })
        assert.deepEqual([torn.status, torn.body.code], [400, 'INVALID_JSON'])
        assert.equal(edge.asked.length, 0)
      })
    }

    test('an unknown path is a 404 in the same words', async () => {
      const { status, headers, body } = await open().call('GET /nothing')
      assert.deepEqual([status, body.code, body.instance], [404, 'ROUTE_NOT_FOUND', `${family.basePath}/nothing`])
      assert.equal(headers['content-type'], 'application/problem+json')
      assert.equal(body.type, 'urn:tillgate:problem:route-not-found')
    })
  })
}

const FAULTS: [title: string, codes: (string | undefined)[], code: string][] = [
  ['one kind of fault', ['INVALID_AMOUNT'], 'INVALID_AMOUNT'],
  ['the same fault twice', ['INVALID_PAGE', 'INVALID_PAGE'], 'INVALID_PAGE'],
  ['several kinds', ['INVALID_AMOUNT', undefined], 'VALIDATION_FAILED'],
  ['a kind that has no code', ['NOTHING'], 'VALIDATION_FAILED'],
  ['a kind that is no 400', ['FORBIDDEN'], 'VALIDATION_FAILED'],
]

function testProblems({ family, reasons }: PartnerSuite): void {
  const { meets, renderProblem, codes } = family.problems
  const about = {
    correlationId: '3f2b8c1e-5d0a-4f7e-9b6c-2a1d8e4f7c30',
    timestamp: '2026-01-15T10:00:00.000Z',
    path: `${family.basePath}/any`,
  }

  describe(`problems of ${family.name}`, () => {
    test('every kind and reason has a code of its own status', () => {
      const raised: typeof reasons = {
        'access.not-signed-in': accessProblem.kinds['access.not-signed-in'],
        ...reasons,
      }
      const kinds = Object.keys(PROBLEM_STATUS).map((kind) => [kind, kind])
      const kindOf: typeof reasons = { ...Object.fromEntries(kinds), ...raised }
      assert.deepEqual(Object.keys(codes).toSorted(), Object.keys(kindOf).toSorted())
      for (const [row, code] of Object.entries<CatalogueCode | undefined>(codes)) {
        if (code === undefined) continue
        const kind = kindOf[row] as ProblemKind
        assert.equal(CATALOGUE[code].httpStatus, PROBLEM_STATUS[kind], row)
        const problem = new Problem(kind, 'no', {}, row in raised ? row : undefined)
        assert.deepEqual([meets(problem), renderProblem(problem, about).responseCode], [true, code.slice(2)])
      }
    })

    for (const [title, faults, expected] of FAULTS) {
      test(`the code of ${title} is ${expected}`, () => {
        const details = faults.map((code, at) => ({ path: `f${at}`, message: 'is odd', ...(code && { code }) }))
        assert.equal(renderProblem(new Problem('invalid', 'no', { details }), about).responseCode, expected)
      })
    }

    test('a 401 names both kinds of credentials', () => {
      const { headers } = renderProblem(new Problem('unauthenticated', 'no'), about)
      assert.deepEqual(headers, { 'www-authenticate': 'ClientSecret, Bearer' })
    })

    test('a fault says nothing of its cause, and whether to retry', () => {
      const internals = 'connect ECONNREFUSED 10.0.0.1'
      for (const [problem, status, code, retryable] of [
        [unavailable(internals), 503, 'CORE_UNAVAILABLE', true],
        [timedOut(internals), 504, 'GATEWAY_TIMEOUT', true],
        [new Problem('internal', internals), 500, 'INTERNAL_ERROR', false],
        [new Problem('conflict', internals), 500, 'INTERNAL_ERROR', false],
      ] as const) {
        const { status: sent, body } = renderProblem(problem, about)
        const parsed = JSON.parse(body)
        assert.deepEqual([sent, parsed.code, parsed.retryable], [status, code, retryable])
        assert.ok(!body.includes('ECONNREFUSED'))
      }
    })
  })
}

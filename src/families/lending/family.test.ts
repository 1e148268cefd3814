// What happens to a request of lending before its operation runs: headers, credentials, grants, keys.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ACTION_IDS } from '../../access/principal/modules.ts'
import { BODY_LIMIT_BYTES } from '../../http/limits/body-limits.ts'
import { type Edge, openEdge } from './edge.fixture.ts'
import type { LendingOperation } from './lending-operation.ts'
import { LENDING_OPERATIONS } from './operations.ts'

const NONE = { 'x-client-id': undefined, 'x-client-secret': undefined }
const bearer = (grant: string) => ({ ...NONE, authorization: `Bearer ${grant}` })
const client = (id: string, partner: string) => ({
  'x-client-id': id,
  'x-client-secret': `${id}-secret`,
  'x-partner': partner,
})
const VIEW = 'grants.LOAN_SERVICING.VIEW'

// One row per caller: what is sent, and the answer to GET /loans, lowest status first.
const CALLERS: [title: string, headers: Record<string, string | undefined>, status: number, code?: string][] = [
  ['a client of the partner', {}, 200],
  ['no partner', { 'x-partner': undefined }, 400, 'MISSING_HEADER'],
  ['an empty partner', { 'x-partner': '' }, 400, 'MISSING_HEADER'],
  ['nothing at all', { ...NONE, 'x-partner': undefined }, 400, 'MISSING_HEADER'],
  ['a correlation id that is no UUID', { 'x-correlation-id': 'x' }, 400, 'VALIDATION_FAILED'],
  ['both kinds of credentials', { authorization: `Bearer ${VIEW}` }, 400, 'VALIDATION_FAILED'],
  ['a bearer and a client id', { ...bearer(VIEW), 'x-client-id': 'lender' }, 400, 'VALIDATION_FAILED'],
  ['a bearer and an empty secret', { ...bearer(VIEW), 'x-client-secret': '' }, 400, 'VALIDATION_FAILED'],
  ['no credentials', NONE, 401, 'UNAUTHENTICATED'],
  ['a partner without a client-id policy', { ...NONE, 'x-partner': 'BARE' }, 401, 'UNAUTHENTICATED'],
  ['no secret', { 'x-client-secret': undefined }, 401, 'UNAUTHENTICATED'],
  ['a wrong secret', { 'x-client-secret': 'wrong' }, 401, 'UNAUTHENTICATED'],
  ['an unknown client', client('nobody', 'PARTNER01'), 401, 'UNAUTHENTICATED'],
  ['an expired client', client('expired', 'PARTNER01'), 401, 'UNAUTHENTICATED'],
  ['a disabled client', client('disabled', 'PARTNER01'), 401, 'UNAUTHENTICATED'],
  ['an unknown client of an unknown partner', client('nobody', 'NOBODY'), 401, 'UNAUTHENTICATED'],
  ["another partner's client", { 'x-partner': 'OTHER' }, 403, 'FORBIDDEN'],
  ['an unknown partner', { 'x-partner': 'NOBODY' }, 403, 'FORBIDDEN'],
  ['an inactive partner', client('inactive', 'INACTIVE'), 403, 'FORBIDDEN'],
  ['a partner without lending', client('atms', 'ATMS'), 403, 'FORBIDDEN'],
  ['a client without lending', client('atm', 'PARTNER01'), 403, 'FORBIDDEN'],
  ['a user whose role grants it', bearer(VIEW), 200],
  ['a user whose role grants it on all of lending', bearer('grants.LENDING.VIEW'), 200],
  ['a bearer that is no token', bearer('nonsense'), 401, 'UNAUTHENTICATED'],
  ['another scheme', { ...NONE, authorization: 'Basic eDp5' }, 401, 'UNAUTHENTICATED'],
  ['an empty authorization', { ...NONE, authorization: '' }, 401, 'UNAUTHENTICATED'],
  ['a user with another action', bearer('grants.LOAN_SERVICING.CREATE'), 403, 'FORBIDDEN'],
  ['a user with another module', bearer('grants.LOAN_ORIGINATION.VIEW'), 403, 'FORBIDDEN'],
  ['a user for an unknown partner', { ...bearer(VIEW), 'x-partner': 'NOBODY' }, 403, 'FORBIDDEN'],
  ['a user for a partner without lending', { ...bearer(VIEW), 'x-partner': 'ATMS' }, 403, 'FORBIDDEN'],
  ['a user of an institution for its own partner', { ...bearer(`${VIEW}.FI001`), 'x-partner': 'OF-FI001' }, 200],
  ['a user of an institution for a shared partner', bearer(`${VIEW}.FI001`), 403, 'FORBIDDEN'],
  ['a user of a sub-tenant', { ...bearer(`${VIEW}.FI001.SUB1`), 'x-partner': 'OF-FI001' }, 403, 'FORBIDDEN'],
  ['a user of another institution', { ...bearer(`${VIEW}.FI002`), 'x-partner': 'OF-FI001' }, 403, 'FORBIDDEN'],
  ['a user for a partner of none', { ...bearer(`${VIEW}.FI001`), 'x-partner': 'OF-NONE' }, 403, 'FORBIDDEN'],
]

describe('callers of lending', () => {
  for (const [title, headers, status, code] of CALLERS) {
    test(`${title}: ${status}`, async () => {
      const edge = openEdge()
      const answer = await edge.call('GET /loans', { headers })
      assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
      assert.equal(edge.asked.length, status === 200 ? 1 : 0)
    })
  }

  test('credentials are refused before a body is read', async () => {
    const { status, body } = await openEdge().call('POST /loans', { body: '{"', headers: NONE })
    assert.deepEqual([status, body.code], [401, 'UNAUTHENTICATED'])
  })

  test('a partner over its rate limit waits, as client and as operator', async () => {
    const edge = openEdge()
    const limited = { ...client('limited', 'LIMITED') }
    assert.equal((await edge.call('GET /loans', { headers: limited })).status, 200)
    for (const headers of [limited, { ...bearer(VIEW), 'x-partner': 'LIMITED' }]) {
      const refused = await edge.call('GET /loans', { headers })
      assert.deepEqual([refused.status, refused.body.code, refused.body.retryable], [429, 'RATE_LIMITED', true])
      assert.equal(refused.headers['retry-after'], '1')
    }
  })

  test('the author is the client or the user, and the log line names partner and user', async () => {
    const edge = openEdge()
    const headers = { 'x-correlation-id': '3f2b8c1e-5d0a-4f7e-9b6c-2a1d8e4f7c30' }
    const answer = await edge.call('GET /loans', { headers })
    assert.equal(answer.headers['x-correlation-id'], headers['x-correlation-id'])
    await edge.call('GET /loans', { headers: bearer(VIEW) })
    const [byClient, byUser] = edge.asked.map(({ actor: { ip: _, correlationId: __, ...who } }) => who)
    assert.deepEqual(byClient, { clientId: 'lender' })
    assert.deepEqual(byUser, { userId: 'user-1', email: 'ada@sandbox.example', scope: {} })
    const lines = edge.log.map(({ family, operation, partnerId, userId }) => [family, operation, partnerId, userId])
    assert.deepEqual(lines, [
      ['lending', 'ListLoans', 'PARTNER01', undefined],
      ['lending', 'ListLoans', 'PARTNER01', 'user-1'],
    ])
  })
})

const valid = ({ requestExamples, body }: LendingOperation) =>
  body === undefined ? {} : { body: requestExamples?.[0]?.value ?? {} }
const routeOf = ({ route, query }: LendingOperation) =>
  route.replaceAll(/:\w+/g, '01978a2e-6f00-7000-8000-00000000c0de') +
  (route === 'GET /rates' || query === undefined ? '?productCode=PERSONAL' : '')

describe('every operation of lending', () => {
  for (const operation of LENDING_OPERATIONS) {
    const { route, access } = operation
    const ask = (edge: Edge, headers: Record<string, string | undefined>) =>
      edge.call(routeOf(operation), { ...valid(operation), headers })

    test(`${route} is for clients, and for users who have ${access.action} on ${access.module}`, async () => {
      const edge = openEdge()
      assert.equal((await ask(edge, NONE)).status, 401)
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
    assert.deepEqual([status, body.code, body.instance], [404, 'ROUTE_NOT_FOUND', '/v1/lending/nothing'])
    assert.equal(headers['content-type'], 'application/problem+json')
    assert.equal(body.type, 'urn:tillgate:problem:route-not-found')
  })
})

describe('idempotency keys', () => {
  const loan = valid(LENDING_OPERATIONS.find(({ id }) => id === 'CreateLoan') as LendingOperation).body as object
  const keyed = (key: string) => ({ 'idempotency-key': key })

  test('the content of a key is the path and the known fields, in any order', async () => {
    const edge = openEdge()
    const contentOf = async (route: string, body: object, key = 'k') => {
      const answer = await edge.call(route, { body, headers: keyed(key) })
      assert.equal(answer.status, 200, answer.text)
      return edge.asked.at(-1)?.key?.content.toString('hex')
    }
    const first = await contentOf('POST /loans', loan)
    const reversed = Object.fromEntries(Object.entries(loan).reverse())
    assert.equal(await contentOf('POST /loans', { ...reversed, unknown: 1 }), first)
    assert.notEqual(await contentOf('POST /loans', { ...loan, principal: 1201 }), first)
    const applicant = { firstName: 'Ada', lastName: 'Example', age: 30 }
    assert.notEqual(await contentOf('POST /loans', { ...loan, applicant }), first, 'fields that are kept count')
    const close = { reason: 'CANCELLED' }
    assert.notEqual(await contentOf('POST /loans/a/close', close), await contentOf('POST /loans/b/close', close))
    assert.deepEqual(edge.asked.at(-1)?.key?.partnerId, 'PARTNER01')
  })

  test('a read and a preview have no key', async () => {
    const edge = openEdge()
    await edge.call('GET /loans', { headers: keyed('k') })
    const body = { effectiveDate: '2026-02-01', type: 'REAMORTISE', preview: true }
    await edge.call('POST /loans/a/restructure', { body, headers: keyed('k') })
    assert.deepEqual(
      edge.asked.map(({ key }) => key),
      [undefined, undefined],
    )
  })

  for (const [title, key] of [
    ['blanks', 'a b'],
    ['more than 255 characters', 'k'.repeat(256)],
    ['nothing', ''],
  ] as const) {
    test(`a key of ${title} is refused by name`, async () => {
      const { status, body } = await openEdge().call('POST /loans', { body: loan, headers: keyed(key) })
      assert.deepEqual([status, body.errors?.[0]?.pointer], [400, '/Idempotency-Key'])
    })
  }
})

// Admission checks, in the contract's order: correlation id, content type, client, partnerId, partner, body. And the
// headers of every response.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Answer,
  BASE_PATH,
  balancesOf,
  EXPIRED,
  headersFor,
  IVR,
  post,
  send,
} from '../support/accounts/account-services.ts'
import { inquiry, withdrawal } from '../support/accounts/sandbox-requests.ts'
import { withGatewayOn } from '../support/gateways/running-gateway.ts'

const V7 = '01890a5d-ac96-774b-bcce-b302099a8057'
const DEBITS = '/transactions/debits'

type Headers = Record<string, string | undefined>

// One row per rule: what differs from a valid request, the status, and the header that a 400 names.
const ROWS: [title: string, headers: Headers, body: unknown, status: number, named?: string][] = [
  ['no correlation id', { 'x-correlation-id': undefined }, undefined, 400, 'x-correlation-id'],
  ['an empty correlation id', { 'x-correlation-id': '' }, undefined, 400, 'x-correlation-id'],
  ['a correlation id that is not a UUID', { 'x-correlation-id': 'abc' }, undefined, 400, 'x-correlation-id'],
  ['a correlation id of another version', { 'x-correlation-id': V7 }, undefined, 400, 'x-correlation-id'],
  ['a correlation id with a tail', { 'x-correlation-id': `${V7}0` }, undefined, 400, 'x-correlation-id'],
  ['a wrong content type', { 'content-type': 'text/plain' }, undefined, 415],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, undefined, 415],
  ['another charset', { 'content-type': 'application/json; charset=latin1' }, undefined, 415],
  ['a compressed body', { 'content-encoding': 'gzip' }, undefined, 415],
  ['no client id', { client_id: undefined }, undefined, 401],
  ['no client secret', { client_secret: undefined }, undefined, 401],
  ['neither of them', { client_id: undefined, client_secret: undefined }, undefined, 401],
  ['an unknown client', { client_id: 'nobody' }, undefined, 401],
  ['a wrong secret', { client_secret: 'sandbox-atm-secreT' }, undefined, 401],
  ["another client's secret", { client_secret: IVR.clientSecret }, undefined, 401],
  ['an expired client', { client_id: EXPIRED.clientId, client_secret: EXPIRED.clientSecret }, undefined, 401],
  ['an expired client with a wrong secret', { client_id: EXPIRED.clientId, client_secret: 'x' }, undefined, 401],
  ['no partner id', { partnerId: undefined }, undefined, 400, 'partnerId'],
  ['an unknown partner', { partnerId: 'PARTNER99' }, undefined, 403],
  ["a partner that is not the client's", { partnerId: 'PARTNER02' }, undefined, 403],
  ['an unknown institution', {}, withdrawal('1000000001', 20, { institutionId: 'FI999' }), 403],
  ['a body that lacks everything', {}, {}, 400],
  // The order, by requests with two faults each.
  ['400 of the correlation id before 415', { 'x-correlation-id': 'x', 'content-type': 'text/plain' }, undefined, 400],
  ['415 before 401', { 'content-type': 'text/plain', client_id: 'nobody' }, undefined, 415],
  ['401 before 400 of the partner id', { client_secret: 'wrong', partnerId: undefined }, undefined, 401],
  ['401 before 403', { client_secret: 'wrong', partnerId: 'PARTNER99' }, undefined, 401],
  ['403 of the partner before 400 of the body', { partnerId: 'PARTNER99' }, {}, 403],
  ['403 of the partner before malformed JSON', { partnerId: 'PARTNER99' }, '{', 403],
  ['401 before malformed JSON', { client_secret: 'wrong' }, '{', 401],
  ['403 of the institution before 400 of the body', {}, { institution: { id: 'FI999' } }, 403],
]

withGatewayOn('postgres', 'admission', (running) => {
  for (const [title, changes, body, status, named] of ROWS) {
    test(`${title}: ${status}`, async () => {
      const funds = await balancesOf(running.current, '1000000001')
      const answer = await post(running.current, DEBITS, body ?? withdrawal('1000000001', 20), merged(changes))
      assert.equal(answer.status, status, answer.text)
      if (named !== undefined) {
        assert.deepEqual(
          answer.body.error?.details.map(({ path }) => path),
          [named],
        )
      }
      if (status === 401) assert.equal(answer.body.error?.reason, 'HTTP:UNAUTHORIZED')
      if (status === 403) assert.equal(answer.code, '950')
      assertCarriesHeaders(answer)
      assert.deepEqual(await balancesOf(running.current, '1000000001'), funds)
    })
  }

  test('all causes of a 401 get the same answer', async () => {
    const causes = ROWS.filter(([, , , status]) => status === 401)
    const texts = await Promise.all(
      causes.map(async ([, changes]) => (await post(running.current, DEBITS, {}, merged(changes))).body.error),
    )
    assert.ok(texts.length > 5)
    for (const text of texts) assert.deepEqual(text, texts[0])
  })

  test('an unknown institution gets the same answer as one the partner is not linked to', async () => {
    const ask = (institutionId: string) =>
      post(running.current, '/accounts/balance', inquiry('1000000001', { institutionId }), headersFor(IVR))
    const [unknown, unlinked] = [await ask('FI999'), await ask('FI002')]
    assert.equal(unknown.status, 403)
    assert.deepEqual(unknown.body.error, unlinked.body.error)
  })

  test('header names are case-insensitive, and the content type may name UTF-8', async () => {
    const { 'content-type': _, ...headers } = headersFor()
    const shouted = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
    const answer = await post(running.current, '/accounts/balance', inquiry('1000000001'), {
      ...shouted,
      'Content-Type': 'Application/JSON; charset=UTF-8',
    })
    assert.equal(answer.code, '000', answer.text)
    assert.equal(answer.headers.get('x-correlation-id'), headers['x-correlation-id'])
  })

  test('health needs no header at all', async () => {
    const answer = await send(running.current, '/api/health', {})
    assert.equal(answer.status, 200)
    assertCarriesHeaders(answer)
  })

  // One row per path, answered by different parts of the gateway.
  const PATHS = [
    '/api/health',
    '/nowhere',
    `${BASE_PATH}/nowhere`,
    BASE_PATH + DEBITS,
    '/docs',
    '/openapi/accounts.json',
  ]
  for (const path of PATHS) {
    test(`${path} carries the headers of every response`, async () => {
      assertCarriesHeaders(await send(running.current, path, {}))
    })
  }
})

/** The valid headers with some changed; undefined removes one. */
function merged(changes: Headers): Record<string, string> {
  const entries = Object.entries({ ...headersFor(), ...changes })
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

function assertCarriesHeaders({ headers }: Answer): void {
  assert.match(headers.get('x-correlation-id') ?? '', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  assert.match(headers.get('strict-transport-security') ?? '', /max-age=\d+/)
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('x-frame-options'), 'DENY')
  assert.ok(headers.get('content-security-policy'))
  assert.equal(headers.get('referrer-policy'), 'strict-origin-when-cross-origin')
}

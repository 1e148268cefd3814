// Every code of the contract of digital banking over HTTP, with its status and ISO 20022 reason; and which of several faults
// decides. INTERNAL_ERROR, LEDGER_UNAVAILABLE and GATEWAY_TIMEOUT need a broken server: families/digital/problems.test.ts.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { isOutcome } from '../../src/edge/partners/partner-problems.ts'
import { digitalProblems } from '../../src/families/digital/problems.ts'
import { assertProblem } from '../support/digital/assert-problem.ts'
import {
  DigitalPartner,
  type Holder,
  newRef,
  requestOf,
  SECOND_PARTNER,
  USD,
} from '../support/digital/digital-partner.ts'
import { DigitalProperties } from '../support/digital/digital-properties.ts'
import {
  action,
  deposit,
  newAccount,
  newUser,
  resolve,
  status,
  transfer,
  twoPhase,
} from '../support/digital/digital-requests.ts'
import { withGatewayOn } from '../support/gateways/running-gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'
import { NOBODY, PROBLEM_ROWS, type Stage } from './digital-problem-rows.ts'
import { setStage } from './digital-stage.ts'

const DEMO = {
  'x-client-id': 'sandbox-digital-demo',
  'x-client-secret': 'sandbox-digital-demo-secret',
  partnerid: 'PARTNER03',
}
const SERVER_CODES = ['INTERNAL_ERROR', 'LEDGER_UNAVAILABLE', 'CORE_UNAVAILABLE', 'GATEWAY_TIMEOUT']
/** Needs an operator: test/switches/stops.test.ts. */
const OPERATORS_CODES = ['STOPPED']

withGatewayOn('postgres', 'problems of digital banking', (running) => {
  const url = () => running.current.url
  const one = new DigitalPartner(url)
  const two = new DigitalPartner(url, SECOND_PARTNER)
  const demo = new DigitalPartner(url, DEMO)
  const properties = new DigitalProperties(url)

  let stage: Stage
  before(async () => {
    stage = await setStage({ one, two, properties, sandbox: running.current })
  })

  const partners = { one, two, demo }

  for (const [expected, path, body, by = 'one'] of PROBLEM_ROWS) {
    const title = typeof path === 'string' ? path : path.toString().replace(/^\(s\) => /, '')
    test(`${expected}: ${title}`, async () => {
      const asked = typeof path === 'string' ? path : path(stage)
      const sent = body === undefined ? undefined : requestOf(asked, body(stage))
      const correlationId = randomUUID()
      const refused = await partners[by].call(asked, sent, { 'x-correlation-id': correlationId })
      assertProblem(refused, expected, asked, correlationId)
      if (sent === undefined) return
      const { transaction } = sent as { transaction: object }
      assert.deepEqual(refused.body.transaction, transaction)
      // A refused request leaves its reference free, also for other content.
      const again = await partners[by].call(asked, { ...sent, channelInfo: { type: 'BRANCH' } })
      assert.equal(again.body.code, refused.body.code)
    })
  }

  test('the rows and the tests below reach every code of the contract', () => {
    const reached = new Set([
      ...PROBLEM_ROWS.map(([expected]) => expected.split(' ')[1]),
      ...ELSEWHERE,
      ...SERVER_CODES,
      ...OPERATORS_CODES,
    ])
    const all = new Set(Object.values(digitalProblems.codes).filter((code) => code !== undefined))
    const missing = [...all].map((code) => code.slice(2)).filter((code) => !reached.has(code))
    assert.deepEqual(missing, [])
    assert.deepEqual(
      digitalProblems.catalogue
        .filter(isOutcome)
        .map((code) => code.slice(2))
        .filter((code) => reached.has(code)),
      [],
    )
  })

  const ELSEWHERE = [
    ...[
      'INVALID_JSON',
      'MISSING_HEADER',
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'PAYLOAD_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ...['REFERENCE_REUSED', 'DEFAULT_ACCOUNT_EXISTS', 'RATE_LIMITED'],
  ]

  describe('what rows cannot say', () => {
    test('headers, credentials, forms and sizes', async () => {
      const text = JSON.stringify(requestOf('POST /users', newUser(stage.payer.institutionId)))
      const without = (name: string) => {
        const headers: Record<string, string> = {
          'x-client-id': 'sandbox-digital',
          'x-client-secret': 'sandbox-digital-secret',
          partnerid: 'PARTNER01',
        }
        delete headers[name]
        return headers
      }
      for (const name of ['partnerid', 'x-client-id', 'x-client-secret']) {
        const refused = await one.send('POST /users', text, {}, without(name))
        assertProblem(refused, '400 MISSING_HEADER', '/users')
        assert.equal(refused.body.errors.length, 1)
      }
      assertProblem(await one.send('POST /users', '{'), '400 INVALID_JSON', '/users')
      const wrong = await one.send('POST /users', text, { 'x-client-secret': 'guess' })
      assertProblem(wrong, '401 UNAUTHENTICATED', '/users')
      assertProblem(await one.send('POST /users', text, { partnerid: 'PARTNER02' }), '403 FORBIDDEN', '/users')
      assertProblem(
        await one.send('POST /users', text, {
          'x-client-id': 'sandbox-lending',
          'x-client-secret': 'sandbox-lending-secret',
        }),
        '403 FORBIDDEN',
        '/users',
      )
      const large = JSON.stringify({ padding: 'x'.repeat(300_000) })
      assertProblem(await one.send('POST /users', large), '413 PAYLOAD_TOO_LARGE', '/users')
      assertProblem(
        await one.send('POST /users', text, { 'content-type': 'text/plain' }),
        '415 UNSUPPORTED_MEDIA_TYPE',
        '/users',
      )
      const method = await one.call('DELETE /users')
      assert.match(method.headers.get('allow') ?? '', /POST/)
      const malformed = await one.call('GET /users/x', undefined, { 'x-correlation-id': 'mine' })
      assert.deepEqual([malformed.status, malformed.body.code], [400, 'VALIDATION_FAILED'])
    })

    test('a reference is one request of one partner and type', async () => {
      const ref = newRef()
      const sent = { transaction: { ref, type: 'TOKENIZED_DEPOSIT' }, ...deposit(stage.payer) }
      const made = await one.call('POST /tokenized-deposits', sent)
      const again = await one.call('POST /tokenized-deposits', { ...sent, unknown: 'field' })
      assert.deepEqual([made.replayed, again.status, again.replayed, again.body], [false, 200, true, made.body])
      // Before ids and rules.
      for (const other of [
        deposit(stage.payer, 2),
        deposit(stage.closed),
        deposit({ ...stage.payer, accountId: NOBODY }),
      ]) {
        const reused = await one.call('POST /tokenized-deposits', { ...sent, ...other })
        assertProblem(reused, '409 REFERENCE_REUSED DU05', '/tokenized-deposits')
      }
      // Another type, and another partner, are another scope.
      const redeemed = await one.call('POST /token-redemptions', {
        transaction: { ref, type: 'TOKEN_REDEMPTION' },
        ...deposit(stage.payer),
      })
      assert.deepEqual([redeemed.status, redeemed.replayed], [200, false])
      const others = await two.call('POST /tokenized-deposits', { ...sent, ...deposit(stage.payee) })
      assert.deepEqual([others.status, others.replayed], [200, false])
      // The path is part of a status request's content.
      const change = { transaction: { ref, type: 'USER_ONBOARDING_STATUS' }, ...status('SUSPENDED') }
      assert.equal((await one.ok(`POST /users/${stage.neighbour.userId}/status`, change)).version, 2)
      const repeated = await one.call(`POST /users/${stage.neighbour.userId}/status`, change)
      assert.deepEqual([repeated.status, repeated.replayed, repeated.body.version], [200, true, 2])
      const elsewhere = await one.call(`POST /users/${stage.frozen.userId}/status`, change)
      assertProblem(elsewhere, '409 REFERENCE_REUSED DU05', `/users/${stage.frozen.userId}/status`)
      await one.ok(`POST /users/${stage.neighbour.userId}/status`, status('ACTIVE'))
      // A resolution's reference is checked before the right to decide.
      const abort = { transaction: { ref, type: 'INTERBANK_TRANSFER_RESOLUTION' }, ...action('ABORT') }
      const { id } = await one.ok('POST /interbank-transfers', transfer(stage.payer, stage.payee, 1, twoPhase()))
      assert.equal((await two.ok(resolve(id), abort)).state, 'ABORTED')
      const repeat = await two.call(resolve(id), abort)
      assert.deepEqual([repeat.status, repeat.replayed, repeat.body.state], [200, true, 'ABORTED'])
      const commit = await two.call(resolve(id), { ...abort, ...action('COMMIT') })
      assertProblem(commit, '409 REFERENCE_REUSED DU05', resolve(id).slice(5))
    })

    test('one default account per partner and currency, until it is closed', async () => {
      const first = await one.holder({ account: { currency: 'EUR', default: true } })
      assert.equal(
        await one.refused('POST /digital-asset-accounts', newAccount(stage.payer, { currency: 'EUR', default: true })),
        '409 DEFAULT_ACCOUNT_EXISTS',
      )
      await one.ok(`POST /digital-asset-accounts/${first.accountId}/status`, status('CLOSED'))
      const second = await one.ok('POST /digital-asset-accounts', {
        ...newAccount(stage.payer, { currency: 'EUR', default: true }),
        linkedAccount: { id: 'L-EUR' },
      })
      assert.equal(second.account.default, true)
    })

    test('an ambiguous redemption names its candidates', async () => {
      const { body } = await one.call('POST /token-redemptions', { tokenAmount: USD(1) })
      const ids = body.candidates.map(({ id }: { id: string }) => id)
      assert.ok(
        ids.includes(stage.payer.accountId) &&
          !ids.includes(stage.frozen.accountId) &&
          !ids.includes(stage.closed.accountId),
      )
      assert.deepEqual(
        body.candidates.find(({ id }: { id: string }) => id === stage.payer.accountId),
        { id: stage.payer.accountId, label: 'First' },
      )
    })

    test('refusals about a resource name it with its state', async () => {
      const about = async (route: string, body: object) => (await one.call(route, body)).body.resource
      const transferAbout = (id: string, state: string) => ({ type: 'INTERBANK_TRANSFER', id, state })
      assert.deepEqual(await about(resolve(stage.expired), action('COMMIT')), transferAbout(stage.expired, 'EXPIRED'))
      assert.deepEqual(
        await about(resolve(stage.committed), action('ABORT')),
        transferAbout(stage.committed, 'COMMITTED'),
      )
      assert.deepEqual(await about(`POST /users/${stage.payer.userId}/status`, status('ACTIVE')), {
        type: 'USER',
        id: stage.payer.userId,
        state: 'ACTIVE',
      })
      assert.deepEqual(await about('POST /tokenized-deposits', deposit(stage.closed)), {
        type: 'DIGITAL_ASSET_ACCOUNT',
        id: stage.closed.accountId,
        state: 'CLOSED',
      })
    })

    test('limits count what succeeded per account and day', async () => {
      await one.deposit(stage.limited.accountId, 50)
      assert.equal(
        await one.refused('POST /tokenized-deposits', deposit(stage.limited, 30.01)),
        '422 LIMIT_EXCEEDED AM14',
      )
      await one.deposit(stage.limited.accountId, 30)
      assert.equal(
        await one.refused('POST /interbank-transfers', transfer(stage.limited, stage.payee, 50.01)),
        '422 LIMIT_EXCEEDED AM14',
      )
      const { id } = await one.ok('POST /interbank-transfers', transfer(stage.limited, stage.payee, 50, twoPhase()))
      assert.equal(
        await one.refused('POST /interbank-transfers', transfer(stage.limited, stage.payee, 30.5)),
        '422 LIMIT_EXCEEDED AM14',
      )
      await one.ok(resolve(id), action('ABORT'))
      await one.ok('POST /interbank-transfers', transfer(stage.limited, stage.payee, 30.5))
      // Redemptions have no limit.
      await one.ok('POST /token-redemptions', deposit(stage.limited, 49.5))
    })

    test('the cap counts what is owed and what is reserved', async () => {
      const { id } = await one.ok('POST /interbank-transfers', transfer(stage.capped, stage.payee, 3, twoPhase()))
      assert.equal(
        await one.refused('POST /interbank-transfers', transfer(stage.capped, stage.payee, 2.01)),
        '422 INSUFFICIENT_SETTLEMENT_LIQUIDITY AM23',
      )
      await one.ok(resolve(id), action('COMMIT'))
      const position = { supply: 17, backing: 17, owed: 3, reserved: 0, unclaimed: 0 }
      assert.deepEqual(await one.position(stage.capped.institutionId), position)
      assert.equal(
        await one.refused('POST /interbank-transfers', transfer(stage.capped, stage.payee, 2.01)),
        '422 INSUFFICIENT_SETTLEMENT_LIQUIDITY AM23',
      )
      await one.ok('POST /interbank-transfers', transfer(stage.capped, stage.payee, 2))
      // What comes back from others counts against it.
      await two.ok('POST /interbank-transfers', transfer(stage.payee, stage.capped, 4))
      await one.ok('POST /interbank-transfers', transfer(stage.capped, stage.payee, 4))
    })

    test('of several 422s the first of the table decides', async () => {
      const bad = (from: Holder, to: Holder, tokens: number) =>
        one.refused('POST /interbank-transfers', transfer(from, to, tokens))
      assert.equal(await bad(stage.closed, stage.closedPayee, 999_999), '422 ACCOUNT_CLOSED AC04')
      assert.equal(await bad(stage.atSuspended, stage.closedPayee, 999_999), '422 INSTITUTION_NOT_ACTIVE AG10')
      assert.equal(await bad(stage.payer, stage.closedPayee, 999_999), '422 BENEFICIARY_CLOSED AC07')
      assert.equal(await bad(stage.frozen, stage.frozen, 999_999), '422 ACCOUNT_FROZEN AC06')
      assert.equal(await bad(stage.limited, stage.deaf, 51), '422 BENEFICIARY_CANNOT_RECEIVE AC06')
      assert.equal(await bad(stage.limited, stage.payee, 51), '422 LIMIT_EXCEEDED AM14')
      assert.equal(await bad(stage.capped, stage.payee, 999_999), '422 INSUFFICIENT_AVAILABLE_TOKENS AM04')
      const typed = { ...transfer(stage.closed, stage.closed), tokenAmount: { ...USD(1), tokenType: 'OTHER' } }
      assert.equal(await one.refused('POST /interbank-transfers', typed), '422 TOKEN_TYPE_NOT_SUPPORTED')
      // Version before state, state before 422.
      const stale = { ...status('REJECTED'), expectedVersion: 99 }
      assert.equal(await one.refused(`POST /users/${stage.payer.userId}/status`, stale), '409 VERSION_CONFLICT')
      const both = { ...newAccount(stage.ofSuspended, { currency: 'JPY' }), linkedAccount: { id: 'L-9' } }
      assert.equal(await one.refused('POST /digital-asset-accounts', both), '422 USER_NOT_ACTIVE')
      const linked = { ...deposit(stage.limited, 51), linkedAccount: { id: 'ANOTHER' } }
      assert.equal(await one.refused('POST /tokenized-deposits', linked), '422 LINKED_ACCOUNT_INVALID AC02')
      assert.equal(
        await one.refused('POST /tokenized-deposits', deposit(stage.limited, 2_000_000)),
        '422 LIMIT_EXCEEDED AM14',
      )
    })

    test('headers before credentials before the body', async () => {
      const noPartner = { 'x-client-id': 'nobody', 'x-client-secret': 'guess' }
      assert.equal((await one.send('POST /users', '{', {}, noPartner)).body.code, 'MISSING_HEADER')
      assert.equal((await one.send('POST /users', '{', { 'x-client-secret': 'guess' })).body.code, 'UNAUTHENTICATED')
      assert.equal((await one.send('POST /users', '{', { partnerid: 'PARTNER02' })).body.code, 'FORBIDDEN')
    })

    test('a partner over its rate limit waits', async () => {
      const onboarding = new Onboarding(url)
      const token = await properties.token()
      const listed = await onboarding.call('POST /partners/list', { token, body: { partnerId: 'PARTNER03' } })
      const { id, version } = listed.body.data.content.find(
        (one: { partnerId: string }) => one.partnerId === 'PARTNER03',
      )
      await onboarding.call(`PATCH /partners/${id}`, { token, body: { version, rateLimit: { perSecond: 1 } } })
      const refused = await until(async () => {
        const answer = await demo.send('POST /users', '{')
        return answer.status === 429 ? answer : undefined
      }, 'a refusal')
      assertProblem(refused, '429 RATE_LIMITED', '/users')
      assert.equal(refused.body.retryable, true)
      assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
    })
  })
})

// Every code of the contract of digital banking over HTTP, with its status and ISO 20022 reason; and which of several faults
// decides. INTERNAL_ERROR, LEDGER_UNAVAILABLE and GATEWAY_TIMEOUT need a broken server: families/digital/problems.test.ts.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { OUTCOME_CODES, PROBLEM_CODES } from '../../src/families/digital/problems.ts'
import { control } from '../support/accounts/account-services.ts'
import {
  type DigitalAnswer,
  DigitalPartner,
  type Holder,
  newRef,
  requestOf,
  SECOND_PARTNER,
  USD,
} from '../support/digital/digital-partner.ts'
import { DigitalProperties } from '../support/digital/digital-properties.ts'
import { withGateway } from '../support/gateways/running-gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'

const NOBODY = '0197f3a0-0000-7000-8000-0000000000ff'
const DEMO = {
  'x-client-id': 'sandbox-digital-demo',
  'x-client-secret': 'sandbox-digital-demo-secret',
  partnerid: 'PARTNER03',
}
const SERVER_CODES = ['INTERNAL_ERROR', 'LEDGER_UNAVAILABLE', 'CORE_UNAVAILABLE', 'GATEWAY_TIMEOUT']

withGateway('problems of digital banking', (running) => {
  const url = () => running.current.url
  const one = new DigitalPartner(url)
  const two = new DigitalPartner(url, SECOND_PARTNER)
  const demo = new DigitalPartner(url, DEMO)
  const properties = new DigitalProperties(url)

  let payer: Holder
  let neighbour: Holder
  let payee: Holder
  let frozen: Holder
  let closed: Holder
  let atSuspended: Holder
  let ofSuspended: Holder
  let deaf: Holder
  let closedPayee: Holder
  let limited: Holder
  let capped: Holder
  let onChain: Holder
  let provisioning: string
  let received: string
  let committed: string
  let aborted: string
  let expired: string
  let reserved: string

  const account = ({ accountId }: { readonly accountId: string }) => ({ digitalAssetAccount: { id: accountId } })
  const deposit = (to: Holder, tokens = 1) => ({ tokenAmount: USD(tokens), ...account(to) })
  const transfer = (from: Holder, to: Holder, tokens = 1, more: object = {}) => ({
    ...deposit(from, tokens),
    beneficiary: { institutionId: to.institutionId, ...account(to) },
    ...more,
  })
  const status = (target: string, more: object = {}) => ({ status: { target, reason: 'a test', ...more } })
  const twoPhase = (more: object = {}) => ({ settlement: { mode: 'TWO_PHASE', expiresInSeconds: 86_400, ...more } })
  const resolve = (id: string) => `POST /interbank-transfers/${id}/resolution`
  const action = (name: string) => ({ resolution: { action: name } })

  before(async () => {
    payer = await one.holder({ user: { externalId: 'CUST1' }, account: { label: 'First' } })
    await one.deposit(payer.accountId, 100)
    neighbour = await one.holder({ institutionId: payer.institutionId })
    payee = await two.holder({ institution: { bic: 'PAYEUS33' } })
    frozen = await one.holder()
    await one.ok(`POST /digital-asset-accounts/${frozen.accountId}/status`, status('FROZEN'))
    closed = await one.holder()
    await one.ok(`POST /digital-asset-accounts/${closed.accountId}/status`, status('CLOSED'))
    atSuspended = await one.holder()
    await one.ok(`POST /institutions/${atSuspended.institutionId}/status`, status('SUSPENDED'))
    ofSuspended = await one.holder()
    await one.ok(`POST /users/${ofSuspended.userId}/status`, status('SUSPENDED'))
    deaf = await two.holder()
    await two.ok(
      `POST /digital-asset-accounts/${deaf.accountId}/status`,
      status('FROZEN', { restrictions: ['NO_CREDIT'] }),
    )
    closedPayee = await two.holder()
    await two.ok(`POST /digital-asset-accounts/${closedPayee.accountId}/status`, status('CLOSED'))
    limited = await one.holder()
    await properties.set('limits', { USD: { perTransaction: 50, perDay: 80 } }, limited.institutionId)
    capped = await one.holder()
    await one.deposit(capped.accountId, 20)
    await properties.set('net-debit-cap', { USD: 5 }, capped.institutionId)

    committed = (await one.ok('POST /interbank-transfers', transfer(payer, payee))).id
    aborted = (await one.ok('POST /interbank-transfers', transfer(payer, payee, 1, twoPhase()))).id
    await one.ok(resolve(aborted), action('ABORT'))
    expired = (await one.ok('POST /interbank-transfers', transfer(payer, payee, 1, twoPhase()))).id
    await control(running.current, '/sandbox/clock', { advanceDays: 2 })
    reserved = (await one.ok('POST /interbank-transfers', transfer(payer, payee, 1, twoPhase()))).id

    const { id: chainId } = await one.ok('POST /institutions', {
      institution: { name: 'Chain Bank', country: 'US', currencies: ['USD'] },
    })
    await properties.set('ledger', 'simulated', chainId)
    onChain = await one.holder({ institutionId: chainId })
    await one.deposit(onChain.accountId, 10)
    // From here on nothing becomes final there.
    await properties.set('simulated.block-ms', 600_000)
    await properties.set('answer-within', '0s', chainId)
    const opened = await one.ok('POST /digital-asset-accounts', {
      institution: { id: chainId },
      user: { id: onChain.userId },
      account: { currency: 'USD' },
      linkedAccount: { id: 'L-LATE' },
    })
    provisioning = opened.id
    assert.deepEqual([opened.state, opened.version], ['PROVISIONING', 1])
    const made = await one.ok('POST /interbank-transfers', transfer(onChain, payee, 1, twoPhase()))
    received = made.id
    assert.deepEqual([made.state, made.settlement.finality], ['RECEIVED', 'PENDING'])
  })

  /** A row: what is expected, as `status code ISO-reason`, of which partner's request. */
  type Row = readonly [
    expected: string,
    route: string | (() => string),
    body?: (() => object) | undefined,
    by?: DigitalPartner,
  ]

  const INSTITUTION = { name: 'New Bank', country: 'US', currencies: ['USD'] }
  const USER = { firstName: 'Ann', lastName: 'Other' }
  const newUser = (institutionId: string, user: object = USER) => ({ institution: { id: institutionId }, user })
  const newAccount = ({ institutionId, userId }: Holder, more: object = {}) => ({
    institution: { id: institutionId },
    user: { id: userId },
    account: { currency: 'USD', ...more },
    linkedAccount: { id: 'L-1' },
  })

  const ROWS: readonly Row[] = [
    ['400 VALIDATION_FAILED FF01', 'POST /users', () => ({ institution: { id: payer.institutionId } })],
    [
      '400 VALIDATION_FAILED FF01',
      'POST /tokenized-deposits',
      () => ({ ...deposit(payer), tokenAmount: { ...USD(1), currency: 'USX' } }),
    ],
    [
      '400 INVALID_TRANSACTION_TYPE',
      'POST /users',
      () => ({ transaction: { ref: newRef(), type: 'FI_ONBOARDING' }, ...newUser(payer.institutionId) }),
    ],
    ['400 INVALID_AMOUNT AM12', 'POST /tokenized-deposits', () => deposit(payer, 1.001)],
    ['400 INVALID_AMOUNT AM12', 'POST /token-redemptions', () => ({ tokenAmount: USD(0) })],
    ['400 INVALID_AMOUNT AM12', 'POST /interbank-transfers', () => transfer(payer, payee, -1)],
    ['400 INVALID_PAGE', 'POST /search?size=0', () => ({ search: { entity: 'USER' } })],
    ['400 INVALID_PAGE', 'POST /search?page=x', () => ({ search: { entity: 'USER' } })],
    [
      '403 PARTNER_NOT_ALLOWED',
      'POST /institutions',
      () => ({ institution: { ...INSTITUTION, externalId: 'FI002' } }),
      two,
    ],
    ['403 PARTNER_NOT_ALLOWED', 'POST /institutions', () => ({ institution: { ...INSTITUTION, externalId: 'FI999' } })],
    ['403 NOT_RESOLVER', () => resolve(reserved), () => action('COMMIT'), two],
    ['404 ROUTE_NOT_FOUND', 'GET /nowhere'],
    ['404 INSTITUTION_NOT_FOUND', `GET /institutions/${NOBODY}`],
    ['404 INSTITUTION_NOT_FOUND', 'POST /users', () => newUser(NOBODY)],
    ['404 INSTITUTION_NOT_FOUND', 'POST /users', () => newUser(payer.institutionId), two],
    ['404 INSTITUTION_NOT_FOUND', 'POST /digital-asset-accounts', () => newAccount({ ...payer, institutionId: 'x' })],
    [
      '404 INSTITUTION_NOT_FOUND',
      () => `POST /institutions/${payer.institutionId}/status`,
      () => status('SUSPENDED'),
      two,
    ],
    [
      '404 INSTITUTION_NOT_FOUND',
      'POST /accounts/validation',
      () => ({ institution: { id: NOBODY }, ...account(payee) }),
    ],
    ['404 USER_NOT_FOUND', () => `GET /users/${payer.userId}`, undefined, two],
    ['404 USER_NOT_FOUND', () => `POST /users/${payer.userId}/status`, () => status('SUSPENDED'), two],
    ['404 USER_NOT_FOUND', 'POST /digital-asset-accounts', () => newAccount({ ...payer, userId: frozen.userId })],
    ['404 ACCOUNT_NOT_FOUND AC01', () => `GET /digital-asset-accounts/${payer.accountId}`, undefined, two],
    [
      '404 ACCOUNT_NOT_FOUND AC01',
      () => `POST /digital-asset-accounts/${payer.accountId}/status`,
      () => status('FROZEN'),
      two,
    ],
    ['404 ACCOUNT_NOT_FOUND AC01', 'POST /tokenized-deposits', () => deposit(payer), two],
    ['404 ACCOUNT_NOT_FOUND AC01', 'POST /token-redemptions', () => deposit(payer), two],
    ['404 ACCOUNT_NOT_FOUND AC01', 'POST /interbank-transfers', () => transfer(payer, payee), two],
    ['404 ACCOUNT_NOT_FOUND AC01', 'POST /accounts/balance-inquiry', () => account(payer), two],
    ['404 DEPOSIT_NOT_FOUND', `GET /tokenized-deposits/${NOBODY}`],
    ['404 DEPOSIT_NOT_FOUND', 'GET /tokenized-deposits/x'],
    [
      '404 DEPOSIT_NOT_FOUND',
      'POST /token-redemptions',
      () => ({ tokenAmount: USD(1), tokenizedDeposit: { ref: 'none' } }),
    ],
    ['404 REDEMPTION_NOT_FOUND', `GET /token-redemptions/${NOBODY}`],
    ['404 REDEMPTION_NOT_FOUND', () => `GET /token-redemptions/${committed}`],
    ['404 TRANSFER_NOT_FOUND', `GET /interbank-transfers/${NOBODY}`],
    ['404 TRANSFER_NOT_FOUND', () => `GET /interbank-transfers/${received}`, undefined, two],
    ['404 TRANSFER_NOT_FOUND', () => `GET /interbank-transfers/${committed}`, undefined, demo],
    ['404 TRANSFER_NOT_FOUND', () => resolve(reserved), () => action('ABORT'), demo],
    ['404 TRANSFER_NOT_FOUND', () => resolve(received), () => action('ABORT'), two],
    ['405 METHOD_NOT_ALLOWED', 'DELETE /users'],
    ['409 INSTITUTION_EXISTS', 'POST /institutions', () => ({ institution: { ...INSTITUTION, bic: 'PAYEUS33' } })],
    ['409 USER_EXISTS', 'POST /users', () => newUser(payer.institutionId, { ...USER, externalId: 'CUST1' })],
    [
      '409 INVALID_STATE_TRANSITION',
      () => `POST /institutions/${payer.institutionId}/status`,
      () => status('REJECTED'),
    ],
    ['409 INVALID_STATE_TRANSITION', () => `POST /institutions/${payer.institutionId}/status`, () => status('ACTIVE')],
    ['409 INVALID_STATE_TRANSITION', () => `POST /users/${payer.userId}/status`, () => status('ACTIVE')],
    [
      '409 INVALID_STATE_TRANSITION',
      () => `POST /digital-asset-accounts/${payer.accountId}/status`,
      () => status('ACTIVE'),
    ],
    [
      '409 INVALID_STATE_TRANSITION',
      () => `POST /digital-asset-accounts/${closed.accountId}/status`,
      () => status('ACTIVE'),
    ],
    [
      '409 INVALID_STATE_TRANSITION',
      () => `POST /digital-asset-accounts/${provisioning}/status`,
      () => status('CLOSED'),
    ],
    [
      '409 VERSION_CONFLICT',
      () => `POST /users/${payer.userId}/status`,
      () => ({ ...status('ACTIVE'), expectedVersion: 7 }),
    ],
    ['409 OPEN_OBLIGATIONS', () => `POST /institutions/${payer.institutionId}/status`, () => status('OFFBOARDED')],
    ['409 OPEN_OBLIGATIONS', () => `POST /users/${payer.userId}/status`, () => status('CLOSED')],
    ['409 ACCOUNT_NOT_EMPTY', () => `POST /digital-asset-accounts/${payer.accountId}/status`, () => status('CLOSED')],
    ['409 TRANSFER_NOT_RESERVED', () => resolve(received), () => action('COMMIT')],
    ['409 TRANSFER_ALREADY_COMMITTED', () => resolve(committed), () => action('ABORT')],
    ['409 TRANSFER_ALREADY_COMMITTED', () => resolve(committed), () => action('ABORT'), two],
    ['409 TRANSFER_ALREADY_ABORTED', () => resolve(aborted), () => action('COMMIT')],
    ['409 TRANSFER_EXPIRED AB03', () => resolve(expired), () => action('COMMIT')],
    ['409 TRANSFER_EXPIRED AB03', () => resolve(expired), () => action('ABORT'), two],
    [
      '422 TOKEN_TYPE_NOT_SUPPORTED',
      'POST /tokenized-deposits',
      () => ({ ...deposit(closed), tokenAmount: { ...USD(1), tokenType: 'STABLECOIN' } }),
    ],
    [
      '422 SEARCH_FILTER_UNSUPPORTED',
      'POST /search',
      () => ({ search: { entity: 'INSTITUTION', filters: { institutionId: NOBODY } } }),
    ],
    [
      '422 SEARCH_FILTER_UNSUPPORTED',
      'POST /search',
      () => ({ search: { entity: 'USER', filters: { currency: 'USD' } } }),
    ],
    [
      '422 SEARCH_FILTER_UNSUPPORTED',
      'POST /search',
      () => ({ search: { entity: 'USER', filters: { colour: 'red' } } }),
    ],
    [
      '422 REDEMPTION_ACCOUNT_UNRESOLVED',
      'POST /token-redemptions',
      () => ({ tokenAmount: { ...USD(1), currency: 'JPY' } }),
    ],
    ['422 REDEMPTION_ACCOUNT_AMBIGUOUS', 'POST /token-redemptions', () => ({ tokenAmount: USD(1) })],
    ['422 INSTITUTION_NOT_ACTIVE AG10', 'POST /users', () => newUser(atSuspended.institutionId)],
    ['422 INSTITUTION_NOT_ACTIVE AG10', 'POST /digital-asset-accounts', () => newAccount(atSuspended)],
    ['422 INSTITUTION_NOT_ACTIVE AG10', 'POST /tokenized-deposits', () => deposit(atSuspended)],
    ['422 INSTITUTION_NOT_ACTIVE AG10', 'POST /interbank-transfers', () => transfer(atSuspended, payee)],
    ['422 USER_NOT_ACTIVE', 'POST /digital-asset-accounts', () => newAccount(ofSuspended)],
    ['422 USER_NOT_ACTIVE', 'POST /tokenized-deposits', () => deposit(ofSuspended)],
    ['422 USER_NOT_ACTIVE', 'POST /token-redemptions', () => deposit(ofSuspended)],
    ['422 USER_NOT_ACTIVE', 'POST /interbank-transfers', () => transfer(ofSuspended, payee)],
    ['422 ACCOUNT_CLOSED AC04', 'POST /tokenized-deposits', () => deposit(closed)],
    ['422 ACCOUNT_CLOSED AC04', 'POST /token-redemptions', () => deposit(closed)],
    ['422 ACCOUNT_CLOSED AC04', 'POST /interbank-transfers', () => transfer(closed, payee)],
    ['422 ACCOUNT_FROZEN AC06', 'POST /token-redemptions', () => deposit(frozen)],
    ['422 ACCOUNT_FROZEN AC06', 'POST /interbank-transfers', () => transfer(frozen, payee)],
    ['422 ACCOUNT_FROZEN AC06', 'POST /tokenized-deposits', () => deposit(deaf), two],
    ['422 ACCOUNT_NOT_ACTIVE', 'POST /tokenized-deposits', () => deposit({ ...onChain, accountId: provisioning })],
    ['422 SAME_ACCOUNT', 'POST /interbank-transfers', () => transfer(payer, payer)],
    ['422 SAME_INSTITUTION AG12', 'POST /interbank-transfers', () => transfer(payer, neighbour)],
    [
      '422 BENEFICIARY_NOT_FOUND AC03',
      'POST /interbank-transfers',
      () => transfer(payer, { ...payee, accountId: NOBODY }),
    ],
    [
      '422 BENEFICIARY_NOT_FOUND AC03',
      'POST /interbank-transfers',
      () => transfer(payer, { ...payee, institutionId: NOBODY }),
    ],
    [
      '422 BENEFICIARY_NOT_FOUND AC03',
      'POST /interbank-transfers',
      () => transfer(payer, { ...payee, institutionId: 'x', accountId: 'y' }),
    ],
    ['422 BENEFICIARY_CLOSED AC07', 'POST /interbank-transfers', () => transfer(payer, closedPayee)],
    ['422 BENEFICIARY_CANNOT_RECEIVE AC06', 'POST /interbank-transfers', () => transfer(payer, deaf)],
    ['422 BENEFICIARY_CANNOT_RECEIVE AG11', 'POST /interbank-transfers', () => transfer(payer, atSuspended)],
    [
      '422 BENEFICIARY_CANNOT_RECEIVE AG01',
      'POST /interbank-transfers',
      () => transfer(payer, { ...onChain, accountId: provisioning }),
    ],
    [
      '422 BENEFICIARY_CANNOT_RECEIVE AC11',
      'POST /interbank-transfers',
      () => ({ ...transfer(payer, payee), tokenAmount: { ...USD(1), currency: 'EUR' } }),
    ],
    ['422 CURRENCY_NOT_SUPPORTED AM03', 'POST /digital-asset-accounts', () => newAccount(payer, { currency: 'JPY' })],
    [
      '422 CURRENCY_MISMATCH CURR',
      'POST /tokenized-deposits',
      () => ({ ...deposit(payer), tokenAmount: { ...USD(1), currency: 'EUR' } }),
    ],
    [
      '422 CURRENCY_MISMATCH CURR',
      'POST /token-redemptions',
      () => ({ ...deposit(payer), tokenAmount: { ...USD(1), currency: 'EUR' } }),
    ],
    [
      '422 LINKED_ACCOUNT_INVALID AC02',
      'POST /tokenized-deposits',
      () => ({ ...deposit(payer), linkedAccount: { id: 'ANOTHER' } }),
    ],
    [
      '422 LINKED_ACCOUNT_INVALID AC03',
      'POST /token-redemptions',
      () => ({ ...deposit(payer), linkedAccount: { id: 'ANOTHER' } }),
    ],
    ['422 LIMIT_EXCEEDED AM14', 'POST /tokenized-deposits', () => deposit(limited, 50.01)],
    ['422 INSUFFICIENT_AVAILABLE_TOKENS AM04', 'POST /token-redemptions', () => deposit(payer, 1_000_000)],
    ['422 INSUFFICIENT_AVAILABLE_TOKENS AM04', 'POST /interbank-transfers', () => transfer(payer, payee, 1_000_000)],
    ['422 INSUFFICIENT_LINKED_FUNDS AM04', 'POST /tokenized-deposits', () => deposit(payer, 1_000_000)],
    ['422 INSUFFICIENT_SETTLEMENT_LIQUIDITY AM23', 'POST /interbank-transfers', () => transfer(capped, payee, 5.01)],
  ]

  for (const [expected, path, body, by = one] of ROWS) {
    const route = typeof path === 'string' ? path : undefined
    test(`${expected}: ${route ?? path.toString().replace(/^\(\) => /, '')}`, async () => {
      const asked = route ?? (path as () => string)()
      const sent = body === undefined ? undefined : requestOf(asked, body())
      const correlationId = randomUUID()
      const refused = await by.call(asked, sent, { 'x-correlation-id': correlationId })
      assertProblem(refused, expected, asked, correlationId)
      if (sent === undefined) return
      const { transaction } = sent as { transaction: object }
      assert.deepEqual(refused.body.transaction, transaction)
      // What is refused leaves its reference free, whatever else is sent with it.
      const again = await by.call(asked, { ...sent, channelInfo: { type: 'BRANCH' } })
      assert.equal(again.body.code, refused.body.code)
    })
  }

  test('the rows and the tests below reach every code of the contract', () => {
    const reached = new Set([...ROWS.map(([expected]) => expected.split(' ')[1]), ...ELSEWHERE, ...SERVER_CODES])
    const all = new Set(Object.values(PROBLEM_CODES).filter((code) => code !== undefined))
    const missing = [...all].map((code) => code.slice(2)).filter((code) => !reached.has(code))
    assert.deepEqual(missing, [])
    assert.deepEqual(
      [...OUTCOME_CODES].map((code) => code.slice(2)).filter((code) => reached.has(code)),
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
      const text = JSON.stringify(requestOf('POST /users', newUser(payer.institutionId)))
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
      const sent = { transaction: { ref, type: 'TOKENIZED_DEPOSIT' }, ...deposit(payer) }
      const made = await one.call('POST /tokenized-deposits', sent)
      const again = await one.call('POST /tokenized-deposits', { ...sent, unknown: 'field' })
      assert.deepEqual([made.replayed, again.status, again.replayed, again.body], [false, 200, true, made.body])
      // Before ids and rules.
      for (const other of [deposit(payer, 2), deposit(closed), deposit({ ...payer, accountId: NOBODY })]) {
        const reused = await one.call('POST /tokenized-deposits', { ...sent, ...other })
        assertProblem(reused, '409 REFERENCE_REUSED DU05', '/tokenized-deposits')
      }
      // Another type, and another partner, are another scope.
      const redeemed = await one.call('POST /token-redemptions', {
        transaction: { ref, type: 'TOKEN_REDEMPTION' },
        ...deposit(payer),
      })
      assert.deepEqual([redeemed.status, redeemed.replayed], [200, false])
      const others = await two.call('POST /tokenized-deposits', { ...sent, ...deposit(payee) })
      assert.deepEqual([others.status, others.replayed], [200, false])
      // Of a status the path is part of the content.
      const change = { transaction: { ref, type: 'USER_ONBOARDING_STATUS' }, ...status('SUSPENDED') }
      assert.equal((await one.ok(`POST /users/${neighbour.userId}/status`, change)).version, 2)
      const repeated = await one.call(`POST /users/${neighbour.userId}/status`, change)
      assert.deepEqual([repeated.status, repeated.replayed, repeated.body.version], [200, true, 2])
      const elsewhere = await one.call(`POST /users/${frozen.userId}/status`, change)
      assertProblem(elsewhere, '409 REFERENCE_REUSED DU05', `/users/${frozen.userId}/status`)
      await one.ok(`POST /users/${neighbour.userId}/status`, status('ACTIVE'))
      // Of a resolution too, before anybody asks who may decide.
      const abort = { transaction: { ref, type: 'INTERBANK_TRANSFER_RESOLUTION' }, ...action('ABORT') }
      const { id } = await one.ok('POST /interbank-transfers', transfer(payer, payee, 1, twoPhase()))
      assert.equal((await two.ok(resolve(id), abort)).state, 'ABORTED')
      const repeat = await two.call(resolve(id), abort)
      assert.deepEqual([repeat.status, repeat.replayed, repeat.body.state], [200, true, 'ABORTED'])
      const commit = await two.call(resolve(id), { ...abort, ...action('COMMIT') })
      assertProblem(commit, '409 REFERENCE_REUSED DU05', resolve(id).slice(5))
    })

    test('one default account per partner and currency, until it is closed', async () => {
      const first = await one.holder({ account: { currency: 'EUR', default: true } })
      assert.equal(
        await one.refused('POST /digital-asset-accounts', newAccount(payer, { currency: 'EUR', default: true })),
        '409 DEFAULT_ACCOUNT_EXISTS',
      )
      await one.ok(`POST /digital-asset-accounts/${first.accountId}/status`, status('CLOSED'))
      const second = await one.ok('POST /digital-asset-accounts', {
        ...newAccount(payer, { currency: 'EUR', default: true }),
        linkedAccount: { id: 'L-EUR' },
      })
      assert.equal(second.account.default, true)
    })

    test('an ambiguous redemption names its candidates', async () => {
      const { body } = await one.call('POST /token-redemptions', { tokenAmount: USD(1) })
      const ids = body.candidates.map(({ id }: { id: string }) => id)
      assert.ok(ids.includes(payer.accountId) && !ids.includes(frozen.accountId) && !ids.includes(closed.accountId))
      assert.deepEqual(
        body.candidates.find(({ id }: { id: string }) => id === payer.accountId),
        { id: payer.accountId, label: 'First' },
      )
    })

    test('refusals about a resource name it with its state', async () => {
      const about = async (route: string, body: object) => (await one.call(route, body)).body.resource
      const transferAbout = (id: string, state: string) => ({ type: 'INTERBANK_TRANSFER', id, state })
      assert.deepEqual(await about(resolve(expired), action('COMMIT')), transferAbout(expired, 'EXPIRED'))
      assert.deepEqual(await about(resolve(committed), action('ABORT')), transferAbout(committed, 'COMMITTED'))
      assert.deepEqual(await about(`POST /users/${payer.userId}/status`, status('ACTIVE')), {
        type: 'USER',
        id: payer.userId,
        state: 'ACTIVE',
      })
      assert.deepEqual(await about('POST /tokenized-deposits', deposit(closed)), {
        type: 'DIGITAL_ASSET_ACCOUNT',
        id: closed.accountId,
        state: 'CLOSED',
      })
    })

    test('limits count what succeeded per account and day', async () => {
      await one.deposit(limited.accountId, 50)
      assert.equal(await one.refused('POST /tokenized-deposits', deposit(limited, 30.01)), '422 LIMIT_EXCEEDED AM14')
      await one.deposit(limited.accountId, 30)
      assert.equal(
        await one.refused('POST /interbank-transfers', transfer(limited, payee, 50.01)),
        '422 LIMIT_EXCEEDED AM14',
      )
      const { id } = await one.ok('POST /interbank-transfers', transfer(limited, payee, 50, twoPhase()))
      assert.equal(
        await one.refused('POST /interbank-transfers', transfer(limited, payee, 30.5)),
        '422 LIMIT_EXCEEDED AM14',
      )
      await one.ok(resolve(id), action('ABORT'))
      await one.ok('POST /interbank-transfers', transfer(limited, payee, 30.5))
      // Redemptions have no limit.
      await one.ok('POST /token-redemptions', deposit(limited, 49.5))
    })

    test('the cap counts what is owed and what is reserved', async () => {
      const { id } = await one.ok('POST /interbank-transfers', transfer(capped, payee, 3, twoPhase()))
      assert.equal(
        await one.refused('POST /interbank-transfers', transfer(capped, payee, 2.01)),
        '422 INSUFFICIENT_SETTLEMENT_LIQUIDITY AM23',
      )
      await one.ok(resolve(id), action('COMMIT'))
      assert.deepEqual(await one.position(capped.institutionId), { supply: 17, backing: 17, owed: 3, reserved: 0 })
      assert.equal(
        await one.refused('POST /interbank-transfers', transfer(capped, payee, 2.01)),
        '422 INSUFFICIENT_SETTLEMENT_LIQUIDITY AM23',
      )
      await one.ok('POST /interbank-transfers', transfer(capped, payee, 2))
      // What comes back from others counts against it.
      await two.ok('POST /interbank-transfers', transfer(payee, capped, 4))
      await one.ok('POST /interbank-transfers', transfer(capped, payee, 4))
    })

    test('of several 422s the first of the table decides', async () => {
      const bad = (from: Holder, to: Holder, tokens: number) =>
        one.refused('POST /interbank-transfers', transfer(from, to, tokens))
      assert.equal(await bad(closed, closedPayee, 999_999), '422 ACCOUNT_CLOSED AC04')
      assert.equal(await bad(atSuspended, closedPayee, 999_999), '422 INSTITUTION_NOT_ACTIVE AG10')
      assert.equal(await bad(payer, closedPayee, 999_999), '422 BENEFICIARY_CLOSED AC07')
      assert.equal(await bad(frozen, frozen, 999_999), '422 ACCOUNT_FROZEN AC06')
      assert.equal(await bad(limited, deaf, 51), '422 BENEFICIARY_CANNOT_RECEIVE AC06')
      assert.equal(await bad(limited, payee, 51), '422 LIMIT_EXCEEDED AM14')
      assert.equal(await bad(capped, payee, 999_999), '422 INSUFFICIENT_AVAILABLE_TOKENS AM04')
      const typed = { ...transfer(closed, closed), tokenAmount: { ...USD(1), tokenType: 'OTHER' } }
      assert.equal(await one.refused('POST /interbank-transfers', typed), '422 TOKEN_TYPE_NOT_SUPPORTED')
      // Version before state, state before 422.
      const stale = { ...status('REJECTED'), expectedVersion: 99 }
      assert.equal(await one.refused(`POST /users/${payer.userId}/status`, stale), '409 VERSION_CONFLICT')
      const both = { ...newAccount(ofSuspended, { currency: 'JPY' }), linkedAccount: { id: 'L-9' } }
      assert.equal(await one.refused('POST /digital-asset-accounts', both), '422 USER_NOT_ACTIVE')
      const linked = { ...deposit(limited, 51), linkedAccount: { id: 'ANOTHER' } }
      assert.equal(await one.refused('POST /tokenized-deposits', linked), '422 LINKED_ACCOUNT_INVALID AC02')
      assert.equal(
        await one.refused('POST /tokenized-deposits', deposit(limited, 2_000_000)),
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

/** The members of every problem. */
function assertProblem(
  { status, body, headers, text }: DigitalAnswer,
  expected: string,
  route: string,
  correlationId?: string,
): void {
  const [, code = ''] = expected.split(' ')
  assert.equal([status, body.code, body.isoReason].filter((part) => part !== undefined).join(' '), expected, text)
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
  assert.equal(body.type, `urn:tillgate:problem:${code.toLowerCase().replaceAll('_', '-')}`)
  assert.equal(body.status, status)
  const path = route.replace(/^\S+ /, '').replace(/\?.*$/, '')
  assert.equal(body.instance, `/api/digital/v1${path}`)
  assert.ok(body.title.length > 0 && body.detail.length > 0)
  assert.match(body.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal(typeof body.retryable, 'boolean')
  assert.equal(body.correlationId, headers.get('x-correlation-id'))
  if (correlationId !== undefined) assert.equal(body.correlationId, correlationId)
  const known = [
    'type',
    'title',
    'status',
    'detail',
    'instance',
    'code',
    'correlationId',
    'timestamp',
    'retryable',
    'isoReason',
    'transaction',
    'resource',
    'errors',
    'candidates',
  ]
  assert.deepEqual(
    Object.keys(body).filter((name) => !known.includes(name)),
    [],
  )
  for (const error of body.errors ?? []) assert.deepEqual(Object.keys(error), ['pointer', 'code', 'message'])
}

// Institutions, billers and sub-tenants administered on one gateway, and obeyed by another on the same database.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Database } from '../../src/platform/storage/database.ts'
import { openPostgres } from '../../src/platform/storage/open-database.ts'
import { headersFor, post } from '../support/accounts/account-services.ts'
import { billPayment, inquiry, withdrawal, withdrawalReversal } from '../support/accounts/sandbox-requests.ts'
import { createSandboxStore, type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'
import { linkMailedTo, Onboarding, refreshCookieOf } from '../support/onboarding/onboarding.ts'

const PASSWORD = 'Correct-Horse-9-Battery'
const ADMINISTRATOR = '00000000-0000-7000-8000-000000000001'
const NOBODYS_ID = '0197f3a0-0000-7000-8000-0000000000ff'
const CONTACT = { name: 'Core desk', email: 'core@lakeside.example', phone: '+1 608 555 0100', kind: 'TECHNICAL' }
const LAKESIDE = {
  institutionId: 'FI900',
  legalName: 'Lakeside Savings Bank, Inc.',
  displayName: 'Lakeside Bank',
  type: 'BANK',
  countryCode: 'US',
  baseCurrency: 'USD',
  timezone: 'America/Chicago',
}

describe('institutions administered on one gateway', () => {
  let store: Store
  let database: Database
  let here: Gateway
  let there: Gateway
  const tokens = { anne: '', bert: '', operator: '', viewer: '' }
  const onHere = new Onboarding(() => here.url)
  const onThere = new Onboarding(() => there.url)

  before(async () => {
    store = await createSandboxStore('postgres')
    here = await startGateway(store)
    there = await startGateway(store)
    database = openPostgres(store.env.DATABASE_URL ?? '', { connections: 1 })
    tokens.anne = await onHere.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    tokens.operator = await onHere.tokenOf('operator@fi001.example', 'Sandbox-Operator-1!')
    tokens.viewer = await onHere.tokenOf('viewer@sandbox.example', 'Sandbox-Viewer-1!')
    tokens.bert = await onHere.tokenOf('second@sandbox.example', 'Sandbox-Second-1!')
  })
  after(async () => {
    await database?.close()
    await Promise.all([here?.stop(), there?.stop()])
    await store.remove()
  })

  async function as(who: keyof typeof tokens, route: string, body?: unknown, status = 200) {
    const answer = await onHere.call(route, { token: tokens[who], ...(body !== undefined && { body }) })
    assert.equal(answer.status, status, `${route}: ${answer.text}`)
    return status < 300 ? answer.body.data : answer.body.message
  }

  /** A user who was invited, chose a password and signed in. */
  async function userToken(mailID: string, more: object): Promise<string> {
    await as('anne', 'POST /users', { firstName: 'Some', lastName: 'Body', mailID, ...more }, 201)
    const link = await linkMailedTo(here.managementUrl, mailID)
    const body = { email: link, password: await onHere.encrypt(PASSWORD) }
    assert.equal((await onHere.call('PATCH /users/password', { body })).status, 200)
    return onHere.tokenOf(mailID, PASSWORD)
  }

  /** What readiness asks of the tables that other resources keep. */
  async function connect(institutionId: string): Promise<void> {
    await database.query(
      `INSERT INTO core_connections (institution_id, environment, core_type, name, status)
       VALUES ($1, 'sandbox', 'BUILTIN', 'Built-in bank', 'ACTIVE') ON CONFLICT DO NOTHING`,
      [institutionId],
    )
    await database.query(
      `INSERT INTO account_types (institution_id, code, description, category, default_txn_capability, balance_types)
       VALUES ($1, 'DDA', 'Checking', 'LIABILITY', '06', '{Available,Balance}') ON CONFLICT DO NOTHING`,
      [institutionId],
    )
  }

  /** The code that both gateways answer with. */
  async function answered(path: string, body: () => object, headers?: Record<string, string>) {
    const [one, other] = [await post(here, path, body(), headers), await post(there, path, body(), headers)]
    assert.equal(one.code, other.code, 'both gateways answer alike')
    return one.code
  }

  test('two people take a bank on', async () => {
    const path = '/financial-institutions'
    const made = await as('anne', `POST ${path}`, LAKESIDE, 201)
    assert.partialDeepStrictEqual(made, {
      ...LAKESIDE,
      status: 'DRAFT',
      version: 1,
      createdBy: 'admin@sandbox.example',
    })
    const one = `${path}/${made.id}`
    const partner = { partnerId: 'LAKE', name: 'Lake', operations: ['BalanceInquiry'], institutionIds: ['FI900'] }
    const { id: partnerId } = await as('anne', 'POST /partners', partner, 201)
    const client = await as('anne', `POST /partners/${partnerId}/clients`, {}, 201)
    const headers = headersFor({ clientId: client.clientId, clientSecret: client.client_secret, partnerId: 'LAKE' })
    const ask = () => {
      const body = inquiry('1000000001')
      return { ...body, institution: { ...(body.institution as object), id: 'FI900' } }
    }
    const code = () => answered('/accounts/balance', ask, headers)

    assert.equal(await code(), '912')
    const lacking = await as('anne', `POST ${one}/submit`, undefined, 409)
    assert.match(lacking, /^B-REQ-009: .*lacks a BIN \(BIN\), a technical contact \(TECHNICAL_CONTACT\)$/)
    await as('anne', `PATCH ${one}`, { version: made.version, bins: ['490000'], contacts: [CONTACT] })
    await as('anne', `POST ${one}/submit`)
    assert.match(await as('anne', `POST ${one}/approve`, undefined, 403), /^B-ACC-001: who submitted/)
    await as('anne', `POST ${one}/reject`, { reason: 'No' }, 403)
    assert.match(await as('bert', `POST ${one}/reject`, {}, 400), /^B-REQ-001: reason is required/)
    const rejected = await as('bert', `POST ${one}/reject`, { reason: 'No limits yet' })
    assert.partialDeepStrictEqual(rejected, { status: 'REJECTED', statusReason: 'No limits yet' })
    await as('anne', `POST ${one}/submit`, undefined, 409)
    const again = await as('anne', `PATCH ${one}`, { version: rejected.version, limits: { perTransaction: 500 } })
    assert.partialDeepStrictEqual(again, { status: 'DRAFT', limits: { perTransaction: 500 } })
    await as('anne', `POST ${one}/submit`)
    await as('anne', `PATCH ${one}`, { version: again.version + 1, displayName: 'Other' }, 409)
    await as('bert', `POST ${one}/approve`)
    assert.equal(await code(), '912')

    const missing = ['CORE_CONNECTIVITY', 'ACCOUNT_TYPE']
    assert.deepEqual(await as('viewer', `GET ${one}/readiness`), { ready: false, missing })
    assert.match(await as('bert', `POST ${one}/activate`, undefined, 409), /core connectivity.*account type/)
    await connect('FI900')
    assert.deepEqual(await as('viewer', `GET ${one}/readiness`), { ready: true, missing: [] })
    assert.equal((await as('anne', `POST ${one}/activate`)).status, 'ACTIVE')
    assert.notEqual(await code(), '912')
    const active = await as('anne', `GET ${one}`)
    assert.match(await as('anne', `PATCH ${one}`, { version: active.version, bins: [] }, 409), /needs a BIN/)

    await as('anne', `DELETE ${one}`, undefined, 409)
    await as('anne', `POST ${one}/terminate`, { reason: 'Over' }, 409)
    await as('anne', `POST ${one}/suspend`, { reason: 'Settlement account blocked' })
    assert.equal(await code(), '912')
    await as('anne', `POST ${one}/terminate`, { reason: 'Over' })
    assert.equal(await code(), '912')
    await as('anne', `POST ${one}/resume`, undefined, 409)

    const history = await as('viewer', `GET ${one}/history?size=3`)
    assert.deepEqual(
      history.content.map(({ action }: { action: string }) => action),
      ['institution.terminate', 'institution.suspend', 'institution.activate'],
    )
    assert.equal(history.totalElements, 10)
    assert.equal((await as('anne', 'GET /audit-logs/verify')).valid, true)
  })

  test('a suspended institution declines everything on both gateways at once, reversals too, until it is resumed', async () => {
    await connect('FI001')
    const { content } = await as('anne', 'POST /financial-institutions/list', { institutionId: 'FI001' })
    const one = `/financial-institutions/${content[0].id}`
    assert.partialDeepStrictEqual(content[0], {
      legalName: 'First Sandbox Bank, N.A.',
      currencies: ['USD', 'JPY', 'KWD'],
      bins: ['400000'],
      limits: { perTransaction: 5000, perDay: 10000, countPerDay: 20, maxAccessFee: 10 },
      status: 'ACTIVE',
    })
    const original = withdrawal('1000000001', 20)
    const paid = await post(here, '/transactions/debits', original)
    assert.equal(paid.code, '000')
    const codes = async () => [
      await answered('/accounts/balance', () => inquiry('1000000001')),
      await answered('/transactions/debits', () => withdrawal('1000000001', 20)),
      await answered('/transactions/debits/reverse', () =>
        withdrawalReversal(original, { authId: paid.body.status?.authId }),
      ),
    ]
    await as('anne', `POST ${one}/suspend`, { reason: 'Audit' })
    assert.deepEqual(await codes(), ['912', '912', '912'])
    await as('bert', `POST ${one}/resume`)
    assert.equal(await answered('/accounts/balance', () => inquiry('1000000001')), '000')
  })

  test('a changed limit is obeyed by both gateways at once', async () => {
    const { content } = await as('anne', 'POST /financial-institutions/list', { institutionId: 'FI001' })
    const { id, version } = content[0]
    const changed = await as('anne', `PATCH /financial-institutions/${id}`, { version, limits: { perTransaction: 10 } })
    assert.equal(await answered('/transactions/debits', () => withdrawal('1000000001', 20)), '121')
    await as('anne', `PATCH /financial-institutions/${id}`, {
      version: changed.version,
      limits: { perTransaction: 5000 },
    })
    assert.equal(await answered('/transactions/debits', () => withdrawal('1000000001', 20)), '000')
  })

  test('scoped users see their own institution, and moves are not theirs', async () => {
    const { content } = await as('operator', 'GET /financial-institutions')
    assert.deepEqual(
      content.map(({ institutionId }: { institutionId: string }) => institutionId),
      ['FI001'],
    )
    const all = (await as('anne', 'GET /financial-institutions?size=200&sort=institutionId:asc')).content
    const fi002 = all.find(({ institutionId }: { institutionId: string }) => institutionId === 'FI002')
    const hidden = await as('operator', `GET /financial-institutions/${fi002.id}`, undefined, 404)
    assert.equal(hidden, await as('operator', `GET /financial-institutions/${NOBODYS_ID}`, undefined, 404))
    const manager = await userToken('manager@fi001.example', { roleId: ADMINISTRATOR, institutionId: 'FI001' })
    const call = async (route: string, body?: unknown) => (await onHere.call(route, { token: manager, body })).status
    assert.equal(await call('POST /financial-institutions', { ...LAKESIDE, institutionId: 'FI901' }), 403)
    assert.equal(await call(`POST /financial-institutions/${content[0].id}/suspend`, { reason: 'Mine' }), 403)
    assert.equal(await call(`POST /financial-institutions/${fi002.id}/suspend`, { reason: 'Not mine' }), 404)
    assert.equal(await call(`PATCH /financial-institutions/${fi002.id}`, { version: 1, displayName: 'Mine' }), 404)
    assert.equal(await call(`DELETE /financial-institutions/${fi002.id}`), 404)
    for (const part of ['readiness', 'history']) {
      assert.equal(await call(`GET /financial-institutions/${fi002.id}/${part}`), 404)
    }
  })

  // One row per rejected body, and what the message names.
  const REFUSED: [change: object, named: RegExp][] = [
    [{ institutionId: undefined }, /institutionId is required/],
    [{ institutionId: 'two words' }, /institutionId must be 1 to 35/],
    [{ institutionId: 'x'.repeat(36) }, /institutionId must be 1 to 35/],
    [{ legalName: null }, /legalName must be a string/],
    [{ legalName: 'x'.repeat(121) }, /legalName must be 1 to 120/],
    [{ displayName: 7 }, /displayName must be a string/],
    [{ type: 'SHOP' }, /type must be one of BANK/],
    [{ countryCode: 'UK' }, /countryCode must be an ISO 3166/],
    [{ baseCurrency: 'XXX' }, /baseCurrency must be an ISO 4217/],
    [{ timezone: 'Mars/Olympus' }, /timezone must be an IANA time zone/],
    [{ timezone: '+01:00' }, /timezone must be an IANA time zone/],
    [{ currencies: ['USD', 'usd'] }, /currencies\[1\] must be an ISO 4217/],
    [{ currencies: 'USD' }, /currencies must be an array/],
    [{ swiftBic: 'LKSDUS4' }, /swiftBic must be a BIC/],
    [{ bins: ['12345'] }, /bins\[0\] must be 6 to 8 digits/],
    [{ bins: ['400010', '123456789'] }, /bins\[1\] must be 6 to 8 digits/],
    [{ bins: Array.from({ length: 201 }, (_, i) => String(500_000 + i)) }, /bins must be at most 200/],
    [{ bins: [400010] }, /bins\[0\] must be a string/],
    [{ address: { line1: 'A' } }, /address.city is required; address.postalCode is required; address.countryCode/],
    [{ address: { line1: '' } }, /address.line1 must be 1 to 255/],
    [{ address: 'Main Street' }, /address must be an object/],
    [{ contacts: [{ ...CONTACT, email: 'nobody' }] }, /contacts\[0\].email must be an e-mail/],
    [{ contacts: [{ ...CONTACT, kind: 'OTHER' }] }, /contacts\[0\].kind must be one of PRIMARY/],
    [{ contacts: [{ ...CONTACT, phone: 'call me' }] }, /contacts\[0\].phone must be a telephone/],
    [{ contacts: [{ name: 'A' }] }, /contacts\[0\].email is required/],
    [{ branches: [{ id: '1', name: 'A', address: { line1: 'A' } }] }, /branches\[0\].address must be a string/],
    [{ services: ['LOAN'] }, /services\[0\] must be one of PREFERENCES/],
    [{ cutoverTime: '24:00' }, /cutoverTime must be a time/],
    [{ cutoverTime: '9:00' }, /cutoverTime must be a time/],
    [{ limits: { perTransaction: 0 } }, /limits.perTransaction must be a positive amount/],
    [{ limits: { perTransaction: '5' } }, /limits.perTransaction must be a number/],
    [{ limits: { perDay: 10.001 } }, /limits.perDay must be an exact amount of USD/],
    [{ limits: { countPerDay: 1.5 } }, /limits.countPerDay must be a whole number/],
    [{ limits: { maxAccessFee: -1 } }, /limits.maxAccessFee must be an amount from 0/],
    [{ limits: [] }, /limits must be an object/],
    [{ holdDays: -1 }, /holdDays must be a whole number/],
    [{ reversal: { windowHours: 0 } }, /reversal.windowHours must be a whole number/],
    [{ reversal: { force: 'yes' } }, /reversal.force must be a boolean/],
  ]
  test("an invalid body is rejected with the field's name", async () => {
    const draft = await as('anne', 'POST /financial-institutions', { ...LAKESIDE, institutionId: 'FI902' }, 201)
    for (const [change, named] of REFUSED) {
      const message = await as('anne', 'POST /financial-institutions', { ...LAKESIDE, ...change }, 400)
      assert.match(message, /^B-REQ-001: /)
      assert.match(message, named)
      if (Object.values(change)[0] === undefined || 'institutionId' in change) continue
      const patch = { version: draft.version, ...change }
      assert.match(await as('anne', `PATCH /financial-institutions/${draft.id}`, patch, 400), named)
    }
    for (const [route, body] of [
      [`PATCH /financial-institutions/${draft.id}`, { displayName: 'No version' }],
      [`POST /financial-institutions/${draft.id}/suspend`, undefined],
      ['POST /financial-institutions/list', { status: ['GONE'] }],
      ['GET /financial-institutions?size=201', undefined],
      ['GET /financial-institutions?sort=bins:asc', undefined],
      [`GET /financial-institutions/${draft.id}/history?page=0`, undefined],
    ] as const) {
      await as('anne', route, body, 400)
    }
    await as('anne', `PATCH /financial-institutions/${draft.id}`, { version: 9 }, 409)
    await as('anne', 'POST /financial-institutions', { ...LAKESIDE, institutionId: 'FI902' }, 409)
    await as('anne', 'POST /financial-institutions', { ...LAKESIDE, institutionId: 'FI903', bins: ['400000'] }, 409)
    assert.equal(await as('anne', `DELETE /financial-institutions/${draft.id}`), null)
  })

  test('a biller is paid, declined once it is inactive, and kept once it has payments', async () => {
    const power = { institutionId: 'FI001', billerId: 'BILLER50', bin: '510050', name: 'Lake Power' }
    const { id } = await as('anne', 'POST /billers', power, 201)
    const code = () =>
      answered('/transactions/billpayments', () =>
        billPayment('1000000001', 5, { institutionId: 'BILLER50', bin: '510050' }),
      )
    assert.equal(await code(), '000')
    await as('anne', `PATCH /billers/${id}/activation?isActive=false`)
    assert.equal(await code(), '185')
    await as('anne', `DELETE /billers/${id}`, undefined, 409)
    await as('anne', 'POST /billers', power, 409)
    const found = await as('operator', 'POST /billers/list', { search: 'lake', isActive: false })
    assert.deepEqual([found.totalElements, found.content[0].id], [1, id])
    for (const [change, named] of [
      [{ bin: '5100' }, /bin must be 6 to 8 digits/],
      [{ billerId: undefined }, /billerId is required/],
      [{ name: ' ' }, /name must be/],
      [{ institutionId: 'FI404' }, /institutionId is not an institution/],
    ] as const) {
      assert.match(await as('anne', 'POST /billers', { ...power, ...change }, 400), named)
    }
  })

  test('a suspended sub-tenant shuts its users out of both gateways at once', async () => {
    const shops = { institutionId: 'FI001', tenantCode: 'SHOPS', name: 'Shops', contactEmail: 'desk@shops.example' }
    const { id } = await as('anne', 'POST /sub-tenants', { ...shops, allowedModules: ['SUB_TENANTS', 'USERS'] }, 201)
    await as('anne', 'POST /sub-tenants', shops, 409)
    assert.match(
      await as('anne', 'POST /sub-tenants', { ...shops, tenantCode: 'X', allowedModules: ['COFFEE'] }, 400),
      /allowedModules\[0\] must be the id of a module/,
    )
    await as('anne', `PATCH /sub-tenants/${id}/activation?isActive=true`)
    const mailID = 'owner@shops.example'
    const token = await userToken(mailID, { roleId: ADMINISTRATOR, institutionId: 'FI001', subTenantId: id })
    const me = await onThere.call('GET /me', { token })
    assert.deepEqual(
      me.body.data.modules.map(({ moduleId }: { moduleId: string }) => moduleId),
      ['USERS', 'SUB_TENANTS'],
    )
    const statusOf = async (on: Onboarding, route: string, body?: unknown) =>
      (await on.call(route, { token, body })).status
    assert.equal(await statusOf(onThere, 'GET /partners'), 403)
    assert.equal(await statusOf(onThere, `GET /sub-tenants/${id}`), 200)
    assert.equal(await statusOf(onThere, `PATCH /sub-tenants/${id}`, { version: 2, allowedModules: [] }), 403)

    const refresh = refreshCookieOf(await onHere.login(mailID, PASSWORD)) as string
    await as('anne', `PATCH /sub-tenants/${id}/activation?isActive=false`)
    for (const on of [onThere, onHere]) {
      assert.equal(await statusOf(on, 'GET /me'), 401)
      assert.equal((await on.login(mailID, PASSWORD)).status, 401)
    }
    assert.equal((await onThere.call('POST /auth/refresh', { body: { refreshToken: refresh } })).status, 401)
    await as('anne', `DELETE /sub-tenants/${id}`, undefined, 409)
    assert.equal((await as('anne', `POST /sub-tenants/${id}/close`)).status, 'CLOSED')
    await as('anne', `PATCH /sub-tenants/${id}/activation?isActive=true`, undefined, 409)
    const late = { firstName: 'A', lastName: 'B', mailID: 'late@shops.example', roleId: ADMINISTRATOR }
    assert.match(
      await as('anne', 'POST /users', { ...late, institutionId: 'FI001', subTenantId: id }, 400),
      /subTenantId is a sub-tenant that is closed/,
    )
  })
})

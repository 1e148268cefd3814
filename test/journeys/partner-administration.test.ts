// Partners and clients administered on one gateway, and enforced by another on the same database.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Credentials, control, headersFor, post } from '../support/accounts/account-services.ts'
import { inquiry, withdrawal } from '../support/accounts/sandbox-requests.ts'
import { createSandboxStore, type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'
import { withGatewayOn } from '../support/gateways/running-gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'

const NEW_PARTNER = {
  partnerId: 'NEWCOMER',
  name: 'A newcomer',
  operations: ['BalanceInquiry', 'Debits'],
  institutionIds: ['FI001'],
}
/** In UTC these are outside the years 0001 to 9999. */
const UNKEEPABLE = ['9999-12-31T23:59:59-23:59', '9999-12-31T24:00:00Z', '0000-01-01T00:00:00Z']
const NOBODYS_ID = '0197f3a0-0000-7000-8000-0000000000ff'

describe('partners administered on one gateway', () => {
  let store: Store
  let here: Gateway
  let there: Gateway
  let token: string
  const onboarding = new Onboarding(() => here.url)
  /** What the journey has created so far. */
  let id: string
  let version: number
  let client: Credentials

  before(async () => {
    store = await createSandboxStore('postgres')
    here = await startGateway(store)
    there = await startGateway(store)
    token = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
  })
  after(async () => {
    await Promise.all([here?.stop(), there?.stop()])
    await store.remove()
  })

  async function administer(route: string, body?: unknown, status = 200) {
    const answer = await onboarding.call(route, { token, ...(body !== undefined && { body }) })
    assert.equal(answer.status, status, answer.text)
    if (typeof answer.body.data?.version === 'number') version = answer.body.data.version
    return answer.body.data
  }

  const ask = (gateway: Gateway, as: Credentials) =>
    post(gateway, '/accounts/balance', inquiry('1000000001'), headersFor(as))

  /** A change is answered when every node has reloaded its directory, so both obey at once. */
  async function obeyed(wished: number, as: Credentials = client): Promise<void> {
    assert.equal((await ask(there, as)).status, wished, 'the other gateway obeys at once')
    assert.equal((await ask(here, as)).status, wished, 'the gateway that was told obeys at once')
  }

  test('a new partner with a client may call the other gateway', async () => {
    const made = await administer('POST /partners', NEW_PARTNER, 201)
    assert.partialDeepStrictEqual(made, { ...NEW_PARTNER, families: ['accounts'], version: 1, clients: [] })
    id = made.id
    const { client_secret, ...record } = await administer(
      `POST /partners/${id}/clients`,
      { clientId: 'newcomer-1' },
      201,
    )
    client = { clientId: 'newcomer-1', clientSecret: client_secret, partnerId: 'NEWCOMER' }
    assert.match(client_secret, /^[A-Za-z0-9_-]{43}$/)
    assert.deepEqual((await administer(`GET /partners/${id}`)).clients, [record])
    await obeyed(200)
  })

  test('after a rotation the old secret is rejected and the new one works', async () => {
    const { client_secret } = await administer(`POST /partners/${id}/clients/newcomer-1/rotate`)
    const old = client
    client = { ...client, clientSecret: client_secret }
    await obeyed(200)
    for (const gateway of [here, there]) assert.equal((await ask(gateway, old)).status, 401)
  })

  test('a client is rejected once it has expired', async () => {
    const expired = await administer(`POST /partners/${id}/clients`, { expiresAt: '2026-01-01T00:00:00.000Z' }, 201)
    const lapsed = { clientId: expired.clientId, clientSecret: expired.client_secret, partnerId: 'NEWCOMER' }
    await obeyed(401, lapsed)
    const again = await administer(`POST /partners/${id}/clients/${lapsed.clientId}/rotate`, { expiresAt: null })
    await obeyed(200, { ...lapsed, clientSecret: again.client_secret })
  })

  test('a revoked operation is forbidden', async () => {
    await administer(`PATCH /partners/${id}`, { version, operations: ['Debits'] })
    await obeyed(403)
    await administer(`PATCH /partners/${id}`, { version, operations: NEW_PARTNER.operations })
    await obeyed(200)
  })

  test('a partner without the family is forbidden', async () => {
    await administer(`PATCH /partners/${id}`, { version, families: ['lending'], operations: [] })
    await obeyed(403)
    await administer(`PATCH /partners/${id}`, { version, families: ['accounts'], operations: NEW_PARTNER.operations })
    await obeyed(200)
  })

  test('a partner above its new rate is throttled', async () => {
    await administer(`PATCH /partners/${id}`, { version, rateLimit: { perSecond: 1 } })
    const burst = () => Promise.all(Array.from({ length: 5 }, () => ask(there, client)))
    await until(async () => (await burst()).some(({ status }) => status === 429), 'the rate holds it back')
    await administer(`PATCH /partners/${id}`, { version, rateLimit: null })
    await until(async () => (await burst()).every(({ status }) => status === 200), 'the rate is lifted')
  })

  test('a deactivated partner is forbidden until it is activated again', async () => {
    await administer(`PATCH /partners/${id}/activation?isActive=false`)
    await obeyed(403)
    await administer(`PATCH /partners/${id}/activation?isActive=true`)
    await obeyed(200)
  })

  test('a removed client is rejected', async () => {
    assert.equal(await administer(`DELETE /partners/${id}/clients/newcomer-1`), null)
    await obeyed(401)
    await administer(`DELETE /partners/${id}/clients/newcomer-1`, undefined, 404)
  })

  test('a partner can be deleted until it has transactions', async () => {
    assert.equal(await administer(`DELETE /partners/${id}`), null)
    await administer(`GET /partners/${id}`, undefined, 404)
    const again = await administer('POST /partners', { ...NEW_PARTNER, clientIdPolicy: false }, 201)
    const { client_id: _, client_secret: __, ...headers } = headersFor(client)
    const paid = await post(
      here,
      '/transactions/debits',
      withdrawal('1000000001', 20),
      headers as Record<string, string>,
    )
    assert.equal(paid.code, '000', paid.text)
    await administer(`DELETE /partners/${again.id}`, undefined, 409)
  })

  test('no secret is in the log or the audit log', async () => {
    const { content } = await administer('POST /audit-logs/list?size=200', {})
    assert.ok(content.some(({ action }: { action: string }) => action === 'client.rotate'))
    for (const text of [JSON.stringify(content), here.output(), there.output()]) {
      assert.ok(!text.includes(client.clientSecret))
    }
  })
})

withGatewayOn('postgres', 'partners over HTTP', (running) => {
  const onboarding = new Onboarding(() => running.current.url)
  const as = async (email: string, password: string) => {
    const token = await onboarding.tokenOf(email, password)
    return (route: string, body?: unknown) => onboarding.call(route, { token, ...(body !== undefined && { body }) })
  }
  const administrator = () => as('admin@sandbox.example', 'Sandbox-Admin-1!')
  const operator = () => as('operator@fi001.example', 'Sandbox-Operator-1!')
  const viewer = () => as('viewer@sandbox.example', 'Sandbox-Viewer-1!')

  // One row per rejected body, and what the message names.
  const REFUSED: [change: object, named: RegExp][] = [
    [{ partnerId: undefined }, /partnerId is required/],
    [{ partnerId: 'two words' }, /partnerId must be 1 to 35 letters/],
    [{ name: '' }, /name must be 1 to 120 characters/],
    [{ name: ' A newcomer' }, /name must be 1 to 120 characters without .* blanks at the ends/],
    [{ families: [] }, /families must be 1 to 3/],
    [{ families: ['cards'] }, /families\[0\] must be one of accounts, digital, lending/],
    [{ operations: ['Debits', 'Dance'] }, /operations\[1\] is not an operation/],
    [{ operations: 'Debits' }, /operations must be an array/],
    [{ institutionIds: [] }, /institutionIds must be 1 to 200/],
    [{ institutionIds: ['FI001', 'FI404'] }, /institutionIds\[1\] is not an institution/],
    [{ clientIdPolicy: 'yes' }, /clientIdPolicy must be a boolean/],
    [{ rateLimit: 5 }, /rateLimit must be null or hold perSecond/],
    [{ rateLimit: { perSecond: 0 } }, /rateLimit must be null or hold perSecond/],
    [{ rateLimit: { perSecond: 1.5 } }, /rateLimit must be null or hold perSecond/],
  ]
  test("an invalid body is rejected with the field's name", async () => {
    const call = await administrator()
    for (const [change, named] of REFUSED) {
      const answer = await call('POST /partners', { ...NEW_PARTNER, ...change })
      assert.equal(answer.status, 400, JSON.stringify(change))
      assert.match(answer.body.message, /^B-REQ-001: /)
      assert.match(answer.body.message, named)
    }
    const partner = await call('POST /partners', NEW_PARTNER)
    for (const expiresAt of ['soon', '2027-02-30T00:00:00Z', '2027-01-01', 5, ...UNKEEPABLE]) {
      const answer = await call(`POST /partners/${partner.body.data.id}/clients`, { expiresAt })
      assert.match(answer.body.message, /^B-REQ-001: expiresAt must be /, String(expiresAt))
    }
    assert.equal((await call('POST /partners', NEW_PARTNER)).status, 409)
    assert.equal((await call(`PATCH /partners/${partner.body.data.id}`, { name: 'No version' })).status, 400)
    assert.equal((await call(`PATCH /partners/${partner.body.data.id}`, { version: 7, name: 'Stale' })).status, 409)
    assert.equal((await call(`PATCH /partners/${partner.body.data.id}/activation`)).status, 400)
    assert.equal((await call('GET /partners?size=201')).status, 400)
    assert.equal((await call(`DELETE /partners/${partner.body.data.id}`)).status, 200)
  })

  test('fields that the caller may not set are ignored', async () => {
    const call = await administrator()
    const smuggled = { id: NOBODYS_ID, version: 9, isActive: false, createdBy: 'me', clients: [{ clientId: 'x' }] }
    const { body } = await call('POST /partners', { ...NEW_PARTNER, ...smuggled })
    assert.partialDeepStrictEqual(body.data, {
      version: 1,
      isActive: true,
      createdBy: 'admin@sandbox.example',
      clients: [],
    })
    assert.notEqual(body.data.id, NOBODYS_ID)
    const changed = await call(`PATCH /partners/${body.data.id}`, { version: 1, isActive: false, createdBy: 'me' })
    assert.partialDeepStrictEqual(changed.body.data, { version: 2, isActive: true, createdBy: 'admin@sandbox.example' })
    await call(`DELETE /partners/${body.data.id}`)
  })

  test('partners are listed both ways, with clients and without secrets', async () => {
    const call = await administrator()
    const all = await call('GET /partners?size=1&page=2')
    assert.partialDeepStrictEqual(all.body.data, { page: 2, size: 1, totalElements: 3, totalPages: 3 })
    const found = await call('POST /partners/list', {
      search: 'voice',
      isActive: true,
      family: 'accounts',
      institutionId: 'FI001',
    })
    assert.deepEqual(
      found.body.data.content.map((one: { partnerId: string }) => one.partnerId),
      ['PARTNER02'],
    )
    assert.deepEqual(
      found.body.data.content[0].clients.map((one: { clientId: string }) => one.clientId),
      ['sandbox-digital-2', 'sandbox-ivr'],
    )
    // When an old secret ends is told, and nothing of it.
    const listed = (await call('POST /partners/list')).text.replaceAll('"oldSecretUntil":null', '')
    assert.doesNotMatch(listed, /secret/i)
    assert.equal((await call('POST /partners/list', { family: 'cards' })).status, 400)
  })

  test('the operator of FI001 sees only its partners', async () => {
    const [admin, call] = [await administrator(), await operator()]
    const { content } = (await admin('GET /partners')).body.data
    const idOf = (partnerId: string) => content.find((one: { partnerId: string }) => one.partnerId === partnerId).id
    const seen = await call('GET /partners')
    assert.deepEqual(
      seen.body.data.content.map((one: { partnerId: string }) => one.partnerId),
      ['PARTNER02'],
    )
    assert.equal((await call(`GET /partners/${idOf('PARTNER02')}`)).status, 200)
    const hidden = await call(`GET /partners/${idOf('PARTNER01')}`)
    const absent = await call(`GET /partners/${NOBODYS_ID}`)
    assert.deepEqual([hidden.status, absent.status, hidden.body.message], [404, 404, absent.body.message])
    assert.equal((await call('POST /partners', NEW_PARTNER)).status, 403)
  })

  test('a viewer can change nothing', async () => {
    const call = await viewer()
    const { id, version } = (await call('GET /partners')).body.data.content[0]
    for (const [route, body] of [
      ['POST /partners', NEW_PARTNER],
      [`PATCH /partners/${id}`, { version }],
      [`PATCH /partners/${id}/activation?isActive=false`],
      [`DELETE /partners/${id}`],
      [`POST /partners/${id}/clients`, {}],
      [`POST /partners/${id}/clients/sandbox-atm/rotate`],
      [`DELETE /partners/${id}/clients/sandbox-atm`],
    ] as const) {
      assert.equal((await call(route, body)).status, 403, route)
    }
  })

  test("a client's last use shows in its record, at the latest after a restart", async () => {
    const atm = { clientId: 'sandbox-atm', clientSecret: 'sandbox-atm-secret', partnerId: 'PARTNER01' }
    await post(running.current, '/accounts/balance', inquiry('1000000001'), headersFor(atm))
    await running.restart()
    const call = await administrator()
    const { content } = (await call('POST /partners/list', { search: 'PARTNER01' })).body.data
    const used = Object.fromEntries(
      content[0].clients.map((one: { clientId: string; lastUsedAt: string | null }) => [one.clientId, one.lastUsedAt]),
    )
    assert.match(used['sandbox-atm'], /^\d{4}-.*Z$/)
    assert.equal(used['sandbox-digital'], null)
  })

  test('the catalogue of error codes is listed, searched and explained', async () => {
    const call = await viewer()
    const { content: first, ...page } = (await call('GET /error-codes')).body.data
    const total = page.totalElements
    assert.ok(total > 60)
    assert.deepEqual(page, { page: 1, size: 10, totalElements: total, totalPages: Math.ceil(total / 10) })
    const second = (await call('GET /error-codes?page=2&size=5')).body.data.content
    assert.deepEqual(second, first.slice(5))
    assert.deepEqual((await call('GET /error-codes?page=99')).body.data.content, [])
    assert.match((await call('GET /error-codes?size=201')).body.message, /^B-REQ-001: size /)
    const found = (await call('GET /error-codes?family=B&search=last%20administrator')).body.data.content
    assert.deepEqual(
      found.map((one: { code: string }) => one.code),
      ['B-ACC-003'],
    )
    const one = await call('GET /error-codes/A-110')
    assert.partialDeepStrictEqual(one.body.data, { code: 'A-110', family: 'A', httpStatus: 200, responseCode: '110' })
    assert.equal((await call('GET /error-codes/A-999')).status, 404)
    assert.match((await call('GET /error-codes?family=E')).body.message, /^B-REQ-001: family must be one of/)
  })

  test('a reset ends every session and restores the users and partners of day one', async () => {
    const call = await administrator()
    await call('POST /partners', NEW_PARTNER)
    await control(running.current, '/sandbox/reset')
    assert.equal((await call('GET /me')).status, 401)
    const again = await administrator()
    assert.equal((await again('GET /partners')).body.data.totalElements, 3)
    const { content } = (await again('POST /audit-logs/list?size=200', {})).body.data
    const actions = content.map((one: { action: string }) => one.action)
    for (const action of ['sandbox.reset', 'partner.create']) assert.ok(actions.includes(action), action)
    assert.equal((await again('GET /audit-logs/verify')).status, 200)
  })
})

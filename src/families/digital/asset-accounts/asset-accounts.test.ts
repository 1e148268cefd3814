import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { type AccountDesk, openAccountDesk } from '../../../../test/support/tokens/account-desk.ts'
import { asOperator } from '../../../edge/partners/partner-edge.fixture.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { depositWith, storeMovements, transferWith } from '../../../tokens/movements/movements.fixture.ts'
import { type Edge, openEdge } from '../edge.fixture.ts'
import { withField } from '../movements/movement-stand-in.fixture.ts'

const OPEN = 'POST /digital-asset-accounts'
const VALIDATE = 'POST /accounts/validation'
const INQUIRE = 'POST /accounts/balance-inquiry'

onDatabase('digital asset accounts at the edge', (_engine, open) => {
  let database: Database
  let desk: AccountDesk
  let edge: Edge
  let institutionId: string
  let userId: string
  let sent = 0

  before(async () => {
    database = (await open()).database
    desk = await openAccountDesk(database)
    edge = openEdge({ database, digitalAccounts: desk.accounts })
    institutionId = await desk.institution()
    userId = await desk.user(institutionId)
  })
  after(async () => {
    await edge.server.close()
    desk.close()
  })

  const head = (type: string) => ({
    transaction: { ref: `${type}:${++sent}`, type },
    channelInfo: { type: 'MOBILE_APP' },
  })
  const opening = () => ({
    ...head('DIGITAL_ASSET_ACCOUNT'),
    institution: { id: institutionId },
    user: { id: userId },
    account: { currency: 'USD', label: 'Till 1' },
    linkedAccount: { id: 'ACC-1' },
  })
  const relink = () => ({
    ...head('DIGITAL_ASSET_ACCOUNT_STATUS'),
    linkedAccount: { id: 'L-1' },
    account: { label: 'Savings', default: false },
  })
  const status = (target: string, more: object = {}) => ({
    ...head('DIGITAL_ASSET_ACCOUNT_STATUS'),
    status: { target, reason: 'asked for', ...more },
  })
  const validation = (accountId: string) => ({
    ...head('ACCOUNT_VALIDATION'),
    institution: { id: institutionId },
    digitalAssetAccount: { id: accountId },
  })
  const inquiry = (accountId: string) => ({ ...head('BALANCE_INQUIRY'), digitalAssetAccount: { id: accountId } })

  const call: Edge['call'] = (route, more) => edge.call(route, more)
  const opened = async (more: object = {}): Promise<string> => {
    const { body, status: code, text } = await call(OPEN, { body: { ...opening(), ...more } })
    assert.equal(code, 200, text)
    return body.id
  }

  test('an account is opened, read, frozen and closed', async () => {
    const request = { ...opening(), linkedAccount: { id: 'ACC-1', type: 'DDA' } }
    const { status: code, body: made, headers } = await call(OPEN, { body: { ...request, unknown: 'x' } })
    assert.equal(code, 200)
    assert.deepEqual(made, {
      id: made.id,
      state: 'ACTIVE',
      version: 1,
      transaction: request.transaction,
      channelInfo: { type: 'MOBILE_APP' },
      createdAt: '2026-11-16T09:00:00.000Z',
      updatedAt: '2026-11-16T09:00:00.000Z',
      institution: { id: institutionId },
      user: { id: userId },
      account: { id: made.id, currency: 'USD', label: 'Till 1', default: false },
      linkedAccount: { id: 'ACC-1', type: 'DDA' },
    })
    assert.equal(headers['x-idempotent-replay'], undefined)
    const again = await call(OPEN, { body: request })
    assert.deepEqual([again.headers['x-idempotent-replay'], again.body], ['true', made])
    const path = `/digital-asset-accounts/${made.id}`
    assert.deepEqual((await call(`GET ${path}`)).body, made)
    const freeze = status('FROZEN', { restrictions: ['NO_CREDIT'] })
    const frozen = await call(`POST ${path}/status`, { body: { ...freeze, expectedVersion: 1 } })
    assert.deepEqual(frozen.body, {
      ...made,
      state: 'FROZEN',
      version: 2,
      account: { ...made.account, restrictions: ['NO_CREDIT'] },
    })
    const closed = await call(`POST ${path}/status`, { body: status('CLOSED') })
    assert.deepEqual(
      [closed.body.state, closed.body.version, closed.body.account.restrictions],
      ['CLOSED', 3, undefined],
    )
    const replay = await call(`POST ${path}/status`, { body: { ...freeze, expectedVersion: 1 } })
    assert.deepEqual([replay.headers['x-idempotent-replay'], replay.body.state], ['true', 'CLOSED'])
  })

  test('an account that the ledger refuses says why', async () => {
    const elsewhere = await desk.institution()
    desk.settings = { ...desk.settings, ledger: 'simulated' }
    desk.ledger.answer = 'REFUSED'
    const user = { id: await desk.user(elsewhere) }
    const { body } = await call(OPEN, { body: { ...opening(), institution: { id: elsewhere }, user } })
    desk.settings = { ...desk.settings, ledger: 'builtin' }
    assert.deepEqual([body.state, body.outcome], ['FAILED', { reasonCode: 'LEDGER_REFUSED', isoReason: 'AB04' }])
  })

  test('refusals have their codes and ISO reasons, and name the resource', async () => {
    const accountId = await opened({ account: { currency: 'USD', default: true } })
    const suspended = await desk.institution({ state: 'SUSPENDED' })
    const inSuspended = { institution: { id: suspended }, user: { id: await desk.user(suspended) } }
    const pending = { user: { id: await desk.user(institutionId, { state: 'PENDING_VERIFICATION' }) } }
    const path = `POST /digital-asset-accounts/${accountId}/status`
    const full = await opened()
    await database.query('UPDATE accounts SET balance_minor = 1 WHERE account_id = $1', [full])
    const busy = await opened()
    await storeMovements(
      database,
      depositWith({ bookId: institutionId, accountId: busy, nextAt: new Date('2026-11-16T09:00:00.000Z') }),
    )
    const nowhere = { id: randomUUID() }
    const rows: [code: string, status: number, iso: string | undefined, route: string, body: object][] = [
      ['INSTITUTION_NOT_FOUND', 404, undefined, OPEN, { ...opening(), institution: nowhere }],
      ['USER_NOT_FOUND', 404, undefined, OPEN, { ...opening(), user: nowhere }],
      ['DEFAULT_ACCOUNT_EXISTS', 409, undefined, OPEN, { ...opening(), account: { currency: 'USD', default: true } }],
      ['INSTITUTION_NOT_ACTIVE', 422, 'AG10', OPEN, { ...opening(), ...inSuspended }],
      ['USER_NOT_ACTIVE', 422, undefined, OPEN, { ...opening(), ...pending }],
      ['CURRENCY_NOT_SUPPORTED', 422, 'AM03', OPEN, { ...opening(), account: { currency: 'CHF' } }],
      ['LINKED_ACCOUNT_INVALID', 422, 'AC02', OPEN, { ...opening(), linkedAccount: { id: 'ACC-1', type: 'SDA' } }],
      ['ACCOUNT_NOT_FOUND', 404, 'AC01', `POST /digital-asset-accounts/${nowhere.id}/status`, status('FROZEN')],
      ['INVALID_STATE_TRANSITION', 409, undefined, path, status('ACTIVE')],
      ['VERSION_CONFLICT', 409, undefined, path, { ...status('FROZEN'), expectedVersion: 7 }],
      ['ACCOUNT_NOT_EMPTY', 409, undefined, `POST /digital-asset-accounts/${full}/status`, status('CLOSED')],
      ['OPEN_OBLIGATIONS', 409, undefined, `POST /digital-asset-accounts/${busy}/status`, status('CLOSED')],
      ['INSTITUTION_NOT_FOUND', 404, undefined, VALIDATE, { ...validation(accountId), institution: nowhere }],
      [
        'TOKEN_TYPE_NOT_SUPPORTED',
        422,
        undefined,
        VALIDATE,
        { ...validation(accountId), tokenAmount: { tokenType: 'X' } },
      ],
      ['ACCOUNT_NOT_FOUND', 404, 'AC01', INQUIRE, inquiry(nowhere.id)],
      ['ACCOUNT_NOT_FOUND', 404, 'AC01', INQUIRE, inquiry('1000000001')],
    ]
    for (const [code, expected, iso, route, body] of rows) {
      const answer = await call(route, { body })
      const { transaction } = body as { transaction: object }
      assert.deepEqual(
        [answer.body.code, answer.status, answer.body.isoReason, answer.body.transaction],
        [code, expected, iso, transaction],
        route,
      )
    }
    const refused = await call(path, { body: status('ACTIVE') })
    assert.deepEqual(refused.body.resource, { type: 'DIGITAL_ASSET_ACCOUNT', id: accountId, state: 'ACTIVE' })
    await database.query('UPDATE accounts SET balance_minor = 0 WHERE account_id = $1', [full])
    const used = await call(OPEN, {
      body: { ...opening(), transaction: { ref: 'again', type: 'DIGITAL_ASSET_ACCOUNT' } },
    })
    assert.equal(used.status, 200)
    const other = {
      ...opening(),
      transaction: { ref: 'again', type: 'DIGITAL_ASSET_ACCOUNT' },
      account: { currency: 'EUR' },
    }
    const reused = await call(OPEN, { body: other })
    assert.deepEqual([reused.status, reused.body.code, reused.body.isoReason], [409, 'REFERENCE_REUSED', 'DU05'])
  })

  test('another partner sees nothing of an account but what validation tells', async () => {
    const accountId = await opened()
    const as = (module: string, action: string) => ({
      headers: { ...asOperator(`${module}.${action}`), partnerid: 'OTHER' },
    })
    const path = `/digital-asset-accounts/${accountId}`
    const read = await call(`GET ${path}`, as('DIGITAL_PARTIES', 'VIEW'))
    assert.deepEqual([read.status, read.body.code], [404, 'ACCOUNT_NOT_FOUND'])
    const changed = await call(`POST ${path}/status`, { body: status('CLOSED'), ...as('DIGITAL_PARTIES', 'UPDATE') })
    assert.deepEqual([changed.status, changed.body.code], [404, 'ACCOUNT_NOT_FOUND'])
    const balance = await call(INQUIRE, { body: inquiry(accountId), ...as('DIGITAL_MONEY', 'VIEW') })
    assert.deepEqual([balance.status, balance.body.code], [404, 'ACCOUNT_NOT_FOUND'])
    const made = await call(OPEN, { body: opening(), ...as('DIGITAL_PARTIES', 'CREATE') })
    assert.deepEqual([made.status, made.body.code], [404, 'INSTITUTION_NOT_FOUND'])
    const valid = await call(VALIDATE, { body: validation(accountId), ...as('DIGITAL_PARTIES', 'VIEW') })
    assert.deepEqual(valid.body, { verified: true, accountStatus: 'ACTIVE', nameMatch: 'NOAP', canReceive: true })
    for (const unfit of [as('DIGITAL_MONEY', 'VIEW'), as('LENDING', 'VIEW')])
      assert.equal((await call(`GET ${path}`, unfit)).status, 403)
  })

  test('validation compares names and stores no reference', async () => {
    const accountId = await opened()
    const body = {
      ...validation(accountId),
      holder: { name: 'A. Lovelace' },
      tokenAmount: { currency: 'USD', tokens: 1.001 },
    }
    const close = {
      verified: false,
      accountStatus: 'ACTIVE',
      nameMatch: 'CMTC',
      suggestedName: 'Ada Lovelace',
      canReceive: true,
    }
    const first = await call(VALIDATE, { body })
    assert.deepEqual(first.body, close)
    const other = await call(VALIDATE, { body: { ...body, holder: { name: 'Grace Hopper' } } })
    assert.deepEqual(other.body, {
      verified: false,
      accountStatus: 'ACTIVE',
      nameMatch: 'NMTC',
      canReceive: true,
      reason: 'BE01',
    })
    const { rowCount } = await database.query('SELECT FROM digital_references WHERE ref = $1', [body.transaction.ref])
    assert.equal(rowCount, 0)
    const unknown = await call(VALIDATE, { body: { ...validation(randomUUID()), holder: {} } })
    assert.deepEqual(unknown.body, { verified: false, nameMatch: 'NOAP', canReceive: false, reason: 'AC01' })
  })

  test('a balance inquiry shows what is held, available, locked and pending, in the currency’s decimals', async () => {
    const accountId = await opened({ account: { currency: 'KWD' }, linkedAccount: { id: 'ACC-KWD' } })
    const shown = async (body: object) => (await call(INQUIRE, { body })).body
    const empty = { asset: 0, available: 0, locked: 0, pending: 0 }
    assert.deepEqual((await shown(inquiry(accountId))).balances, [{ currency: 'KWD', ...empty }])
    await database.query('UPDATE accounts SET balance_minor = 12345, held_minor = 45 WHERE account_id = $1', [
      accountId,
    ])
    const payee = { ...transferWith().payee, bookId: institutionId, accountId }
    const transfer = transferWith({
      payee,
      state: 'RESERVED',
      amountMinor: 7n,
      nextAt: new Date('2026-11-16T09:00:00.000Z'),
    })
    await storeMovements(database, { ...transfer, currency: 'KWD' })
    const parts = { available: 12.3, locked: 0.045, pending: 0.007 }
    const issuer = { institutionId }
    const full = {
      balances: [{ currency: 'KWD', asset: 12.345, ...parts }],
      tokenizedDepositHoldings: [{ issuer, currency: 'KWD', tokenType: 'TOKENIZED_DEPOSIT', tokens: 12.345, ...parts }],
      accountStatus: 'ACTIVE',
      asOf: '2026-11-16T09:00:00.000Z',
    }
    assert.deepEqual(await shown({ ...inquiry(accountId), currency: 'KWD' }), full)
    assert.deepEqual(await shown({ ...inquiry(accountId), currency: 'USD' }), {
      ...full,
      balances: [],
      tokenizedDepositHoldings: [],
    })
    const again = inquiry(accountId)
    await shown(again)
    assert.deepEqual(await shown({ ...again, currency: 'USD' }), {
      ...full,
      balances: [],
      tokenizedDepositHoldings: [],
    })
  })

  describe('bad input is a 400 that names the field', () => {
    const ID = [undefined, '', 7, null, 'x'.repeat(37), 'a b', {}]
    const TEXT = ['', 7, null, ' ', 'x'.repeat(121), 'a\u0000b', ['x']]
    const rows: [route: string, body: () => object, path: string, values: readonly unknown[]][] = [
      [OPEN, opening, 'institution', [undefined, 'x', null, []]],
      [OPEN, opening, 'institution.id', ID],
      [OPEN, opening, 'user', [undefined, 'x', null]],
      [OPEN, opening, 'user.id', ID],
      [OPEN, opening, 'account', [undefined, 'x', null]],
      [OPEN, opening, 'account.currency', [undefined, 'usd', 'XQZ', 840, null, '']],
      [OPEN, opening, 'account.label', TEXT],
      [OPEN, opening, 'account.default', ['true', 1, null]],
      [OPEN, opening, 'linkedAccount', [undefined, 'x', null]],
      [OPEN, opening, 'linkedAccount.id', [...ID, 'x'.repeat(36)]],
      [OPEN, opening, 'linkedAccount.type', ['LOAN', 'dda', 7, null]],
      [OPEN, opening, 'transaction.ref', [undefined, '', 'a b', 'x'.repeat(65), 7]],
      [OPEN, opening, 'transaction.type', [undefined, 'USER_ONBOARDING', 7]],
      [OPEN, opening, 'channelInfo.type', [undefined, 'mobile', 'X', 'A'.repeat(33), 7]],
      ['STATUS', () => status('FROZEN'), 'status', [undefined, 'x', null]],
      ['STATUS', () => status('FROZEN'), 'status.target', [undefined, 'FAILED', 'PROVISIONING', 'frozen', 7, null]],
      ['STATUS', () => status('FROZEN'), 'status.reason', [undefined, '', 7, null, 'x'.repeat(256)]],
      ['STATUS', () => status('FROZEN'), 'status.restrictions', [[], 'NO_DEBIT', {}, null, ['NO_DEBIT', 'NO_DEBIT']]],
      ['STATUS', () => status('ACTIVE'), 'status.restrictions', [['NO_DEBIT'], ['NO_CREDIT']]],
      ['STATUS', () => status('CLOSED'), 'status.restrictions', [['NO_DEBIT', 'NO_CREDIT']]],
      ['STATUS', relink, 'linkedAccount', ['x', null]],
      ['STATUS', relink, 'linkedAccount.id', [undefined, '', 7, 'x'.repeat(36), null]],
      ['STATUS', relink, 'account', ['x', {}, null]],
      ['STATUS', relink, 'account.label', ['', 7, null]],
      ['STATUS', relink, 'account.default', ['true', 1, null]],
      ['STATUS', () => status('FROZEN'), 'expectedVersion', [0, -1, 1.5, '1', null, 2 ** 31]],
      [VALIDATE, () => validation(randomUUID()), 'institution.id', ID],
      [VALIDATE, () => validation(randomUUID()), 'digitalAssetAccount', [undefined, 'x', null]],
      [VALIDATE, () => validation(randomUUID()), 'digitalAssetAccount.id', ID],
      [VALIDATE, () => validation(randomUUID()), 'holder', ['x', null, []]],
      [VALIDATE, () => validation(randomUUID()), 'holder.name', TEXT],
      [VALIDATE, () => validation(randomUUID()), 'tokenAmount.currency', ['usd', 'XQZ', 7]],
      [VALIDATE, () => validation(randomUUID()), 'tokenAmount.tokenType', ['', 7, null]],
      [INQUIRE, () => inquiry(randomUUID()), 'digitalAssetAccount.id', ID],
      [INQUIRE, () => inquiry(randomUUID()), 'currency', ['usd', 'XQZ', 7, null, '']],
      [INQUIRE, () => inquiry(randomUUID()), 'transaction.type', [undefined, 'ACCOUNT_VALIDATION']],
    ]
    for (const [route, body, path, values] of rows) {
      test(`${route.replace('POST /', '')}: ${path}`, async () => {
        const target = route === 'STATUS' ? `POST /digital-asset-accounts/${randomUUID()}/status` : route
        for (const value of values) {
          const answer = await call(target, { body: withField(body(), path, value) })
          const pointers = (answer.body.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)
          const pointer = `/${path.replaceAll('.', '/')}`
          assert.equal(answer.status, 400, `${path}: ${JSON.stringify(value)}`)
          assert.ok(
            pointers.some((one: string) => one === pointer || one.startsWith(`${pointer}/`)),
            `${JSON.stringify(value)}: ${pointers}`,
          )
        }
      })
    }
  })
})

// Ways out of stuck tokens and settlements over HTTP: bad input, states that do not fit, other tenants, repetition, and two people.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { control } from '../../../../../test/support/accounts/account-services.ts'
import { withdrawal, withdrawalReversal } from '../../../../../test/support/accounts/sandbox-requests.ts'
import { answeredWith, approved as approvedBy, clientOf } from '../../../../../test/support/accounts/sdk-client.ts'
import { DigitalPartner, type Holder, USD } from '../../../../../test/support/digital/digital-partner.ts'
import { DigitalProperties } from '../../../../../test/support/digital/digital-properties.ts'
import { withGateway } from '../../../../../test/support/gateways/running-gateway.ts'
import { Onboarding } from '../../../../../test/support/onboarding/onboarding.ts'

/** Pays what it is asked for, and takes nothing back. */
const TAKES_NOTHING = '9000000500'
const OTHER_ACCOUNT = '1000000001'
const UNKNOWN_ID = '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e55'
const LIST = { environment: 'sandbox', application: '*', key: 'four-eyes', valueType: 'JSON' }

withGateway('operators of digital banking', (running) => {
  const url = () => running.current.url
  const api = new Onboarding(url)
  const partner = new DigitalPartner(url)
  const properties = new DigitalProperties(url)
  const tokens = { admin: '', second: '', operator: '' }
  let payer: Holder
  let payee: Holder
  let stuck: Holder

  before(async () => {
    tokens.admin = await api.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    tokens.second = await api.tokenOf('second@sandbox.example', 'Sandbox-Second-1!')
    tokens.operator = await api.tokenOf('operator@fi001.example', 'Sandbox-Operator-1!')
    payer = await partner.holder()
    payee = await partner.holder()
    await partner.deposit(payer.accountId, 100)
    await partner.moved('/interbank-transfers', {
      tokenAmount: USD(40),
      digitalAssetAccount: { id: payer.accountId },
      beneficiary: { institutionId: payee.institutionId, digitalAssetAccount: { id: payee.accountId } },
    })
    const { id: institutionId } = await partner.ok('POST /institutions', {
      institution: { name: 'Stuck Bank', country: 'US', currencies: ['USD'] },
    })
    await properties.set('ledger', 'simulated', institutionId)
    await properties.set('simulated.block-ms', 1)
    stuck = await partner.holder({ institutionId, linkedAccount: { id: TAKES_NOTHING } })
    await properties.set('simulated.refused', 1)
  })

  const call = (route: string, body?: unknown, token = tokens.admin) => api.call(route, { token, body })

  async function answered(status: number, route: string, body?: unknown, token?: string) {
    const answer = await call(route, body, token)
    assert.equal(answer.status, status, `${route}: ${answer.text}`)
    return answer.body
  }

  /** A deposit that is neither minted nor given back: its exception. */
  async function unclaimed(): Promise<string> {
    const failed = await partner.deposit(stuck.accountId, 25)
    assert.equal(failed.outcome?.reasonCode, 'FUNDS_UNCLAIMED', JSON.stringify(failed))
    const { data } = await answered(200, 'POST /transactions/exceptions/list', { search: failed.id })
    assert.equal(data.content.length, 1)
    assert.deepEqual([data.content[0].kind, data.content[0].state], ['FUNDS_UNCLAIMED', 'OPEN'])
    return data.content[0].id
  }

  const resolve = (id: string) => `POST /transactions/exceptions/${id}/resolve`
  const paidOut = { action: 'PAY_OUT', reason: 'seen', linkedAccountId: OTHER_ACCOUNT }
  const outside = { action: 'SETTLED_OUTSIDE', reason: 'seen', externalReference: 'RTGS-1' }

  describe('unclaimed money', () => {
    let id = ''
    before(async () => {
      id = await unclaimed()
    })

    // One row per body that is not valid: the field that is named.
    const INVALID: [title: string, body: object, field: RegExp][] = [
      ['without an account', { ...paidOut, linkedAccountId: undefined }, /linkedAccountId/],
      ['with an account of another type', { ...paidOut, linkedAccountId: 5 }, /linkedAccountId/],
      ['with an empty account', { ...paidOut, linkedAccountId: '' }, /linkedAccountId/],
      ['with an account that is none', { ...paidOut, linkedAccountId: "1'; --" }, /linkedAccountId/],
      ['with an account too long', { ...paidOut, linkedAccountId: '1'.repeat(65) }, /linkedAccountId/],
      ['without a reason', { ...paidOut, reason: undefined }, /reason/],
      ['with an unknown action', { ...paidOut, action: 'PAY' }, /action/],
      ['without a reference', { ...outside, externalReference: undefined }, /externalReference/],
      ['with a reference of another type', { ...outside, externalReference: {} }, /externalReference/],
      ['with an empty reference', { ...outside, externalReference: '' }, /externalReference/],
      ['with a reference too long', { ...outside, externalReference: 'x'.repeat(141) }, /externalReference/],
      ['with a reference of two lines', { ...outside, externalReference: 'a\nb' }, /externalReference/],
    ]
    for (const [title, body, field] of INVALID) {
      test(`${title}: 400`, async () => assert.match((await answered(400, resolve(id), body)).message, field))
    }

    test('that other actions do not fit, or an account cannot take: 409, and it stays open', async () => {
      for (const body of [
        { action: 'RETURN', reason: 'seen' },
        { action: 'MATCH', reason: 'seen' },
        { action: 'WRITE_OFF', reason: 'seen' },
        { action: 'IGNORE', reason: 'seen' },
        { action: 'RETRY', reason: 'seen' },
        { ...paidOut, linkedAccountId: 'nowhere' },
      ])
        await answered(409, resolve(id), body)
      const { data } = await answered(200, `POST /transactions/exceptions/list`, { state: ['OPEN'] })
      assert.deepEqual(
        data.content.filter((one: { id: string }) => one.id === id).map((one: { state: string }) => one.state),
        ['OPEN'],
      )
    })

    test('that does not exist, or is of another tenant, is 404; without the right it is 403', async () => {
      await answered(404, resolve(UNKNOWN_ID), outside)
      await answered(400, resolve('first'), outside)
      await answered(403, resolve(id), outside, tokens.operator)
      const { data } = await answered(200, 'GET /transactions/exceptions', undefined, tokens.operator)
      assert.deepEqual(
        data.content.filter((one: { id: string }) => one.id === id),
        [],
      )
      assert.equal((await call(resolve(id), outside, '')).status, 401)
    })

    test('is settled outside once; the second time 409', async () => {
      const { data } = await answered(200, resolve(id), outside)
      assert.deepEqual(
        [data.state, data.resolution.action, data.resolution.externalReference],
        ['RESOLVED', 'SETTLED_OUTSIDE', 'RTGS-1'],
      )
      for (const body of [outside, paidOut, { action: 'RETRY', reason: 'seen' }]) await answered(409, resolve(id), body)
      assert.equal((await partner.position(stuck.institutionId)).unclaimed, 0)
    })
  })

  describe('a settlement', () => {
    let references = 0
    const settlement = (more: object = {}) => ({
      payerInstitutionId: payer.institutionId,
      payeeInstitutionId: payee.institutionId,
      currencyCode: 'USD',
      amount: 5,
      externalReference: `RTGS-${++references}`,
      valueDate: '2026-01-15',
      ...more,
    })

    // One row per field and fault.
    const INVALID: [field: string, value: unknown][] = [
      ...['payerInstitutionId', 'payeeInstitutionId'].flatMap((field): [string, unknown][] => [
        [field, undefined],
        [field, 5],
        [field, 'FI001'],
      ]),
      ...[undefined, 5, 'usd', 'USDX', 'ZZZ'].map((value): [string, unknown] => ['currencyCode', value]),
      ...[undefined, '5', 0, -1, 0.001, 1e20].map((value): [string, unknown] => ['amount', value]),
      ...[undefined, 5, '', 'x'.repeat(141), 'a\u0000b'].map((value): [string, unknown] => [
        'externalReference',
        value,
      ]),
      ...[undefined, 20260115, '20260115', '2026-02-31', '0000-01-01', '2026-1-5', '9999-01-01'].map(
        (value): [string, unknown] => ['valueDate', value],
      ),
      ...[5, 'x'.repeat(256), 'a\u0007b'].map((value): [string, unknown] => ['note', value]),
    ]
    for (const [field, value] of INVALID) {
      test(`with ${field} ${JSON.stringify(value)?.slice(0, 20) ?? 'missing'} is refused with 400`, async () => {
        const { message } = await answered(400, 'POST /digital-settlements', settlement({ [field]: value }))
        assert.match(message, new RegExp(field))
      })
    }

    test('to itself is 400, of an unknown institution 404, beyond the debt 409', async () => {
      const toItself = settlement({ payeeInstitutionId: payer.institutionId })
      assert.match((await answered(400, 'POST /digital-settlements', toItself)).message, /payeeInstitutionId/)
      await answered(404, 'POST /digital-settlements', settlement({ payerInstitutionId: UNKNOWN_ID }))
      await answered(409, 'POST /digital-settlements', settlement({ amount: 40.01 }))
      const back = settlement({ payerInstitutionId: payee.institutionId, payeeInstitutionId: payer.institutionId })
      await answered(409, 'POST /digital-settlements', back)
    })

    test('is recorded once per reference, and is not another tenant’s to see', async () => {
      const wanted = settlement({ note: 'of the morning' })
      const { data } = await answered(201, 'POST /digital-settlements', wanted)
      assert.partialDeepStrictEqual(data, wanted)
      await answered(409, 'POST /digital-settlements', wanted)
      await answered(409, 'POST /digital-settlements', { ...wanted, amount: 6 })
      assert.deepEqual((await answered(200, `GET /digital-settlements/${data.id}`)).data, data)
      assert.equal((await partner.position(payer.institutionId)).owed, 35)
      await answered(404, `GET /digital-settlements/${UNKNOWN_ID}`)
      for (const route of [`GET /digital-settlements/${data.id}`, 'GET /digital-settlements'])
        await answered(403, route, undefined, tokens.operator)
      await answered(403, 'POST /digital-settlements', settlement(), tokens.operator)
    })

    test('is undone by a second user, although no list names it', async () => {
      const { owed } = await partner.position(payer.institutionId)
      const { data: first } = await answered(201, 'POST /digital-settlements', settlement({ amount: 3 }))
      const route = `POST /digital-settlements/${first.id}/reversal`
      assert.match((await answered(400, route, {})).message, /reason/)
      await answered(404, `POST /digital-settlements/${UNKNOWN_ID}/reversal`, { reason: 'wrong' })
      await answered(403, route, { reason: 'wrong' }, tokens.operator)
      const { data } = await answered(202, route, { reason: 'the wrong amount' })
      assert.equal((await partner.position(payer.institutionId)).owed, owed - 3)
      const approve = `POST /change-requests/${data.changeRequestId}/approve`
      await answered(403, approve)
      const { data: undoing } = await answered(201, approve, undefined, tokens.second)
      assert.deepEqual([undoing.reverses, undoing.amount, undoing.note], [first.id, 3, 'the wrong amount'])
      assert.equal((await partner.position(payer.institutionId)).owed, owed)
      const { data: after } = await answered(200, `GET /digital-settlements/${first.id}`)
      assert.equal(after.reversedBy, undoing.id)
      await answered(409, route, { reason: 'again' })
    })
  })

  describe('with two people', () => {
    before(async () => {
      const value = JSON.stringify([
        'EXCEPTIONS:APPROVE:PAY_OUT',
        'EXCEPTIONS:APPROVE:WRITE_OFF',
        'DIGITAL_MONEY:APPROVE',
      ])
      await answered(201, 'POST /application-properties', { ...LIST, value })
    })

    /** Asked for by the first, made by the second, by neither again, and never by the operator of another institution. */
    async function approved(status: number, route: string, body: object, toOthers: 403 | 404) {
      const { data } = await answered(202, route, body)
      const approve = `POST /change-requests/${data.changeRequestId}/approve`
      await answered(409, route, body)
      await answered(403, approve)
      await answered(toOthers, approve, undefined, tokens.operator)
      const made = await answered(status, approve, undefined, tokens.second)
      await answered(409, approve, undefined, tokens.second)
      const { data: request } = await answered(200, `GET /change-requests/${data.changeRequestId}`)
      assert.deepEqual(
        [request.state, request.requestedBy, request.decidedBy],
        ['APPROVED', 'admin@sandbox.example', 'second@sandbox.example'],
      )
      return made.data
    }

    test('unclaimed money is paid out', async () => {
      const id = await unclaimed()
      const linkedAccountId = `Z-${id.slice(-12)}`
      await answered(409, resolve(id), { ...paidOut, linkedAccountId })
      await partner.holder({ institutionId: stuck.institutionId, linkedAccount: { id: linkedAccountId } })
      const { state, resolution } = await approved(200, resolve(id), { ...paidOut, linkedAccountId }, 404)
      assert.deepEqual([state, resolution.action, resolution.by], ['RESOLVED', 'PAY_OUT', 'admin@sandbox.example'])
      assert.equal((await partner.position(stuck.institutionId)).unclaimed, 0)
    })

    test('a settlement is recorded', async () => {
      const { owed } = await partner.position(payer.institutionId)
      const wanted = {
        payerInstitutionId: payer.institutionId,
        payeeInstitutionId: payee.institutionId,
        currencyCode: 'USD',
        amount: 7,
        externalReference: 'RTGS-TWO',
        valueDate: '2026-01-15',
      }
      const { data } = await answered(202, 'POST /digital-settlements', wanted)
      assert.equal((await partner.position(payer.institutionId)).owed, owed)
      const made = await answered(
        201,
        `POST /change-requests/${data.changeRequestId}/approve`,
        undefined,
        tokens.second,
      )
      assert.deepEqual([made.data.amount, made.data.createdBy], [7, 'admin@sandbox.example'])
      assert.equal((await partner.position(payer.institutionId)).owed, owed - 7)
    })

    test('a late reversal is written off', async () => {
      const client = clientOf(running.current)
      const original = withdrawal('1000000001', 60)
      const { status } = await approvedBy(client.debits(original))
      await control(running.current, '/sandbox/clock', { advanceDays: 2 })
      const reversal = withdrawalReversal(original, { authId: status.authId })
      await answeredWith('188', client.debitsReverse(reversal))
      const { data } = await answered(200, 'POST /transactions/exceptions/list', { search: reversal.transaction.rrn })
      const { state, resolution } = await approved(
        200,
        resolve(data.content[0].id),
        {
          action: 'WRITE_OFF',
          reason: 'seen',
        },
        403,
      )
      assert.deepEqual([state, resolution.action], ['RESOLVED', 'WRITE_OFF'])
    })
  })
})

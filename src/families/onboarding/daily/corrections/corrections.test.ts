// Corrections over HTTP: bad input, two people, scopes, and where they are seen.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { withdrawal } from '../../../../../test/support/accounts/sandbox-requests.ts'
import { approved, clientOf } from '../../../../../test/support/accounts/sdk-client.ts'
import { withGateway } from '../../../../../test/support/gateways/running-gateway.ts'
import { Onboarding } from '../../../../../test/support/onboarding/onboarding.ts'
import { until } from '../../../../../test/support/until.ts'

const ACCOUNT = '1000000001'
const UNKNOWN_ID = '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e55'
const GOODWILL = {
  institutionId: 'FI001',
  accountId: ACCOUNT,
  direction: 'CREDIT',
  amount: 5,
  currencyCode: 'USD',
  kind: 'GOODWILL',
  reason: 'An apology',
}
const EMPTIED = {
  institutionId: 'FI001',
  suspenseAccount: 'suspense:corrections',
  against: 'expense:losses',
  direction: 'CREDIT',
  amount: 5,
  currencyCode: 'USD',
  reason: 'Never found',
}

withGateway('corrections', (running) => {
  const api = new Onboarding(() => running.current.url)
  const tokens = { admin: '', second: '', operator: '' }

  before(async () => {
    tokens.admin = await api.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    tokens.second = await api.tokenOf('second@sandbox.example', 'Sandbox-Second-1!')
    tokens.operator = await api.tokenOf('operator@fi001.example', 'Sandbox-Operator-1!')
  })

  async function answered(status: number, route: string, body?: unknown, token = tokens.admin) {
    const answer = await api.call(route, { token, body })
    assert.equal(answer.status, status, `${route}: ${answer.text}`)
    return answer.body
  }

  /** Asked for by one administrator, approved by the other. */
  async function corrected(body: object, status = 201) {
    const { data } = await answered(202, 'POST /corrections', body)
    const approve = `POST /change-requests/${data.changeRequestId}/approve`
    await answered(403, approve)
    const made = await answered(status, approve, undefined, tokens.second)
    await answered(409, approve, undefined, tokens.second)
    return made.data
  }

  describe('bad input', () => {
    // One row per body that is not valid: the field that is named.
    const INVALID: [title: string, body: object, field: RegExp][] = [
      ['without an account', { ...GOODWILL, accountId: undefined }, /accountId/],
      ['without a kind', { ...GOODWILL, kind: undefined }, /kind/],
      ['of an unknown kind', { ...GOODWILL, kind: 'GIFT' }, /kind/],
      ['without a direction', { ...GOODWILL, direction: undefined }, /direction/],
      ['without an amount', { ...GOODWILL, amount: undefined }, /amount/],
      ['of nothing', { ...GOODWILL, amount: 0 }, /amount/],
      ['of a part of a cent', { ...GOODWILL, amount: 1.001 }, /amount/],
      ['without a currency', { ...GOODWILL, currencyCode: undefined }, /currencyCode/],
      ['in a currency that is none', { ...GOODWILL, currencyCode: 'XQZ' }, /currencyCode/],
      ['without a reason', { ...GOODWILL, reason: undefined }, /reason/],
      ['with a transaction that is no id', { ...GOODWILL, transactionId: 'x' }, /transactionId/],
      ['with an exception that does not exist', { ...GOODWILL, exceptionId: UNKNOWN_ID }, /exceptionId/],
      ['of two accounts', { ...GOODWILL, suspenseAccount: 'suspense:cash' }, /suspenseAccount/],
      ['of an account against another', { ...GOODWILL, against: 'expense:losses' }, /against/],
      ['of a suspense account against nothing', { ...EMPTIED, against: undefined }, /against/],
      ['of a suspense account against itself', { ...EMPTIED, against: EMPTIED.suspenseAccount }, /against/],
      ['of another account of the general ledger', { ...EMPTIED, suspenseAccount: 'fees:access' }, /suspenseAccount/],
    ]
    for (const [title, body, field] of INVALID) {
      test(`${title}: 400`, async () => assert.match((await answered(400, 'POST /corrections', body)).message, field))
    }

    test('what cannot be posted is refused before anybody is asked', async () => {
      await answered(404, 'POST /corrections', { ...GOODWILL, accountId: 'nowhere' })
      await answered(404, 'POST /corrections', { ...GOODWILL, transactionId: UNKNOWN_ID })
      await answered(404, 'POST /corrections', { institutionId: 'FI001', reverses: UNKNOWN_ID, reason: 'x' })
      await answered(409, 'POST /corrections', { ...GOODWILL, amount: 1_000.01 })
      await answered(409, 'POST /corrections', {
        ...GOODWILL,
        accountId: '1000000003',
        direction: 'DEBIT',
        amount: 999,
      })
      await answered(409, 'POST /corrections', EMPTIED)
    })
  })

  test('waits for a second user always, and is posted once', async () => {
    const made = await corrected(GOODWILL)
    assert.deepEqual(
      [made.amount, made.against, made.createdBy, made.reversedAmount],
      [5, 'expense:goodwill', 'admin@sandbox.example', 0],
    )
    const { data } = await answered(200, `GET /corrections/${made.id}`)
    assert.deepEqual(data, made)
    const found = await answered(200, 'POST /search', { text: made.id })
    assert.deepEqual(
      found.data.map((one: { kind: string; id: string }) => [one.kind, one.id]),
      [['CORRECTION', made.id]],
    )
    const [account] = (await answered(200, 'POST /accounts/list', { institutionId: 'FI001', search: ACCOUNT })).data
      .content
    await until(async () => {
      const { data: entries } = await answered(200, `GET /accounts/${account.id}/entries`)
      return entries.content.some((one: { correctionId?: string }) => one.correctionId === made.id)
    }, 'the entry is listed')
    const undone = await corrected({ institutionId: 'FI001', reverses: made.id, reason: 'of the wrong customer' })
    assert.deepEqual([undone.direction, undone.amount, undone.reverses], ['DEBIT', 5, made.id])
    await answered(409, 'POST /corrections', { institutionId: 'FI001', reverses: made.id, reason: 'again' })
  })

  test('is shown with the transaction that it gives back, which counts as reversed', async () => {
    const rrn = withdrawal(ACCOUNT, 60)
    await approved(clientOf(running.current).debits(rrn))
    const filter = { rrn: rrn.transaction.rrn }
    const [{ id }] = (await answered(200, 'POST /transactions/list', filter)).data.content
    const made = await corrected({ ...GOODWILL, amount: 20, transactionId: id })
    const { data } = await answered(200, `GET /transactions/${id}`)
    assert.deepEqual([data.status, data.reversedAmount], ['PARTIALLY_REVERSED', 20])
    assert.deepEqual(
      data.corrections.map((one: { id: string; amount: number }) => [one.id, one.amount]),
      [[made.id, 20]],
    )
  })

  test('the limit of a day is a property, of an institution too', async () => {
    const property = { environment: 'sandbox', application: 'tillgate', key: 'corrections.limit', valueType: 'JSON' }
    const of = { ...property, isSecret: false, description: 'Corrections', isActive: true, institutionId: 'FI001' }
    for (const value of ['{"USD": 0}', '{"XQZ": 1}', '[]', '{"USD": "5"}'])
      assert.match((await answered(400, 'POST /application-properties', { ...of, value })).message, /value/)
    const { data } = await answered(201, 'POST /application-properties', { ...of, value: '{"EUR": 5}' })
    await answered(409, 'POST /corrections', GOODWILL)
    const { version } = (await answered(200, `GET /application-properties/${data.id}`)).data
    await answered(200, `PATCH /application-properties/${data.id}`, { version, value: '{"USD": 900}' })
    await answered(202, 'POST /corrections', GOODWILL)
  })

  test('suspense is listed by item, and emptied by a correction', async () => {
    const made = await corrected({ ...GOODWILL, kind: 'ERROR', accountId: '1000000002' })
    const standing = async () => {
      const { data } = await answered(200, 'GET /suspense?institutionId=FI001')
      return data.content.find((one: { account: string }) => one.account === 'suspense:corrections')
    }
    const { balance, items, earlierAmount } = await standing()
    assert.deepEqual([balance, earlierAmount], [-5, 0])
    assert.deepEqual(
      items.map((one: { correctionId: string; openAmount: number; ageDays: number }) => [
        one.correctionId,
        one.openAmount,
        one.ageDays,
      ]),
      [[made.id, -5, 0]],
    )
    await corrected(EMPTIED)
    assert.equal(await standing(), undefined)
    await answered(400, 'GET /suspense')
    await answered(404, 'GET /suspense?institutionId=nowhere')
  })

  test('without the right it is 403', async () => {
    await answered(403, 'POST /corrections', GOODWILL, tokens.operator)
  })
})

// Disbursements, repayments and fees over HTTP: their refusals, keys and isolation.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onGateway } from '../../../../test/support/gateways/running-gateway.ts'
import { LENDER, Lender } from '../../../../test/support/lending/lender.ts'
import { Onboarding } from '../../../../test/support/onboarding/onboarding.ts'
import { MANUAL, monthsBefore, openMoney } from './money-suite.fixture.ts'

onGateway('refusals of the money of loans', (running, engine) => {
  const money = openMoney(running)
  const { lender } = money

  test('every refusal of a disbursement has its code', async () => {
    const loanId = await lender.loan({ agreementDate: money.today })
    const route = `POST /loans/${loanId}/disbursements`
    const ROWS: [body: object, expected: string][] = [
      [{ amount: 1200.01 }, '422 EXCEEDS_APPROVED'],
      [{ amount: 1, valueDate: monthsBefore(money.today, 1) }, '422 BEFORE_CREATION'],
      [{ amount: 1, valueDate: '2999-01-01' }, '422 FUTURE_DATED'],
      [{ amount: 1, destination: { accountId: 'nothing' } }, '422 DESTINATION_INVALID'],
      [{}, '400 VALIDATION_FAILED'],
      [{ amount: '1' }, '400 VALIDATION_FAILED'],
      [{ amount: -1 }, '400 VALIDATION_FAILED'],
      [{ amount: 1e16 }, '400 VALIDATION_FAILED'],
      [{ amount: 1.001 }, '400 INVALID_AMOUNT'],
      [{ amount: 1, valueDate: '2026-02-30' }, '400 VALIDATION_FAILED'],
      [{ amount: 1, destination: { accountId: "'; --" } }, '400 VALIDATION_FAILED'],
      [{ amount: 1, deductFees: 'yes' }, '400 VALIDATION_FAILED'],
    ]
    for (const [body, expected] of ROWS) assert.equal(await lender.refused(route, body), expected, JSON.stringify(body))
    assert.equal(await lender.refused(`POST /loans/${loanId}/repayments`, { amount: 1 }), '409 INVALID_STATE')
    assert.equal(await lender.refused(`POST /loans/${loanId}/fees`, { code: 'F', amount: 1 }), '409 INVALID_STATE')
  })

  describe('bad input names its field', () => {
    const ROWS: [path: string, body: object, field: string][] = [
      ['repayments', { amount: 1, channel: 'a b' }, 'channel'],
      ['repayments', { amount: 1, prepayment: 'NEVER' }, 'prepayment'],
      ['repayments', { amount: 1, paymentReference: { accountId: 7 } }, 'paymentReference.accountId'],
      ['repayments', { amount: 1, paymentReference: { reference: 'x'.repeat(256) } }, 'paymentReference.reference'],
      ['repayments/manual', { amount: 1, valueDate: '2026-01-01', reason: 'r' }, 'operatorId'],
      ['repayments/manual', { amount: 1, reason: 'r', operatorId: 'o' }, 'valueDate'],
      ['repayments/manual', { ...MANUAL, amount: 1, allocation: { fees: -1 } }, 'allocation.fees'],
      ['repayments/partial', { amount: null }, 'amount'],
      ['repayments/partial', { amount: 1, reason: '' }, 'reason'],
      ['repayments/prepayment', {}, 'amount'],
      ['repayments/prepayment', { settle: true, amount: 1 }, 'amount'],
      ['repayments/prepayment', { settle: 'yes' }, 'settle'],
      ['repayments/prepayment', { amount: 1, strategy: 'x' }, 'strategy'],
      ['fees', { amount: 1 }, 'code'],
      ['fees', { code: 'F' }, 'amount'],
      ['fees', { code: 'F', percent: 1 }, 'base'],
      ['fees', { code: 'F', percent: 1, amount: 1, base: 'PRINCIPAL' }, 'percent'],
      ['fees', { code: 'F', amount: 1, kind: 'OTHER' }, 'kind'],
      ['fees', { action: 'WAIVE' }, 'feeId'],
      ['fees', { action: 'DROP', feeId: 'x' }, 'action'],
      ['disbursements/x/reverse', {}, 'reasonCode'],
    ]
    for (const [path, body, field] of ROWS) {
      test(`${path} ${JSON.stringify(body).slice(0, 60)}`, async () => {
        const answer = await lender.call(`POST /loans/019c1b6e-7a10-7c35-9d52-0a4be61f7002/${path}`, body)
        assert.equal(answer.status, 400, answer.text)
        const pointers = answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)
        assert.ok(pointers.includes(`/${field.replaceAll('.', '/')}`), answer.text)
      })
    }
  })

  test('a key sent many times at once books once, and all answers are the same', async () => {
    const loanId = await lender.loan({ agreementDate: money.today })
    await lender.ok(`POST /loans/${loanId}/disbursements`, { amount: 1200 })
    const REQUESTS: [path: string, body: object][] = [
      ['repayments', { amount: 106.62 }],
      ['repayments/prepayment', { amount: 50 }],
      ['repayments/partial', { amount: 5 }],
      ['repayments/manual', { ...MANUAL, valueDate: money.today, amount: 3 }],
      ['fees', { code: 'F', amount: 2 }],
    ]
    for (const [path, body] of REQUESTS) {
      const key = { 'idempotency-key': `${engine}-${path}` }
      const before = (await lender.ok(`GET /loans/${loanId}`)).version
      const route = `POST /loans/${loanId}/${path}`
      const answers = await Promise.all(Array.from({ length: 8 }, () => lender.call(route, body, key)))
      assert.deepEqual([...new Set(answers.map(({ text }) => text))].length, 1, `${path}: ${answers[0]?.text}`)
      assert.equal(answers[0]?.status, 200, answers[0]?.text)
      assert.equal(answers.filter(({ replayed }) => !replayed).length, 1)
      assert.equal((await lender.ok(`GET /loans/${loanId}`)).version, before + 1)
      const other = await lender.call(route, { ...body, amount: 4 }, key)
      assert.equal(`${other.status} ${other.body.code}`, '409 IDEMPOTENCY_KEY_REUSED')
    }
    const preview = { 'idempotency-key': `${engine}-preview` }
    const route = `POST /loans/${loanId}/repayments/prepayment`
    await lender.ok(route, { amount: 50, preview: true }, preview)
    assert.equal((await lender.call(route, { amount: 60 }, preview)).replayed, false)
  })

  test('a loan of another partner is not found', async () => {
    const onboarding = new Onboarding(() => running.current.url)
    const admin = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    const administer = async (route: string, body?: unknown) => {
      const answer = await onboarding.call(route, { token: admin, body })
      assert.ok(answer.status < 300, answer.text)
      return answer.body.data
    }
    const partner = { partnerId: 'OTHERS', name: 'Others', families: ['lending'], institutionIds: ['FI001'] }
    const { id } = await administer('POST /partners', partner)
    const client = await administer(`POST /partners/${id}/clients`, { clientId: 'others-1' })
    const stranger = new Lender(() => running.current.url, {
      'x-client-id': 'others-1',
      'x-client-secret': client.client_secret,
      'x-partner': 'OTHERS',
    })
    const loanId = await lender.loan({ agreementDate: money.today })
    const { disbursementId } = await lender.ok(`POST /loans/${loanId}/disbursements`, { amount: 1200 })
    const REQUESTS: [route: string, body?: object][] = [
      ['POST disbursements', { amount: 1 }],
      [`POST disbursements/${disbursementId}/reverse`, { reasonCode: 'R' }],
      ['POST repayments', { amount: 200 }],
      ['POST repayments/manual', { ...MANUAL, valueDate: money.today, amount: 1 }],
      ['POST repayments/partial', { amount: 1 }],
      ['POST repayments/prepayment', { amount: 1 }],
      ['POST repayments/prepayment', { settle: true, preview: true }],
      ['POST fees', { code: 'F', amount: 1 }],
      ['GET fees'],
    ]
    for (const [route, body] of REQUESTS) {
      const [method, path] = route.split(' ')
      assert.equal(await stranger.refused(`${method} /loans/${loanId}/${path}`, body), '404 LOAN_NOT_FOUND', route)
    }
    // An operator acts for the partner by role, and is named in the record.
    const operator = new Lender(() => running.current.url, {
      'x-partner': 'PARTNER01',
      authorization: `Bearer ${admin}`,
    })
    await operator.ok(`POST /loans/${loanId}/repayments`, { amount: 200 })
    const viewer = await onboarding.tokenOf('viewer@sandbox.example', 'Sandbox-Viewer-1!')
    const watcher = new Lender(() => running.current.url, {
      'x-partner': 'PARTNER01',
      authorization: `Bearer ${viewer}`,
    })
    assert.equal(await watcher.refused(`POST /loans/${loanId}/repayments`, { amount: 200 }), '403 FORBIDDEN')
    const both = new Lender(() => running.current.url, { ...LENDER, authorization: `Bearer ${admin}` })
    assert.match(await both.refused(`POST /loans/${loanId}/repayments`, { amount: 200 }), /^400/)
  })
})

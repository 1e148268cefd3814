// Disbursements, repayments and fees over HTTP: their figures, refusals, keys and isolation.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { onGateway } from '../../../../test/support/gateways/running-gateway.ts'
import { LENDER, Lender } from '../../../../test/support/lending/lender.ts'
import { Onboarding } from '../../../../test/support/onboarding/onboarding.ts'

const MANUAL = { valueDate: '2026-02-01', reason: 'by hand', operatorId: 'OP1' }

onGateway('the money of loans', (running, engine) => {
  const lender = new Lender(() => running.current.url)
  let today: string

  before(async () => {
    const loan = await lender.ok('POST /loans', { ...recent(), agreementDate: undefined })
    today = loan.agreementDate
  })

  /** A loan that runs from three months ago. */
  function recent() {
    return {
      productCode: 'OPEN',
      principal: 1200,
      interestRate: 12,
      loanTerm: { termCount: 12, termUnit: 'Months' },
      applicant: { firstName: 'Ada', lastName: 'Example' },
    }
  }

  /** Posts it after a preview, which has the same figures and changes nothing. */
  async function booked(loanId: string, path: string, body: object) {
    const route = `POST /loans/${loanId}/${path}`
    const before = await lender.ok(`GET /loans/${loanId}?include=history`)
    const preview = await lender.ok(route, { ...body, preview: true })
    assert.deepEqual(await lender.ok(`GET /loans/${loanId}?include=history`), before)
    const made = await lender.ok(route, body)
    const { transactionId, bookedAt, status, loan, ...figures } = made
    assert.deepEqual(preview, figures)
    return made
  }

  /** The same refusal for the preview and the posting. */
  async function refused(route: string, body: object): Promise<string> {
    const [preview, posted] = [
      await lender.refused(route, { ...body, preview: true }),
      await lender.refused(route, body),
    ]
    assert.equal(preview, posted, JSON.stringify(body))
    return posted
  }

  test('a loan is paid out, repaid row by row, prepaid and settled to the cent', async () => {
    const loanId = await lender.loan({ agreementDate: today })
    const paidOut = await lender.ok(`POST /loans/${loanId}/disbursements`, { amount: 1200 })
    assert.deepEqual(
      [paidOut.amount, paidOut.netAmount, paidOut.feesDeducted, paidOut.status, paidOut.loan.status],
      [1200, 1200, 0, 'COMPLETED', 'ACTIVE'],
    )
    assert.equal(paidOut.schedule.length, 12)
    assert.equal(paidOut.schedule[0].total, 106.62)

    const repaid = await booked(loanId, 'repayments', { amount: 106.62, channel: 'BRANCH' })
    assert.deepEqual([repaid.type, repaid.amount, repaid.status], ['REPAYMENT', 106.62, 'POSTED'])
    assert.equal(sum(repaid.allocation), 106.62)
    assert.equal(repaid.loan.balances.principal, 1093.38)
    assert.equal(repaid.nextDue.overdueAmount, 0)

    const quote = await lender.ok(`POST /loans/${loanId}/repayments/prepayment`, { settle: true, preview: true })
    assert.equal(quote.payoffAmount, 1093.38)
    assert.equal(quote.goodUntil, today)
    assert.equal(quote.transactionId, undefined)

    const shorter = { amount: 500, strategy: 'REDUCE_TERM', preview: true }
    const saved = await lender.ok(`POST /loans/${loanId}/repayments/prepayment`, shorter)
    assert.ok(saved.interestSaved > 0 && saved.instalmentsSaved > 0, JSON.stringify(saved))
    assert.equal(saved.newInstalment, saved.before.schedule[1].total)
    assert.equal(saved.before.schedule.length - saved.after.schedule.length, saved.instalmentsSaved)
    assert.equal((await lender.ok(`GET /loans/${loanId}`)).balances.principal, 1093.38)

    const settled = await lender.ok(`POST /loans/${loanId}/repayments/prepayment`, { settle: true })
    assert.deepEqual(
      [settled.type, settled.amount, settled.payoffAmount, settled.loan.status, settled.newMaturity],
      ['SETTLEMENT', 1093.38, 1093.38, 'CLOSED', today],
    )
    assert.equal(await refused(`POST /loans/${loanId}/repayments`, { amount: 1 }), '409 LOAN_CLOSED')

    const reversal = { ...MANUAL, valueDate: today, reversalOf: settled.transactionId }
    const reopened = await booked(loanId, 'repayments/manual', reversal)
    assert.deepEqual(
      [reopened.type, reopened.amount, reopened.reversalOf, reopened.loan.status],
      ['REVERSAL', 1093.38, settled.transactionId, 'ACTIVE'],
    )
    assert.equal(sum(reopened.allocation), 1093.38)
    const { transactions } = await lender.ok(`GET /loans/${loanId}?include=history`)
    const old = transactions.find((one: { transactionId: string }) => one.transactionId === settled.transactionId)
    assert.equal(old.status, 'REVERSED')
    assert.equal(sum(old.allocation), 1093.38)
  })

  test('a disbursement is credited to an account and taken back from it, a repayment debited', async () => {
    const destination = { accountId: '1000000001' }
    const loanId = await lender.loan({ agreementDate: today })
    const route = `POST /loans/${loanId}/disbursements`
    const paidOut = await lender.ok(route, { amount: 1000, destination })
    assert.deepEqual(paidOut.destination, { accountId: '1000000001', institutionId: 'FI001' })
    const UNFIT = [
      [{ accountId: '2000000001' }, '422 DESTINATION_INVALID'],
      [{ accountId: '1000000006' }, '422 DESTINATION_INVALID'],
      [{ accountId: '1000000183' }, '422 DESTINATION_INVALID'],
      [{ accountId: '2000000001', institutionId: 'FI002' }, '422 DESTINATION_INVALID'],
    ] as const
    for (const [account, code] of UNFIT)
      assert.equal(await lender.refused(route, { amount: 1, destination: account }), code, JSON.stringify(account))
    const empty = { amount: 1000, paymentReference: { accountId: '1000000004' } }
    assert.equal(await refused(`POST /loans/${loanId}/repayments`, empty), '422 INSUFFICIENT_FUNDS')
    for (const accountId of ['2000000001', '1000000006', 'nothing']) {
      const unfit = { amount: 1000, paymentReference: { accountId } }
      assert.equal(await refused(`POST /loans/${loanId}/repayments`, unfit), '422 DESTINATION_INVALID', accountId)
    }
    const reverse = `${route}/${paidOut.disbursementId}/reverse`
    const back = await lender.ok(reverse, { reasonCode: 'WRONG' })
    assert.deepEqual([back.status, back.loan.status, back.loan.balances.principal], ['REVERSED', 'APPROVED', 0])
    assert.equal(await lender.refused(reverse, { reasonCode: 'WRONG' }), '409 ALREADY_REVERSED')
    const unknown = `${route}/019c1b6e-7a10-7c35-9d52-0a4be61f7002/reverse`
    assert.equal(await lender.refused(unknown, { reasonCode: 'WRONG' }), '404 DISBURSEMENT_NOT_FOUND')

    await lender.ok(route, { amount: 1000, destination })
    const debited = { amount: 1000, paymentReference: { accountId: '1000000001', reference: 'R' } }
    const paid = await booked(loanId, 'repayments', debited)
    assert.equal(paid.loan.status, 'CLOSED')
  })

  test('rows in arrears are paid late, in part and whole', async () => {
    const start = monthsBefore(today, 2)
    const loanId = await lender.loan({ agreementDate: start })
    await lender.ok(`POST /loans/${loanId}/disbursements`, { amount: 1200, valueDate: start })
    const route = `POST /loans/${loanId}/repayments`
    assert.equal(await refused(route, { amount: 200 }), '422 LESS_THAN_DUE')
    assert.equal(await lender.refused(`${route}/prepayment`, { amount: 200 }), '422 ARREARS_FIRST')
    assert.equal(await lender.refused(`${route}/prepayment`, { amount: 5000 }), '422 EXCEEDS_PAYOFF')
    const part = await booked(loanId, 'repayments/partial', { amount: 200, reason: 'short' })
    assert.equal(part.allocation.principal + part.allocation.interest, 200)
    assert.ok(part.remainingDue > 13 && part.remainingDue < 14, String(part.remainingDue))
    assert.equal(await refused(`${route}/partial`, { amount: 200 }), '422 NOT_PARTIAL')
    const whole = await lender.ok(route, { amount: part.remainingDue })
    assert.equal(whole.loan.status, 'ACTIVE')

    // A payment of the first due date comes to light: the later ones are allocated again.
    const late = { ...MANUAL, amount: 50, valueDate: monthsBefore(today, 1) }
    const found = await booked(loanId, 'repayments/manual', late)
    assert.ok(found.replayedTransactions.length > 0)
    for (const replayed of found.replayedTransactions) assert.equal(sum(replayed.allocation), replayed.amount)
  })

  test('an operator allocates by hand within what is owed', async () => {
    const loanId = await lender.loan({ agreementDate: today })
    await lender.ok(`POST /loans/${loanId}/disbursements`, { amount: 1200 })
    const route = `POST /loans/${loanId}/repayments/manual`
    const manual = { ...MANUAL, valueDate: today }
    const ROWS: [body: object, expected: string][] = [
      [{ amount: 10, allocation: { interest: 5 } }, '422 ALLOCATION_MISMATCH'],
      [{ amount: 10, allocation: { interest: 10 } }, '422 ALLOCATION_EXCEEDS_DUE'],
      [{ amount: 10, allocation: { overpayment: 10 } }, '422 ALLOCATION_EXCEEDS_DUE'],
      [{ amount: 10, valueDate: monthsBefore(today, 1) }, '422 BEFORE_DISBURSEMENT'],
      [{ reversalOf: '019c1b6e-7a10-7c35-9d52-0a4be61f7002' }, '404 TRANSACTION_NOT_FOUND'],
      [{ amount: 10, reversalOf: '019c1b6e-7a10-7c35-9d52-0a4be61f7002' }, '400 VALIDATION_FAILED'],
      [{}, '400 VALIDATION_FAILED'],
      [{ amount: 10.001 }, '400 INVALID_AMOUNT'],
    ]
    for (const [body, expected] of ROWS)
      assert.equal(await refused(route, { ...manual, ...body }), expected, JSON.stringify(body))
    const paid = await booked(loanId, 'repayments/manual', { ...manual, amount: 10, allocation: { principal: 10 } })
    assert.equal(paid.allocation.principal, 10)
  })

  test('after a write-off nothing earlier changes, and money received is a recovery', async () => {
    const loanId = await lender.loan({ agreementDate: today })
    await lender.ok(`POST /loans/${loanId}/disbursements`, { amount: 1200 })
    const paid = await lender.ok(`POST /loans/${loanId}/repayments`, { amount: 106.62 })
    await lender.ok(`POST /loans/${loanId}/close`, { reason: 'WRITTEN_OFF' })
    const manual = { ...MANUAL, valueDate: today }
    const route = `POST /loans/${loanId}/repayments`
    assert.equal(await lender.refused(route, { amount: 1 }), '409 LOAN_CLOSED')
    const reversal = { ...manual, reversalOf: paid.transactionId }
    assert.equal(await refused(`${route}/manual`, reversal), '409 HAS_LATER_TRANSACTIONS')
    const recovered = await lender.ok(`${route}/manual`, { ...manual, amount: 100 })
    assert.equal(recovered.loan.status, 'WRITTEN_OFF')
    const back = await lender.ok(`${route}/manual`, { ...manual, reversalOf: recovered.transactionId })
    assert.equal(back.amount, 100)
  })

  test('fees are assessed, paid, waived and summed', async () => {
    const loanId = await lender.loan({ agreementDate: today })
    await lender.ok(`POST /loans/${loanId}/disbursements`, { amount: 1200 })
    const route = `POST /loans/${loanId}/fees`
    const first = await lender.ok(route, { code: 'STATEMENT', amount: 10 })
    assert.deepEqual(
      [first.amount, first.dueDate, first.instalment, first.status, first.kind],
      [10, today, 1, 'OUTSTANDING', 'FEE'],
    )
    const second = await lender.ok(route, { code: 'LEGAL', kind: 'PENALTY', percent: 1, base: 'PRINCIPAL' })
    assert.equal(second.amount, 12)
    assert.equal(await lender.refused(route, { code: 'HUGE', amount: 278.01 }), '422 FEE_CAP_EXCEEDED')
    const waived = await lender.ok(route, { action: 'WAIVE', feeId: first.feeId, reason: 'goodwill' })
    assert.equal(waived.status, 'WAIVED')
    const paid = await lender.ok(`POST /loans/${loanId}/repayments/manual`, { ...MANUAL, valueDate: today, amount: 12 })
    assert.equal(paid.allocation.penalties, 12)
    assert.equal(await lender.refused(route, { action: 'WAIVE', feeId: second.feeId }), '409 FEE_PAID')
    assert.equal(await lender.refused(route, { action: 'WAIVE', feeId: 'nothing' }), '404 FEE_NOT_FOUND')
    const list = await lender.ok(`GET /loans/${loanId}/fees`)
    assert.equal(list.totalElements, 2)
    assert.deepEqual(list.totals, { assessed: 22, paid: 12, waived: 10, outstanding: 0 })
    assert.equal((await lender.ok(`GET /loans/${loanId}/fees?kind=PENALTY&status=PAID`)).totalElements, 1)
    assert.equal((await lender.ok(`GET /loans/${loanId}/fees?size=1&page=2`)).content.length, 1)
    assert.equal(await lender.refused(`GET /loans/${loanId}/fees?status=NEVER`), '400 VALIDATION_FAILED')
  })

  describe('agreed fees that are not financed', () => {
    /** 2,400.00 over 12 months, with a fee of 30.00. */
    async function agreedLoan(): Promise<string> {
      const loanTerm = { termCount: 12, termUnit: 'Months' }
      const applicant = { firstName: 'Ada', lastName: 'Example' }
      const wanted = { productCode: 'PERSONAL', requestedAmount: 2400, loanTerm, applicant }
      const { applicationId } = await lender.ok('POST /applications', wanted)
      await lender.ok('POST /decisions', { applicationId, decision: 'APPROVE' })
      const fees = [{ code: 'SETUP', amount: 30, financed: false }]
      const { offerId } = await lender.ok('POST /offers', { applicationId, fees })
      await lender.ok(`POST /offers/${offerId}/accept`, {})
      return (await lender.ok('POST /loans', { offerId })).loanId
    }

    test('come off the first disbursement, which then stands while another one does', async () => {
      const loanId = await agreedLoan()
      const route = `POST /loans/${loanId}/disbursements`
      const first = await lender.ok(route, { amount: 1000 })
      assert.deepEqual([first.netAmount, first.feesDeducted], [970, 30])
      const second = await lender.ok(route, { amount: 400, deductFees: false })
      assert.deepEqual([second.netAmount, second.feesDeducted], [400, 0])
      const reverse = (id: string) => `${route}/${id}/reverse`
      const reasonCode = 'WRONG_AMOUNT'
      assert.equal(await lender.refused(reverse(first.disbursementId), { reasonCode }), '409 HAS_LATER_TRANSACTIONS')
      await lender.ok(reverse(second.disbursementId), { reasonCode })
      await lender.ok(reverse(first.disbursementId), { reasonCode })
      // Nothing stands any more, so the next one is the first again.
      const third = await lender.ok(route, { amount: 1000, deductFees: false })
      assert.deepEqual([third.netAmount, third.feesDeducted, third.schedule[0].fees], [1000, 0, 30])
    })

    test('are charges due that day when the first one does not deduct them, and both sides say what is due', async () => {
      const loanId = await agreedLoan()
      const paidOut = await lender.ok(`POST /loans/${loanId}/disbursements`, { amount: 2400, deductFees: false })
      const [row] = paidOut.schedule
      assert.equal(row.fees, 30)
      const { content } = await lender.ok(`GET /loans/${loanId}/fees`)
      assert.deepEqual([content[0].code, content[0].amount, content[0].dueDate], ['SETUP', 30, today])
      const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)
      for (const [asOf, overdue] of [
        [today, 0],
        [tomorrow, 30],
      ]) {
        const due = await lender.ok(`GET /loans/${loanId}/next-due?asOf=${asOf}`)
        assert.deepEqual([due.n, due.overdueAmount, due.totalToPay, due.payNow], [1, overdue, row.total, 30])
      }
      assert.equal(await lender.refused(`POST /loans/${loanId}/repayments`, { amount: 29.99 }), '422 LESS_THAN_DUE')
      const partial = `POST /loans/${loanId}/repayments/partial`
      assert.equal(await lender.refused(partial, { amount: 30 }), '422 NOT_PARTIAL')
      const paid = await lender.ok(`POST /loans/${loanId}/repayments`, { amount: row.total })
      assert.equal(paid.allocation.fees, 30)
    })
  })

  test('every refusal of a disbursement has its code', async () => {
    const loanId = await lender.loan({ agreementDate: today })
    const route = `POST /loans/${loanId}/disbursements`
    const ROWS: [body: object, expected: string][] = [
      [{ amount: 1200.01 }, '422 EXCEEDS_APPROVED'],
      [{ amount: 1, valueDate: monthsBefore(today, 1) }, '422 BEFORE_CREATION'],
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
    const loanId = await lender.loan({ agreementDate: today })
    await lender.ok(`POST /loans/${loanId}/disbursements`, { amount: 1200 })
    const REQUESTS: [path: string, body: object][] = [
      ['repayments', { amount: 106.62 }],
      ['repayments/prepayment', { amount: 50 }],
      ['repayments/partial', { amount: 5 }],
      ['repayments/manual', { ...MANUAL, valueDate: today, amount: 3 }],
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
    const loanId = await lender.loan({ agreementDate: today })
    const { disbursementId } = await lender.ok(`POST /loans/${loanId}/disbursements`, { amount: 1200 })
    const REQUESTS: [route: string, body?: object][] = [
      ['POST disbursements', { amount: 1 }],
      [`POST disbursements/${disbursementId}/reverse`, { reasonCode: 'R' }],
      ['POST repayments', { amount: 200 }],
      ['POST repayments/manual', { ...MANUAL, valueDate: today, amount: 1 }],
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

function sum(parts: Readonly<Record<string, number>>): number {
  return Math.round(Object.values(parts).reduce((so, part) => so + part, 0) * 100) / 100
}

/** The same day of an earlier month, or its last day. */
function monthsBefore(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(day, last))).toISOString().slice(0, 10)
}

// Disbursements, repayments and fees over HTTP: their figures.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onGateway } from '../../../../test/support/gateways/running-gateway.ts'
import { MANUAL, monthsBefore, openMoney, sum } from './money-suite.fixture.ts'

onGateway('the money of loans', (running) => {
  const money = openMoney(running)
  const { lender, booked, refused } = money

  test('a loan is paid out, repaid row by row, prepaid and settled to the cent', async () => {
    const loanId = await lender.loan({ agreementDate: money.today })
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
    assert.equal(quote.goodUntil, money.today)
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
      ['SETTLEMENT', 1093.38, 1093.38, 'CLOSED', money.today],
    )
    assert.equal(await refused(`POST /loans/${loanId}/repayments`, { amount: 1 }), '409 LOAN_CLOSED')

    const reversal = { ...MANUAL, valueDate: money.today, reversalOf: settled.transactionId }
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
    const loanId = await lender.loan({ agreementDate: money.today })
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
    const start = monthsBefore(money.today, 2)
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
    const late = { ...MANUAL, amount: 50, valueDate: monthsBefore(money.today, 1) }
    const found = await booked(loanId, 'repayments/manual', late)
    assert.ok(found.replayedTransactions.length > 0)
    for (const replayed of found.replayedTransactions) assert.equal(sum(replayed.allocation), replayed.amount)
  })

  test('an operator allocates by hand within what is owed', async () => {
    const loanId = await lender.loan({ agreementDate: money.today })
    await lender.ok(`POST /loans/${loanId}/disbursements`, { amount: 1200 })
    const route = `POST /loans/${loanId}/repayments/manual`
    const manual = { ...MANUAL, valueDate: money.today }
    const ROWS: [body: object, expected: string][] = [
      [{ amount: 10, allocation: { interest: 5 } }, '422 ALLOCATION_MISMATCH'],
      [{ amount: 10, allocation: { interest: 10 } }, '422 ALLOCATION_EXCEEDS_DUE'],
      [{ amount: 10, allocation: { overpayment: 10 } }, '422 ALLOCATION_EXCEEDS_DUE'],
      [{ amount: 10, valueDate: monthsBefore(money.today, 1) }, '422 BEFORE_DISBURSEMENT'],
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
    const loanId = await lender.loan({ agreementDate: money.today })
    await lender.ok(`POST /loans/${loanId}/disbursements`, { amount: 1200 })
    const paid = await lender.ok(`POST /loans/${loanId}/repayments`, { amount: 106.62 })
    await lender.ok(`POST /loans/${loanId}/close`, { reason: 'WRITTEN_OFF' })
    const manual = { ...MANUAL, valueDate: money.today }
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
    const loanId = await lender.loan({ agreementDate: money.today })
    await lender.ok(`POST /loans/${loanId}/disbursements`, { amount: 1200 })
    const route = `POST /loans/${loanId}/fees`
    const first = await lender.ok(route, { code: 'STATEMENT', amount: 10 })
    assert.deepEqual(
      [first.amount, first.dueDate, first.instalment, first.status, first.kind],
      [10, money.today, 1, 'OUTSTANDING', 'FEE'],
    )
    const second = await lender.ok(route, { code: 'LEGAL', kind: 'PENALTY', percent: 1, base: 'PRINCIPAL' })
    assert.equal(second.amount, 12)
    assert.equal(await lender.refused(route, { code: 'HUGE', amount: 278.01 }), '422 FEE_CAP_EXCEEDED')
    const waived = await lender.ok(route, { action: 'WAIVE', feeId: first.feeId, reason: 'goodwill' })
    assert.equal(waived.status, 'WAIVED')
    const paid = await lender.ok(`POST /loans/${loanId}/repayments/manual`, {
      ...MANUAL,
      valueDate: money.today,
      amount: 12,
    })
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
      assert.deepEqual([content[0].code, content[0].amount, content[0].dueDate], ['SETUP', 30, money.today])
      const tomorrow = new Date(Date.parse(money.today) + 86_400_000).toISOString().slice(0, 10)
      for (const [asOf, overdue] of [
        [money.today, 0],
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
})

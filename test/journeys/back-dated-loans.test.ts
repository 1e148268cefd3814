// Loans of years ago, entered today: every event takes effect on its own day, not today.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { EITHER_ENGINE } from '../support/gateways/running-gateway.ts'
import { APPLICANT, Lender } from '../support/lending/lender.ts'

interface Row {
  n: number
  principal: number
  interest: number
  total: number
  status: string
}

const totals = (rows: readonly Row[]) => rows.map(({ total }) => total)

describe('loans of years ago', () => {
  let store: Store
  let gateway: Gateway
  const lender = new Lender(() => gateway.url)

  before(async () => {
    store = await createSandboxStore(EITHER_ENGINE)
    gateway = await startGateway(store)
  })
  after(async () => {
    await gateway?.stop()
    await store.remove()
  })

  test('the plan is version 1, and the first disbursement takes its number', async () => {
    const loan = await lender.ok('POST /loans', {
      productCode: 'OPEN',
      principal: 1200,
      interestRate: 12,
      loanTerm: { termCount: 4, termUnit: 'Months' },
      applicant: APPLICANT,
      agreementDate: '2024-01-01',
    })
    assert.equal(loan.scheduleVersion, 1)
    const path = `/loans/${loan.loanId}/repayment-schedule`
    for (const query of ['', '?version=1']) {
      const plan = await lender.ok(`GET ${path}${query}`)
      assert.deepEqual([plan.version, plan.reason], [1, 'PLAN'])
      assert.deepEqual(plan.instalments, loan.schedulePreview)
    }
    assert.equal(await lender.refused(`GET ${path}?version=2`), '404 SCHEDULE_VERSION_NOT_FOUND')
    await lender.ok(`POST /loans/${loan.loanId}/disbursements`, { amount: 1200, valueDate: '2024-01-01' })
    const made = await lender.ok(`GET ${path}?version=1`)
    assert.deepEqual([made.version, made.reason], [1, 'DISBURSEMENT'])
    // As it was made, not as it stands after years without a payment.
    assert.deepEqual(totals(made.instalments), [307.54, 307.54, 307.54, 307.52])
    assert.ok(made.instalments.every(({ status }: Row) => status === 'FUTURE'))
  })

  test('a tranche of days before the charge-off levels the rows, one since then is refused', async () => {
    const { loanId } = await lender.ok('POST /loans', {
      productCode: 'OPEN',
      principal: 1200,
      interestRate: 12,
      loanTerm: { termCount: 4, termUnit: 'Months' },
      applicant: APPLICANT,
      agreementDate: '2024-01-01',
    })
    await lender.ok(`POST /loans/${loanId}/disbursements`, { amount: 600, valueDate: '2024-01-01' })
    await lender.ok(`POST /loans/${loanId}/disbursements`, { amount: 599, valueDate: '2024-01-16' })
    assert.equal((await lender.ok(`GET /loans/${loanId}`)).status, 'CHARGED_OFF')
    const since = { amount: 1, valueDate: '2025-01-01' }
    assert.equal(await lender.refused(`POST /loans/${loanId}/disbursements`, since), '409 INVALID_STATE')
  })

  test('a restructure shows the plans of its day, previewed, done and repeated', async () => {
    const { loan } = await lender.disbursedOn('2023-07-01', {
      principal: 1000,
      loanTerm: { termCount: 3, termUnit: 'Months' },
    })
    const body = { effectiveDate: '2023-08-01', type: 'TERM_EXTENSION', extraInstalments: 2 }
    const path = `POST /loans/${loan.loanId}/restructure`
    const preview = await lender.ok(path, { ...body, preview: true })
    assert.deepEqual(totals(preview.before.schedule), [340.02, 340.02, 340.03])
    assert.equal(preview.after.schedule.length, 5)
    assert.equal((await lender.ok(`GET /loans/${loan.loanId}`)).scheduleVersion, 1)
    const key = { 'idempotency-key': 'extend-1' }
    const done = await lender.ok(path, body, key)
    const again = await lender.call(path, body, key)
    assert.equal(again.headers.get('x-idempotent-replay'), 'true')
    for (const answer of [done, again.body]) {
      assert.deepEqual(answer.before, preview.before)
      assert.deepEqual(answer.after, preview.after)
      assert.deepEqual(answer.delta, preview.delta)
    }
    const made = await lender.ok(`GET /loans/${loan.loanId}/repayment-schedule?version=2`)
    assert.equal(made.reason, 'TERM_EXTENSION')
    assert.deepEqual(totals(made.instalments), totals(preview.after.schedule))
  })

  test('a settlement saves what the plan of its day still asked for', async () => {
    const { loan } = await lender.disbursedOn('2024-01-01')
    const body = { settle: true, valueDate: '2024-02-01' }
    const preview = await lender.ok(`POST /loans/${loan.loanId}/repayments/prepayment`, { ...body, preview: true })
    assert.deepEqual([preview.payoffAmount, preview.interestSaved], [1212, 18.14])
    const done = await lender.ok(`POST /loans/${loan.loanId}/repayments/prepayment`, body)
    assert.deepEqual([done.amount, done.interestSaved, done.loan.status], [1212, 18.14, 'CLOSED'])
    assert.deepEqual(done.before, preview.before)
  })

  test('a charge-off of an early day takes what had accrued by then, and says so', async () => {
    const terms = { dayCount: 'ACT/365F' }
    const { loan } = await lender.disbursedOn('2023-01-01', { principal: 1000, terms })
    const closed = await lender.ok(`POST /loans/${loan.loanId}/close`, {
      reason: 'CHARGED_OFF',
      effectiveDate: '2023-01-05',
    })
    assert.equal(closed.status, 'CHARGED_OFF')
    assert.equal(closed.closingTxn.amount, 1001.32)
    assert.partialDeepStrictEqual(closed.closingTxn.allocation, { interest: 1.32, principal: 1000 })
  })

  test('a recovery on the day of the write-off leaves the write-off as it was', async () => {
    const { loan } = await lender.disbursedOn('2024-01-01')
    const written = await lender.ok(`POST /loans/${loan.loanId}/close`, { reason: 'WRITTEN_OFF' })
    assert.equal(written.closingTxn.balancesAfter.totalOutstanding, 0)
    const { asOf } = await lender.ok(`GET /loans/${loan.loanId}/balances`)
    const manual = { amount: 50, valueDate: asOf, reason: 'Recovered', operatorId: 'op-1' }
    const recovery = await lender.ok(`POST /loans/${loan.loanId}/repayments/manual`, manual)
    assert.deepEqual(recovery.replayedTransactions, [])
    const { transactions } = await lender.ok(`GET /loans/${loan.loanId}?include=history`)
    const kept = transactions.find(({ type }: { type: string }) => type === 'CLOSING')
    assert.equal(kept.amount, written.closingTxn.amount)
  })

  test('the books are right', async () => {
    assert.equal(await gateway.stop(), 0)
    const verified = await runTillgate(store, ['verify'])
    assert.match(verified.output, /^the books are right/m)
    gateway = await startGateway(store)
  })
})

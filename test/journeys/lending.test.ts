// A loan from its application to the last payment, through arrears, hardship and a restructure, by a partner and by an
// operator who acts for it.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { balancesOf, control, newRrn, post } from '../support/accounts/account-services.ts'
import { lookup, transfer } from '../support/accounts/sandbox-requests.ts'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { APPLICANT, Lender } from '../support/lending/lender.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { enginesFor } from '../support/runner/extent.ts'

const [CHECKING, SAVINGS] = ['1000000001', '1000000002']
const CARD = '4000000000000010'

for (const engine of enginesFor(['postgres'], ['pglite', 'postgres'])) {
  describe(`a loan from application to last payment (${engine})`, () => {
    let store: Store
    let gateway: Gateway
    const partner = new Lender(() => gateway.url)
    let operator: Lender
    let viewer: Lender
    let applicationId: string
    let offerId: string
    let loanId: string
    let loanAccount: string

    before(async () => {
      store = await createSandboxStore(engine)
      gateway = await startGateway(store)
      const onboarding = new Onboarding(() => gateway.url)
      const actingAs = async (email: string, password: string) => {
        const token = await onboarding.tokenOf(email, password)
        return new Lender(() => gateway.url, { authorization: `Bearer ${token}`, 'x-partner': 'PARTNER01' })
      }
      operator = await actingAs('admin@sandbox.example', 'Sandbox-Admin-1!')
      viewer = await actingAs('viewer@sandbox.example', 'Sandbox-Viewer-1!')
    })
    after(async () => {
      await gateway?.stop()
      await store.remove()
    })

    const loanNow = () => partner.ok(`GET /loans/${loanId}`)
    const read = (what: string) => partner.ok(`GET /loans/${loanId}/${what}`)

    async function moveTo(date: string, extraDays = 0): Promise<void> {
      await control(gateway, '/sandbox/clock', { date })
      if (extraDays > 0) await control(gateway, '/sandbox/clock', { advanceDays: extraDays })
    }

    test('a partner applies, an operator decides', async () => {
      const application = await partner.ok('POST /applications', {
        productCode: 'PERSONAL',
        requestedAmount: 1200,
        interestRate: 12,
        loanTerm: { termCount: 12, termUnit: 'Months' },
        applicant: { ...APPLICANT, employer: 'Analytical Engines' },
      })
      applicationId = application.applicationId
      assert.equal(application.status, 'SUBMITTED')
      assert.equal(application.applicant.employer, 'Analytical Engines')
      const signals = [
        { type: 'CREDIT_SCORE', value: 740 },
        { type: 'MONTHLY_INCOME', value: 6000 },
        { type: 'MONTHLY_DEBT', value: 600 },
      ]
      const graded = await partner.ok('POST /risk-signals', { applicationId, signals })
      assert.equal(graded.applicationStatus, 'UNDER_REVIEW')
      const decision = { applicationId, decision: 'APPROVE' }
      assert.equal(await viewer.refused('POST /decisions', decision), '403 FORBIDDEN')
      const decided = await operator.ok('POST /decisions', decision)
      assert.deepEqual([decided.status, decided.applicationStatus], ['RECORDED', 'APPROVED'])
      assert.equal(decided.decidedBy, decided.createdBy)
      assert.match(decided.createdBy, /admin|[0-9a-f-]{36}/)
    })

    test('an offer is made and accepted, and becomes a loan', async () => {
      const terms = { lateFee: { amount: 10, base: 'INSTALMENT', graceDays: 5 } }
      const offer = await partner.ok('POST /offers', { applicationId, terms })
      offerId = offer.offerId
      assert.deepEqual([offer.instalmentAmount, offer.numberOfInstalments, offer.apr], [106.62, 12, 12])
      assert.equal(await partner.refused('POST /loans', { offerId }), '409 OFFER_NOT_ACCEPTED')
      assert.equal((await partner.ok(`POST /offers/${offerId}/accept`, { channel: 'WEB' })).status, 'ACCEPTED')
      const loan = await partner.ok('POST /loans', { offerId, customerId: 'CUST0001' })
      loanId = loan.loanId
      assert.deepEqual([loan.status, loan.scheduleVersion, loan.schedulePreview.length], ['APPROVED', 1, 12])
      const converted = await partner.ok(`GET /applications/${applicationId}`)
      assert.deepEqual([converted.status, converted.decision.status], ['CONVERTED', 'CONSUMED'])
      assert.equal((await partner.ok(`GET /offers/${offerId}`)).status, 'CONVERTED')
    })

    test('it is paid out to an account, and the customer sees a loan account', async () => {
      const had = (await balancesOf(gateway, CHECKING)).Balance ?? 0
      const body = { amount: 1200, destination: { accountId: CHECKING } }
      const key = { 'idempotency-key': 'pay-out' }
      const paidOut = await partner.ok(`POST /loans/${loanId}/disbursements`, body, key)
      assert.deepEqual([paidOut.status, paidOut.loan.status, paidOut.netAmount], ['COMPLETED', 'ACTIVE', 1200])
      const again = await partner.call(`POST /loans/${loanId}/disbursements`, body, key)
      assert.deepEqual(again.body, paidOut)
      assert.equal(again.headers.get('x-idempotent-replay'), 'true')
      assert.equal((await balancesOf(gateway, CHECKING)).Balance, had + 1200)
      loanAccount = paidOut.loan.accountId
      const { card: _card, ...asked } = lookup(CARD)
      const shown = await post(gateway, '/accounts', { ...asked, customer: { id: 'CUST0001' } })
      assert.ok(shown.text.includes(loanAccount), shown.text)
      assert.deepEqual(await balancesOf(gateway, loanAccount), { Available: 0, Balance: 1200, PaymentDue: 106.62 })
    })

    test('a transfer on the due date is a repayment', async () => {
      await moveTo((await read('next-due')).dueDate)
      const paid = await post(
        gateway,
        '/transactions/transfers',
        transfer(CHECKING, loanAccount, 106.62, { rrn: newRrn() }),
      )
      assert.equal(paid.code, '000', paid.text)
      const { instalments } = await read('repayment-schedule')
      assert.deepEqual([instalments[0].status, instalments[0].paid], ['PAID', 106.62])
      assert.equal((await read('balances')).principal, 1105.38)
    })

    test('the clock brings arrears and a late fee, which the partner waives', async () => {
      await moveTo((await read('next-due')).dueDate, 6)
      const loan = await loanNow()
      assert.deepEqual([loan.status, loan.daysPastDue, loan.bucket], ['IN_ARREARS', 6, '1-30'])
      const collections = await read('collections')
      assert.deepEqual([collections.stage, collections.lateFees, collections.overdueAmount], ['EARLY', 10, 106.62])
      const [fee] = (await partner.ok(`GET /loans/${loanId}/fees?kind=PENALTY`)).content
      const waived = await partner.ok(`POST /loans/${loanId}/fees`, { action: 'WAIVE', feeId: fee.feeId })
      assert.equal(waived.status, 'WAIVED')
      assert.equal(await partner.refused(`POST /loans/${loanId}/repayments`, { amount: 100 }), '422 LESS_THAN_DUE')
      const paid = await partner.ok(`POST /loans/${loanId}/repayments`, {
        amount: 106.62,
        paymentReference: { accountId: CHECKING },
      })
      assert.equal(paid.loan.status, 'ACTIVE')
    })

    test('an operator grants a payment holiday, which is kept', async () => {
      const { dueDate } = await read('next-due')
      const body = { type: 'PAYMENT_HOLIDAY', startDate: dueDate, instalments: 2, reason: 'Parental leave' }
      assert.equal(await viewer.refused(`POST /loans/${loanId}/hardship-arrangements`, body), '403 FORBIDDEN')
      const granted = await operator.ok(`POST /loans/${loanId}/hardship-arrangements`, body)
      assert.deepEqual([granted.status, granted.schedule.length], ['ACTIVE', 14])
      assert.equal((await loanNow()).subStatus, 'HARDSHIP')
      for (const [path, sent] of [
        ['hardship-arrangements', body],
        ['restructure', { type: 'TERM_EXTENSION', extraInstalments: 1, effectiveDate: dueDate }],
      ] as const) {
        assert.equal(await partner.refused(`POST /loans/${loanId}/${path}`, sent), '409 ARRANGEMENT_ACTIVE')
      }
      await moveTo(granted.endDate, 1)
      const collections = await read('collections')
      assert.deepEqual([collections.arrangements[0].status, collections.daysPastDue], ['COMPLETED', 0])
      assert.equal((await loanNow()).subStatus, undefined)
    })

    test('an operator extends the term; a preview stores nothing', async () => {
      const { asOf } = await read('balances')
      const { scheduleVersion, version } = await loanNow()
      const body = { type: 'TERM_EXTENSION', extraInstalments: 3, effectiveDate: asOf }
      const preview = await operator.ok(`POST /loans/${loanId}/restructure`, { ...body, preview: true })
      assert.deepEqual([(await loanNow()).version, preview.delta.instalments], [version, 3])
      const done = await operator.ok(`POST /loans/${loanId}/restructure`, body)
      assert.equal(done.loan.scheduleVersion, scheduleVersion + 1)
      assert.deepEqual(done.after, preview.after)
      const { reason, instalments } = await read(`repayment-schedule?version=${scheduleVersion + 1}`)
      assert.deepEqual([reason, instalments.length], ['TERM_EXTENSION', 17])
    })

    test('the last payment closes the loan, its reversal reopens it, and it is settled for good', async () => {
      await moveTo((await read('next-due')).dueDate)
      const { payoffAmount } = await read('balances')
      const settled = await partner.ok(`POST /loans/${loanId}/repayments/prepayment`, { settle: true })
      assert.deepEqual([settled.amount, settled.loan.status], [payoffAmount, 'CLOSED'])
      assert.equal((await read('next-due')).nextDue, null)
      const { asOf } = await read('balances')
      const reversal = { reversalOf: settled.transactionId, valueDate: asOf, reason: 'Bounced', operatorId: 'op-1' }
      assert.equal((await partner.ok(`POST /loans/${loanId}/repayments/manual`, reversal)).loan.status, 'ACTIVE')
      const overpaid = await partner.ok(`POST /loans/${loanId}/repayments`, {
        amount: payoffAmount + 25,
        paymentReference: { accountId: SAVINGS },
      })
      assert.deepEqual([overpaid.loan.status, overpaid.allocation.overpayment], ['OVERPAID', 25])
      const close = `POST /loans/${loanId}/close`
      assert.equal(await partner.refused(close, { reason: 'OBLIGATIONS_MET' }), '422 REFUND_REQUIRED')
      const closed = await operator.ok(close, { reason: 'OBLIGATIONS_MET', refundAccount: { accountId: SAVINGS } })
      assert.deepEqual([closed.status, closed.closingTxn.amount], ['CLOSED', 25])
      assert.equal(await partner.refused(close, { reason: 'OBLIGATIONS_MET' }), '409 ALREADY_CLOSED')
    })

    test('the history tells it all, and the books are right', async () => {
      const { transactions, restructures, balances } = await partner.ok(`GET /loans/${loanId}?include=history`)
      assert.equal(restructures.length, 1)
      const posted = transactions.filter(({ status }: { status: string }) => status === 'POSTED')
      for (const { amount, allocation } of posted.filter(({ type }: { type: string }) => type === 'REPAYMENT')) {
        const parts = Object.values(allocation as Record<string, number>)
        assert.equal(Math.round(parts.reduce((sum, part) => sum + part, 0) * 100), Math.round(amount * 100))
      }
      assert.deepEqual([balances.totalOutstanding, balances.overpayment], [0, 0])
      assert.equal(await gateway.stop(), 0)
      const verified = await runTillgate(store, ['verify'])
      assert.match(verified.output, /^the books are right/m, verified.output)
      gateway = await startGateway(store)
    })
  })
}

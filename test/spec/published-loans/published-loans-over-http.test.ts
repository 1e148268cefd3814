// The published schedules through the API: each loan is made, paid out and repaid with the dates of the case, and its
// schedule is compared to the cent.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withGatewayOn } from '../../support/gateways/running-gateway.ts'
import { Lender } from '../../support/lending/lender.ts'
import { CHANGED_LOANS } from './changed-loans.ts'
import { PAID_LOANS } from './paid-loans.ts'
import { PLANS } from './plans.ts'
import { effectiveDateOf, type PublishedEvent, type PublishedLoan, type PublishedRow } from './published-loan.ts'

/** Without a day a case means the plan with nothing overdue, which the API shows on the day of the first disbursement only. */
const LOANS = [...PLANS, ...PAID_LOANS, ...CHANGED_LOANS].filter(
  ({ asOf, events }) => asOf !== undefined || events.length === 1,
)

withGatewayOn('postgres', 'published cases through the API', (running) => {
  const lender = new Lender(() => running.current.url)

  for (const loan of LOANS) {
    test(loan.id, async () => {
      const { every = 1, unit = 'Months', events, disbursedOn } = loan
      const lent = events.flatMap((event) => (event.type === 'disbursement' ? [event.amount] : []))
      const { loanId } = await lender.ok('POST /loans', {
        productCode: 'OPEN',
        currency: loan.currency,
        principal: Math.max(
          loan.principal,
          lent.reduce((sum, amount) => sum + amount, 0),
        ),
        interestRate: loan.rate,
        loanTerm: { termCount: loan.count * every, termUnit: unit },
        applicant: { firstName: 'Ada', lastName: 'Example' },
        agreementDate: disbursedOn,
        terms: termsOf(loan),
      })
      let asOf = loan.asOf ?? disbursedOn
      for (const event of events) {
        // Effective on the due date before the first changed row; asked for today, it is seen from that day on.
        if (event.type === 'restructure') asOf = await restructure(loanId, event)
        else await post(loanId, event)
      }
      const schedule = await lender.ok(`GET /loans/${loanId}/repayment-schedule?asOf=${asOf}`)
      assert.deepEqual(schedule.instalments.map(shownRow), loan.rows.map(publishedRow))
    })
  }

  async function restructure(loanId: string, event: Extract<PublishedEvent, { type: 'restructure' }>): Promise<string> {
    const { instalments } = await lender.ok(`GET /loans/${loanId}/repayment-schedule`)
    const effectiveDate = effectiveDateOf(event, instalments)
    const change =
      event.newRate === undefined
        ? { type: 'TERM_EXTENSION', extraInstalments: event.extraRows }
        : { type: 'RATE_CHANGE', newRate: event.newRate }
    await lender.ok(`POST /loans/${loanId}/restructure`, { effectiveDate, ...change })
    return effectiveDate
  }

  async function post(loanId: string, event: Exclude<PublishedEvent, { type: 'restructure' }>): Promise<void> {
    const path = `POST /loans/${loanId}`
    const { date: valueDate } = event
    switch (event.type) {
      case 'disbursement':
        await lender.ok(`${path}/disbursements`, { amount: event.amount, valueDate })
        return
      case 'settlement':
        await lender.ok(`${path}/repayments/prepayment`, { settle: true, valueDate })
        return
      case 'charge': {
        const { kind, amount, percent, dueDate } = event
        const what = percent === undefined ? { amount } : { percent, base: 'INSTALMENT' }
        await lender.ok(`${path}/fees`, { code: 'CHARGE', kind, ...what, dueDate, valueDate })
        return
      }
      case 'reage': {
        const { startDate, rows: instalments, every, unit } = event
        const frequency = { every, unit }
        const reage = { type: 'REAGE', effectiveDate: valueDate, startDate, instalments, frequency }
        await lender.ok(`${path}/restructure`, reage)
        return
      }
      case 'repayment': {
        const { amount } = event
        const answer = await lender.call(`${path}/repayments`, { amount, valueDate })
        if (answer.body.code === 'LESS_THAN_DUE') await lender.ok(`${path}/repayments/partial`, { amount, valueDate })
        else assert.equal(answer.status, 200, answer.text)
      }
    }
  }
})

function termsOf(loan: PublishedLoan): object {
  const { downPaymentPercent, lateFeePercent } = loan
  return {
    method: loan.method,
    dayCount: loan.dayCount,
    repaymentEvery: loan.every ?? 1,
    repaymentUnit: loan.unit ?? 'Months',
    rounding: 'HALF_EVEN',
    instalmentMultipleOf: loan.multipleOf,
    graceOnPrincipal: loan.graceOnPrincipal,
    annuityRate: loan.annuityRate,
    allocationOrder: loan.allocationOrder,
    prepaymentDefault: loan.prepayment,
    ...(downPaymentPercent !== undefined && { downPayment: { percent: downPaymentPercent, auto: true } }),
    ...(lateFeePercent !== undefined && { lateFee: { percent: lateFeePercent, base: 'OVERDUE_PRINCIPAL' } }),
  }
}

function shownRow(row: Record<string, unknown>): unknown[] {
  return [
    row.dueDate,
    row.principal,
    row.interest,
    row.fees,
    row.penalties,
    row.balance,
    row.total,
    row.paid,
    row.paidInAdvance,
    row.paidLate,
    row.outstanding,
  ]
}

/** Figures that a case leaves out are those of a row that nothing was paid of. */
function publishedRow(row: PublishedRow): unknown[] {
  const [due, principal, interest, fees, penalties, balance, , paid = 0, paidInAdvance = 0, paidLate = 0] = row
  const total = cents(principal + interest + fees + penalties)
  const figures = [due, principal, interest, fees, penalties, balance, total, paid, paidInAdvance, paidLate]
  return [...figures, cents(total - paid)]
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100
}

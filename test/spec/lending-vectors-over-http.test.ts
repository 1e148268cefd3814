// The published cases through the API: each loan is made, paid out and repaid with the dates of the case, and its schedule
// is compared to the cent. Skipped where the file of cases is not there.

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { withGatewayOn } from '../support/gateways/running-gateway.ts'
import { Lender } from '../support/lending/lender.ts'

const FILE = new URL('../../../shared/vectors/lending.json', import.meta.url)

interface CaseEvent {
  readonly type: string
  readonly date: string
  readonly amount: number
  readonly code?: string
  readonly penalty?: boolean
  readonly percent?: number
  readonly dueDate?: string
  readonly addedOn?: string
  readonly fromDate?: string
  readonly newAnnualRate?: number
  readonly extraTerms?: number
  readonly startDate?: string
  readonly instalments?: number
  readonly frequency?: number
  readonly frequencyUnit?: string
}

interface Case {
  readonly id: string
  readonly kind: string
  // biome-ignore lint/suspicious/noExplicitAny: the cases have their own words.
  readonly input: any
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  readonly expected: any
}

const cases: Case[] = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : []
const DONE_HERE: ReadonlySet<string> = new Set(['disbursement', 'repayment', 'payoff', 'charge', 'reschedule', 'reage'])
/** Without `asOf` a case means the plan with nothing overdue, which the API shows on the day of the first disbursement only. */
const SCHEDULES = cases.filter(
  ({ kind, input }) =>
    kind === 'schedule' &&
    input.events?.every(({ type }: CaseEvent) => DONE_HERE.has(type)) &&
    (input.asOf !== undefined || input.events.length === 1),
)

const METHODS: Record<string, string> = { flat: 'FLAT', annuity: 'ANNUITY', equalPrincipal: 'EQUAL_PRINCIPAL' }
const UNITS: Record<string, string> = { DAYS: 'Days', WEEKS: 'Weeks', MONTHS: 'Months' }
const COMPONENTS: Record<string, string> = {
  PENALTY: 'penalties',
  FEE: 'fees',
  INTEREST: 'interest',
  PRINCIPAL: 'principal',
}

withGatewayOn('postgres', 'published cases through the API', (running) => {
  const lender = new Lender(() => running.current.url)

  test('there are cases to compare', { skip: cases.length === 0 }, () => assert.ok(SCHEDULES.length > 15))

  for (const { id, input, expected } of SCHEDULES) {
    test(id, async () => {
      const advances = input.events.filter(({ type }: CaseEvent) => type === 'disbursement')
      const principal = Math.max(input.principal, sumOf(advances.map(({ amount }: CaseEvent) => amount)))
      const { loanId } = await lender.ok('POST /loans', {
        productCode: 'OPEN',
        currency: input.currency,
        principal,
        interestRate: input.annualRate,
        loanTerm: { termCount: input.termCount * input.repaymentEvery, termUnit: UNITS[input.termUnit] },
        applicant: { firstName: 'Ada', lastName: 'Example' },
        agreementDate: input.disbursementDate,
        terms: termsOf(input),
      })
      let asOf = input.asOf ?? input.events.at(-1).date
      for (const event of input.events as CaseEvent[]) {
        if (event.type === 'reschedule') asOf = await reschedule(loanId, event)
        else await post(loanId, event)
      }
      const schedule = await lender.ok(`GET /loans/${loanId}/repayment-schedule?asOf=${asOf}`)
      assert.deepEqual(schedule.instalments.map(rowOf), expected.instalments.map(caseRow))
    })
  }

  /** Effective on the due date before the first changed row; asked for today, it is seen from that day on. */
  async function reschedule(loanId: string, event: CaseEvent): Promise<string> {
    const { instalments } = await lender.ok(`GET /loans/${loanId}/repayment-schedule`)
    const before = instalments
      .map((row: { dueDate: string }) => row.dueDate)
      .filter((due: string) => due < String(event.fromDate))
    const effectiveDate = before.at(-1)
    const change =
      event.newAnnualRate === undefined
        ? { type: 'TERM_EXTENSION', extraInstalments: event.extraTerms }
        : { type: 'RATE_CHANGE', newRate: event.newAnnualRate }
    await lender.ok(`POST /loans/${loanId}/restructure`, { effectiveDate, ...change })
    return effectiveDate
  }

  async function post(loanId: string, event: CaseEvent): Promise<void> {
    const { amount, date: valueDate } = event
    const path = `POST /loans/${loanId}`
    if (event.type === 'disbursement') await lender.ok(`${path}/disbursements`, { amount, valueDate })
    else if (event.type === 'payoff') await lender.ok(`${path}/repayments/prepayment`, { settle: true, valueDate })
    else if (event.type === 'charge') await lender.ok(`${path}/fees`, feeOf(event))
    else if (event.type === 'reage') await lender.ok(`${path}/restructure`, reageOf(event))
    else {
      const answer = await lender.call(`${path}/repayments`, { amount, valueDate })
      if (answer.body.code === 'LESS_THAN_DUE') await lender.ok(`${path}/repayments/partial`, { amount, valueDate })
      else assert.equal(answer.status, 200, answer.text)
    }
  }
})

function reageOf({ date, startDate, instalments, frequency, frequencyUnit = '' }: CaseEvent): object {
  return {
    type: 'REAGE',
    effectiveDate: date,
    startDate,
    instalments,
    frequency: { every: frequency, unit: UNITS[frequencyUnit] },
  }
}

function feeOf({ code, penalty, amount, percent, dueDate, addedOn }: CaseEvent): object {
  const what = percent === undefined ? { amount } : { percent, base: 'INSTALMENT' }
  return { code, kind: penalty === true ? 'PENALTY' : 'FEE', ...what, dueDate, valueDate: addedOn }
}

function termsOf(input: Case['input']): object {
  const order = /^DUE_(.+)_IN_ADVANCE_(.+)$/.exec(input.allocation ?? '')
  const components = (text = '') => text.split('_').map((name) => COMPONENTS[name])
  return {
    method: METHODS[input.method],
    dayCount: input.dayCount,
    repaymentEvery: input.repaymentEvery,
    repaymentUnit: UNITS[input.termUnit],
    rounding: input.rounding.mode,
    ...(input.instalmentMultipleOf && { instalmentMultipleOf: input.instalmentMultipleOf }),
    ...(input.downPaymentPercent && { downPayment: { percent: input.downPaymentPercent, auto: true } }),
    ...(input.graceOnPrincipal && { graceOnPrincipal: input.graceOnPrincipal }),
    ...(input.emiRateBasis && { annuityRate: input.emiRateBasis }),
    ...(order && { allocationOrder: { due: components(order[1]), inAdvance: components(order[2]) } }),
    ...(input.recalculation && { prepaymentDefault: input.recalculation.prepayment }),
    ...(input.settlementInterest && { settlementInterest: 'TO_DATE' }),
    ...(input.lateFee && { lateFee: { percent: input.lateFee.percent, base: input.lateFee.base } }),
  }
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((so, amount) => so + amount, 0)
}

const FIGURES = [
  'principal',
  'interest',
  'fees',
  'penalties',
  'total',
  'balance',
  'paid',
  'paidInAdvance',
  'paidLate',
  'outstanding',
]

function rowOf(row: Record<string, unknown>): unknown[] {
  return [row.n, row.dueDate, ...FIGURES.map((name) => row[name])]
}

/** Figures that a case leaves out are those of a row that nothing was paid of. */
function caseRow(row: Record<string, unknown>): unknown[] {
  const { principal = 0, interest = 0 } = row as { principal?: number; interest?: number }
  const total = Math.round((principal + interest) * 100) / 100
  const plain: Record<string, unknown> = {
    fees: 0,
    penalties: 0,
    total,
    paid: 0,
    paidInAdvance: 0,
    paidLate: 0,
    outstanding: row.total ?? total,
  }
  return [row.n, row.due, ...FIGURES.map((name) => row[name] ?? plain[name])]
}

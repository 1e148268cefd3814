// Maps the fields of the published lending cases to an agreement and the events of a loan, as their README says.

import type { DatedAmount } from '../../src/loans/engine/apr/cash-flows.ts'
import { foldLoan } from '../../src/loans/engine/fold-loan.ts'
import type { Closing, LoanEvent } from '../../src/loans/engine/loan-events.ts'
import type {
  AgingBucket,
  Component,
  DayCount,
  LoanAgreement,
  PrepaymentStrategy,
  Rounding,
  Terms,
  TermUnit,
} from '../../src/loans/engine/terms.ts'

type VectorUnit = 'DAYS' | 'WEEKS' | 'MONTHS' | 'YEARS'

const UNITS: Record<VectorUnit, TermUnit> = { DAYS: 'Days', WEEKS: 'Weeks', MONTHS: 'Months', YEARS: 'Years' }

type VectorEvent =
  | { type: 'disbursement'; date: string; amount: number }
  | { type: 'repayment'; date: string; amount: number }
  | { type: 'payoff'; date: string }
  | {
      type: 'charge'
      code: string
      penalty?: boolean
      amount?: number
      percent?: number
      dueDate?: string
      addedOn: string
    }
  | { type: 'reschedule'; submittedOn: string; fromDate: string; newAnnualRate?: number; extraTerms?: number }
  | {
      type: 'reage'
      date: string
      frequency: number
      frequencyUnit: VectorUnit
      startDate: string
      instalments: number
    }

export interface ScheduleInput {
  principal: number
  annualRate: number
  termCount: number
  termUnit: VectorUnit
  repaymentEvery?: number
  method: 'flat' | 'annuity' | 'equalPrincipal'
  dayCount: DayCount
  disbursementDate: string
  rounding?: { decimals: number; mode: Rounding }
  instalmentMultipleOf?: number | null
  balloon?: number
  graceOnPrincipal?: number
  downPaymentPercent?: number
  emiRateBasis?: 'FIRST_PERIOD' | 'PER_PERIOD'
  allocation?: string
  recalculation?: { prepayment: PrepaymentStrategy }
  settlementInterest?: 'TILL_SETTLEMENT_DATE' | 'TILL_PERIOD_END'
  lateFee?: { percent: number; base: 'OVERDUE_PRINCIPAL' }
  events: VectorEvent[]
  asOf?: string
}

export interface VectorRow {
  n: number
  due: string
  days?: number
  paidDate?: string
  principal: number
  interest: number
  balance?: number
}

export interface VectorTransaction {
  date: string
  type: 'Disbursement' | 'Down Payment' | 'Repayment' | 'Re-age' | 'Accrual'
  amount: number
}

const METHODS = { flat: 'FLAT', annuity: 'ANNUITY', equalPrincipal: 'EQUAL_PRINCIPAL' } as const

/** Minor units of an amount with two decimals; `decimals` for a finer unit. */
export function minor(amount: number, decimals = 2): bigint {
  return BigInt(Math.round(amount * 100)) * 10n ** BigInt(decimals - 2)
}

/** `decimals` are those of the unit that the engine counts in. */
export function agreementOf(
  input: ScheduleInput,
  transactions?: readonly VectorTransaction[],
  decimals = 2,
): LoanAgreement {
  const every = input.repaymentEvery ?? 1
  return {
    currency: 'EUR',
    principalApprovedMinor: minor(input.principal, decimals),
    interestRate: String(input.annualRate),
    term: { count: input.termCount * every, unit: UNITS[input.termUnit] },
    terms: termsOf(input, every, transactions ?? [], decimals),
    policy: { chargeOffDays: 180, buckets: [] },
    agreementDate: input.disbursementDate,
    plannedDisbursement: input.disbursementDate,
  }
}

function termsOf(
  input: ScheduleInput,
  every: number,
  transactions: readonly VectorTransaction[],
  decimals: number,
): Terms {
  const order = allocationOrder(input.allocation)
  const paid = transactions.some(({ type }) => type === 'Down Payment')
  return {
    method: METHODS[input.method],
    dayCount: input.dayCount,
    repaymentEvery: every,
    repaymentUnit: UNITS[input.termUnit],
    graceOnPrincipal: input.graceOnPrincipal ?? 0,
    graceOnInterest: 0,
    balloonMinor: minor(input.balloon ?? 0, decimals),
    instalmentBasis: 'DISBURSED',
    rounding: input.rounding?.mode ?? 'HALF_EVEN',
    annuityRate: input.emiRateBasis ?? 'PER_PERIOD',
    allocation: 'HORIZONTAL',
    prepaymentDefault: input.recalculation?.prepayment ?? 'REDUCE_INSTALMENT',
    settlementInterest: input.settlementInterest === 'TILL_PERIOD_END' ? 'TO_PERIOD_END' : 'TO_DATE',
    ...(input.instalmentMultipleOf ? { instalmentMultipleOfMinor: minor(input.instalmentMultipleOf, decimals) } : {}),
    ...(input.downPaymentPercent === undefined
      ? {}
      : { downPayment: { percent: String(input.downPaymentPercent), auto: paid } }),
    ...(order === undefined ? {} : { allocationOrder: order }),
    ...(input.lateFee === undefined
      ? {}
      : { lateFee: { percent: String(input.lateFee.percent), base: input.lateFee.base, graceDays: 0 } }),
  }
}

const COMPONENTS: Record<string, Component> = {
  PENALTY: 'penalties',
  FEE: 'fees',
  INTEREST: 'interest',
  PRINCIPAL: 'principal',
}

/** DUE_a_b_c_d_IN_ADVANCE_e_f_g_h; every other name is the default. */
function allocationOrder(name: string | undefined): Terms['allocationOrder'] {
  const match = /^DUE_(.+)_IN_ADVANCE_(.+)$/.exec(name ?? '')
  if (match === null) return undefined
  const components = (text: string) => text.split('_').map((word) => COMPONENTS[word] as Component)
  return { due: components(match[1] as string), inAdvance: components(match[2] as string) }
}

/**
 * The events in order of arrival. A case without a day of its own means the plan, where nothing is overdue: rows that
 * fall due before its last event are paid on their day.
 */
export function eventsOf(input: ScheduleInput, agreement: LoanAgreement): LoanEvent[] {
  const events: LoanEvent[] = []
  const listed = input.events.some(({ type }) => type === 'disbursement')
    ? input.events
    : [{ type: 'disbursement' as const, date: input.disbursementDate, amount: input.principal }, ...input.events]
  for (const event of listed) {
    if (input.asOf === undefined) payRowsBefore(dateOf(event), agreement, events)
    events.push(eventOf(event, agreement, events))
  }
  return events
}

function dateOf(event: VectorEvent): string {
  if (event.type === 'charge') return event.addedOn
  return event.type === 'reschedule' ? event.submittedOn : event.date
}

function payRowsBefore(date: string, agreement: LoanAgreement, events: LoanEvent[]): void {
  if (events.length === 0) return
  for (const { dueDate } of foldLoan(agreement, events, events.at(-1)?.valueDate as string).instalments) {
    if (dueDate >= date) return
    const row = foldLoan(agreement, events, dueDate).instalments.find((each) => each.dueDate === dueDate)
    if (row === undefined) return
    const amountMinor = row.principalMinor + row.interestMinor
    events.push({ kind: 'REPAYMENT', ...fields(dueDate, events), amountMinor })
  }
}

function fields(valueDate: string, events: readonly LoanEvent[]) {
  const sequence = events.length + 1
  return { eventId: `event-${sequence}`, valueDate, sequence }
}

function eventOf(event: VectorEvent, agreement: LoanAgreement, before: readonly LoanEvent[]): LoanEvent {
  switch (event.type) {
    case 'disbursement':
      return {
        kind: 'DISBURSEMENT',
        ...fields(event.date, before),
        amountMinor: minor(event.amount),
        feesDeductedMinor: 0n,
      }
    case 'repayment':
      return { kind: 'REPAYMENT', ...fields(event.date, before), amountMinor: minor(event.amount) }
    case 'payoff': {
      const { payoffMinor } = foldLoan(agreement, before, event.date).balances
      return { kind: 'SETTLEMENT', ...fields(event.date, before), amountMinor: payoffMinor }
    }
    case 'charge':
      return {
        kind: 'CHARGE',
        ...fields(event.addedOn, before),
        chargeId: `charge-${before.length + 1}`,
        code: event.code,
        chargeKind: event.penalty ? 'PENALTY' : 'FEE',
        ...(event.amount === undefined ? {} : { amountMinor: minor(event.amount) }),
        ...(event.percent === undefined ? {} : { percent: String(event.percent), base: 'INSTALMENT' as const }),
        ...(event.dueDate === undefined ? {} : { dueDate: event.dueDate }),
      }
    case 'reschedule':
      return {
        kind: 'RESTRUCTURE',
        ...fields(event.submittedOn, before),
        effectiveDate: dueDateBefore(event.fromDate, agreement, before),
        ...(event.newAnnualRate === undefined
          ? { type: 'TERM_EXTENSION' as const, extraInstalments: event.extraTerms as number }
          : { type: 'RATE_CHANGE' as const, newRate: String(event.newAnnualRate) }),
      }
    case 'reage':
      return {
        kind: 'RESTRUCTURE',
        type: 'REAGE',
        ...fields(event.date, before),
        effectiveDate: event.date,
        startDate: event.startDate,
        instalments: event.instalments,
        frequency: { every: event.frequency, unit: UNITS[event.frequencyUnit] },
      }
  }
}

/** `fromDate` is the due date of the first changed row. */
function dueDateBefore(fromDate: string, agreement: LoanAgreement, events: readonly LoanEvent[]): string {
  const { instalments } = foldLoan(agreement, events, events.at(-1)?.valueDate as string)
  return instalments.findLast(({ dueDate }) => dueDate < fromDate)?.dueDate as string
}

export function closing(date: string): Closing {
  return { kind: 'CLOSING', eventId: 'closing', sequence: 100, valueDate: date, reason: 'CHARGED_OFF' }
}

export interface AprInput {
  advances: { date: string; amount: number }[]
  payments: { firstDate: string; amount: number; count: number; every: number; unit: VectorUnit }[]
}

export function expandPayments(series: AprInput['payments'][number]): DatedAmount[] {
  const [year, month, day] = series.firstDate.split('-').map(Number) as [number, number, number]
  return Array.from({ length: series.count }, (_, k) => {
    const steps = k * series.every
    const date =
      series.unit === 'MONTHS'
        ? new Date(Date.UTC(year, month - 1 + steps, day))
        : new Date(Date.UTC(year, month - 1, day + steps * (series.unit === 'WEEKS' ? 7 : 1)))
    return { date: date.toISOString().slice(0, 10), amountMinor: minor(series.amount) }
  })
}

export interface DayCountInput {
  convention: DayCount
  from: string
  to: string
}

export interface AgingInput {
  principal: number
  annualRate: number
  downPaymentPercent: number
  disbursementDate: string
  instalments: { due: string; amount: number }[]
  asOf: string
  buckets: string[]
}

/** The rows after the down payment are all equally many days apart, and nothing has been paid. */
export function loanOfAging(input: AgingInput): { agreement: LoanAgreement; events: LoanEvent[] } {
  const [first, second] = input.instalments.map(({ due }) => Date.parse(due)) as [number, number]
  const every = (second - first) / 86_400_000
  const schedule: ScheduleInput = {
    principal: input.principal,
    annualRate: input.annualRate,
    termCount: input.instalments.length - 1,
    termUnit: 'DAYS',
    repaymentEvery: every,
    method: 'flat',
    dayCount: '30/360',
    disbursementDate: input.disbursementDate,
    downPaymentPercent: input.downPaymentPercent,
    events: [],
    asOf: input.asOf,
  }
  const agreement = agreementOf(schedule)
  return { agreement, events: eventsOf(schedule, agreement) }
}

/** "4-30" and "121+". */
export function bucketsOf(names: readonly string[]): AgingBucket[] {
  return names.map((name) => {
    const [from, to] = name.replace('+', '').split('-').map(Number)
    return { name, from: from as number, ...(to === undefined ? {} : { to }) }
  })
}

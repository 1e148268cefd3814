// A published loan: its terms, what happens to it, and the schedule that must come out. Amounts are in the currency.

import { foldLoan } from '../../../src/loans/engine/fold/fold-loan.ts'
import type { LoanEvent } from '../../../src/loans/engine/loan-events.ts'
import type {
  Component,
  DayCount,
  LoanAgreement,
  PrepaymentStrategy,
  RepaymentMethod,
  Rounding,
  TermUnit,
} from '../../../src/loans/engine/terms.ts'

export type PublishedEvent =
  | { type: 'disbursement' | 'repayment'; date: string; amount: number }
  | { type: 'settlement'; date: string }
  | { type: 'charge'; date: string; kind: 'FEE' | 'PENALTY'; amount?: number; percent?: number; dueDate?: string }
  /** `firstChanged` is the due date of the first row that changes. */
  | { type: 'restructure'; date: string; firstChanged: string; newRate?: number; extraRows?: number }
  | { type: 'reage'; date: string; startDate: string; rows: number; every: number; unit: TermUnit }

/** The last four only where they were published. */
export type PublishedRow = readonly [
  due: string,
  principal: number,
  interest: number,
  fees: number,
  penalties: number,
  balance: number,
  days?: number,
  paid?: number,
  paidInAdvance?: number,
  paidLate?: number,
]

/** Money that moved. A disbursement has no parts. */
export type PublishedMovement = readonly [
  date: string,
  type: 'DISBURSEMENT' | 'DOWN_PAYMENT' | 'REPAYMENT',
  amount: number,
  principal: number,
  interest: number,
  fees: number,
  penalties: number,
  principalAfter: number,
]

export interface PublishedTerms {
  principal: number
  /** Percent a year. */
  rate: number
  /** Instalments, one every so many units. */
  count: number
  every?: number
  unit?: TermUnit
  method: RepaymentMethod
  dayCount: DayCount
  disbursedOn: string
  rounding?: Rounding
  multipleOf?: number
  balloon?: number
  graceOnPrincipal?: number
  /** Paid at once. */
  downPaymentPercent?: number
  annuityRate?: 'FIRST_PERIOD' | 'PER_PERIOD'
  allocationOrder?: { due: readonly Component[]; inAdvance: readonly Component[] }
  prepayment?: PrepaymentStrategy
  /** Percentage of overdue principal. */
  lateFeePercent?: number
}

export interface PublishedLoan extends PublishedTerms {
  id: string
  currency: 'EUR' | 'USD'
  events: readonly PublishedEvent[]
  /** Absent: the plan is meant, as if rows were paid on their day. */
  asOf?: string
  rows: readonly PublishedRow[]
  moved?: readonly PublishedMovement[]
}

/** Minor units of an amount with two decimals; `decimals` for a finer unit. */
export function minor(amount: number, decimals = 2): bigint {
  return BigInt(Math.round(amount * 100)) * 10n ** BigInt(decimals - 2)
}

/** `decimals` are those of the unit that the engine counts in. */
export function agreementOf(loan: PublishedTerms, decimals = 2): LoanAgreement {
  const { every = 1, unit = 'Months', multipleOf, downPaymentPercent, allocationOrder, lateFeePercent } = loan
  return {
    currency: 'EUR',
    principalApprovedMinor: minor(loan.principal, decimals),
    interestRate: String(loan.rate),
    term: { count: loan.count * every, unit },
    terms: {
      method: loan.method,
      dayCount: loan.dayCount,
      repaymentEvery: every,
      repaymentUnit: unit,
      graceOnPrincipal: loan.graceOnPrincipal ?? 0,
      graceOnInterest: 0,
      balloonMinor: minor(loan.balloon ?? 0, decimals),
      instalmentBasis: 'DISBURSED',
      rounding: loan.rounding ?? 'HALF_EVEN',
      annuityRate: loan.annuityRate ?? 'PER_PERIOD',
      allocation: 'HORIZONTAL',
      prepaymentDefault: loan.prepayment ?? 'REDUCE_INSTALMENT',
      settlementInterest: 'TO_DATE',
      ...(multipleOf !== undefined && { instalmentMultipleOfMinor: minor(multipleOf, decimals) }),
      ...(downPaymentPercent !== undefined && { downPayment: { percent: String(downPaymentPercent), auto: true } }),
      ...(allocationOrder !== undefined && { allocationOrder }),
      ...(lateFeePercent !== undefined && {
        lateFee: { percent: String(lateFeePercent), base: 'OVERDUE_PRINCIPAL' as const, graceDays: 0 },
      }),
    },
    policy: { chargeOffDays: 180, buckets: [] },
    agreementDate: loan.disbursedOn,
    plannedDisbursement: loan.disbursedOn,
  }
}

/** The events in order of arrival. */
export function eventsOf(loan: Pick<PublishedLoan, 'events' | 'asOf'>, agreement: LoanAgreement): LoanEvent[] {
  const events: LoanEvent[] = []
  for (const event of loan.events) {
    if (loan.asOf === undefined) payRowsBefore(event.date, agreement, events)
    events.push(eventOf(event, agreement, events))
  }
  return events
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

function eventOf(event: PublishedEvent, agreement: LoanAgreement, before: readonly LoanEvent[]): LoanEvent {
  const common = fields(event.date, before)
  switch (event.type) {
    case 'disbursement':
      return { kind: 'DISBURSEMENT', ...common, amountMinor: minor(event.amount), feesDeductedMinor: 0n }
    case 'repayment':
      return { kind: 'REPAYMENT', ...common, amountMinor: minor(event.amount) }
    case 'settlement': {
      const { payoffMinor } = foldLoan(agreement, before, event.date).balances
      return { kind: 'SETTLEMENT', ...common, amountMinor: payoffMinor }
    }
    case 'charge':
      return {
        kind: 'CHARGE',
        ...common,
        chargeId: `charge-${before.length + 1}`,
        code: event.kind,
        chargeKind: event.kind,
        ...(event.amount !== undefined && { amountMinor: minor(event.amount) }),
        ...(event.percent !== undefined && { percent: String(event.percent), base: 'INSTALMENT' as const }),
        ...(event.dueDate !== undefined && { dueDate: event.dueDate }),
      }
    case 'restructure': {
      const { instalments } = foldLoan(agreement, before, before.at(-1)?.valueDate as string)
      return {
        kind: 'RESTRUCTURE',
        ...common,
        effectiveDate: effectiveDateOf(event, instalments),
        ...(event.newRate === undefined
          ? { type: 'TERM_EXTENSION' as const, extraInstalments: event.extraRows as number }
          : { type: 'RATE_CHANGE' as const, newRate: String(event.newRate) }),
      }
    }
    case 'reage':
      return {
        kind: 'RESTRUCTURE',
        type: 'REAGE',
        ...common,
        effectiveDate: event.date,
        startDate: event.startDate,
        instalments: event.rows,
        frequency: { every: event.every, unit: event.unit },
      }
  }
}

/** The due date before the first row that changes. */
export function effectiveDateOf(
  { firstChanged }: { readonly firstChanged: string },
  rows: readonly { readonly dueDate: string }[],
): string {
  return rows.findLast(({ dueDate }) => dueDate < firstChanged)?.dueDate as string
}

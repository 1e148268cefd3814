// A loan of 1,200.00 at 12 % in four rows from 2026-01-01, with drafts of events on it, for tests of special cases.

import { foldLoan } from './fold/fold-loan.ts'
import type { LoanPosition } from './fold/loan-position.ts'
import type { LoanEvent } from './loan-events.ts'
import type { LoanAgreement, Terms } from './terms.ts'

const TERMS: Terms = {
  method: 'ANNUITY',
  dayCount: '30/360',
  repaymentEvery: 1,
  repaymentUnit: 'Months',
  graceOnPrincipal: 0,
  graceOnInterest: 0,
  balloonMinor: 0n,
  instalmentBasis: 'DISBURSED',
  rounding: 'HALF_EVEN',
  annuityRate: 'PER_PERIOD',
  allocation: 'HORIZONTAL',
  prepaymentDefault: 'REDUCE_INSTALMENT',
  settlementInterest: 'TO_DATE',
}

export type Draft = LoanEvent extends infer Event
  ? Event extends LoanEvent
    ? Omit<Event, 'eventId' | 'sequence'>
    : never
  : never

export const lent = (amountMinor: bigint, valueDate = '2026-01-01'): Draft => ({
  kind: 'DISBURSEMENT',
  valueDate,
  amountMinor,
  feesDeductedMinor: 0n,
})
export const LENT = lent(120_000n)
export const paid = (valueDate: string, amountMinor: bigint, more: object = {}): Draft => ({
  kind: 'REPAYMENT',
  valueDate,
  amountMinor,
  ...more,
})
export const charged = (valueDate: string, dueDate: string): Draft => ({
  kind: 'CHARGE',
  valueDate,
  dueDate,
  chargeId: 'charge',
  code: 'FEE',
  chargeKind: 'FEE',
  amountMinor: 1_000n,
})
export const eased = (valueDate: string, startDate: string, firstDueDate: string, more: object = {}): Draft => ({
  kind: 'HARDSHIP',
  valueDate,
  startDate,
  firstDueDate,
  arrangementId: 'arrangement',
  type: 'PAYMENT_HOLIDAY',
  instalments: 1,
  interestTreatment: 'ACCRUE',
  atEnd: 'EXTEND_TERM',
  ...more,
})

export function positionOf(drafts: readonly Draft[], asOf: string, terms: Partial<Terms> = {}): LoanPosition {
  const agreement: LoanAgreement = {
    currency: 'USD',
    principalApprovedMinor: 200_000n,
    interestRate: '12',
    term: { count: 4, unit: 'Months' },
    terms: { ...TERMS, ...terms },
    policy: { chargeOffDays: 180, buckets: [] },
    agreementDate: '2026-01-01',
    plannedDisbursement: '2026-01-01',
  }
  const events = drafts.map((draft, i) => ({ ...draft, eventId: `e${i + 1}`, sequence: i + 1 }) as LoanEvent)
  return foldLoan(agreement, events, asOf)
}

/** Due date, principal, interest and fees of each row. */
export function rowsOf({ instalments }: LoanPosition): string[] {
  return instalments.map((row) =>
    [row.dueDate, row.principalMinor, row.interestMinor, ...(row.feesMinor > 0n ? [row.feesMinor] : [])].join(' '),
  )
}

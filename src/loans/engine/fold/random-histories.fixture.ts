// Random agreements, and histories that the rules allow on them.

import fc from 'fast-check'
import { DEFAULT_BUCKETS } from '../aging.ts'
import { toDate, toDay } from '../arithmetic/calendar-days.ts'
import type { LoanEvent } from '../loan-events.ts'
import { LoanRuleViolation } from '../loan-rules.ts'
import type { LoanAgreement, PrepaymentStrategy, Terms } from '../terms.ts'
import { foldLoan } from './fold-loan.ts'
import { sumOf } from './fold-state.ts'
import type { LoanPosition } from './loan-position.ts'

export const START = toDay('2024-01-31')

/** Everything that a product fixes. */
export const terms: fc.Arbitrary<Terms> = fc
  .record({
    method: fc.constantFrom('ANNUITY', 'EQUAL_PRINCIPAL', 'INTEREST_ONLY', 'BULLET', 'FLAT'),
    dayCount: fc.constantFrom('30/360', '30E/360', 'ACT/360', 'ACT/364', 'ACT/365F', 'ACT/ACT-ISDA', 'ACT/ACT-ICMA'),
    repaymentEvery: fc.constantFrom(1, 2),
    repaymentUnit: fc.constantFrom('Months', 'Weeks'),
    graceOnPrincipal: fc.constantFrom(0, 0, 2),
    graceOnInterest: fc.constantFrom(0, 0, 1),
    balloonMinor: fc.constantFrom(0n, 0n, 5_000n),
    instalmentMultipleOfMinor: fc.constantFrom(undefined, undefined, 100n),
    instalmentBasis: fc.constantFrom('DISBURSED', 'DISBURSED', 'APPROVED'),
    rounding: fc.constantFrom('HALF_EVEN', 'HALF_UP', 'UP', 'DOWN'),
    annuityRate: fc.constantFrom('PER_PERIOD', 'FIRST_PERIOD'),
    allocation: fc.constantFrom('HORIZONTAL', 'VERTICAL'),
    prepaymentDefault: fc.constantFrom('REDUCE_INSTALMENT', 'REDUCE_TERM', 'PAY_NEXT_INSTALMENTS', 'ADJUST_LAST'),
    settlementInterest: fc.constantFrom('TO_DATE', 'TO_PERIOD_END'),
    lateFee: fc.constantFrom(
      undefined,
      { percent: '1.5', base: 'OVERDUE_TOTAL' as const, graceDays: 3 },
      { amountMinor: 500n, base: 'PRINCIPAL' as const, graceDays: 0 },
    ),
    downPayment: fc.constantFrom(undefined, undefined, { percent: '10', auto: true }),
  })
  .map(({ lateFee, downPayment, instalmentMultipleOfMinor, ...rest }) => ({
    ...rest,
    ...(lateFee === undefined ? {} : { lateFee }),
    ...(downPayment === undefined ? {} : { downPayment }),
    ...(instalmentMultipleOfMinor === undefined ? {} : { instalmentMultipleOfMinor }),
  }))

export const agreements: fc.Arbitrary<LoanAgreement> = fc
  .record({
    terms,
    principal: fc.bigInt(10_000n, 9_000_000n),
    rate: fc.integer({ min: 0, max: 3000 }).map((hundredths) => (hundredths / 100).toFixed(2)),
    rows: fc.integer({ min: 4, max: 14 }),
  })
  .map(agreementOf)

/** An agreement of START on that many rows. */
export function agreementOf(agreed: { terms: Terms; principal: bigint; rate: string; rows: number }): LoanAgreement {
  const { terms, principal, rate, rows } = agreed
  return {
    currency: 'USD',
    principalApprovedMinor: principal,
    interestRate: rate,
    term: { count: rows * terms.repaymentEvery, unit: terms.repaymentUnit },
    terms,
    policy: { chargeOffDays: 180, buckets: DEFAULT_BUCKETS },
    agreementDate: toDate(START),
    plannedDisbursement: toDate(START),
  }
}

/** What may follow the first disbursement; `gap` days after the one before. */
interface Step {
  gap: number
  kind: (typeof STEPS)[number] | (typeof RARE_STEPS)[number]
  permille: number
}

const STEPS = [
  'REPAYMENT',
  'PREPAYMENT',
  'SETTLEMENT',
  'CHARGE',
  'RATE_CHANGE',
  'TERM_EXTENSION',
  'PAYMENT_HOLIDAY',
  'REAMORTISE',
  'CAPITALISE',
  'REAGE',
  'DUE_DATE_CHANGE',
  'HARDSHIP',
  'HARDSHIP_ENDED',
  'TRANCHE',
] as const

/** Steps that the invariants of a loan in service do not hold after. */
const RARE_STEPS = ['ALLOCATED', 'REFUND', 'CHARGE_WAIVED', 'CHARGED_OFF', 'WRITTEN_OFF', 'SETTLED_SHORT'] as const

/** Payments are as frequent as in life. */
const steps = stepsOf('REPAYMENT', 'REPAYMENT', 'HARDSHIP', ...STEPS)
const anySteps = stepsOf('REPAYMENT', 'REPAYMENT', 'REPAYMENT', ...STEPS, ...RARE_STEPS)

function stepsOf(...kinds: Step['kind'][]): fc.Arbitrary<Step[]> {
  return fc.array(
    fc.record({
      gap: fc.oneof(fc.integer({ min: 1, max: 45 }), fc.integer({ min: 1, max: 5 })),
      kind: fc.constantFrom(...kinds),
      permille: fc.integer({ min: 1, max: 1500 }),
    }),
    { maxLength: 10 },
  )
}

/** A history that the rules allow: steps that they refuse are left out. */
export function historyOf(agreement: LoanAgreement, steps: readonly Step[]): LoanEvent[] {
  const first = agreement.principalApprovedMinor - agreement.principalApprovedMinor / 2n
  const events: LoanEvent[] = [
    {
      kind: 'DISBURSEMENT',
      eventId: 'e1',
      sequence: 1,
      valueDate: toDate(START),
      amountMinor: first,
      feesDeductedMinor: 0n,
    },
  ]
  let day = START
  for (const [index, step] of steps.entries()) {
    day += step.gap
    const event = eventOf(agreement, events, step, day, index + 2)
    if (allows(agreement, [...events, event], day)) events.push(event)
  }
  return events
}

function eventOf(
  agreement: LoanAgreement,
  events: readonly LoanEvent[],
  step: Step,
  day: number,
  sequence: number,
): LoanEvent {
  const fields = { eventId: `e${sequence}`, sequence, valueDate: toDate(day) }
  const amountMinor = (agreement.principalApprovedMinor * BigInt(step.permille)) / 1000n + 1n
  switch (step.kind) {
    case 'REPAYMENT':
    case 'PREPAYMENT':
      return { ...fields, kind: step.kind, amountMinor, ...strategyOf(step) }
    case 'TRANCHE':
      return {
        ...fields,
        kind: 'DISBURSEMENT',
        amountMinor: agreement.principalApprovedMinor / 20n,
        feesDeductedMinor: 0n,
      }
    case 'ALLOCATED': {
      const { interestDueMinor, feesMinor, penaltiesMinor } = foldLoan(agreement, events, toDate(day)).balances
      const due = { penalties: penaltiesMinor, fees: feesMinor, interest: interestDueMinor }
      const allocation = { ...due, principal: amountMinor / 4n, overpayment: 0n }
      return { ...fields, kind: 'REPAYMENT', amountMinor: sumOf(allocation), allocation }
    }
    case 'REFUND':
      return {
        ...fields,
        kind: 'REFUND',
        amountMinor: foldLoan(agreement, events, toDate(day)).balances.overpaymentMinor,
      }
    case 'CHARGE_WAIVED':
      return {
        ...fields,
        kind: 'CHARGE_WAIVED',
        chargeId: events.findLast(({ kind }) => kind === 'CHARGE')?.eventId ?? 'none',
      }
    case 'CHARGED_OFF':
    case 'WRITTEN_OFF':
    case 'SETTLED_SHORT':
      return { ...fields, kind: 'CLOSING', reason: step.kind }
    case 'HARDSHIP_ENDED':
      return { ...fields, kind: 'HARDSHIP_ENDED', arrangementId: lastArrangement(events) }
    case 'SETTLEMENT':
      return {
        ...fields,
        kind: 'SETTLEMENT',
        amountMinor: foldLoan(agreement, events, toDate(day)).balances.payoffMinor,
      }
    case 'CHARGE':
      return {
        ...fields,
        kind: 'CHARGE',
        chargeId: fields.eventId,
        code: 'FEE',
        chargeKind: 'FEE',
        percent: '1',
        base: 'INSTALMENT',
      }
    case 'HARDSHIP':
      return {
        ...fields,
        kind: 'HARDSHIP',
        arrangementId: fields.eventId,
        type:
          (['PAYMENT_HOLIDAY', 'INTEREST_ONLY', 'TERM_EXTENSION', 'REDUCED_PAYMENT'] as const)[step.permille % 4] ??
          'PAYMENT_HOLIDAY',
        reducedAmountMinor: agreement.principalApprovedMinor / 20n,
        ...startOf(agreement, events, step, day),
        instalments: 2,
        interestTreatment: (['CAPITALISE', 'ACCRUE', 'WAIVE'] as const)[step.permille % 3] ?? 'ACCRUE',
        atEnd: step.permille % 5 === 0 ? 'SAME_TERM' : 'EXTEND_TERM',
      }
    default:
      return {
        ...fields,
        kind: 'RESTRUCTURE',
        type: step.kind,
        effectiveDate: toDate(day),
        newRate: (step.permille / 80).toFixed(2),
        extraInstalments: 2,
        graceOnPrincipal: 2,
        graceOnInterest: 1,
        newDueDate: toDate(day + (step.permille % 45)),
        startDate: toDate(day + 30),
        instalments: 5,
      }
  }
}

/** By the terms, or one of its own. */
function strategyOf({ permille }: Step): { strategy?: PrepaymentStrategy } {
  const strategy = ([undefined, 'REDUCE_TERM', 'PAY_NEXT_INSTALMENTS', 'ADJUST_LAST'] as const)[permille % 4]
  return strategy === undefined ? {} : { strategy }
}

function lastArrangement(events: readonly LoanEvent[]): string {
  const last = events.findLast((event) => event.kind === 'HARDSHIP')
  return last?.kind === 'HARDSHIP' ? last.arrangementId : 'none'
}

/** On the day, up to a month before, or on the due date of the last row that is not paid. */
function startOf(
  agreement: LoanAgreement,
  events: readonly LoanEvent[],
  { permille }: Step,
  day: number,
): { startDate: string; firstDueDate?: string } {
  const { instalments } = foldLoan(agreement, events, toDate(day))
  const unpaid = instalments.filter((row) => row.status !== 'PAID' && row.days > 0)
  const due = unpaid.findLast((row) => row.dueDate <= toDate(day))?.dueDate
  const wanted = toDate(Math.max(START, day - (permille % 30)))
  const startDate = permille % 2 === 0 ? (due ?? toDate(day)) : wanted
  const first = unpaid.find((row) => row.dueDate >= startDate)
  return { startDate, ...(first !== undefined && { firstDueDate: first.dueDate }) }
}

function allows(agreement: LoanAgreement, events: readonly LoanEvent[], day: number): boolean {
  try {
    foldLoan(agreement, events, toDate(day))
    return true
  } catch (error) {
    if (error instanceof LoanRuleViolation) return false
    throw error
  }
}

export interface History {
  agreement: LoanAgreement
  events: LoanEvent[]
  asOf: string
}

export const histories = historiesOf(agreements, steps)

/** Histories with every kind of event. */
export function anyHistories(of: fc.Arbitrary<LoanAgreement>): fc.Arbitrary<History> {
  return historiesOf(of, anySteps)
}

function historiesOf(of: fc.Arbitrary<LoanAgreement>, steps: fc.Arbitrary<Step[]>): fc.Arbitrary<History> {
  return fc.record({ agreement: of, steps, later: fc.integer({ min: 0, max: 400 }) }).map((drawn) => {
    const { agreement, steps, later } = drawn
    const events = historyOf(agreement, steps)
    const last = events.at(-1)
    return { agreement, events, asOf: toDate((last === undefined ? START : toDay(last.valueDate)) + later) }
  })
}

/** Without functions and identities, for comparisons. */
export function plain(position: LoanPosition): unknown {
  return JSON.parse(JSON.stringify(position, (_, value) => (typeof value === 'bigint' ? `${value}` : value)))
}

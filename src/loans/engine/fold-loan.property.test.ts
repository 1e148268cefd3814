// Invariants of the fold over random agreements and histories.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dailyAccruals, interestEarned } from './accrual.ts'
import { DEFAULT_BUCKETS, unpaidAmount } from './aging.ts'
import { toDate, toDay } from './arithmetic/calendar-days.ts'
import { applyEvents, applyStepwise, foldLoan, inFoldOrder, positionAt, startFold } from './fold-loan.ts'
import { sumOf } from './fold-state.ts'
import type { LoanEvent } from './loan-events.ts'
import type { LoanPosition } from './loan-position.ts'
import { LoanRuleViolation } from './loan-rules.ts'
import { copyState } from './position.ts'
import type { LoanAgreement, Terms } from './terms.ts'

const START = toDay('2024-01-31')

const terms: fc.Arbitrary<Terms> = fc
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

const agreements: fc.Arbitrary<LoanAgreement> = fc
  .record({
    terms,
    principal: fc.bigInt(10_000n, 9_000_000n),
    rate: fc.integer({ min: 0, max: 3000 }).map((hundredths) => (hundredths / 100).toFixed(2)),
    rows: fc.integer({ min: 4, max: 14 }),
  })
  .map(({ terms, principal, rate, rows }) => ({
    currency: 'USD',
    principalApprovedMinor: principal,
    interestRate: rate,
    term: { count: rows * terms.repaymentEvery, unit: terms.repaymentUnit },
    terms,
    policy: { chargeOffDays: 180, buckets: DEFAULT_BUCKETS },
    agreementDate: toDate(START),
    plannedDisbursement: toDate(START),
  }))

/** What may follow the first disbursement; `gap` days after the one before. */
interface Step {
  gap: number
  kind:
    | 'REPAYMENT'
    | 'PREPAYMENT'
    | 'SETTLEMENT'
    | 'CHARGE'
    | 'RATE_CHANGE'
    | 'TERM_EXTENSION'
    | 'PAYMENT_HOLIDAY'
    | 'REAMORTISE'
    | 'CAPITALISE'
    | 'REAGE'
    | 'HARDSHIP'
  permille: number
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    gap: fc.oneof(fc.integer({ min: 1, max: 45 }), fc.integer({ min: 1, max: 5 })),
    kind: fc.constantFrom<Step['kind']>(
      'REPAYMENT',
      'REPAYMENT',
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
      'HARDSHIP',
    ),
    permille: fc.integer({ min: 1, max: 1500 }),
  }),
  { maxLength: 10 },
)

/** A history that the rules allow: steps that they refuse are left out. */
function historyOf(agreement: LoanAgreement, steps: readonly Step[]): LoanEvent[] {
  const first = agreement.principalApprovedMinor - agreement.principalApprovedMinor / 4n
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
      return { ...fields, kind: step.kind, amountMinor }
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
        startDate: toDate(day),
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
        startDate: toDate(day + 30),
        instalments: 5,
      }
  }
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

const histories = fc
  .record({ agreement: agreements, steps, later: fc.integer({ min: 0, max: 400 }) })
  .map(({ agreement, steps, later }) => {
    const events = historyOf(agreement, steps)
    const last = events.at(-1)
    return { agreement, events, asOf: toDate((last === undefined ? START : toDay(last.valueDate)) + later) }
  })

/** Without functions and identities, for comparisons. */
function plain(position: LoanPosition): unknown {
  return JSON.parse(JSON.stringify(position, (_, value) => (typeof value === 'bigint' ? `${value}` : value)))
}

test('principal adds up: the rows cover what was disbursed and capitalised', () => {
  fc.assert(
    fc.property(histories, ({ agreement, events, asOf }) => {
      const position = foldLoan(agreement, events, asOf)
      const rows = position.instalments.reduce((sum, row) => sum + row.principalMinor, 0n)
      const last = position.instalments.at(-1)
      assert.equal(last?.balanceMinor, 0n)
      const capitalised = position.transactions.reduce(
        (sum, each) => sum + (each.kind === 'CAPITALISATION' ? each.amountMinor : 0n),
        0n,
      )
      // A hardship arrangement may capitalise in rows that are still to come.
      if (position.arrangements.length === 0) assert.equal(rows, position.balances.disbursedMinor + capitalised)
      for (const row of position.instalments) {
        assert.ok(row.principalMinor >= 0n && row.interestMinor >= 0n, `row ${row.n} asks for less than nothing`)
        assert.ok(unpaidAmount(row) >= 0n, `row ${row.n} was paid more than it asks for`)
      }
    }),
    { numRuns: 300 },
  )
})

test('each payment is allocated in full, and its parts per instalment sum to it', () => {
  fc.assert(
    fc.property(histories, ({ agreement, events, asOf }) => {
      for (const transaction of foldLoan(agreement, events, asOf).transactions) {
        if (!['REPAYMENT', 'PREPAYMENT', 'SETTLEMENT', 'DOWN_PAYMENT'].includes(transaction.kind)) continue
        assert.equal(sumOf(transaction.allocation), transaction.amountMinor)
        const rows = transaction.perInstalment.reduce((sum, row) => sum + sumOf(row), 0n)
        assert.equal(rows, transaction.amountMinor - transaction.allocation.overpayment)
      }
    }),
    { numRuns: 300 },
  )
})

test('a loan is never outstanding and overpaid at once', () => {
  fc.assert(
    fc.property(histories, ({ agreement, events, asOf }) => {
      const { balances } = foldLoan(agreement, events, asOf)
      assert.ok(balances.totalOutstandingMinor >= 0n && balances.overpaymentMinor >= 0n)
      assert.ok(balances.totalOutstandingMinor === 0n || balances.overpaymentMinor === 0n)
      assert.equal(balances.principalMinor >= 0n, true)
    }),
    { numRuns: 300 },
  )
})

test('events with different dates give the same position in any order of arrival', () => {
  fc.assert(
    fc.property(histories, fc.infiniteStream(fc.nat()), ({ agreement, events, asOf }, order) => {
      const shuffled = events.map((event) => ({ event, key: order.next().value ?? 0 })).sort((a, b) => a.key - b.key)
      const renumbered = shuffled.map(({ event }, index) => ({ ...event, sequence: index + 1 }))
      assert.deepEqual(plain(foldLoan(agreement, renumbered, asOf)), plain(foldLoan(agreement, events, asOf)))
    }),
    { numRuns: 150 },
  )
})

test('a history taken up from a snapshot gives the same position, and leaves the snapshot as it was', () => {
  fc.assert(
    fc.property(histories, fc.nat(), ({ agreement, events, asOf }, cut) => {
      const ordered = inFoldOrder(events)
      const kept = cut % ordered.length
      const snapshot = startFold(agreement)
      applyEvents(snapshot, ordered.slice(0, kept))
      const day = ordered[kept - 1]?.valueDate ?? agreement.agreementDate
      const before = plain(positionAt(snapshot, day))
      const later = copyState(snapshot)
      applyEvents(later, ordered.slice(kept))
      assert.deepEqual(plain(positionAt(later, asOf)), plain(foldLoan(agreement, events, asOf)))
      assert.deepEqual(plain(positionAt(snapshot, day)), before)
    }),
    { numRuns: 150 },
  )
})

test('a history applied in steps has the state of its events so far after each of them', () => {
  fc.assert(
    fc.property(histories, ({ agreement, events }) => {
      const ordered = inFoldOrder(events)
      const state = startFold(agreement)
      const steps = applyStepwise(state, ordered)
      for (const [index, event] of ordered.entries()) {
        assert.equal(steps.next().done, false)
        const so = foldLoan(agreement, ordered.slice(0, index + 1), event.valueDate)
        assert.deepEqual(plain(positionAt(state, event.valueDate)), plain(so))
      }
      assert.equal(steps.next().done, true)
    }),
    { numRuns: 30 },
  )
})

test("the days' accruals sum to the row's interest", () => {
  fc.assert(
    fc.property(agreements, (agreement) => {
      const simple = { ...agreement, terms: { ...agreement.terms, graceOnInterest: 0 } }
      const events = historyOf(simple, [])
      const first = foldLoan(simple, events, toDate(START)).instalments.find((row) => row.days > 0)
      assert.ok(first !== undefined)
      const days = dailyAccruals(simple, events, toDate(START + 1), first.dueDate)
      const sum = days.reduce((total, day) => total + day.interestMinor, 0n)
      assert.equal(sum, interestEarned(foldLoan(simple, events, first.dueDate)))
      assert.equal(sum, first.interestMinor)
    }),
    { numRuns: 40 },
  )
})

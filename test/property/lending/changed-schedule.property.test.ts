// Loans whose rows are paid on their day and that change once: a second tranche, a new rate, a longer term, or a
// prepayment by each strategy. Compared with the formulas of the contract, written a second time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { foldLoan } from '../../../src/loans/engine/fold/fold-loan.ts'
import type { LoanEvent } from '../../../src/loans/engine/loan-events.ts'
import type { LoanAgreement, PrepaymentStrategy } from '../../../src/loans/engine/terms.ts'
import { rounds } from '../../support/runner/extent.ts'
import {
  day,
  decimal,
  type Exact,
  exact,
  exactInstalment,
  over,
  type Period,
  periodsOf,
  plus,
  type ReferenceRow,
  type ReferenceTerms,
  referenceSchedule,
  rounded,
  text,
  times,
  yearPart,
  ZERO,
} from './reference-schedule.ts'

// For a longer search: PROPERTY_RUNS=5000 PROPERTY_SEED=$RANDOM npm test -- test/property/lending
const SEED = Number(process.env.PROPERTY_SEED ?? 20_260_613)
const RUNS = Number(process.env.PROPERTY_RUNS ?? rounds(30, 200))

type Change =
  | { kind: 'TRANCHE'; amount: bigint }
  | { kind: 'RATE'; rate: string }
  | { kind: 'EXTENSION'; rows: number }
  | { kind: 'PREPAYMENT'; percent: number; strategy: PrepaymentStrategy }

interface ChangedLoan {
  terms: ReferenceTerms
  change: Change
  /** The day of the change, as a part of the term. */
  at: number
}

const rates = fc.integer({ min: 0, max: 4000 }).map((digits) => (digits / 100).toFixed(2))

const loans: fc.Arbitrary<ChangedLoan> = fc.record({
  terms: fc.record({
    principal: fc.integer({ min: 10_000, max: 50_000_000 }).map(BigInt),
    rate: rates,
    method: fc.constant<ReferenceTerms['method']>('ANNUITY'),
    dayCount: fc.constantFrom<ReferenceTerms['dayCount']>(
      '30/360',
      '30E/360',
      'ACT/360',
      'ACT/364',
      'ACT/365F',
      'ACT/ACT-ISDA',
      'ACT/ACT-ICMA',
    ),
    every: fc.integer({ min: 1, max: 3 }),
    unit: fc.constantFrom<ReferenceTerms['unit']>('Weeks', 'Months', 'Months'),
    count: fc.integer({ min: 3, max: 24 }),
    start: fc.integer({ min: 10_957, max: 20_000 }).map(text),
    graceOnPrincipal: fc.constant(0),
    graceOnInterest: fc.constant(0),
    balloon: fc.constant(0n),
    rounding: fc.constantFrom<ReferenceTerms['rounding']>('HALF_EVEN', 'HALF_UP', 'UP', 'DOWN'),
    annuityRate: fc.constant<ReferenceTerms['annuityRate']>('PER_PERIOD'),
  }),
  change: fc.oneof(
    fc.integer({ min: 100, max: 10_000_000 }).map((amount): Change => ({ kind: 'TRANCHE', amount: BigInt(amount) })),
    rates.map((rate): Change => ({ kind: 'RATE', rate })),
    fc.integer({ min: 1, max: 12 }).map((rows): Change => ({ kind: 'EXTENSION', rows })),
    ...(['REDUCE_INSTALMENT', 'REDUCE_TERM', 'PAY_NEXT_INSTALMENTS', 'ADJUST_LAST'] as const).map((strategy) =>
      fc.integer({ min: 1, max: 60 }).map((percent): Change => ({ kind: 'PREPAYMENT', percent, strategy })),
    ),
  ),
  at: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
})

/** What the formulas say. Rows before the change are as planned; the row that it falls in and those after are levelled. */
function expectedRows({ terms, change }: ChangedLoan, date: string): { rows: ReferenceRow[]; prepaid: bigint } {
  const plan = referenceSchedule(terms)
  const extra = change.kind === 'EXTENSION' ? change.rows : 0
  const periods = periodsOf({ ...terms, count: terms.count + extra })
  // On a due date the change acts from the next row.
  const k = periods.findIndex(({ to }) => day(to) > day(date))
  const before = plan.slice(0, k)
  const onDueDate = periods[k]?.from === date && k > 0
  let balance = before.at(-1)?.balance ?? terms.principal
  let prepaid = 0n
  if (change.kind === 'PREPAYMENT') prepaid = (balance * BigInt(change.percent)) / 100n
  const added = change.kind === 'TRANCHE' ? change.amount : 0n
  if (onDueDate) {
    const last = before.at(-1) as ReferenceRow
    last.balance += added - prepaid
    last.principal += prepaid
    balance = last.balance
  }
  const rateOf = (start: string) =>
    over(decimal(change.kind === 'RATE' && day(start) >= day(date) ? change.rate : terms.rate), exact(100))
  const interestAt = (period: Period, owed: bigint) =>
    rounded(times(exact(owed), times(rateOf(period.from), yearPart(terms, period))), terms.rounding)
  const running = periods[k] as Period
  const instalment = (plan[0] as ReferenceRow).principal + (plan[0] as ReferenceRow).interest
  if (onDueDate && change.kind === 'PREPAYMENT' && change.strategy !== 'REDUCE_INSTALMENT') {
    const excess = change.strategy === 'PAY_NEXT_INSTALMENTS' ? prepaid : 0n
    return { rows: [...before, ...kept(instalment, balance, periods.slice(k), excess, interestAt)], prepaid }
  }
  if (onDueDate) {
    const level = periods.slice(k).map((period) => times(rateOf(period.from), yearPart(terms, period)))
    return { rows: [...before, ...levelled(terms, balance, periods.slice(k), level, interestAt)], prepaid }
  }
  // Two stretches: before the change and from it on.
  const parts = [
    { from: running.from, to: date, owed: balance },
    { from: date, to: running.to, owed: balance + added - prepaid },
  ].map(({ from, to, owed }) => {
    const rate = times(rateOf(from), stretchPart(terms, running, from, to))
    return { rate, interest: rounded(times(exact(owed), rate), terms.rounding) }
  })
  const whole = change.kind === 'EXTENSION' ? undefined : parts.reduce((sum, { interest }) => sum + interest, 0n)
  const runningInterest = whole ?? interestAt(running, balance)
  if (change.kind === 'PREPAYMENT') {
    // The running row keeps its instalment, the money comes on top; the rows after it are levelled.
    const own = instalment - runningInterest
    const principal = own + prepaid < balance ? own + prepaid : balance
    const row = { ...rowOf(running), principal, interest: runningInterest, balance: balance - principal }
    const rest = periods.slice(k + 1)
    if (change.strategy !== 'REDUCE_INSTALMENT') {
      const grown = principal - (own < balance ? own : balance)
      const excess = change.strategy === 'PAY_NEXT_INSTALMENTS' ? grown : 0n
      return { rows: [...before, row, ...kept(instalment, row.balance, rest, excess, interestAt)], prepaid }
    }
    const level = rest.map((period) => times(rateOf(period.from), yearPart(terms, period)))
    return { rows: [...before, row, ...levelled(terms, row.balance, rest, level, interestAt)], prepaid }
  }
  const owed = balance + added
  const runningRate =
    change.kind === 'TRANCHE'
      ? exact(runningInterest, owed)
      : change.kind === 'RATE'
        ? parts.reduce((sum, { rate }) => plus(sum, rate), ZERO)
        : times(rateOf(running.from), yearPart(terms, running))
  const level = [
    runningRate,
    ...periods.slice(k + 1).map((period) => times(rateOf(period.from), yearPart(terms, period))),
  ]
  const interestOf = (period: Period, left: bigint) => (period === running ? runningInterest : interestAt(period, left))
  return { rows: [...before, ...levelled(terms, owed, periods.slice(k), level, interestOf)], prepaid }
}

/** Rows that keep the instalment: the excess comes off the principal of one after the other. */
function kept(
  instalment: bigint,
  principal: bigint,
  periods: readonly Period[],
  ahead: bigint,
  interestOf: (period: Period, balance: bigint) => bigint,
): ReferenceRow[] {
  let [balance, excess] = [principal, ahead]
  return periods.map((period, index) => {
    const interest = interestOf(period, balance)
    const room = instalment - interest
    const taken = excess < room ? excess : room
    excess -= taken
    const paid = index === periods.length - 1 || room - taken > balance ? balance : room - taken
    balance -= paid
    return { ...rowOf(period), principal: paid, interest, balance }
  })
}

/** In a row, 30/360 and ICMA share the row's part of a year by days; the others count the days themselves. */
function stretchPart(terms: ReferenceTerms, row: Period, from: string, to: string): Exact {
  const byMonths = terms.unit === 'Months' || terms.unit === 'Years'
  if (byMonths && (terms.dayCount === '30/360' || terms.dayCount === 'ACT/ACT-ICMA')) {
    return times(yearPart(terms, row), exact(day(to) - day(from), day(row.to) - day(row.from)))
  }
  return yearPart(terms, { ...row, from, to })
}

const rowOf = ({ from, to }: Period) => ({ dueDate: to, days: day(to) - day(from) })

function levelled(
  terms: ReferenceTerms,
  principal: bigint,
  periods: readonly Period[],
  level: readonly Exact[],
  interestOf: (period: Period, balance: bigint) => bigint,
): ReferenceRow[] {
  const run = (instalment: bigint) => {
    let balance = principal
    let waiting = 0n
    return periods.map((period, index) => {
      const last = index === periods.length - 1
      const due = interestOf(period, balance) + waiting
      const interest = last || due <= instalment ? due : instalment
      waiting = due - interest
      const paid = last || instalment - interest > balance ? balance : instalment - interest
      balance -= paid
      return { ...rowOf(period), principal: paid, interest, balance }
    })
  }
  const size = (value: bigint) => (value < 0n ? -value : value)
  const apart = (rows: readonly ReferenceRow[], instalment: bigint) => {
    const last = rows.at(-1)
    return last === undefined ? 0n : last.principal + last.interest - instalment
  }
  const instalment = rounded(exactInstalment(principal, 0n, level), terms.rounding)
  const plain = run(instalment)
  const d = apart(plain, instalment)
  if (size(d) <= BigInt(Math.floor(level.length / 2))) return plain
  const tried = instalment + rounded({ n: d, d: BigInt(level.length) }, terms.rounding)
  const smoothed = run(tried)
  return size(apart(smoothed, tried)) < size(d) ? smoothed : plain
}

/** The engine's loan: disbursed, paid on each due date up to the change, then changed. */
function engineRows({ terms, change }: ChangedLoan, date: string, prepaid: bigint, asOf = date): ReferenceRow[] {
  const agreement: LoanAgreement = {
    currency: 'USD',
    principalApprovedMinor: terms.principal,
    interestRate: terms.rate,
    term: { count: terms.count * terms.every, unit: terms.unit },
    terms: {
      method: terms.method,
      dayCount: terms.dayCount,
      repaymentEvery: terms.every,
      repaymentUnit: terms.unit,
      graceOnPrincipal: 0,
      graceOnInterest: 0,
      balloonMinor: 0n,
      instalmentBasis: 'DISBURSED',
      rounding: terms.rounding,
      annuityRate: terms.annuityRate,
      allocation: 'HORIZONTAL',
      prepaymentDefault: 'REDUCE_INSTALMENT',
      settlementInterest: 'TO_DATE',
    },
    policy: { chargeOffDays: 180, buckets: [] },
    agreementDate: terms.start,
    plannedDisbursement: terms.start,
  }
  const events: LoanEvent[] = []
  const add = (event: object) => {
    const sequence = events.length + 1
    events.push({ ...event, sequence, eventId: `event-${sequence}` } as LoanEvent)
  }
  const pay = (on: string, amountMinor: bigint) => add({ kind: 'REPAYMENT', valueDate: on, amountMinor })
  const lend = (on: string, amountMinor: bigint) =>
    add({ kind: 'DISBURSEMENT', valueDate: on, amountMinor, feesDeductedMinor: 0n })
  lend(terms.start, terms.principal)
  for (const row of referenceSchedule(terms)) {
    if (day(row.dueDate) > day(date)) break
    pay(row.dueDate, row.principal + row.interest)
  }
  if (change.kind === 'TRANCHE') lend(date, change.amount)
  if (change.kind === 'PREPAYMENT') {
    add({ kind: 'PREPAYMENT', valueDate: date, amountMinor: prepaid, strategy: change.strategy })
  }
  const restructure = { kind: 'RESTRUCTURE', valueDate: date, effectiveDate: date }
  if (change.kind === 'RATE') add({ ...restructure, type: 'RATE_CHANGE', newRate: change.rate })
  if (change.kind === 'EXTENSION') add({ ...restructure, type: 'TERM_EXTENSION', extraInstalments: change.rows })
  return foldLoan(agreement, events, asOf).instalments.map((row) => ({
    dueDate: row.dueDate,
    days: row.days,
    principal: row.principalMinor,
    interest: row.interestMinor,
    balance: row.balanceMinor,
  }))
}

/** A day on which the loan changes, before its last row. */
function dayOfChange({ terms, at }: ChangedLoan): string {
  const end = day(referenceSchedule(terms).at(-2)?.dueDate ?? terms.start)
  return text(day(terms.start) + 1 + Math.floor((end - day(terms.start)) * at))
}

test('rows that REDUCE_TERM has dropped stay away when the loan is not paid', () => {
  const shortened = loans.map((loan): ChangedLoan => {
    const percent = loan.change.kind === 'PREPAYMENT' ? loan.change.percent : 40
    return { ...loan, change: { kind: 'PREPAYMENT', percent, strategy: 'REDUCE_TERM' } }
  })
  fc.assert(
    fc.property(shortened, (loan) => {
      const date = dayOfChange(loan)
      const { prepaid } = expectedRows(loan, date)
      const rows = engineRows(loan, date, prepaid)
      const last = rows.at(-1)?.dueDate ?? date
      const late = engineRows(loan, date, prepaid, text(day(last) + 40))
      assert.deepEqual(
        late.map(({ dueDate }) => dueDate),
        rows.map(({ dueDate }) => dueDate),
      )
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

test('a loan that changes once is levelled as the formulas of the contract say', () => {
  fc.assert(
    fc.property(loans, (loan) => {
      const date = dayOfChange(loan)
      const { rows, prepaid } = expectedRows(loan, date)
      // What the prepayment has used up leaves no rows.
      while (rows.at(-1)?.principal === 0n && rows.at(-1)?.interest === 0n) rows.pop()
      assert.deepEqual(engineRows(loan, date, prepaid), rows, date)
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

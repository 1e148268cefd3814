// The published lending cases, reproduced to the cent through the engine. They stand beside the repository, in
// ../shared/vectors/lending.json; without them this file is skipped.

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { dailyAccruals } from '../../src/loans/engine/accrual.ts'
import { agedAmounts } from '../../src/loans/engine/aging.ts'
import { regulationZApr } from '../../src/loans/engine/apr/regulation-z.ts'
import { toDay } from '../../src/loans/engine/arithmetic/calendar-days.ts'
import { stretchYears } from '../../src/loans/engine/arithmetic/day-count.ts'
import { foldLoan } from '../../src/loans/engine/fold-loan.ts'
import type { Instalment, LoanPosition, LoanTransaction } from '../../src/loans/engine/loan-position.ts'
import { planSchedule } from '../../src/loans/engine/plan-schedule.ts'
import {
  type AgingInput,
  type AprInput,
  agreementOf,
  bucketsOf,
  closing,
  type DayCountInput,
  eventsOf,
  expandPayments,
  loanOfAging,
  minor,
  type ScheduleInput,
  type VectorRow,
  type VectorTransaction,
} from './lending-vector-input.ts'

const FILE = join(import.meta.dirname, '../../../shared/vectors/lending.json')
const skip = existsSync(FILE) ? false : 'no ../shared/vectors/lending.json beside the repository'

interface Vector {
  id: string
  kind: 'schedule' | 'apr' | 'published' | 'dayCount' | 'aging' | 'ledger'
  exact: boolean
  input: never
  expected: never
}

const vectors: Vector[] = skip ? [] : JSON.parse(readFileSync(FILE, 'utf8'))

describe('the published lending cases', { skip }, () => {
  const checks: Record<Vector['kind'], (input: never, expected: never) => void> = {
    schedule: checkSchedule,
    apr: checkApr,
    published: checkFormulas,
    dayCount: checkDayCount,
    aging: checkAging,
    ledger: checkLedger,
  }
  for (const { id, kind, exact, input, expected } of vectors) {
    if (exact) test(id, () => checks[kind](input, expected))
  }
})

interface ExpectedSchedule {
  instalments: VectorRow[]
  transactions?: VectorTransaction[]
  totals?: Omit<VectorRow, 'n' | 'due' | 'days' | 'balance'>
}

function checkSchedule(input: ScheduleInput, expected: ExpectedSchedule): void {
  const agreement = agreementOf(input, expected.transactions)
  const events = eventsOf(input, agreement)
  const asOf = input.asOf ?? (events.at(-1)?.valueDate as string)
  const position = foldLoan(agreement, events, asOf)
  compareRows(position.instalments, expected.instalments)
  if (expected.totals)
    assert.deepEqual(sumOf(position.instalments, expected.totals), minorOf(expected.totals), 'totals')
  if (expected.transactions) compareTransactions(position, expected.transactions)
}

/** Only what a case prints is compared; when a row was paid is not. */
function compareRows(rows: readonly Instalment[], expected: readonly VectorRow[]): void {
  const printed = (row: VectorRow) => {
    const { paidDate: _, n, due, days, ...amounts } = row
    return { n, due, ...(days === undefined ? {} : { days }), ...minorOf(amounts) }
  }
  const figures = rows.map((row, index) => {
    const like = expected[index]
    const all: Record<string, unknown> = { n: row.n, due: row.dueDate, days: row.days, ...amountsOf(row) }
    const names = like === undefined ? Object.keys(all) : Object.keys(printed(like))
    return Object.fromEntries(names.map((name) => [name, all[name]]))
  })
  assert.deepEqual(figures, expected.map(printed))
}

function amountsOf(row: Instalment): Record<string, bigint> {
  const total = row.principalMinor + row.interestMinor + row.feesMinor + row.penaltiesMinor
  const paid = row.paid.principal + row.paid.interest + row.paid.fees + row.paid.penalties
  return {
    principal: row.principalMinor,
    interest: row.interestMinor,
    fees: row.feesMinor,
    penalties: row.penaltiesMinor,
    total,
    balance: row.balanceMinor,
    paid,
    paidInAdvance: row.paidInAdvanceMinor,
    paidLate: row.paidLateMinor,
    outstanding: total - paid,
  }
}

function sumOf(rows: readonly Instalment[], like: object): Record<string, bigint> {
  const sum = (name: string) => rows.reduce((all, row) => all + (amountsOf(row)[name] ?? 0n), 0n)
  return Object.fromEntries(Object.keys(like).map((name) => [name, sum(name)]))
}

function minorOf(amounts: object): Record<string, bigint> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, minor(amount as number)]))
}

/**
 * Money that moved, in order. Accruals of the source are posted on days of its own, and its re-age line moves no money:
 * it says how much was spread anew, which the rows show.
 */
function compareTransactions(position: LoanPosition, expected: readonly VectorTransaction[]): void {
  const moved: Partial<Record<LoanTransaction['kind'], string>> = {
    DISBURSEMENT: 'Disbursement',
    DOWN_PAYMENT: 'Down Payment',
    REPAYMENT: 'Repayment',
    PREPAYMENT: 'Repayment',
    SETTLEMENT: 'Repayment',
  }
  const actual = position.transactions
    .filter(({ kind }) => moved[kind] !== undefined)
    .map(({ kind, valueDate, amountMinor, allocation, balancesAfter }) => ({
      date: valueDate,
      type: moved[kind],
      amount: amountMinor,
      // The source gives a disbursement no parts.
      principal: kind === 'DISBURSEMENT' ? 0n : allocation.principal,
      interest: allocation.interest,
      fees: allocation.fees,
      penalties: allocation.penalties,
      principalBalanceAfter: balancesAfter.principalMinor,
    }))
  const lines = expected.filter(({ type }) => type !== 'Accrual' && type !== 'Re-age')
  assert.deepEqual(
    actual,
    lines.map(({ date, type, ...amounts }) => ({ date, type, ...minorOf(amounts) })),
  )
}

function checkApr(input: AprInput, expected: { apr: number; aprUnrounded: number }): void {
  const advances = input.advances.map(({ date, amount }) => ({ date, amountMinor: minor(amount) }))
  const { apr, aprUnrounded } = regulationZApr(advances, input.payments.flatMap(expandPayments))
  assert.equal(Number(apr), expected.apr)
  assert.equal(Number(Number(aprUnrounded).toFixed(6)), expected.aprUnrounded)
}

interface ExpectedFormulas {
  instalments?: { principal: number; interest: number; balance: number }[]
  totals?: { interest: number }
  last?: { principal: number }
  payment?: number
}

/**
 * Cases before rounding: the engine computes in units of 10^-14, and the figures are rounded as they are printed. A case
 * does not say when: any first of a month is as good.
 */
function checkFormulas(input: ScheduleInput, expected: ExpectedFormulas): void {
  const UNIT_DECIMALS = 14
  const plan = planSchedule(agreementOf({ ...input, disbursementDate: '2024-01-01' }, undefined, UNIT_DECIMALS))
  const printed = (amount: bigint, decimals: number) => {
    const unit = 10n ** BigInt(UNIT_DECIMALS - decimals)
    return Number((amount + unit / 2n) / unit) / 10 ** decimals
  }
  if (expected.instalments) {
    assert.deepEqual(
      plan.map((row) => ({
        principal: printed(row.principalMinor, 2),
        interest: printed(row.interestMinor, 2),
        balance: printed(row.balanceMinor, 2),
      })),
      expected.instalments.map(({ principal, interest, balance }) => ({ principal, interest, balance })),
    )
  }
  if (expected.totals) {
    const interest = plan.reduce((sum, row) => sum + row.interestMinor, 0n)
    assert.equal(printed(interest, 2), expected.totals.interest)
  }
  if (expected.last) assert.equal(printed(plan.at(-1)?.principalMinor as bigint, 4), expected.last.principal)
  if (expected.payment !== undefined) {
    const [first] = plan
    assert.equal(printed((first?.principalMinor ?? 0n) + (first?.interestMinor ?? 0n), 3), expected.payment)
  }
}

function checkDayCount(input: DayCountInput, { yearFraction }: { yearFraction: number }): void {
  const [from, to] = [toDay(input.from), toDay(input.to)]
  const row = { from, due: to, period: { months: 6 }, anchorDay: Number(input.to.slice(8)) }
  const { n, d } = stretchYears(input.convention, row, from, to)
  assert.equal((Number(n) / Number(d)).toFixed(10), yearFraction.toFixed(10))
}

function checkAging(input: AgingInput, { buckets }: { buckets: Record<string, number> }): void {
  const { agreement, events } = loanOfAging(input)
  const aged = agedAmounts(foldLoan(agreement, events, input.asOf), bucketsOf(input.buckets))
  const amounts = aged.filter(({ amountMinor }) => amountMinor > 0n).map((each) => [each.name, each.amountMinor])
  assert.deepEqual(Object.fromEntries(amounts), minorOf(buckets))
}

interface LedgerEvents {
  events: ({ type: 'endOfDay'; dates: string[] } | { type: 'chargeOff'; date: string })[]
}

/** The source charges off interest that has not been earned; this project takes what has accrued. */
const CHARGED_OFF = 1001.32

function checkLedger(
  input: Omit<ScheduleInput, 'events'> & LedgerEvents,
  expected: { accruals: { date: string; interest: number }[] },
): void {
  const agreement = agreementOf({ ...input, method: 'annuity', events: [] })
  const events = eventsOf({ ...input, method: 'annuity', events: [] }, agreement)
  for (const event of input.events) {
    if (event.type === 'chargeOff') {
      const position = foldLoan(agreement, [...events, closing(event.date)], event.date)
      assert.equal(position.status, 'CHARGED_OFF')
      assert.equal(position.balances.totalOutstandingMinor, minor(CHARGED_OFF))
      continue
    }
    const [from, to] = [event.dates[0] as string, event.dates.at(-1) as string]
    const accruals = dailyAccruals(agreement, events, from, to)
    assert.deepEqual(
      accruals.map(({ date, interestMinor }) => ({ date, interest: interestMinor })),
      expected.accruals.map(({ date, interest }) => ({ date, interest: minor(interest) })),
    )
  }
}

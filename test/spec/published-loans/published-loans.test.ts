// Published lending cases, reproduced to the cent through the engine.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dailyAccruals } from '../../../src/loans/engine/accrual.ts'
import { agedAmounts } from '../../../src/loans/engine/aging.ts'
import { regulationZApr } from '../../../src/loans/engine/apr/regulation-z.ts'
import { addPeriods, periodOf, toDate, toDay } from '../../../src/loans/engine/arithmetic/calendar-days.ts'
import { stretchYears } from '../../../src/loans/engine/arithmetic/day-count.ts'
import { foldLoan } from '../../../src/loans/engine/fold/fold-loan.ts'
import type { Instalment, LoanTransaction } from '../../../src/loans/engine/fold/loan-position.ts'
import { planSchedule } from '../../../src/loans/engine/plan-schedule.ts'
import { CHANGED_LOANS } from './changed-loans.ts'
import { ACCRUAL, AGING, APRS, DAY_COUNTS, FORMULAS, type Payments } from './formulas.ts'
import { PAID_LOANS } from './paid-loans.ts'
import { PLANS } from './plans.ts'
import { agreementOf, eventsOf, minor, type PublishedLoan, type PublishedTerms } from './published-loan.ts'

describe('published schedules', () => {
  for (const loan of [...PLANS, ...PAID_LOANS, ...CHANGED_LOANS]) test(loan.id, () => checkSchedule(loan))
})

function checkSchedule(loan: PublishedLoan): void {
  const agreement = agreementOf(loan)
  const events = eventsOf(loan, agreement)
  const position = foldLoan(agreement, events, loan.asOf ?? (events.at(-1)?.valueDate as string))
  const figures = position.instalments.map((row, index) => figuresOf(row).slice(0, loan.rows[index]?.length))
  assert.deepEqual(
    figures,
    loan.rows.map((row) => inMinor(row, DAYS)),
  )
  if (loan.moved !== undefined) {
    assert.deepEqual(
      position.transactions.flatMap(movementOf),
      loan.moved.map((line) => inMinor(line)),
    )
  }
}

/** Amounts become minor units; dates, and the number at `plain`, stay. */
function inMinor(line: readonly (string | number | undefined)[], plain?: number): unknown[] {
  return line.map((figure, at) => (typeof figure === 'number' && at !== plain ? minor(figure) : figure))
}

/** The place of the days in a row. */
const DAYS = 6

function figuresOf(row: Instalment): unknown[] {
  const { principal, interest, fees, penalties } = row.paid
  return [
    row.dueDate,
    row.principalMinor,
    row.interestMinor,
    row.feesMinor,
    row.penaltiesMinor,
    row.balanceMinor,
    row.days,
    principal + interest + fees + penalties,
    row.paidInAdvanceMinor,
    row.paidLateMinor,
  ]
}

const MOVED: Partial<Record<LoanTransaction['kind'], string>> = {
  DISBURSEMENT: 'DISBURSEMENT',
  DOWN_PAYMENT: 'DOWN_PAYMENT',
  REPAYMENT: 'REPAYMENT',
  PREPAYMENT: 'REPAYMENT',
  SETTLEMENT: 'REPAYMENT',
}

function movementOf({ kind, valueDate, amountMinor, allocation, balancesAfter }: LoanTransaction): unknown[][] {
  const type = MOVED[kind]
  if (type === undefined) return []
  const principal = kind === 'DISBURSEMENT' ? 0n : allocation.principal
  const { interest, fees, penalties } = allocation
  return [[valueDate, type, amountMinor, principal, interest, fees, penalties, balancesAfter.principalMinor]]
}

describe('published APRs', () => {
  const expand = ([first, amount, count, every, unit]: Payments) =>
    Array.from({ length: count }, (_, k) => {
      const day = addPeriods(toDay(first), periodOf(every, unit), k, Number(first.slice(8)))
      return { date: toDate(day), amountMinor: minor(amount) }
    })
  for (const { id, advance, payments, apr, unrounded } of APRS) {
    test(id, () => {
      const [date, amount] = advance
      const found = regulationZApr([{ date, amountMinor: minor(amount) }], payments.flatMap(expand))
      assert.equal(Number(found.apr), apr)
      assert.equal(Number(Number(found.aprUnrounded).toFixed(6)), unrounded)
    })
  }
})

/** The engine computes in units of 10^-14, and the figures are rounded as they are printed. Any first of a month will do. */
describe('published formulas, before rounding', () => {
  const UNIT_DECIMALS = 14
  const printed = (amount: bigint, decimals: number) => {
    const unit = 10n ** BigInt(UNIT_DECIMALS - decimals)
    return Number((amount + unit / 2n) / unit) / 10 ** decimals
  }
  for (const { id, rows, totalInterest, lastPrincipal, payment, ...terms } of FORMULAS) {
    test(id, () => {
      const published: PublishedTerms = { ...terms, method: 'ANNUITY', dayCount: '30/360', disbursedOn: '2024-01-01' }
      const plan = planSchedule(agreementOf({ ...published, rounding: 'HALF_UP' }, UNIT_DECIMALS))
      const [first, last] = [plan[0], plan.at(-1)]
      assert.ok(first !== undefined && last !== undefined)
      const found = {
        rows: plan.map((row) =>
          [row.principalMinor, row.interestMinor, row.balanceMinor].map((amount) => printed(amount, 2)),
        ),
        totalInterest: printed(
          plan.reduce((sum, row) => sum + row.interestMinor, 0n),
          2,
        ),
        lastPrincipal: printed(last.principalMinor, 4),
        payment: printed(first.principalMinor + first.interestMinor, 3),
      }
      const expected = Object.entries({ rows, totalInterest, lastPrincipal, payment }).filter(
        ([, figure]) => figure !== undefined,
      )
      assert.ok(expected.length > 0)
      for (const [name, figure] of expected) assert.deepEqual(found[name as keyof typeof found], figure, name)
    })
  }
})

describe('published day counts', () => {
  for (const [dayCount, first, second, years] of DAY_COUNTS) {
    test(`${dayCount} from ${first} to ${second}`, () => {
      const [from, to] = [toDay(first), toDay(second)]
      const row = { from, due: to, period: { months: 6 }, anchorDay: Number(second.slice(8)) }
      const { n, d } = stretchYears(dayCount, row, from, to)
      assert.equal((Number(n) / Number(d)).toFixed(10), years.toFixed(10))
    })
  }
})

test('published aging', () => {
  const { buckets, amounts, asOf, downPaymentPercent, ...terms } = AGING
  const unpaid = agreementOf({ ...terms, rate: 0, unit: 'Days', method: 'FLAT', dayCount: '30/360' })
  const downPayment = { percent: String(downPaymentPercent), auto: false }
  const agreement = { ...unpaid, terms: { ...unpaid.terms, downPayment } }
  const lent = { type: 'disbursement' as const, date: terms.disbursedOn, amount: terms.principal }
  const ranges = buckets.map((name) => {
    const [from, to] = name.replace('+', '').split('-').map(Number)
    return { name, from: from as number, ...(to !== undefined && { to }) }
  })
  const position = foldLoan(agreement, eventsOf({ events: [lent], asOf }, agreement), asOf)
  const aged = agedAmounts(position, ranges).filter(({ amountMinor }) => amountMinor > 0n)
  assert.deepEqual(
    aged.map(({ name, amountMinor }) => [name, amountMinor]),
    Object.entries(amounts).map(([name, amount]) => [name, minor(amount)]),
  )
})

test('published accruals, and what has accrued by a charge-off', () => {
  const { days, chargedOffOn, chargedOff, ...terms } = ACCRUAL
  const agreement = agreementOf({ ...terms, method: 'ANNUITY' })
  const lent = { type: 'disbursement' as const, date: terms.disbursedOn, amount: terms.principal }
  const events = eventsOf({ events: [lent], asOf: chargedOffOn }, agreement)
  const [first, last] = [days[0], days.at(-1)]
  assert.ok(first !== undefined && last !== undefined)
  assert.deepEqual(
    dailyAccruals(agreement, events, first[0], last[0]).map(({ date, interestMinor }) => [date, interestMinor]),
    days.map(([date, interest]) => [date, minor(interest)]),
  )
  const closing = { kind: 'CLOSING', eventId: 'closing', sequence: 2, valueDate: chargedOffOn } as const
  const { status, balances } = foldLoan(agreement, [...events, { ...closing, reason: 'CHARGED_OFF' }], chargedOffOn)
  assert.equal(status, 'CHARGED_OFF')
  assert.equal(balances.totalOutstandingMinor, minor(chargedOff))
})

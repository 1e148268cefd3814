// APR over random loans, compared with another way to compute it: the balance of the loan, carried forward from flow to
// flow in floating point, must end at zero. The rate is found by bisection, the times follow from how a loan is made
// up and not from its dates.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { DatedAmount } from '../../../src/loans/engine/apr/cash-flows.ts'
import { euEffectiveApr } from '../../../src/loans/engine/apr/eu-effective.ts'
import { regulationZApr } from '../../../src/loans/engine/apr/regulation-z.ts'
import { rounds } from '../../support/runner/extent.ts'

// For a longer search: PROPERTY_RUNS=5000 PROPERTY_SEED=$RANDOM npm test -- test/property/lending
const SEED = Number(process.env.PROPERTY_SEED ?? 20_260_611)
const RUNS = Number(process.env.PROPERTY_RUNS ?? rounds(75, 300))
const DAY_MS = 86_400_000

type Unit = 'Months' | 'Weeks' | 'Days'

interface RandomLoan {
  unit: Unit
  every: number
  /** Start of the first whole period; the advance is `oddDays` earlier. */
  year: number
  dayOfYear: number
  oddDays: number
  amounts: number[]
  advance: number
}

const loans: fc.Arbitrary<RandomLoan> = fc
  .record({
    unit: fc.constantFrom<Unit>('Months', 'Weeks', 'Days'),
    every: fc.integer({ min: 1, max: 6 }),
    year: fc.integer({ min: 1999, max: 2040 }),
    dayOfYear: fc.integer({ min: 0, max: 364 }),
    oddDays: fc.integer({ min: 0, max: 27 }),
    // At least four periods, so that the common one wins over an odd first period that looks like another.
    amounts: fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 5, maxLength: 60 }),
    part: fc.integer({ min: 30, max: 99 }),
  })
  .map(({ part, ...loan }) => {
    const total = loan.amounts.reduce((sum, amount) => sum + amount, 0)
    return { ...loan, advance: Math.max(1, Math.floor((total * part) / 100)) }
  })

interface Made {
  advances: DatedAmount[]
  payments: DatedAmount[]
  firstDue: Date
  start: Date
}

/** Payments on a day up to the 28th, so that a month is a month. */
function make({ unit, every, year, dayOfYear, oddDays, amounts, advance }: RandomLoan): Made {
  const anchor = new Date(Date.UTC(year, 0, 1 + dayOfYear))
  if (anchor.getUTCDate() > 28) anchor.setUTCDate(28)
  const start = new Date(anchor.getTime() - oddDays * DAY_MS)
  const due = (k: number) => {
    const [y, m, d] = [anchor.getUTCFullYear(), anchor.getUTCMonth(), anchor.getUTCDate()]
    if (unit === 'Months') return new Date(Date.UTC(y, m + k * every, d))
    return new Date(Date.UTC(y, m, d + k * every * (unit === 'Weeks' ? 7 : 1)))
  }
  const text = (date: Date) => date.toISOString().slice(0, 10)
  return {
    start,
    firstDue: due(1),
    advances: [{ date: text(start), amountMinor: BigInt(advance) }],
    payments: amounts.map((amount, k) => ({ date: text(due(k + 1)), amountMinor: BigInt(amount) })),
  }
}

/** The rate at which `balanceAfter` is zero; it rises with the rate. */
function bisect(balanceAfter: (rate: number) => number): number {
  let low = 0
  let high = 1
  while (balanceAfter(high) < 0) high *= 2
  for (let step = 0; step < 200; step += 1) {
    const middle = (low + high) / 2
    if (balanceAfter(middle) < 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function assertNear(actual: string, expected: number, loan: RandomLoan): void {
  const distance = Math.abs(Number(actual) - expected) / Math.max(1, expected)
  assert.ok(distance < 1e-6, `${actual} is not ${expected} of ${JSON.stringify(loan)}`)
}

test('Regulation Z: the balance, with simple interest on the odd days and compounded by unit periods, ends at zero', () => {
  fc.assert(
    fc.property(loans, (loan) => {
      const { unit, every, oddDays, amounts, advance } = loan
      const daysOfUnit = unit === 'Months' ? 30 * every : unit === 'Weeks' ? 7 * every : every
      // Up to 6 days, so none of them a week.
      const perYear = unit === 'Months' ? 12 / every : unit === 'Weeks' ? 52 / every : 365 / every
      const wholeBefore = Math.floor(oddDays / daysOfUnit)
      const fraction = (oddDays - wholeBefore * daysOfUnit) / daysOfUnit
      const rate = bisect((i) => {
        let balance = advance * (1 + fraction * i) * (1 + i) ** wholeBefore
        for (const amount of amounts) balance = balance * (1 + i) - amount
        return balance
      })
      const { advances, payments } = make(loan)
      assertNear(regulationZApr(advances, payments).aprUnrounded, rate * perYear * 100, loan)
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

test('EU: the balance, compounded by the effective rate over every interval, ends at zero', () => {
  fc.assert(
    fc.property(loans, (loan) => {
      const { unit, every, amounts, advance, oddDays } = loan
      const made = make(loan)
      const rate = bisect((x) => {
        let balance = advance
        let before = 0
        for (const [index, amount] of amounts.entries()) {
          const years = yearsTo(made, { unit, every, k: index + 1, oddDays })
          balance = balance * (1 + x) ** (years - before) - amount
          before = years
        }
        return balance
      })
      // Costs of a loan of a few days, compounded over a year, have no readable figure.
      if (rate > 1e9) return
      assertNear(euEffectiveApr(made.advances, made.payments).aprUnrounded, rate * 100, loan)
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

/** Whole months or weeks and the odd days; for rows of days whole years and days. */
function yearsTo(
  made: Made,
  { unit, every, k, oddDays }: { unit: Unit; every: number; k: number; oddDays: number },
): number {
  if (unit === 'Months') {
    const odd = yearPart(made.start, oddDays)
    return (k * every) / 12 + odd
  }
  const days = oddDays + k * every * (unit === 'Weeks' ? 7 : 1)
  if (unit === 'Weeks') return Math.floor(days / 7) / 52 + yearPart(made.start, days % 7)
  let years = 0
  const date = new Date(made.start.getTime() + days * DAY_MS)
  const yearsBack = (n: number) => {
    const back = new Date(date)
    back.setUTCFullYear(date.getUTCFullYear() - n)
    if (back.getUTCMonth() !== date.getUTCMonth()) back.setUTCDate(0)
    return back
  }
  while (yearsBack(years + 1) >= made.start) years += 1
  return years + yearPart(made.start, Math.round((yearsBack(years).getTime() - made.start.getTime()) / DAY_MS))
}

/** Days from `start`, over the days of the year that ends with the last of them. */
function yearPart(start: Date, days: number): number {
  const last = new Date(start.getTime() + days * DAY_MS)
  const yearBefore = new Date(last)
  yearBefore.setUTCFullYear(last.getUTCFullYear() - 1)
  if (yearBefore.getUTCMonth() !== last.getUTCMonth()) yearBefore.setUTCDate(0)
  return days / Math.round((last.getTime() - yearBefore.getTime()) / DAY_MS)
}

test('the APR of a fee-free annuity on monthly periods is its nominal rate', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 2, max: 480 }),
      fc.integer({ min: 0, max: 1000 }),
      (basisPoints, n, startDay) => {
        // A principal so large that rounding the instalment does not show.
        const principal = 10n ** 30n
        // (1 + r)^n with r = basisPoints / 120000, as a fraction of whole numbers.
        const up = (120_000n + BigInt(basisPoints)) ** BigInt(n)
        const down = 120_000n ** BigInt(n)
        const instalment = (principal * BigInt(basisPoints) * up) / (120_000n * (up - down))
        const dates = monthlyDates(new Date(Date.UTC(2023, 0, 1 + startDay)), n)
        const [start, ...due] = dates as [string, ...string[]]
        const { apr } = regulationZApr(
          [{ date: start, amountMinor: principal }],
          due.map((date) => ({ date, amountMinor: instalment })),
        )
        assert.equal(apr, (basisPoints / 100).toFixed(2))
      },
    ),
    { seed: SEED, numRuns: Math.min(RUNS, 100) },
  )
})

/** The start and n dates one month apart each, on the same day of the month or the month's last. */
function monthlyDates(start: Date, n: number): string[] {
  return Array.from({ length: n + 1 }, (_, k) => {
    const monthEnd = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + k + 1, 0))
    monthEnd.setUTCDate(Math.min(start.getUTCDate(), monthEnd.getUTCDate()))
    return monthEnd.toISOString().slice(0, 10)
  })
}

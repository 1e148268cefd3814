// Numbers and bigints compute the same loans. Bigints are the reference: with a range of −1 no amount is computed in
// Numbers at all. Low ranges cut through ordinary amounts, so that rows of one plan are computed in both ways.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toDate } from '../arithmetic/calendar-days.ts'
import { roundDivision } from '../arithmetic/fraction.ts'
import { numberRange, roundQuotient } from '../arithmetic/whole-numbers.ts'
import { LoanRuleViolation } from '../loan-rules.ts'
import { planSchedule } from '../plan-schedule.ts'
import { roundedWithin } from '../schedule/annuity.ts'
import type { LoanAgreement, Rounding, Terms } from '../terms.ts'
import { applyEvents, foldDate, inFoldOrder, positionAt, startFold } from './fold-loan.ts'
import { agreementOf, anyHistories, type History, START, terms } from './random-histories.fixture.ts'

// For a longer search: PROPERTY_RUNS=20000 PROPERTY_SEED=$RANDOM npm test -- src/loans/engine/two-paths
const SEED = Number(process.env.PROPERTY_SEED ?? 20_260_614)
const RUNS = Number(process.env.PROPERTY_RUNS ?? 300)
const options = { seed: SEED, numRuns: RUNS }

const ROUNDINGS: readonly Rounding[] = ['HALF_EVEN', 'HALF_UP', 'UP', 'DOWN']

/** Where Numbers end: as they do, or among the amounts and products of a loan. */
const ranges = fc.oneof(
  { weight: 2, arbitrary: fc.constant(Number.MAX_SAFE_INTEGER) },
  { weight: 1, arbitrary: fc.constantFrom(0, 999, 123_456, 50_000_000, 10 ** 10, 10 ** 13) },
)

/** Minor units of small and large loans in currencies of 0 to 3 decimals, and amounts at the end of the range. */
const principals = fc.oneof(
  fc.bigInt(1n, 99_999n),
  fc.bigInt(100_000n, 5_000_000_000n),
  fc.bigInt(10n ** 12n, 10n ** 14n),
  fc.bigInt(-500n, 500n).map((near) => 2n ** 53n + near),
  fc.bigInt(2n ** 54n, 2n ** 61n),
)

/** Up to ten decimals, which is what a request may have. */
const rates = fc.tuple(fc.bigInt(0n, 10n ** 12n), fc.constantFrom(0, 2, 2, 3, 6, 10)).map(([digits, places]) => {
  const whole = digits % (60n * 10n ** BigInt(places))
  const text = whole.toString().padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
})

const agreements: fc.Arbitrary<LoanAgreement> = fc
  .record({
    terms,
    principal: principals,
    rate: rates,
    rows: fc.integer({ min: 1, max: 40 }),
    unit: fc.constantFrom('Months' as const, 'Months' as const, 'Weeks' as const, 'Days' as const, 'Years' as const),
    firstDue: fc.option(fc.integer({ min: 1, max: 70 })),
    balloonPercent: fc.constantFrom(0n, 0n, 30n),
    deferred: fc.constantFrom(0, 0, 0, 5),
  })
  .map(({ unit, firstDue, balloonPercent, deferred, ...agreed }) => {
    const grace = Math.max(0, Math.min(agreed.terms.graceOnPrincipal, agreed.rows - 1))
    return agreementOf({
      ...agreed,
      terms: {
        ...agreed.terms,
        repaymentUnit: unit,
        graceOnPrincipal: grace,
        graceOnInterest: Math.min(deferred, agreed.rows - 1),
        balloonMinor: (agreed.principal * balloonPercent) / 100n,
        ...(firstDue !== null && { firstDueDate: toDate(START + firstDue) }),
      },
    })
  })

function inRange<T>(most: number, compute: () => T): T {
  const before = numberRange.most
  numberRange.most = most
  try {
    return compute()
  } finally {
    numberRange.most = before
  }
}

/** The state and the position, or the rule that refuses an event. As text: amounts differ from Numbers in it. */
function outcomeOf({ agreement, events, asOf }: History): string {
  const state = startFold(agreement)
  try {
    applyEvents(state, inFoldOrder(events.filter((event) => foldDate(event) <= asOf)))
    return text({ state, position: positionAt(state, asOf) })
  } catch (error) {
    if (error instanceof LoanRuleViolation) return `${error.code} ${error.message}`
    throw error
  }
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part), 1)
}

test('a history has the same state and position whether Numbers or bigints compute it', () => {
  fc.assert(
    fc.property(anyHistories(agreements), ranges, (history, most) => {
      assert.equal(
        inRange(most, () => outcomeOf(history)),
        inRange(-1, () => outcomeOf(history)),
      )
    }),
    options,
  )
})

test('a plan of hundreds of rows is the same whether Numbers or bigints compute it', () => {
  const long = fc
    .record({ agreement: agreements, count: fc.integer({ min: 100, max: 400 }) })
    .map(({ agreement, count }) => ({ ...agreement, term: { ...agreement.term, count } }))
    .filter(({ term }) => term.unit !== 'Years')
  fc.assert(
    fc.property(long, ranges, (agreement, most) => {
      const planned = () => text(planSchedule({ ...agreement, terms: { ...agreement.terms, repaymentEvery: 1 } }))
      assert.equal(inRange(most, planned), inRange(-1, planned))
    }),
    { ...options, numRuns: RUNS / 5 },
  )
})

test('a rate whose fraction is beyond the range of Numbers is exact on the largest amounts', () => {
  for (const [index, dayCount] of (['ACT/ACT-ISDA', 'ACT/365F', '30/360'] as const).entries()) {
    const agreement = largestLoan(dayCount, `59.948223123${index + 1}`)
    const planned = () => text(planSchedule(agreement))
    assert.equal(
      planned(),
      inRange(-1, () => planned()),
      dayCount,
    )
  }
})

/** Twenty years of interest on nearly 2^53 minor units: an error in the last bit of a rate is one of a unit. */
function largestLoan(dayCount: Terms['dayCount'], rate: string): LoanAgreement {
  const [drawn] = fc.sample(terms, { seed: 1, numRuns: 1 })
  assert.ok(drawn !== undefined)
  const { downPayment, instalmentMultipleOfMinor, firstDueDate, ...rest } = drawn
  const method = 'EQUAL_PRINCIPAL'
  const yearly = { ...rest, method, dayCount, repaymentEvery: 1, repaymentUnit: 'Years', balloonMinor: 0n } as const
  return agreementOf({ terms: yearly, principal: 2n ** 53n - 12_345n, rate, rows: 20 })
}

test('a quotient of whole Numbers rounds as one of bigints does', () => {
  const numbers = fc.oneof(fc.nat(), fc.maxSafeNat())
  fc.assert(
    fc.property(numbers, numbers, fc.constantFrom(...ROUNDINGS), (n, divisor, mode) => {
      const d = Math.max(divisor, 1)
      // As drawn, a tie of it, and its neighbours.
      for (const each of [n, n - (n % d) + Math.floor(d / 2), n - (n % d), n - (n % d) - 1]) {
        if (each < 0 || each > Number.MAX_SAFE_INTEGER) continue
        assert.equal(BigInt(roundQuotient(each, d, mode)), roundDivision(BigInt(each), BigInt(d), mode))
      }
    }),
    { ...options, numRuns: RUNS * 10 },
  )
})

test('a value with an error is rounded only where every value within the error rounds alike', () => {
  const cases: readonly [value: number, error: number, mode: Rounding, rounded: number | undefined][] = [
    [10.25, 0.01, 'HALF_EVEN', 10],
    [10.75, 0.01, 'HALF_UP', 11],
    [10.495, 0.01, 'HALF_EVEN', undefined],
    [10.505, 0.01, 'HALF_UP', undefined],
    [10.5, 0, 'HALF_EVEN', undefined],
    [10.25, 0.01, 'UP', 11],
    [10.25, 0.01, 'DOWN', 10],
    [10.005, 0.01, 'UP', undefined],
    [10.995, 0.01, 'DOWN', undefined],
    [10, 0, 'UP', undefined],
    [10.25, 2, 'HALF_EVEN', undefined],
    [10.25, Number.NaN, 'HALF_EVEN', undefined],
    [-1.25, 0.01, 'HALF_EVEN', undefined],
    [Number.POSITIVE_INFINITY, 0.01, 'DOWN', undefined],
    [Number.NaN, 0.01, 'DOWN', undefined],
  ]
  for (const [value, error, mode, rounded] of cases)
    assert.equal(roundedWithin(value, error, mode), rounded, `${value} ± ${error} ${mode}`)
})

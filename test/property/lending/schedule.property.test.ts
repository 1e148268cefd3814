// Schedules of random terms, compared with a second implementation that shares no code with the engine.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { planSchedule } from '../../../src/loans/engine/plan-schedule.ts'
import type { LoanAgreement, Terms } from '../../../src/loans/engine/terms.ts'
import { rounds } from '../../support/runner/extent.ts'
import { type ReferenceTerms, referenceSchedule } from './reference-schedule.ts'

// For a longer search: PROPERTY_RUNS=20000 PROPERTY_SEED=$RANDOM npm test -- test/property/lending
const SEED = Number(process.env.PROPERTY_SEED ?? 20_260_612)
const RUNS = Number(process.env.PROPERTY_RUNS ?? rounds(100, 1000))
const DAY_MS = 86_400_000

const dates = fc
  .integer({ min: Date.UTC(1999, 0, 1) / DAY_MS, max: Date.UTC(2039, 11, 31) / DAY_MS })
  .map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10))

/** With 0 to 4 decimals, and 0 more often than chance. */
const rates = fc.oneof(
  { weight: 1, arbitrary: fc.constant('0') },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 4 }))
      .map(([digits, decimals]) => (Math.min(digits, 100 * 10 ** decimals) / 10 ** decimals).toFixed(decimals)),
  },
)

/** Minor units as of a currency with 0, 2 or 3 decimals: the engine sees only whole numbers. */
const principals = fc.oneof(
  fc.integer({ min: 1, max: 999 }),
  fc.integer({ min: 1_000, max: 9_999_999 }),
  fc.integer({ min: 10_000_000, max: 2_000_000_000 }),
)

const terms: fc.Arbitrary<ReferenceTerms> = fc
  .record({
    principal: principals,
    rate: rates,
    method: fc.constantFrom<ReferenceTerms['method']>('ANNUITY', 'ANNUITY', 'EQUAL_PRINCIPAL', 'INTEREST_ONLY', 'FLAT'),
    dayCount: fc.constantFrom<ReferenceTerms['dayCount']>(
      '30/360',
      '30E/360',
      'ACT/360',
      'ACT/364',
      'ACT/365F',
      'ACT/ACT-ISDA',
      'ACT/ACT-ICMA',
    ),
    every: fc.integer({ min: 1, max: 20 }),
    unit: fc.constantFrom<ReferenceTerms['unit']>('Days', 'Weeks', 'Months', 'Months', 'Years'),
    count: fc.integer({ min: 1, max: 40 }),
    start: dates,
    firstDueAfter: fc.option(fc.integer({ min: 1, max: 100 })),
    grace: fc.option(fc.integer({ min: 0, max: 8 })),
    graceOnInterest: fc.option(fc.integer({ min: 0, max: 8 })),
    balloonShare: fc.option(fc.integer({ min: 1, max: 99 })),
    downPaymentPercent: fc.option(fc.constantFrom('25', '12.5', '0.01', '33.333')),
    multipleOf: fc.option(fc.constantFrom(5n, 10n, 100n, 1000n)),
    rounding: fc.constantFrom<ReferenceTerms['rounding']>('HALF_EVEN', 'HALF_UP', 'UP', 'DOWN'),
    annuityRate: fc.constantFrom<ReferenceTerms['annuityRate']>('PER_PERIOD', 'FIRST_PERIOD'),
  })
  .map(({ firstDueAfter, grace, balloonShare, downPaymentPercent, multipleOf, ...given }) => {
    const levels = given.method === 'ANNUITY' || given.method === 'FLAT'
    const annuity = given.method === 'ANNUITY'
    const graceOnPrincipal = given.method === 'INTEREST_ONLY' ? 0 : Math.min(grace ?? 0, given.count - 1)
    const first = new Date(Date.parse(`${given.start}T00:00:00Z`) + (firstDueAfter ?? 0) * DAY_MS)
    return {
      ...given,
      principal: BigInt(given.principal),
      // A term of 20 years each would leave the calendar.
      every: given.unit === 'Years' ? 1 + (given.every % 2) : given.every,
      graceOnPrincipal,
      graceOnInterest: Math.min(given.graceOnInterest ?? 0, given.count - 1),
      balloon: annuity && balloonShare !== null ? (BigInt(given.principal) * BigInt(balloonShare)) / 200n : 0n,
      ...(firstDueAfter === null ? {} : { firstDueDate: first.toISOString().slice(0, 10) }),
      ...(downPaymentPercent === null ? {} : { downPaymentPercent }),
      // The contract says what a multiple means for an annuity and for flat loans without grace.
      ...(multipleOf === null || !levels || (given.method === 'FLAT' && graceOnPrincipal > 0) ? {} : { multipleOf }),
    }
  })

test('a schedule is what the formulas of the contract say', () => {
  fc.assert(
    fc.property(terms, (random) => {
      const plan = planSchedule(agreementOf(random)).map((row) => ({
        dueDate: row.dueDate,
        days: row.days,
        principal: row.principalMinor,
        interest: row.interestMinor,
        balance: row.balanceMinor,
      }))
      assert.deepEqual(plan, referenceSchedule(random))
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

export function agreementOf(random: ReferenceTerms): LoanAgreement {
  const terms: Terms = {
    method: random.method,
    dayCount: random.dayCount,
    repaymentEvery: random.every,
    repaymentUnit: random.unit,
    graceOnPrincipal: random.graceOnPrincipal,
    graceOnInterest: random.graceOnInterest,
    balloonMinor: random.balloon,
    instalmentBasis: 'DISBURSED',
    rounding: random.rounding,
    annuityRate: random.annuityRate,
    allocation: 'HORIZONTAL',
    prepaymentDefault: 'REDUCE_INSTALMENT',
    settlementInterest: 'TO_DATE',
    ...(random.firstDueDate === undefined ? {} : { firstDueDate: random.firstDueDate }),
    ...(random.multipleOf === undefined ? {} : { instalmentMultipleOfMinor: random.multipleOf }),
    ...(random.downPaymentPercent === undefined
      ? {}
      : { downPayment: { percent: random.downPaymentPercent, auto: false } }),
  }
  return {
    currency: 'USD',
    principalApprovedMinor: random.principal,
    interestRate: random.rate,
    term: { count: random.count * random.every, unit: random.unit },
    terms,
    policy: { chargeOffDays: 180, buckets: [] },
    agreementDate: random.start,
    plannedDisbursement: random.start,
  }
}

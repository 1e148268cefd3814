// Schedules that others have published: textbook tables, the examples of numpy-financial, the examples of spreadsheet
// functions. Their authors do not round before printing, so most rows are computed in units far below a cent.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Instalment } from './fold/loan-position.ts'
import { planSchedule } from './plan-schedule.ts'
import type { LoanAgreement, Terms, TermUnit } from './terms.ts'

const TERMS: Terms = {
  method: 'ANNUITY',
  dayCount: '30/360',
  repaymentEvery: 1,
  repaymentUnit: 'Months',
  graceOnPrincipal: 0,
  graceOnInterest: 0,
  balloonMinor: 0n,
  instalmentBasis: 'DISBURSED',
  rounding: 'HALF_UP',
  annuityRate: 'PER_PERIOD',
  allocation: 'HORIZONTAL',
  prepaymentDefault: 'REDUCE_INSTALMENT',
  settlementInterest: 'TO_DATE',
}

/** Decimals of the unit in tables that are not rounded. */
const FINE = 14

function plan(
  [principal, interestRate, count, unit]: [number, string, number, TermUnit],
  { decimals, ...terms }: Partial<Terms> & { decimals: number },
): Instalment[] {
  const agreement: LoanAgreement = {
    currency: 'USD',
    principalApprovedMinor: BigInt(principal) * 10n ** BigInt(decimals),
    interestRate,
    term: { count, unit },
    terms: { ...TERMS, repaymentUnit: unit, ...terms },
    policy: { chargeOffDays: 180, buckets: [] },
    agreementDate: '2024-01-01',
    plannedDisbursement: '2024-01-01',
  }
  return planSchedule(agreement)
}

/** As printed with that many decimals. */
function printed(amount: bigint, decimals: number): string {
  const unit = 10n ** BigInt(FINE - decimals)
  const digits = ((amount + unit / 2n) / unit).toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

test('a mortgage of 100,000 at 6 % over 360 months, in cents', () => {
  const rows = plan([100_000, '6', 360, 'Months'], { decimals: 2 })
  const cents = (index: number) => {
    const row = rows[index] as Instalment
    return [row.interestMinor, row.principalMinor, row.balanceMinor].map(Number)
  }
  assert.equal(rows.length, 360)
  assert.deepEqual([0, 1, 2].map(cents), [
    [50_000, 9_955, 9_990_045],
    [49_950, 10_005, 9_980_040],
    [49_900, 10_055, 9_969_985],
  ])
  const instalments = new Set(rows.slice(0, -1).map((row) => row.principalMinor + row.interestMinor))
  assert.deepEqual([...instalments], [59_955n])
  assert.equal(
    rows.reduce((sum, row) => sum + row.principalMinor, 0n),
    10_000_000n,
  )
})

// numpy-financial, documentation of ipmt: 2500 over a year at 8.24 %.
test('the table of numpy-financial', () => {
  const rows = plan([2500, '8.24', 12, 'Months'], { decimals: FINE })
  assert.deepEqual(
    rows.map((row) => [row.principalMinor, row.interestMinor, row.balanceMinor].map((one) => printed(one, 2))),
    [
      ['200.58', '17.17', '2299.42'],
      ['201.96', '15.79', '2097.46'],
      ['203.35', '14.40', '1894.11'],
      ['204.74', '13.01', '1689.37'],
      ['206.15', '11.60', '1483.22'],
      ['207.56', '10.18', '1275.66'],
      ['208.99', '8.76', '1066.67'],
      ['210.42', '7.32', '856.25'],
      ['211.87', '5.88', '644.38'],
      ['213.32', '4.42', '431.05'],
      ['214.79', '2.96', '216.26'],
      ['216.26', '1.49', '0.00'],
    ],
  )
  const interest = rows.reduce((sum, row) => sum + row.interestMinor, 0n)
  assert.equal(printed(interest, 2), '112.98')
})

describe('single figures', () => {
  const total = (row: Instalment | undefined) => (row ? row.principalMinor + row.interestMinor : 0n)
  type Loan = [number, string, number, TermUnit]
  const rows: [string, Loan, (plan: Instalment[]) => bigint | undefined, string, Partial<Terms>?][] = [
    [
      'numpy-financial pmt: 200,000 at 7.5 % over 15 years',
      [200_000, '7.5', 180, 'Months'],
      (p) => total(p[0]),
      '1854.0247200055',
    ],
    ['PMT: 10,000 at 8 % over 10 months', [10_000, '8', 10, 'Months'], (p) => total(p[0]), '1037.03'],
    ['PPMT: the first of 24 rows of 2,000 at 10 %', [2000, '10', 24, 'Months'], (p) => p[0]?.principalMinor, '75.62'],
    [
      'PPMT: the last of 10 yearly rows of 200,000 at 8 %',
      [200_000, '8', 10, 'Years'],
      (p) => p[9]?.principalMinor,
      '27598.0535',
    ],
    ['IPMT: the first of 36 rows of 8,000 at 10 %', [8000, '10', 36, 'Months'], (p) => p[0]?.interestMinor, '66.67'],
    [
      'IPMT: the last of 3 yearly rows of 8,000 at 10 %',
      [8000, '10', 3, 'Years'],
      (p) => p[2]?.interestMinor,
      '292.45',
    ],
    [
      'PMT with a residual of 5,000: 20,000 at 8 % over 5 years',
      [20_000, '8', 5, 'Years'],
      (p) => total(p[0]),
      '4156.847',
      { balloonMinor: 5000n * 10n ** BigInt(FINE) },
    ],
  ]
  for (const [name, loan, figure, expected, terms] of rows) {
    test(name, () => {
      const decimals = expected.split('.')[1]?.length ?? 0
      assert.equal(printed(figure(plan(loan, { decimals: FINE, ...terms })) ?? 0n, decimals), expected)
    })
  }
})

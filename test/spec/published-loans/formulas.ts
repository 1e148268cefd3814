// Published figures of formulas: APRs, instalments before rounding, day counts, aging and accruals.

import type { DayCount, TermUnit } from '../../../src/loans/engine/terms.ts'

/** A payment of an amount, `count` times. */
export type Payments = readonly [firstDate: string, amount: number, count: number, every: number, unit: TermUnit]

/** Regulation Z. */
export const APRS: readonly {
  id: string
  advance: readonly [date: string, amount: number]
  payments: readonly Payments[]
  apr: number
  unrounded: number
}[] = [
  {
    id: 'appendix-j-c1i',
    advance: ['1978-01-10', 5000],
    payments: [['1978-02-10', 230, 24, 1, 'Months']],
    apr: 9.69,
    unrounded: 9.685708,
  },
  {
    id: 'appendix-j-c1ii',
    advance: ['1978-02-10', 6000],
    payments: [['1978-04-01', 200, 36, 1, 'Months']],
    apr: 11.82,
    unrounded: 11.816508,
  },
  {
    id: 'appendix-j-c1iv',
    advance: ['1978-05-23', 10000],
    payments: [['1978-10-01', 385, 40, 3, 'Months']],
    apr: 8.97,
    unrounded: 8.97077,
  },
  {
    id: 'appendix-j-c2i',
    advance: ['1978-01-10', 5000],
    payments: [
      ['1978-02-10', 250, 1, 1, 'Months'],
      ['1978-03-10', 230, 23, 1, 'Months'],
    ],
    apr: 10.08,
    unrounded: 10.08289,
  },
  {
    id: 'appendix-j-c3i',
    advance: ['1978-01-10', 5000],
    payments: [
      ['1978-02-10', 230, 23, 1, 'Months'],
      ['1980-01-10', 280, 1, 1, 'Months'],
    ],
    apr: 10.5,
    unrounded: 10.500469,
  },
  {
    id: 'appendix-j-c4i',
    advance: ['1978-01-10', 5000],
    payments: [
      ['1978-02-10', 250, 1, 1, 'Months'],
      ['1978-03-10', 230, 22, 1, 'Months'],
      ['1980-01-10', 280, 1, 1, 'Months'],
    ],
    apr: 10.9,
    unrounded: 10.895549,
  },
  {
    id: 'appendix-j-c5i',
    advance: ['1978-01-03', 1000],
    payments: [['1978-09-15', 1080, 1, 255, 'Days']],
    apr: 11.45,
    unrounded: 11.45098,
  },
]

/** Annuities before rounding, to the decimals printed. */
export const FORMULAS: readonly {
  id: string
  principal: number
  rate: number
  count: number
  unit: TermUnit
  balloon?: number
  rows?: readonly (readonly [principal: number, interest: number, balance: number])[]
  totalInterest?: number
  lastPrincipal?: number
  payment?: number
}[] = [
  {
    id: 'whole-table',
    principal: 2500,
    rate: 8.24,
    count: 12,
    unit: 'Months',
    rows: [
      [200.58, 17.17, 2299.42],
      [201.96, 15.79, 2097.46],
      [203.35, 14.4, 1894.11],
      [204.74, 13.01, 1689.37],
      [206.15, 11.6, 1483.22],
      [207.56, 10.18, 1275.66],
      [208.99, 8.76, 1066.67],
      [210.42, 7.32, 856.25],
      [211.87, 5.88, 644.38],
      [213.32, 4.42, 431.05],
      [214.79, 2.96, 216.26],
      [216.26, 1.49, 0],
    ],
    totalInterest: 112.98,
  },
  {
    id: 'last-principal',
    principal: 200000,
    rate: 8,
    count: 10,
    unit: 'Years',
    lastPrincipal: 27598.0535,
  },
  {
    id: 'balloon',
    principal: 20000,
    rate: 8,
    count: 5,
    unit: 'Years',
    balloon: 5000,
    payment: 4156.847,
  },
]

export const DAY_COUNTS: readonly (readonly [dayCount: DayCount, from: string, to: string, years: number])[] = [
  ['ACT/ACT-ISDA', '2003-11-01', '2004-05-01', 0.497724380567],
  ['ACT/ACT-ISDA', '1999-02-01', '1999-07-01', 0.41095890411],
  ['ACT/ACT-ISDA', '1999-07-01', '2000-07-01', 1.0013773486],
  ['ACT/ACT-ICMA', '2003-11-01', '2004-05-01', 0.5],
]

/** Nothing is paid; the rows are on the day of the disbursement and every 15 days after it. */
export const AGING = {
  principal: 1000,
  downPaymentPercent: 25,
  disbursedOn: '2023-10-01',
  count: 3,
  every: 15,
  asOf: '2023-11-16',
  buckets: ['1-3', '4-30', '31-60', '61-90', '91-120', '121+'],
  amounts: { '1-3': 250, '4-30': 250, '31-60': 500 },
}

/** What two days earn, and what has accrued when the loan is charged off. */
export const ACCRUAL = {
  principal: 1000,
  rate: 12,
  count: 1,
  dayCount: 'ACT/365F' as const,
  disbursedOn: '2023-01-01',
  days: [['2023-01-02', 0.33] as const, ['2023-01-03', 0.33] as const],
  chargedOffOn: '2023-01-05',
  chargedOff: 1001.32,
}

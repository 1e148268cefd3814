// Examples of the consumer credit directives, and how intervals between dates become years.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DatedAmount } from './cash-flows.ts'
import { euEffectiveApr } from './eu-effective.ts'

const on = (date: string, amount: number): DatedAmount => ({ date, amountMinor: BigInt(Math.round(amount * 100)) })

describe('the examples of Directive 98/7/EC for a year of 12 equal months', () => {
  const rows: [string, DatedAmount[], string][] = [
    ['1000 for 1200 after a year and a half', [on('1995-07-01', 1200)], '12.92'],
    ['repaid by 600 after one year and 600 after two', [on('1995-01-01', 600), on('1996-01-01', 600)], '13.07'],
    [
      'repaid by 272 after 3 months, 272 after 6 and 544 after 12',
      [on('1994-04-01', 272), on('1994-07-01', 272), on('1995-01-01', 544)],
      '13.19',
    ],
  ]
  for (const [name, payments, apr] of rows) {
    test(name, () => assert.equal(euEffectiveApr([on('1994-01-01', 1000)], payments).apr, apr))
  }

  test('950 of 1000 is paid out, 1200 repaid after a year and a half', () => {
    assert.equal(euEffectiveApr([on('1994-01-01', 950)], [on('1995-07-01', 1200)]).apr, '16.85')
  })
})

describe('an interval is', () => {
  // One payment of 1100 for 1000: X = 1.1^(1/t) − 1, and t follows from it.
  const years = (from: string, to: string) => {
    const { aprUnrounded } = euEffectiveApr([on(from, 1000)], [on(to, 1100)])
    return Math.log(1.1) / Math.log(1 + Number(aprUnrounded) / 100)
  }
  const rows: [string, string, string, number][] = [
    ['whole months, leap year or not', '2024-01-15', '2024-07-15', 6 / 12],
    ['whole years', '2023-06-01', '2026-06-01', 3],
    ['a month from one month end to the next', '2024-01-31', '2024-02-29', 1 / 12],
    ['whole weeks', '2023-01-02', '2023-02-06', 5 / 52],
    ['days of a year of 365', '2023-03-01', '2023-03-11', 10 / 365],
    [
      'days of a year of 366 when 29 February lies in the year that ends with them',
      '2024-03-01',
      '2024-03-11',
      10 / 366,
    ],
    ['years and days', '2022-01-10', '2023-02-14', 1 + 35 / 365],
  ]
  for (const [name, from, to, expected] of rows) {
    test(name, () => assert.ok(Math.abs(years(from, to) - expected) < 1e-7, `${years(from, to)}`))
  }

  test('months and days, counted back from the instalment', () => {
    // 15 January to 1 March: one month back to 1 February, then 17 days of a year of 365. Two months for the second.
    const { aprUnrounded } = euEffectiveApr([on('2023-01-15', 1000)], [on('2023-03-01', 520), on('2023-04-01', 520)])
    const x = 1 + Number(aprUnrounded) / 100
    const worth = 520 / x ** (1 / 12 + 17 / 365) + 520 / x ** (2 / 12 + 17 / 365)
    assert.ok(Math.abs(worth - 1000) < 1e-6, `${worth}`)
  })
})

test('the effective rate of a monthly annuity is its nominal rate compounded', () => {
  // 1 % a month: 1.01^12 − 1 = 12.6825 %.
  const payments = Array.from({ length: 12 }, (_, k) => on(`${k === 11 ? 2025 : 2024}-${month(k + 2)}-01`, 88_848.79))
  assert.equal(euEffectiveApr([on('2024-01-01', 1_000_000)], payments).apr, '12.68')
})

function month(n: number): string {
  return String(((n - 1) % 12) + 1).padStart(2, '0')
}

// The published examples of Regulation Z, Appendix J (c), the choice of the unit period, and what has no APR.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AprRefusal, cashFlows, type DatedAmount } from './cash-flows.ts'
import { euEffectiveApr } from './eu-effective.ts'
import { regulationZApr } from './regulation-z.ts'
import { unitPeriodsOf } from './unit-time.ts'

/** Dates from the first on, that many months or days apart. */
type Every = { months: number } | { days: number }

function series(first: string, count: number, every: Every, amount: number): DatedAmount[] {
  const [year, month, day] = first.split('-').map(Number) as [number, number, number]
  return Array.from({ length: count }, (_, k) => {
    const date =
      'months' in every
        ? new Date(Date.UTC(year, month - 1 + k * every.months, day))
        : new Date(Date.UTC(year, month - 1, day + k * every.days))
    return { date: date.toISOString().slice(0, 10), amountMinor: BigInt(Math.round(amount * 100)) }
  })
}

const once = (date: string, amount: number) => series(date, 1, { days: 1 }, amount)
const monthly = { months: 1 }
const weekly = { days: 7 }

interface Example {
  name: string
  advances: DatedAmount[]
  payments: DatedAmount[]
  apr: string
  unit: string
}

const EXAMPLES: Example[] = [
  {
    name: '(c)(1)(i) monthly payments',
    advances: once('1978-01-10', 5000),
    payments: series('1978-02-10', 24, monthly, 230),
    apr: '9.69',
    unit: '1 MONTH',
  },
  {
    name: '(c)(1)(ii) monthly payments, long first period',
    advances: once('1978-02-10', 6000),
    payments: series('1978-04-01', 36, monthly, 200),
    apr: '11.82',
    unit: '1 MONTH',
  },
  {
    name: '(c)(1)(iii) semimonthly payments, short first period',
    advances: once('1978-02-23', 5000),
    payments: [...series('1978-03-01', 12, monthly, 219.17), ...series('1978-03-16', 12, monthly, 219.17)],
    apr: '10.34',
    unit: '1 SEMIMONTH',
  },
  {
    name: '(c)(1)(iv) quarterly payments, long first period',
    advances: once('1978-05-23', 10_000),
    payments: series('1978-10-01', 40, { months: 3 }, 385),
    apr: '8.97',
    unit: '3 MONTH',
  },
  {
    name: '(c)(1)(v) weekly payments, long first period',
    advances: once('1978-03-20', 500),
    payments: series('1978-04-21', 30, weekly, 17.6),
    apr: '14.96',
    unit: '1 WEEK',
  },
  {
    name: '(c)(2)(i) monthly payments, odd first payment',
    advances: once('1978-01-10', 5000),
    payments: [...once('1978-02-10', 250), ...series('1978-03-10', 23, monthly, 230)],
    apr: '10.08',
    unit: '1 MONTH',
  },
  {
    name: '(c)(2)(ii) payments every 4 weeks, long first period and odd first payment',
    advances: once('1978-03-18', 400),
    payments: [...once('1978-04-20', 39.5), ...series('1978-05-18', 11, { days: 28 }, 38.31)],
    apr: '28.50',
    unit: '4 WEEK',
  },
  {
    name: '(c)(3)(i) monthly payments, odd final payment',
    advances: once('1978-01-10', 5000),
    payments: [...series('1978-02-10', 23, monthly, 230), ...once('1980-01-10', 280)],
    apr: '10.50',
    unit: '1 MONTH',
  },
  {
    name: '(c)(3)(ii) payments every 2 weeks, short first period and odd final payment',
    advances: once('1978-04-03', 200),
    payments: [...series('1978-04-11', 19, { days: 14 }, 9.5), ...once('1979-01-02', 30)],
    apr: '12.22',
    unit: '2 WEEK',
  },
  {
    name: '(c)(4)(i) monthly payments, odd first and final payments',
    advances: once('1978-01-10', 5000),
    payments: [...once('1978-02-10', 250), ...series('1978-03-10', 22, monthly, 230), ...once('1980-01-10', 280)],
    apr: '10.90',
    unit: '1 MONTH',
  },
  {
    name: '(c)(4)(ii) payments every 2 months, short first period, odd first and final payments',
    advances: once('1978-01-10', 8000),
    payments: [
      ...once('1978-03-01', 449.36),
      ...series('1978-05-01', 18, { months: 2 }, 465),
      ...once('1981-05-01', 200),
    ],
    apr: '7.30',
    unit: '2 MONTH',
  },
  {
    name: '(c)(5)(i) one payment within a year, in days',
    advances: once('1978-01-03', 1000),
    payments: once('1978-09-15', 1080),
    apr: '11.45',
    unit: '1 TERM',
  },
  {
    name: '(c)(5)(ii) one payment within a year, in whole months',
    advances: once('1978-07-15', 1000),
    payments: once('1979-01-15', 1044),
    apr: '8.80',
    unit: '1 TERM',
  },
  {
    name: '(c)(5)(iii) one payment after a year and some months',
    advances: once('1978-01-17', 1000),
    payments: once('1979-07-17', 1135.19),
    apr: '8.76',
    unit: '12 MONTH',
  },
  {
    name: '(c)(5)(iv) one payment after two years',
    advances: once('1978-01-03', 1000),
    payments: once('1980-01-03', 1240),
    apr: '11.36',
    unit: '12 MONTH',
  },
  {
    name: '(c)(6)(i) payments every 4 weeks, but only one in a month: the next is delayed by 2 weeks',
    advances: once('1978-01-25', 2135),
    payments: [
      ...series('1978-02-20', 9, { days: 28 }, 100),
      ...series('1978-11-13', 6, { days: 28 }, 100),
      ...series('1979-05-14', 6, { days: 28 }, 100),
      ...series('1979-11-12', 3, { days: 28 }, 100),
    ],
    apr: '12.00',
    unit: '4 WEEK',
  },
  {
    name: '(c)(6)(ii) skipped payments and single payments',
    advances: once('1978-03-03', 7350),
    payments: [
      ...series('1978-09-15', 3, monthly, 1000),
      ...once('1979-03-15', 2000),
      ...series('1979-09-15', 3, monthly, 750),
      ...once('1980-02-01', 1000),
    ],
    apr: '10.22',
    unit: '1 MONTH',
  },
  {
    name: '(c)(7)(i) a construction loan in three advances',
    advances: [...once('1979-04-10', 20_000), ...once('1979-06-12', 20_000), ...once('1979-09-18', 20_000)],
    payments: series('1979-12-10', 240, monthly, 612.36),
    apr: '10.25',
    unit: '1 MONTH',
  },
]

describe('the published examples of Appendix J', () => {
  for (const { name, advances, payments, apr, unit } of EXAMPLES) {
    test(name, () => {
      assert.equal(unitOf(advances, payments), unit)
      assert.equal(regulationZApr(advances, payments).apr, apr)
    })
  }
})

// Six digits of some of the same, as a spreadsheet solves them.
test('more digits of the published examples', () => {
  const unrounded = (index: number) => {
    const { advances, payments } = EXAMPLES[index] as Example
    return Number(regulationZApr(advances, payments).aprUnrounded).toFixed(6)
  }
  assert.deepEqual([0, 1, 3, 5, 7, 9, 11].map(unrounded), [
    '9.685708',
    '11.816508',
    '8.970770',
    '10.082890',
    '10.500469',
    '10.895549',
    '11.450980',
  ])
})

describe('the unit period', () => {
  const from = (date: string) => once(date, 1000)
  const rows: [string, DatedAmount[], DatedAmount[], string][] = [
    ['of month ends is a month', from('2024-01-31'), on(['2024-02-29', '2024-03-31', '2024-04-30']), '1 MONTH'],
    ['of the 30th is a month over February', from('2023-01-30'), on(['2023-02-28', '2023-03-30']), '1 MONTH'],
    [
      'of the 15th and the last day is a semimonth',
      from('2023-01-15'),
      on(['2023-01-31', '2023-02-15', '2023-02-28', '2023-03-15']),
      '1 SEMIMONTH',
    ],
    ['of rows every 10 days is 10 days', from('2024-01-01'), series('2024-01-11', 9, { days: 10 }, 120), '10 DAY'],
    ['of daily rows is a day', from('2024-01-01'), series('2024-01-02', 9, { days: 1 }, 120), '1 DAY'],
    ['of yearly rows is a year', from('2024-01-01'), series('2025-01-01', 5, { months: 12 }, 250), '12 MONTH'],
    ['is never more than a year', from('2024-01-01'), series('2026-01-01', 3, { months: 24 }, 500), '12 MONTH'],
    [
      'is the shorter of two that are equally frequent',
      from('2024-01-01'),
      on(['2024-02-01', '2024-03-01', '2024-06-01', '2024-09-01']),
      '1 MONTH',
    ],
    [
      'is the average when none occurs twice, and of two equally near the lower',
      from('2024-01-01'),
      on(['2024-02-01', '2024-04-01']),
      '1 MONTH',
    ],
    [
      'is the standard interval nearest to an average of odd days',
      from('2024-01-01'),
      on(['2024-01-20', '2024-02-21']),
      '4 WEEK',
    ],
    [
      'counts the periods between advances too',
      [...from('2024-01-01'), ...from('2024-01-15'), ...from('2024-01-29'), ...from('2024-02-12')],
      on(['2024-05-01', '2024-07-03', '2024-10-05', '2025-02-09']),
      '2 WEEK',
    ],
  ]
  for (const [name, advances, payments, unit] of rows) {
    test(name, () => assert.equal(unitOf(advances, payments), unit))
  }
})

describe('a loan without an APR is refused', () => {
  const rows: [string, DatedAmount[], DatedAmount[], string][] = [
    ['nothing advanced', [], once('2024-02-01', 1), 'NOTHING_ADVANCED'],
    ['an advance of 0', once('2024-01-01', 0), once('2024-02-01', 1), 'NOTHING_ADVANCED'],
    ['all of it paid back on its day', once('2024-01-01', 10), once('2024-01-01', 10), 'NOTHING_ADVANCED'],
    ['a tiny advance', once('2024-01-01', 0.01), once('2024-01-02', 1_000_000), 'RATE_TOO_HIGH'],
    ['nothing paid', once('2024-01-01', 10), [], 'NO_PAYMENTS'],
    ['payments of 0', once('2024-01-01', 10), once('2024-02-01', 0), 'NO_PAYMENTS'],
    ['less paid than advanced', once('2024-01-01', 10), once('2024-02-01', 9.99), 'PAYMENTS_BELOW_ADVANCES'],
    ['paid before it is advanced, so that no rate fits', once('2024-02-01', 10), once('2024-01-01', 20), 'NO_RATE'],
  ]
  for (const [name, advances, payments, reason] of rows) {
    test(name, () => {
      for (const aprBy of [regulationZApr, euEffectiveApr]) {
        assert.throws(
          () => aprBy(advances, payments),
          (error) => error instanceof AprRefusal && error.reason === reason,
        )
      }
    })
  }
})

test('a loan that costs nothing has an APR of 0', () => {
  const payments = series('2024-02-01', 10, monthly, 100)
  assert.deepEqual(regulationZApr(once('2024-01-01', 1000), payments), { apr: '0.00', aprUnrounded: '0.0000000000' })
})

test('a down payment on the day of the advance was never advanced', () => {
  const payments = series('2024-02-01', 12, monthly, 70)
  assert.deepEqual(
    regulationZApr(once('2024-01-01', 1000), [...once('2024-01-01', 200), ...payments]),
    regulationZApr(once('2024-01-01', 800), payments),
  )
})

test('an extreme rate is found, not given up', () => {
  assert.equal(regulationZApr(once('2024-01-01', 0.01), once('2024-01-02', 10_000)).apr, '36499963500.00')
  assert.equal(regulationZApr(once('2024-01-01', 1_000_000), series('2024-02-01', 480, monthly, 1e8)).apr, '120000.00')
})

test('an APR that lies on a half cent of a percent rounds up', () => {
  // One year: the rate is the finance charge over the advance, 11.125 %.
  assert.equal(regulationZApr(once('2023-01-01', 1000), once('2024-01-01', 1111.25)).apr, '11.13')
})

function on(dates: readonly string[]): DatedAmount[] {
  return dates.flatMap((date) => once(date, 1100))
}

function unitOf(advances: readonly DatedAmount[], payments: readonly DatedAmount[]): string {
  const { unitPeriod } = unitPeriodsOf(cashFlows(advances, payments))
  return `${unitPeriod.count} ${unitPeriod.unit}`
}

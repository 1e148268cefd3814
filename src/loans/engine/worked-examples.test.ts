// The examples that docs/lending.md works through by hand. Their tables are read from the page, so that the page and the
// engine cannot differ.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { decimalFromMinor, minorFromDecimal } from '../../platform/kernel/money/money.ts'
import { dailyAccruals } from './accrual.ts'
import { euEffectiveApr } from './apr/eu-effective.ts'
import { regulationZApr } from './apr/regulation-z.ts'
import { foldLoan } from './fold/fold-loan.ts'
import type { Instalment } from './fold/loan-position.ts'
import type { HardshipStarted, LoanEvent, Restructure } from './loan-events.ts'
import { LoanRuleViolation } from './loan-rules.ts'
import type { LoanAgreement, PrepaymentStrategy, Terms } from './terms.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/lending.md'), 'utf8')

/** The rows of the table under a heading, without its head. */
function tableOf(heading: string): string[][] {
  const section = PAGE.split('\n### ').find((each) => each.startsWith(`${heading}\n`))
  assert.ok(section, `docs/lending.md has no "${heading}"`)
  const [own = ''] = section.split('\n## ')
  const lines = own.split('\n').filter((line) => line.startsWith('|'))
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  return lines.slice(2).map(cells)
}

const TERMS: Terms = {
  method: 'ANNUITY',
  dayCount: '30/360',
  repaymentEvery: 1,
  repaymentUnit: 'Months',
  graceOnPrincipal: 0,
  graceOnInterest: 0,
  balloonMinor: 0n,
  instalmentBasis: 'DISBURSED',
  rounding: 'HALF_EVEN',
  annuityRate: 'PER_PERIOD',
  allocation: 'HORIZONTAL',
  prepaymentDefault: 'REDUCE_INSTALMENT',
  settlementInterest: 'TO_DATE',
}

interface Loan {
  currency: string
  principal: string
  rate: string
  rows: number
  from: string
  terms: Partial<Terms>
}

const BASE: Loan = { currency: 'USD', principal: '1200', rate: '12', rows: 4, from: '2024-01-01', terms: {} }

function agreementOf({ currency, principal, rate, rows, from, terms }: Loan): LoanAgreement {
  const all = { ...TERMS, ...terms }
  return {
    currency,
    principalApprovedMinor: money(principal, currency),
    interestRate: rate,
    term: { count: rows * all.repaymentEvery, unit: 'Months' },
    terms: all,
    policy: { chargeOffDays: 180, buckets: [] },
    agreementDate: from,
    plannedDisbursement: from,
  }
}

function money(text: string, currency = 'USD'): bigint {
  const minor = minorFromDecimal(text, currency)
  assert.ok(minor !== undefined, text)
  return minor
}

/** An event without what every event has; its number is its place. */
type Draft<E extends LoanEvent = LoanEvent> = E extends LoanEvent ? Omit<E, 'eventId' | 'sequence'> : never

const disbursement = (valueDate: string, amount: string, currency = 'USD'): Draft => ({
  kind: 'DISBURSEMENT',
  valueDate,
  amountMinor: money(amount, currency),
  feesDeductedMinor: 0n,
})
const repayment = (valueDate: string, amount: string, strategy?: PrepaymentStrategy): Draft => ({
  kind: 'REPAYMENT',
  valueDate,
  amountMinor: money(amount),
  ...(strategy === undefined ? {} : { strategy }),
})
const FIRST_ROW_PAID = repayment('2024-02-01', '307.54')

function positionOf(loan: Loan, drafts: readonly Draft[], asOf: string) {
  const paidOut = drafts.some(({ kind }) => kind === 'DISBURSEMENT')
  const all = paidOut ? drafts : [disbursement(loan.from, loan.principal, loan.currency), ...drafts]
  const events = all.map((draft, k) => ({ ...draft, eventId: `event-${k + 1}`, sequence: k + 1 }) as LoanEvent)
  return foldLoan(agreementOf(loan), events, asOf)
}

/** As the page prints a row. */
function printed(row: Instalment, currency: string): string[] {
  const amounts = [row.principalMinor, row.interestMinor, row.principalMinor + row.interestMinor, row.balanceMinor]
  return [String(row.n), row.dueDate, ...amounts.map((amount) => decimalFromMinor(amount, currency))]
}

/** `asOf` is the day of the last event, or of the disbursement. */
function check(heading: string, loan: Loan, drafts: readonly Draft[] = [], asOf?: string): void {
  test(heading, () => {
    const day = asOf ?? drafts.at(-1)?.valueDate ?? loan.from
    const { instalments } = positionOf(loan, drafts, day)
    assert.deepEqual(
      instalments.map((row) => printed(row, loan.currency)),
      tableOf(heading),
    )
  })
}

describe('schedules', () => {
  check('Base loan', BASE)
  check('Example: odd first period, 30/360', { ...BASE, terms: { firstDueDate: '2024-02-15' } })
  check('Example: 30E/360 over month ends, INTEREST_ONLY', {
    ...BASE,
    principal: '1000',
    rows: 3,
    from: '2024-01-31',
    terms: { method: 'INTEREST_ONLY', dayCount: '30E/360' },
  })
  check('Example: interest is computed on what is really owed', BASE, [], '2024-03-10')
  check('Example: two tranches', BASE, [disbursement('2024-01-01', '600'), disbursement('2024-01-16', '600')])
  const approved: Loan = { ...BASE, terms: { instalmentBasis: 'APPROVED' } }
  check('Example: APPROVED, before the second tranche', approved, [disbursement('2024-01-01', '700')])
  check('Example: APPROVED, after the second tranche', approved, [
    disbursement('2024-01-01', '700'),
    disbursement('2024-01-16', '500'),
  ])
  check('Example: INTEREST_ONLY, ACT/360', {
    ...BASE,
    rows: 3,
    terms: { method: 'INTEREST_ONLY', dayCount: 'ACT/360' },
  })
  check('Example: BULLET', { ...BASE, rows: 1, terms: { method: 'BULLET', repaymentEvery: 3 } })
  check('Example: balloon', { ...BASE, terms: { balloonMinor: money('400') } })
  check('Example: graceOnPrincipal 2, graceOnInterest 1', {
    ...BASE,
    terms: { graceOnPrincipal: 2, graceOnInterest: 1 },
  })
  const small: Loan = { ...BASE, principal: '100', rate: '10', rows: 3 }
  check('Example: rounding UP', { ...small, terms: { method: 'EQUAL_PRINCIPAL', rounding: 'UP' } })
  check('Example: rounding DOWN', { ...small, terms: { method: 'EQUAL_PRINCIPAL', rounding: 'DOWN' } })
  check('Example: JPY, HALF_UP', {
    ...BASE,
    currency: 'JPY',
    principal: '100000',
    rate: '6',
    rows: 3,
    terms: { rounding: 'HALF_UP' },
  })
  check('Example: KWD', { ...BASE, currency: 'KWD', principal: '1000', rate: '5', rows: 3 })
})

describe('payments', () => {
  for (const [strategy, amount] of [
    ['REDUCE_INSTALMENT', '407.54'],
    ['REDUCE_TERM', '617.54'],
    ['PAY_NEXT_INSTALMENTS', '407.54'],
    ['ADJUST_LAST', '407.54'],
  ] as const) {
    check(`Example: ${strategy}`, BASE, [repayment('2024-02-01', amount, strategy)])
  }
  const shortened = repayment('2024-02-01', '617.54', 'REDUCE_TERM')
  check('Example: REDUCE_TERM, the last row late', BASE, [shortened, repayment('2024-03-01', '307.54')], '2024-04-20')
  check('Example: REDUCE_TERM, then a further tranche', { ...BASE, principal: '1400' }, [
    disbursement('2024-01-01', '1200'),
    shortened,
    disbursement('2024-02-10', '200'),
  ])
  check('Example: PAY_NEXT_INSTALMENTS twice', BASE, [
    repayment('2024-02-01', '507.54', 'PAY_NEXT_INSTALMENTS'),
    { kind: 'PREPAYMENT', valueDate: '2024-02-16', amountMinor: money('200'), strategy: 'PAY_NEXT_INSTALMENTS' },
  ])
  const published: Loan = {
    currency: 'EUR',
    principal: '5000',
    rate: '12',
    rows: 6,
    from: '2022-11-01',
    terms: {
      dayCount: 'ACT/365F',
      annuityRate: 'FIRST_PERIOD',
      instalmentMultipleOfMinor: 100n,
      prepaymentDefault: 'PAY_NEXT_INSTALMENTS',
    },
  }
  check('Example: PAY_NEXT_INSTALMENTS beyond one row', published, [
    repayment('2022-12-01', '1000'),
    repayment('2023-01-01', '2000'),
  ])
  check('Example: prepayment within a period', BASE, [
    { kind: 'PREPAYMENT', valueDate: '2024-01-16', amountMinor: money('100'), strategy: 'REDUCE_INSTALMENT' },
  ])
  check('Example: an instalment paid early', BASE, [FIRST_ROW_PAID, repayment('2024-02-15', '307.54')])
  check('Example: rows after settlement', BASE, [
    FIRST_ROW_PAID,
    { kind: 'SETTLEMENT', valueDate: '2024-02-15', amountMinor: money('908.83') },
  ])

  test('Example: payoff on 15 February', () => {
    const { payoffMinor, perDiemMinor } = positionOf(BASE, [FIRST_ROW_PAID], '2024-02-15').balances
    assert.deepEqual(
      [[payoffMinor, perDiemMinor].map((amount) => decimalFromMinor(amount, 'USD'))],
      tableOf('Example: payoff on 15 February'),
    )
  })

  test('Example: allocation of 100.00', () => {
    const penalty: Draft = {
      kind: 'CHARGE',
      valueDate: '2024-02-01',
      chargeId: 'penalty',
      code: 'PENALTY',
      chargeKind: 'PENALTY',
      amountMinor: money('10'),
      dueDate: '2024-02-01',
    }
    const shared = (['HORIZONTAL', 'VERTICAL'] as const).map((allocation) => {
      const drafts = [penalty, repayment('2024-03-01', '100')]
      const paid = positionOf({ ...BASE, terms: { allocation } }, drafts, '2024-03-01').transactions.at(-1)
      const [first, second] = [1, 2].map((n) => paid?.perInstalment.find((part) => part.n === n))
      const parts = [paid?.allocation.penalties, first?.interest, second?.interest ?? 0n, first?.principal]
      return [allocation, ...parts.map((part) => decimalFromMinor(part ?? 0n, 'USD'))]
    })
    assert.deepEqual(shared, tableOf('Example: allocation of 100.00'))
  })
})

describe('restructures', () => {
  const restructured = (fields: Omit<Restructure, 'kind' | 'eventId' | 'sequence' | 'valueDate'>): Draft => ({
    kind: 'RESTRUCTURE',
    valueDate: '2024-02-10',
    ...fields,
  })
  check('Example: RATE_CHANGE within a row', BASE, [
    FIRST_ROW_PAID,
    restructured({ type: 'RATE_CHANGE', effectiveDate: '2024-02-16', newRate: '24' }),
  ])
  check('Example: TERM_EXTENSION by two rows', BASE, [
    FIRST_ROW_PAID,
    restructured({ type: 'TERM_EXTENSION', effectiveDate: '2024-02-10', extraInstalments: 2 }),
  ])
  check('Example: DUE_DATE_CHANGE', BASE, [
    FIRST_ROW_PAID,
    restructured({ type: 'DUE_DATE_CHANGE', effectiveDate: '2024-02-10', newDueDate: '2024-03-15' }),
  ])
  check('Example: PAYMENT_HOLIDAY with interest', BASE, [
    FIRST_ROW_PAID,
    restructured({ type: 'PAYMENT_HOLIDAY', effectiveDate: '2024-02-10', graceOnPrincipal: 1 }),
  ])
  check('Example: REAMORTISE', BASE, [restructured({ type: 'REAMORTISE', effectiveDate: '2024-02-10' })])
  check('Example: CAPITALISE', BASE, [restructured({ type: 'CAPITALISE', effectiveDate: '2024-02-10' })])
  check('Example: REAGE', BASE, [
    restructured({ type: 'REAGE', effectiveDate: '2024-02-10', startDate: '2024-03-01', instalments: 5 }),
  ])
})

describe('hardship', () => {
  const hardship = (fields: Pick<HardshipStarted, 'type'> & Partial<HardshipStarted>): Draft => ({
    kind: 'HARDSHIP',
    valueDate: '2024-02-10',
    arrangementId: 'arrangement',
    startDate: '2024-02-10',
    instalments: 1,
    interestTreatment: 'ACCRUE',
    atEnd: 'EXTEND_TERM',
    ...fields,
  })
  for (const interestTreatment of ['ACCRUE', 'CAPITALISE', 'WAIVE'] as const) {
    check(`Example: PAYMENT_HOLIDAY, ${interestTreatment}, EXTEND_TERM`, BASE, [
      FIRST_ROW_PAID,
      hardship({ type: 'PAYMENT_HOLIDAY', interestTreatment }),
    ])
  }
  check('Example: PAYMENT_HOLIDAY, ACCRUE, SAME_TERM', BASE, [
    FIRST_ROW_PAID,
    hardship({ type: 'PAYMENT_HOLIDAY', atEnd: 'SAME_TERM' }),
  ])
  check('Example: REDUCED_PAYMENT of 150.00, EXTEND_TERM', BASE, [
    FIRST_ROW_PAID,
    hardship({ type: 'REDUCED_PAYMENT', reducedAmountMinor: money('150') }),
  ])
  check('Example: INTEREST_ONLY, SAME_TERM', BASE, [
    FIRST_ROW_PAID,
    hardship({ type: 'INTEREST_ONLY', atEnd: 'SAME_TERM' }),
  ])

  const fromRow2: Partial<HardshipStarted> = { startDate: '2024-03-01', firstDueDate: '2024-03-01' }
  check('Example: PAYMENT_HOLIDAY from the day of a row', BASE, [
    FIRST_ROW_PAID,
    repayment('2024-03-01', '100'),
    hardship({ type: 'PAYMENT_HOLIDAY', ...fromRow2, valueDate: '2024-03-10' }),
  ])
  check('Example: a holiday of two rows that is ended early', BASE, [
    FIRST_ROW_PAID,
    hardship({ type: 'PAYMENT_HOLIDAY', ...fromRow2, valueDate: '2024-03-01', instalments: 2 }),
    { kind: 'HARDSHIP_ENDED', valueDate: '2024-03-10', arrangementId: 'arrangement' },
  ])

  test('a reduced payment that does not cover the interest is refused', () => {
    const below = hardship({ type: 'REDUCED_PAYMENT', reducedAmountMinor: money('9.03') })
    assert.throws(
      () => positionOf(BASE, [FIRST_ROW_PAID, below], '2024-02-10'),
      (error) => error instanceof LoanRuleViolation && error.code === 'PAYMENT_BELOW_MINIMUM',
    )
  })
})

test('Example: accrual', () => {
  const loan: Loan = {
    ...BASE,
    principal: '1000',
    rows: 1,
    from: '2023-01-01',
    terms: { dayCount: 'ACT/365F' },
  }
  const events = [{ ...disbursement('2023-01-01', '1000'), eventId: 'event-1', sequence: 1 } as LoanEvent]
  assert.deepEqual(
    dailyAccruals(agreementOf(loan), events, '2023-01-02', '2023-01-05').map(({ date, interestMinor }) => [
      date,
      decimalFromMinor(interestMinor, 'USD'),
    ]),
    tableOf('Example: accrual'),
  )
})

describe('APR', () => {
  const flow = (date: string, amount: string) => ({ date, amountMinor: money(amount) })
  const rows: [string, ReturnType<typeof flow>[], ReturnType<typeof flow>[]][] = [
    [
      'Example: APR of 950.00 for two yearly payments of 550.00',
      [flow('2024-01-01', '950')],
      [flow('2025-01-01', '550'), flow('2026-01-01', '550')],
    ],
    ['Example: APR of one payment after six months', [flow('2024-01-15', '1000')], [flow('2024-07-15', '1050')]],
  ]
  for (const [heading, advances, payments] of rows) {
    test(heading, () => {
      const methods = [
        ['EU_EFFECTIVE', euEffectiveApr(advances, payments).apr],
        ['REG_Z_ACTUARIAL', regulationZApr(advances, payments).apr],
      ]
      assert.deepEqual(methods, tableOf(heading))
    })
  }
})

test('every worked example of the page is computed here', () => {
  const source = readFileSync(import.meta.filename, 'utf8')
  const generated = ['REDUCE_', 'PAY_NEXT', 'ADJUST_LAST', 'EXTEND_TERM']
  for (const [, heading = ''] of PAGE.matchAll(/^### (.+)$/gm)) {
    if (!generated.some((part) => heading.includes(part))) assert.ok(source.includes(heading), heading)
  }
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RuleBook } from '../../../rules/rule-book.ts'
import type { Rules } from '../../../rules/rules.ts'
import type { RuleInput, RuleOutput } from '../../../rules/values.ts'
import { gradeSignals, type Signal, withSignals } from './grade-signals.ts'

const REQUEST = { productCode: 'PERSONAL', currency: 'USD', requestedAmount: 1000, interestRate: 9, termMonths: 12 }

/** A rule book with one table, which records what it is asked. */
function bookOf(evaluate: (facts: RuleInput) => RuleOutput | undefined): Pick<RuleBook, 'get'> {
  return { get: () => ({ mode: 'compiled', evaluate }) as unknown as Rules }
}

async function factsOf(signals: readonly Signal[]): Promise<RuleInput> {
  let asked: RuleInput = {}
  const book = bookOf((facts) => {
    asked = facts
    return { riskGrade: 'A', recommendation: 'APPROVE', reasons: [] }
  })
  await gradeSignals(book, REQUEST, withSignals({}, signals))
  return asked
}

describe('signals', () => {
  test('of a type replace earlier ones, in any spelling', () => {
    const known = withSignals({ CREDIT_SCORE: 500, OTHER: 'x' }, [
      { type: 'credit-score', value: 700 },
      { type: 'Income', value: 4000 },
      { type: 'Thin.File', value: true },
    ])
    assert.deepEqual(known, { CREDIT_SCORE: 700, OTHER: 'x', MONTHLY_INCOME: 4000, THIN_FILE: true })
  })

  const WRONG: [type: string, value: Signal['value'], message: string][] = [
    ['CREDIT_SCORE', '700', 'must be a number'],
    ['BANKRUPTCY', 'true', 'must be a boolean'],
    ['BANKRUPTCY', 1, 'must be a boolean'],
    ['MONTHLY_DEBT', -1, 'must not be negative'],
  ]
  for (const [type, value, message] of WRONG) {
    test(`${type} ${JSON.stringify(value)} is a 400: it ${message}`, () => {
      const signals = [
        { type: 'FREE', value: 'x' },
        { type, value },
      ]
      assert.throws(() => withSignals({}, signals), {
        kind: 'invalid',
        details: [{ path: 'signals[1].value', message }],
      })
    })
  }

  test('of more than 500 types are refused', () => {
    const many = Array.from({ length: 501 }, (_, n) => ({ type: `T${n}`, value: n }))
    assert.throws(() => withSignals({}, many), { reason: 'loans.history-full' })
  })
})

describe('the table is asked with', () => {
  const income = { type: 'MONTHLY_INCOME', value: 3000 }
  const debt = { type: 'MONTHLY_DEBT', value: 1000 }
  const ROWS: [title: string, signals: Signal[], dti: number | null][] = [
    ['debt over income', [income, debt], 0.3333],
    ['a year of income', [{ type: 'ANNUAL_INCOME', value: 36_000 }, debt], 0.3333],
    ['no share without debt', [income], null],
    ['no share without income', [debt], null],
    ['no share of an income of nothing', [{ ...income, value: 0 }, debt], null],
    [
      'a share that is finite',
      [
        { ...income, value: 1e-300 },
        { ...debt, value: 1e300 },
      ],
      null,
    ],
  ]
  for (const [title, signals, dti] of ROWS) {
    test(title, async () => assert.equal((await factsOf(signals)).dti, dti))
  }

  test('the request, the score and every signal', async () => {
    assert.deepEqual(
      await factsOf([
        { type: 'SCORE', value: 700 },
        { type: 'X', value: 'y' },
      ]),
      {
        ...REQUEST,
        score: 700,
        monthlyIncome: null,
        monthlyDebt: null,
        dti: null,
        signals: { CREDIT_SCORE: 700, X: 'y' },
      },
    )
  })
})

describe('without an answer of the table nothing is graded', () => {
  const BOOKS: [title: string, book: Pick<RuleBook, 'get'>][] = [
    ['there is no file', { get: () => undefined }],
    [
      'the evaluation fails',
      bookOf(() => {
        throw new Error('zen is gone')
      }),
    ],
    ['the output cannot be read', bookOf(() => ({ recommendation: 'YES' }))],
  ]
  for (const [title, book] of BOOKS) {
    test(`when ${title}: 503`, async () => {
      await assert.rejects(gradeSignals(book, REQUEST, {}), {
        reason: 'loans.rules-unavailable',
        httpStatus: 503,
      })
    })
  }
})

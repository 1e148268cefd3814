import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { Problem, type ProblemDetail } from '../../../platform/kernel/problems/problem.ts'
import { bodyValidator, type Findings } from './validation.ts'

const schema = Type.Object({
  transaction: Type.Object({
    rrn: Type.String({ pattern: '^[0-9]{12}$', expected: 'must be 12 digits' }),
    type: Type.Enum(['X', 'Y'], { type: 'string', expected: 'must be X or Y' }),
    note: Type.Optional(Type.Refine(Type.String({ expected: 'must be plain' }), (text) => !text.includes('\n'))),
  }),
  amount: Type.Optional(
    Type.Object({ amount: Type.Number({ exclusiveMinimum: 0, expected: 'must be greater than 0' }) }),
  ),
  flag: Type.Optional(Type.Boolean()),
  items: Type.Optional(
    Type.Array(Type.Object({ amount: Type.String() }), {
      minItems: 1,
      maxItems: 2,
      expected: 'must list 1 or 2 items',
    }),
  ),
  extras: Type.Optional(Type.Object({ a: Type.Optional(Type.String()) })),
})
const validate = bodyValidator(schema)
const GOOD = { transaction: { rrn: '123456789012', type: 'X' } }

function detailsOf(body: unknown, validator: (body: unknown) => unknown = validate): readonly ProblemDetail[] {
  try {
    validator(body)
  } catch (error) {
    if (error instanceof Problem) return error.details
    throw error
  }
  return []
}

test('a valid body is returned unchanged, unknown fields included', () => {
  const body = { ...GOOD, unknown: { anything: [1] } }
  assert.equal(validate(body), body)
})

/** The placeholder that the JSON parser leaves for a number that a double cannot hold. */
const LOSSY = Symbol('has too many digits')
const rrn = (message: string) => ({ path: 'transaction.rrn', message })
const type = (message: string) => ({ path: 'transaction.type', message })
const cases: [title: string, body: unknown, details: ProblemDetail[]][] = [
  ['a missing object is named by its required fields', {}, [rrn('is required'), type('is required')]],
  ['a missing field is required', { transaction: { type: 'X' } }, [rrn('is required')]],
  ['a field set to null is not missing', { transaction: { rrn: null, type: 'X' } }, [rrn('must be a string')]],
  ['a number is not a string of digits', { transaction: { rrn: 123456789012, type: 'X' } }, [rrn('must be a string')]],
  ['a text that does not fit says what does', { transaction: { rrn: '1', type: 'X' } }, [rrn('must be 12 digits')]],
  [
    'a value outside the list says the list',
    { transaction: { rrn: '123456789012', type: 'Z' } },
    [type('must be X or Y')],
  ],
  ['a list value of the wrong type', { transaction: { rrn: '123456789012', type: 1 } }, [type('must be a string')]],
  ['null is no object', { transaction: null }, [{ path: 'transaction', message: 'must be an object' }]],
  ['a list is no object', { transaction: [] }, [{ path: 'transaction', message: 'must be an object' }]],
  [
    'a string is no number',
    { ...GOOD, amount: { amount: '20' } },
    [{ path: 'amount.amount', message: 'must be a number' }],
  ],
  [
    'a bound says itself',
    { ...GOOD, amount: { amount: 0 } },
    [{ path: 'amount.amount', message: 'must be greater than 0' }],
  ],
  [
    'a lossy number says why in a number field, and is of the wrong type elsewhere',
    { transaction: { rrn: LOSSY, type: LOSSY }, amount: { amount: LOSSY }, flag: LOSSY, items: [LOSSY], extras: LOSSY },
    [
      rrn('must be a string'),
      type('must be a string'),
      { path: 'amount.amount', message: 'has too many digits' },
      { path: 'flag', message: 'must be a boolean' },
      { path: 'items[0]', message: 'must be an object' },
      { path: 'extras', message: 'must be an object' },
    ],
  ],
  ['a lossy number in an unknown field is ignored', { ...GOOD, extras: { trace: LOSSY }, trace: LOSSY }, []],
  [
    'an optional object that is sent is checked',
    { ...GOOD, amount: {} },
    [{ path: 'amount.amount', message: 'is required' }],
  ],
  ['a text is no boolean', { ...GOOD, flag: 'true' }, [{ path: 'flag', message: 'must be a boolean' }]],
  [
    'items are named by their index',
    { ...GOOD, items: [{ amount: '1' }, {}] },
    [{ path: 'items[1].amount', message: 'is required' }],
  ],
  ['an object is no list', { ...GOOD, items: {} }, [{ path: 'items', message: 'must be an array' }]],
  ['an empty list is too short', { ...GOOD, items: [] }, [{ path: 'items', message: 'must list 1 or 2 items' }]],
  [
    'a list that is too long is not walked',
    { ...GOOD, items: [1, 2, 3] },
    [{ path: 'items', message: 'must list 1 or 2 items' }],
  ],
  [
    'a refinement is explained like a pattern',
    { transaction: { ...GOOD.transaction, note: 'a\nb' } },
    [{ path: 'transaction.note', message: 'must be plain' }],
  ],
  [
    'every fault is listed at once',
    { transaction: { rrn: '1' }, amount: { amount: -1 }, flag: 1 },
    [
      rrn('must be 12 digits'),
      type('is required'),
      { path: 'amount.amount', message: 'must be greater than 0' },
      { path: 'flag', message: 'must be a boolean' },
    ],
  ],
  ['the body itself must be an object', 'text', [{ path: 'body', message: 'must be an object' }]],
  ['a list is no body', [], [{ path: 'body', message: 'must be an object' }]],
  ['null is no body', null, [{ path: 'body', message: 'must be an object' }]],
]
for (const [title, body, details] of cases) {
  test(`validation: ${title}`, () => assert.deepEqual(detailsOf(body), details))
}

test('rules run even when fields are invalid, and skip the invalid fields', () => {
  const validator = bodyValidator(schema, {
    rules: (body, found: Findings) => {
      if (found.areValid('transaction.rrn') && body.transaction.rrn.startsWith('9'))
        found.add('transaction.rrn', 'is odd')
      if (found.areValid('amount') && body.amount === undefined) found.add('amount.amount', 'is required today')
    },
  })
  assert.deepEqual(detailsOf({ transaction: { rrn: '1', type: 'Z' } }, validator), [
    rrn('must be 12 digits'),
    type('must be X or Y'),
    { path: 'amount.amount', message: 'is required today' },
  ])
  assert.deepEqual(detailsOf({ transaction: { rrn: '912345678901', type: 'X' }, amount: { amount: 1 } }, validator), [
    rrn('is odd'),
  ])
  assert.deepEqual(detailsOf(undefined, validator), [rrn('is required'), type('is required')])
})

test('a body is rejected exactly when the schema rejects it, with at least one path', () => {
  const anything = fc.oneof(
    fc.constant(undefined),
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('X', 'Y', '123456789012'),
  )
  const bodies = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.record({
      transaction: fc.oneof(anything, fc.record({ rrn: anything, type: anything, note: anything })),
      amount: fc.oneof(anything, fc.record({ amount: anything })),
      flag: anything,
      items: fc.oneof(anything, fc.array(fc.record({ amount: anything }), { maxLength: 4 })),
      extras: anything,
    }),
  )
  fc.assert(
    fc.property(bodies, (body) => {
      const sent: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body))
      assert.equal(detailsOf(sent).length > 0, !Check(schema, sent))
      assert.ok(!detailsOf(sent).some(({ message }) => message === 'is not valid'))
    }),
    { numRuns: 500 },
  )
})

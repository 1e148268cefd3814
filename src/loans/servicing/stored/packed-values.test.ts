import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pack, unpack } from './packed-values.ts'

const VALUES: [title: string, value: unknown][] = [
  ['an amount', 5n],
  ['an amount that no number holds', -(2n ** 70n)],
  ['a text that looks like an amount', '5n'],
  ['texts that look like dates', [{ a: '2026-02-30' }, { a: '2026-02-28' }]],
  ['nothing', {}],
  ['empty lists', { a: [], b: [[], []] }],
  ['rows with an amount or none', [{ a: 1n }, { a: undefined }, { a: 2n ** 60n }]],
  ['rows of nothing', [{ a: undefined }, { a: undefined }]],
  [
    'rows of whole numbers and others',
    [
      { a: 1, b: 1.5 },
      { a: -7, b: 2 },
      { a: 7, b: -0.25 },
    ],
  ],
  ['rows of lists', [{ a: [] }, { a: [{ b: 1n }, { b: 2n }] }, { a: [{ b: 3n }] }]],
  ['rows of lists of texts', [{ a: ['x'] }, { a: [] }]],
  ['rows of rows', [{ a: { b: { c: 1n } } }, { a: { b: { c: 2n } } }]],
  ['rows with different kinds of values', [{ a: 1 }, { a: 'x' }, { a: true }, { a: [1] }, { a: { b: 1n } }]],
]

for (const [title, value] of VALUES)
  test(`${title} is read as it was packed`, () => assert.deepEqual(unpack(pack(value)), value))

const amounts = fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n })
const dates = fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
const rows = fc.array(
  fc.record(
    {
      n: fc.integer(),
      date: dates.map((date) => date.toISOString().slice(0, 10)),
      amount: amounts,
      maybe: fc.option(amounts, { nil: undefined }),
      text: fc.string(),
      same: fc.constantFrom('A', 'B'),
      parts: fc.record({ principal: amounts, interest: amounts }, { noNullPrototype: true }),
      list: fc.array(fc.record({ amount: amounts, rate: fc.string() }, { noNullPrototype: true }), { maxLength: 3 }),
      ids: fc.array(fc.integer(), { maxLength: 3 }),
    },
    { noNullPrototype: true },
  ),
)

test('whatever rows are packed are read as they were', () => {
  fc.assert(fc.property(rows, (value) => assert.deepEqual(unpack(pack({ value })), { value })))
})

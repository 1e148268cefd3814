import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { eachEngine } from '../../../../test/support/machine/database.ts'
import type { Database } from '../database.ts'
import { plainArray, textArray } from './array-literal.ts'

const AWKWARD = [
  ['', ' ', '  padded  '],
  ['NULL', 'null', '"NULL"', null],
  ['"', '\\', '\\"', '""', '\\\\', 'a\\"b'],
  ['{', '}', '{}', '{1,2}', ',', ',,', ';'],
  ["'", "''", "'; DROP TABLE accounts; --", '$1', '%s'],
  ['\n', '\r\n', '\t', '\u0001', '\u001e', '\u007f'],
  ['ünïcödé', '☂', '𝒳', '👩‍👩‍👧', '\u202e', '\ufeff'],
  [],
  [null, null],
]

eachEngine('array literals', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
  })

  for (const values of AWKWARD) {
    test(`${JSON.stringify(values)} arrives as it was sent`, async () => {
      assert.deepEqual(await roundTrip(values), values)
    })
  }

  test('any text arrives as it was sent', async () => {
    // PostgreSQL keeps every character but NUL; half a surrogate pair is not a character.
    const text = fc.string({ unit: 'binary' }).filter((one) => one.isWellFormed() && !one.includes('\0'))
    const delicate = fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', ',', 'N', 'U', 'L', ' ', '\n') })
    const values = fc.array(fc.oneof(text, delicate, fc.constant(null)), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(values, async (sent) => assert.deepEqual(await roundTrip(sent), sent)),
      { seed: 20_260_310, numRuns: 60 },
    )
  })

  const PLAIN: [type: string, values: (string | number | bigint | boolean | null)[], arrived: unknown[]][] = [
    ['bigint', [0n, -5n, 999_999_999_999_999n, null], [0n, -5n, 999_999_999_999_999n, null]],
    ['integer', [1, -2, null], [1, -2, null]],
    ['boolean', [true, false, null], [true, false, null]],
    ['uuid', ['018f3f6e-0000-7000-8000-000000000001', null], ['018f3f6e-0000-7000-8000-000000000001', null]],
    ['text', [], []],
  ]
  for (const [type, values, arrived] of PLAIN) {
    test(`${type} values need no quoting`, async () => {
      const { rows } = await database.query<{ value: unknown }>(`SELECT unnest($1::${type}[]) AS value`, [
        plainArray(values),
      ])
      assert.deepEqual(
        rows.map((row) => row.value),
        arrived,
      )
    })
  }

  async function roundTrip(values: readonly (string | null)[]): Promise<(string | null)[]> {
    const { rows } = await database.query<{ value: string | null }>(
      // As in every batch: next to a column that has a value in every row.
      'SELECT value FROM unnest($1::text[], $2::integer[]) AS t (value, place) ORDER BY place',
      [textArray(values), plainArray(values.map((_, place) => place))],
    )
    return rows.map((row) => row.value)
  }
})

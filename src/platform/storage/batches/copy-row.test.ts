import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { eachEngine } from '../../../../test/support/machine/database.ts'
import type { Database, Statement } from '../database.ts'
import { type CopyValue, copyRow } from './copy-row.ts'

const COPY: Statement = { name: 'test-copy', text: 'COPY copied (place, value, amount) FROM STDIN' }

const AWKWARD = [
  ['', ' ', '  padded  '],
  ['\\N', '\\', '\\\\', 'N', 'NULL', null, undefined],
  ['\t', '\n', '\r\n', 'a\tb\nc', '\\t', '\\.', '\\.\n'],
  ['"', "'", '{"a":"b\\"c"}', "'; DROP TABLE copied; --"],
  ['\u0001', '\b', '\v', '\f', '\u001e', '\u007f'],
  ['ünïcödé', '☂', '𝒳', '👩‍👩‍👧', '\u202e', '\ufeff'],
]

eachEngine('rows for COPY', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
    await database.query('CREATE TABLE copied (place integer, value text, amount bigint)')
  })

  for (const values of AWKWARD) {
    test(`${JSON.stringify(values)} arrive as they were sent`, async () => {
      assert.deepEqual(
        await arrived(values),
        values.map((value) => value ?? null),
      )
    })
  }

  test('any text arrives as it was sent', async () => {
    // PostgreSQL keeps every character but NUL; half a surrogate pair is not a character.
    const text = fc.string({ unit: 'binary' }).filter((one) => one.isWellFormed() && !one.includes('\0'))
    const delicate = fc.string({ unit: fc.constantFrom('\\', '\t', '\n', '\r', 'N', '.', 't', 'x', '4', ' ') })
    const values = fc.array(fc.oneof(text, delicate, fc.constant(null)), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(values, async (sent) => assert.deepEqual(await arrived(sent), sent)),
      { seed: 20_261_115, numRuns: 60 },
    )
  })

  test('numbers are written as they are', async () => {
    await copy([[7, 'seven', -999_999_999_999_999n]])
    const { rows } = await database.query('SELECT * FROM copied')
    assert.deepEqual(rows, [{ place: 7, value: 'seven', amount: -999_999_999_999_999n }])
  })

  async function arrived(values: readonly CopyValue[]): Promise<(string | null)[]> {
    await copy(values.map((value, place) => [place, value, undefined]))
    const { rows } = await database.query<{ value: string | null }>('SELECT value FROM copied ORDER BY place')
    return rows.map((row) => row.value)
  }

  async function copy(rows: readonly (readonly CopyValue[])[]): Promise<void> {
    await database.query('TRUNCATE copied')
    const session = await database.connect()
    try {
      const [copied] = await session.roundTrip([{ statement: COPY, values: [], rows: rows.map(copyRow).join('') }])
      assert.equal(copied?.rowCount, rows.length)
    } finally {
      session.release()
    }
  }
})

// Between export and removal: only rows go that are in the exported file, as they are in it.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { fillSmallBank } from '../../../test/support/bank/small-bank.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { historyGroups } from '../../app/wire/rooms/history.ts'
import { SecretBox } from '../kernel/secrets/secrets.ts'
import type { Database } from '../storage/database.ts'
import { Archive } from './archive.ts'

const NOW_MS = Date.UTC(2026, 3, 1, 12)
const JANUARY = '202501'
const CHANGED = '000000000002'

const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 7), sandbox: false }])
const clock = { now: () => NOW_MS }

onDatabase('removal of exported rows', (_engine, open) => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-archive-'))
  const file = join(folder, '2025-01', 'FI001', 'books', 'transactions.jsonl.zst')
  let database: Database

  const archive = (onStep = (_step: string) => {}) =>
    new Archive({
      database,
      secretBox,
      clock,
      folder,
      groups: historyGroups(clock).filter(({ name }) => name === 'books'),
      months: { books: 13, inquiries: 13, tokens: 13, keys: 13, lending: 13, audit: 13 },
      onStep,
    })

  async function column(sql: string): Promise<unknown[]> {
    const { rows } = await database.query<{ value: unknown }>(sql)
    return rows.map(({ value }) => value)
  }
  const transactions = () => column('SELECT rrn AS value FROM transactions ORDER BY rrn')

  before(async () => {
    database = (await open()).database
    await fillSmallBank(database)
    const dies = archive((step) => {
      if (step === 'cut') throw new Error('died after the cut')
    })
    await assert.rejects(dies.run(JANUARY), /died after the cut/)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const FILES: [title: string, change: (bytes: Buffer) => Buffer, refusal: RegExp][] = [
    [
      'has other rows',
      (bytes) => zstdCompressSync(String(zstdDecompressSync(bytes)).replace(CHANGED, '000000000009')),
      /is not the file that its manifest means/,
    ],
    [
      'lacks a row',
      (bytes) => zstdCompressSync(String(zstdDecompressSync(bytes)).split('\n').slice(1).join('\n')),
      /is not the file that its manifest means/,
    ],
    ['is cut short', (bytes) => bytes.subarray(0, 20), /cannot be read|is not the file that its manifest means/],
  ]
  for (const [title, change, refusal] of FILES) {
    test(`a file that ${title} removes no row of any table`, async () => {
      const journals = () => column('SELECT journal_id::text AS value FROM journals ORDER BY 1')
      const all = [await transactions(), await journals()]
      const bytes = readFileSync(file)
      writeFileSync(file, change(bytes))
      await assert.rejects(archive().run(JANUARY), refusal)
      writeFileSync(file, bytes)
      assert.deepEqual([await transactions(), await journals()], all)
    })
  }

  test('a row that changed after its export stays as it is, and its RRN is not noted as spent', async () => {
    const before = await transactions()
    await database.transaction(async (sql) => {
      await sql.query(`SET LOCAL tillgate.archiving = 'on'`)
      const { rowCount } = await sql.query(
        `UPDATE transactions SET response = 'changed' WHERE institution_id = 'FI001' AND rrn = $1`,
        [CHANGED],
      )
      assert.equal(rowCount, 1)
    })
    const { archived } = await archive().run(JANUARY)
    assert.deepEqual(
      archived.map(({ group, kept }) => [group, kept]),
      [['books', 1]],
    )
    const left = await transactions()
    assert.ok(left.length < before.length, 'rows as they were exported are removed')
    assert.deepEqual(await column(`SELECT response AS value FROM transactions WHERE rrn = '${CHANGED}'`), ['changed'])
    assert.deepEqual(await column(`SELECT rrn AS value FROM spent_rrns WHERE rrn = '${CHANGED}'`), [])
  })
})

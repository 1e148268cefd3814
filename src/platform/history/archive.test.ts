import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fillSmallBank, idOf } from '../../../test/support/bank/small-bank.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { ArchivedChain } from '../../administration/audit/check-archived.ts'
import { verifyChain } from '../../administration/audit/verify-chain.ts'
import { historyGroups } from '../../app/wire/rooms/history.ts'
import { verifyBooks } from '../../app/wire/verification.ts'
import { Rollups } from '../../oversight/transactions/rollups/rollups.ts'
import { SecretBox } from '../kernel/secrets/secrets.ts'
import type { Database } from '../storage/database.ts'
import { Archive, provesCut } from './archive.ts'
import { checkParts, readRows } from './read-archive.ts'

const NOW_MS = Date.UTC(2026, 3, 1, 12)
const MONTHS = { books: 13, inquiries: 13, tokens: 13, keys: 13, lending: 13, audit: 13 }

const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 7), sandbox: false }])
const clock = { now: () => NOW_MS }

onDatabase('archiving', (_engine, open) => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-archive-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  let database: Database

  before(async () => {
    database = (await open()).database
    await fillSmallBank(database)
  })

  const archive = (onStep?: (step: string) => void) =>
    new Archive({
      database,
      secretBox,
      clock,
      folder,
      groups: historyGroups(clock),
      months: MONTHS,
      ...(onStep && { onStep }),
    })

  async function findings(): Promise<string[]> {
    const books = await verifyBooks(database)
    const audit = await verifyChain(database, { proves: (signature, text) => provesCut(secretBox, signature, text) })
    return [...books.map((one) => JSON.stringify(one)), ...(audit.valid ? [] : [JSON.stringify(audit.firstBreak)])]
  }

  async function column(sql: string): Promise<unknown[]> {
    const { rows } = await database.query<{ value: unknown }>(sql)
    return rows.map(({ value }) => value)
  }

  test('the books are right before', async () => {
    assert.deepEqual(await findings(), [])
  })

  test('a plan counts rows by month and writes nothing', async () => {
    const { archived, waiting } = await archive().plan()
    assert.deepEqual(
      archived
        .filter(({ rows }) => rows > 0)
        .map(({ institutionId, group, month, rows }) => [institutionId, group, month, rows]),
      [
        ['FI001', 'books', '202501', 8],
        ['FI001', 'books', '202502', 1],
        ['FI001', 'inquiries', '202501', 1],
        ['*', 'keys', '202501', 2],
        ['*', 'audit', '202501', 1],
        ['*', 'audit', '202502', 1],
      ],
    )
    assert.deepEqual(waiting, [])
    // The 13 whole months from March 2025 on are kept, with rows or without.
    assert.equal(
      archived
        .map(({ month }) => month)
        .sort()
        .at(-1),
      '202502',
    )
    assert.deepEqual(readdirSync(folder), [])
  })

  test('a month whose business days are not closed waits', async () => {
    await database.query(`UPDATE institutions SET closed_through = '20250228'`)
    const { waiting } = await archive().plan('202502')
    await database.query(`UPDATE institutions SET closed_through = '20250201'`)
    const later = await archive().plan('202502')
    await database.query(`UPDATE institutions SET closed_through = '20260331'`)
    assert.deepEqual(waiting, [])
    assert.deepEqual(
      later.waiting.map(({ group, month }) => [group, month]),
      [
        ['books', '202502'],
        ['inquiries', '202502'],
      ],
    )
  })

  test('runs that die after any step are completed by the next, and the books are right in between', async () => {
    const seen = new Set<string>()
    for (let lasts = 1; ; lasts++) {
      let left = lasts
      const died = await archive((step) => {
        if (left-- === 0) throw new Error(`died after ${step}`)
      })
        .run()
        .then(
          () => undefined,
          (error: Error) => error.message,
        )
      assert.deepEqual(await findings(), [], died)
      if (died === undefined) break
      assert.match(died, /^died after/)
      seen.add(died)
    }
    assert.ok(seen.size >= 8, [...seen].join())
    assert.deepEqual((await archive().run()).archived, [])
  })

  test('nothing is left but what is open, and later months', async () => {
    assert.deepEqual(await column('SELECT effective_date AS value FROM journals ORDER BY 1'), ['20260305'])
    // The declined reversal is an open exception: it stays, and so does the withdrawal that it names.
    assert.deepEqual(await column('SELECT rrn AS value FROM transactions ORDER BY rrn'), [
      '000000000003',
      '000000000005',
      '000000000009',
    ])
    assert.deepEqual(await column(`SELECT hold_id::text AS value FROM holds WHERE released_at IS NOT NULL`), [])
    assert.deepEqual(await column('SELECT journal_id::text AS value FROM account_entries'), [idOf('20260305', 9)])
    for (const table of ['inquiries', 'reversal_tombstones', 'lending_keys', 'digital_references'])
      assert.deepEqual(await column(`SELECT 1 AS value FROM ${table}`), [], table)
  })

  test('balances, RRNs and keys remain', async () => {
    assert.deepEqual(
      await column(
        `SELECT month || ' ' || account || ' ' || balance_minor AS value FROM account_month_balances ORDER BY 1`,
      ),
      [
        '202501 A 99000',
        '202501 opening -100000',
        '202501 vault:ATM1 1000',
        '202502 A 98000',
        '202502 vault:ATM1 2000',
      ],
    )
    assert.deepEqual(await column('SELECT rrn AS value FROM spent_rrns ORDER BY rrn'), [
      '000000000001',
      '000000000002',
      '000000000006',
      '000000000007',
    ])
    assert.equal((await column('SELECT 1 AS value FROM spent_keys')).length, 2)
  })

  test('rollups keep the figures of archived days, also when they are rebuilt', async () => {
    const sums = () => column(`SELECT sum(count) AS value FROM transaction_rollups WHERE institution_id = 'FI001'`)
    const [kept] = await sums()
    const rollups = new Rollups(database)
    for (const day of await rollups.daysWithTransactions()) await rollups.rebuildDay(day)
    assert.deepEqual(await sums(), [kept])
    assert.deepEqual(await findings(), [])
  })

  test('the audit log refuses to lose a record after the anchor, and an anchor of its own', async () => {
    await assert.rejects(database.query('DELETE FROM audit_log'), /append-only/)
    await assert.rejects(database.query('DELETE FROM audit_anchors'), /append-only/)
    await assert.rejects(
      database.transaction(async (sql) => {
        await sql.query(`INSERT INTO audit_anchors SELECT position, hash, '202603', 'v1.AAAA', now() FROM audit_head`)
        const { firstBreak } = await verifyChain(sql, {
          proves: (signature, text) => provesCut(secretBox, signature, text),
        })
        throw new Error(firstBreak?.reason)
      }),
      /not signed by this installation/,
    )
  })

  test('archived rows are read again', async () => {
    const rows: string[] = []
    for await (const line of readRows(folder, secretBox, { from: '2025-01', table: 'transactions' }))
      rows.push(JSON.parse(line).rrn)
    assert.deepEqual(rows.sort(), ['000000000001', '000000000002', '000000000006', '000000000007'])
  })

  test('the archive is as it was written, and its part of the audit log ends at the anchor', async () => {
    const chain = new ArchivedChain()
    assert.deepEqual(await checkParts(folder, secretBox, { audit_log: (_, lines) => chain.check(lines) }), [])
    assert.deepEqual(await column('SELECT max(position) AS value FROM audit_anchors'), [chain.last.position])
  })

  describe('a change of the archive is found', () => {
    const books = join(folder, '2025-01', 'FI001', 'books')
    const CHANGES: [title: string, file: string, change: (bytes: Buffer) => Buffer, found: RegExp][] = [
      [
        'in a file',
        'journals.jsonl.zst',
        (bytes) => Buffer.concat([bytes, Buffer.from([0])]),
        /cannot be read|not the file/,
      ],
      ['a file cut short', 'transactions.jsonl.zst', (bytes) => bytes.subarray(0, 20), /cannot be read|not the file/],
      [
        'in a manifest',
        'manifest.json',
        (bytes) => Buffer.from(String(bytes).replace('"rows": 4', '"rows": 5')),
        /not signed/,
      ],
    ]
    for (const [title, file, change, found] of CHANGES) {
      test(title, async () => {
        const path = join(books, file)
        const bytes = readFileSync(path)
        writeFileSync(path, change(bytes))
        const wrong = await checkParts(folder, secretBox)
        writeFileSync(path, bytes)
        assert.equal(wrong.length, 1)
        assert.match(wrong[0] as string, found)
      })
    }
  })
})

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import type { Database } from '../../platform/storage/database.ts'
import { recordAudit } from './audit-log.ts'
import { verifyChain } from './verify-chain.ts'

const RECORDS = 8
const NOW = Date.parse('2026-03-10T12:00:00.123Z')

const COLUMNS: [column: string, other: string][] = [
  ['audit_id', `'00000000-0000-7000-8000-000000000001'`],
  ['at', `at + interval '1 millisecond'`],
  ['at', `at + interval '1 microsecond'`],
  ['actor_id', `'somebody'`],
  ['actor_id', 'NULL'],
  ['actor_email', `'other@bank.example'`],
  ['action', `'user.delete'`],
  ['resource', `'role'`],
  ['resource_id', `'u-2'`],
  ['before', `'{"a":2}'`],
  ['after', `'{"a": 2}'`],
  ['outcome', `'FAILURE'`],
  ['ip', `'10.0.0.2'`],
  ['correlation_id', 'NULL'],
  ['institution_id', `'FI002'`],
  ['sub_tenant_id', `'00000000-0000-7000-8000-000000000001'`],
  ['hash', `repeat('a', 64)`],
]

/** Tampering that bypasses the triggers, and what is then found at which position. */
const TAMPERING: [what: string, statement: string, position: number, reason: RegExp, hasRecord: boolean][] = [
  ...COLUMNS.map(([column, other]): (typeof TAMPERING)[number] => [
    `${column} of a record becomes ${other}`,
    `UPDATE audit_log SET ${column} = ${other} WHERE position = 4`,
    4,
    /^the hash does not fit the content$/,
    true,
  ]),
  ['prev_hash changes', `UPDATE audit_log SET prev_hash = repeat('b', 64) WHERE position = 4`, 4, /^prevHash/, true],
  ['the first record goes', 'DELETE FROM audit_log WHERE position = 1', 1, /^the record is missing$/, false],
  ['a record goes', 'DELETE FROM audit_log WHERE position = 4', 4, /^the record is missing$/, false],
  ['the tail is cut', 'DELETE FROM audit_log WHERE position > 6', 7, /missing: the head points further/, false],
  ['all of it goes', 'DELETE FROM audit_log', 1, /missing: the head points further/, false],
  [
    'a record is deleted and the others are renumbered',
    'DELETE FROM audit_log WHERE position = 4; UPDATE audit_log SET position = position - 1 WHERE position > 4',
    4,
    /^prevHash/,
    true,
  ],
  [
    'the tail is deleted and the head moved back with its old hash',
    'DELETE FROM audit_log WHERE position > 6; UPDATE audit_head SET position = 6',
    6,
    /^the head is not the hash of the last record$/,
    false,
  ],
  ['the head is moved back', headTo(6), 7, /^the record stands beyond the head$/, true],
  ['the head is gone', 'DELETE FROM audit_head', 0, /^the head is not the hash/, false],
  ['a record is added at the end', copyTo(RECORDS + 1), RECORDS + 1, /^the record stands beyond the head$/, true],
  [
    'a record is added at the end and the head moved forward',
    `${copyTo(RECORDS + 1)}; ${headTo(RECORDS + 1)}`,
    RECORDS + 1,
    /^prevHash/,
    true,
  ],
  ['a record is added before the first', copyTo(0), 0, /^the record stands before the first one$/, true],
]

function copyTo(position: number): string {
  return `INSERT INTO audit_log SELECT (jsonb_populate_record(l, jsonb_build_object('position', ${position},
            'audit_id', gen_random_uuid()))).* FROM audit_log l WHERE position = 3`
}

function headTo(position: number): string {
  return `UPDATE audit_head h SET position = l.position, hash = l.hash FROM audit_log l WHERE l.position = ${position}`
}

onDatabase('verifying the audit log', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
  })

  test('an empty log is valid', async () => {
    assert.deepEqual(await verifyChain(database), {
      valid: true,
      checked: 0,
      head: { position: 0, hash: '0'.repeat(64) },
    })
  })

  test('an untouched log is valid, also over several pages', async () => {
    for (let n = 0; n < RECORDS; n++) await append(n)
    const report = await verifyChain(database)
    assert.deepEqual([report.valid, report.checked, report.head.position], [true, RECORDS, RECORDS])
    assert.equal((await readHash(RECORDS))?.hash, report.head.hash)
  })

  for (const [what, statement, position, reason, hasRecord] of TAMPERING) {
    test(`${what}: reported at ${position}`, async () => {
      const report = await tampered(statement)
      assert.equal(report.valid, false)
      assert.equal(report.firstBreak?.position, position)
      assert.match(report.firstBreak.reason, reason)
      assert.equal(report.firstBreak.auditId !== undefined, hasRecord)
    })
  }

  test('the first of several breaks is reported', async () => {
    const report = await tampered(
      `UPDATE audit_log SET ip = 'x' WHERE position IN (3, 5); DELETE FROM audit_log WHERE position = 7`,
    )
    assert.equal(report.firstBreak?.position, 3)
    assert.equal(report.checked, 2)
  })

  test('a log of several pages is walked to its end', async () => {
    await database.transaction(async (sql) => {
      for (let n = RECORDS; n < 1_100; n++) await recordAudit(sql, NOW, {}, { action: 'a.b', resource: 'r' })
    })
    const report = await verifyChain(database)
    assert.deepEqual([report.valid, report.checked], [true, 1_100])
    const broken = await tampered(`UPDATE audit_log SET ip = 'x' WHERE position = 1001`)
    assert.deepEqual([broken.firstBreak?.position, broken.checked], [1001, 1000])
  })

  test('records written during a walk are not reported as a break', async () => {
    const reports = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        await append(n)
        return verifyChain(database)
      }),
    )
    assert.deepEqual(
      reports.map((report) => report.firstBreak),
      reports.map(() => undefined),
    )
  })

  function append(n: number): Promise<void> {
    return database.transaction((sql) =>
      recordAudit(
        sql,
        NOW + n,
        {
          userId: 'u-9',
          email: 'boss@bank.example',
          ip: '10.0.0.1',
          correlationId: '5b0c1d3e-2f4a-4b6c-8d7e-9f0a1b2c3d4e',
          scope: { institutionId: 'FI001', subTenantId: '00000000-0000-7000-8000-00000000000a' },
        },
        { action: 'user.update', resource: 'user', resourceId: 'u-1', before: { a: 1 }, after: { a: 2 } },
      ),
    )
  }

  async function readHash(position: number): Promise<{ hash: string } | undefined> {
    return (await database.query<{ hash: string }>('SELECT hash FROM audit_log WHERE position = $1', [position]))
      .rows[0]
  }

  /** Verifies the log after a superuser's change, then rolls the change back. */
  async function tampered(statement: string) {
    let report: Awaited<ReturnType<typeof verifyChain>> | undefined
    const takenBack = new Error('rolled back')
    await assert.rejects(
      database.transaction(async (sql) => {
        await sql.query('ALTER TABLE audit_log DISABLE TRIGGER USER')
        await sql.query('ALTER TABLE audit_head DISABLE TRIGGER USER')
        for (const one of statement.split('; ')) await sql.query(one)
        report = await verifyChain(sql)
        throw takenBack
      }),
      takenBack,
    )
    return report!
  }
})

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { CHECKS, verifyBooks } from '../../app/wire/verification.ts'
import { CUSTOMERS_VERIFIED } from '../../oversight/customers/customer-checks.ts'
import { ROLLUPS_VERIFIED } from '../../oversight/transactions/rollups/rollup-checks.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import { BUILTIN_LEDGER_VERIFIED } from '../../tokens/ledgers/builtin/builtin-checks.ts'
import { TOKENS_VERIFIED } from '../../tokens/movements/checks/movement-checks.ts'
import { BREAKAGES, SMALL_BANK } from './breakages.fixture.ts'
import { CASH_BREAKAGES } from './cash-breakages.fixture.ts'

const ALL_BREAKAGES = [...BREAKAGES, ...CASH_BREAKAGES]

test('every check has a breakage that it finds', () => {
  const broken = new Set(ALL_BREAKAGES.flatMap(({ found }) => found.map((line) => line.split(' | ')[0])))
  // Rollups, customers' records, loans and tokens have tests of their own.
  const elsewhere = new Set([
    ...ROLLUPS_VERIFIED.checks,
    ...CUSTOMERS_VERIFIED.checks,
    ...TOKENS_VERIFIED.checks,
    ...BUILTIN_LEDGER_VERIFIED.checks,
  ])
  const checks = CHECKS.filter((check) => !elsewhere.has(check) && !/\bloans?\b/.test(check.name))
  assert.deepEqual(
    checks.map((check) => check.name).filter((name) => !broken.has(name)),
    [],
  )
})

onDatabase('verifying the books', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
    await database.query(SMALL_BANK)
  })

  test('correct books give no findings', async () => {
    assert.deepEqual(await verifyBooks(database), [])
  })

  for (const { title, sql, found } of ALL_BREAKAGES) {
    test(title, async () => {
      const findings = await afterBreaking(sql, verifyBooks)
      assert.deepEqual(
        findings.map(({ check, subject, detail }) => `${check} | ${subject} | ${detail}`).sort(),
        [...found].sort(),
      )
      assert.ok(findings.every(({ institutionId }) => institutionId === 'FI001'))
    })
  }

  test('a check stops at a hundred findings', async () => {
    const findings = await afterBreaking(
      `INSERT INTO journals
       SELECT 'FI001', gen_random_uuid(), 'TRANSFER', '20260102', now(), NULL, 'CC', '{A,A}', '{USD,USD}', '{1,-1}'
         FROM generate_series(1, 150)`,
      verifyBooks,
    )
    assert.equal(findings.length, 100)
  })

  /** Breaks the books, runs `look`, and rolls back. */
  async function afterBreaking<T>(breakage: string, look: (sql: Sql) => Promise<T>): Promise<T> {
    const undone = new Error('undone')
    let result: T | undefined
    await assert.rejects(
      database.transaction(async (sql) => {
        await sql.query(breakage)
        result = await look(sql)
        throw undone
      }),
      undone,
    )
    return result as T
  }
})

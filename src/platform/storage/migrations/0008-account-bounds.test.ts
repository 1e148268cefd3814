import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import type { Database } from '../database.ts'
import { migrate } from '../schema/migrate.ts'
import { readMigrations } from '../schema/migration-file.ts'

const SHIPPED = readMigrations()

onDatabase('the bounds of accounts', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
    // The previous schema, with accounts that the previous version opened.
    await database.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    await migrate(database, { migrations: SHIPPED.filter(({ number }) => number < 8) })
    await openAsBefore('OLD-LOAN', 'LOAN', -50_000n)
    await openAsBefore('OLD-CHECKING', 'DDA', 100n, 200n)
    const applied = await migrate(database)
    assert.ok(applied.includes('0008-account-bounds'))
    // A node of the previous version keeps opening accounts for a while.
    await openAsBefore('NEW-LOAN', 'LOAN', -50_000n)
    await openAsBefore('NEW-CHECKING', 'DDA', 100n, 200n)
  })

  // [overdraft, ceiling]
  const BOUNDS: [accountId: string, bounds: [bigint | null, bigint | null]][] = [
    ['OLD-LOAN', [null, 0n]],
    ['OLD-CHECKING', [200n, null]],
    ['NEW-LOAN', [null, 0n]],
    ['NEW-CHECKING', [200n, null]],
  ]
  for (const [accountId, bounds] of BOUNDS) {
    test(`of ${accountId} are an overdraft of ${bounds[0]} and a ceiling of ${bounds[1]}`, async () => {
      assert.deepEqual(await boundsOf(accountId), bounds)
    })
  }

  test('that a loan is opened with are kept', async () => {
    await database.query(
      `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability,
                             branch_id, balance_minor, overdraft_minor, ceiling_minor)
       VALUES ('FI001', 'BOUNDED', 'C', 'LOAN', 'D', 'USD', '06', '001', -1, 900, -1)`,
    )
    assert.deepEqual(await boundsOf('BOUNDED'), [900n, -1n])
  })

  const MOVES: [accountId: string, balanceMinor: bigint, constraint: string | undefined][] = [
    ['OLD-LOAN', -900_000n, undefined],
    ['OLD-LOAN', 0n, undefined],
    ['OLD-LOAN', 1n, 'never_above_ceiling'],
    ['NEW-LOAN', 1n, 'never_above_ceiling'],
    ['OLD-CHECKING', -200n, undefined],
    ['OLD-CHECKING', -201n, 'never_below_limit'],
    ['OLD-CHECKING', 10n ** 17n, undefined],
  ]
  for (const [accountId, balanceMinor, constraint] of MOVES) {
    test(`${constraint === undefined ? 'allow' : 'forbid'} ${accountId} a balance of ${balanceMinor}`, async () => {
      const moved = database.query('UPDATE accounts SET balance_minor = $2 WHERE account_id = $1', [
        accountId,
        balanceMinor,
      ])
      if (constraint === undefined) await moved
      else await assert.rejects(moved, new RegExp(`${constraint}|loan_never_overpaid`))
    })
  }

  /** As versions before 0008 insert an account: without its ceiling, and without an overdraft unless it has one. */
  async function openAsBefore(accountId: string, type: string, balanceMinor: bigint, overdraftMinor = 0n) {
    await database.query(
      `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability,
                             branch_id, balance_minor, overdraft_minor)
       VALUES ('FI001', $1, 'C', $2, 'D', 'USD', '06', '001', $3, $4)`,
      [accountId, type, balanceMinor, overdraftMinor],
    )
  }

  async function boundsOf(accountId: string): Promise<unknown> {
    const { rows } = await database.query<{ overdraft_minor: bigint | null; ceiling_minor: bigint | null }>(
      'SELECT overdraft_minor, ceiling_minor FROM accounts WHERE account_id = $1',
      [accountId],
    )
    return rows[0] && [rows[0].overdraft_minor, rows[0].ceiling_minor]
  }
})

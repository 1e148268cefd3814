import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { emptyTables } from '../../../test/support/machine/empty-tables.ts'
import { openDirectory } from '../../administration/institutions/directory-store.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { releaseHolds, releaseHoldsOf } from './release-holds.ts'

const clock = { now: () => Date.parse('2026-03-10T02:00:00Z') }

onDatabase('releasing holds', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone) VALUES
         ('FI001', 'One', 'ACTIVE', 'USD', 'America/New_York'), ('FI003', 'Three', 'ACTIVE', 'USD', 'UTC')`,
    )
  })

  beforeEach(async () => {
    await emptyTables(database, 'accounts, holds')
    for (const institutionId of ['FI001', 'FI003']) {
      for (const accountId of ['A', 'B']) {
        await database.query(
          `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability,
                                 branch_id, balance_minor)
           VALUES ($1, $2, 'C', 'DDA', 'D', 'USD', '06', '001', 1000)`,
          [institutionId, accountId],
        )
      }
    }
  })

  test('a hold is released on its due date and not before', async () => {
    await hold('FI001', 'A', 100, '20260310')
    await hold('FI001', 'A', 20, '20260311')
    await hold('FI001', 'B', 3, '20260309')
    assert.equal(await releaseHoldsOf('FI001', '20260309', { database, clock }), 1)
    assert.deepEqual(await held('FI001'), { A: 120n, B: 0n })
    assert.equal(await releaseHoldsOf('FI001', '20260310', { database, clock }), 1)
    assert.deepEqual(await held('FI001'), { A: 20n, B: 0n })
    assert.equal(await releaseHoldsOf('FI001', '20260310', { database, clock }), 0)
    const { rows } = await database.query(`SELECT amount_minor, released_at FROM holds WHERE release_on = '20260310'`)
    assert.deepEqual(rows, [{ amount_minor: 100n, released_at: new Date(clock.now()) }])
  })

  test('each institution goes by its own business date', async () => {
    await hold('FI001', 'A', 100, '20260310')
    await hold('FI003', 'A', 100, '20260310')
    const directory = await openDirectory({ database, environment: 'sandbox' })
    directory.close()
    // 02:00 UTC on the tenth is the evening of the ninth in New York.
    assert.equal(await releaseHolds({ database, clock, institutions: () => directory.institutions() }), 1)
    assert.deepEqual(await held('FI001'), { A: 100n, B: 0n })
    assert.deepEqual(await held('FI003'), { A: 0n, B: 0n })
  })

  test('an institution whose holds cannot be released does not keep others waiting', async () => {
    await hold('FI001', 'A', 100, '20260309')
    await hold('FI003', 'A', 100, '20260310')
    // Less is held than the holds say: releasing them would break a rule of the table.
    await database.query(`UPDATE accounts SET held_minor = 1 WHERE institution_id = 'FI001' AND account_id = 'A'`)
    const directory = await openDirectory({ database, environment: 'sandbox' })
    directory.close()
    await assert.rejects(
      releaseHolds({ database, clock, institutions: () => directory.institutions() }),
      AggregateError,
    )
    assert.deepEqual(await held('FI003'), { A: 0n, B: 0n })
    assert.deepEqual(await held('FI001'), { A: 1n, B: 0n })
  })

  test('two concurrent releases of many holds free the money once', async () => {
    for (let i = 1; i <= 10; i++) await hold('FI001', i % 2 === 0 ? 'A' : 'B', i, '20260310')
    const released = await Promise.all([1, 2].map(() => releaseHoldsOf('FI001', '20260310', { database, clock })))
    assert.equal(released[0]! + released[1]!, 10)
    assert.deepEqual(await held('FI001'), { A: 0n, B: 0n })
  })

  async function hold(institutionId: string, accountId: string, amountMinor: number, releaseOn: string): Promise<void> {
    const id = newId(systemClock.now())
    await database.query('INSERT INTO holds VALUES ($1, $2, $3, $2, $4, $5, NULL)', [
      institutionId,
      id,
      accountId,
      amountMinor,
      releaseOn,
    ])
    await database.query(
      'UPDATE accounts SET held_minor = held_minor + $3 WHERE institution_id = $1 AND account_id = $2',
      [institutionId, accountId, amountMinor],
    )
  }

  async function held(institutionId: string): Promise<Record<string, bigint>> {
    const { rows } = await database.query<{ account_id: string; held_minor: bigint }>(
      'SELECT account_id, held_minor FROM accounts WHERE institution_id = $1 ORDER BY account_id',
      [institutionId],
    )
    return Object.fromEntries(rows.map((row) => [row.account_id, row.held_minor]))
  }
})

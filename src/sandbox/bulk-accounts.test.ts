import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../test/support/machine/database.ts'
import { verifyBooks } from '../app/wire/verification.ts'
import { systemClock } from '../platform/kernel/time/clock.ts'
import type { Database } from '../platform/storage/database.ts'
import { seedAccounts } from './bulk-accounts.ts'

onDatabase('bulk accounts', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone, branches)
       VALUES ('FI001', 'One', 'ACTIVE', 'USD', 'UTC', '[{"id": "007", "name": "Main", "address": "1 Main"}]')`,
    )
  })

  test('the requested number is created, and a second call creates only what is missing', async () => {
    const progress: number[] = []
    const make = (count: number) =>
      seedAccounts(database, { count, institutionId: 'FI001', clock: systemClock, onProgress: (n) => progress.push(n) })
    assert.equal(await make(100), 100)
    assert.equal(await make(100), 0)
    assert.equal(await make(20_150), 20_050)
    assert.equal(await make(50), 0)
    assert.deepEqual(progress, [100, 100, 20_100, 20_150, 20_150])

    const { rows } = await database.query(
      `SELECT count(*)::int AS accounts, min(account_id) AS first, max(account_id) AS last, sum(balance_minor)::text AS total,
              min(branch_id) AS branch FROM accounts`,
    )
    assert.deepEqual(rows[0], {
      accounts: 20_150,
      first: '5000000001',
      last: '5000020150',
      total: '201500000000',
      branch: '007',
    })
    assert.deepEqual(await verifyBooks(database), [])
  })

  test('two concurrent seeders create each account once', async () => {
    const made = await Promise.all(
      [1, 2].map(() => seedAccounts(database, { count: 20_300, institutionId: 'FI001', clock: systemClock })),
    )
    assert.equal(made[0]! + made[1]!, 150)
    assert.deepEqual(await verifyBooks(database), [])
  })

  test('an unknown institution and an invalid count are rejected', async () => {
    const options = { institutionId: 'FI009', clock: systemClock }
    await assert.rejects(seedAccounts(database, { ...options, count: 1 }), /no institution FI009/)
    for (const count of [-1, 1.5, 1_000_000_000]) {
      await assert.rejects(seedAccounts(database, { ...options, count }), RangeError)
    }
  })
})

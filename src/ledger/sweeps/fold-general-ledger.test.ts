import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { emptyTables } from '../../../test/support/machine/empty-tables.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { foldChunk, foldGeneralLedger } from './fold-general-ledger.ts'

onDatabase('folding the general ledger', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
  })

  beforeEach(async () => {
    await emptyTables(database, 'general_ledger_deltas, general_ledger_totals')
  })

  test('deltas are added to totals per institution, account and currency, and deleted', async () => {
    await addDelta('FI001', 'vault:ATM1', 'USD', -500n)
    await addDelta('FI001', 'vault:ATM1', 'USD', -700n)
    await addDelta('FI001', 'vault:ATM1', 'JPY', -30n)
    await addDelta('FI002', 'vault:ATM1', 'USD', 11n)
    assert.equal(await foldGeneralLedger(database), 4)
    await addDelta('FI001', 'vault:ATM1', 'USD', 200n)
    assert.equal(await foldGeneralLedger(database), 1)
    assert.deepEqual(await totals(), [
      'FI001 vault:ATM1 JPY -30',
      'FI001 vault:ATM1 USD -1000',
      'FI002 vault:ATM1 USD 11',
    ])
    assert.equal(await foldGeneralLedger(database), 0)
  })

  test('a chunk is bounded and all chunks are folded', async () => {
    for (let i = 1; i <= 5; i++) await addDelta('FI001', 'fees:access', 'USD', BigInt(i))
    assert.equal(await foldChunk(database, 'FI001', 2), 2)
    assert.equal(await foldGeneralLedger(database, 2), 3)
    assert.deepEqual(await totals(), ['FI001 fees:access USD 15'])
  })

  test('folding twice at once counts every delta once', async () => {
    for (let i = 1; i <= 20; i++) await addDelta('FI001', 'fees:access', 'USD', 1n)
    const folded = await Promise.all([1, 2, 3].map(() => foldGeneralLedger(database, 3)))
    const rest = await foldGeneralLedger(database)
    assert.equal(
      folded.reduce((sum, n) => sum + n, rest),
      20,
    )
    assert.deepEqual(await totals(), ['FI001 fees:access USD 20'])
  })

  async function addDelta(
    institutionId: string,
    account: string,
    currency: string,
    amountMinor: bigint,
  ): Promise<void> {
    await database.query('INSERT INTO general_ledger_deltas VALUES ($1, $2, $3, $4, $5)', [
      institutionId,
      newId(systemClock.now()),
      account,
      currency,
      amountMinor,
    ])
  }

  async function totals(): Promise<string[]> {
    const { rows } = await database.query<{ line: string }>(
      `SELECT concat_ws(' ', institution_id, account, currency, amount_minor) AS line
         FROM general_ledger_totals ORDER BY institution_id, account, currency`,
    )
    return rows.map((row) => row.line)
  }
})

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { openDirectory } from '../../administration/institutions/directory-store.ts'
import { EndOfDay } from '../../oversight/business-days/end-of-day.ts'
import type { Database } from '../../platform/storage/database.ts'
import { ledgerClosingSteps, ledgerSweeps } from './ledger-sweeps.ts'

const HOLD = '00000000-0000-7000-8000-000000000001'

onDatabase('the sweeps of the ledger', (_engine, open) => {
  let database: Database
  let now = Date.parse('2026-03-10T12:00:00Z')
  const clock = { now: () => now }

  before(async () => {
    database = (await open()).database
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone, closed_through)
       VALUES ('FI001', 'One', 'ACTIVE', 'USD', 'UTC', '20260309');
       INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability,
                             branch_id, balance_minor, held_minor)
       VALUES ('FI001', 'A', 'C', 'DDA', 'D', 'USD', '06', '001', 1000, 300);
       INSERT INTO holds VALUES ('FI001', '${HOLD}', 'A', '${HOLD}', 300, '20260312', NULL);
       INSERT INTO general_ledger_deltas VALUES ('FI001', '${HOLD}', 'clearing:checks', 'USD', -300)`,
    )
  })

  test('a hold lasts until its due date begins, and every past day is closed', async () => {
    now = Date.parse('2026-03-11T12:00:00Z')
    assert.deepEqual(await endOfDay().closePassedDays(), [{ institutionId: 'FI001', date: '20260310' }])
    assert.deepEqual(await state(), { held: 300n, deltas: 0, closed_through: '20260310' })
    now = Date.parse('2026-03-12T00:00:01Z')
    assert.deepEqual(await endOfDay().closePassedDays(), [{ institutionId: 'FI001', date: '20260311' }])
    assert.deepEqual(await state(), { held: 0n, deltas: 0, closed_through: '20260311' })
  })

  test('after years at once, each hold is released on its own day', async () => {
    const later = HOLD.replace(/1$/, '2')
    await database.query(
      `UPDATE accounts SET held_minor = 70;
       INSERT INTO holds VALUES ('FI001', '${HOLD.replace(/1$/, '3')}', 'A', '${HOLD}', 20, '20260101', NULL),
                                ('FI001', '${later}', 'A', '${HOLD}', 40, '20270115', NULL),
                                ('FI001', '${HOLD.replace(/1$/, '4')}', 'A', '${HOLD}', 10, '20360313', NULL)`,
    )
    now = Date.parse('2036-03-12T12:00:00Z')
    const closed = await endOfDay().closePassedDays()
    assert.deepEqual([closed[0]?.date, closed.at(-1)?.date, closed.length], ['20260312', '20360311', 3_653])
    assert.deepEqual(await state(), { held: 10n, deltas: 0, closed_through: '20360311' })
  })

  test('a sweep with nothing to do does not fail', async () => {
    const directory = await openDirectory({ database, environment: 'sandbox' })
    directory.close()
    for (const sweep of ledgerSweeps({ database, clock, institutions: () => directory.institutions() }))
      await sweep.run()
    assert.deepEqual(await state(), { held: 10n, deltas: 0, closed_through: '20360311' })
  })

  function endOfDay(): EndOfDay {
    return new EndOfDay({ database, clock, steps: ledgerClosingSteps({ database, clock }) })
  }

  async function state(): Promise<unknown> {
    const { rows } = await database.query(
      `SELECT (SELECT held_minor FROM accounts) AS held, (SELECT count(*)::int FROM general_ledger_deltas) AS deltas,
              (SELECT closed_through FROM institutions) AS closed_through`,
    )
    return rows[0]
  }
})

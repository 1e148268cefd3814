import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { eachEngine } from '../../test/support/database.ts'
import { openDirectory } from '../institutions/directory-store.ts'
import { MovableClock, systemClock } from '../kernel/clock.ts'
import { SecretBox } from '../kernel/secrets.ts'
import { verifyBooks } from '../ledger/verify.ts'
import type { Database } from '../storage/database.ts'
import { resetSandbox } from './reset-sandbox.ts'
import { seedSandbox } from './seed-sandbox.ts'

const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])

eachEngine('resetting the sandbox', (_engine, open) => {
  let database: Database
  const clock = new MovableClock(systemClock)

  before(async () => {
    database = (await open()).database
    await database.transaction((sql) => seedSandbox(sql, { clock, secretBox }))
  })

  test('everything is as on day one, here at once and elsewhere by the epoch', async () => {
    const directory = await openDirectory({ database, environment: 'sandbox', pollMs: 60_000 })
    directory.close()
    const before = await fingerprint()
    const epoch = await epochNow()
    await database.query(
      `UPDATE accounts SET balance_minor = 1 WHERE account_id = '1000000001';
       DELETE FROM cards;
       UPDATE institutions SET status = 'TERMINATED';
       INSERT INTO preference_profiles VALUES ('FI001', 'h', '2', '{"neverAsk": true}', 'ATM00001', now());
       INSERT INTO sandbox_lost_orders VALUES ('FI001', 'PARTNER01', '1');
       INSERT INTO settings VALUES ('clock', '{"offsetMs": 86400000}')`,
    )
    clock.moveTo(86_400_000)
    await directory.reload()

    await resetSandbox(database, { clock, secretBox, directory })

    assert.deepEqual(await fingerprint(), before)
    assert.deepEqual(await verifyBooks(database), [])
    assert.equal(clock.offsetMs, 0)
    assert.equal(directory.institution('FI001')?.status, 'ACTIVE')
    assert.equal(directory.capability('06')?.cardless, true)
    assert.ok((await epochNow()) > epoch)
    const { rows } = await database.query(
      `SELECT 1 FROM preference_profiles UNION ALL SELECT 1 FROM sandbox_lost_orders
       UNION ALL SELECT 1 FROM settings WHERE key = 'clock'`,
    )
    assert.deepEqual(rows, [])
  })

  async function fingerprint(): Promise<unknown> {
    const { rows } = await database.query(
      `SELECT (SELECT string_agg(account_id || balance_minor || status, ',' ORDER BY account_id) FROM accounts) AS accounts,
              (SELECT string_agg(pan_hash || status, ',' ORDER BY pan_hash) FROM cards) AS cards,
              (SELECT string_agg(institution_id || status, ',' ORDER BY institution_id) FROM institutions) AS institutions,
              (SELECT count(*) FROM journals) AS journals,
              (SELECT count(*) FROM schema_migrations) AS migrations`,
    )
    return rows[0]
  }

  async function epochNow(): Promise<bigint> {
    const { rows } = await database.query<{ epoch: bigint }>('SELECT epoch FROM directory_epoch')
    return rows[0]?.epoch ?? 0n
  }
})

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { onDatabase } from '../../test/support/machine/database.ts'
import { until } from '../../test/support/until.ts'
import { verifyPassword } from '../administration/access/passwords/passwords.ts'
import { ADMINISTRATOR_ROLE_ID, ensureSystemRoles } from '../administration/access/roles/system-roles.ts'
import { openDirectory } from '../administration/institutions/directory-store.ts'
import { verifyBooks } from '../app/wire/verification.ts'
import { SecretBox } from '../platform/kernel/secrets/secrets.ts'
import { MovableClock, systemClock } from '../platform/kernel/time/clock.ts'
import type { Database, TransactionSql } from '../platform/storage/database.ts'
import { resetSandbox } from './reset-sandbox.ts'
import { seedSandbox } from './seeding/seed-sandbox.ts'

const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])

onDatabase('resetting the sandbox', (_engine, open) => {
  let database: Database
  let dayOne: unknown
  const clock = new MovableClock(systemClock)

  before(async () => {
    database = (await open()).database
    await ensureSystemRoles(database)
    await database.transaction((sql) => seedSandbox(sql, { clock, secretBox }))
    dayOne = await people()
  })

  test('everything is as on day one, here at once and elsewhere by the epoch', async () => {
    const directory = await openDirectory({ database, environment: 'sandbox' })
    directory.close()
    const before = await fingerprint()
    const epoch = await epochNow()
    await database.query(
      `UPDATE accounts SET balance_minor = 1 WHERE account_id = '1000000001';
       DELETE FROM cards;
       UPDATE institutions SET status = 'TERMINATED';
       DELETE FROM loan_rates;
       UPDATE loan_products SET name = 'x', is_active = false;
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

  test('the clock shows real time, although a poll has read the old offset before the commit', async () => {
    const polled = {
      async transaction<T>(work: (sql: TransactionSql) => Promise<T>) {
        const result = await database.transaction(work)
        clock.moveTo(86_400_000)
        return result
      },
    }
    await resetSandbox(polled as unknown as Database, { clock, secretBox })
    assert.equal(clock.offsetMs, 0)
  })

  test('a reset restores users, roles and partners to day one and ends every session', async (t) => {
    const heard: string[] = []
    const subscription = database.changes.subscribe('access', {
      onChange: (changed) => heard.push(changed),
      onGap() {},
    })
    t.after(() => subscription.close())
    await database.query(
      `UPDATE users SET password_hash = 'x', mail_id = 'x', role_id = '${ADMINISTRATOR_ROLE_ID}';
       UPDATE roles SET is_enabled = false WHERE NOT is_system;
       DELETE FROM role_grants;
       INSERT INTO roles SELECT gen_random_uuid(), 'Mine', '', true, false, false, 'FI001', 1, now(), now(), '', '';
       INSERT INTO sessions SELECT gen_random_uuid(), user_id, now(), now(), now(), NULL, NULL, '', '', '', 1, now() FROM users;
       UPDATE partners SET name = 'x', families = '{}', is_active = false;
       DELETE FROM clients`,
    )
    await until(() => database.changes.isLive(), 'changes are heard')
    await resetSandbox(database, { clock, secretBox })

    assert.deepEqual(await people(), dayOne)
    assert.deepEqual((await database.query('SELECT 1 FROM sessions')).rows, [])
    await until(() => heard.includes('all'), 'every session is dropped')
    const { rows } = await database.query<{ password_hash: string }>(
      `SELECT password_hash FROM users WHERE mail_key = 'admin@sandbox.example'`,
    )
    assert.ok(await verifyPassword(rows[0]?.password_hash, 'Sandbox-Admin-1!'))
  })

  test('a reset keeps the keys and the audit log, which records the reset', async () => {
    await database.query(
      `INSERT INTO access_keys VALUES ('k', 'ENC', '{}', '', now(), NULL);
       INSERT INTO used_ids VALUES ('u', now())`,
    )
    const { rows: before } = await database.query('SELECT * FROM audit_log ORDER BY position')
    await resetSandbox(database, { clock, secretBox, actor: { userId: 'cli' } })
    const { rows: after } = await database.query<{ action: string; actor_id: string }>(
      'SELECT * FROM audit_log ORDER BY position',
    )
    assert.deepEqual(after.slice(0, -1), before)
    assert.deepEqual([after.at(-1)?.action, after.at(-1)?.actor_id], ['sandbox.reset', 'cli'])
    const { rowCount } = await database.query('SELECT FROM access_keys, used_ids')
    assert.equal(rowCount, 1)
  })

  /** The initial users and roles, without ids, hashes and times, which are new each time. */
  async function people(): Promise<unknown> {
    const { rows } = await database.query(
      `SELECT (SELECT string_agg(mail_id || role_id || is_active || coalesce(institution_id, ''), ',' ORDER BY mail_id) FROM users) AS users,
              (SELECT string_agg(role_id || role_name || is_enabled || is_system || grants_all, ',' ORDER BY role_id) FROM roles) AS roles,
              (SELECT string_agg(role_id || module_id || action_id, ',' ORDER BY role_id, module_id, action_id) FROM role_grants) AS grants,
              (SELECT string_agg(partner_id || name || families::text || is_active, ',' ORDER BY partner_id) FROM partners) AS partners,
              (SELECT string_agg(client_id || secret_hash || families::text, ',' ORDER BY client_id) FROM clients) AS clients`,
    )
    return rows[0]
  }

  async function fingerprint(): Promise<unknown> {
    const { rows } = await database.query(
      `SELECT (SELECT string_agg(account_id || balance_minor || status, ',' ORDER BY account_id) FROM accounts) AS accounts,
              (SELECT string_agg(pan_hash || status, ',' ORDER BY pan_hash) FROM cards) AS cards,
              (SELECT string_agg(institution_id || status, ',' ORDER BY institution_id) FROM institutions) AS institutions,
              (SELECT string_agg(product_code || name || is_active, ',' ORDER BY product_code) FROM loan_products) AS products,
              (SELECT string_agg(product_code || nominal_rate || bands::text, ',' ORDER BY product_code, nominal_rate) FROM loan_rates) AS rates,
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

// Nodes are upgraded one by one: the first new node migrates the database while the others still serve. A migration
// that only adds must not be noticed; one that removes something costs the old nodes' callers a retry, never a 500.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openPostgres } from '../../src/platform/storage/open-database.ts'
import { migrate } from '../../src/platform/storage/schema/migrate.ts'
import { parseMigration, readMigrations } from '../../src/platform/storage/schema/migration-file.ts'
import { post } from '../support/accounts/account-services.ts'
import { inquiry, lookup, transfer, withdrawal } from '../support/accounts/sandbox-requests.ts'
import { createSandboxStore, type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'

const PAN = '4000000000000010'
const PREPARED_ON_EVERY_CONNECTION = 12

describe('a node that is older than the schema', () => {
  let store: Store
  let gateway: Gateway
  const later: ReturnType<typeof readMigrations> = []
  before(async () => {
    store = await createSandboxStore('postgres')
    gateway = await startGateway(store)
  })
  after(async () => {
    await gateway?.stop()
    await store?.remove()
  })

  test('keeps working without errors when columns, tables and indexes are added, also under load', async () => {
    await callEverything()
    await whileCalling(async () => {
      await migrateFurther(`
        DO $$ DECLARE t record;
        BEGIN
          FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
            EXECUTE format('ALTER TABLE %I ADD COLUMN added_later text', t.tablename);
          END LOOP;
        END $$;
        CREATE TABLE added_later (x integer);
        CREATE INDEX added_later_index ON accounts (added_later)`)
    })
    await callEverything()
  })

  test("prepares its statements again when a column's type changed", async () => {
    await whileCalling(async () => {
      await migrateFurther(`
        ALTER TABLE accounts ALTER COLUMN status TYPE varchar(40);
        ALTER TABLE cards ALTER COLUMN status TYPE varchar(40);
        ALTER TABLE audit_head ALTER COLUMN hash TYPE varchar(64)`)
    })
    await callEverything()
  })

  test('answers 503 with Retry-After and says why when something was removed', async () => {
    await migrateFurther(`
      ALTER TABLE accounts RENAME COLUMN held_minor TO blocked_minor;
      ALTER TABLE users RENAME COLUMN mail_key TO mail_lookup;
      ALTER TABLE sessions ADD COLUMN device text NOT NULL DEFAULT 'x';
      ALTER TABLE sessions ALTER COLUMN device DROP DEFAULT`)
    const answers = [
      await post(gateway, '/transactions/debits', withdrawal('1000000001', 20)),
      await post(gateway, '/accounts/balance', inquiry('1000000001')),
      await post(gateway, '/accounts', lookup(PAN)),
      await signIn(),
    ]
    for (const { status, headers, text } of answers) {
      assert.equal(status, 503, text)
      assert.match(headers.get('retry-after') ?? '', /^\d+$/)
      assert.doesNotMatch(text, /migration|column|held_minor/)
    }
    const known = readMigrations().length
    // The node may have read which migrations there are before the last of them.
    const reason = new RegExp(
      `this node is older than its database: it knows migrations up to ${known}, the schema is at \\d+`,
    )
    await until(() => reason.test(gateway.output()), 'the log says why')
  })

  test('answers 503 to everything once a contraction needs newer nodes, though every statement still works', async () => {
    const renamed = `
      ALTER TABLE accounts RENAME COLUMN blocked_minor TO held_minor;
      ALTER TABLE users RENAME COLUMN mail_lookup TO mail_key;
      ALTER TABLE sessions DROP COLUMN device`
    await migrateFurther(renamed)
    await callEverything()
    const known = readMigrations().length
    await migrateFurther(`-- tillgate: oldest-node ${known + 1}\nSELECT 1`)
    const reason = `this node is older than its database: it knows migrations up to ${known}, the schema is at ${known + 5}, and nodes must know ${known + 1}`
    await until(async () => {
      const health = await fetch(`${gateway.managementUrl}/actuator/health/readiness`)
      const { components } = (await health.json()) as { components: { db: { details?: { reason?: string } } } }
      return health.status === 503 && components.db.details?.reason === reason
    }, 'health says why')
    for (const answer of [await post(gateway, '/accounts/balance', inquiry('1000000001')), await signIn()]) {
      assert.equal(answer.status, 503, answer.text)
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
      assert.doesNotMatch(answer.text, /migration/)
    }
    await until(() => gateway.output().includes(reason), 'the log says why')
    const started = await startGateway(store).then(
      (other) => other.stop().then(() => 'started'),
      (error: unknown) => String(error),
    )
    assert.ok(started.includes(`tillgate: ${reason}`), started)
  })

  /** As the next version would. */
  async function migrateFurther(text: string): Promise<void> {
    const number = readMigrations().length + later.length + 1
    later.push(parseMigration(`${String(number).padStart(4, '0')}-later.sql`, text))
    const database = openPostgres(store.env.DATABASE_URL as string)
    await migrate(database, { migrations: [...readMigrations(), ...later] }).finally(() => database.close())
  }

  function signIn() {
    return new Onboarding(() => gateway.url).login('admin@sandbox.example', 'Sandbox-Admin-1!')
  }

  async function callEverything(): Promise<void> {
    // Concurrently, so that several connections of the pool have prepared statements.
    const answers = await Promise.all(
      Array.from({ length: PREPARED_ON_EVERY_CONNECTION }, () => [
        post(gateway, '/transactions/transfers', transfer('1000000001', '1000000002', 0.01)),
        post(gateway, '/accounts/balance', inquiry('1000000001')),
        post(gateway, '/accounts', lookup(PAN)),
      ]).flat(),
    )
    for (const { status, text } of answers) assert.equal(status, 200, text)
    const signedIn = await signIn()
    assert.equal(signedIn.status, 200, signedIn.text)
  }

  /** Keeps calling before, during and after the work. */
  async function whileCalling(work: () => Promise<void>): Promise<void> {
    let done = false
    const calling = Array.from({ length: 4 }, async () => {
      do {
        const answers = [
          await post(gateway, '/transactions/transfers', transfer('1000000001', '1000000002', 0.01)),
          await post(gateway, '/accounts/balance', inquiry('1000000001')),
        ]
        for (const { status, text } of answers) assert.equal(status, 200, text)
      } while (!done)
    })
    await work().finally(() => {
      done = true
    })
    await Promise.all(calling)
  }
})

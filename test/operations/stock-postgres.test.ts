// A PostgreSQL as Debian installs it, with JIT and default settings. The npm binaries that other tests use have no JIT, so a
// plan whose cost is far too high passes unnoticed there; here the server would compile it, which takes seconds.
//
// Needs a process of its own: it starts a gateway inside this one.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '../../src/app/config/config.ts'
import { openConfiguredDatabase } from '../../src/app/config/configured-database.ts'
import { start } from '../../src/app/wire.ts'
import { WorkerThreads } from '../../src/families/operations/actuator/threads/thread-stacks.ts'
import type { startSweeps } from '../../src/platform/jobs/periodic.ts'
import type { Sweep } from '../../src/platform/kernel/work/sweep.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { openPostgres } from '../../src/platform/storage/open-database.ts'
import { control, post } from '../support/accounts/account-services.ts'
import { withdrawal } from '../support/accounts/sandbox-requests.ts'
import { type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'
import { LOG_PLANS, type LoggedPlan, nodesOf, PlanLog } from '../support/machine/logged-plans.ts'
import { multiplyRows } from '../support/machine/multiply-rows.ts'
import { type PostgresServer, startPostgres } from '../support/machine/postgres.ts'
import { findStockPostgres } from '../support/machine/stock-postgres.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'
import { runRepresentativeTraffic } from '../upgrades/representative-traffic.ts'

/** Tables that the traffic leaves empty, so that there is nothing to copy. */
const EMPTY = `
  account_month_balances archive_cuts archive_parts audit_anchors cash_differences cash_movements change_requests corrections declined_advices digital_settlements event_outbox evm_assets evm_keys evm_ledger evm_sendings evm_transactions evm_work exception_comments exception_job_lines exception_jobs exception_resolutions expired_deliveries host_exceptions iso8583_exchanges iso8583_strays lending_homes loan_closings loan_replays loan_snapshots
  loan_states mail_otps password_history posted_events posting_marks reconciliation_differences reconciliation_exceptions reconciliation_lines reconciliations recovery_codes sandbox_lost_orders simulated_chain_holds spent_keys sso_logins switch_messages terminal_usage token_exceptions token_movement_homes told_exceptions told_token_exceptions totp_offers transaction_export_chunks transaction_exports webhook_deliveries webhooks`

const programs = findStockPostgres()
const skip = programs === undefined && 'no PostgreSQL with JIT in /usr/lib/postgresql'
const ROWS = 3_000
/**
 * Tables that stay small: settings, records that people keep, and queues that sweeps empty. Accounts of the simulated chain belong to
 * sandboxes, which have few, and it adds its supply up from all of them.
 */
const BOUNDED = `
  access_keys account_types alert_duty alert_rules application_properties application_property_versions audit_head billers book_days builtin_ledger_assets
  business_calendars client_usage clients closed_days core_connections core_connectivity digital_institutions directory_epoch
  entry_history entry_state event_heads events four_eyes_defaults general_ledger_deltas general_ledger_totals hot_card_epoch institutions loan_products loan_rates mail_outbox partners role_grants roles
  rollup_rebuilds rollup_state saved_views schema_migrations settings simulated_chain simulated_chain_accounts simulated_chain_assets stops sub_tenants
  terminal_keys terminals transaction_capabilities transaction_changes`
/** Any cost from here on is a switched-off plan that was chosen for want of another. */
const INFINITE_COST = 1e9

describe('a gateway on a stock PostgreSQL', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-stock-'))
  let server: PostgresServer
  let store: Store
  let plans: PlanLog
  before(async () => {
    server = await startPostgres({ programs: programs as string, settings: { ...LOG_PLANS } })
    plans = new PlanLog(server.dataDir)
    const env = { ENVIRONMENT: 'sandbox', DATABASE_URL: server.url, DATA_DIR: folder }
    store = { engine: 'postgres', env, remove: async () => {} }
  })
  after(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the server compiles plans by default', async () => {
    const database = openPostgres(server.url)
    try {
      await database.transaction(async (sql) => {
        await sql.query('SET LOCAL jit = on; SET LOCAL jit_above_cost = 0')
        await sql.query('SELECT count(*) FROM pg_class')
      })
      const { rows } = await database.query<{ jit: string }>(
        `SELECT reset_val AS jit FROM pg_settings WHERE name = 'jit'`,
      )
      assert.equal(rows[0]?.jit, 'on')
    } finally {
      await database.close()
    }
    assert.deepEqual(
      plans.next().flatMap((plan) => (plan.isCompiled ? [plan.statement] : [])),
      ['SELECT count(*) FROM pg_class'],
    )
  })

  test('serves, closes a day, keeps the dashboard fresh and stops with 0, and no plan is compiled', async () => {
    const gateway = await startGateway(store)
    try {
      await runRepresentativeTraffic(gateway)
      const before = await counted(gateway)
      const answer = await post(gateway, '/transactions/debits', withdrawal('1000000001', 20))
      assert.deepEqual([answer.status, answer.code], [200, '000'])
      await until(async () => (await counted(gateway)) > before, 'the dashboard counts the withdrawal')
      await control(gateway, '/sandbox/clock', { advanceDays: 1 })
    } finally {
      assert.equal(await gateway.stop(), 0, gateway.output())
    }
    assertPlans(plans.next(), [])
  })

  test('no sweep compiles a plan or reads a large table whole', async (t) => {
    const database = openPostgres(server.url)
    try {
      const large = await fill(database)
      await using running = await startWithSweeps(store)
      const withoutLargeScans = async (title: string, work: () => Promise<unknown>) =>
        t.test(title, async () => {
          plans.next()
          await work()
          assertPlans(plans.next(), large)
        })
      await withoutLargeScans('a withdrawal, which the sweeps then find', async () => {
        const answer = await post(running.gateway, '/transactions/debits', withdrawal('1000000001', 20))
        assert.deepEqual([answer.status, answer.code], [200, '000'])
      })
      for (const sweep of running.sweeps) await withoutLargeScans(sweep.name, () => sweep.run())
      await withoutLargeScans('the end of a day', () => control(running.gateway, '/sandbox/clock', { advanceDays: 1 }))
    } finally {
      await database.close()
    }
  })
})

async function counted(gateway: Gateway): Promise<number> {
  const onboarding = new Onboarding(() => gateway.url)
  const token = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
  const answer = await onboarding.call('GET /dashboard/summary?institutionId=FI001', { token })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.totalTransactions
}

function assertPlans(logged: readonly LoggedPlan[], large: readonly string[]): void {
  assert.ok(logged.length > 0, 'no plan was logged')
  const bad = logged.flatMap(({ statement, root, isCompiled }) => {
    const scanned = nodesOf(root).filter(
      (node) => node['Node Type'] === 'Seq Scan' && large.includes(node['Relation Name'] ?? ''),
    )
    return [
      ...(isCompiled ? [`compiled: ${statement}`] : []),
      ...(root['Total Cost'] >= INFINITE_COST ? [`cost ${root['Total Cost']}: ${statement}`] : []),
      ...scanned.map((node) => `reads all of ${node['Relation Name']}: ${statement}`),
    ]
  })
  assert.deepEqual(bad, [])
}

/** Copies the rows of every table that grows. Returns those that are large now. */
async function fill(database: Database): Promise<string[]> {
  const { rows: tables } = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  )
  const small = `${BOUNDED} ${EMPTY}`.trim().split(/\s+/)
  const growing = tables.map(({ name }) => name).filter((name) => !small.includes(name))
  // Postings look up what is archived.
  await database.query(
    `INSERT INTO spent_rrns (institution_id, partner_id, rrn, month) VALUES ('FI001', 'PARTNER01', '900000000000', '202001')`,
  )
  await database.query(
    `INSERT INTO hot_cards (id, created_at, updated_at, created_by, updated_by, institution_id, pan_hash, masked_pan, reason, change_no)
     VALUES (gen_random_uuid(), now(), now(), 'a', 'a', 'FI001', 'h', '411111******1111', 'LOST', 0)`,
  )
  await database.query(
    `INSERT INTO exception_work (institution_id, exception_id, updated_at, updated_by)
     VALUES ('FI001', gen_random_uuid(), now(), 'a')`,
  )
  await database.query(
    `INSERT INTO notifications (notification_id, user_id, kind, resource, resource_id, title, details, created_at, expires_at)
     SELECT gen_random_uuid(), user_id, 'a', 'a', 'a', 'a', '{}', now(), now() + interval '90 days' FROM users LIMIT 1`,
  )
  for (const name of growing) {
    await multiplyRows(database, name, ROWS)
    const { rows } = await database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${name}`)
    assert.ok((rows[0]?.count ?? 0) >= ROWS / 2, `${name} stays small: name it above, or extend the traffic`)
  }
  await database.query('ANALYZE')
  return growing
}

async function startWithSweeps(store: Store) {
  const config = readConfig({ ...store.env, PORT: '0', MANAGEMENT_PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'fatal' })
  const threads = new WorkerThreads()
  let sweeps: readonly Sweep[] = []
  const keep: typeof startSweeps = (given) => {
    sweeps = given
    return { health: () => ({ status: 'UP', sweeps: {} }), close: async () => {} }
  }
  const {
    publicUrl: url,
    managementUrl,
    stop,
  } = await start(config, openConfiguredDatabase(config), threads, undefined, keep)
  return { sweeps, gateway: { url, managementUrl } as Gateway, [Symbol.asyncDispose]: stop }
}

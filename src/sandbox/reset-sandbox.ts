// Resets the sandbox to day one: deletes all data, seeds it again and sets the clock to real time. Only the audit log
// is kept, and records the reset.

import { ensureSystemRoles } from '../administration/access/roles/system-roles.ts'
import type { Actor } from '../administration/audit/actor.ts'
import { recordAudit } from '../administration/audit/audit-log.ts'
import type { Directory } from '../administration/institutions/directory.ts'
import type { LoanCatalogue } from '../loans/products/loan-catalogue.ts'
import type { SecretBox } from '../platform/kernel/secrets/secrets.ts'
import type { MovableClock } from '../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../platform/storage/database.ts'
import { assertSandbox } from '../platform/storage/environment-mark.ts'
import { markSeeded, SAMPLE_MARKS } from './seeding/seed-mark.ts'
import { seedSandbox } from './seeding/seed-sandbox.ts'

/** Not data, or kept on purpose; every other table is emptied, including those of later migrations. */
const KEPT_TABLES = [
  'schema_migrations',
  'transaction_capabilities',
  'directory_epoch',
  'hot_card_epoch',
  'alert_rules',
  'alert_duty',
  'settings',
  'audit_log',
  'audit_head',
  'audit_anchors',
  // Gateways cache them and clients hold the public keys. Values encrypted to them must not be accepted a second time.
  'access_keys',
  'used_ids',
]
/** Only these settings are reset; the marks of the master key and the environment stay with the database. */
const RESET_SETTINGS = [
  'sandbox',
  'sandboxInstitutions',
  'sandboxUsers',
  'sandboxAccountTypes',
  'sandboxLoanProducts',
  'sandboxDigitalClients',
  ...SAMPLE_MARKS,
  'clock',
]

export interface ResetOptions {
  readonly clock: MovableClock
  readonly secretBox: SecretBox
  /** Reloaded afterwards, so that this node serves the new data at once. */
  readonly directory?: Directory
  readonly loanCatalogue?: Pick<LoanCatalogue, 'reload'>
  /** Followers of application properties, which are emptied too. */
  readonly settings?: readonly { reload(): Promise<unknown> }[]
  /** Called last: makes the samples, by the bank's own commands. Without it, the next start of a gateway does. */
  seedByCommands?(): Promise<unknown>
  /** False leaves out the sample loans and tokens, also at later starts. */
  readonly samples?: boolean
  readonly actor?: Actor
}

export async function resetSandbox(database: Database, options: ResetOptions): Promise<void> {
  const {
    clock,
    secretBox,
    directory,
    loanCatalogue,
    settings = [],
    seedByCommands,
    samples = true,
    actor = {},
  } = options
  clock.moveTo(0)
  await database.transaction(async (sql) => {
    await assertSandbox(sql)
    await emptyTables(sql)
    await ensureSystemRoles(sql)
    await seedSandbox(sql, { clock, secretBox })
    if (!samples) for (const key of SAMPLE_MARKS) await markSeeded(sql, clock, key)
    await recordAudit(sql, clock.now(), actor, { action: 'sandbox.reset', resource: 'sandbox' })
  })
  // Before the commit, a poll may have read the old offset again.
  clock.moveTo(0)
  await directory?.reload()
  await loanCatalogue?.reload()
  await Promise.all(settings.map((one) => one.reload()))
  if (samples) await seedByCommands?.()
}

/** One statement, because of foreign keys. The system roles are part of the schema and are restored. */
async function emptyTables(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name
       FROM pg_tables
      WHERE schemaname = current_schema() AND tablename <> ALL ($1)
      ORDER BY tablename`,
    [KEPT_TABLES],
  )
  const roles = await sql.query<{ rows: string }>('SELECT json_agg(roles)::text AS rows FROM roles WHERE is_system')
  await sql.query(`TRUNCATE ${rows.map((row) => row.name).join(', ')}`)
  await sql.query('INSERT INTO roles SELECT * FROM json_populate_recordset(NULL::roles, $1)', [roles.rows[0]?.rows])
  await sql.query('DELETE FROM settings WHERE key = ANY ($1)', [RESET_SETTINGS])
  // Those that came with the schema stay, as calm as on day one.
  await sql.query(`DELETE FROM alert_rules WHERE created_by <> 'system'`)
  await sql.query(
    `UPDATE alert_rules SET state = 'OK', value = NULL, about = NULL, breached_since = NULL, raised_at = NULL,
                            acknowledged_at = NULL, acknowledged_by = NULL`,
  )
  // Those of the platform are part of the schema.
  await sql.query('DELETE FROM transaction_capabilities WHERE NOT is_system')
}

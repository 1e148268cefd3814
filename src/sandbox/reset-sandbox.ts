// Puts the sandbox back to day one: all data gone, the synthetic data written again, the clock at the real hour. The
// audit log is the one thing that goes on: it tells of the reset as well.

import { ensureSystemRoles } from '../access/roles/system-roles.ts'
import type { Actor } from '../audit/actor.ts'
import { recordAudit } from '../audit/audit-log.ts'
import type { Directory } from '../institutions/directory.ts'
import type { MovableClock } from '../kernel/clock.ts'
import type { SecretBox } from '../kernel/secrets.ts'
import type { Database, Sql } from '../storage/database.ts'
import { seedSandbox } from './seed-sandbox.ts'

/** What is schema or has a life of its own; every other table is data, also those that later migrations add. */
const KEPT_TABLES = [
  'schema_migrations',
  'transaction_capabilities',
  'directory_epoch',
  'settings',
  'audit_log',
  'audit_head',
  // Gateways have them in memory, and clients the public halves. What was encrypted to them must not count again.
  'access_keys',
  'used_ids',
]
/** Of the settings only these are the sandbox's; the mark of the master key stays with the database. */
const RESET_SETTINGS = ['sandbox', 'sandboxUsers', 'clock']

export interface ResetOptions {
  readonly clock: MovableClock
  readonly secretBox: SecretBox
  /** Read again afterwards, so that this node answers from the new data at once. */
  readonly directory?: Directory
  readonly actor?: Actor
}

export async function resetSandbox(database: Database, options: ResetOptions): Promise<void> {
  const { clock, secretBox, directory, actor = {} } = options
  clock.moveTo(0)
  await database.transaction(async (sql) => {
    await emptyTables(sql)
    await ensureSystemRoles(sql)
    await seedSandbox(sql, { clock, secretBox })
    await recordAudit(sql, clock.now(), actor, { action: 'sandbox.reset', resource: 'sandbox' })
  })
  // Between the move and the commit a poll may have read the old offset back.
  clock.moveTo(0)
  await directory?.reload()
}

/** All at once, because the tables refer to each other. The system's roles came with the schema and are put back. */
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
}

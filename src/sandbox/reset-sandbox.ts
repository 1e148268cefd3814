// Puts the sandbox back to day one: all data gone, the synthetic data written again, the clock at the real hour.

import type { Directory } from '../institutions/directory.ts'
import type { MovableClock } from '../kernel/clock.ts'
import type { SecretBox } from '../kernel/secrets.ts'
import type { Database, Sql } from '../storage/database.ts'
import { seedSandbox } from './seed-sandbox.ts'

/** What is schema or has a life of its own; every other table is data, also those that later migrations add. */
const KEPT_TABLES = ['schema_migrations', 'transaction_capabilities', 'directory_epoch', 'settings']
/** Of the settings only these are the sandbox's; the mark of the master key stays with the database. */
const RESET_SETTINGS = ['sandbox', 'clock']

export interface ResetOptions {
  readonly clock: MovableClock
  readonly secretBox: SecretBox
  /** Read again afterwards, so that this node answers from the new data at once. */
  readonly directory?: Directory
}

export async function resetSandbox(database: Database, options: ResetOptions): Promise<void> {
  const { clock, secretBox, directory } = options
  clock.moveTo(0)
  await database.transaction(async (sql) => {
    await emptyTables(sql)
    await seedSandbox(sql, { clock, secretBox })
  })
  // Between the move and the commit a poll may have read the old offset back.
  clock.moveTo(0)
  await directory?.reload()
}

async function emptyTables(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name
       FROM pg_tables
      WHERE schemaname = current_schema() AND tablename <> ALL ($1)
      ORDER BY tablename`,
    [KEPT_TABLES],
  )
  await sql.query(`TRUNCATE ${rows.map((row) => row.name).join(', ')}`)
  await sql.query('DELETE FROM settings WHERE key = ANY ($1)', [RESET_SETTINGS])
}

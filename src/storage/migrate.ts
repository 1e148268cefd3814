// Brings the schema up to date at start: numbered plain-SQL files, each applied once, all pending ones in a single
// transaction under an advisory lock, so that nodes starting together do not race and a failure leaves nothing half done.

import { readdirSync, readFileSync } from 'node:fs'
import type { Database } from './database.ts'
import { isChecksumOf, migrationChecksum } from './migration-checksum.ts'

const DIRECTORY = new URL('./migrations/', import.meta.url)
const LOCK_KEY = 7_155_001

interface Migration {
  readonly number: number
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/** Applies what is pending and returns the names of what it applied. */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = readMigrations(),
): Promise<string[]> {
  // Neither a change of large tables nor the wait for another node's has a limit.
  const takesLong = true
  return database.transaction(
    async (sql) => {
      await sql.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY])
      await sql.query(
        `CREATE TABLE IF NOT EXISTS schema_migrations (
         number     integer PRIMARY KEY,
         name       text NOT NULL,
         checksum   text NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now()
       )`,
      )
      const { rows: applied } = await sql.query<{ number: number; name: string; checksum: string }>(
        'SELECT number, name, checksum FROM schema_migrations ORDER BY number',
      )
      for (const row of applied) {
        const known = migrations.find((migration) => migration.number === row.number)
        if (known === undefined)
          throw new Error(`the database has migration ${row.name}, which this version does not know`)
        if (!isChecksumOf(row.checksum, known))
          throw new Error(`migration ${row.name} was changed after it had been applied`)
      }
      const pending = migrations.filter((migration) => !applied.some((row) => row.number === migration.number))
      for (const migration of pending) {
        await sql.query(migration.text)
        await sql.query('INSERT INTO schema_migrations (number, name, checksum) VALUES ($1, $2, $3)', [
          migration.number,
          migration.name,
          migration.checksum,
        ])
      }
      return pending.map((migration) => migration.name)
    },
    { takesLong },
  )
}

/** The number of the newest migration that this version knows. */
export function newestMigration(): number {
  return migrationFiles(DIRECTORY).length
}

export function readMigrations(directory: URL = DIRECTORY): Migration[] {
  return migrationFiles(directory).map((file, index) => {
    const number = Number(file.slice(0, 4))
    if (number !== index + 1) throw new Error(`migration ${file} should have number ${index + 1}`)
    const text = readFileSync(new URL(file, directory), 'utf8')
    return { number, name: file.replace(/\.sql$/, ''), text, checksum: migrationChecksum(text) }
  })
}

function migrationFiles(directory: URL): string[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
}

// Dumps a database as plain SQL: the schema as its migrations created it, then the rows of every table. Unlike
// pg_dump's output it loads on both engines through our own interface, and it needs no PostgreSQL tools.

import type { Database } from '../../src/platform/storage/database.ts'
import { type Migration, readMigrations } from '../../src/platform/storage/schema/migration-file.ts'

interface Table {
  readonly name: string
  /** Insertable columns, without generated ones. */
  readonly columns: readonly string[]
}

const SCHEMA_MIGRATIONS = `CREATE TABLE schema_migrations (
  number      integer PRIMARY KEY,
  name        text NOT NULL,
  checksum    text NOT NULL,
  applied_at  timestamptz NOT NULL DEFAULT now(),
  oldest_node integer NOT NULL DEFAULT 0
);`

/** Restore with `restoreDump`. Must run with the code that wrote the database. */
export async function dumpDatabase(database: Database): Promise<string> {
  const tables = await tablesOf(database)
  const names = tables.map((table) => table.name)
  const parts = [SCHEMA_MIGRATIONS, ...readMigrations().map(loadable)]
  parts.push('-- The rows, loaded past the triggers, which would refuse some and count others.')
  parts.push(names.map((name) => `ALTER TABLE ${name} DISABLE TRIGGER USER;`).join('\n'))
  parts.push(`TRUNCATE ${names.join(', ')};`)
  for (const table of tables) parts.push(await rowsOf(database, table))
  parts.push(await sequencesOf(database))
  parts.push(names.map((name) => `ALTER TABLE ${name} ENABLE TRIGGER USER;`).join('\n'))
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** A dump is loaded as one script, in which no index can be built concurrently. */
function loadable({ text, inTransaction }: Migration): string {
  return (inTransaction ? text : text.replaceAll(/\bCONCURRENTLY\s+/g, '')).trim()
}

/** Drops what the database holds and loads the dump. */
export async function restoreDump(database: Database, dump: string): Promise<void> {
  // The whole script is one statement to the client, and takes longer than any statement of a gateway may.
  await database.transaction(
    async (sql) => {
      await sql.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
      await sql.query(dump)
    },
    { takesLong: true },
  )
}

/** Referenced tables first. */
async function tablesOf(database: Database): Promise<Table[]> {
  const { rows: tables } = await database.query<Table & { refers: string[] }>(
    `SELECT c.relname AS name,
            (SELECT array_agg(quote_ident(a.attname) ORDER BY a.attnum) FROM pg_attribute a
              WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
            ARRAY(SELECT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
                   WHERE k.conrelid = c.oid AND k.contype = 'f') AS refers
       FROM pg_class c
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      ORDER BY c.relname COLLATE "C"`,
  )
  const ordered: typeof tables = []
  while (ordered.length < tables.length) {
    const next = tables.find(
      (table) =>
        !ordered.includes(table) &&
        table.refers.every((name) => name === table.name || ordered.some((earlier) => earlier.name === name)),
    )
    if (next === undefined) throw new Error('tables refer to each other in a circle')
    ordered.push(next)
  }
  return ordered
}

async function rowsOf(database: Database, { name, columns }: Table): Promise<string> {
  const literals = columns.map((column) => `quote_nullable(${column}::text)`).join(` || ', ' || `)
  const { rows } = await database.query<{ row: string }>(`SELECT ${literals} AS row FROM ${name} ORDER BY 1`)
  if (rows.length === 0) return ''
  const lines = rows.map(({ row }) => `  (${row})`).join(',\n')
  return `INSERT INTO ${name} (${columns.join(', ')}) VALUES\n${lines};`
}

async function sequencesOf(database: Database): Promise<string> {
  const { rows } = await database.query<{ name: string; value: bigint | null }>(
    `SELECT sequencename AS name, last_value AS value FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  )
  return rows
    .filter(({ value }) => value !== null)
    .map(({ name, value }) => `SELECT setval('${name}', ${value});`)
    .join('\n')
}

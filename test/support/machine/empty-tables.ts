// Empties tables between tests. TRUNCATE makes a new file for every table and index, which takes half a second on the
// embedded engine; tests leave only a few rows, and deleting those takes a few milliseconds.

import type { Database, Sql } from '../../../src/platform/storage/database.ts'

/** Deletes the rows of these tables (`accounts, cards`) and of those that refer to them. No trigger runs. */
export async function emptyTables(database: Database, tables: string): Promise<void> {
  await database.transaction(async (sql) => {
    const names = await withReferrers(sql, tables)
    await sql.query('SET LOCAL session_replication_role = replica')
    for (const name of names) await sql.query(`DELETE FROM ${name}`)
  })
}

/** By list. All databases of a test process have the same schema. */
const known = new Map<string, readonly string[]>()

async function withReferrers(sql: Sql, tables: string): Promise<readonly string[]> {
  const found = known.get(tables)
  if (found !== undefined) return found
  const { rows } = await sql.query<{ name: string }>(
    `WITH RECURSIVE emptied AS (
       SELECT to_regclass(name)::oid AS id FROM unnest($1::text[]) AS name
       UNION
       SELECT conrelid FROM pg_constraint JOIN emptied ON confrelid = emptied.id WHERE contype = 'f'
     )
     SELECT id::regclass::text AS name FROM emptied`,
    [tables.split(',').map((name) => name.trim())],
  )
  const names = rows.map(({ name }) => name)
  known.set(tables, names)
  return names
}

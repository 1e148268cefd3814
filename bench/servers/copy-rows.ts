// Copies rows of a table within the database, with some columns changed: benches fill tables with rows that the gateway has
// written, multiplied.

import type { Database } from '../../src/platform/storage/database.ts'

/** An INSERT … SELECT of all columns. In `from` the table is `t`; `changed` has expressions for columns that differ. */
export async function copyStatement(
  database: Database,
  table: string,
  from: string,
  changed: Readonly<Record<string, string>>,
): Promise<string> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [table],
  )
  const names = rows.map(({ name }) => name)
  const unknown = Object.keys(changed).filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`${table} has no ${unknown.join(', ')}`)
  return `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map((name) => changed[name] ?? `t.${name}`).join(', ')} FROM ${from}`
}

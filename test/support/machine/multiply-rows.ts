// Makes the tables of a database large: copies the rows that they have, under new keys.

import type { Database } from '../../../src/platform/storage/database.ts'

/** How many rows are copied. */
const MODELS = 20
/** Parts of a key that stay, so that the copies keep their owner. */
const SHARED = ['institution_id', 'partner_id', 'environment', 'granularity', 'kind']

/** Values that make a copy one of the many rows that nothing is left to do for. */
const DONE: Readonly<Record<string, string>> = {
  'holds.released_at': 'now()',
  'loans.charge_off_on': 'NULL',
  'loans.close_from': 'NULL',
  'loans.pending_event_id': 'NULL',
  'token_movements.is_open': 'false',
  'token_movements.next_at': 'NULL',
}

interface Column {
  readonly name: string
  readonly type: string
  readonly is_key: boolean
}

/** Adds copies until the table has about `rows`. A table without rows stays empty. */
export async function multiplyRows(database: Database, table: string, rows: number): Promise<void> {
  await database.transaction(
    async (sql) => {
      // Neither triggers nor foreign keys: only the number of rows matters.
      await sql.query('SET LOCAL session_replication_role = replica')
      const { rows: columns } = await sql.query<Column>(
        `SELECT c.column_name AS name, c.data_type AS type,
                EXISTS (SELECT FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
                         WHERE i.indrelid = $1::text::regclass AND i.indisunique AND a.attname = c.column_name) AS is_key
           FROM information_schema.columns c
          WHERE c.table_schema = 'public' AND c.table_name = $1::text AND c.is_generated = 'NEVER'`,
        [table],
      )
      const names = columns.map(({ name }) => name).join(', ')
      await sql.query(
        `WITH r AS (SELECT * FROM ${table} LIMIT ${MODELS})
         INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
         SELECT ${columns.map((column) => DONE[`${table}.${column.name}`] ?? copiedValue(column)).join(', ')}
           FROM r CROSS JOIN generate_series(1, ${rows} / greatest(1, (SELECT count(*)::int FROM r))) AS i
         ON CONFLICT DO NOTHING`,
      )
    },
    { takesLong: true },
  )
}

function copiedValue({ name, type, is_key: isKey }: Column): string {
  if (!isKey || SHARED.includes(name)) return `r.${name}`
  if (type === 'text') return `r.${name} || '-' || i`
  // As old as the model: the first digits of an id are its time.
  if (type === 'uuid') return `(left(r.${name}::text, 14) || right(gen_random_uuid()::text, 22))::uuid`
  if (type === 'bigint' || type === 'integer') return `r.${name} + i * 1000`
  return `r.${name}`
}

// What stands in the way of distributing a table: triggers, foreign keys to tables elsewhere, unique keys without the column that it is
// placed by. Nodes of the version before need them, so migrations leave them and `tillgate distribute` removes them.

import type { Sql } from '../database.ts'
import { BY_INSTITUTION, PLACED_BY } from './tables.ts'

export interface Obstacle {
  readonly table: string
  readonly what: string
  /** Removes it. */
  readonly statement: string
}

const TRIGGERS = `
  SELECT c.relname AS table, 'trigger ' || g.tgname AS what, format('DROP TRIGGER %I ON %I', g.tgname, c.relname) AS statement
    FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
   WHERE NOT g.tgisinternal AND c.relnamespace = current_schema()::regnamespace AND c.relname = ANY ($1::text[])`

/** Also keys of local tables that refer to a distributed one. */
const FOREIGN_KEYS = `
  SELECT c.relname AS table, 'foreign key ' || k.conname AS what,
         format('ALTER TABLE %I DROP CONSTRAINT %I', c.relname, k.conname) AS statement
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class r ON r.oid = k.confrelid
   WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace
     AND (c.relname = ANY ($1::text[]) OR r.relname = ANY ($1::text[]))
     AND NOT (c.relname = ANY ($1::text[]) AND r.relname = ANY ($1::text[])
              AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (k.conkey) AND a.attname = $2))`

/** An index goes on finding rows, without being unique. */
const UNIQUE_KEYS = `
  SELECT c.relname AS table, 'unique key ' || i.relname AS what,
         CASE WHEN k.conname IS NULL
              THEN format('DROP INDEX %I; ', i.relname) || replace(pg_get_indexdef(i.oid), 'CREATE UNIQUE INDEX', 'CREATE INDEX')
              ELSE format('ALTER TABLE %I DROP CONSTRAINT %I', c.relname, k.conname) END AS statement
    FROM pg_index x
    JOIN pg_class i ON i.oid = x.indexrelid
    JOIN pg_class c ON c.oid = x.indrelid
    LEFT JOIN pg_constraint k ON k.conindid = i.oid AND k.contype IN ('p', 'u')
   WHERE x.indisunique AND c.relnamespace = current_schema()::regnamespace AND c.relname = ANY ($1::text[])
     AND NOT EXISTS (SELECT 1 FROM pg_attribute a
                      WHERE a.attrelid = c.oid AND a.attname = $2
                        AND a.attnum = ANY ((x.indkey::smallint[])[0:x.indnkeyatts - 1]))`

export async function findObstacles(sql: Sql): Promise<Obstacle[]> {
  const found: Obstacle[] = []
  for (const [text, ...values] of [
    [TRIGGERS, BY_INSTITUTION],
    [FOREIGN_KEYS, BY_INSTITUTION, PLACED_BY],
    [UNIQUE_KEYS, BY_INSTITUTION, PLACED_BY],
  ] as const) {
    found.push(...(await sql.query<Obstacle>(`${text} ORDER BY 1, 2`, values)).rows)
  }
  return found
}

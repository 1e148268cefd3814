// Applies one migration and records it in schema_migrations. The caller holds the migration lock.

import type { Session } from '../database.ts'
import type { Migration } from './migration-file.ts'
import { sqlStatements } from './sql-tokens.ts'

/**
 * A statement that waits for a table lock blocks all later statements on the table. So it times out early and the file
 * is retried, rather than stopping all traffic behind one long transaction.
 */
const LOCK_TIMEOUT = '3s'

export async function applyInTransaction(session: Session, migration: Migration): Promise<void> {
  try {
    await session.query(`BEGIN; SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
    for (const statement of await statementsOf(session, migration)) await session.query(statement)
    await record(session, migration)
    await session.query('COMMIT')
  } catch (error) {
    await session.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** The whole file at once, unless tables are distributed: Citus sends the text of a statement on, and workers take one at a time. */
async function statementsOf(session: Session, { text }: Migration): Promise<string[]> {
  const found = await session.query<{ has: boolean }>("SELECT to_regclass('pg_dist_partition') IS NOT NULL AS has")
  if (found.rows[0]?.has !== true) return [text]
  const { rowCount } = await session.query('SELECT 1 FROM pg_dist_partition LIMIT 1')
  return rowCount === 0 ? [text] : sqlStatements(text).map((tokens) => tokens.join(' '))
}

export async function applyOutsideTransaction(session: Session, migration: Migration): Promise<void> {
  for (const tokens of sqlStatements(migration.text)) {
    const index = concurrentIndexOf(tokens)
    if (index === undefined) await session.query(tokens.join(' '))
    else await buildIndex(session, index, tokens.join(' '))
  }
  await record(session, migration)
}

/** A concurrent build that fails or is interrupted leaves an INVALID index, which IF NOT EXISTS would accept. */
async function buildIndex(session: Session, index: string, statement: string): Promise<void> {
  await dropIfInvalid(session, index)
  try {
    await session.query(statement)
  } catch (error) {
    // Otherwise writes would maintain it until the next attempt.
    await dropIfInvalid(session, index).catch(() => {})
    throw error
  }
}

async function dropIfInvalid(session: Session, index: string): Promise<void> {
  const { rowCount } = await session.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [index],
  )
  if (rowCount > 0) await session.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`)
}

/** The name of the index, when the statement is CREATE [UNIQUE] INDEX CONCURRENTLY IF NOT EXISTS <name> …. */
function concurrentIndexOf(tokens: readonly string[]): string | undefined {
  const words = tokens.filter((token, i) => !(i === 1 && /^unique$/i.test(token)))
  const isBuild = /^create index concurrently if not exists$/i.test(words.slice(0, 6).join(' '))
  return isBuild ? words[6] : undefined
}

async function record(session: Session, { number, name, checksum, oldestNode }: Migration): Promise<void> {
  await session.query('INSERT INTO schema_migrations (number, name, checksum, oldest_node) VALUES ($1, $2, $3, $4)', [
    number,
    name,
    checksum,
    oldestNode,
  ])
}

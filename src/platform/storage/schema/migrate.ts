// Brings the schema up to date at start. Each pending file is applied once, in a transaction of its own together with its
// row in schema_migrations. A file that fails leaves the ones before it applied.
//
// A session-level advisory lock is held over the whole run, so that nodes starting together do not race; PostgreSQL
// releases it when the connection ends. Version 0.1.0 takes the same key for its transaction, so both exclude each other.

import { setTimeout as pause } from 'node:timers/promises'
import { setStatementTimeout, statementTimeout } from '../connections/statement-timeout.ts'
import type { Database, Session } from '../database.ts'
import { asProblem, isConflict } from '../statements/sqlstate.ts'
import { applyInTransaction, applyOutsideTransaction } from './apply-migration.ts'
import { isChecksumOf } from './migration-checksum.ts'
import { MigrationError, MigrationFailed } from './migration-error.ts'
import { type Migration, readMigrations } from './migration-file.ts'
import { outdatedReason } from './schema-version.ts'

const LOCK_KEY = 7_155_001
const LOCK_POLL_MS = 100
/** In a row, without a file applied in between. */
const MAX_CONFLICTS = 20
const MAX_CONFLICT_PAUSE_MS = 2_000

export type MigrationProgress =
  | { readonly step: 'waiting' }
  | { readonly step: 'applying' | 'applied'; readonly name: string }

export function describeProgress(progress: MigrationProgress): string {
  if (progress.step === 'waiting') return 'waiting for another node that migrates the database'
  return `${progress.step} ${progress.name}`
}

/** The first migration: the database was empty. */
export function isFirst(name: string): boolean {
  return name.startsWith('0001-')
}

export interface MigrateOptions {
  readonly migrations?: readonly Migration[]
  readonly onProgress?: (progress: MigrationProgress) => void
}

interface AppliedRow {
  readonly number: number
  readonly name: string
  readonly checksum: string
  readonly oldest_node: number
}

/**
 * Applies what is pending and returns the names of what it applied. Throws a MigrationError when a file fails or when
 * this version and the database's schema do not fit together.
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<string[]> {
  const applied = await migrateSchema(database, options)
  await database.learnLayout()
  return applied
}

/**
 * For commands that only look. Throws a MigrationError unless everything is applied, and names the command that does so.
 */
export async function assertMigrated(database: Database, migrations = readMigrations()): Promise<void> {
  const session = await database.connect()
  try {
    const pending = await findPending(session, migrations)
    const first = pending[0]
    if (first !== undefined) throw new MigrationError(behindReason(pending.length, first))
  } finally {
    session.release()
  }
  await database.learnLayout()
}

function behindReason(count: number, first: Migration): string {
  if (first.number === 1) return 'the database has no tables yet; run `tillgate migrate` first'
  const lacking = count === 1 ? `migration ${first.name}` : `${count} migrations, from ${first.name} on`
  return `the schema of the database is behind, it lacks ${lacking}; run \`tillgate migrate\` first`
}

async function migrateSchema(database: Database, options: MigrateOptions): Promise<string[]> {
  // One connection for everything: it holds the lock, and the embedded engine has no other.
  const session = await database.connect({ takesLong: true })
  let usual: string | undefined
  try {
    usual = await statementTimeout(session)
    // Neither changing a large table nor waiting for other transactions has a limit.
    await session.query('SET statement_timeout = 0; SET lock_timeout = 0')
    return await applyPending(session, options)
  } catch (error) {
    throw error instanceof MigrationError ? error : asProblem(error)
  } finally {
    await session.query('RESET lock_timeout').catch(() => {})
    await setStatementTimeout(session, usual)
    session.release()
  }
}

async function applyPending(session: Session, options: MigrateOptions): Promise<string[]> {
  const { migrations = readMigrations(), onProgress = () => {} } = options
  const applied: string[] = []
  let conflicts = 0
  for (;;) {
    try {
      await withLock(session, onProgress, async () => {
        await ensureTable(session)
        for (const migration of await findPending(session, migrations)) {
          onProgress({ step: 'applying', name: migration.name })
          await apply(session, migration)
          onProgress({ step: 'applied', name: migration.name })
          applied.push(migration.name)
          conflicts = 0
        }
      })
      return applied
    } catch (error) {
      // The lock is free during the pause. A 0.1.0 node waits for it inside a transaction, which a concurrent index build
      // in turn waits for; PostgreSQL reports that as a deadlock, and the repetition finds the other node gone.
      if (!isConflict(error) || ++conflicts > MAX_CONFLICTS) throw error
      await pause(Math.min(LOCK_POLL_MS * conflicts, MAX_CONFLICT_PAUSE_MS))
    }
  }
}

async function apply(session: Session, migration: Migration): Promise<void> {
  try {
    if (migration.inTransaction) await applyInTransaction(session, migration)
    else await applyOutsideTransaction(session, migration)
  } catch (error) {
    throw new MigrationFailed(migration.name, error)
  }
}

/** Polls: a blocking wait would hold a snapshot, and another node's concurrent index build would wait for that. */
async function withLock(
  session: Session,
  onProgress: (progress: MigrationProgress) => void,
  work: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; !(await tryLock(session)); attempt++) {
    if (attempt === 1) onProgress({ step: 'waiting' })
    await pause(LOCK_POLL_MS)
  }
  try {
    await work()
  } finally {
    // Fails only when the connection is lost, and the lock with it.
    await session.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => {})
  }
}

async function tryLock(session: Session): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK_KEY])
  return rows[0]?.taken === true
}

async function findPending(session: Session, migrations: readonly Migration[]): Promise<Migration[]> {
  const rows = await readApplied(session)
  for (const row of rows) {
    const known = migrations.find((migration) => migration.number === row.number)
    if (known !== undefined && !isChecksumOf(row.checksum, known))
      throw new MigrationError(`migration ${row.name} was changed after it had been applied`)
  }
  const pending = migrations.filter((migration) => !rows.some((row) => row.number === migration.number))
  checkAhead(rows, migrations, pending)
  return pending
}

/** A database that is ahead can be used as long as nothing was taken away that this version needs. */
function checkAhead(
  rows: readonly AppliedRow[],
  migrations: readonly Migration[],
  pending: readonly Migration[],
): void {
  const known = migrations.at(-1)?.number ?? 0
  const newest = rows.at(-1)
  if (newest === undefined || newest.number <= known) return
  const oldestNode = Math.max(...rows.map((row) => row.oldest_node))
  const reason = outdatedReason(known, { newest: newest.number, oldestNode })
  if (reason !== undefined) throw new MigrationError(reason)
  const [missing] = pending
  if (missing !== undefined)
    throw new MigrationError(
      `the database has migration ${newest.name} but lacks ${missing.name}: it belongs to another line of versions`,
    )
}

/** Reads only. */
async function readApplied(session: Session): Promise<AppliedRow[]> {
  const { exists, complete } = await findTable(session)
  if (!exists) return []
  const { rows } = await session.query<AppliedRow>(
    `SELECT number, name, checksum, ${complete ? 'oldest_node' : '0 AS oldest_node'} FROM schema_migrations ORDER BY number`,
  )
  return rows
}

interface FoundTable {
  readonly exists: boolean
  /** False: made by version 0.1.0. */
  readonly complete: boolean
}

async function findTable(session: Session): Promise<FoundTable> {
  const { rows } = await session.query<FoundTable>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS exists,
            EXISTS (SELECT FROM pg_attribute
                     WHERE attrelid = to_regclass('schema_migrations') AND attname = 'oldest_node') AS complete`,
  )
  return rows[0] ?? { exists: false, complete: false }
}

/** Asks the catalogue first: a role that only serves may create nothing, not even IF NOT EXISTS. */
async function ensureTable(session: Session): Promise<void> {
  const found = await findTable(session)
  if (!found.exists) {
    await session.query(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
         number      integer PRIMARY KEY,
         name        text NOT NULL,
         checksum    text NOT NULL,
         applied_at  timestamptz NOT NULL DEFAULT now(),
         oldest_node integer NOT NULL DEFAULT 0
       )`,
    )
  } else if (!found.complete) {
    // Made by version 0.1.0. Not a migration itself: the table is needed before the first of them.
    await session.query('ALTER TABLE schema_migrations ADD COLUMN oldest_node integer NOT NULL DEFAULT 0')
  }
}

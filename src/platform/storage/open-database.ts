// Opens the configured database: a PostgreSQL server by its URL, or the embedded one in a directory.

import { join } from 'node:path'
import { Problem } from '../kernel/problems/problem.ts'
import type { AnswerTimeouts } from './connections/connection-pool.ts'
import { PooledDatabase } from './connections/pooled-database.ts'
import type { Database } from './database.ts'
import { type DataDirectoryLock, DataDirectoryUnusable, lockDataDirectory } from './embedded/data-directory.ts'
import { DATA_TEMPLATE } from './embedded/data-template.ts'
import { DiskSpace, type FreeBytes } from './embedded/disk-space.ts'
import { PgliteEngine } from './embedded/pglite.ts'
import { newestMigration } from './schema/migration-file.ts'
import { isUnreachable, sqlStateOf } from './statements/sqlstate.ts'

const OLDEST_VERSION = 150_000
/** SQL_ASCII stores bytes unchanged, and we send UTF-8. */
const ENCODINGS = ['UTF8', 'SQL_ASCII']
const CONNECT_TIMEOUT_MS = 2_000
const STATEMENT_TIMEOUT_MS = 30_000
const KEEP_ALIVE_DELAY_MS = 10_000
/**
 * Set after connecting: PgBouncer refuses them as startup parameters. A gateway that dies mid-transaction on another machine
 * must not keep its locks.
 */
const SERVER_TIMEOUTS = `SET statement_timeout = ${STATEMENT_TIMEOUT_MS};
  SET idle_in_transaction_session_timeout = ${STATEMENT_TIMEOUT_MS}`
/** Slightly above the server's own limits, and short enough for a retry before the caller times out. */
const TIMEOUTS: AnswerTimeouts = { statementMs: STATEMENT_TIMEOUT_MS + 5_000, roundTripMs: 7_000 }

/** The embedded engine cannot cancel a statement: on timeout its thread is replaced. */
const EMBEDDED_TIMEOUTS: AnswerTimeouts = { statementMs: 15_000, roundTripMs: TIMEOUTS.roundTripMs }
/** With less free space the engine is not started: recovery needs a 16 MB log segment and some more. */
const START_FREE_BYTES = 32 * 1024 * 1024

export interface PostgresOptions {
  readonly connections?: number
  readonly timeouts?: AnswerTimeouts
  /** To open a connection. */
  readonly connectTimeoutMs?: number
  /** To wait for a free one of the pool; as long as to open one when only that is given. */
  readonly placeTimeoutMs?: number
  /** No transaction writes. */
  readonly isReadOnly?: boolean
}

/** A PostgreSQL server, 15 or later. Does not connect yet: when the server is down, the first query fails. */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  return new PooledDatabase({
    engine: 'postgres',
    connections: options.connections ?? 10,
    timeouts: options.timeouts ?? TIMEOUTS,
    knownMigration: newestMigration(),
    isReadOnly: options.isReadOnly === true,
    placeTimeoutMs: options.placeTimeoutMs ?? options.connectTimeoutMs,
    pool: {
      connectionString: url,
      application_name: 'tillgate',
      connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    },
    greeting: SERVER_TIMEOUTS,
  })
}

export interface PgliteOptions {
  readonly timeouts?: AnswerTimeouts
  /** Replaces the file system's answer, for tests. */
  readonly freeBytes?: FreeBytes
  /** For a new data folder; null creates the database and its tables. */
  readonly template?: URL | null
  /** No transaction writes. */
  readonly isReadOnly?: boolean
}

/** The embedded PostgreSQL in a directory of its own, locked against a second process; `null` keeps it in memory. */
export function openPglite(directory: string | null, options: PgliteOptions = {}): Database {
  return directory === null
    ? openEngine(new PgliteEngine({ stored: null, template: null }), options)
    : openStored(directory, lockDataDirectory(directory), options)
}

function openStored(directory: string, lock: DataDirectoryLock, options: PgliteOptions): Database {
  const diskSpace = new DiskSpace(directory, options.freeBytes)
  const checkStart = () => {
    if (diskSpace.measure() >= START_FREE_BYTES) return
    throw new DataDirectoryUnusable(`the disk of ${directory} is full`)
  }
  const stored = { pgdata: join(directory, 'pgdata'), lock: lock.file }
  const { template = DATA_TEMPLATE } = options
  const engine = new PgliteEngine({ stored, template: template?.href ?? null, checkStart })
  const database = openEngine(engine, options, async () => {
    diskSpace.close()
    lock.release()
  })
  diskSpace.watch((isShort) => database.setReadOnly(isShort))
  return database
}

function openEngine(
  engine: PgliteEngine,
  { timeouts = EMBEDDED_TIMEOUTS, isReadOnly = false }: PgliteOptions,
  afterClose?: () => Promise<void>,
): PooledDatabase {
  return new PooledDatabase({
    engine: 'pglite',
    connections: 1,
    timeouts,
    isReadOnly,
    pool: {
      stream: () => engine.socket() as never,
      user: 'postgres',
      database: 'postgres',
      idleTimeoutMillis: 0,
    },
    // The backend outlives its clients, so a new client clears the state that the last one may have left.
    greeting: 'ROLLBACK; DEALLOCATE ALL',
    async afterClose() {
      await engine.close()
      await afterClose?.()
    },
  })
}

/** Throws when the server is too old for our SQL, or its encoding cannot store every text. */
export async function checkServer(database: Pick<Database, 'query'>): Promise<void> {
  const { rows } = await database.query<{ version: string; encoding: string }>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding`,
  )
  const version = Number(rows[0]?.version)
  const encoding = rows[0]?.encoding ?? ''
  if (version < OLDEST_VERSION) {
    throw new Error(
      `DATABASE_URL: PostgreSQL 15 or later is needed, the server is version ${Math.floor(version / 10_000)}`,
    )
  }
  if (!ENCODINGS.includes(encoding)) {
    throw new Error(`DATABASE_URL: a database in the encoding UTF8 is needed, this one is in ${encoding}`)
  }
}

/**
 * Rewords a startup error so that it names DATA_DIR when the embedded database is at fault: damaged or unwritable files, or
 * a full disk. Other errors are returned unchanged, also those of other files: the engine reports its own without a path.
 */
export function startFailure(database: Database, error: unknown): unknown {
  const reported = error instanceof Problem && error.cause instanceof Error ? error.cause : error
  if (database.engine !== 'pglite' || !(reported instanceof Error)) return error
  if (reported instanceof DataDirectoryUnusable) return reported
  if ('path' in reported) return error
  const isDamaged = /^XX/.test(sqlStateOf(reported) ?? '')
  if (!isDamaged && !isUnreachable(reported)) return error
  return new DataDirectoryUnusable(`the embedded database cannot be used (${reported.message.split('\n')[0]})`, error)
}

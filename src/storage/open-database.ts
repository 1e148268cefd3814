// Opens the store that the configuration names: a PostgreSQL server by its URL, or the embedded one in a directory.

import { join } from 'node:path'
import { lockDataDirectory } from './data-directory.ts'
import type { Database } from './database.ts'
import { newestMigration } from './migrate.ts'
import { PgliteEngine } from './pglite.ts'
import { type Patience, PooledDatabase } from './pooled-database.ts'

const OLDEST_VERSION = 150_000
/** SQL_ASCII keeps the bytes that it is sent, and it is sent UTF-8. */
const ENCODINGS = ['UTF8', 'SQL_ASCII']
const CONNECT_TIMEOUT_MS = 2_000
const STATEMENT_TIMEOUT_MS = 30_000
const KEEP_ALIVE_DELAY_MS = 10_000
/** A little more than the server allows a statement, or a batch; early enough for another attempt while its callers wait. */
const PATIENCE: Patience = { statementMs: STATEMENT_TIMEOUT_MS + 5_000, roundTripMs: 7_000 }

export interface PostgresOptions {
  readonly connections?: number
  readonly patience?: Patience
}

/** A PostgreSQL server, 15 or later. It may be down: the first query then says so. */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  return new PooledDatabase({
    engine: 'postgres',
    connections: options.connections ?? 10,
    patience: options.patience ?? PATIENCE,
    knownMigration: newestMigration(),
    pool: {
      connectionString: url,
      application_name: 'tillgate',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      // A gateway that dies mid-transaction on another machine must not keep its locks.
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    },
  })
}

/** The embedded PostgreSQL in a directory of its own, locked against a second process; `null` keeps it in memory. */
export function openPglite(directory: string | null): Database {
  const lock = directory === null ? undefined : lockDataDirectory(directory)
  const engine = new PgliteEngine(directory === null ? null : join(directory, 'pgdata'))
  return new PooledDatabase({
    engine: 'pglite',
    connections: 1,
    pool: {
      stream: () => engine.socket() as never,
      user: 'postgres',
      database: 'postgres',
      idleTimeoutMillis: 0,
    },
    // The backend outlives its clients, so a new one clears away what the last one may have left.
    greeting: 'ROLLBACK; DEALLOCATE ALL',
    async afterClose() {
      await engine.close()
      lock?.release()
    },
  })
}

/** Throws when the server is older than the SQL of this house, or its database cannot hold every text. */
export async function checkServer(database: Database): Promise<void> {
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

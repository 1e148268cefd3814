// Opens the store that the configuration names: a PostgreSQL server by its URL, or the embedded one in a directory.

import { join } from 'node:path'
import { lockDataDirectory } from './data-directory.ts'
import type { Database } from './database.ts'
import { PgliteEngine } from './pglite.ts'
import { PooledDatabase } from './pooled-database.ts'

const OLDEST_VERSION = 150_000
const CONNECT_TIMEOUT_MS = 2_000
const STATEMENT_TIMEOUT_MS = 30_000

export interface PostgresOptions {
  readonly connections?: number
}

/** A PostgreSQL server, 15 or later. It may be down: the first query then says so. */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  return new PooledDatabase({
    engine: 'postgres',
    connections: options.connections ?? 10,
    pool: {
      connectionString: url,
      application_name: 'tillgate',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
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

/** Throws when the server is older than the SQL of this house. */
export async function checkServerVersion(database: Database): Promise<void> {
  const { rows } = await database.query<{ version: string }>(`SELECT current_setting('server_version_num') AS version`)
  const version = Number(rows[0]?.version)
  if (version < OLDEST_VERSION) {
    throw new Error(
      `DATABASE_URL: PostgreSQL 15 or later is needed, the server is version ${Math.floor(version / 10_000)}`,
    )
  }
}

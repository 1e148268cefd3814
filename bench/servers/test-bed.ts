// The environment of the bench: one PostgreSQL with production durability, a temporary folder, and the gateways'
// stores. All of it is removed when the bench ends.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../src/platform/storage/database.ts'
import { openPglite, openPostgres } from '../../src/platform/storage/open-database.ts'
import { type PostgresServer, startPostgres } from '../../test/support/machine/postgres.ts'
import { runTillgate, type Store } from './server-process.ts'

export interface TestBed {
  readonly folder: string
  readonly server: PostgresServer
  readonly postgres: Store
  readonly pglite: Store
  /** Copies the current PostgreSQL store, which must have no open connections. */
  copyPostgresStore(name: string): Promise<Store>
  createDatabase(name: string): Promise<void>
  close(): Promise<void>
}

/** `settings` are PostgreSQL's, besides those of every bench; `programs` the folder of another server than npm's. */
export async function openTestBed(
  settings: Readonly<Record<string, string>> = {},
  programs?: string,
): Promise<TestBed> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-bench-'))
  const server = await startPostgres({ settings, ...(programs !== undefined && { programs }) })
  const storeAt = (name: string): Store => {
    const url = new URL(server.url)
    url.pathname = `/${name}`
    // The folder holds the sandbox's master key, which all gateways on a copy of the data must share.
    return { name, env: { ENVIRONMENT: 'sandbox', DATABASE_URL: url.href, DATA_DIR: join(folder, 'postgres') } }
  }
  const onServer = async (statement: string) => {
    const database = openPostgres(server.url)
    try {
      await database.query(statement)
    } finally {
      await database.close()
    }
  }
  await onServer('CREATE DATABASE bench')
  return {
    folder,
    server,
    postgres: storeAt('bench'),
    pglite: { name: 'pglite', env: { DATA_DIR: join(folder, 'pglite') } },
    createDatabase: (name) => onServer(`CREATE DATABASE ${name}`),
    async copyPostgresStore(name) {
      await onServer(`CREATE DATABASE ${name} TEMPLATE bench`)
      return storeAt(name)
    },
    async close() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A database on a server is filled only by people who name it. */
function confirmation({ env: { DATABASE_URL: url } }: Store): string[] {
  return url === undefined ? [] : ['--confirm', new URL(url).pathname.slice(1)]
}

/** Filling and vacuuming years of history takes longer than any request may. */
const PATIENT = { statementMs: Number.POSITIVE_INFINITY, roundTripMs: Number.POSITIVE_INFINITY }

/** Opens a store directly, to prepare it or to count what it recorded. PGlite allows one process at a time. */
export function openStore({ env }: Store): Database {
  const { DATABASE_URL: url, DATA_DIR: directory } = env
  return url === undefined ? openPglite(directory ?? '') : openPostgres(url, { connections: 2, timeouts: PATIENT })
}

export async function withStore<T>(store: Store, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openStore(store)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/**
 * Fills a store with the sandbox and the load-test accounts. FI001's daily limits are raised out of reach (not removed:
 * they are still checked and counted), because a bench withdraws more per minute than an account may per day.
 */
export async function prepareStore(store: Store, accounts: number): Promise<void> {
  await runTillgate(store, 'seed', '--accounts', String(accounts), ...confirmation(store))
  await withStore(store, async (database) => {
    await database.query(
      `UPDATE institutions SET limit_per_day_minor = 1000000000000000, limit_count_per_day = 1000000000
        WHERE institution_id = 'FI001'`,
    )
    await database.query('VACUUM ANALYZE')
  })
}

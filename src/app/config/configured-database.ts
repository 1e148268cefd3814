// The database that the configuration names.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../platform/storage/database.ts'
import { openPglite, openPostgres } from '../../platform/storage/open-database.ts'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'

export interface OpenOptions {
  /** No transaction writes. */
  readonly isReadOnly?: boolean
}

export function openConfiguredDatabase(
  { database: { url, pool }, dataDir }: Config,
  { isReadOnly = false }: OpenOptions = {},
): Database {
  return url === undefined ? openPglite(dataDir, { isReadOnly }) : openPostgres(url, { connections: pool, isReadOnly })
}

/** Throws a ConfigError when the embedded database is yet to be made: opening it would make it. */
export function assertDatabaseExists({ database: { url }, dataDir }: Config): void {
  if (url === undefined && !existsSync(join(dataDir, 'pgdata')))
    throw new ConfigError('DATA_DIR', `has no database yet: ${dataDir}; run \`tillgate migrate\` first`)
}

// The database that the configuration names.

import type { Config } from './config.ts'
import type { Database } from './storage/database.ts'
import { openPglite, openPostgres } from './storage/open-database.ts'

export function openConfiguredDatabase({ database: { url, pool }, dataDir }: Config): Database {
  return url === undefined ? openPglite(dataDir) : openPostgres(url, { connections: pool })
}

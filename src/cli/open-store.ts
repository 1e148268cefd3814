// The store as the commands need it: opened by the configuration, closed again whatever happens.

import { type Config, ConfigError, readConfig } from '../config.ts'
import { SecretBox } from '../kernel/secrets.ts'
import { loadMasterKeys } from '../master-key.ts'
import type { Database } from '../storage/database.ts'
import { checkServerVersion, openPglite, openPostgres } from '../storage/open-database.ts'

export interface Store {
  readonly config: Config
  readonly database: Database
}

export async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const { url, pool } = config.database
  const database = url === undefined ? openPglite(config.dataDir) : openPostgres(url, { connections: pool })
  try {
    await checkServerVersion(database)
    return await work({ config, database })
  } finally {
    await database.close()
  }
}

/** Throws unless this is a sandbox: what follows writes or deletes data that must not exist anywhere else. */
export function requireSandbox(config: Config, command: string): void {
  if (config.environment === 'sandbox') return
  throw new ConfigError('ENVIRONMENT', `must be sandbox for \`tillgate ${command}\`; it is ${config.environment}`)
}

export function secretBoxOf(config: Config): SecretBox {
  return new SecretBox(loadMasterKeys(config))
}

// The store as the commands need it: opened by the configuration, closed again whatever happens.

import { type Config, ConfigError, readConfig } from '../config.ts'
import { openConfiguredDatabase } from '../configured-database.ts'
import { SecretBox } from '../kernel/secrets.ts'
import { loadMasterKeys } from '../master-key.ts'
import type { Database } from '../storage/database.ts'
import { checkServer, startFailure } from '../storage/open-database.ts'
import { migrate } from '../storage/schema/migrate.ts'
import { checkOwnership } from '../store-ownership.ts'
import type { Shell } from './shell.ts'

export interface Store {
  readonly config: Config
  readonly database: Database
}

export async function withStore<T>(work: (store: Store) => Promise<T>, env = process.env as Shell['env']): Promise<T> {
  const config = readConfig(env)
  const database = openConfiguredDatabase(config)
  try {
    await checkServer(database)
    return await work({ config, database })
  } catch (error) {
    throw startFailure(database, error)
  } finally {
    await database.close()
  }
}

/**
 * Makes sure that a command which writes or deletes synthetic data does so in a sandbox, on a database of that sandbox
 * with an up-to-date schema; returns what its secrets are sealed with.
 */
export async function prepareSandbox({ config, database }: Store, command: string): Promise<SecretBox> {
  if (config.environment !== 'sandbox') {
    throw new ConfigError('ENVIRONMENT', `must be sandbox for \`tillgate ${command}\`; it is ${config.environment}`)
  }
  return prepareStore({ config, database })
}

/** Brings the schema up to date and makes sure that the database is this environment's; returns what its secrets are sealed with. */
export async function prepareStore({ config, database }: Store): Promise<SecretBox> {
  await migrate(database)
  const secretBox = new SecretBox(loadMasterKeys(config))
  await checkOwnership(database, secretBox, config)
  return secretBox
}

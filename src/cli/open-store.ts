// Opens the configured store for a command, and closes it in any case.

import { type Config, readConfig } from '../config.ts'
import { ConfigError } from '../config-error.ts'
import { openConfiguredDatabase } from '../configured-database.ts'
import type { Clock } from '../kernel/clock.ts'
import { SecretBox } from '../kernel/secrets.ts'
import { loadMasterKeys } from '../master-key.ts'
import { openSandboxClock } from '../sandbox/sandbox-clock.ts'
import type { Database } from '../storage/database.ts'
import { DatabaseClock } from '../storage/database-clock.ts'
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
 * For commands that write or delete synthetic data: makes sure that this is a sandbox, on that sandbox's database with
 * an up-to-date schema. Returns the secret box.
 */
export async function prepareSandbox({ config, database }: Store, command: string): Promise<SecretBox> {
  if (config.environment !== 'sandbox') {
    throw new ConfigError('ENVIRONMENT', `must be sandbox for \`tillgate ${command}\`; it is ${config.environment}`)
  }
  return prepareStore({ config, database })
}

/** Migrates the schema and makes sure that the database belongs to this environment. Returns the secret box. */
export async function prepareStore({ config, database }: Store): Promise<SecretBox> {
  await migrate(database)
  const secretBox = new SecretBox(loadMasterKeys(config))
  await checkOwnership(database, secretBox, config)
  return secretBox
}

/** The clock of business dates, which the sandbox can move. */
export async function openBusinessClock({ config, database }: Store): Promise<{ clock: Clock; close(): void }> {
  const base = await DatabaseClock.open(database)
  if (config.environment !== 'sandbox') return { clock: base, close: () => base.close() }
  const { clock, close } = await openSandboxClock({ database, base })
  return {
    clock,
    close() {
      close()
      base.close()
    },
  }
}

// Opens the configured store for a command, and closes it in any case. Every command is refused on a database of another
// environment, before it changes anything.

import { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { refuseTransactionPooling } from '../../platform/storage/connections/pooler.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import { DatabaseClock } from '../../platform/storage/database-clock.ts'
import { checkServer, startFailure } from '../../platform/storage/open-database.ts'
import { assertMigrated, type MigrateOptions, migrate } from '../../platform/storage/schema/migrate.ts'
import { openSandboxClock } from '../../sandbox/sandbox-clock.ts'
import { type Config, readConfig } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { assertDatabaseExists, type OpenOptions, openConfiguredDatabase } from '../config/configured-database.ts'
import { loadMasterKeys } from '../config/master-key.ts'
import { checkEnvironment, checkMasterKey, claimEnvironment, claimStore } from '../config/store-ownership.ts'
import type { Shell } from './shell.ts'

export interface Store {
  readonly config: Config
  readonly database: Database
}

export interface OpenedStore extends Store {
  readonly secretBox: SecretBox
}

interface StoreOptions extends OpenOptions {
  /** Throws when the command may not run on the database. */
  check?(store: Store): Promise<void>
}

/** For commands that write. */
export async function withStore<T>(
  work: (store: Store) => Promise<T>,
  env: Shell['env'],
  options: StoreOptions = {},
): Promise<T> {
  return open(readConfig(env), work, options)
}

/**
 * For commands that only look: with `isReadOnly` no transaction of theirs writes, otherwise they roll back what they try. Nothing is
 * made or migrated: a schema that is behind is refused.
 */
export async function withUnchangedStore<T>(
  work: (store: OpenedStore) => Promise<T>,
  env: Shell['env'],
  options: Required<OpenOptions>,
): Promise<T> {
  const config = readConfig(env)
  assertDatabaseExists(config)
  return open(
    config,
    async (store) => {
      await assertMigrated(store.database)
      const secretBox = new SecretBox(loadMasterKeys(config, { mayStore: false }))
      await checkMasterKey(store.database, secretBox)
      return work({ ...store, secretBox })
    },
    options,
  )
}

async function open<T>(config: Config, work: (store: Store) => Promise<T>, options: StoreOptions): Promise<T> {
  const { check = (store: Store) => checkEnvironment(store.database, config) } = options
  const database = openConfiguredDatabase(config, options)
  try {
    await checkServer(database)
    await refuseTransactionPooling(database)
    await check({ config, database })
    return await work({ config, database })
  } catch (error) {
    throw startFailure(database, error)
  } finally {
    await database.close()
  }
}

export interface SandboxCommand {
  readonly name: string
  /** The name of the database, as the person gave it. */
  readonly confirm: string | undefined
}

/**
 * For commands that write or delete synthetic data: makes sure that this is a sandbox, on that sandbox's database with
 * an up-to-date schema.
 */
export async function withSandbox(
  { name, confirm }: SandboxCommand,
  work: (store: OpenedStore) => Promise<void>,
  env: Shell['env'],
): Promise<void> {
  await withStore(async (store) => work({ ...store, secretBox: await prepareStore(store) }), env, {
    async check({ config, database }) {
      if (config.environment !== 'sandbox') {
        throw new ConfigError('ENVIRONMENT', `must be sandbox for \`tillgate ${name}\`; it is ${config.environment}`)
      }
      await checkEnvironment(database, config)
      // The embedded database is nobody else's.
      if (config.database.url !== undefined) await assertConfirmed(database, confirm)
    },
  })
}

/** Throws unless the person has named the database, and so knows which one it is. */
export async function assertConfirmed(database: Sql, name: string | undefined): Promise<void> {
  const { rows } = await database.query<{ name: string }>('SELECT current_database() AS name')
  const named = rows[0]?.name
  if (name === undefined) throw new ConfigError('--confirm', `is required: it takes the name of the database, ${named}`)
  if (name !== named)
    throw new ConfigError('--confirm', `takes the name of the database, which is ${named}, not ${name}`)
}

/** Migrates the schema and makes sure that the database belongs to this environment. Returns the secret box. */
export async function prepareStore(store: Store): Promise<SecretBox> {
  const { config, database } = store
  await migrateStore(store)
  const secretBox = new SecretBox(loadMasterKeys(config))
  await claimStore(database, secretBox, config)
  return secretBox
}

/** Migrates the schema, and marks a new database with its environment. Returns the names of what was applied. */
export async function migrateStore({ config, database }: Store, options: MigrateOptions = {}): Promise<string[]> {
  const applied = await migrate(database, options)
  await claimEnvironment(database, config)
  return applied
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

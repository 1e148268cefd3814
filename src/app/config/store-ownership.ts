// A database belongs to the master key it was created with, and to the environment it was first prepared in. Starting on
// another one's would not fail at once: it would look up cards with the wrong key, or give production the sandbox's users.

import type { Environment } from '../../platform/kernel/environment.ts'
import { equalInConstantTime, type SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import { markEnvironment, readEnvironmentMark } from '../../platform/storage/environment-mark.ts'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'

type NamedEnvironment = Pick<Config, 'environment'>

/** Throws a ConfigError when the database is of another environment. Reads only, so it comes before any migration. */
export async function checkEnvironment(sql: Sql, { environment }: NamedEnvironment): Promise<void> {
  const mark = await readEnvironmentMark(sql)
  if (mark.environment !== undefined && mark.environment !== environment)
    throw otherEnvironment(environment, mark.environment)
  if (environment === 'sandbox' && mark.holdsBank)
    throw new ConfigError('ENVIRONMENT', "is sandbox, but the database has institutions that are not the sandbox's")
}

function otherEnvironment(named: Environment, owner: Environment): ConfigError {
  const isCopy = (named === 'qa' || named === 'uat') && owner !== 'sandbox'
  const advice = isCopy ? ` (a copy of it becomes ${named}'s by \`tillgate environment --to ${named}\`)` : ''
  return new ConfigError('ENVIRONMENT', `is ${named}, but the database belongs to ${owner}${advice}`)
}

/** Marks a database that was just migrated, unless it is marked. Throws like checkEnvironment(). */
export async function claimEnvironment(database: Database, config: NamedEnvironment): Promise<void> {
  await checkEnvironment(database, config)
  const { isMarked } = await readEnvironmentMark(database)
  if (!isMarked) await markEnvironment(database, config.environment)
  // Another node may have been faster, with another environment, also since the first look.
  await checkEnvironment(database, config)
}

/** Throws a ConfigError unless this process may use the database; marks a new one with its environment and its key. */
export async function claimStore(database: Database, secretBox: SecretBox, config: NamedEnvironment): Promise<void> {
  await claimEnvironment(database, config)
  await database.query(
    `INSERT INTO settings (key, value) VALUES ('masterKeyCheck', to_jsonb($1::text)) ON CONFLICT (key) DO NOTHING`,
    [checkOf(secretBox)],
  )
  await checkMasterKey(database, secretBox)
}

/** Throws a ConfigError when the database was made with another key. Reads only. */
export async function checkMasterKey(database: Database, secretBox: SecretBox): Promise<void> {
  const { rows } = await database.query<{ value: unknown }>(`SELECT value FROM settings WHERE key = 'masterKeyCheck'`)
  const [stored] = rows
  if (stored === undefined) return
  if (typeof stored.value !== 'string' || !equalInConstantTime(stored.value, checkOf(secretBox))) {
    throw new ConfigError('MASTER_KEY', 'is not the key that this database was made with')
  }
}

function checkOf(secretBox: SecretBox): string {
  return secretBox.lookupHash('tillgate', 'master key check')
}

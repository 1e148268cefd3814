// A database belongs to the master key it was created with, and a sandbox's database to the sandbox. Starting on
// another one's would not fail at once: it would look up cards with the wrong key, or accept known credentials in
// production.

import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'
import { equalInConstantTime, type SecretBox } from './kernel/secrets.ts'
import type { Database } from './storage/database.ts'

/** Throws a ConfigError unless this process may use the database; marks a new one with its key. */
export async function checkOwnership(
  database: Database,
  secretBox: SecretBox,
  config: Pick<Config, 'environment'>,
): Promise<void> {
  const check = secretBox.lookupHash('tillgate', 'master key check')
  await database.query(
    `INSERT INTO settings (key, value) VALUES ('masterKeyCheck', to_jsonb($1::text)) ON CONFLICT (key) DO NOTHING`,
    [check],
  )
  const { rows } = await database.query<{ key: string; value: unknown }>(
    `SELECT key, value FROM settings WHERE key IN ('masterKeyCheck', 'sandbox')`,
  )
  const stored = rows.find((row) => row.key === 'masterKeyCheck')?.value
  if (typeof stored !== 'string' || !equalInConstantTime(stored, check)) {
    throw new ConfigError('MASTER_KEY', 'is not the key that this database was made with')
  }
  if (config.environment !== 'sandbox' && rows.some((row) => row.key === 'sandbox')) {
    throw new ConfigError('DATABASE_URL', `names a sandbox's database, which ${config.environment} refuses`)
  }
}

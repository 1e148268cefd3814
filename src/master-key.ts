// Where the master keys come from: the environment, a file, or, in the sandbox only, a key made once and kept in the
// data folder. A key that a sandbox made for itself protects nothing, so no other environment starts with one.

import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { generateSandboxMasterKey, type MasterKey, parseMasterKeys, type SecretBox } from './kernel/secrets.ts'
import type { Sql } from './storage/database.ts'

export type MasterKeySource = Pick<Config, 'environment' | 'masterKey' | 'masterKeyFile' | 'dataDir'>

/** The keys as SecretBox takes them, newest first. Throws a ConfigError that never shows a key. */
export function loadMasterKeys(config: MasterKeySource): MasterKey[] {
  const [variable, text] = textOf(config)
  const keys = parse(variable, text)
  if (config.environment !== 'sandbox' && keys.some((key) => key.sandbox)) {
    throw new ConfigError(variable, `holds a sandbox key, which ${config.environment} refuses; make one of its own`)
  }
  return keys
}

const PROOF = 'tillgate'
const PROOF_CONTEXT = 'settings.master-key'

/**
 * Throws a ConfigError when the database was written with another key: every secret and card number in it would look
 * wrong rather than the key. The first start leaves a proof of its key behind for this.
 */
export async function checkMasterKey(sql: Sql, secretBox: SecretBox): Promise<void> {
  const own = { lookup: secretBox.lookupHash(PROOF, PROOF_CONTEXT), sealed: secretBox.seal(PROOF, PROOF_CONTEXT) }
  await sql.query(`INSERT INTO settings (key, value) VALUES ('master-key', $1::jsonb) ON CONFLICT (key) DO NOTHING`, [
    JSON.stringify(own),
  ])
  const { rows } = await sql.query<{ value: typeof own }>(`SELECT value FROM settings WHERE key = 'master-key'`)
  const kept = rows[0]?.value ?? own
  if (kept.lookup !== own.lookup || !opens(kept.sealed, secretBox)) {
    throw new ConfigError(
      'MASTER_KEY',
      'is not the key that this database was written with (a sandbox without one keeps it in DATA_DIR/master.key)',
    )
  }
}

function opens(sealed: string, secretBox: SecretBox): boolean {
  try {
    return secretBox.open(sealed, PROOF_CONTEXT) === PROOF
  } catch {
    return false
  }
}

function textOf(config: MasterKeySource): [variable: string, text: string] {
  if (config.masterKey !== undefined) return ['MASTER_KEY', config.masterKey]
  if (config.masterKeyFile !== undefined)
    return ['MASTER_KEY_FILE', readKeyFile('MASTER_KEY_FILE', config.masterKeyFile)]
  if (config.environment !== 'sandbox') {
    throw new ConfigError('MASTER_KEY', `(or MASTER_KEY_FILE) is required in ${config.environment}`)
  }
  return ['DATA_DIR', sandboxKey(config.dataDir)]
}

// The finished file is linked into its place, so that of two processes that start at once one makes the key and the
// other reads it whole.
function sandboxKey(dataDir: string): string {
  const file = join(dataDir, 'master.key')
  const draft = join(dataDir, `master.key.${process.pid}`)
  try {
    if (existsSync(file)) return readFileSync(file, 'utf8')
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(draft, `${generateSandboxMasterKey()}\n`, { mode: 0o600 })
    linkIfFree(draft, file)
    rmSync(draft)
    return readFileSync(file, 'utf8')
  } catch {
    throw new ConfigError('DATA_DIR', `takes a folder that this process can read and write; ${dataDir} is not`)
  }
}

function linkIfFree(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function readKeyFile(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new ConfigError(variable, `takes the path of a file that this process can read; ${file} is not`)
  }
}

function parse(variable: string, text: string): MasterKey[] {
  try {
    return parseMasterKeys(text)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const takes = variable === 'DATA_DIR' ? `holds a master.key that is damaged: it ${error.message}` : error.message
    throw new ConfigError(variable, takes)
  }
}

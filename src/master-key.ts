// Where the master keys come from: the environment, a file, or, in the sandbox only, a key made once and kept in the
// data folder. A key that a sandbox made for itself protects nothing, so no other environment starts with one.

import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { generateSandboxMasterKey, type MasterKey, parseMasterKeys } from './kernel/secrets.ts'

export type MasterKeySource = Pick<Config, 'environment' | 'masterKey' | 'masterKeyFile' | 'dataDir'>

/** The keys as SecretBox takes them, newest first. Throws a ConfigError that never shows a key. */
export function loadMasterKeys(config: MasterKeySource): MasterKey[] {
  const [variable, text] = textOf(config)
  const keys = parse(variable, text)
  if (keys.some((key) => isWeak(key.bytes))) {
    throw new ConfigError(variable, 'takes random bytes, as `openssl rand -base64 32` makes')
  }
  if (config.environment !== 'sandbox' && keys.some((key) => key.sandbox)) {
    throw new ConfigError(variable, `holds a sandbox key, which ${config.environment} refuses; make one of its own`)
  }
  return keys
}

/**
 * Refuses only what nobody draws: one byte repeated, two or three in turn, the alphabet. A key of few letters is poor, but an
 * installation that has been using one must still start.
 */
function isWeak(bytes: Buffer): boolean {
  const steps = bytes.subarray(1).map((byte, i) => byte - (bytes[i] ?? 0))
  return new Set(bytes).size < 4 || new Set(steps).size < 3
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

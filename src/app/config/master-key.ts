// Loads the master keys: from the environment, a file, or, in the sandbox only, a key created once in the data folder.
// A key that the sandbox created next to its data protects nothing, so no other environment accepts that.

import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateSandboxMasterKey, type MasterKey, parseMasterKeys } from '../../platform/kernel/secrets/secrets.ts'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'

export type MasterKeySource = Pick<Config, 'environment' | 'masterKey' | 'masterKeyFile' | 'dataDir'>

/**
 * The keys for SecretBox, newest first. Throws a ConfigError that never shows a key. With `mayStore: false` a sandbox without a
 * key gets one that is not stored, for commands that only look.
 */
export function loadMasterKeys(config: MasterKeySource, { mayStore = true } = {}): MasterKey[] {
  const [variable, text] = textOf(config, mayStore)
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
 * Rejects only keys that are clearly not random: one byte repeated, two or three alternating, the alphabet. Stricter
 * rules could stop an installation that already uses a weaker key from starting.
 */
function isWeak(bytes: Buffer): boolean {
  const steps = bytes.subarray(1).map((byte, i) => byte - (bytes[i] ?? 0))
  return new Set(bytes).size < 4 || new Set(steps).size < 3
}

function textOf(config: MasterKeySource, mayStore: boolean): [variable: string, text: string] {
  if (config.masterKey !== undefined) return ['MASTER_KEY', config.masterKey]
  if (config.masterKeyFile !== undefined)
    return ['MASTER_KEY_FILE', readKeyFile('MASTER_KEY_FILE', config.masterKeyFile)]
  if (config.environment !== 'sandbox') {
    throw new ConfigError('MASTER_KEY', `(or MASTER_KEY_FILE) is required in ${config.environment}`)
  }
  return ['DATA_DIR', sandboxKey(config.dataDir, mayStore)]
}

// The finished file is linked into place: if two processes start at once, one creates the key and the other reads it
// complete.
function sandboxKey(dataDir: string, mayStore: boolean): string {
  const file = join(dataDir, 'master.key')
  const draft = join(dataDir, `master.key.${process.pid}`)
  try {
    if (existsSync(file)) return readFileSync(file, 'utf8')
    if (!mayStore) return generateSandboxMasterKey()
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

// Loads the master keys from where the configuration says, or, in the sandbox only, a key created once in the data folder.
// A key that the sandbox created next to its data protects nothing, so no other environment accepts that.

import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../../platform/kernel/environment.ts'
import { generateSandboxMasterKey, type MasterKey, parseMasterKeys } from '../../platform/kernel/secrets/secrets.ts'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'
import { filesOf, type KeySource } from './config-keys.ts'
import { runKeyCommand } from './key-command.ts'

export type MasterKeySource = Pick<Config, 'environment' | 'masterKey' | 'previousMasterKey' | 'dataDir'>

/**
 * The keys for SecretBox, newest first. Throws a ConfigError that never shows a key. With `mayStore: false` a sandbox without a
 * key gets one that is not stored, for commands that only look.
 */
export function loadMasterKeys(config: MasterKeySource, { mayStore = true } = {}): MasterKey[] {
  const { environment, masterKey, previousMasterKey, dataDir } = config
  if (masterKey === undefined) {
    if (environment !== 'sandbox')
      throw new ConfigError('MASTER_KEY', `(or MASTER_KEY_FILE) is required in ${environment}`)
    return checked('DATA_DIR', parse('DATA_DIR', sandboxKey(dataDir, mayStore)), environment)
  }
  const keys = checked(masterKey.variable, keysOf(masterKey), environment)
  if (previousMasterKey === undefined) return keys
  const previous = checked(previousMasterKey.variable, keysOf(previousMasterKey), environment)
  const least = keys.at(-1)?.version ?? 0
  const late = previous.find(({ version }) => version >= least)
  if (late !== undefined) {
    throw new ConfigError(
      previousMasterKey.variable,
      `holds key ${late.version}, but a key of ${masterKey.variable} has the number ${least}: number the new key higher, as in "${late.version + 1}:<base64>"`,
    )
  }
  return [...keys, ...previous]
}

function keysOf(source: KeySource): MasterKey[] {
  const { variable, value } = source
  if (variable.endsWith('_COMMAND'))
    return parse(`${variable} printed something else than a key: it`, runKeyCommand(variable, value))
  if (variable.endsWith('_FILES')) return [joinComponents(variable, filesOf(source))]
  return parse(variable, variable.endsWith('_FILE') ? readKeyFile(variable, value) : value)
}

function checked(variable: string, keys: MasterKey[], environment: Environment): MasterKey[] {
  if (keys.some((key) => isWeak(key.bytes))) {
    throw new ConfigError(variable, 'takes random bytes, as `openssl rand -base64 32` makes')
  }
  if (environment !== 'sandbox' && keys.some((key) => key.sandbox)) {
    throw new ConfigError(variable, `holds a sandbox key, which ${environment} refuses; make one of its own`)
  }
  return keys
}

/** Each custodian's file is as long as the key, so that none of them knows a part of it. */
function joinComponents(variable: string, files: readonly string[]): MasterKey {
  const components = files.map((file) => {
    const [component, ...others] = parse(`${variable}: ${file}`, readKeyFile(variable, file))
    if (component === undefined || others.length > 0 || component.sandbox)
      throw new ConfigError(`${variable}: ${file}`, 'takes one component: base64 of 32 bytes, such as "2:<base64>"')
    if (isWeak(component.bytes))
      throw new ConfigError(`${variable}: ${file}`, 'takes random bytes, as `openssl rand -base64 32` makes')
    return { file, ...component }
  })
  const [first, ...rest] = components as [(typeof components)[number], ...typeof components]
  const other = rest.find(({ version }) => version !== first.version)
  if (other !== undefined) {
    throw new ConfigError(
      `${variable}: ${other.file}`,
      `is a component of key ${other.version}, and ${first.file} is one of key ${first.version}`,
    )
  }
  const twice = components.find(({ bytes }, i) => components.findIndex((one) => one.bytes.equals(bytes)) < i)
  if (twice !== undefined) throw new ConfigError(`${variable}: ${twice.file}`, 'is the component of another file again')
  const bytes = Buffer.from(first.bytes)
  for (const component of rest) for (const [i, byte] of component.bytes.entries()) bytes[i] = (bytes[i] ?? 0) ^ byte
  return { version: first.version, bytes, sandbox: false }
}

/**
 * Rejects only keys that are clearly not random: one byte repeated, two or three alternating, the alphabet. Stricter
 * rules could stop an installation that already uses a weaker key from starting.
 */
function isWeak(bytes: Buffer): boolean {
  const steps = bytes.subarray(1).map((byte, i) => byte - (bytes[i] ?? 0))
  return new Set(bytes).size < 4 || new Set(steps).size < 3
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

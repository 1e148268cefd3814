// Where the master key comes from: a variable, a file, files of several custodians, or a program that prints it. Exactly one of
// them; the key before it, while it is being replaced, likewise.

import { accessSync, constants } from 'node:fs'
import type { Environment } from '../../platform/kernel/environment.ts'
import { ConfigError } from './config-error.ts'

const PREFIXES = ['MASTER_KEY', 'MASTER_KEY_PREVIOUS'] as const
type KeyPrefix = (typeof PREFIXES)[number]
const SUFFIXES = ['', '_FILE', '_FILES', '_COMMAND'] as const
export type KeyVariable = `${KeyPrefix}${(typeof SUFFIXES)[number]}`

export interface KeySource {
  readonly variable: KeyVariable
  readonly value: string
}

export interface KeySources {
  /** Without it the sandbox makes a key in its data folder. */
  readonly masterKey?: KeySource
  readonly previousMasterKey?: KeySource
}

type Read = (name: KeyVariable) => string | undefined

/** Reads no key yet: that a file is there is checked, a program is run when the key is needed. */
export function readKeySources(read: Read, environment: Environment): KeySources {
  const [masterKey, previousMasterKey] = PREFIXES.map((prefix) => readSource(prefix, read))
  if (masterKey === undefined && previousMasterKey !== undefined)
    throw new ConfigError(previousMasterKey.variable, 'is set, but MASTER_KEY is not: it is the key that follows')
  if (masterKey === undefined && environment !== 'sandbox') {
    throw new ConfigError(
      'MASTER_KEY',
      `(or MASTER_KEY_FILE, MASTER_KEY_FILES, MASTER_KEY_COMMAND) is required in ${environment}: it takes base64 of 32 bytes, as \`openssl rand -base64 32\` makes`,
    )
  }
  return {
    ...(masterKey !== undefined && { masterKey }),
    ...(previousMasterKey !== undefined && { previousMasterKey }),
  }
}

function readSource(prefix: KeyPrefix, read: Read): KeySource | undefined {
  const set = SUFFIXES.flatMap((suffix) => {
    const variable: KeyVariable = `${prefix}${suffix}`
    const value = read(variable)
    return value === undefined ? [] : [{ variable, value }]
  })
  const [source, second] = set
  if (source === undefined) return undefined
  if (second !== undefined) {
    const all = set.length === 2 ? 'both set' : 'all set'
    const names = set.map(({ variable }) => variable).join(' and ')
    throw new ConfigError(names, `are ${all}; set one of them`)
  }
  for (const file of filesOf(source)) checkReadable(source.variable, file)
  if (source.variable.endsWith('_FILES')) checkComponents(source)
  return source
}

/** The files that a source names. */
export function filesOf({ variable, value }: KeySource): string[] {
  if (variable.endsWith('_FILE')) return [value]
  if (!variable.endsWith('_FILES')) return []
  return value
    .split(',')
    .map((file) => file.trim())
    .filter((file) => file !== '')
}

function checkComponents(source: KeySource): void {
  const files = filesOf(source)
  if (files.length < 2 || new Set(files).size !== files.length) {
    throw new ConfigError(
      source.variable,
      'takes the paths of two or more files, separated by commas, each with the component of one custodian',
    )
  }
}

function checkReadable(variable: KeyVariable, file: string): void {
  try {
    accessSync(file, constants.R_OK)
  } catch {
    throw new ConfigError(variable, `takes the path of a file that this process can read; ${file} is not`)
  }
}

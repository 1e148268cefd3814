// Secrets of the configuration. Each is a variable, or a file that the variable with `_FILE` names: files are not inherited by
// child processes and do not show in listings of processes.

import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'

/** MASTER_KEY is not here: its file is read when the key is loaded (master-key.ts). */
const CHECKS = {
  DATABASE_URL: checkDatabaseUrl,
  SMTP_URL: checkSmtpUrl,
  OIDC_CLIENT_SECRET: () => {},
  MANAGEMENT_TOKEN: checkToken,
} as const satisfies Readonly<Record<string, (source: string, value: string) => void>>

export type SecretName = keyof typeof CHECKS
type SecretVariable = SecretName | `${SecretName}_FILE`

/** Undefined when neither is set. Throws a ConfigError that never shows the value. */
export function readSecret(name: SecretName, read: (name: SecretVariable) => string | undefined): string | undefined {
  const [given, file] = [read(name), read(`${name}_FILE`)]
  if (given !== undefined && file !== undefined) {
    throw new ConfigError(name, `and ${name}_FILE are both set; set one of them`)
  }
  const value = file === undefined ? given : readSecretFile(`${name}_FILE`, file)
  if (value !== undefined) CHECKS[name](file === undefined ? name : `${name}_FILE: the file`, value)
  return value
}

/** Editors and `echo` end a file with a line break, which is no part of a secret. */
function readSecretFile(name: SecretVariable, file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch {
    throw new ConfigError(name, `takes the path of a file that this process can read; ${file} is not`)
  }
  if (text === '') throw new ConfigError(name, `names an empty file: ${file}`)
  return text
}

function checkToken(source: string, value: string): void {
  // Visible ASCII only: nothing else survives an HTTP header.
  if (!/^[\x21-\x7e]{16,512}$/.test(value)) {
    throw new ConfigError(source, 'takes 16 to 512 visible ASCII characters without spaces')
  }
}

function checkDatabaseUrl(source: string, value: string): void {
  if (/^postgres(ql)?:/.test(value) && namesSeveralHosts(value)) {
    throw new ConfigError(
      source,
      'takes one host: several servers stand behind one address (docs/operations/failover.md)',
    )
  }
  const url = URL.parse(value)
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw new ConfigError(source, 'takes postgres://user:password@host:port/database')
  }
}

/** libpq's form `host1:5432,host2:5432`, in the authority or as a parameter. The driver would take it for one name. */
function namesSeveralHosts(url: string): boolean {
  const [authority = ''] = url.replace(/^[^/]*\/\//, '').split(/[/?#]/, 1)
  const hosts = authority.slice(authority.lastIndexOf('@') + 1)
  return hosts.includes(',') || /[?&]host(?:addr)?=[^&#]*(?:,|%2c)/i.test(url)
}

function checkSmtpUrl(source: string, value: string): void {
  const url = URL.parse(value)
  const isPlain = url !== null && url.hostname !== '' && /^\/?$/.test(url.pathname) && url.search + url.hash === ''
  if (!isPlain || !['smtp:', 'smtps:'].includes(url.protocol) || !canBeDecoded(url.username + url.password)) {
    throw new ConfigError(source, 'takes smtp:// or smtps:// with user:password@host:port and nothing after it')
  }
}

function canBeDecoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

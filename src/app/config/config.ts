// The typed environment. Every variable that the process reads is a row of CONFIG_VARIABLES. A wrong or missing value stops the start with one line that names the variable and what it accepts.

import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { createSecureContext } from 'node:tls'
import { ENVIRONMENTS, type Environment } from '../../platform/kernel/environment.ts'
import { isLoopback } from '../../platform/kernel/loopback.ts'
import {
  type MailConfig,
  type OidcConfig,
  readContacts,
  readMail,
  readOidc,
  readPublicUrl,
} from './config-addresses.ts'
import { ConfigError } from './config-error.ts'
import { type EvmConfig, readEvm } from './config-evm.ts'
import { type KeySources, readKeySources } from './config-keys.ts'
import { readSecret, type SecretName } from './config-secrets.ts'
import { CONFIG_VARIABLES } from './config-variables.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Endpoints that show the inside of the process: off unless MANAGEMENT_EXPOSE names them. */
const SENSITIVE_ENDPOINTS = ['beans', 'threaddump', 'heapdump'] as const
type SensitiveEndpoint = (typeof SENSITIVE_ENDPOINTS)[number]
const TRACE_SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type TraceSampler = (typeof TRACE_SAMPLERS)[number]
/** Always on; accepted in MANAGEMENT_EXPOSE so that a complete list can be written down. */
const OPEN_ENDPOINTS = ['health', 'info', 'metrics', 'prometheus'] as const

export interface Config extends KeySources {
  readonly environment: Environment
  readonly host: string
  readonly port: number
  /** The listener for switches, when there is one. */
  readonly iso8583?: { readonly port: number; readonly switchesFile: string }
  /** Processes that serve requests; 1 is a single process without a primary. */
  readonly workers: number
  readonly management: {
    readonly host: string
    readonly port: number
    readonly token?: string
    /** The sensitive endpoints that are on. */
    readonly exposed: readonly SensitiveEndpoint[]
  }
  readonly database: {
    /** Without it: PGlite in the data folder. */
    readonly url?: string
    readonly pool: number
    /** How long a start waits for the server. */
    readonly waitMs: number
  }
  readonly dataDir: string
  /** A new sandbox gets a week of synthetic transactions. */
  readonly sandboxTraffic: boolean
  /** Whether the API reference is served. */
  readonly docs: boolean
  /** Where closed months go, and how long they are kept before that. */
  readonly archive: { readonly dir: string; readonly retention: Readonly<Record<string, number>> }
  /** The folder of decision tables. */
  readonly rulesDir: string
  /** The folder of dialects of ISO 8583 beside the shipped ones. */
  readonly dialectsDir?: string
  readonly tls?: { readonly certFile: string; readonly keyFile: string }
  readonly trustedProxies: readonly string[]
  readonly publicUrl?: string
  /** Where weaknesses are reported. */
  readonly securityContacts: readonly string[]
  /** Without it, mails go to the sandbox's mailbox; outside the sandbox they are not sent. */
  readonly mail?: MailConfig
  /** The OpenID provider for single sign-on, if any. */
  readonly oidc?: OidcConfig
  /** Set when traces are exported. The SDK reads service name, resource attributes and headers from its own variables. */
  readonly traces?: { readonly endpoint: string; readonly sampler: TraceSampler; readonly ratio: number }
  readonly logLevel: LogLevel
  /** Set when institutions can be on an EVM chain. */
  readonly evm?: EvmConfig
}

/** A machine with more cores runs several gateways. */
const MOST_WORKERS = 128

type Variable = (typeof CONFIG_VARIABLES)[number]
type VariableName = Variable['name']
/** Variables whose default is a value, not a remark in brackets. */
type VariableWithDefault = Exclude<Variable, { default: `(${string})` }>['name']

const DEFAULTS = Object.fromEntries(CONFIG_VARIABLES.map((variable) => [variable.name, variable.default])) as Readonly<
  Record<VariableName, string>
>

/** Reads the environment, or throws a ConfigError. An empty value counts as not set: container tools send those. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const read = (name: VariableName): string | undefined => env[name]?.trim() || undefined
  const readOrDefault = (name: VariableWithDefault): string => read(name) ?? DEFAULTS[name]
  const secret = (name: SecretName) => readSecret(name, read)

  const databaseUrl = secret('DATABASE_URL')
  const environment = readEnvironment(read('ENVIRONMENT'), databaseUrl !== undefined)
  const managementHost = readHost('MANAGEMENT_HOST', readOrDefault('MANAGEMENT_HOST'))
  const token = secret('MANAGEMENT_TOKEN')
  if (token === undefined && !isLoopback(managementHost)) {
    throw new ConfigError('MANAGEMENT_TOKEN', 'is required when MANAGEMENT_HOST is not a loopback address')
  }
  const exposed = readExposed(read('MANAGEMENT_EXPOSE'))
  if (environment === 'prod' && exposed.length > 0 && token === undefined) {
    throw new ConfigError('MANAGEMENT_TOKEN', `is required in prod when MANAGEMENT_EXPOSE names ${exposed.join(', ')}`)
  }

  const keySources = readKeySources(read, environment)
  const publicUrl = readPublicUrl(read('PUBLIC_URL'))
  const tls = readTls(read('TLS_CERT_FILE'), read('TLS_KEY_FILE'))
  const mail = readMail(secret('SMTP_URL'), read('MAIL_FROM'))
  const oidc = readOidc(read('OIDC_ISSUER'), read('OIDC_CLIENT_ID'), secret('OIDC_CLIENT_SECRET'))
  const traces = readTraces(
    read('OTEL_EXPORTER_OTLP_ENDPOINT'),
    readOrDefault('OTEL_TRACES_SAMPLER'),
    readOrDefault('OTEL_TRACES_SAMPLER_ARG'),
  )
  // Without it the redirect URL would come from a header that any caller can set.
  if (environment !== 'sandbox' && oidc !== undefined && publicUrl === undefined) {
    throw new ConfigError('PUBLIC_URL', `is required in ${environment} when OIDC_ISSUER is set`)
  }
  const dialectsDir = readFolder('ISO8583_DIALECTS_DIR', read('ISO8583_DIALECTS_DIR'))
  const evm = readEvm(read, environment)
  const iso8583 = readIso8583(read('ISO8583_PORT'), read('ISO8583_SWITCHES_FILE'))
  return {
    environment,
    host: readHost('HOST', readOrDefault('HOST')),
    port: readInteger('PORT', readOrDefault('PORT'), 0, 65_535),
    ...(iso8583 !== undefined && { iso8583 }),
    workers: readWorkers(readOrDefault('WORKERS'), databaseUrl !== undefined),
    management: {
      host: managementHost,
      port: readInteger('MANAGEMENT_PORT', readOrDefault('MANAGEMENT_PORT'), 0, 65_535),
      ...(token !== undefined && { token }),
      exposed,
    },
    database: {
      pool: readInteger('DATABASE_POOL', readOrDefault('DATABASE_POOL'), 2, 200),
      waitMs: 1_000 * readInteger('DATABASE_WAIT_SECONDS', readOrDefault('DATABASE_WAIT_SECONDS'), 0, 3_600),
      ...(databaseUrl !== undefined && { url: databaseUrl }),
    },
    dataDir: readOrDefault('DATA_DIR'),
    sandboxTraffic: readChoice('SANDBOX_TRAFFIC', readOrDefault('SANDBOX_TRAFFIC'), ['on', 'off']) === 'on',
    docs: readChoice('DOCS', readOrDefault('DOCS'), ['on', 'off']) === 'on',
    archive: { dir: readOrDefault('ARCHIVE_DIR'), retention: readRetention(read('RETENTION_MONTHS')) },
    rulesDir: readFolder('RULES_DIR', read('RULES_DIR')) ?? DEFAULTS.RULES_DIR,
    ...(dialectsDir !== undefined && { dialectsDir }),
    ...keySources,
    ...(tls !== undefined && { tls }),
    trustedProxies: readProxies(read('TRUSTED_PROXIES')),
    ...(publicUrl !== undefined && { publicUrl }),
    securityContacts: readContacts(read('SECURITY_CONTACT')),
    ...(mail !== undefined && { mail }),
    ...(oidc !== undefined && { oidc }),
    ...(traces !== undefined && { traces }),
    logLevel: readChoice('LOG_LEVEL', readOrDefault('LOG_LEVEL'), LOG_LEVELS),
    ...(evm !== undefined && { evm }),
  }
}

/** A database is somebody's: which environment it serves is never guessed. */
export function readEnvironment(value: string | undefined, hasServer: boolean): Environment {
  if (value === undefined && hasServer) {
    throw new ConfigError(
      'ENVIRONMENT',
      `is required when DATABASE_URL is set: it takes one of ${ENVIRONMENTS.join(', ')}`,
    )
  }
  return readChoice('ENVIRONMENT', value ?? 'sandbox', ENVIRONMENTS)
}

const HOST_NAME =
  /^(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/

function readHost(name: VariableName, value: string): string {
  // An invalid IP address would be looked up as a host name and fail much later.
  if (isIP(value) === 0 && (!HOST_NAME.test(value) || /^[\d.]+$/.test(value))) {
    throw new ConfigError(name, 'takes an IP address or a host name, such as 127.0.0.1')
  }
  return value
}

function readInteger(name: VariableName, value: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= least && number <= most)) throw new ConfigError(name, `takes a whole number from ${least} to ${most}`)
  return number
}

function readIso8583(port: string | undefined, switchesFile: string | undefined): Config['iso8583'] {
  if (port === undefined && switchesFile === undefined) return undefined
  if (port === undefined) throw new ConfigError('ISO8583_PORT', 'is required when ISO8583_SWITCHES_FILE is set')
  if (switchesFile === undefined) throw new ConfigError('ISO8583_SWITCHES_FILE', 'is required when ISO8583_PORT is set')
  readReadable('ISO8583_SWITCHES_FILE', switchesFile)
  return { port: readInteger('ISO8583_PORT', port, 0, 65_535), switchesFile }
}

/** The embedded database is opened by one process. */
function readWorkers(value: string, hasServer: boolean): number {
  if (value === 'auto') return hasServer ? Math.min(availableParallelism(), MOST_WORKERS) : 1
  const number = /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= 1 && number <= MOST_WORKERS)) {
    throw new ConfigError('WORKERS', `takes auto or a whole number from 1 to ${MOST_WORKERS}`)
  }
  if (number > 1 && !hasServer) {
    throw new ConfigError('WORKERS', 'takes 1 or auto without DATABASE_URL: one process opens the embedded database')
  }
  return number
}

/** Replays must be answered for at least this many months; inquiries are not replayed. */
const LEAST_MONTHS = 13

function readRetention(value: string | undefined): Record<string, number> {
  const months = new Map(pairsOf(DEFAULTS.RETENTION_MONTHS))
  for (const [group, count] of pairsOf(value ?? '')) {
    const least = group === 'inquiries' ? 1 : LEAST_MONTHS
    if (!months.has(group) || !(count >= least && count <= 1_200)) {
      const groups = [...months.keys()].join(', ')
      throw new ConfigError(
        'RETENTION_MONTHS',
        `takes months per group, such as books=25,audit=85; groups are ${groups}; at least ${LEAST_MONTHS}, of inquiries 1`,
      )
    }
    months.set(group, count)
  }
  if ((months.get('tokens') ?? 0) < (months.get('books') ?? 0))
    throw new ConfigError('RETENTION_MONTHS', 'must keep tokens for as long as books, whose journals they refer to')
  if ((months.get('lending') ?? 0) < (months.get('keys') ?? 0))
    throw new ConfigError('RETENTION_MONTHS', 'must keep lending for as long as keys, which answer with what they made')
  return Object.fromEntries(months)
}

function pairsOf(value: string): [group: string, months: number][] {
  return listOf(value).map((pair) => {
    const match = /^([a-z]+)=(\d{1,4})$/.exec(pair)
    return [match?.[1] ?? pair, Number(match?.[2] ?? Number.NaN)]
  })
}

function readChoice<Choice extends string>(name: VariableName, value: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw new ConfigError(name, `takes one of ${choices.join(', ')}`)
  return found
}

function readExposed(value: string | undefined): readonly SensitiveEndpoint[] {
  const names = listOf(value)
  const known: readonly string[] = [...OPEN_ENDPOINTS, ...SENSITIVE_ENDPOINTS]
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new ConfigError(
      'MANAGEMENT_EXPOSE',
      `takes names out of ${SENSITIVE_ENDPOINTS.join(', ')}, separated by commas`,
    )
  }
  return SENSITIVE_ENDPOINTS.filter((endpoint) => names.includes(endpoint))
}

/** Checks what the SDK would only log. */
function readTraces(endpoint: string | undefined, sampler: string, ratio: string): Config['traces'] {
  const chosen = readChoice('OTEL_TRACES_SAMPLER', sampler, TRACE_SAMPLERS)
  if (!/^(?:0?\.\d+|[01](?:\.0+)?)$/.test(ratio)) {
    throw new ConfigError('OTEL_TRACES_SAMPLER_ARG', 'takes a number from 0 to 1')
  }
  if (endpoint === undefined) return undefined
  const url = URL.parse(endpoint)
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search + url.hash !== '') {
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT', 'takes the http:// or https:// address of a collector')
  }
  return { endpoint: url.href.replace(/\/+$/, ''), sampler: chosen, ratio: Number(ratio) }
}

function readTls(certFile: string | undefined, keyFile: string | undefined): Config['tls'] {
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile === undefined) throw new ConfigError('TLS_CERT_FILE', 'is required when TLS_KEY_FILE is set')
  if (keyFile === undefined) throw new ConfigError('TLS_KEY_FILE', 'is required when TLS_CERT_FILE is set')
  const cert = readReadable('TLS_CERT_FILE', certFile)
  const key = readReadable('TLS_KEY_FILE', keyFile)
  try {
    createSecureContext({ cert, key })
  } catch {
    throw new ConfigError(
      'TLS_CERT_FILE',
      'and TLS_KEY_FILE take a PEM certificate and the private key that belongs to it',
    )
  }
  return { certFile, keyFile }
}

function readReadable(name: VariableName, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw new ConfigError(name, `takes the path of a file that this process can read; ${file} is not`)
  }
}

function readFolder(name: VariableName, path: string | undefined): string | undefined {
  if (path === undefined || isFolder(path)) return path
  throw new ConfigError(name, `takes the path of a folder that this process can read; ${path} is not`)
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function readProxies(value: string | undefined): readonly string[] {
  const proxies = listOf(value)
  for (const proxy of proxies) {
    const [address = '', prefix, ...rest] = proxy.split('/')
    const bits = isIP(address) === 6 ? 128 : 32
    const isRange = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
    if (isIP(address) === 0 || !isRange || rest.length > 0) {
      throw new ConfigError(
        'TRUSTED_PROXIES',
        'takes IP addresses or CIDR ranges separated by commas, such as 10.0.0.0/8',
      )
    }
  }
  return proxies
}

function listOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

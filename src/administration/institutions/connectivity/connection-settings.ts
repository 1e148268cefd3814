// The settings of a connection: what a caller sends, merged with what is stored, checked, and written.

import type { Environment } from '../../../platform/kernel/environment.ts'
import type { ProblemDetail } from '../../../platform/kernel/problems/problem.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { isIso8583Core, isRestCore, type StoredCoreType } from '../core-types.ts'
import type { ConnectionRecord } from './connection-records.ts'
import type { SealedSecrets } from './connection-secrets.ts'
import { type Iso8583Settings, iso8583Settings, type SentIso8583Settings } from './iso8583-settings.ts'
import { faultOfHost, faultOfUrl } from './usable-address.ts'

/** What a test of a connection tries out. A change of any of it makes the connection a draft again. */
export interface TestedSettings {
  readonly coreType: StoredCoreType
  readonly baseUrl: string | null
  readonly host: string | null
  readonly port: number | null
  /** Null unless it is a core that speaks ISO 8583. */
  readonly iso8583: Iso8583Settings | null
  readonly secrets: SealedSecrets
}

export interface ConnectionSettings extends TestedSettings {
  readonly name: string
  readonly timeoutMs: number
  readonly maxConnections: number
  readonly circuitBreaker: { readonly failureRate: number; readonly openMs: number }
}

/** Settings as they are sent: absent fields keep what there is, null clears. */
export interface SentSettings {
  readonly coreType?: StoredCoreType | undefined
  readonly name?: string | undefined
  readonly baseUrl?: string | null | undefined
  readonly host?: string | null | undefined
  readonly port?: number | null | undefined
  readonly iso8583?: SentIso8583Settings | null | undefined
  readonly timeoutMs?: number | undefined
  readonly maxConnections?: number | undefined
  readonly circuitBreaker?: { readonly failureRate?: number; readonly openMs?: number } | undefined
}

export const DEFAULTS = {
  baseUrl: null,
  host: null,
  port: null,
  iso8583: null,
  timeoutMs: 10_000,
  maxConnections: 32,
  circuitBreaker: { failureRate: 50, openMs: 5_000 },
} as const

export function mergedSettings(
  before: Omit<ConnectionSettings, 'secrets'>,
  sent: SentSettings,
  secrets: SealedSecrets,
): ConnectionSettings {
  const coreType = sent.coreType ?? before.coreType
  return {
    coreType,
    name: sent.name ?? before.name,
    baseUrl: sent.baseUrl === undefined ? before.baseUrl : sent.baseUrl,
    host: sent.host === undefined ? before.host : sent.host,
    port: sent.port === undefined ? before.port : sent.port,
    iso8583: isIso8583Core(coreType) ? iso8583Settings(before.iso8583, sent.iso8583 ?? {}) : null,
    timeoutMs: sent.timeoutMs ?? before.timeoutMs,
    maxConnections: sent.maxConnections ?? before.maxConnections,
    circuitBreaker: { ...before.circuitBreaker, ...sent.circuitBreaker },
    secrets,
  }
}

/** A REST core needs a URL, an ISO 8583 core a host and a port. Every value that is set must be usable. */
export function settingsFaults(settings: TestedSettings, environment: Environment): ProblemDetail[] {
  const { coreType, baseUrl, host, port } = settings
  const faults: [path: string, message: string | undefined][] = [
    ['baseUrl', baseUrl === null ? needed(coreType, isRestCore) : faultOfUrl(baseUrl, environment)],
    ['host', host === null ? needed(coreType, isIso8583Core) : faultOfHost(host, environment)],
    ['port', port === null ? needed(coreType, isIso8583Core) : undefined],
  ]
  return faults.flatMap(([path, message]) => (message === undefined ? [] : [{ path, message }]))
}

function needed(coreType: StoredCoreType, isNeededBy: (type: StoredCoreType) => boolean): string | undefined {
  return isNeededBy(coreType) ? `is required when coreType is ${coreType}` : undefined
}

export function isTestedAlike(a: TestedSettings, b: TestedSettings): boolean {
  return testedText(a) === testedText(b)
}

function testedText({ coreType, baseUrl, host, port, iso8583, secrets }: TestedSettings): string {
  const { userName, password, adminPassword, macKey, clientKey } = secrets
  const sealed = [userName, password, adminPassword, macKey, clientKey]
  return JSON.stringify([coreType, baseUrl, host, port, iso8583 && iso8583Settings(iso8583), ...sealed])
}

/** In the order of the columns that statements list: from core_type to client_key_sealed. */
export function settingColumns(settings: ConnectionSettings): unknown[] {
  const { coreType, name, baseUrl, host, port, iso8583, secrets, timeoutMs, maxConnections, circuitBreaker } = settings
  return [
    coreType,
    name,
    baseUrl,
    host,
    port,
    secrets.userName,
    secrets.password,
    secrets.adminPassword,
    timeoutMs,
    maxConnections,
    circuitBreaker.failureRate,
    circuitBreaker.openMs,
    iso8583 === null ? null : JSON.stringify(iso8583),
    secrets.macKey,
    secrets.clientKey,
  ]
}

interface SecretColumns {
  user_name_sealed: string | null
  password_sealed: string | null
  admin_password_sealed: string | null
  mac_key_sealed: string | null
  client_key_sealed: string | null
}

/** The settings of a record, with its sealed secrets. Undefined when it was changed or deleted since. */
export async function readSettings(sql: Sql, record: ConnectionRecord): Promise<ConnectionSettings | undefined> {
  const { rows } = await sql.query<SecretColumns>(
    `SELECT user_name_sealed, password_sealed, admin_password_sealed, mac_key_sealed, client_key_sealed
       FROM core_connections WHERE id = $1 AND version = $2`,
    [record.id, record.version],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const secrets = {
    userName: row.user_name_sealed,
    password: row.password_sealed,
    adminPassword: row.admin_password_sealed,
    macKey: row.mac_key_sealed,
    clientKey: row.client_key_sealed,
  }
  return { ...record, secrets }
}

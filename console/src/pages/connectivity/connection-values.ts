// What the form of a connection holds, and how it becomes a request.

import type { onboarding } from '@tillgate/sdk'
import { type Connection, isIso8583Core, isRestCore } from './connection.ts'

/** A secret cannot be read: the form only holds the change to it. */
export interface SecretValue {
  text: string
  isRemoved: boolean
}

export type SecretName = 'userName' | 'password' | 'adminPassword' | 'macKey' | 'clientKey'

/** The fields of a core that speaks ISO 8583. An empty text is one that is not set. */
interface Iso8583Values {
  dialect: string
  connections: number | ''
  echoSeconds: number | ''
  acquirerId: string
  forwarderId: string
  acceptorId: string
  acceptorName: string
  tls: boolean
  caCertificates: string
  clientCertificate: string
}

export interface ConnectionValues extends Record<string, unknown> {
  institutionId: string | null
  environment: Connection['environment']
  coreType: onboarding.CreateCoreConnectivityRequest['coreType']
  name: string
  baseUrl: string
  host: string
  port: number | ''
  userName: SecretValue
  password: SecretValue
  adminPassword: SecretValue
  iso8583: Iso8583Values
  macKey: SecretValue
  clientKey: SecretValue
  timeoutMs: number | ''
  maxConnections: number | ''
  circuitBreaker: { failureRate: number | ''; openMs: number | '' }
}

const KEPT: SecretValue = { text: '', isRemoved: false }

export function newValues(institutionId: string | null, environment: string): ConnectionValues {
  return {
    institutionId,
    environment: environment as Connection['environment'],
    coreType: 'BUILTIN',
    name: '',
    baseUrl: '',
    host: '',
    port: '',
    userName: KEPT,
    password: KEPT,
    adminPassword: KEPT,
    iso8583: iso8583Values(null),
    macKey: KEPT,
    clientKey: KEPT,
    timeoutMs: 10_000,
    maxConnections: 32,
    circuitBreaker: { failureRate: 50, openMs: 5_000 },
  }
}

export function valuesOf(connection: Connection): ConnectionValues {
  const { coreType } = connection
  return {
    institutionId: connection.institutionId,
    environment: connection.environment,
    // One of the sandbox has no form.
    coreType: coreType === 'SANDBOX' ? 'BUILTIN' : coreType,
    name: connection.name,
    baseUrl: connection.baseUrl ?? '',
    host: connection.host ?? '',
    port: connection.port ?? '',
    userName: KEPT,
    password: KEPT,
    adminPassword: KEPT,
    iso8583: iso8583Values(connection.iso8583),
    macKey: KEPT,
    clientKey: KEPT,
    timeoutMs: connection.timeoutMs,
    maxConnections: connection.maxConnections,
    circuitBreaker: { ...connection.circuitBreaker },
  }
}

/** Without a record, what the gateway would take by itself. */
function iso8583Values(record: Connection['iso8583']): Iso8583Values {
  return {
    dialect: record?.dialect ?? 'iso87-ascii',
    connections: record?.connections ?? 2,
    echoSeconds: record?.echoSeconds ?? 60,
    acquirerId: record?.acquirerId ?? '',
    forwarderId: record?.forwarderId ?? '',
    acceptorId: record?.acceptorId ?? '',
    acceptorName: record?.acceptorName ?? '',
    tls: record?.tls ?? false,
    caCertificates: record?.caCertificates ?? '',
    clientCertificate: record?.clientCertificate ?? '',
  }
}

/** Everything of it but what stays as it was made. */
export function settingsOf(values: ConnectionValues): Omit<onboarding.UpdateCoreConnectivityRequest, 'version'> {
  const { coreType, timeoutMs, maxConnections, circuitBreaker } = values
  const [isRest, isIso] = [isRestCore(coreType), isIso8583Core(coreType)]
  const isRemote = isRest || isIso
  return {
    coreType,
    name: values.name.trim(),
    baseUrl: isRest ? values.baseUrl.trim() : null,
    host: isIso ? values.host.trim() : null,
    port: isIso && values.port !== '' ? values.port : null,
    ...secretOf('userName', values.userName, isRemote),
    ...secretOf('password', values.password, isRemote),
    ...secretOf('adminPassword', values.adminPassword, isRemote),
    iso8583: isIso ? sentIso8583(values.iso8583) : null,
    ...secretOf('macKey', values.macKey, isIso),
    ...secretOf('clientKey', values.clientKey, isIso),
    ...(timeoutMs !== '' && { timeoutMs }),
    ...(maxConnections !== '' && { maxConnections }),
    circuitBreaker: {
      ...(circuitBreaker.failureRate !== '' && { failureRate: circuitBreaker.failureRate }),
      ...(circuitBreaker.openMs !== '' && { openMs: circuitBreaker.openMs }),
    },
  }
}

function sentIso8583({ connections, echoSeconds, tls, ...texts }: Iso8583Values): SentIso8583 {
  const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim())
  return {
    dialect: texts.dialect.trim(),
    ...(connections !== '' && { connections }),
    ...(echoSeconds !== '' && { echoSeconds }),
    acquirerId: textOrNull(texts.acquirerId),
    forwarderId: textOrNull(texts.forwarderId),
    acceptorId: textOrNull(texts.acceptorId),
    acceptorName: textOrNull(texts.acceptorName),
    tls,
    caCertificates: textOrNull(texts.caCertificates),
    clientCertificate: textOrNull(texts.clientCertificate),
  }
}

type SentIso8583 = NonNullable<onboarding.UpdateCoreConnectivityRequest['iso8583']>

function secretOf(name: SecretName, { text, isRemoved }: SecretValue, isUsed: boolean): Record<string, string | null> {
  if (isRemoved || !isUsed) return { [name]: null }
  return text === '' ? {} : { [name]: text }
}

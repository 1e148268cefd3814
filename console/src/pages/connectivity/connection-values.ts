// What the form of a connection holds, and how it becomes a request.

import type { onboarding } from '@tillgate/sdk'
import { type Connection, isIso8583Core, isRestCore } from './connection.ts'

/** A secret cannot be read: the form only holds the change to it. */
export interface SecretValue {
  text: string
  isRemoved: boolean
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
    timeoutMs: connection.timeoutMs,
    maxConnections: connection.maxConnections,
    circuitBreaker: { ...connection.circuitBreaker },
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
    ...(timeoutMs !== '' && { timeoutMs }),
    ...(maxConnections !== '' && { maxConnections }),
    circuitBreaker: {
      ...(circuitBreaker.failureRate !== '' && { failureRate: circuitBreaker.failureRate }),
      ...(circuitBreaker.openMs !== '' && { openMs: circuitBreaker.openMs }),
    },
  }
}

function secretOf(name: string, { text, isRemoved }: SecretValue, isRemote: boolean): Record<string, string | null> {
  if (isRemoved || !isRemote) return { [name]: null }
  return text === '' ? {} : { [name]: text }
}

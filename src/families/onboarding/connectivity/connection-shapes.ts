// Connections to cores on the wire: what is sent, what comes back, and an example. Secrets are sent and never returned.

import { Type } from 'typebox'
import { anyOf } from '../../../edge/resource/list-filter.ts'
import {
  changeOf,
  identifier,
  line,
  name,
  recordExample,
  recordFields,
  recordName,
  timestamp,
} from '../../../edge/resource/record-shapes.ts'
import { chosen } from '../../../http/operation.ts'
import { CONNECTION_STATUSES, type ConnectionRecord } from '../../../institutions/connectivity/connection-records.ts'
import { MASKED } from '../../../institutions/connectivity/connection-secrets.ts'
import { CHOSEN_CORE_TYPES, CORE_TYPES } from '../../../institutions/core-types.ts'
import { ENVIRONMENTS } from '../../../kernel/environment.ts'

const MAX_URL = 500
const MAX_SECRET = 255
const MAX_TIMEOUT_MS = 60_000
const MAX_CONNECTIONS = 1_000
const MAX_OPEN_MS = 3_600_000

function oneOf<Value extends string>(values: readonly Value[], description: string) {
  return Type.Enum([...values], { description, expected: `must be one of ${values.join(', ')}` })
}

function wholeNumber(description: string, minimum: number, maximum: number) {
  return Type.Integer({
    description,
    minimum,
    maximum,
    expected: `must be a whole number from ${minimum} to ${maximum}`,
  })
}

const environment = oneOf(ENVIRONMENTS, 'Where it is used')
const chosenCoreType = oneOf(CHOSEN_CORE_TYPES, 'BUILTIN: the built-in bank; REST: a core that implements core.json')
const coreType = oneOf(CORE_TYPES, 'SANDBOX: the built-in bank with scenario accounts; it is read-only')
const status = oneOf(CONNECTION_STATUSES, 'One is ACTIVE per institution and environment')

/** Text that null clears. */
function clearable(description: string, maxLength: number) {
  return Type.Union([line(description, maxLength), Type.Null()], {
    description,
    expected: `must be null or 1 to ${maxLength} characters without control characters`,
  })
}

const secret = (what: string) => clearable(`${what}; write-only. Null clears it, \`${MASKED}\` keeps it`, MAX_SECRET)
const baseUrl = clearable('The URL of a REST core; https outside the sandbox', MAX_URL)
const host = clearable('The host of an ISO 8583 core: a name or an IP address', 253)
const port = Type.Union([wholeNumber('The port of an ISO 8583 core', 1, 65_535), Type.Null()], {
  description: 'The port of an ISO 8583 core',
  expected: 'must be null or a whole number from 1 to 65535',
})
const timeoutMs = wholeNumber('The longest that a call may take', 100, MAX_TIMEOUT_MS)
const maxConnections = wholeNumber('Connections at once, per gateway', 1, MAX_CONNECTIONS)
const failureRate = wholeNumber('The percentage of failed calls at which the circuit opens', 1, 100)
const openMs = wholeNumber('How long it stays open', 100, MAX_OPEN_MS)

const settings = {
  baseUrl: Type.Optional(chosen(baseUrl)),
  host: Type.Optional(chosen(host)),
  port: Type.Optional(chosen(port)),
  userName: Type.Optional(chosen(secret('The user of the core'))),
  password: Type.Optional(chosen(secret('Their password'))),
  adminPassword: Type.Optional(chosen(secret('The password of the core’s administrator'))),
  timeoutMs: Type.Optional(chosen(timeoutMs)),
  maxConnections: Type.Optional(chosen(maxConnections)),
  circuitBreaker: Type.Optional(
    chosen(
      Type.Object(
        { failureRate: Type.Optional(failureRate), openMs: Type.Optional(openMs) },
        { description: 'When calls are refused at once, because the core fails' },
      ),
    ),
  ),
}

export const newConnection = Type.Object({
  institutionId: chosen(identifier('The institution; it stays as it is')),
  environment: chosen(environment),
  coreType: chosen(chosenCoreType),
  name: chosen(recordName('What people call it')),
  ...settings,
})

export const connectionChange = changeOf(newConnection, { fixed: ['institutionId'] })

export const connectionFilter = Type.Object({
  search: Type.Optional(chosen(name('A part of the name, the URL or the host'))),
  institutionId: Type.Optional(chosen(identifier('The institution'))),
  environment: Type.Optional(chosen(anyOf(environment, ENVIRONMENTS.length, 'Environment'))),
  coreType: Type.Optional(chosen(anyOf(coreType, CORE_TYPES.length, 'Core type'))),
  status: Type.Optional(chosen(anyOf(status, CONNECTION_STATUSES.length, 'Status'))),
})

const masked = (what: string) =>
  chosen(Type.Union([Type.Literal(MASKED), Type.Null()], { description: `${what}: never shown` }))
const isSet = (what: string) => chosen(Type.Boolean({ description: `Whether ${what} is set` }))

export const connection = Type.Object(
  {
    ...recordFields,
    institutionId: chosen(identifier('The institution')),
    environment: chosen(environment),
    coreType: chosen(coreType),
    name: chosen(Type.String({ description: 'What people call it' })),
    baseUrl: chosen(baseUrl),
    host: chosen(host),
    port: chosen(port),
    userName: masked('The user of the core'),
    userNameSet: isSet('the user'),
    password: masked('Their password'),
    passwordSet: isSet('the password'),
    adminPassword: masked('The password of the core’s administrator'),
    adminPasswordSet: isSet('the administrator’s password'),
    timeoutMs: chosen(timeoutMs),
    maxConnections: chosen(maxConnections),
    circuitBreaker: chosen(Type.Object({ failureRate, openMs })),
    lastTest: chosen(
      Type.Union(
        [
          Type.Object({
            at: timestamp('When it ended'),
            status: oneOf(['PASSED', 'FAILED'], 'The result'),
            latencyMs: Type.Integer({ description: 'How long it took' }),
            message: Type.String({ description: 'What was found' }),
          }),
          Type.Null(),
        ],
        { description: 'The last test of these settings' },
      ),
    ),
    status: chosen(status),
  },
  { component: 'CoreConnectivity' },
)

export function connectionReply(record: ConnectionRecord) {
  const { userNameSet, passwordSet, adminPasswordSet, ...rest } = record
  const mask = (set: boolean) => (set ? MASKED : null)
  return {
    ...rest,
    userName: mask(userNameSet),
    userNameSet,
    password: mask(passwordSet),
    passwordSet,
    adminPassword: mask(adminPasswordSet),
    adminPasswordSet,
  }
}

export const CONNECTION = {
  ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e81'),
  institutionId: 'FI002',
  environment: 'sandbox',
  coreType: 'REST',
  name: 'Harbor core, first site',
  baseUrl: 'https://core.harbor.example/v1',
  host: null,
  port: null,
  userName: MASKED,
  userNameSet: true,
  password: MASKED,
  passwordSet: true,
  adminPassword: null,
  adminPasswordSet: false,
  timeoutMs: 5000,
  maxConnections: 32,
  circuitBreaker: { failureRate: 50, openMs: 5000 },
  lastTest: null,
  status: 'DRAFT',
}

export const TESTED = {
  ...CONNECTION,
  version: 2,
  lastTest: { at: '2026-01-15T10:01:00.000Z', status: 'PASSED', latencyMs: 34, message: 'The core answered and is up' },
  status: 'TESTED',
}

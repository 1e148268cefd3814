// Connections to cores on the wire: what is sent, what comes back, and an example. Secrets are sent and never returned.

import { Type } from 'typebox'
import {
  CONNECTION_STATUSES,
  type ConnectionRecord,
} from '../../../../administration/institutions/connectivity/connection-records.ts'
import { MASKED } from '../../../../administration/institutions/connectivity/connection-secrets.ts'
import { CHOSEN_CORE_TYPES, CORE_TYPES } from '../../../../administration/institutions/core-types.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { anyOf } from '../../../../edge/resource/list-filter.ts'
import { orNull } from '../../../../edge/resource/nullable.ts'
import {
  changeOf,
  identifier,
  line,
  recordExample,
  recordFields,
  recordName,
  searchText,
  timestamp,
} from '../../../../edge/resource/record-shapes.ts'
import { ENVIRONMENTS } from '../../../../platform/kernel/environment.ts'

const MAX_URL = 500
const MAX_SECRET = 255
const MAX_PEM = 16_384
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
const chosenCoreType = oneOf(
  CHOSEN_CORE_TYPES,
  'BUILTIN: the built-in bank; REST: a core that implements core.json; ISO8583: a host that speaks ISO 8583',
)
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
const macKey = Type.Union(
  [Type.String({ pattern: '^(\\*{8}|([0-9A-Fa-f]{32}|[0-9A-Fa-f]{48}|[0-9A-Fa-f]{64}))$' }), Type.Null()],
  {
    description: `The key of the MAC in hexadecimal digits; write-only. Null clears it, \`${MASKED}\` keeps it`,
    expected: 'must be null or 32, 48 or 64 hexadecimal digits',
  },
)

/** Text in PEM, which has lines. */
function pem(description: string, kind: string) {
  return Type.Union(
    [Type.String({ maxLength: MAX_PEM, pattern: `^(\\*{8}|-----BEGIN [A-Z ]*${kind}-----[\\s\\S]*)$` }), Type.Null()],
    { description, expected: `must be null or a ${kind.toLowerCase()} in PEM of at most ${MAX_PEM} characters` },
  )
}

const institutionCode = (description: string) =>
  Type.Union([Type.String({ pattern: '^[0-9]{1,11}$' }), Type.Null()], {
    description,
    expected: 'must be null or 1 to 11 digits',
  })

const iso8583Fields = {
  dialect: Type.String({
    description: 'The name of the dialect, such as iso87-ascii',
    pattern: '^[a-z0-9][a-z0-9-]{0,63}$',
    expected: 'must be the name of a dialect',
  }),
  connections: wholeNumber('Connections that a gateway keeps open', 1, 32),
  echoSeconds: wholeNumber('Seconds without a message after which an echo is sent', 5, 3_600),
  acquirerId: institutionCode('DE 32'),
  forwarderId: institutionCode('DE 33'),
  acceptorId: clearable('DE 42; the terminal when it is not set', 15),
  acceptorName: clearable('DE 43, as `name, city, country`', 99),
  tls: Type.Boolean({ description: 'Whether the connections use TLS' }),
  caCertificates: pem('Certificates to trust instead of those of the system', 'CERTIFICATE'),
  clientCertificate: pem('The certificate that the gateway shows', 'CERTIFICATE'),
}

const sentIso8583 = orNull(
  Type.Partial(Type.Object(iso8583Fields), {
    description: 'A core that speaks ISO 8583: what is left out stays, or is a default',
  }),
)
const timeoutMs = wholeNumber('The longest that a call may take', 100, MAX_TIMEOUT_MS)
const maxConnections = wholeNumber(
  'Calls that a gateway has under way at once: connections to a REST core, a fifth of what waits for an ISO 8583 core',
  1,
  MAX_CONNECTIONS,
)
const failureRate = wholeNumber('The percentage of failed calls at which the circuit opens', 1, 100)
const openMs = wholeNumber('How long it stays open', 100, MAX_OPEN_MS)

const settings = {
  baseUrl: Type.Optional(chosen(baseUrl)),
  host: Type.Optional(chosen(host)),
  port: Type.Optional(chosen(port)),
  userName: Type.Optional(chosen(secret('The user of the core'))),
  password: Type.Optional(chosen(secret('Their password'))),
  adminPassword: Type.Optional(chosen(secret('The password of the core’s administrator'))),
  iso8583: Type.Optional(chosen(sentIso8583)),
  macKey: Type.Optional(chosen(macKey)),
  clientKey: Type.Optional(
    chosen(pem(`The key of the certificate; write-only. \`${MASKED}\` keeps it`, 'PRIVATE KEY')),
  ),
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
  search: Type.Optional(chosen(searchText('A part of the name, the URL or the host'))),
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
    iso8583: chosen(
      Type.Union([Type.Object(iso8583Fields), Type.Null()], {
        description: 'A core that speaks ISO 8583; null for others',
      }),
    ),
    macKey: masked('The key of the MAC'),
    macKeySet: isSet('the key of the MAC'),
    clientKey: masked('The key of the certificate'),
    clientKeySet: isSet('the key of the certificate'),
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
  const { userNameSet, passwordSet, adminPasswordSet, macKeySet, clientKeySet, ...rest } = record
  const mask = (set: boolean) => (set ? MASKED : null)
  return {
    ...rest,
    userName: mask(userNameSet),
    userNameSet,
    password: mask(passwordSet),
    passwordSet,
    adminPassword: mask(adminPasswordSet),
    adminPasswordSet,
    macKey: mask(macKeySet),
    macKeySet,
    clientKey: mask(clientKeySet),
    clientKeySet,
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
  iso8583: null,
  macKey: null,
  macKeySet: false,
  clientKey: null,
  clientKeySet: false,
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

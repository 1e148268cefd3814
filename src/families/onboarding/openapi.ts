// The OpenAPI document of onboarding: the parts that do not come from its operations.

import { Type } from 'typebox'
import { type ErrorResponse, openApiDocument } from '../../edge/http/openapi/openapi.ts'
import type { Json } from '../../edge/http/openapi/openapi-schema.ts'
import { type DocumentedOperation, given } from '../../edge/http/operation.ts'
import { accessText } from '../../edge/resource/access.ts'
import { bodyWithBreakGlass, canBreakGlass, EMERGENCY_EXAMPLE } from '../../edge/resource/break-glass-body.ts'
import { enveloped } from '../../edge/resource/envelope.ts'
import { entriesOf } from '../../edge/resource/four-eyes-entries.ts'
import { CATALOGUE, type CatalogueCode } from '../../platform/kernel/catalogue/catalogue.ts'
import type { CatalogueEntry } from '../../platform/kernel/catalogue/catalogue-entry.ts'
import { BASE_PATH } from './base-path.ts'
import { ONBOARDING_OPERATIONS } from './operations.ts'
import { HELD_EXAMPLE, heldReply } from './people/change-requests/change-request-shapes.ts'
import { errorEnvelope } from './problems.ts'

const API_VERSION = '1.0.0'

/** The codes worth an example, by the status they share. */
const ERRORS: readonly (Omit<ErrorResponse, 'examples'> & { codes: readonly CatalogueCode[] })[] = [
  {
    status: 400,
    name: 'BadRequest',
    description: 'Fields are missing or invalid; the message names them.',
    codes: ['B-REQ-001', 'B-AUTH-003', 'B-AUTH-008'],
  },
  {
    status: 401,
    name: 'Unauthorized',
    description: 'No user is signed in, or the credentials are not accepted.',
    codes: ['B-AUTH-001', 'B-AUTH-002', 'B-AUTH-004'],
  },
  { status: 403, name: 'Forbidden', description: "The user's role lacks it.", codes: ['B-ACC-001', 'B-ACC-002'] },
  { status: 404, name: 'NotFound', description: 'No such record in your scope.', codes: ['B-REQ-004'] },
  {
    status: 405,
    name: 'MethodNotAllowed',
    description: 'The path takes another method.',
    headers: ['allow'],
    codes: ['B-REQ-005'],
  },
  {
    status: 409,
    name: 'Conflict',
    description: 'A stale version, a duplicate, or a record in use.',
    codes: ['B-REQ-009', 'B-ACC-003'],
  },
  {
    status: 413,
    name: 'TooLarge',
    description: 'The body exceeds 256 KiB, or 16 KiB for operations that need no sign-in.',
    codes: ['B-REQ-013'],
  },
  { status: 415, name: 'UnsupportedMediaType', description: 'The body has another type.', codes: ['B-REQ-015'] },
  {
    status: 429,
    name: 'TooManyRequests',
    description: 'Too many requests from one address.',
    headers: ['retry-after'],
    codes: ['B-REQ-029'],
  },
  { status: 500, name: 'InternalError', description: 'An unexpected failure.', codes: ['B-SYS-001'] },
  {
    status: 503,
    name: 'Unavailable',
    description: 'The store cannot be reached. Nothing was changed.',
    headers: ['retry-after'],
    codes: ['B-SYS-003'],
  },
  { status: 504, name: 'Timeout', description: 'The outcome is unknown.', codes: ['B-SYS-004'] },
]

export function onboardingOpenApi(): Json {
  return openApiDocument({
    title: 'Onboarding and administration',
    version: API_VERSION,
    description: [
      'Sign-in, second factors, users and their roles, partners and their clients, the error catalogue and the audit log.',
      'Answers come in an envelope: `data`, `success`, `message`, `timestamp`. An error has `data: null` and a message ' +
        'that starts with its code.',
      '**Encrypted strings.** E-mail addresses and passwords travel as a compact JWE (`RSA-OAEP-256`, `A256GCM`) to an ' +
        '`enc` key of `GET /auth/keys`. The plaintext is `{"v": value, "iat": seconds, "jti": unique}`, the `jti` a ' +
        'text of 1 to 255 characters; it is accepted for 120 seconds and once.',
      '**Sessions.** Signing in gives an access token for 15 minutes and the cookie `refresh_token`. ' +
        '`POST /auth/refresh` exchanges the cookie for new ones. `POST /logout` ends the session at once, everywhere.',
      '**Access.** A role grants actions on modules; each operation names the one it needs. A user of an institution or ' +
        'sub-tenant sees that scope only: what lies outside is 404.',
      '**Change requests.** The application property `four-eyes` lists changes that another user has to approve: ' +
        '`MODULE:ACTION`, or `MODULE:ACTION:part` with a move, a resolution or a field of the body. Such a change is ' +
        'validated, kept, and answered 202 with `changeRequestId`; `/change-requests` approves, rejects and withdraws it. What ' +
        'takes an entry off such a list always waits; blocking, revoking, suspending and deactivating never do.',
      '**Emergencies.** A change that would wait is carried out at once when its body has `breakGlass: {reason}` and the role of the ' +
        'user names EMERGENCY on the module: 403 without. It is answered as it would be without waiting; its change request is ' +
        'CARRIED_OUT until another user who could have approved it reviews it. Where the change would not have waited, `breakGlass` has ' +
        'no effect and is not kept. Never for `four-eyes` lists, users, roles, partners, corrections, settlements, and the resolutions ' +
        'PAY_OUT, SETTLED_OUTSIDE, RELEASED_OUTSIDE and ADJUST_LEDGER: 409.',
      '`x-basis` says of each part whether the specification gives it or it was chosen where the specification is silent.',
      `## Error codes\n\n${codeTable()}`,
    ].join('\n\n'),
    basePath: BASE_PATH,
    tags: [
      { name: 'Session', description: 'Signing in and out.' },
      { name: 'Second factor', description: 'Authenticator apps, recovery codes, one-time passwords by mail.' },
      { name: 'Passwords', description: 'Invitations and resets.' },
      { name: 'Single sign-on', description: 'By an OpenID provider.' },
      { name: 'Users', description: 'Who may sign in.' },
      { name: 'Roles', description: 'What they may do.' },
      { name: 'Modules', description: 'What roles grant actions on.' },
      { name: 'Partners', description: 'Integration partners and the clients they call with.' },
      { name: 'Webhooks', description: 'Where events of partners are sent, and what became of each.' },
      {
        name: 'Financial institutions',
        description: 'Drafted by one person, approved by another, activated when ready.',
      },
      { name: 'Billers', description: "Who can be paid from an institution's accounts." },
      { name: 'Sub-tenants', description: 'Parts of an institution with users and terminals of their own.' },
      { name: 'Terminals', description: 'Where customers are served: cash machines, counters, telephones, phones.' },
      { name: 'Terminal keys', description: 'Keys of terminals, their check values and their rotation.' },
      { name: 'Application properties', description: 'Settings per environment, application and institution.' },
      { name: 'Corrections', description: 'What two people put right on accounts, and suspense accounts.' },
      { name: 'Reconciliations', description: 'Files of sources, compared with the books of a business date.' },
      { name: 'Hot cards', description: 'Cards stopped at the gateway, whichever core has them.' },
      { name: 'Stops', description: 'Orders that an operator stopped, by what they have in common.' },
      { name: 'Core connectivity', description: 'Connections of institutions to their cores.' },
      { name: 'Account types', description: 'The types of accounts that institutions offer.' },
      { name: 'Transaction capabilities', description: 'What may be done with an account.' },
      { name: 'Loan products', description: 'What institutions lend, and on which terms.' },
      { name: 'Loan rates', description: 'The rates that are quoted for loan products.' },
      { name: 'Change requests', description: 'Changes that wait for the approval of another user.' },
      {
        name: 'Saved views',
        description: 'Filters and sort of a list under a name, of one user or shared with those of the same scope.',
      },
      { name: 'Notifications', description: 'What waits for the caller, or has ended for them.' },
      { name: 'Transactions', description: 'What account services recorded, and exports of it.' },
      { name: 'Business days', description: 'The end of day, totals of terminals, and reconciliation files.' },
      { name: 'Exceptions', description: 'Reversals and orders that a person has to settle.' },
      { name: 'Accounts', description: 'Accounts of customers at the built-in bank, and their entries.' },
      { name: 'Customers', description: 'All that is known of one customer of an institution.' },
      { name: 'Cards', description: 'Cards of customers. Card numbers are sent, and never returned whole.' },
      { name: 'Digital settlements', description: 'What institutions owe each other for transferred tokens, settled.' },
      { name: 'Search', description: 'Records of every kind by what people know of them.' },
      { name: 'Dashboard', description: 'Volumes, response codes and latencies at a glance.' },
      { name: 'Error codes', description: 'Everything the platform can answer besides success.' },
      { name: 'Alerts', description: 'What is watched, what is raised, and who is told.' },
      { name: 'Rules', description: 'Decision tables that limit and decline orders: what runs, and what it answers.' },
      { name: 'Audit', description: 'Who did what, in a chain that shows tampering.' },
      { name: 'Health', description: 'Which services of the platform work.' },
      { name: 'Sandbox', description: 'What only a sandbox has.' },
    ],
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of the session.' },
    },
    headers: [
      {
        name: 'x-correlation-id',
        required: false,
        description: 'A UUID to find the request by; made when absent, and echoed. Anything else is refused: 400.',
        schema: given(Type.String({ format: 'uuid' })),
        example: '3f2b8c1e-5d0a-4f7e-9b6c-2a1d8e4f7c30',
      },
    ],
    problem: { contentType: 'application/json', schema: errorEnvelope },
    errors: ERRORS.map(({ codes, ...error }) => ({ ...error, examples: codes.map(errorExample) })),
    openErrors: [],
    onlyWithCredentials: [403, 404, 409],
    operations: ONBOARDING_OPERATIONS.map(withAccess),
  })
}

function withAccess(operation: (typeof ONBOARDING_OPERATIONS)[number]): DocumentedOperation {
  const description = `${operation.description}\n\n${accessText(operation.access)}`
  if (entriesOf(operation).length === 0) return { ...operation, description }
  const { body, optionalBody = false } = operation
  return {
    ...operation,
    description: `${description} May wait for approval: 202.`,
    ...(canBreakGlass(operation) && {
      body: bodyWithBreakGlass(body),
      optionalBody: body === undefined || optionalBody,
      ...(body === undefined && { requestExamples: [EMERGENCY_REQUEST] }),
    }),
    deferred: {
      description: 'Waits for the approval of another user.',
      reply: heldEnvelope,
      replyExamples: [{ name: 'waits', summary: 'Sent for approval', value: inEnvelope(HELD_EXAMPLE) }],
    },
  }
}

const EMERGENCY_REQUEST = {
  name: 'emergency',
  summary: 'In an emergency, without waiting',
  value: { breakGlass: EMERGENCY_EXAMPLE },
}

const heldEnvelope = Type.With(enveloped(heldReply), { component: 'SentForApprovalReply' })

function inEnvelope(data: unknown) {
  return { data, success: true, message: 'Sent for approval', timestamp: '2026-01-15T10:00:00.000Z' }
}

function errorExample(code: CatalogueCode) {
  const { title, cause } = CATALOGUE[code]
  return {
    name: code.replace(/[^A-Za-z0-9]/g, ''),
    summary: title,
    value: { data: null, success: false, message: `${code}: ${cause}`, timestamp: '2026-01-15T10:00:00.000Z' },
  }
}

function codeTable(): string {
  const entries: [string, CatalogueEntry][] = Object.entries(CATALOGUE)
  const rows = entries
    .filter(([code]) => code.startsWith('B-'))
    .map(
      ([code, { httpStatus, title, cause, remedy }]) =>
        `| ${[code, httpStatus, title, remedy === 'None.' ? cause : `${cause} ${remedy}`].join(' | ')} |`,
    )
  return ['| Code | HTTP | Meaning | Cause and remedy |', '|---|---|---|---|', ...rows].join('\n')
}

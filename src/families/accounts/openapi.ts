// The OpenAPI document of account services, apart from what its operations define.

import { Type } from 'typebox'
import { type ErrorResponse, openApiDocument } from '../../edge/http/openapi/openapi.ts'
import type { Json } from '../../edge/http/openapi/openapi-schema.ts'
import { chosen, given } from '../../edge/http/operation.ts'
import { CATALOGUE } from '../../platform/kernel/catalogue/catalogue.ts'
import type { CatalogueEntry } from '../../platform/kernel/catalogue/catalogue-entry.ts'
import type { ProblemDetail } from '../../platform/kernel/problems/problem.ts'
import { BASE_PATH } from './family.ts'
import { API_VERSION } from './health/health-prober.ts'
import { ACCOUNT_OPERATIONS } from './operations.ts'
import { errorBody, PROBLEM_CODES } from './problems.ts'

const CORRELATION_ID = '3f2b8c1e-5d0a-4f7e-9b6c-2a1d8e4f7c30'

const errorSchema = Type.Object(
  {
    status: given(Type.Object({ responseCode: given(Type.String({ pattern: '^[0-9]{3}$' })) })),
    error: chosen(
      Type.Object({
        reason: given(Type.String({ description: "The specification's word for the status" })),
        message: chosen(Type.String({ description: 'For people' })),
        details: chosen(
          Type.Array(
            Type.Object({
              path: chosen(Type.String({ description: 'The field or header at fault' })),
              message: chosen(Type.String({ description: 'What is wrong with it' })),
            }),
          ),
        ),
      }),
    ),
    correlationId: chosen(Type.String({ format: 'uuid' })),
    timestamp: chosen(Type.String({ format: 'date-time' })),
  },
  { component: 'ErrorBody' },
)

/** A kind or reason that has a code. */
type Row = {
  [Key in keyof typeof PROBLEM_CODES]: (typeof PROBLEM_CODES)[Key] extends string ? Key : never
}[keyof typeof PROBLEM_CODES]

/** The problems worth an example, by the status they share. */
const ERRORS: readonly (Omit<ErrorResponse, 'examples'> & { rows: readonly Row[] })[] = [
  {
    status: 400,
    name: 'BadRequest',
    description: 'Fields are missing or invalid.',
    rows: ['invalid', 'accounts.wrong-type'],
  },
  { status: 401, name: 'Unauthorized', description: 'The client is not accepted.', rows: ['unauthenticated'] },
  { status: 403, name: 'Forbidden', description: 'The partner may not do this.', rows: ['forbidden'] },
  { status: 404, name: 'NotFound', description: 'No such biller, or no such path.', rows: ['core.unknown-biller'] },
  {
    status: 405,
    name: 'MethodNotAllowed',
    description: 'The path takes another method.',
    headers: ['allow'],
    rows: ['method-not-allowed'],
  },
  { status: 413, name: 'TooLarge', description: 'The body exceeds 256 KiB.', rows: ['too-large'] },
  {
    status: 415,
    name: 'UnsupportedMediaType',
    description: 'The body is not JSON.',
    rows: ['unsupported-media-type'],
  },
  {
    status: 429,
    name: 'TooManyRequests',
    description: 'The partner is over its rate limit.',
    headers: ['retry-after'],
    rows: ['rate-limited'],
  },
  { status: 500, name: 'InternalError', description: 'An unexpected failure.', rows: ['internal'] },
  {
    status: 503,
    name: 'Unavailable',
    description: 'The core cannot be reached. Nothing was posted.',
    headers: ['retry-after'],
    rows: ['unavailable', 'core.cutover'],
  },
  {
    status: 504,
    name: 'Timeout',
    description: 'The outcome is unknown. Repeat under the same RRN.',
    rows: ['timeout'],
  },
]

const DETAILS: Partial<Record<Row, readonly ProblemDetail[]>> = {
  invalid: [{ path: 'transaction.rrn', message: 'must be 12 digits' }],
  'accounts.wrong-type': [{ path: 'transaction.type', message: 'must be CASHWITHDRAWAL' }],
}

const ABOUT = { correlationId: CORRELATION_ID, timestamp: '2026-01-15T10:00:00.000Z' }

function errorExample(row: Row) {
  const entry = CATALOGUE[PROBLEM_CODES[row]]
  const value = errorBody(entry, entry.cause, DETAILS[row] ?? [], ABOUT)
  return {
    name: row.replace(/^.*\./, '').replace(/-(\w)/g, (_, letter) => letter.toUpperCase()),
    summary: entry.title,
    value,
  }
}

const ENTRIES = Object.entries<CatalogueEntry>(CATALOGUE).filter(([code]) => code.startsWith('A-'))

/** Refusals share some codes: the entry that is named by the code gives the title. */
function responseCodeTitles(): Record<string, string> {
  const own = ENTRIES.filter(([name, { responseCode }]) => name === `A-${responseCode}`)
  return Object.fromEntries(own.map(([, { responseCode = '', title }]) => [responseCode, title]))
}

function responseCodeTable(): string {
  const rows = ENTRIES.map(([, { responseCode, httpStatus, title, cause, remedy }]) => [
    ...[responseCode, httpStatus, title],
    remedy === 'None.' ? cause : `${cause} ${remedy}`,
  ]).map((cells) => `| ${cells.join(' | ')} |`)
  return ['| Code | HTTP | Meaning | Cause and remedy |', '|---|---|---|---|', ...rows].join('\n')
}

export function accountsOpenApi(): Json {
  return openApiDocument({
    title: 'Account services',
    version: API_VERSION,
    description: [
      'Channel banking for ATM switches, IVR platforms, teller workstations and mobile channels.',
      "The bank's answer is `status.responseCode`, at HTTP 200: `000` is approved, any other code a decline.",
      'A request that cannot be answered has another HTTP status and the error body.',
      'A transaction is identified by institution, partner and `transaction.rrn`, for good: the same content again gets ' +
        'the stored reply and `x-idempotent-replay: true`; other content gets 913.',
      '`x-basis` says of each part whether the specification gives it or it was chosen where the specification is silent.',
      `## Response codes\n\n${responseCodeTable()}`,
    ].join('\n\n'),
    responseCodes: responseCodeTitles(),
    basePath: BASE_PATH,
    tags: [
      { name: 'Health', description: 'Is the service there?' },
      { name: 'Customer Preferences', description: 'How the holder of a card wants the terminal to behave.' },
      { name: 'Account Management', description: 'Accounts and balances.' },
      { name: 'Debit Transactions', description: 'Cash withdrawal and its reversal.' },
      { name: 'Credit Transactions', description: 'Deposit and its reversal.' },
      { name: 'Transfers', description: 'Between accounts of one institution.' },
      { name: 'Bill Payments', description: 'To registered billers.' },
      { name: 'Cardless Withdrawal', description: 'Started by an app.' },
    ],
    securitySchemes: {
      clientId: {
        type: 'apiKey',
        in: 'header',
        name: 'client_id',
        description: "Required unless the partner's client-id policy is off.",
      },
      clientSecret: { type: 'apiKey', in: 'header', name: 'client_secret', description: 'Paired with client_id.' },
    },
    headers: [
      {
        name: 'x-correlation-id',
        required: true,
        description: 'UUID v4, fresh for every request; echoed.',
        schema: given(Type.String({ format: 'uuid' })),
        example: CORRELATION_ID,
      },
      {
        name: 'partnerId',
        required: true,
        description: 'The integration partner the request comes from.',
        schema: given(Type.String()),
        example: 'PARTNER01',
      },
    ],
    problem: { contentType: 'application/json', schema: errorSchema },
    errors: ERRORS.map(({ rows, ...error }) => ({ ...error, examples: rows.map(errorExample) })),
    openErrors: [405, 500],
    operations: ACCOUNT_OPERATIONS,
  })
}

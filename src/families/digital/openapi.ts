// The OpenAPI document of digital banking: the parts that do not come from its operations.

import { Type } from 'typebox'
import { type ErrorResponse, openApiDocument } from '../../http/openapi/openapi.ts'
import type { Json } from '../../http/openapi/openapi-schema.ts'
import { type DocumentedOperation, given, type OwnError } from '../../http/operation.ts'
import { PROBLEM_DETAILS_TYPE, problemDetails, problemDetailsSchema } from '../../http/problems/problem-details.ts'
import { CATALOGUE } from '../../kernel/catalogue/catalogue.ts'
import type { CatalogueEntry } from '../../kernel/catalogue/catalogue-entry.ts'
import { Problem, type ProblemDetail } from '../../kernel/problem.ts'
import type { DigitalOperation } from './digital-operation.ts'
import { BASE_PATH } from './family.ts'
import { DIGITAL_OPERATIONS } from './operations.ts'
import { type DigitalCode, entryOf, OUTCOME_CODES } from './problems.ts'

const API_VERSION = '1.0.0'
const CORRELATION_ID = '3f2b8c1e-5d0a-4f7e-9b6c-2a1d8e4f7c30'

const CODES = Object.keys(CATALOGUE).filter((code): code is DigitalCode => code.startsWith('C-'))
/** Those that a problem can have: the others are outcomes. */
const PROBLEMS = CODES.filter((code) => !OUTCOME_CODES.has(code))
const problemSchema = problemDetailsSchema(PROBLEMS.map((code) => code.slice(2)))

/** What every operation can answer, with the codes worth an example. */
const ERRORS: readonly (Omit<ErrorResponse, 'examples'> & { codes: readonly DigitalCode[] })[] = [
  {
    status: 400,
    name: 'BadRequest',
    description: 'Fields, parameters or headers are missing or invalid; `errors` names each of them.',
    codes: [
      'C-VALIDATION_FAILED',
      'C-INVALID_JSON',
      'C-MISSING_HEADER',
      'C-INVALID_TRANSACTION_TYPE',
      'C-INVALID_AMOUNT',
      'C-INVALID_PAGE',
    ],
  },
  {
    status: 401,
    name: 'Unauthorized',
    description: 'The client, or the bearer token, is not accepted.',
    codes: ['C-UNAUTHENTICATED'],
  },
  { status: 403, name: 'Forbidden', description: 'The caller may not do this.', codes: ['C-FORBIDDEN'] },
  {
    status: 405,
    name: 'MethodNotAllowed',
    description: 'The path takes another method.',
    headers: ['allow'],
    codes: ['C-METHOD_NOT_ALLOWED'],
  },
  { status: 413, name: 'TooLarge', description: 'The body exceeds 256 KiB.', codes: ['C-PAYLOAD_TOO_LARGE'] },
  {
    status: 415,
    name: 'UnsupportedMediaType',
    description: 'The body is not JSON.',
    codes: ['C-UNSUPPORTED_MEDIA_TYPE'],
  },
  {
    status: 429,
    name: 'TooManyRequests',
    description: 'The partner is over its rate limit.',
    headers: ['retry-after'],
    codes: ['C-RATE_LIMITED'],
  },
  { status: 500, name: 'InternalError', description: 'An unexpected failure.', codes: ['C-INTERNAL_ERROR'] },
  {
    status: 503,
    name: 'Unavailable',
    description: 'The core, the ledger or the store cannot be reached. Nothing was stored.',
    headers: ['retry-after'],
    codes: ['C-CORE_UNAVAILABLE', 'C-LEDGER_UNAVAILABLE'],
  },
  {
    status: 504,
    name: 'Timeout',
    description: 'The outcome is unknown. Repeat with the same `transaction.ref`.',
    codes: ['C-GATEWAY_TIMEOUT'],
  },
]

const DETAILS: Partial<Record<DigitalCode, readonly ProblemDetail[]>> = {
  'C-VALIDATION_FAILED': [{ path: 'channelInfo.type', message: 'is required' }],
  'C-INVALID_JSON': [{ path: 'body', message: 'must be valid JSON', code: 'INVALID_JSON' }],
  'C-MISSING_HEADER': [{ path: 'partnerId', message: 'is required', code: 'MISSING_HEADER' }],
  'C-INVALID_TRANSACTION_TYPE': [
    { path: 'transaction.type', message: 'must be TOKEN_REDEMPTION', code: 'INVALID_TRANSACTION_TYPE' },
  ],
  'C-INVALID_AMOUNT': [
    {
      path: 'tokenAmount.tokens',
      message: 'is not an amount in USD: too many decimals or digits',
      code: 'INVALID_AMOUNT',
    },
  ],
  'C-INVALID_PAGE': [{ path: 'size', message: 'must be a whole number from 1 to 200', code: 'INVALID_PAGE' }],
}

const ABOUT = {
  correlationId: CORRELATION_ID,
  timestamp: '2026-01-15T10:00:00.000Z',
  path: `${BASE_PATH}/token-redemptions`,
}

function errorExample(code: DigitalCode) {
  const entry = entryOf(code)
  const problem = new Problem('invalid', entry.cause, { details: DETAILS[code] ?? [] })
  return {
    name: entry.code.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: entry.title,
    value: problemDetails(entry, problem, ABOUT),
  }
}

const OWN_DESCRIPTIONS: Readonly<Record<number, string>> = {
  403: 'The caller may not do this.',
  404: 'There is no such resource of the partner.',
  409: 'The state of the resource forbids it, or the reference was used before with other content.',
  422: 'A rule forbids it.',
}

/** Grouped by status; of a status that every operation has, the own codes come after the general ones. */
function ownErrors({ errors, storesReference }: DigitalOperation): OwnError[] {
  const codes: readonly DigitalCode[] = [
    ...errors,
    ...(storesReference === true ? ['C-REFERENCE_REUSED' as const] : []),
  ]
  const byStatus = Map.groupBy(new Set(codes), (code) => CATALOGUE[code].httpStatus)
  return [...byStatus]
    .sort(([one], [other]) => one - other)
    .map(([status, own]) => {
      const general = ERRORS.find((error) => error.status === status)?.codes ?? []
      return {
        status,
        description: OWN_DESCRIPTIONS[status] ?? 'Refused.',
        schema: problemSchema,
        examples: [...general, ...own].map(errorExample),
      }
    })
}

function documented(operation: DigitalOperation): DocumentedOperation {
  const { action, module } = operation.access
  return {
    ...operation,
    description: `${operation.description}\n\nAn operator needs \`${action}\` on \`${module}\`.`,
    ownErrors: ownErrors(operation),
  }
}

export function digitalOpenApi(): Json {
  return openApiDocument({
    title: 'Digital banking',
    version: API_VERSION,
    description: [
      'Tokenized deposits on any ledger: institutions and users are onboarded, deposits become tokens in digital asset ' +
        'accounts, tokens move between institutions, and are redeemed to the linked account.',
      'A success is 200 with the resource; `state` says how far it is. One token is one unit of its currency: a number with ' +
        'the decimals of the currency.',
      '**Credentials.** A partner sends `X-Client-Id`, `X-Client-Secret` and `partnerId`; a missing one is 400. A user who is ' +
        'signed in to administration sends a bearer token in place of the client headers and acts for the partner in ' +
        '`partnerId`: the role must grant the action that the operation names, and the scope must cover the partner. A user ' +
        'of an institution may act for partners that work for no other institution. Both kinds of credentials at once: 400.',
      '**Repeats.** `transaction.ref` names a request once per partner and `transaction.type`, for good. The same request ' +
        'again does nothing and is answered with the resource as it now is and `x-idempotent-replay: true`; other content ' +
        'is 409. A refused request leaves its reference free.',
      'A partner sees its own resources only: others are 404. Errors are problem details (RFC 9457) with a stable `code` and, ' +
        'where there is one, the ISO 20022 reason.',
      '`x-basis` says of each part whether the specification gives it or it was chosen where the specification is silent.',
      `## Error codes\n\nThose without an HTTP status are never errors: they are the \`outcome\` of a resource that ended without success.\n\n${codeTable()}`,
    ].join('\n\n'),
    basePath: BASE_PATH,
    tags: [
      { name: 'FI onboarding', description: 'Institutions that issue tokens.' },
      { name: 'User onboarding', description: 'Customers of institutions.' },
      { name: 'Digital asset accounts', description: 'Accounts that hold tokens.' },
      { name: 'Tokenized deposits', description: 'Money that becomes tokens.' },
      { name: 'Token redemptions', description: 'Tokens that become money.' },
      { name: 'Interbank transfers', description: 'Tokens that move between institutions.' },
      { name: 'Account validation', description: 'Whether an account can receive, and whose it is.' },
      { name: 'Balance inquiry', description: 'What an account holds.' },
      { name: 'Platform search', description: 'Every kind of resource, by words and filters.' },
    ],
    securitySchemes: {
      clientId: { type: 'apiKey', in: 'header', name: 'X-Client-Id', description: 'The client of the partner.' },
      clientSecret: { type: 'apiKey', in: 'header', name: 'X-Client-Secret', description: 'Paired with X-Client-Id.' },
      bearer: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'The access token of a user who acts for the partner, in place of the client headers.',
      },
    },
    securityAlternatives: [['clientId', 'clientSecret'], ['bearer']],
    headers: [
      {
        name: 'partnerId',
        required: true,
        description: 'The partner that the resources belong to.',
        schema: given(Type.String()),
        example: 'PARTNER01',
      },
      {
        name: 'X-Correlation-Id',
        required: false,
        description: 'A UUID to find the request by; made when absent, and echoed. Anything else is refused: 400.',
        schema: given(Type.String({ format: 'uuid' })),
        example: CORRELATION_ID,
      },
    ],
    problem: { contentType: PROBLEM_DETAILS_TYPE, schema: problemSchema },
    errors: ERRORS.map(({ codes, ...error }) => ({ ...error, examples: codes.map(errorExample) })),
    openErrors: [],
    operations: DIGITAL_OPERATIONS.map(documented),
  })
}

function codeTable(): string {
  const rows = CODES.map((code): CatalogueEntry & { code: string } => ({
    ...CATALOGUE[code],
    code: code.slice(2),
  })).map(
    ({ code, httpStatus, title, cause, remedy, isoReason }) =>
      `| ${[code, httpStatus === 200 ? '' : httpStatus, isoReason ?? '', title, `${cause} ${remedy}`].join(' | ')} |`,
  )
  return ['| Code | HTTP | ISO 20022 | Meaning | Cause and remedy |', '|---|---|---|---|---|', ...rows].join('\n')
}

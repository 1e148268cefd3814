// The OpenAPI document of lending: the parts that do not come from its operations.

import { Type } from 'typebox'
import { type ErrorResponse, openApiDocument } from '../../http/openapi/openapi.ts'
import type { Json } from '../../http/openapi/openapi-schema.ts'
import { chosen, type DocumentedOperation, given, type OwnError } from '../../http/operation.ts'
import { PROBLEM_DETAILS_TYPE, problemDetails, problemDetailsSchema } from '../../http/problems/problem-details.ts'
import { CATALOGUE } from '../../kernel/catalogue/catalogue.ts'
import type { CatalogueEntry } from '../../kernel/catalogue/catalogue-entry.ts'
import { Problem, type ProblemDetail } from '../../kernel/problem.ts'
import { BASE_PATH } from './family.ts'
import type { LendingOperation } from './lending-operation.ts'
import { LENDING_OPERATIONS } from './operations.ts'
import { entryOf, type LendingCode } from './problems.ts'

const API_VERSION = '1.0.0'
const CORRELATION_ID = '3f2b8c1e-5d0a-4f7e-9b6c-2a1d8e4f7c30'

const CODES = Object.keys(CATALOGUE).filter((code): code is LendingCode => code.startsWith('D-'))
const problemSchema = problemDetailsSchema(CODES.map((code) => code.slice(2)))

/** What every operation can answer, with the codes worth an example. */
const ERRORS: readonly (Omit<ErrorResponse, 'examples'> & { codes: readonly LendingCode[] })[] = [
  {
    status: 400,
    name: 'BadRequest',
    description: 'Fields, parameters or headers are missing or invalid; `errors` names each of them.',
    codes: ['D-VALIDATION_FAILED', 'D-INVALID_JSON', 'D-INVALID_AMOUNT', 'D-INVALID_PAGE', 'D-MISSING_HEADER'],
  },
  {
    status: 401,
    name: 'Unauthorized',
    description: 'The client, or the bearer token, is not accepted.',
    codes: ['D-UNAUTHENTICATED'],
  },
  { status: 403, name: 'Forbidden', description: 'The caller may not do this.', codes: ['D-FORBIDDEN'] },
  {
    status: 405,
    name: 'MethodNotAllowed',
    description: 'The path takes another method.',
    headers: ['allow'],
    codes: ['D-METHOD_NOT_ALLOWED'],
  },
  { status: 413, name: 'TooLarge', description: 'The body exceeds 256 KiB.', codes: ['D-PAYLOAD_TOO_LARGE'] },
  {
    status: 415,
    name: 'UnsupportedMediaType',
    description: 'The body is not JSON.',
    codes: ['D-UNSUPPORTED_MEDIA_TYPE'],
  },
  {
    status: 429,
    name: 'TooManyRequests',
    description: 'The partner is over its rate limit.',
    headers: ['retry-after'],
    codes: ['D-RATE_LIMITED'],
  },
  { status: 500, name: 'InternalError', description: 'An unexpected failure.', codes: ['D-INTERNAL_ERROR'] },
  {
    status: 503,
    name: 'Unavailable',
    description: 'The core or the store cannot be reached. Nothing was done.',
    headers: ['retry-after'],
    codes: ['D-CORE_UNAVAILABLE'],
  },
  {
    status: 504,
    name: 'Timeout',
    description: 'The outcome is unknown. Repeat with the same `Idempotency-Key`.',
    codes: ['D-GATEWAY_TIMEOUT'],
  },
]

const DETAILS: Partial<Record<LendingCode, readonly ProblemDetail[]>> = {
  'D-VALIDATION_FAILED': [{ path: 'loanTerm.termCount', message: 'must be a whole number from 1 to 100000' }],
  'D-INVALID_JSON': [{ path: 'body', message: 'must be valid JSON', code: 'INVALID_JSON' }],
  'D-INVALID_AMOUNT': [
    { path: 'amount', message: 'is not an amount in USD: too many decimals or digits', code: 'INVALID_AMOUNT' },
  ],
  'D-INVALID_PAGE': [{ path: 'size', message: 'must be a whole number from 1 to 200', code: 'INVALID_PAGE' }],
  'D-MISSING_HEADER': [{ path: 'X-Partner', message: 'is required', code: 'MISSING_HEADER' }],
}

const ABOUT = { correlationId: CORRELATION_ID, timestamp: '2026-01-15T10:00:00.000Z', path: `${BASE_PATH}/loans` }

function errorExample(code: LendingCode) {
  const entry = entryOf(code)
  const problem = new Problem('invalid', entry.cause, { details: DETAILS[code] ?? [] })
  return {
    name: entry.code.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: entry.title,
    value: problemDetails(entry, problem, ABOUT),
  }
}

const OWN_DESCRIPTIONS: Readonly<Record<number, string>> = {
  403: 'The caller may not do this, or the partner may not use the institution of the product.',
  404: 'There is no such resource of the partner.',
  409: 'The state of the resource forbids it, or the key was used before with other content.',
  422: 'A rule of the product or of the loan forbids it; `errors` names the field where there is one.',
}

/** Grouped by status; of a status that every operation has, the own codes come after the general ones. */
function ownErrors({ errors, replays }: LendingOperation): OwnError[] {
  const codes: readonly LendingCode[] = [...errors, ...(replays === true ? ['D-IDEMPOTENCY_KEY_REUSED' as const] : [])]
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

function documented(operation: LendingOperation): DocumentedOperation {
  const { action, module } = operation.access
  return {
    ...operation,
    description: `${operation.description}\n\nAn operator needs \`${action}\` on \`${module}\`.`,
    ownErrors: ownErrors(operation),
  }
}

export function lendingOpenApi(): Json {
  return openApiDocument({
    title: 'Lending',
    version: API_VERSION,
    description: [
      'Loans from the application to the last repayment, through arrears, hardship and restructuring.',
      'A success is 200 with the resource. Amounts are numbers in major units, rates percent per year, dates `YYYY-MM-DD`.',
      '**Credentials.** A partner sends `X-Client-Id`, `X-Client-Secret` and `X-Partner`. A user who is signed in to ' +
        'administration sends a bearer token in place of the client headers and acts for the partner in `X-Partner`: the ' +
        'role must grant the action that the operation names, and the scope must cover the partner. A user of an ' +
        'institution may act for partners that work for no other institution. Both kinds of credentials at once: 400.',
      '**Repeats.** A change may carry an `Idempotency-Key`, once per partner for good. The same request again does ' +
        'nothing and is answered with the resource as it now is and `x-idempotent-replay: true`; other content is 409. ' +
        'A `preview` does nothing and stores no key.',
      '**Time.** Reads of a loan take `asOf`: they answer for any day, past or future, from the events up to it.',
      'A partner sees its own resources only: others are 404. Errors are problem details (RFC 9457) with a stable `code`.',
      '`x-basis` says of each part whether the specification gives it or it was chosen where the specification is silent.',
      `## Error codes\n\n${codeTable()}`,
    ].join('\n\n'),
    basePath: BASE_PATH,
    tags: [
      { name: 'Applications', description: 'What an applicant asks for.' },
      { name: 'Decisions', description: 'Risk signals and what is decided on them.' },
      { name: 'Offers', description: 'What an applicant can accept.' },
      { name: 'Loans', description: 'Made, read, amended, closed and restructured.' },
      { name: 'Disbursements', description: 'Money paid out.' },
      { name: 'Repayments', description: 'Money received.' },
      { name: 'Status', description: 'Balances, what is due, schedules and aging, on any day.' },
      { name: 'Collections', description: 'Arrears and hardship.' },
      { name: 'Rates', description: 'What products cost.' },
      { name: 'Fees', description: 'Fees and penalties of a loan.' },
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
        name: 'X-Partner',
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
      {
        name: 'Idempotency-Key',
        required: false,
        onlyReplays: true,
        description: 'Names the request: sent again, it is not done again. 1 to 255 visible ASCII characters.',
        schema: chosen(Type.String({ minLength: 1, maxLength: 255 })),
        example: 'loan-2026-000123',
      },
    ],
    problem: { contentType: PROBLEM_DETAILS_TYPE, schema: problemSchema },
    errors: ERRORS.map(({ codes, ...error }) => ({ ...error, examples: codes.map(errorExample) })),
    openErrors: [],
    operations: LENDING_OPERATIONS.map(documented),
  })
}

function codeTable(): string {
  const rows = CODES.map((code): CatalogueEntry & { code: string } => ({
    ...CATALOGUE[code],
    code: code.slice(2),
  })).map(
    ({ code, httpStatus, title, cause, remedy }) =>
      `| ${[code, httpStatus, title, `${cause} ${remedy}`].join(' | ')} |`,
  )
  return ['| Code | HTTP | Meaning | Cause and remedy |', '|---|---|---|---|', ...rows].join('\n')
}

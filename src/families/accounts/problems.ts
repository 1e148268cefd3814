// How account services word a problem: the spec's reasons, a response code from the catalogue, one body for all.

import type { CoreReason } from '../../channels/core/core-problems.ts'
import { codeFor, hasCodeFor, type ProblemCodes } from '../../edge/http/problems/problem-codes.ts'
import type { ProblemContext, RenderedProblem } from '../../edge/http/problems/problem-renderer.ts'
import { CATALOGUE, type CatalogueCode } from '../../platform/kernel/catalogue/catalogue.ts'
import type { CatalogueEntry } from '../../platform/kernel/catalogue/catalogue-entry.ts'
import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'
import { invalidFields, type Problem, type ProblemDetail } from '../../platform/kernel/problems/problem.ts'

/** What the family itself refuses. */
export const accountsProblem = domainProblems('accounts', { 'wrong-type': 'invalid' })

/** Every reason that an operation of this family can meet. */
type Reason = CoreReason | ReasonOf<typeof accountsProblem>

export const PROBLEM_CODES = {
  invalid: 'A-904',
  unauthenticated: 'A-401',
  forbidden: 'A-950',
  'not-found': 'A-404',
  'method-not-allowed': 'A-405',
  // A duplicate is an answer of the bank (913), and so is an order that the bank cannot carry out.
  conflict: undefined,
  'too-large': 'A-413',
  'unsupported-media-type': 'A-415',
  unprocessable: undefined,
  'rate-limited': 'A-429',
  internal: 'A-909',
  unavailable: 'A-907',
  timeout: 'A-911',

  'accounts.wrong-type': 'A-902',

  'core.cutover': 'A-906',
  'core.unknown-biller': 'A-184',
} as const satisfies ProblemCodes<Reason, CatalogueCode>

/** `error.reason` by HTTP status. 405, 413, 415 and 429 are ours; the rest is the spec's wording. */
const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'HTTP:UNAUTHORIZED',
  403: 'HTTP:FORBIDDEN',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'HTTP:INTERNAL_SERVER_ERROR',
  503: 'HTTP:BAD_CONNECTIVITY',
  504: 'HTTP:TIMEOUT',
}

interface FieldFault {
  readonly path: string
  readonly message: string
}

export interface ErrorBody {
  readonly status: { readonly responseCode: string }
  readonly error: { readonly reason: string; readonly message: string; readonly details: readonly FieldFault[] }
  readonly correlationId: string
  readonly timestamp: string
}

export function meets(problem: Problem): boolean {
  return hasCodeFor(PROBLEM_CODES, problem)
}

export function errorBody(
  entry: CatalogueEntry,
  message: string,
  details: readonly ProblemDetail[],
  about: Pick<ProblemContext, 'correlationId' | 'timestamp'>,
): ErrorBody {
  return {
    status: { responseCode: entry.responseCode ?? '909' },
    error: {
      reason: REASONS[entry.httpStatus] ?? 'Error',
      // A fault's own message may name internals; the catalogue's is written for callers.
      message: entry.httpStatus >= 500 ? entry.cause : message,
      details: details.map(({ path, message }) => ({ path, message })),
    },
    correlationId: about.correlationId,
    timestamp: about.timestamp,
  }
}

export function renderProblem(problem: Problem, about: ProblemContext): RenderedProblem {
  const entry = CATALOGUE[codeFor<CatalogueCode>(PROBLEM_CODES, problem)]
  const body = errorBody(entry, problem.message, problem.details, about)
  return {
    status: entry.httpStatus,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(body),
    responseCode: body.status.responseCode,
    ...(entry.httpStatus === 401 ? { headers: { 'www-authenticate': 'ClientSecret' } } : {}),
  }
}

/** The 400 for a body: 902 when a type that is not this endpoint's is all that is wrong, otherwise 904. */
export function refuseBody(details: readonly ProblemDetail[], body: unknown): Problem {
  const onlyType = details.length === 1 && details[0]?.path === 'transaction.type'
  if (!onlyType || typeof (body as { transaction: { type?: unknown } }).transaction.type !== 'string') {
    return invalidFields(details)
  }
  return accountsProblem('wrong-type', "transaction.type is not this endpoint's", { details })
}

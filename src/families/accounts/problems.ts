// How account services word a problem: the spec's reasons, a response code from the catalogue, one body for all.

import type { ProblemContext, RenderedProblem } from '../../http/problems/problem-renderer.ts'
import { CATALOGUE, type CatalogueCode } from '../../kernel/catalogue/catalogue.ts'
import type { CatalogueEntry } from '../../kernel/catalogue/catalogue-entry.ts'
import { invalidFields, Problem, type ProblemDetail, type ProblemKind } from '../../kernel/problem.ts'

/** Account services have no conflicts: a duplicate is an answer of the bank. */
export type AccountProblemKind = Exclude<ProblemKind, 'conflict'>

export const PROBLEM_CODES = {
  invalid: 'A-904',
  'wrong-type': 'A-902',
  unauthenticated: 'A-401',
  forbidden: 'A-950',
  'not-found': 'A-404',
  'unknown-biller': 'A-184',
  'method-not-allowed': 'A-405',
  'too-large': 'A-413',
  'unsupported-media-type': 'A-415',
  'rate-limited': 'A-429',
  internal: 'A-909',
  unavailable: 'A-907',
  cutover: 'A-906',
  timeout: 'A-911',
} as const satisfies Record<AccountProblemKind, CatalogueCode>

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

export interface ErrorBody {
  readonly status: { readonly responseCode: string }
  readonly error: { readonly reason: string; readonly message: string; readonly details: readonly ProblemDetail[] }
  readonly correlationId: string
  readonly timestamp: string
}

function entryOf({ kind }: Problem): CatalogueEntry {
  return CATALOGUE[PROBLEM_CODES[kind === 'conflict' ? 'internal' : kind]]
}

export function errorBody(problem: Problem, about: ProblemContext): ErrorBody {
  const entry = entryOf(problem)
  // A fault's own message may name what is behind us; the catalogue's is meant for callers.
  const message = entry.httpStatus >= 500 ? entry.cause : problem.message
  return {
    status: { responseCode: entry.responseCode ?? '909' },
    error: { reason: REASONS[entry.httpStatus] ?? 'Error', message, details: problem.details },
    correlationId: about.correlationId,
    timestamp: about.timestamp,
  }
}

export function renderProblem(problem: Problem, about: ProblemContext): RenderedProblem {
  const body = errorBody(problem, about)
  return {
    status: entryOf(problem).httpStatus,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(body),
    responseCode: body.status.responseCode,
    ...(problem.kind === 'unauthenticated' ? { headers: { 'www-authenticate': 'ClientSecret' } } : {}),
  }
}

/** The 400 for a body: 902 when a type that is not this endpoint's is all that is wrong, otherwise 904. */
export function refuseBody(details: readonly ProblemDetail[], body: unknown): Problem {
  const onlyType = details.length === 1 && details[0]?.path === 'transaction.type'
  if (!onlyType || typeof (body as { transaction: { type?: unknown } }).transaction.type !== 'string') {
    return invalidFields(details)
  }
  return new Problem('wrong-type', "transaction.type is not this endpoint's", { details })
}

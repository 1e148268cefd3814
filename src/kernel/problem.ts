// What is thrown when a request cannot be answered: a refusal (the caller's mistake), a fault (ours or a
// dependency's) or a defect. A bank's "no" is not one of these: it is an outcome, and outcomes are returned.

import type { CatalogueCode } from './catalogue/catalogue.ts'

/** Each kind has one HTTP status; every family says in its own table which catalogue code it becomes. */
export const PROBLEM_STATUS = {
  invalid: 400,
  'wrong-type': 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'unknown-biller': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  'rate-limited': 429,
  internal: 500,
  unavailable: 503,
  cutover: 503,
  timeout: 504,
} as const

export type ProblemKind = keyof typeof PROBLEM_STATUS

/** One offending field: where it is and what is wrong with it, never the value that was sent. */
export interface ProblemDetail {
  readonly path: string
  readonly message: string
}

interface ProblemOptions {
  /** The catalogue's code, where a family has a nearer one than the general code of the kind. */
  readonly code?: CatalogueCode
  readonly details?: readonly ProblemDetail[]
  readonly retryAfterSeconds?: number
  /** For 405: the methods the path does take. */
  readonly allow?: readonly string[]
  /** What went wrong underneath; it goes to the log and never to the caller. */
  readonly cause?: unknown
}

/** An answer names no more fields than this: a body can be wrong in tens of thousands of places. */
const MAX_DETAILS = 100

export class Problem extends Error {
  readonly kind: ProblemKind
  readonly code: CatalogueCode | undefined
  /** The offending fields, or the first of them. */
  readonly details: readonly ProblemDetail[]
  /** How many offending fields there are in all. */
  readonly detailCount: number
  readonly retryAfterSeconds: number | undefined
  readonly allow: readonly string[] | undefined

  constructor(kind: ProblemKind, message: string, options: ProblemOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Problem'
    this.kind = kind
    this.code = options.code
    this.details = options.details?.slice(0, MAX_DETAILS) ?? []
    this.detailCount = options.details?.length ?? 0
    this.retryAfterSeconds = options.retryAfterSeconds
    this.allow = options.allow
  }

  get httpStatus(): number {
    return PROBLEM_STATUS[this.kind]
  }
}

/** The 400 that lists every offending field at once. */
export function invalidFields(details: readonly ProblemDetail[]): Problem {
  const count = details.length
  return new Problem('invalid', count === 1 ? '1 field is invalid' : `${count} fields are invalid`, { details })
}

/** A dependency cannot be reached, and nothing was done: the caller may repeat the request as it is. */
export function unavailable(message: string, cause?: unknown): Problem {
  return new Problem('unavailable', message, { retryAfterSeconds: 1, cause })
}

/** No answer in time: the work may have been done. Repeating it under the same reference tells the truth. */
export function timedOut(message: string, cause?: unknown): Problem {
  return new Problem('timeout', message, { cause })
}

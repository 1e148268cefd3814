// Problems are thrown when a request cannot be answered: a refusal (the caller's mistake), a fault (ours or a
// dependency's) or a defect (a bug). A decline by the bank is not a problem. It is an outcome, and outcomes are returned.
//
// A problem has a kind, which fixes its HTTP status. A concept that refuses something adds a reason of its own (see
// domain-problems.ts). Each family maps kinds and reasons to its codes.

import type { IsoReason } from '../identifiers/iso-reason.ts'

/** Every kind has one HTTP status. */
export const PROBLEM_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  unprocessable: 422,
  'rate-limited': 429,
  internal: 500,
  unavailable: 503,
  timeout: 504,
} as const

export type ProblemKind = keyof typeof PROBLEM_STATUS

/** One invalid field: where it is and what is wrong with it, but never the value that was sent. */
export interface ProblemDetail {
  /** Such as `amount.currencyCode` or `fees[0].code`. Families that show JSON pointers derive them from it. */
  readonly path: string
  readonly message: string
  /** Which rule the field breaks, for families that give each field a code. */
  readonly code?: string
}

/** The record that a problem is about, as far as the caller may see it. */
export interface ProblemResource {
  readonly type: string
  readonly id: string
  readonly state?: string
}

/** One of the records that the caller may have meant. */
export interface ProblemCandidate {
  readonly id: string
  readonly label?: string
}

export interface ProblemOptions {
  readonly details?: readonly ProblemDetail[]
  readonly resource?: ProblemResource
  readonly candidates?: readonly ProblemCandidate[]
  /** Only where it depends on the case: a family's code usually implies it. */
  readonly isoReason?: IsoReason
  readonly retryAfterSeconds?: number
  /** For 405: the methods that the path takes. */
  readonly allow?: readonly string[]
  /** The underlying error. It is logged and never sent to the caller. */
  readonly cause?: unknown
}

/** Bounds the size of a response: a body can be wrong in tens of thousands of places. */
const MAX_DETAILS = 100
const MAX_CANDIDATES = 100

export class Problem extends Error {
  readonly kind: ProblemKind
  /** Which rule of which concept refused it, such as `access.role-in-use`. Undefined when the kind says it all. */
  readonly reason: string | undefined
  /** The first of the invalid fields, at most 100. */
  readonly details: readonly ProblemDetail[]
  /** The number of invalid fields, including those that `details` leaves out. */
  readonly detailCount: number
  readonly resource: ProblemResource | undefined
  /** At most 100. */
  readonly candidates: readonly ProblemCandidate[]
  readonly isoReason: IsoReason | undefined
  readonly retryAfterSeconds: number | undefined
  readonly allow: readonly string[] | undefined

  /** Concepts pass no `reason` themselves: the function that `domainProblems` makes for them does. */
  constructor(kind: ProblemKind, message: string, options: ProblemOptions = {}, reason?: string) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Problem'
    this.kind = kind
    this.reason = reason
    this.details = options.details?.slice(0, MAX_DETAILS) ?? []
    this.detailCount = options.details?.length ?? 0
    this.resource = options.resource
    this.candidates = options.candidates?.slice(0, MAX_CANDIDATES) ?? []
    this.isoReason = options.isoReason
    this.retryAfterSeconds = options.retryAfterSeconds
    this.allow = options.allow
  }

  get httpStatus(): number {
    return PROBLEM_STATUS[this.kind]
  }
}

/** A 400 that lists all invalid fields at once. */
export function invalidFields(details: readonly ProblemDetail[]): Problem {
  const count = details.length
  return new Problem('invalid', count === 1 ? '1 field is invalid' : `${count} fields are invalid`, { details })
}

/** A dependency cannot be reached and nothing was done. The caller may retry the same request. */
export function unavailable(message: string, cause?: unknown): Problem {
  return new Problem('unavailable', message, { retryAfterSeconds: 1, cause })
}

/** Nothing was done, or it is unknown whether it was: the same may be tried again under the same reference. */
export function isUnclear(error: unknown): error is Problem {
  return error instanceof Problem && (error.kind === 'unavailable' || error.kind === 'timeout')
}

/**
 * Reads or computes the answer to a request whose work is done. That it cannot be had now must not be answered as if nothing
 * was done.
 */
export async function afterDone<Answer>(answer: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await answer()
  } catch (error) {
    const isUnavailable = error instanceof Problem && error.kind === 'unavailable'
    throw isUnavailable ? timedOut('the request is carried out, but its answer cannot be read now', error) : error
  }
}

/** No answer in time: the outcome is unknown. Retrying under the same reference returns it. */
export function timedOut(message: string, cause?: unknown): Problem {
  return new Problem('timeout', message, { cause })
}

// How onboarding words a problem: the envelope with `data: null`, and a message that starts with the catalogue's code
// and names every field at fault.

import { Type } from 'typebox'
import { given } from '../../http/operation.ts'
import type { ProblemContext, RenderedProblem } from '../../http/problems/problem-renderer.ts'
import { CATALOGUE, type CatalogueCode } from '../../kernel/catalogue/catalogue.ts'
import type { Problem, ProblemKind } from '../../kernel/problem.ts'

/** The kinds that account services alone have; here they would be defects. */
type OnboardingProblemKind = Exclude<ProblemKind, 'wrong-type' | 'unknown-biller' | 'cutover'>

const PROBLEM_CODES = {
  invalid: 'B-REQ-001',
  unauthenticated: 'B-AUTH-001',
  forbidden: 'B-ACC-001',
  'not-found': 'B-REQ-004',
  'method-not-allowed': 'B-REQ-005',
  conflict: 'B-REQ-009',
  'too-large': 'B-REQ-013',
  'unsupported-media-type': 'B-REQ-015',
  'rate-limited': 'B-REQ-029',
  internal: 'B-SYS-001',
  unavailable: 'B-SYS-003',
  timeout: 'B-SYS-004',
} as const satisfies Record<OnboardingProblemKind, CatalogueCode>

const MAX_FIELDS_NAMED = 20

export const errorEnvelope = Type.Object(
  {
    data: given(Type.Null()),
    success: given(Type.Boolean({ description: 'False' })),
    message: given(Type.String({ description: 'The code of the error catalogue, a colon, and what is wrong' })),
    timestamp: given(Type.String({ format: 'date-time' })),
  },
  { component: 'ErrorEnvelope' },
)

export function renderProblem(problem: Problem, about: ProblemContext): RenderedProblem {
  const code = codeOf(problem)
  const status = CATALOGUE[code].httpStatus
  return {
    status,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify({ data: null, success: false, message: messageOf(problem), timestamp: about.timestamp }),
    responseCode: code,
    ...(status === 401 ? { headers: { 'www-authenticate': 'Bearer' } } : {}),
  }
}

function codeOf({ code, kind }: Problem): CatalogueCode {
  if (code !== undefined) return code
  return kind in PROBLEM_CODES ? PROBLEM_CODES[kind as OnboardingProblemKind] : PROBLEM_CODES.internal
}

function messageOf(problem: Problem): string {
  return `${codeOf(problem)}: ${wordsOf(problem)}`
}

/** What is wrong, without the code. */
export function wordsOf(problem: Problem): string {
  const { httpStatus, cause } = CATALOGUE[codeOf(problem)]
  // A fault's own message may name what is behind us; the catalogue's is meant for callers.
  if (httpStatus >= 500) return cause
  const named = problem.details.slice(0, MAX_FIELDS_NAMED).map(({ path, message }) => `${path} ${message}`)
  const more = problem.detailCount - named.length
  if (more > 0) named.push(`and ${more} more`)
  return named.length > 0 ? named.join('; ') : problem.message
}

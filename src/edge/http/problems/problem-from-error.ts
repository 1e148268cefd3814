// Turns anything thrown into a Problem: the one place that decides what a caller learns of an error.

import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { ProblemRenderer } from './problem-renderer.ts'

/** A Problem passes; a server library error is mapped; anything else is a defect, reported without details. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: unknown
    statusCode?: unknown
  }
  switch (code) {
    case 'FST_ERR_BAD_URL':
      return new Problem('invalid', 'The URL is not valid')
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_NOT_FOUND':
      return new Problem('not-found', 'There is nothing at this path')
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new Problem('invalid', 'The request could not be read', { cause: error })
  }
  return new Problem('internal', 'An unexpected error occurred', { cause: error })
}

/**
 * The problem, or a defect when the family has no code for it. Everything that came with such a problem (details,
 * Retry-After …) is dropped: it would be said in the wrong words.
 */
export function problemFor(family: ProblemRenderer | undefined, problem: Problem): Problem {
  if (family?.meets === undefined || family.meets(problem)) return problem
  const message = `the family ${family.name} has no code for ${problem.reason ?? problem.kind}`
  return new Problem('internal', message, { cause: problem })
}

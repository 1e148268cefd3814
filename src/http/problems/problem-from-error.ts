// Turns anything thrown into a Problem: the one place that decides what a caller learns of an error.

import { Problem } from '../../kernel/problem.ts'

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

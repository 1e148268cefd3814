// Whatever is thrown becomes a Problem here, the one place that decides what a caller may learn of an error.

import { Problem } from '../../kernel/problem.ts'

/** Problems pass; errors of the server library become theirs; anything else is a defect without details. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: unknown
    statusCode?: unknown
  }
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('too-large', 'The body is larger than the limit')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE':
      return new Problem('unsupported-media-type', 'The content type is not supported')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem('invalid', 'The body is not as long as Content-Length says')
    case 'FST_ERR_BAD_URL':
      return new Problem('invalid', 'The URL is not valid')
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_NOT_FOUND':
      return new Problem('not-found', 'There is nothing at this path')
  }
  // A body whose stream broke off carries a 4xx status and no code of its own.
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new Problem('invalid', 'The request could not be read', { cause: error })
  }
  return new Problem('internal', 'An unexpected error occurred', { cause: error })
}

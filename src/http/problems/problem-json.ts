// Renders problems outside any family as RFC 9457 problem details.

import { STATUS_CODES } from 'node:http'
import type { Problem } from '../../kernel/problem.ts'
import type { ProblemContext, RenderedProblem } from './problem-renderer.ts'

export function renderProblemJson(problem: Problem, about: ProblemContext): RenderedProblem {
  const status = problem.httpStatus
  return {
    status,
    contentType: 'application/problem+json; charset=utf-8',
    body: JSON.stringify({
      type: 'about:blank',
      title: STATUS_CODES[status],
      status,
      detail: problem.message,
      ...(problem.details.length > 0 ? { errors: problem.details } : {}),
      correlationId: about.correlationId,
      timestamp: about.timestamp,
    }),
  }
}

// Renders problems outside any family as RFC 9457 problem details.

import { STATUS_CODES } from 'node:http'
import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { ProblemContext, RenderedProblem } from './problem-renderer.ts'

export function renderProblemJson(problem: Problem, about: ProblemContext): RenderedProblem {
  const status = problem.httpStatus
  const errors = problem.details.map(({ path, message }) => ({ path, message }))
  return {
    status,
    contentType: 'application/problem+json; charset=utf-8',
    body: JSON.stringify({
      type: 'about:blank',
      title: STATUS_CODES[status],
      status,
      detail: problem.message,
      ...(errors.length > 0 ? { errors } : {}),
      correlationId: about.correlationId,
      timestamp: about.timestamp,
    }),
  }
}

// How a family renders a problem.

import type { Problem } from '../../kernel/problem.ts'

export interface ProblemContext {
  readonly correlationId: string
  /** ISO 8601, UTC. */
  readonly timestamp: string
}

export interface RenderedProblem {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  /** The code for the log and the metrics. */
  readonly responseCode?: string
}

export interface ProblemRenderer {
  /** The family's name, for log lines and metrics. */
  readonly name: string
  renderProblem(problem: Problem, about: ProblemContext): RenderedProblem
}

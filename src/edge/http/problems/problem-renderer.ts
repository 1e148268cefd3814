// How a family renders a problem.

import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'

export interface ProblemContext {
  readonly correlationId: string
  /** ISO 8601, UTC. */
  readonly timestamp: string
  /** The path of the request, without its query. */
  readonly path: string
  /** The parsed body, which may not have been validated; undefined when it was not read. */
  readonly body?: unknown
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
  /** Gives the time that its problems show; the server's clock by default. */
  readonly clock?: Clock
  /** False when the family has no code for a problem. The server then reports a defect. Without it, all can be worded. */
  meets?(problem: Problem): boolean
  renderProblem(problem: Problem, about: ProblemContext): RenderedProblem
}

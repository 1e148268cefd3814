// What a family hands to the server: where it lives, how its problems read, and its routes.

import type { Readable } from 'node:stream'
import type { Problem } from '../kernel/problem.ts'
import type { Call } from './call.ts'

export interface Family {
  /** For log lines and metrics. */
  readonly name: string
  /** Everything under these paths, found or not, answers problems in this family's words. */
  readonly prefixes: readonly string[]
  readonly routes: readonly Route[]
  renderProblem(problem: Problem, about: ProblemContext): RenderedProblem
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Route {
  readonly method: Method
  /** The whole path; parameters as `:name`. */
  readonly path: string
  readonly operation: string
  /** Decides on the headers alone, before the body is read. Throws a Problem to refuse. */
  admit?(call: Call): void
  answer(call: Call): Promise<Reply>
}

export interface Reply {
  /** 200 unless said. */
  readonly status?: number
  readonly body: string | Uint8Array | Readable
  /** JSON unless said. */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

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
  /** What the log and the metrics call it. */
  readonly responseCode?: string
}

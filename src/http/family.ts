// What a family hands to the server: where it lives, how its problems read, and its routes.

import type { Readable } from 'node:stream'
import type { Problem } from '../kernel/problem.ts'
import type { Call } from './call.ts'
import type { ProblemContext, ProblemRenderer, RenderedProblem } from './problems/problem-renderer.ts'

export interface Family extends ProblemRenderer {
  /** Everything under these paths, found or not, answers problems in this family's words. */
  readonly prefixes: readonly string[]
  readonly routes: readonly Route[]
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Route {
  readonly method: Method
  /** The whole path; parameters as `:name`. */
  readonly path: string
  readonly operation: string
  /** Takes a form. Anywhere else a form is a 415, before its body is read. */
  readonly form?: boolean
  /** Nobody need say who they are. Its body may be 16 KiB long, any other 256 KiB. */
  readonly anonymous?: boolean
  /** Words its problems itself, also those found before it is asked, where a standard has other words than the family. */
  renderProblem?(problem: Problem, about: ProblemContext): RenderedProblem
  /** Decides on the headers alone, before the body is read. Throws a Problem, or rejects with one, to refuse. */
  admit?(call: Call): void | Promise<void>
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

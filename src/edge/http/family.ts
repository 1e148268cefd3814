// What a family gives the server: its paths, how it renders problems, and its routes.

import type { Readable } from 'node:stream'
import type { Problem } from '../../platform/kernel/problems/problem.ts'
import type { Call } from './call.ts'
import type { ProblemContext, ProblemRenderer, RenderedProblem } from './problems/problem-renderer.ts'

export interface Family extends ProblemRenderer {
  /** The family renders the problems of every path under these prefixes, including 404. */
  readonly prefixes: readonly string[]
  readonly routes: readonly Route[]
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Route {
  readonly method: Method
  /** The whole path; parameters as `:name`. */
  readonly path: string
  readonly operation: string
  /** Accepts a form. On any other route a form is a 415, before its body is read. */
  readonly form?: boolean
  /** The type of its JSON body, where it is another than application/json. */
  readonly mediaType?: string
  /** Takes a file of at most so many bytes as its body, which its handler reads as it arrives. */
  readonly uploadBytes?: number
  /** Needs no credentials. The body limit is 16 KiB instead of 256 KiB. */
  readonly anonymous?: boolean
  /** Renders the problems of this route instead of the family, also those found before it is called. */
  renderProblem?(problem: Problem, about: ProblemContext): RenderedProblem
  /** Checks the headers before the body is read. Throws a Problem, or rejects with one, to refuse. */
  admit?(call: Call): void | Promise<void>
  answer(call: Call): Promise<Reply>
}

export interface Reply {
  /** 200 by default. */
  readonly status?: number
  readonly body: string | Uint8Array | Readable
  /** JSON by default. */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

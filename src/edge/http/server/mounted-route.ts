// A route prepared for serving: everything that can be computed once for all its requests.

import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { parseFormBody } from '../body/form-body.ts'
import { parseJsonBody } from '../body/json-body.ts'
import type { Call } from '../call.ts'
import type { Family, Reply, Route } from '../family.ts'
import { ANONYMOUS_BODY_LIMIT_BYTES, BODY_LIMIT_BYTES } from '../limits/body-limits.ts'
import type { RequestLog } from './request-log.ts'

const JSON_MEDIA_TYPE = 'application/json'
const FORM_MEDIA_TYPE = 'application/x-www-form-urlencoded'

export class MountedRoute {
  readonly log: RequestLog
  /** The body of a GET is dropped. */
  readonly takesBody: boolean
  readonly bodyLimitBytes: number
  /** Its handler reads the body. */
  readonly takesUpload: boolean
  readonly #family: Family
  readonly #route: Route
  readonly #mediaType: string

  constructor(family: Family, route: Route, log: RequestLog) {
    this.#family = family
    this.#route = route
    this.log = log
    this.takesUpload = route.uploadBytes !== undefined
    this.bodyLimitBytes =
      route.uploadBytes ?? (route.anonymous === true ? ANONYMOUS_BODY_LIMIT_BYTES : BODY_LIMIT_BYTES)
    this.takesBody = route.method !== 'GET'
    this.#mediaType = route.form === true ? FORM_MEDIA_TYPE : (route.mediaType ?? JSON_MEDIA_TYPE)
  }

  /** Checks the headers. Throws a Problem, or rejects with one, to refuse. */
  admit(call: Call): undefined | Promise<void> {
    const route = this.#route
    call.family = this.#family
    call.renderProblem = route.renderProblem
    call.operation = route.operation
    return route.admit?.(call) as undefined | Promise<void>
  }

  answer(call: Call): Promise<Reply> {
    return this.#route.answer(call)
  }

  /** Rejects a body by its declared type and length, before any of it is read. */
  requireReadable(headers: IncomingHttpHeaders): void {
    const type = headers['content-type']
    if (type !== this.#mediaType && mediaTypeOf(type) !== this.#mediaType) {
      throw new Problem('unsupported-media-type', 'The content type is not supported')
    }
    if (Number(headers['content-length']) > this.bodyLimitBytes) {
      throw new Problem('too-large', 'The body is larger than the limit')
    }
  }

  parseBody(bytes: Buffer): unknown {
    return this.#route.form === true ? parseFormBody(bytes.toString('utf8')) : parseJsonBody(bytes)
  }
}

function mediaTypeOf(contentType: string | undefined): string | undefined {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase()
}

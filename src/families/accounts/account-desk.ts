// Account services for callers that do not speak HTTP: the listener of switches. A request passes the same admission, validation
// and handler as by REST, and leaves the same log line and metrics.

import type { Logger } from 'pino'
import { bodyValidator } from '../../http/body/validation.ts'
import { Call } from '../../http/call.ts'
import type { Family } from '../../http/family.ts'
import { Edge, type RequestObserver, type RequestTracer } from '../../http/server/edge.ts'
import type { RequestLog } from '../../http/server/request-log.ts'
import { type Clock, monotonicMs } from '../../kernel/clock.ts'
import { newCorrelationId } from '../../kernel/ids.ts'
import { timedOut } from '../../kernel/problem.ts'
import { withTimeout } from '../../kernel/timeout.ts'
import type { AccountOperation, AccountServices } from './account-operation.ts'
import { Credentials } from './credentials.ts'
import { HealthProber } from './health/health-prober.ts'
import { ACCOUNT_OPERATIONS } from './operations.ts'
import { meets, refuseBody, renderProblem } from './problems.ts'

/** What stands for the method and the path of HTTP in logs, metrics and traces. */
const METHOD = 'ISO8583'
/** Last resort against a handler that never answers; dependencies have shorter timeouts. */
const HANDLER_TIMEOUT_MS = 60_000

export interface DeskParts {
  readonly clock: Clock
  readonly logger: Logger
  readonly observer: RequestObserver
  readonly tracer: RequestTracer | undefined
}

export interface DeskRequest {
  readonly operation: string
  readonly partnerId: string
  readonly clientId: string | undefined
  readonly ip: string
  readonly body: object
  /** See Ask. */
  readonly sharesRrn: boolean
}

interface Mounted {
  readonly operation: AccountOperation
  readonly log: RequestLog
  readonly validate: (body: unknown) => unknown
}

export class AccountDesk {
  readonly #services: AccountServices
  readonly #clock: Clock
  readonly #credentials: Credentials
  readonly #healthProber: HealthProber
  readonly #edge: Edge
  readonly #mounted: ReadonlyMap<string, Mounted>

  constructor(services: AccountServices, parts: DeskParts) {
    this.#services = services
    this.#clock = parts.clock
    this.#credentials = new Credentials(services)
    this.#healthProber = new HealthProber(services.healthProbes, services.environment)
    const family: Family = { name: 'accounts', prefixes: ['/iso8583'], routes: [], meets, renderProblem }
    this.#edge = new Edge({ families: [family], ...parts })
    this.#mounted = new Map(
      ACCOUNT_OPERATIONS.filter(({ body }) => body !== undefined).map((operation) => {
        const { id, body, rules } = operation
        const route = { method: operation.method, path: '/iso8583', operation: id, answer: () => Promise.reject() }
        const validate = bodyValidator(body as NonNullable<typeof body>, { rules, refuse: refuseBody })
        return [id, { operation, log: this.#edge.requestLog(family, route), validate }]
      }),
    )
  }

  /** Never rejects: what is thrown becomes the answer that REST has for it. */
  async ask(request: DeskRequest): Promise<{ status: number; code: string; reply: string }> {
    const mounted = this.#mounted.get(request.operation) as Mounted
    const call = this.#begin(request)
    const span = this.#edge.tracer?.begin(call)
    const handle = () => this.#handle(request, call, mounted)
    let answer: { status: number; code: string; reply: string }
    try {
      const reply = await (span === undefined ? handle() : span.run(handle))
      answer = { status: 200, code: call.responseCode ?? '000', reply }
    } catch (error) {
      const { status, body, responseCode = '909' } = this.#edge.renderRefusal(error, call, '/iso8583')
      answer = { status, code: responseCode, reply: String(body) }
    }
    this.#edge.record(call, answer.status, mounted.log, span)
    return answer
  }

  #begin({ ip, body, operation }: DeskRequest): Call {
    const call = new Call({
      correlationId: newCorrelationId(),
      method: METHOD,
      headers: {},
      params: {},
      query: {},
      ip,
      receivedAtMs: this.#clock.now(),
      startedMs: monotonicMs(),
    })
    call.operation = operation
    call.body = body
    return call
  }

  async #handle(request: DeskRequest, call: Call, { operation, validate }: Mounted): Promise<string> {
    const { partnerId, clientId, sharesRrn } = request
    await this.#credentials.admitSwitch(call, operation.id, partnerId, clientId)
    this.#credentials.admitInstitution(call)
    const body = validate(call.body)
    const ask = { call, partnerId, services: this.#services, healthProber: this.#healthProber, sharesRrn }
    const late = () => timedOut('the operation did not answer in time')
    const reply = await withTimeout(operation.handle({ ...ask, body }), HANDLER_TIMEOUT_MS, late)
    return String(reply.body)
  }
}

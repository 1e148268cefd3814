// Account services for callers that do not speak HTTP: the listener of switches. A request passes the same admission, validation
// and handler as by REST, and leaves the same log line and metrics.

import type { Logger } from 'pino'
import { type TSchema, Type } from 'typebox'
import { DECLINE, type DeclineCode } from '../../../channels/core/outcome.ts'
import type { OriginalElements, SwitchMessage } from '../../../channels/core/switch-message.ts'
import { bodyValidator } from '../../../edge/http/body/validation.ts'
import { Call } from '../../../edge/http/call.ts'
import type { Family } from '../../../edge/http/family.ts'
import { Edge, type RequestObserver, type RequestTracer } from '../../../edge/http/server/edge.ts'
import type { RequestLog } from '../../../edge/http/server/request-log.ts'
import { newCorrelationId } from '../../../platform/kernel/identifiers/ids.ts'
import { timedOut } from '../../../platform/kernel/problems/problem.ts'
import { type Clock, monotonicMs } from '../../../platform/kernel/time/clock.ts'
import { withTimeout } from '../../../platform/kernel/time/timeout.ts'
import { HealthProber } from '../health/health-prober.ts'
import { ACCOUNT_OPERATIONS } from '../operations.ts'
import {
  type AccountTypes,
  chooseAccounts,
  type ListedAccount,
  lookupBody,
  type OpenBody,
  type RecordedAccounts,
  withAccounts,
} from '../orders/choose-accounts.ts'
import { SWITCH_REVERSALS } from '../orders/switch-reversals.ts'
import { meets, refuseBody, renderProblem } from '../problems.ts'
import type { AccountOperation, AccountServices, Ask } from './account-operation.ts'
import { Credentials } from './credentials.ts'

/** What stands for the method and the path of HTTP in logs, metrics and traces. */
const METHOD = 'ISO8583'
const APPROVED = '000'
const NO_SUCH_ACCOUNT = '114'
const LOOKUP = 'AccountLookup'
/** Last resort against a handler that never answers; dependencies have shorter timeouts. */
const HANDLER_TIMEOUT_MS = 60_000

export interface DeskParts {
  readonly clock: Clock
  readonly logger: Logger
  readonly observer: RequestObserver
  readonly tracer: RequestTracer | undefined
  readonly advices: DeclinedAdvices
  /** Since when orders of switches are recorded with their messages. */
  readonly messagesSinceMs?: number | undefined
  /** The accounts of an order that is on record: the one whose message these elements name, or else the one of the RRN. */
  recordedAccounts(
    institutionId: string,
    partnerId: string,
    rrn: string,
    elements: (OriginalElements & { readonly switchName: string }) | undefined,
  ): Promise<RecordedAccounts | undefined>
}

/** Where what was advised and declined goes, so that a person sees it. */
export interface DeclinedAdvices {
  /** False when it is not on record. */
  record(advised: {
    readonly institutionId: string
    readonly partnerId: string
    readonly rrn: string
    readonly code: string
  }): Promise<boolean>
}

export interface DeskAnswer {
  readonly status: number
  readonly code: string
  readonly reply: string
  /** An advice that was declined, and that a person will end. */
  readonly isException: boolean
}

export interface DeskRequest {
  readonly operation: string
  readonly partnerId: string
  readonly clientId: string | undefined
  readonly ip: string
  readonly body: object
  /** See Ask. */
  readonly sharesRrn: boolean
  /** It tells of money that has moved. */
  readonly isAdvice: boolean
  /** The message it came with. */
  readonly message?: SwitchMessage | undefined
  /** How a reversal names its original, before all else. */
  readonly originalElements?: OriginalElements | undefined
  /** The switch has declined it itself: to be recorded, not posted. */
  readonly declinedWith?: string | undefined
  /** It brings what nothing here checks: to be recorded with this code, not posted. */
  readonly refusedWith?: string | undefined
  /** Set when the body names a card and leaves an account to the bank. */
  readonly accountTypes?: AccountTypes | undefined
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
  readonly #parts: DeskParts
  readonly #edge: Edge
  readonly #mounted: ReadonlyMap<string, Mounted>

  constructor(services: AccountServices, parts: DeskParts) {
    this.#services = services
    this.#clock = parts.clock
    this.#parts = parts
    this.#credentials = new Credentials(services)
    this.#healthProber = new HealthProber(services.healthProbes, services.environment)
    const family: Family = { name: 'accounts', prefixes: ['/iso8583'], routes: [], meets, renderProblem }
    this.#edge = new Edge({ families: [family], ...parts })
    this.#mounted = new Map(
      [...ACCOUNT_OPERATIONS, ...SWITCH_REVERSALS]
        .filter(({ body }) => body !== undefined)
        .map((operation) => {
          const { id, body, rules } = operation
          const route = { method: operation.method, path: '/iso8583', operation: id, answer: () => Promise.reject() }
          const validate = bodyValidator(withSwitchRrn(body as TSchema), { rules, refuse: refuseBody })
          return [id, { operation, log: this.#edge.requestLog(family, route), validate }]
        }),
    )
  }

  /** Never rejects: what is thrown becomes the answer that REST has for it. */
  async ask(request: DeskRequest): Promise<DeskAnswer> {
    const mounted = this.#mounted.get(request.operation) as Mounted
    const call = this.#begin(request)
    const span = this.#edge.tracer?.begin(call)
    const handle = () => this.#handle(request, call, mounted)
    let answer: DeskAnswer
    try {
      const handled = await (span === undefined ? handle() : span.run(handle))
      answer = { status: 200, code: call.responseCode ?? APPROVED, ...handled }
    } catch (error) {
      const { status, body, responseCode = '909' } = this.#edge.renderRefusal(error, call, '/iso8583')
      answer = { status, code: responseCode, reply: String(body), isException: false }
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

  async #handle(
    request: DeskRequest,
    call: Call,
    { operation, validate }: Mounted,
  ): Promise<Pick<DeskAnswer, 'reply' | 'isException'>> {
    const { partnerId, clientId, sharesRrn, message, originalElements, declinedWith, refusedWith } = request
    const decline = declinedWith ?? refusedWith
    await this.#credentials.admitSwitch(call, GRANTED_AS[operation.id] ?? operation.id, partnerId, clientId)
    this.#credentials.admitInstitution(call)
    let recordedRrn: string | undefined
    const ask: Ask = {
      call,
      partnerId,
      services: this.#services,
      healthProber: this.#healthProber,
      sharesRrn,
      clientId,
      isAdvice: request.isAdvice,
      message,
      originalElements,
      messagesSinceMs: this.#parts.messagesSinceMs,
      ...(decline !== undefined && { advisedDecline: asDecline(decline) }),
      onRrn: (rrn) => {
        recordedRrn = rrn
      },
    }
    const open = await this.#withAccounts(request, ask)
    if (open === undefined) return { reply: '{}', isException: false }
    const body = validate(open)
    const late = () => timedOut('the operation did not answer in time')
    const reply = await withTimeout(operation.handle({ ...ask, body }), HANDLER_TIMEOUT_MS, late)
    const { responseCode: code = APPROVED } = call
    const isDeclined = request.isAdvice && declinedWith === undefined && code !== APPROVED
    const isException = isDeclined && (await this.#recordDeclined(request, body, recordedRrn, code))
    return { reply: String(reply.body), isException }
  }

  /** The body with the accounts that it leaves to the bank; undefined when there are none, and the call has the code then. */
  async #withAccounts({ accountTypes, partnerId, message, originalElements }: DeskRequest, ask: Ask): Promise<unknown> {
    const { call } = ask
    if (accountTypes === undefined) return call.body
    const body = call.body as OpenBody
    const { institution, transaction } = body
    const elements = originalElements && message && { switchName: message.switchName, ...originalElements }
    const recorded = await this.#parts.recordedAccounts(
      institution.id ?? '',
      partnerId,
      transaction.rrn ?? '',
      elements,
    )
    if (recorded !== undefined) return withAccounts(body, recorded)
    const { operation, validate } = this.#mounted.get(LOOKUP) as Mounted
    const today = new Date(call.receivedAtMs).toISOString().slice(0, 10).replaceAll('-', '')
    // The accounts of what is declined are looked up too: it is recorded on them.
    const asked = { ...ask, advisedDecline: undefined }
    const reply = await operation.handle({ ...asked, body: validate(lookupBody(body, today)) })
    const { accounts = [] } = JSON.parse(String(reply.body)) as { accounts?: readonly ListedAccount[] }
    const chosen = chooseAccounts(accountTypes, body, accounts)
    if (chosen !== undefined) {
      call.responseCode = undefined
      return withAccounts(body, chosen)
    }
    if (call.responseCode === APPROVED) call.responseCode = NO_SUCH_ACCOUNT
    return undefined
  }

  /** Before the answer: an advice that could not be recorded is repeated by the switch. */
  #recordDeclined(
    { partnerId }: DeskRequest,
    body: unknown,
    recordedRrn: string | undefined,
    code: string,
  ): Promise<boolean> {
    const { institution, transaction } = body as {
      readonly institution: { readonly id: string }
      readonly transaction: { readonly rrn: string }
    }
    const rrn = recordedRrn ?? transaction.rrn
    return this.#parts.advices.record({ institutionId: institution.id, partnerId, rrn, code })
  }
}

/** Operations that partners are not granted by name: who may place such an order may have it reversed. */
const GRANTED_AS: Readonly<Record<string, string>> = {
  CardlessWithdrawalReverse: 'CardlessWithdrawal',
  BillPaymentsReverse: 'BillPayments',
}

const DECLINES: ReadonlySet<string> = new Set(Object.values(DECLINE))

/** A code that the bank itself never declines with is recorded as "do not honour". */
function asDecline(code: string): DeclineCode {
  return DECLINES.has(code) ? (code as DeclineCode) : DECLINE.doNotHonour
}

/** DE 37 has letters too; partners that use REST send digits. */
const SWITCH_RRN = Type.String({ pattern: '^[A-Za-z0-9]{1,12}$', expected: 'must be 1 to 12 letters or digits' })

/** The body of an operation with the RRN of a switch. */
function withSwitchRrn(body: TSchema): TSchema {
  return withProperty(body, 'transaction', (transaction) => withProperty(transaction, 'rrn', () => SWITCH_RRN))
}

/** A copy of an object's schema with another property; what TypeBox hides in a schema is copied too. */
function withProperty(schema: TSchema, name: string, change: (property: TSchema) => TSchema): TSchema {
  const { properties } = schema as unknown as { readonly properties: Readonly<Record<string, TSchema>> }
  const property = properties[name]
  if (property === undefined) return schema
  const changed = { ...properties, [name]: change(property) }
  const described = Object.getOwnPropertyDescriptors(schema) as PropertyDescriptorMap
  return Object.defineProperties({}, { ...described, properties: { value: changed, enumerable: true } }) as TSchema
}

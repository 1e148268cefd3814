// Runs an operation for a caller: parameters and body are validated, then the operation is asked. What changes something
// passes the gate of change requests first, whichever operation it is.

import type { TObject } from 'typebox'
import type { Place } from '../../administration/access/admission/admission.ts'
import type { Principal } from '../../administration/access/principal/principal.ts'
import type { Actor } from '../../administration/audit/actor.ts'
import { type ChangeWitness, HeldChange } from '../../administration/audit/change-witness.ts'
import { assertMayBreakGlass } from '../../administration/change-requests/break-glass.ts'
import { ChangeGate } from '../../administration/change-requests/change-gate.ts'
import type { HeldRequest } from '../../administration/change-requests/sealed-requests.ts'
import { bearerOf } from '../../edge/http/bearer.ts'
import { namedFields } from '../../edge/http/body/named-fields.ts'
import { queryReader } from '../../edge/http/body/query.ts'
import { bodyValidator } from '../../edge/http/body/validation.ts'
import type { Call } from '../../edge/http/call.ts'
import type { Reply } from '../../edge/http/family.ts'
import { clientNetworkOf } from '../../edge/http/limits/client-network.ts'
import { emergencyReasonIn, takesBreakGlass } from '../../edge/resource/break-glass-body.ts'
import { envelope } from '../../edge/resource/envelope.ts'
import { changeGrant, entriesOfRequest } from '../../edge/resource/four-eyes-entries.ts'
import { isUuid } from '../../platform/kernel/identifiers/ids.ts'
import { invalidFields, Problem } from '../../platform/kernel/problems/problem.ts'
import { assertInScope, institutionNames } from './institution-scope.ts'
import type { OnboardingAsk, OnboardingOperation, OnboardingServices } from './onboarding-operation.ts'

/** What a request brings, validated. */
interface Sent {
  readonly query: unknown
  readonly body: unknown
}

export class RunnableOperation {
  readonly operation: OnboardingOperation
  readonly #services: OnboardingServices
  readonly #readQuery: ((query: Call['query']) => unknown) | undefined
  /** Returns only what the schema names. */
  readonly #validate: ((body: unknown) => unknown) | undefined
  readonly #namedIn: (sent: Sent) => readonly unknown[]
  readonly #needsTurn: boolean
  readonly #takesBreakGlass: boolean

  constructor(operation: OnboardingOperation, services: OnboardingServices) {
    const { access, query, body, rules } = operation
    this.operation = operation
    this.#services = services
    this.#readQuery = query === undefined ? undefined : queryReader(query as TObject)
    if (body !== undefined) {
      const validate = bodyValidator(body, { rules })
      this.#validate = (sent) => namedFields(body, validate(sent))
    }
    this.#namedIn = namedInstitutions(operation)
    this.#takesBreakGlass = takesBreakGlass(operation)
    this.#needsTurn = typeof access === 'object' && 'cost' in access && access.cost === 'hashing'
  }

  /**
   * Answers the caller. A change that another user has to approve is kept and answered 202, unless it is sent as an emergency: then
   * it is carried out, and recorded for its review.
   */
  async answer(call: Call, caller: Principal | undefined): Promise<Reply> {
    const sent = this.#read(call, caller)
    const grant = caller && changeGrant(this.operation)
    if (caller === undefined || grant === undefined) return this.#handle(call, caller, sent, actorOf(call, caller))
    const reason = this.#takesBreakGlass ? emergencyReasonIn(call.body) : undefined
    const actor = actorOf(call, caller)
    const entries = entriesOfRequest(this.operation, sent.query, sent.body)
    const gate = new ChangeGate(this.#services.fourEyes, {
      entries,
      institutionIds: [caller.scope.institutionId, ...this.#namedIn(sent)].filter((id) => typeof id === 'string'),
      ...(reason !== undefined && { refuse: (changes) => assertMayBreakGlass(caller, { ...grant, entries }, changes) }),
    })
    try {
      return await this.#handle(call, caller, sent, { ...actor, witness: gate })
    } catch (error) {
      if (!(error instanceof HeldChange)) throw error
      const request = {
        operation: this.operation.id,
        ...grant,
        params: call.params,
        query: call.query,
        body: call.body,
        recordId: call.params.id ?? (sent.body as { readonly id?: string } | undefined)?.id,
      }
      const maker = { principal: caller, actor }
      if (reason !== undefined) return this.#carryOut(call, maker, error, request, reason)
      const changeRequestId = await this.#services.changeRequests.request(maker, error, request)
      return envelope({ services: this.#services }, { changeRequestId }, { status: 202, message: 'Sent for approval' })
    }
  }

  /** The change was tried and held back: it is made as it was tried. What was changed meanwhile is refused. */
  async #carryOut(
    call: Call,
    maker: { readonly principal: Principal; readonly actor: Actor },
    held: HeldChange,
    request: HeldRequest,
    reason: string,
  ): Promise<Reply> {
    const witness = this.#services.emergencies.witnessOfHeld(maker, held, request, reason)
    const reply = await this.run(call, maker.actor, maker.principal, witness)
    // Somebody has made the same change meanwhile: nothing was left to carry out.
    return witness.hasSeen ? asEmergency(reply, witness.changeRequestId) : reply
  }

  /** The entries of `four-eyes` lists under which a request that was kept waits. */
  entriesOf({ query, body }: Pick<HeldRequest, 'query' | 'body'>): readonly string[] {
    return entriesOfRequest(this.operation, this.#readQuery?.(query), body)
  }

  /** Makes a change for a user, in the sight of a witness. */
  async run(call: Call, actor: Actor, caller: Principal, witness: ChangeWitness): Promise<Reply> {
    return this.#handle(call, caller, this.#read(call, caller), { ...actor, witness })
  }

  #read(call: Call, caller: Principal | undefined): Sent {
    const { operation } = this
    operation.assertOffered?.(this.#services)
    checkPathIds(call, operation.path)
    const query = this.#readQuery?.(call.query)
    const isLeftOut = call.body === undefined && operation.optionalBody === true
    const body = isLeftOut ? undefined : this.#validate?.(call.body)
    if (caller !== undefined) assertInScope(caller.scope, this.#namedIn({ query, body }))
    return { query, body }
  }

  async #handle(call: Call, caller: Principal | undefined, sent: Sent, actor: Actor): Promise<Reply> {
    const services = this.#services
    const place = this.#needsTurn ? services.admission.enter(clientNetworkOf(call.ip), call.abandoned) : undefined
    try {
      const reply = await this.operation.handle(askOf(call, services, caller, sent, place, actor))
      if (this.operation.changesAccess === true) await services.authenticator.settled()
      return reply
    } finally {
      place?.leave()
    }
  }
}

/** Answers as the change does, and says in words that its review is due. */
export function asEmergency(reply: Reply, changeRequestId: string): Reply {
  if (typeof reply.body !== 'string') return reply
  const answer: unknown = JSON.parse(reply.body)
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return reply
  const message = `Carried out in an emergency: change request ${changeRequestId} is to be reviewed`
  return { ...reply, body: JSON.stringify({ ...answer, message }) }
}

/** The institutions that a request to the operation names. */
function namedInstitutions({ query, body, makesInstitution }: OnboardingOperation) {
  if (makesInstitution === true) return () => []
  const [inQuery, inBody] = [institutionNames(query), institutionNames(body)]
  return (sent: Sent) => [...inQuery(sent.query), ...inBody(sent.body)]
}

function askOf(
  call: Call,
  services: OnboardingServices,
  caller: Principal | undefined,
  { query, body }: Sent,
  place: Place | undefined,
  actor: Actor,
): OnboardingAsk & Sent {
  return {
    call,
    services,
    body,
    query,
    get principal() {
      if (caller === undefined) throw new Error('an anonymous operation has no principal')
      return caller
    },
    get turns() {
      if (place === undefined) throw new Error("only operations whose access costs 'hashing' have turns")
      return place
    },
    actor,
    async callerIfAny() {
      const bearer = bearerOf(call)
      if (bearer === undefined) return undefined
      return services.authenticator.authenticate(bearer).catch((error: unknown) => {
        if (error instanceof Problem && error.kind === 'unauthenticated') return undefined
        throw error
      })
    },
  }
}

export function actorOf(call: Call, caller: Principal | undefined): Actor {
  return {
    ...(caller !== undefined && { userId: caller.userId, email: caller.email, scope: caller.scope }),
    ip: call.ip,
    correlationId: call.correlationId,
  }
}

/** Record ids are UUIDs: anything else is a 400 that names the parameter, not a 404. */
function checkPathIds(call: Call, path: string): void {
  for (const name of ['id', 'sid']) {
    if (!path.includes(`/:${name}`)) continue
    if (!isUuid(call.params[name] ?? '')) throw invalidFields([{ path: name, message: 'must be a UUID' }])
  }
}

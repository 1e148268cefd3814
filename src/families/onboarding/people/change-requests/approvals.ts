// Carries out change requests: each once, in the name of the user who asked, on the records as they were then.
//
//   1. The approver could make the change: it is tried out in the approver's name and rolled back.
//   2. It is made in the maker's name. The transaction that changes the record also ends the request and records the
//      approval, so that neither a crash nor a second approver carries it out twice.
//   3. Refused (4xx): the request ends FAILED. A fault (5xx) changes nothing, or its outcome is in the database: the request
//      is still PENDING, or it was carried out.

import type { Principal } from '../../../../administration/access/principal/principal.ts'
import type { Actor } from '../../../../administration/audit/actor.ts'
import { HeldChange } from '../../../../administration/audit/change-witness.ts'
import { rehearsal } from '../../../../administration/change-requests/change-gate.ts'
import { changeRequestProblem } from '../../../../administration/change-requests/change-request-problems.ts'
import type { ChangeRequestRecord } from '../../../../administration/change-requests/change-request-records.ts'
import type { OpenedRequest } from '../../../../administration/change-requests/sealed-requests.ts'
import { Call } from '../../../../edge/http/call.ts'
import type { Reply } from '../../../../edge/http/family.ts'
import { changeGrant } from '../../../../edge/resource/four-eyes-entries.ts'
import { Problem, unavailable } from '../../../../platform/kernel/problems/problem.ts'
import type { ApprovingService, OnboardingAsk, OnboardingServices } from '../../onboarding-operation.ts'
import { wordsOf } from '../../problems.ts'
import { actorOf, type RunnableOperation } from '../../run-operation.ts'

type Services = Pick<OnboardingServices, 'changeRequests' | 'authenticator'>

/** Modules whose rules look at the caller: no one changes the own role, or a user who may do more. */
const PERSONAL_MODULES: readonly string[] = ['USERS', 'ROLES', 'INSTITUTIONS']

export class Approvals implements ApprovingService {
  readonly #services: Services
  readonly #operations: readonly RunnableOperation[]

  constructor(services: Services, operations: readonly RunnableOperation[]) {
    this.#services = services
    this.#operations = operations
  }

  async approve(ask: OnboardingAsk, id: string, comment: string | undefined): Promise<Reply> {
    const { changeRequests } = this.#services
    const { record, request } = await changeRequests.open(ask.principal, id)
    const runnable = this.#operations.find(({ operation }) => operation.id === record.operation)
    // Requested on a node of another version.
    if (runnable === undefined) throw unavailable('this node does not know the operation')
    const call = callOf(ask.call, request)
    const witness = changeRequests.witnessOf(record, ask.actor, comment)
    const { attemptId } = witness
    try {
      const maker = await this.#makerOf(record, runnable)
      await assertCouldMake(ask.principal, maker, runnable, call)
      const reply = await runnable.run(call, withoutAddress(actorOf(call, maker)), maker, witness)
      await changeRequests.assertCarriedOut(record)
      return reply
    } catch (error) {
      const ends = error instanceof Problem && error.httpStatus < 500 && !isAboutApprover(error)
      if (ends) await changeRequests.fail(record, ask.actor, { attemptId, comment, failure: wordsOf(error) })
      throw error
    }
  }

  /** Tried out, where a rule of the change is about who makes it. */
  async whyNot(ask: OnboardingAsk, id: string): Promise<string | undefined> {
    const { record, request } = await this.#services.changeRequests.open(ask.principal, id)
    const runnable = this.#operations.find(({ operation }) => operation.id === record.operation)
    if (runnable === undefined || !PERSONAL_MODULES.includes(record.module)) return undefined
    try {
      const maker = await this.#makerOf(record, runnable)
      await assertCouldMake(ask.principal, maker, runnable, callOf(ask.call, request))
      return undefined
    } catch (error) {
      // Other refusals end the request when it is approved.
      if (error instanceof Problem && error.httpStatus < 500) return isAboutApprover(error) ? error.message : undefined
      throw error
    }
  }

  /** Refusals: `maker-cannot` when the user who asked may not sign in any more or has lost the right. */
  async #makerOf(record: ChangeRequestRecord, { operation }: RunnableOperation): Promise<Principal> {
    const maker = await this.#services.authenticator.userById(record.requestedById)
    const grant = changeGrant(operation)
    if (maker !== undefined && grant !== undefined && maker.grants.allows(grant.module, grant.action)) return maker
    throw changeRequestProblem('maker-cannot', `${record.requestedBy} may not make this change any more`)
  }
}

/** The problem is the approver's: the request stays pending. */
function isAboutApprover({ reason }: Problem): boolean {
  return reason === 'change-requests.cannot-approve'
}

/** No rule of the change forbids it to the approver, whose right and scope are known. Other refusals are the maker's. */
async function assertCouldMake(
  approver: Principal,
  maker: Principal,
  runnable: RunnableOperation,
  call: Call,
): Promise<void> {
  const refusal = await refusalFor(approver, runnable, call)
  if (refusal === undefined || (refusal.kind !== 'forbidden' && refusal.kind !== 'not-found')) return
  // The maker is refused as well: the change itself cannot be made.
  if ((await refusalFor(maker, runnable, call)) !== undefined) return
  throw changeRequestProblem('cannot-approve', `you could not make this change: ${wordsOf(refusal)}`)
}

/** Tries the change out. Undefined when nothing but the approval is missing. Faults are thrown. */
async function refusalFor(user: Principal, runnable: RunnableOperation, call: Call): Promise<Problem | undefined> {
  try {
    await runnable.run(call, withoutAddress(actorOf(call, user)), user, rehearsal())
    return undefined
  } catch (error) {
    if (error instanceof HeldChange) return undefined
    if (error instanceof Problem && error.httpStatus < 500) return error
    throw error
  }
}

/** The call is the approver's. */
function withoutAddress({ ip: _, ...actor }: Actor): Actor {
  return actor
}

/** The call that was held back, as if it arrived with the approval. */
export function callOf(approval: Call, { params, query, body }: OpenedRequest['request']): Call {
  const { correlationId, method, headers, ip, receivedAtMs, startedMs } = approval
  const call = new Call({ correlationId, method, headers, params, query, ip, receivedAtMs, startedMs })
  call.body = body
  return call
}

// Carries out pending change requests of the caller in an emergency. It is made as an approval makes it (approvals.ts): once, on the
// records as they were, and the transaction of the change ends the request. A refusal leaves the request pending.

import { type ActionId, EMERGENCY, type ModuleId } from '../../../../administration/access/principal/modules.ts'
import { alwaysNeedsTwo, assertMayBreakGlass } from '../../../../administration/change-requests/break-glass.ts'
import type { ChangeRequestRecord } from '../../../../administration/change-requests/change-request-records.ts'
import type { OpenedRequest } from '../../../../administration/change-requests/sealed-requests.ts'
import type { Reply } from '../../../../edge/http/family.ts'
import { changeGrant } from '../../../../edge/resource/four-eyes-entries.ts'
import { Problem, unavailable } from '../../../../platform/kernel/problems/problem.ts'
import type { BreakGlassService, OnboardingAsk, OnboardingServices } from '../../onboarding-operation.ts'
import { actorOf, asEmergency, type RunnableOperation } from '../../run-operation.ts'
import { callOf } from './approvals.ts'

type Services = Pick<OnboardingServices, 'changeRequests' | 'emergencies'>

export class EmergencyChanges implements BreakGlassService {
  readonly #services: Services
  readonly #operations: readonly RunnableOperation[]

  constructor(services: Services, operations: readonly RunnableOperation[]) {
    this.#services = services
    this.#operations = operations
  }

  async carryOut(ask: OnboardingAsk, id: string, reason: string): Promise<Reply> {
    const { changeRequests, emergencies } = this.#services
    const opened = await emergencies.openOwn(ask.principal, id)
    const { record, request } = opened
    const runnable = this.#operations.find(({ operation }) => operation.id === record.operation)
    // Requested on a node of another version.
    if (runnable === undefined) throw unavailable('this node does not know the operation')
    assertMayBreakGlass(ask.principal, urgentChange(runnable, opened), record.changes)
    const witness = emergencies.witnessOfPending(record, ask.actor, reason)
    const call = callOf(ask.call, request)
    const reply = await runnable.run(call, actorOf(call, ask.principal), ask.principal, witness)
    await changeRequests.assertCarriedOut(record)
    return asEmergency(reply, record.id)
  }

  async mayCarryOut({ principal }: OnboardingAsk, record: ChangeRequestRecord): Promise<boolean> {
    const { module, action, state, requestedById } = record
    const isOwn = state === 'PENDING' && requestedById === principal.userId
    if (!isOwn || !principal.grants.allows(module as ModuleId, EMERGENCY)) return false
    const runnable = this.#operations.find(({ operation }) => operation.id === record.operation)
    if (runnable === undefined || changeGrant(runnable.operation)?.action !== action) return false
    // It may end meanwhile.
    const opened = await this.#services.emergencies.openOwn(principal, record.id).catch(unlessRefused)
    return opened !== undefined && !alwaysNeedsTwo(urgentChange(runnable, opened), record.changes)
  }
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Problem) || error.httpStatus >= 500) throw error
}

function urgentChange(runnable: RunnableOperation, { record, request }: OpenedRequest) {
  return { module: record.module as ModuleId, action: record.action as ActionId, entries: runnable.entriesOf(request) }
}

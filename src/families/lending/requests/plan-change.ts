// A command that changes the plan of a loan, done or only previewed, with the plan before and after it.

import { type Static, Type } from 'typebox'
import { chosen } from '../../../edge/http/operation.ts'
import type { LoanPosition } from '../../../loans/engine/fold/loan-position.ts'
import type { LoanCommand } from '../../../loans/servicing/book/loan-command.ts'
import type { LoanHistory, RecordedEvent } from '../../../loans/servicing/loan-record.ts'
import { afterDone } from '../../../platform/kernel/problems/problem.ts'
import type { LendingAsk } from '../lending-operation.ts'
import { delta, plan, wireDelta, wirePlan } from '../shapes/schedule.ts'
import { aroundItsDay, eventOf } from './change-loan.ts'

export const planChangeFields = { before: chosen(plan), after: chosen(plan), delta }

const planChangeShape = Type.Object(planChangeFields)

export interface PlanChange {
  readonly history: LoanHistory
  /** After the change. */
  readonly position: LoanPosition
  /** Absent in a preview. */
  readonly eventId?: string
  readonly plans: Static<typeof planChangeShape>
  readonly replayed: boolean
}

export async function planChange(ask: LendingAsk, command: LoanCommand, isPreview: boolean): Promise<PlanChange> {
  const { loanBook } = ask.services
  if (isPreview) {
    const { history, event, position } = await loanBook.preview(command, ask.call.abandoned)
    return { history, position, plans: await plansOf(ask, history, eventOf({ event })), replayed: false }
  }
  const appended = await loanBook.append(command, ask.call.abandoned)
  const { position, replayed } = appended
  const event = eventOf(appended)
  const plans = await afterDone(() => plansOf(ask, appended, event))
  return { history: appended, position, eventId: event.eventId, plans, replayed }
}

function plansOf(
  { services, call }: LendingAsk,
  history: LoanHistory,
  event: RecordedEvent,
): Promise<PlanChange['plans']> {
  return services.loanBook.compute(history, call.abandoned, async (turn) => {
    const around = aroundItsDay(history, event)
    const [before, after] = [around.before.instalments, around.after.instalments]
    const { currency } = history.loan
    const old = wirePlan(before, currency)
    await turn.pause()
    const planned = wirePlan(after, currency)
    await turn.pause()
    return { before: old, after: planned, delta: wireDelta(before, after, currency) }
  })
}

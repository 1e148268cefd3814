// A command that changes the plan of a loan, done or only previewed, with the plan before and after it.

import { type Static, Type } from 'typebox'
import { chosen } from '../../http/operation.ts'
import type { LoanPosition } from '../../loans/engine/loan-position.ts'
import type { LoanCommand } from '../../loans/servicing/loan-command.ts'
import type { LoanHistory, RecordedEvent } from '../../loans/servicing/loan-record.ts'
import { aroundItsDay, eventOf } from './change-loan.ts'
import type { LendingAsk } from './lending-operation.ts'
import { delta, plan, wireDelta, wirePlan } from './shapes/schedule.ts'

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
    const { loan, event, position } = await loanBook.preview(command)
    const history = { loan, events: (await loanBook.find(loan.partnerId, loan.loanId)).events }
    return { history, position, plans: plansOf(history, eventOf({ event })), replayed: false }
  }
  const appended = await loanBook.append(command)
  const { loan, events, position, replayed } = appended
  const history = { loan, events }
  const event = eventOf(appended)
  return { history, position, eventId: event.eventId, plans: plansOf(history, event), replayed }
}

function plansOf(history: LoanHistory, event: RecordedEvent): PlanChange['plans'] {
  const around = aroundItsDay(history, event)
  const [before, after] = [around.before.instalments, around.after.instalments]
  const { currency } = history.loan
  return {
    before: wirePlan(before, currency),
    after: wirePlan(after, currency),
    delta: wireDelta(before, after, currency),
  }
}

// A command that changes the plan of a loan, done or only previewed, with the plan before and after it.

import { type Static, Type } from 'typebox'
import { chosen } from '../../http/operation.ts'
import type { Instalment, LoanPosition } from '../../loans/engine/loan-position.ts'
import type { LoanCommand } from '../../loans/servicing/loan-command.ts'
import type { LoanHistory } from '../../loans/servicing/loan-record.ts'
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
    const { loan, before, position } = await loanBook.preview(command)
    const history = { loan, events: (await loanBook.find(loan.partnerId, loan.loanId)).events }
    return {
      history,
      position,
      plans: plansOf(before.instalments, position.instalments, loan.currency),
      replayed: false,
    }
  }
  const appended = await loanBook.append(command)
  const { loan, events, event, before, position, replayed } = appended
  const history = { loan, events }
  const rows =
    before === undefined ? await storedPlans(ask, history, event?.eventId) : [before.instalments, position.instalments]
  return {
    history,
    position,
    ...(event !== undefined && { eventId: event.eventId }),
    plans: plansOf(rows[0] ?? [], rows[1] ?? [], loan.currency),
    replayed,
  }
}

/** Of a repeated request: the schedule that the event made, and the one before it. */
async function storedPlans(
  { services }: LendingAsk,
  history: LoanHistory,
  eventId: string | undefined,
): Promise<(readonly Instalment[])[]> {
  const schedules = await services.loanBook.schedules(history)
  const made = schedules.findIndex((schedule) => schedule.eventId === eventId)
  const rowsOf = async (schedule: { readonly version: number } | undefined) =>
    schedule && (await services.loanBook.schedule(history, schedule.version))?.instalments
  return [(await rowsOf(schedules[made - 1])) ?? [], (await rowsOf(schedules[made])) ?? []]
}

function plansOf(before: readonly Instalment[], after: readonly Instalment[], currency: string): PlanChange['plans'] {
  return {
    before: wirePlan(before, currency),
    after: wirePlan(after, currency),
    delta: wireDelta(before, after, currency),
  }
}

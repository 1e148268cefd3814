// What a command knows of a loan when it decides, and the checks that several commands share. Each throws a problem.

import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import { foldLoan } from '../../engine/fold/fold-loan.ts'
import type { LoanPosition, LoanStatus } from '../../engine/fold/loan-position.ts'
import type { LoanEvent } from '../../engine/loan-events.ts'
import { LoanRuleViolation } from '../../engine/loan-rules.ts'
import { loanProblem } from '../../loan-problems.ts'
import type { FoldEvents, LoanCommand, LoanEventDraft } from '../book/loan-command.ts'
import { foldedEvents, type LoanRecord, type RecordedEvent } from '../loan-record.ts'

export type Decide = LoanCommand['decide']

/** A loan under its lock. The position is that of the business date. */
export interface Standing {
  readonly loan: LoanRecord
  readonly events: readonly RecordedEvent[]
  readonly position: LoanPosition
  /** Folds from the start when absent. */
  readonly fold?: FoldEvents | undefined
}

/** Loans that money can be repaid on. */
export const REPAYABLE: readonly LoanStatus[] = ['ACTIVE', 'IN_ARREARS', 'CHARGED_OFF']

/** `date` is the day on which the event takes effect; by default the business date. */
export function requireStatus(standing: Standing, allowed: readonly LoanStatus[], date?: string): void {
  const status = statusOn(standing, date)
  if (allowed.includes(status)) return
  throw loanProblem('invalid-state', `the loan is ${status}`, {
    resource: { type: 'loan', id: standing.loan.loanId, state: status },
  })
}

/**
 * The status that an event of an earlier day meets. The clock charges a loan off only by what is known so far: an event
 * from before that day re-runs it. Every other status of today stands.
 */
export function statusOn(standing: Standing, date?: string): LoanStatus {
  const { status, asOf } = standing.position
  if (status !== 'CHARGED_OFF' || date === undefined || date >= asOf) return status
  return positionOn(standing, date).status
}

/** The position at the end of another day, before what is being decided. */
export function positionOn(standing: Standing, date: string): LoanPosition {
  const { events, position } = standing
  return date === position.asOf ? position : foldWith(standing, foldedEvents(events), date)
}

/** The position by other events than the recorded ones. */
function foldWith({ loan, fold }: Standing, events: readonly LoanEvent[], date: string): LoanPosition {
  return fold === undefined ? foldLoan(loan.agreement, events, date) : fold(events, date)
}

/**
 * The position on a day with the draft. Undefined when the draft, or something after it, cannot stand: the book then
 * finds out which and refuses it.
 */
export function positionWith(standing: Standing, draft: LoanEventDraft, date: string): LoanPosition | undefined {
  const { events } = standing
  const sequence = (events.at(-1)?.sequence ?? 0) + 1
  const event = { ...draft, eventId: DRAFT_ID, sequence } as LoanEvent
  try {
    return foldWith(standing, [...foldedEvents(events), event], date)
  } catch (error) {
    if (error instanceof LoanRuleViolation) return undefined
    throw error
  }
}

/** The event of the draft in `positionWith`. */
export const DRAFT_ID = 'draft'

/**
 * The day on which a payment or a charge takes effect: from the first disbursement to the business date, which is the
 * default. Nothing before a write-off changes.
 */
export function valueDateOf(standing: Standing, sent: string | undefined, field = 'valueDate'): string {
  const { asOf, disbursedOn } = standing.position
  const date = sent ?? asOf
  const writtenOff = writeOff(standing.events)
  if (writtenOff !== undefined && date < writtenOff.event.valueDate) throw beforeWriteOff()
  if (date > asOf) throw futureDated(field, asOf)
  if (disbursedOn === undefined || date < disbursedOn) {
    const message = 'is before the first disbursement'
    throw loanProblem('before-disbursement', `the ${field} ${message}`, { details: [{ path: field, message }] })
  }
  return date
}

export function futureDated(field: string, businessDate: string): Problem {
  const message = `is after the business date ${businessDate}`
  return loanProblem('future-dated', `the ${field} ${message}`, { details: [{ path: field, message }] })
}

/** The write-off of a loan. */
export function writeOff(events: readonly RecordedEvent[]): RecordedEvent | undefined {
  return events.find(
    ({ event, state, reversedBy }) =>
      event.kind === 'CLOSING' && event.reason === 'WRITTEN_OFF' && state === 'COMPLETED' && reversedBy === undefined,
  )
}

export function beforeWriteOff(): Problem {
  return loanProblem('has-later-transactions', 'the loan was written off later; nothing before that changes')
}

/**
 * Refuses money beyond what is owed where the product does not allow it. A back-dated payment can also leave a later
 * one with nothing to pay.
 */
export function refuseOverpayment(standing: Standing, draft: LoanEventDraft & { amountMinor: bigint }): void {
  const { loan, position } = standing
  if (loan.overpaymentAllowed) return
  const isToday = draft.valueDate === position.asOf
  if (isToday && draft.amountMinor <= position.balances.totalOutstandingMinor) return
  const after = positionWith(standing, draft, position.asOf)
  if (after === undefined || after.balances.overpaymentMinor <= position.balances.overpaymentMinor) return
  const own = after.transactions.find(({ eventId }) => eventId === DRAFT_ID)
  if (own !== undefined && own.allocation.overpayment === 0n)
    throw loanProblem('has-later-transactions', 'a later payment would have nothing left to pay')
  const message = 'is more than what is owed'
  throw loanProblem('overpayment-not-allowed', `the amount ${message}`, { details: [{ path: 'amount', message }] })
}

// How an operation changes a loan: the command it sends to the book of loans, and what the book answers.

import type { Grant } from '../../../administration/access/principal/grant.ts'
import type { ActionId } from '../../../administration/access/principal/modules.ts'
import { foldDate, foldLoan } from '../../../loans/engine/fold/fold-loan.ts'
import type { LoanPosition } from '../../../loans/engine/fold/loan-position.ts'
import type { LoanCommand } from '../../../loans/servicing/book/loan-command.ts'
import {
  foldedEvents,
  type LoanHistory,
  type LoanRecord,
  type RecordedEvent,
} from '../../../loans/servicing/loan-record.ts'
import type { LendingAsk } from '../lending-operation.ts'

export function servicing(action: ActionId): Grant {
  return { module: 'LOAN_SERVICING', action }
}

/**
 * A command on the loan in the path, on behalf of the caller. `decideFor` converts what was sent by the loan's currency, so
 * that the loan is read only once.
 */
export function loanCommand(
  { partnerId, call, actor, key }: LendingAsk,
  decideFor: (loan: LoanRecord) => LoanCommand['decide'],
  more: Pick<LoanCommand, 'funds' | 'reverses' | 'changes' | 'expectedVersion' | 'showsOnlyAfter'> = {},
): LoanCommand {
  return {
    partnerId,
    loanId: call.params.loanId ?? '',
    actor,
    ...(key !== undefined && { key }),
    ...more,
    decide: (loan, events, position, fold) => decideFor(loan)(loan, events, position, fold),
  }
}

/** The event that a command of this kind always adds. */
export function eventOf({ event }: { readonly event?: RecordedEvent | undefined }): RecordedEvent {
  if (event === undefined) throw new Error('the command has added no event')
  return event
}

/**
 * The loan just before an event, and just after it, on the day of its booking. The same for the first answer and for
 * every repetition, regardless of later events.
 */
export function around(
  history: LoanHistory,
  { sequence, bookedOn }: RecordedEvent,
): { before: LoanPosition; after: LoanPosition } {
  return { before: folded(history, sequence - 1, bookedOn), after: folded(history, sequence, bookedOn) }
}

/** The same on the day that the event takes effect: what it did to the plan, without what has become overdue since. */
export function aroundItsDay(
  history: LoanHistory,
  record: RecordedEvent,
): { before: LoanPosition; after: LoanPosition } {
  const { event, sequence, bookedOn } = record
  const day = event.kind === 'REVERSAL' ? bookedOn : foldDate(event)
  const known = history.events.some(({ eventId }) => eventId === record.eventId)
  const events = known ? history.events : [...history.events, record]
  return {
    before: folded({ ...history, events }, sequence - 1, day),
    after: folded({ ...history, events }, sequence, day),
  }
}

/** The position on a day by the events up to a sequence. */
export function folded({ loan, events, fold }: LoanHistory, sequence: number, asOf: string): LoanPosition {
  const known = events.filter((event) => event.sequence <= sequence)
  const ids = new Set(known.map(({ eventId }) => eventId))
  const then = known.map(({ reversedBy, ...event }) =>
    reversedBy !== undefined && ids.has(reversedBy) ? { ...event, reversedBy } : event,
  )
  const counted = foldedEvents(then)
  return fold === undefined ? foldLoan(loan.agreement, counted, asOf) : fold.position(counted, asOf)
}

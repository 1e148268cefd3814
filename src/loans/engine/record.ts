// Transactions and schedule versions, as the fold records them.

import { toDate } from './arithmetic/calendar-days.ts'
import type { FoldState } from './fold/fold-state.ts'
import type { LoanTransaction } from './fold/loan-position.ts'
import type { Allocation } from './loan-events.ts'
import { balancesOf } from './schedule/balances.ts'

interface Recorded {
  eventId: string
  kind: LoanTransaction['kind']
  amount: bigint
  allocation: Allocation
  perInstalment: LoanTransaction['perInstalment']
}

export function recordTransaction(state: FoldState, recorded: Recorded): void {
  state.transactions.push({
    eventId: recorded.eventId,
    kind: recorded.kind,
    amountMinor: recorded.amount,
    valueDate: toDate(state.today),
    allocation: recorded.allocation,
    perInstalment: recorded.perInstalment,
    balancesAfter: balancesOf(state),
  })
}

/** Later rows have changed: a new version of the schedule begins. */
export function recordVersion(state: FoldState, reason: string, eventId: string): void {
  state.versions.push({ version: state.versions.length + 1, reason, validFrom: toDate(state.today), eventId })
}

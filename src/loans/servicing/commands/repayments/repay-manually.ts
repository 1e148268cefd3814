// What an operator books by hand: a payment with an allocation of its own, or money recovered after a write-off.

import { sumOf } from '../../../engine/fold/fold-state.ts'
import type { Allocation } from '../../../engine/loan-events.ts'
import { loanProblem } from '../../../loan-problems.ts'
import type { JsonObject } from '../../loan-record.ts'
import {
  type Decide,
  DRAFT_ID,
  positionWith,
  REPAYABLE,
  refuseOverpayment,
  requireStatus,
  type Standing,
  valueDateOf,
} from '../standing.ts'

export interface ManualRepaymentOrder {
  readonly amountMinor: bigint
  /** By the rules when absent. */
  readonly allocation?: Allocation | undefined
  readonly valueDate: string
  readonly details?: JsonObject
}

/**
 * Refusals: `invalid-state`, the rules of value dates, `allocation-mismatch`, `allocation-exceeds-due` (also from the
 * engine), `overpayment-not-allowed`.
 */
export function repayManually({ amountMinor, allocation, valueDate, details }: ManualRepaymentOrder): Decide {
  return (loan, events, position, fold) => {
    const standing = { loan, events, position, fold }
    requireStatus(standing, [...REPAYABLE, 'WRITTEN_OFF'])
    const draft = {
      kind: 'REPAYMENT' as const,
      valueDate: valueDateOf(standing, valueDate),
      amountMinor,
      ...(allocation !== undefined && { allocation }),
      ...(details !== undefined && { details }),
    }
    if (allocation !== undefined) checkAllocation(standing, allocation, draft)
    if (position.status !== 'WRITTEN_OFF') refuseOverpayment(standing, draft)
    return draft
  }
}

interface Draft {
  readonly kind: 'REPAYMENT'
  readonly valueDate: string
  readonly amountMinor: bigint
}

/** The engine refuses each component beyond what is outstanding of it. */
function checkAllocation(standing: Standing, allocation: Allocation, draft: Draft): void {
  if (sumOf(allocation) !== draft.amountMinor)
    throw refusal('allocation-mismatch', 'allocation', 'does not sum to the amount')
  if (standing.position.status === 'WRITTEN_OFF')
    throw refusal('allocation-exceeds-due', 'allocation', 'has nothing to pay: the loan is written off')
  if (allocation.overpayment === 0n) return
  const after = positionWith(standing, draft, draft.valueDate)?.transactions.find(({ eventId }) => eventId === DRAFT_ID)
  if (after !== undefined && after.balancesAfter.totalOutstandingMinor > 0n)
    throw refusal('allocation-exceeds-due', 'allocation.overpayment', 'cannot be overpaid while something is owed')
}

function refusal(reason: 'allocation-mismatch' | 'allocation-exceeds-due', path: string, message: string) {
  return loanProblem(reason, `the ${path} ${message}`, { details: [{ path, message }] })
}

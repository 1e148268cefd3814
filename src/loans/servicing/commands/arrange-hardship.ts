// Hardship arrangements: rows of nothing, of interest only or of a reduced amount for a while. One runs at a time.

import type { HardshipStarted } from '../../engine/loan-events.ts'
import { loanProblem } from '../../loan-problems.ts'
import type { LoanCommand } from '../book/loan-command.ts'
import { stateFault } from './loan-states.ts'
import { farFault, rowsFault } from './plan-bounds.ts'
import { planFault } from './restructure-loan.ts'
import { statusOn } from './standing.ts'
import { disbursementFault } from './value-dates.ts'

export type HardshipRequest = Omit<
  HardshipStarted,
  'kind' | 'eventId' | 'sequence' | 'valueDate' | 'firstDueDate' | 'rules'
> & {
  readonly reason: string
}

/**
 * Refusals: `arrangement-active`, `charged-off`, `invalid-state`; `before-disbursement`, and those of the engine:
 * `payment-below-minimum`, `nothing-to-restructure`, `terms-invalid`.
 */
export function arrangeHardship({ reason, ...request }: HardshipRequest): Pick<LoanCommand, 'decide'> {
  return {
    decide(loan, events, position, fold) {
      const standing = { loan, events, position, fold }
      const fault =
        planFault(standing, request.startDate) ??
        stateFault(loan, statusOn(standing, request.startDate), 'HARDSHIP') ??
        disbursementFault(request.startDate, position, 'startDate') ??
        farFault(request.startDate, position, 'startDate') ??
        rowsFault({ added: addedRows(request), field: 'instalments' }, position, loan.agreement.policy)
      if (fault !== undefined) return fault
      // Fixed now: what is paid later, and back-dated, does not move the arrangement to other rows.
      const first = position.instalments.find(
        ({ dueDate, status, days }) => dueDate >= request.startDate && status !== 'PAID' && days > 0,
      )
      if (first === undefined) return nothingToCover()
      const valueDate = position.asOf
      return { kind: 'HARDSHIP', valueDate, ...request, firstDueDate: first.dueDate, details: { reason } }
    },
  }
}

/** With SAME_TERM the eased rows are rows of the plan. */
function addedRows({ type, atEnd, instalments }: Omit<HardshipRequest, 'reason'>): number {
  return type === 'TERM_EXTENSION' || atEnd === 'EXTEND_TERM' ? instalments : 0
}

function nothingToCover() {
  const message = 'leaves no instalment that is due from then and not paid'
  return loanProblem('nothing-to-restructure', `the start date ${message}`, {
    details: [{ path: 'startDate', message }],
  })
}

/** Refusals: `arrangement-not-found`; `invalid-state` when it no longer runs. */
export function endHardship(arrangementId: string, reason: string | undefined): Pick<LoanCommand, 'decide'> {
  return {
    decide(_loan, _events, position) {
      const found = position.arrangements.find((one) => one.arrangementId === arrangementId)
      if (found === undefined) {
        return loanProblem('arrangement-not-found', 'the loan has no such arrangement')
      }
      if (found.status !== 'ACTIVE') {
        const resource = { type: 'arrangement', id: arrangementId, state: found.status }
        return loanProblem('invalid-state', `the arrangement is ${found.status}`, { resource })
      }
      const details = reason === undefined ? {} : { details: { reason } }
      return { kind: 'HARDSHIP_ENDED', valueDate: position.asOf, arrangementId, ...details }
    },
  }
}

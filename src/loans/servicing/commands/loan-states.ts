// Which events a loan takes in which state. Events not listed are refused with `invalid-state`, or with the code that
// the contract has for the case.

import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { LoanStatus } from '../../engine/fold/loan-position.ts'
import { loanProblem } from '../../loan-problems.ts'
import type { LoanRecord } from '../loan-record.ts'

/** The states of loans, with what each takes. */
export const LOAN_EVENTS = {
  APPROVED: ['AMEND', 'CANCEL'],
  ACTIVE: ['RESTRUCTURE', 'HARDSHIP', 'CHARGE_OFF', 'WRITE_OFF', 'SETTLE_SHORT'],
  IN_ARREARS: ['RESTRUCTURE', 'HARDSHIP', 'CHARGE_OFF', 'WRITE_OFF', 'SETTLE_SHORT'],
  OVERPAID: ['REFUND'],
  CLOSED: [],
  CANCELLED: [],
  CHARGED_OFF: ['WRITE_OFF', 'SETTLE_SHORT'],
  WRITTEN_OFF: [],
} as const satisfies Record<LoanStatus, readonly string[]>

export type LoanMove = (typeof LOAN_EVENTS)[LoanStatus][number]

function takes(status: LoanStatus, event: LoanMove): boolean {
  return (LOAN_EVENTS[status] as readonly LoanMove[]).includes(event)
}

/** Refusal `invalid-state`, unless the loan takes the event. */
export function stateFault(loan: LoanRecord, status: LoanStatus, event: LoanMove): Problem | undefined {
  if (takes(status, event)) return undefined
  return loanProblem('invalid-state', `a loan that is ${status} does not take this`, {
    resource: resourceOf(loan, status),
  })
}

export function resourceOf({ loanId }: LoanRecord, status: LoanStatus) {
  return { type: 'loan', id: loanId, state: status }
}

/** States in which nothing more can be closed. */
export const ENDED: ReadonlySet<LoanStatus> = new Set(['CLOSED', 'CANCELLED', 'WRITTEN_OFF'])
/** States in which the plan no longer changes. */
export const LOST: ReadonlySet<LoanStatus> = new Set(['CHARGED_OFF', 'WRITTEN_OFF'])

// The days on which something can happen to a loan: from its first disbursement to the business date.

import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { LoanPosition } from '../../engine/fold/loan-position.ts'
import { loanProblem } from '../../loan-problems.ts'

/** Why an event cannot have this value date, or undefined. */
export function valueDateFault(valueDate: string, position: LoanPosition, field = 'valueDate'): Problem | undefined {
  return futureFault(valueDate, position.asOf, field) ?? disbursementFault(valueDate, position, field)
}

/** Refusal `future-dated`: after the business date. */
export function futureFault(date: string, businessDate: string, field: string): Problem | undefined {
  if (date <= businessDate) return undefined
  const message = `must not be after the business date, ${businessDate}`
  return loanProblem('future-dated', `${field} ${message}`, { details: [{ path: field, message }] })
}

/** Refusal `before-disbursement`: nothing has been paid out by then. */
export function disbursementFault(date: string, { disbursedOn }: LoanPosition, field: string): Problem | undefined {
  if (disbursedOn !== undefined && date >= disbursedOn) return undefined
  const message = disbursedOn === undefined ? 'is before any disbursement' : `must not be before ${disbursedOn}`
  return loanProblem('before-disbursement', `${field} ${message}`, { details: [{ path: field, message }] })
}

/** Refusal `before-creation`: before the loan was agreed. */
export function creationFault(date: string, agreementDate: string, field: string): Problem | undefined {
  if (date >= agreementDate) return undefined
  const message = `must not be before the agreement, ${agreementDate}`
  return loanProblem('before-creation', `${field} ${message}`, { details: [{ path: field, message }] })
}

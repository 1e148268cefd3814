// Restructures a loan: rows due after the effective date change. The engine decides what each type does to them.

import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { LoanPosition } from '../../engine/fold/loan-position.ts'
import type { Restructure } from '../../engine/loan-events.ts'
import { loanProblem } from '../../loan-problems.ts'
import type { AnyDraft, LoanCommand } from '../book/loan-command.ts'
import type { LoanRecord } from '../loan-record.ts'
import { LOST, resourceOf, stateFault } from './loan-states.ts'
import { type AddedRows, dailyFault, farFault, lengthFault, rowsFault } from './plan-bounds.ts'
import { type Standing, statusOn } from './standing.ts'
import { disbursementFault } from './value-dates.ts'

export type RestructureRequest = Omit<Restructure, 'kind' | 'eventId' | 'sequence' | 'valueDate'>

/** Why the product does not offer a rate, or undefined. */
export type RateCheck = (loan: LoanRecord, rate: string) => Problem | undefined

/**
 * Refusals: `charged-off`, `arrangement-active`, `invalid-state`; `before-disbursement`, `rate-out-of-range`, and those of
 * the engine: `nothing-to-restructure`, `terms-invalid`.
 */
export function restructureLoan(request: RestructureRequest, checkRate?: RateCheck): Pick<LoanCommand, 'decide'> {
  return { decide: (loan, events, position, fold) => decide(request, { loan, events, position, fold }, checkRate) }
}

function decide(request: RestructureRequest, standing: Standing, checkRate: RateCheck | undefined): AnyDraft | Problem {
  const { loan, position } = standing
  const { newRate } = request
  const fault =
    planFault(standing, request.effectiveDate) ??
    stateFault(loan, statusOn(standing, request.effectiveDate), 'RESTRUCTURE') ??
    disbursementFault(request.effectiveDate, position, 'effectiveDate') ??
    (newRate === undefined ? undefined : checkRate?.(loan, newRate)) ??
    boundsFault(request, loan, position)
  return fault ?? { kind: 'RESTRUCTURE', valueDate: position.asOf, ...request }
}

function boundsFault(request: RestructureRequest, loan: LoanRecord, position: LoanPosition): Problem | undefined {
  const { policy, terms } = loan.agreement
  const rows = addedRows(request)
  const frequency = request.type === 'REAGE' ? request.frequency : undefined
  const { every, unit } = frequency ?? { every: terms.repaymentEvery, unit: terms.repaymentUnit }
  return (
    farFault(request.effectiveDate, position, 'effectiveDate') ??
    farFault(request.newDueDate, position, 'newDueDate') ??
    farFault(request.startDate, position, 'startDate') ??
    rowsFault(rows, position, policy) ??
    dailyFault(frequency, policy) ??
    lengthFault(rows.added, every, unit, frequency === undefined ? rows.field : 'frequency')
  )
}

function addedRows(request: RestructureRequest): AddedRows {
  const { type, effectiveDate, extraInstalments = 0, instalments, graceOnPrincipal, graceOnInterest = 0 } = request
  switch (type) {
    case 'TERM_EXTENSION':
      return { added: extraInstalments, field: 'extraInstalments' }
    case 'REAGE':
      return { added: instalments ?? 0, replacedAfter: effectiveDate, field: 'instalments' }
    case 'PAYMENT_HOLIDAY':
      if (graceOnPrincipal !== undefined) return { added: graceOnPrincipal, field: 'graceOnPrincipal' }
      if (instalments !== undefined) return { added: instalments, field: 'instalments' }
      return { added: graceOnInterest, field: 'graceOnInterest' }
    default:
      return { added: 0, field: 'instalments' }
  }
}

/** Refusals `charged-off` and `arrangement-active`: from the day on, the plan of such a loan does not change. */
export function planFault(standing: Standing, date: string): Problem | undefined {
  const { loan, position } = standing
  const { arrangements } = position
  const status = statusOn(standing, date)
  const resource = resourceOf(loan, status)
  if (LOST.has(status)) return loanProblem('charged-off', `the loan is ${status}`, { resource })
  const active = arrangements.find((one) => one.status === 'ACTIVE')
  if (active === undefined) return undefined
  const running = { type: 'arrangement', id: active.arrangementId, state: active.status }
  return loanProblem('arrangement-active', 'a hardship arrangement is running', { resource: running })
}

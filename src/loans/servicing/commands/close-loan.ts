// Closes a loan. The reason decides what that means:
//
//   OBLIGATIONS_MET  an overpaid loan: the overpayment is paid back. A loan with balance 0 has closed by itself.
//   CANCELLED        nothing was disbursed
//   CHARGED_OFF      accrual stops; what is owed stays repayable
//   WRITTEN_OFF      final; what is received later is a recovery
//   SETTLED_SHORT    the lender accepts what was paid

import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { LoanPosition } from '../../engine/fold/loan-position.ts'
import type { ClosingReason } from '../../engine/loan-events.ts'
import { loanProblem } from '../../loan-problems.ts'
import type { AnyDraft, FundsSource, LoanCommand } from '../book/loan-command.ts'
import type { JsonObject, LoanRecord } from '../loan-record.ts'
import { ENDED, type LoanMove, resourceOf, stateFault } from './loan-states.ts'
import { type Standing, statusOn } from './standing.ts'
import { creationFault, futureFault, valueDateFault } from './value-dates.ts'

export interface Closure {
  readonly reason: ClosingReason
  readonly effectiveDate?: string | undefined
  readonly note?: string | undefined
  /** Where the overpayment goes. */
  readonly refundTo?: Exclude<FundsSource, 'CLEARING'> | undefined
}

const MOVES = {
  CANCELLED: 'CANCEL',
  CHARGED_OFF: 'CHARGE_OFF',
  WRITTEN_OFF: 'WRITE_OFF',
  SETTLED_SHORT: 'SETTLE_SHORT',
} as const satisfies Record<Exclude<ClosingReason, 'OBLIGATIONS_MET'>, LoanMove>

/**
 * Refusals: `already-closed`, `invalid-state`, `outstanding-balance`; `refund-required`, `future-dated`,
 * `before-creation`, `before-disbursement`.
 */
export function closeLoan(closure: Closure): Pick<LoanCommand, 'decide' | 'funds'> {
  return {
    ...(closure.refundTo !== undefined && { funds: closure.refundTo }),
    decide: (loan, events, position, fold) => decide(closure, { loan, events, position, fold }),
  }
}

function decide(closure: Closure, standing: Standing): AnyDraft | Problem {
  const { loan, position } = standing
  const { reason, effectiveDate: valueDate = position.asOf } = closure
  const { status } = position
  if (ENDED.has(status)) {
    return loanProblem('already-closed', `the loan is ${status}`, { resource: resourceOf(loan, status) })
  }
  if (reason === 'OBLIGATIONS_MET') return refund(closure, loan, position, valueDate)
  const fault =
    stateFault(loan, statusOn(standing, valueDate), MOVES[reason]) ??
    (reason === 'CANCELLED'
      ? (futureFault(valueDate, position.asOf, 'effectiveDate') ??
        creationFault(valueDate, loan.agreement.agreementDate, 'effectiveDate'))
      : valueDateFault(valueDate, position, 'effectiveDate'))
  return fault ?? { kind: 'CLOSING', reason, valueDate, details: detailsOf(closure) }
}

function refund(closure: Closure, loan: LoanRecord, position: LoanPosition, valueDate: string): AnyDraft | Problem {
  const { status, balances } = position
  const resource = resourceOf(loan, status)
  if (status === 'APPROVED') return stateFault(loan, status, 'REFUND') as Problem
  if (status !== 'OVERPAID') return loanProblem('outstanding-balance', 'the loan has a balance', { resource })
  if (closure.refundTo === undefined) {
    const details = [{ path: 'refundAccount', message: 'is required: the loan is overpaid' }]
    return loanProblem('refund-required', 'the overpayment has to be paid back', { details, resource })
  }
  const amountMinor = balances.overpaymentMinor
  const fault = valueDateFault(valueDate, position, 'effectiveDate')
  return fault ?? { kind: 'REFUND', amountMinor, valueDate, details: detailsOf(closure) }
}

function detailsOf({ reason, note }: Closure): JsonObject {
  return { reason, ...(note !== undefined && { note }) }
}

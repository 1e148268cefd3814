// What the operations on one loan share: its id, and a command on behalf of the caller.

import type { LoanCommand } from '../../loans/servicing/loan-command.ts'
import type { LoanHistory } from '../../loans/servicing/loan-record.ts'
import type { LendingAsk } from './lending-operation.ts'

/** The loan in the path; refusal `loan-not-found`, also for a loan of another partner. */
export function findLoan({ services, partnerId, call }: LendingAsk): Promise<LoanHistory> {
  return services.loanBook.find(partnerId, call.params.loanId ?? '')
}

/** A command on the loan in the path. */
export function commandOf(ask: LendingAsk, decided: Omit<LoanCommand, 'partnerId' | 'loanId' | 'actor'>): LoanCommand {
  const { partnerId, call, actor, key } = ask
  return { partnerId, loanId: call.params.loanId ?? '', actor, ...(key !== undefined && { key }), ...decided }
}

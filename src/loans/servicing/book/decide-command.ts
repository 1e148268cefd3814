// What a command makes of a loan: the same for a posting, under the loan's lock, and for a preview, without one.

import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { loanProblem } from '../../loan-problems.ts'
import type { Booked, Candidate, OpenLoan } from '../posting/loan-in-batch.ts'
import type { AnyDraft, LoanCommand } from './loan-command.ts'

export interface Decided {
  readonly candidate: Candidate
  readonly isReversal: boolean
}

export function decideCommand(command: LoanCommand, open: OpenLoan, booked: Booked): Decided | Problem {
  const { expectedVersion } = command
  if (expectedVersion !== undefined && expectedVersion !== open.loan.version)
    return loanProblem('version-conflict', `the loan has version ${open.loan.version}`)
  const drafts = draftsOf(command, open, booked.asOf)
  if (drafts instanceof Problem) return drafts
  if (drafts.length > 0 && open.pendingEventId !== undefined) return moneyPending()
  const candidate = open.add(drafts, booked)
  if (candidate instanceof Problem) return candidate
  return { candidate, isReversal: drafts.some(({ kind }) => kind === 'REVERSAL') }
}

export function moneyPending(): Problem {
  return loanProblem('invalid-state', 'a movement of money is still pending')
}

function draftsOf(command: LoanCommand, open: OpenLoan, asOf: string): readonly AnyDraft[] | Problem {
  try {
    const decided = command.decide(open.loan, open.events, open.position(asOf), open.foldEvents)
    if (decided instanceof Problem) return decided
    return Array.isArray(decided) ? (decided as readonly AnyDraft[]) : [decided as AnyDraft]
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

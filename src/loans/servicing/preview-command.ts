// What a command would do to a loan, without locks and without writing anything.

import { authorOf } from '../../audit/actor.ts'
import { Problem } from '../../kernel/problem.ts'
import { loanProblem } from '../loan-problems.ts'
import type { AnyDraft, LoanCommand, Previewed } from './loan-command.ts'
import type { LoanHistory } from './loan-record.ts'
import { OpenLoan } from './posting/loan-in-batch.ts'

export interface PreviewContext {
  /** YYYY-MM-DD. */
  readonly asOf: string
  readonly nowMs: number
}

export function previewed(history: LoanHistory, command: LoanCommand, context: PreviewContext): Previewed {
  const { asOf, nowMs } = context
  const { loan } = history
  const { expectedVersion } = command
  if (expectedVersion !== undefined && expectedVersion !== loan.version)
    throw loanProblem('version-conflict', `the loan has version ${loan.version}`)
  const open = OpenLoan.of(history)
  const drafts = draftsOf(command, open, asOf)
  if (drafts instanceof Problem) throw drafts
  const candidate = open.add(drafts, { nowMs, asOf, createdBy: authorOf(command.actor) })
  if (candidate instanceof Problem) throw candidate
  const { added, before, position } = candidate
  return { loan, history: open.history(), ...(added[0] !== undefined && { event: added[0] }), before, position }
}

/** What the command decides for the loan as it stands. */
export function draftsOf(command: LoanCommand, open: OpenLoan, asOf: string): readonly AnyDraft[] | Problem {
  try {
    const decided = command.decide(open.loan, open.events, open.position(asOf), open.foldEvents)
    if (decided instanceof Problem) return decided
    return Array.isArray(decided) ? (decided as readonly AnyDraft[]) : [decided as AnyDraft]
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

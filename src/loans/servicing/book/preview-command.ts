// What a command would do to a loan, without locks and without writing anything.

import { authorOf } from '../../../administration/audit/actor.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { foldedEvents, type LoanHistory } from '../loan-record.ts'
import { cashOf, loanAccounts } from '../posting/loan-accounts.ts'
import { OpenLoan, withCash } from '../posting/loan-in-batch.ts'
import { decideCommand } from './decide-command.ts'
import type { LoanCommand, Previewed } from './loan-command.ts'

export interface PreviewContext {
  /** YYYY-MM-DD. */
  readonly asOf: string
  readonly nowMs: number
}

export function previewed(history: LoanHistory, command: LoanCommand, context: PreviewContext): Previewed {
  const { loan } = history
  const open = OpenLoan.of(history)
  const decided = decideCommand(command, open, { ...context, createdBy: authorOf(command.actor) })
  if (decided instanceof Problem) throw decided
  const { before, position, totals } = decided.candidate
  // Only events move money, so what has moved so far is what the events before this one have moved.
  const posted = loanAccounts(before, foldedEvents(open.events), loan.accounting)
  const cashMinor = cashOf(totals) - cashOf(posted)
  const { added, events } = withCash(decided.candidate, cashMinor)
  const [event] = added
  return {
    loan,
    history: { ...open.history(), events },
    ...(event !== undefined && { event }),
    before,
    position,
    cashMinor,
    isReversal: decided.isReversal,
  }
}

// A repayment, booked or only previewed: its transaction, and what the operation answers besides.

import type { Reply } from '../../../edge/http/family.ts'
import type { LoanPosition } from '../../../loans/engine/fold/loan-position.ts'
import type { LoanCommand } from '../../../loans/servicing/book/loan-command.ts'
import type { LoanHistory, RecordedEvent } from '../../../loans/servicing/loan-record.ts'
import { afterDone } from '../../../platform/kernel/problems/problem.ts'
import type { LendingAsk } from '../lending-operation.ts'
import { eventOf } from '../requests/change-loan.ts'
import { repliedAtOnce } from '../requests/read-loan.ts'
import { bookedOf, previewOf } from './repayment-shapes.ts'

/** Repeatable: it is called again when something of a large loan is not folded yet. */
type More = (history: LoanHistory, position: LoanPosition, record: RecordedEvent) => object

export async function postRepayment(
  ask: LendingAsk,
  command: LoanCommand,
  isPreview: boolean,
  more: More,
): Promise<Reply> {
  const { loanBook } = ask.services
  if (isPreview) {
    const { history, event, position } = await loanBook.preview(command, ask.call.abandoned)
    const record = eventOf({ event })
    return repliedAtOnce(ask, history, () => ({
      ...previewOf(history, position, record),
      ...more(history, position, record),
    }))
  }
  const appended = await loanBook.append(command, ask.call.abandoned)
  const { position } = appended
  const record = eventOf(appended)
  const answer = () => {
    const { loan, ...booked } = bookedOf(appended, position, record)
    return { ...booked, ...more(appended, position, record), loan }
  }
  return afterDone(() => repliedAtOnce(ask, appended, answer, appended))
}

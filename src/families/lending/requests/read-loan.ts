// How an operation reads the loan in its path: the history, and what is computed from it.

import type { Reply } from '../../../edge/http/family.ts'
import { reply, replyText } from '../../../edge/partners/partner-operation.ts'
import type { LoanPosition } from '../../../loans/engine/fold/loan-position.ts'
import type { LoanHistory } from '../../../loans/servicing/loan-record.ts'
import { jsonInSlices } from '../../../loans/servicing/slices/json-in-slices.ts'
import type { Turn } from '../../../loans/servicing/slices/lending-turns.ts'
import type { LendingAsk } from '../lending-operation.ts'

/** The loan in the path; refusal `loan-not-found`, also for a loan of another partner. */
export function findLoan({ services, partnerId, call }: LendingAsk): Promise<LoanHistory> {
  return services.loanBook.find(partnerId, call.params.loanId ?? '')
}

/** The loan in the path, with what its position on the day needs; refusals as of `findLoan`. */
export function readLoan({ services, partnerId, call }: LendingAsk, asOf?: string): Promise<LoanHistory> {
  return services.loanBook.read(partnerId, call.params.loanId ?? '', asOf, call.abandoned)
}

/** An answer about the loan, computed in slices; `build` must be repeatable. */
function computed<Answer>(
  { services, call }: LendingAsk,
  history: LoanHistory,
  build: (turn: Turn) => Promise<Answer> | Answer,
): Promise<Answer> {
  return services.loanBook.compute(history, call.abandoned, build)
}

/** A reply about the loan, computed and written in slices; `build` must be repeatable. */
export function replied(
  ask: LendingAsk,
  history: LoanHistory,
  build: (turn: Turn) => Promise<object> | object,
  marks: { readonly replayed?: boolean } = {},
): Promise<Reply> {
  return computed(ask, history, async (turn) => {
    const answer = await build(turn)
    await turn.pause()
    return replyText(ask, await jsonInSlices(answer, turn), marks)
  })
}

/** The same of a short answer: at once when nothing large has to be folded for it, so that it waits for no other. */
export async function repliedAtOnce(
  ask: LendingAsk,
  history: LoanHistory,
  build: () => object,
  marks: { readonly replayed?: boolean } = {},
): Promise<Reply> {
  const { fold } = history
  const answer = fold === undefined ? build() : fold.lightly(build)
  return answer === undefined ? replied(ask, history, build, marks) : reply(ask, answer, marks)
}

/** Its position on a day, computed in slices. */
export function positionOf({ services, call }: LendingAsk, history: LoanHistory, asOf?: string): Promise<LoanPosition> {
  const { loanBook } = services
  return loanBook.compute(history, call.abandoned, () => loanBook.position(history, asOf))
}

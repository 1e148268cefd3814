// Movements of one terminal take turns: a posting that was prepared before another one is prepared again.

import type { BankAccount } from '../../channels/core/builtin/books/bank-account.ts'
import type { PostingPipeline } from '../../ledger/post.ts'
import { unavailable } from '../../platform/kernel/problems/problem.ts'
import type { CashPosting } from './cash-movement.ts'

/** Each attempt that is in vain has let another one of the terminal pass. */
const MOST_ATTEMPTS = 50

/** The id of what is stored. */
export async function untilPosted(
  pipeline: Pick<PostingPipeline<BankAccount>, 'post'>,
  prepare: () => Promise<CashPosting>,
): Promise<string> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const answer = await pipeline.post(await prepare())
    if (answer.kind === 'stored') return answer.id
  }
  throw unavailable('the cash of the terminal is being changed by many at once')
}

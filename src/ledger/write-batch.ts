// The second round trip of a batch: writes everything set-based and commits.

import { isoTimestamp } from '../kernel/clock.ts'
import type { Step } from '../storage/database.ts'
import { COMMIT } from './batch-transaction.ts'
import type { Recorded } from './decide-batch.ts'
import type { WorkingBooks } from './working-books.ts'
import { accountSteps, usageSteps } from './writing/balance-steps.ts'
import type { BatchHead } from './writing/batch-step.ts'
import { holdSteps } from './writing/hold-steps.ts'
import { generalLedgerSteps, journalSteps, reversalSteps, transactionSteps } from './writing/transaction-steps.ts'

/** Every statement and the commit, to be sent at once. */
export function batchSteps(
  institutionId: string,
  books: WorkingBooks,
  recorded: readonly Recorded[],
  batchId: string,
): Step[] {
  const { businessDate, nowMs } = books
  const head: BatchHead = { institutionId, batchId, businessDate, nowMs, recordedAt: isoTimestamp(nowMs) }
  const posted = recorded.filter((one) => one.entries.length > 0)
  return [
    ...transactionSteps(head, recorded),
    ...reversalSteps(head, books.reversedOriginals, recorded),
    ...journalSteps(head, posted),
    ...generalLedgerSteps(head, posted),
    ...accountSteps(head, books.changedAccounts),
    ...usageSteps(head, books),
    ...holdSteps(head, books),
    { statement: COMMIT, values: [] },
  ]
}

// The second round trip of a batch: writes everything set-based and commits.

import { isoTimestamp } from '../kernel/clock.ts'
import type { Session } from '../storage/database.ts'
import { COMMIT } from './batch-transaction.ts'
import type { Recorded } from './decide-batch.ts'
import type { WorkingBooks } from './working-books.ts'
import { accountSteps, usageSteps } from './writing/balance-steps.ts'
import type { BatchHead } from './writing/batch-step.ts'
import { holdSteps } from './writing/hold-steps.ts'
import { generalLedgerSteps, journalSteps, reversalSteps, transactionSteps } from './writing/transaction-steps.ts'

/** Sends every statement and the commit at once; resolves when the commit is durable, rejects with the first error. */
export async function writeBatch(
  session: Session,
  institutionId: string,
  books: WorkingBooks,
  recorded: readonly Recorded[],
  batchId: string,
): Promise<void> {
  const { businessDate, nowMs } = books
  const head: BatchHead = { institutionId, batchId, businessDate, nowMs, recordedAt: isoTimestamp(nowMs) }
  const posted = recorded.filter((one) => one.entries.length > 0)
  await session.roundTrip([
    ...transactionSteps(head, recorded),
    ...reversalSteps(head, books.reversedOriginals, recorded),
    ...journalSteps(head, posted),
    ...generalLedgerSteps(head, posted),
    ...accountSteps(head, books.changedAccounts),
    ...usageSteps(head, books),
    ...holdSteps(head, books),
    { statement: COMMIT, values: [] },
  ])
}

// The second round trip of a batch: writes everything in set-based statements and commits.

import { isoTimestamp } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Step } from '../storage/database.ts'
import type { Account, AccountColumns } from './account.ts'
import { COMMIT } from './batch-transaction.ts'
import type { OpenedBatch } from './decide-batch.ts'
import { AccountSteps } from './writing/account-steps.ts'
import type { BatchHead } from './writing/batch-step.ts'
import { holdSteps } from './writing/hold-steps.ts'
import { generalLedgerSteps, journalSteps } from './writing/journal-steps.ts'

export class BatchWriter<A extends Account> {
  readonly #accountSteps: AccountSteps<A>

  constructor(accountColumns: AccountColumns<A>) {
    this.#accountSteps = new AccountSteps(accountColumns)
  }

  /** Every statement and the commit, to be sent at once; none when there is nothing to write. */
  steps(opened: OpenedBatch<A>): Step[] {
    const steps: Step[] = []
    for (const [institutionId, { books, owned }] of opened) {
      const { businessDate, nowMs } = books
      const head: BatchHead = {
        institutionId,
        batchId: newId(nowMs),
        businessDate,
        nowMs,
        recordedAt: isoTimestamp(nowMs),
      }
      for (const batch of owned.values()) steps.push(...batch.steps(head))
      steps.push(
        ...journalSteps(head, books.journals),
        ...generalLedgerSteps(head, books.journals),
        ...this.#accountSteps.of(head, books.changedAccounts),
        ...holdSteps(head, books),
      )
    }
    if (steps.length > 0) steps.push({ statement: COMMIT, values: [] })
    return steps
  }
}

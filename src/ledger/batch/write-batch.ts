// The second round trip of a batch: writes everything in set-based statements and commits.

import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { type BusinessDate, isoTimestamp } from '../../platform/kernel/time/clock.ts'
import { mergeSteps } from '../../platform/storage/batches/merge-steps.ts'
import type { Database, ShardAccess, Step } from '../../platform/storage/database.ts'
import type { Account, AccountColumns } from '../account.ts'
import { checkDaySteps, type PostedDates } from '../book-days.ts'
import { markSteps } from '../posting-marks.ts'
import { AccountSteps, type ChangedAccounts } from '../writing/account-steps.ts'
import type { BatchHead } from '../writing/batch-step.ts'
import { holdSteps } from '../writing/hold-steps.ts'
import { generalLedgerCopies, generalLedgerSteps, journalSteps } from '../writing/journal-steps.ts'
import { COMMIT } from './batch-transaction.ts'
import type { OpenedBatch } from './decide-batch.ts'
import type { OpenedBooks } from './read-batch.ts'

export class BatchWriter<A extends Account> {
  readonly #accountSteps: AccountSteps<A>
  readonly #layout: Pick<Database, 'isDistributed'>

  constructor(accountColumns: AccountColumns<A>, layout: Pick<Database, 'isDistributed'>) {
    this.#accountSteps = new AccountSteps(accountColumns)
    this.#layout = layout
  }

  /** Every statement and the commit, to be sent at once; none when there is nothing to write. */
  steps(opened: OpenedBatch<A>, shards?: ShardAccess): Step[] {
    const isOne = opened.size === 1
    const isDistributed = shards !== undefined
    const steps: Step[] = []
    const changed: ChangedAccounts<A>[] = []
    const posted: PostedDates[] = []
    for (const [institutionId, opening] of opened) {
      const { books, owned } = opening
      const { businessDate, nowMs } = books
      const head: BatchHead = {
        institutionId,
        batchId: newId(nowMs),
        businessDate,
        nowMs,
        recordedAt: isoTimestamp(nowMs),
      }
      posted.push(postedDates(institutionId, opening))
      for (const batch of owned.values()) steps.push(...batch.steps(head))
      steps.push(
        ...journalSteps(head, books.journals),
        ...(isOne && !isDistributed ? generalLedgerSteps : generalLedgerCopies)(head, books.journals),
        ...holdSteps(head, books),
      )
      if (books.changedAccounts.size > 0) changed.push({ institutionId, accounts: books.changedAccounts })
    }
    steps.push(
      ...(isDistributed ? changed.flatMap((one) => this.#accountSteps.of([one])) : this.#accountSteps.of(changed)),
    )
    if (steps.length === 0) return steps
    const written = isOne ? steps : mergeSteps(steps)
    if (this.#layout.isDistributed) written.unshift(...markSteps(opened.keys()))
    written.push(...checkDaySteps(posted, this.#layout.isDistributed))
    if (shards !== undefined) written.push(...shards.beforeCommit(written))
    written.push({ statement: COMMIT, values: [] })
    return written
  }
}

function postedDates<A extends Account>(institutionId: string, { books, owned }: OpenedBooks<A>): PostedDates {
  let { businessDate } = books
  for (const batch of owned.values()) businessDate = earlier(businessDate, batch.earliestDate?.())
  let closingDate: BusinessDate | undefined
  for (const { effectiveDate } of books.journals) closingDate = earlier(effectiveDate ?? closingDate, closingDate)
  return { institutionId, businessDate, closingDate }
}

function earlier<D extends BusinessDate | undefined>(date: D, other: BusinessDate | undefined): D | BusinessDate {
  return date !== undefined && other !== undefined && other < date ? other : date
}

// The port of the posting pipeline. The ledger knows accounts, journals, holds and bounds, nothing else. A concept that
// posts *owns* its postings: it says which accounts to lock, decides under the locks, and has its own rows, which commit
// with the journal or not at all.
//
//   first round trip    the ledger locks accounts; each owner then locks and reads its own rows, in the pipeline's
//                       order of owners
//   in memory           decide() one posting after the other; the ledger applies the journal; answer()
//   second round trip   journals, balances, holds, and the steps of each owner; COMMIT

import type { BusinessDate } from '../kernel/clock.ts'
import type { Problem } from '../kernel/problem.ts'
import type { Trip } from '../storage/batches/trip.ts'
import type { Step } from '../storage/database.ts'
import type { Account } from './account.ts'
import type { Journal } from './journal.ts'
import type { BatchHead } from './writing/batch-step.ts'

export interface Posting<Result = unknown> {
  readonly institutionId: string
  /** The accounts it may change: locked before it is decided. */
  readonly accountIds: readonly string[]
  readonly owner: Owner
  /** Never set: carries the type of the result. */
  readonly result?: Result
}

/** The books as one posting sees them: everything posted earlier in the batch has been applied. */
export interface Books<A extends Account = Account> {
  readonly nowMs: number
  readonly businessDate: BusinessDate
  account(accountId: string): A | undefined
  /** What is still held of the money that a journal put on hold. */
  heldOf(accountId: string, journalId: string): bigint
}

/** Settled: the journal to post, if money moves, and the answer. Refused: nothing is written for this posting. */
export type Verdict<Result = unknown> = Settled<Result> | Refused

export interface Settled<Result> {
  readonly journal?: Journal | undefined
  /** Runs once the journal is in the books. Only here may the owner change what it keeps in memory. */
  answer(): Result
}

export interface Refused {
  readonly problem: Problem
}

export interface BatchContext {
  readonly institutionId: string
  readonly businessDate: BusinessDate
  readonly nowMs: number
}

export interface Owner<P extends Posting = Posting, A extends Account = Account> {
  /** Queues the reads its postings need, locks first, each kind of row in key order. The caller sends the trip. */
  open(trip: Trip, context: BatchContext, postings: readonly P[]): Promise<OwnedBatch<P, A>>
}

export interface OwnedBatch<P extends Posting = Posting, A extends Account = Account> {
  /** Pure: the verdict may be dropped. */
  decide(posting: P, books: Books<A>): Verdict
  /** What it writes, in the same commit as the journals. */
  steps(head: BatchHead): Step[]
}

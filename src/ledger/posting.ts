// The port of the posting pipeline. The ledger knows accounts, journals, holds and bounds, nothing else. A concept that
// posts *owns* its postings: it says which accounts to lock, decides under the locks, and has its own rows, which commit
// with the journal or not at all.
//
//   first round trip    the ledger locks accounts; each owner then locks and reads its own rows, in the pipeline's
//                       order of owners
//   in memory           decide() one posting after the other; the ledger applies the journal; answer()
//   second round trip   journals, balances, holds, and the steps of each owner; COMMIT

import type { Problem } from '../platform/kernel/problems/problem.ts'
import type { BusinessDate } from '../platform/kernel/time/clock.ts'
import type { Trip } from '../platform/storage/batches/trip.ts'
import type { Step } from '../platform/storage/database.ts'
import type { Account } from './account.ts'
import type { Entry, Journal } from './journal.ts'
import type { BatchHead } from './writing/batch-step.ts'

export interface Posting<Result = unknown> {
  readonly institutionId: string
  /** The accounts it may change: locked before it is decided. */
  readonly accountIds: readonly string[]
  readonly owner: Owner
  /** Other owners whose rows may change with it: opened with it, and asked by its owner while it decides. */
  readonly joins?: readonly Join[] | undefined
  /** Never set: carries the type of the result. */
  readonly result?: Result
}

/** Another owner takes part in a posting. */
export interface Join {
  readonly owner: Owner
  /** Those of the posting's accounts that may concern it. */
  readonly accountIds: readonly string[]
  /** Rows of its own that the posting names. */
  readonly keys?: readonly string[] | undefined
}

/** What another owner adds to a posting. */
export interface Share {
  /** Part of the posting's journal. */
  readonly entries: readonly Entry[]
  /** Called once the journal is in the books, from `answer()`. */
  record(journalId: string): void
}

/** The books as one posting sees them: everything posted earlier in the batch has been applied. */
export interface Books<A extends Account = Account> {
  readonly nowMs: number
  readonly businessDate: BusinessDate
  account(accountId: string): A | undefined
  /** What is still held of the money that a journal put on hold. */
  heldOf(accountId: string, journalId: string): bigint
  /** What the batch has posted so far on an account of the general ledger, whichever owner posted it. Credits are positive. */
  postedMinor(account: string, currency: string): bigint
}

/** Settled: the journal to post, if money moves, and the answer. Refused: nothing is written for this posting. */
export type Verdict<Result = unknown> = Settled<Result> | Refused

export interface Settled<Result> extends Repetition {
  /** A new id for what the posting records, so that its repetition can be told from that of another posting. */
  readonly records?: string | undefined
  readonly journal?: Journal | undefined
  /** Runs once the journal is in the books. Only here may the owner change what it keeps in memory. */
  answer(): Result
}

export interface Refused extends Repetition {
  readonly problem: Problem
}

interface Repetition {
  /** What was recorded under the same key before: nothing is recorded now. */
  readonly repeats?: string | undefined
}

export interface BatchContext {
  readonly institutionId: string
  readonly businessDate: BusinessDate
  /** The last date that takes nothing any more, as far as this node knows; '' when none does. */
  readonly endedThrough: BusinessDate
  readonly nowMs: number
}

export interface Owner<P extends Posting = Posting, A extends Account = Account> {
  /**
   * Queues the reads its postings need, locks first, each kind of row in key order. The caller sends the trip. `joins` are
   * the postings of other owners that it takes part in.
   */
  open(trip: Trip, context: BatchContext, postings: readonly P[], joins: readonly Join[]): Promise<OwnedBatch<P, A>>
  /**
   * Whether all rows of the posting that the owner reads and writes are in tables that are distributed by institution: it is
   * then posted at the server that holds them. Absent: some are local tables of the central database.
   */
  staysInShard?(posting: P): boolean
  /** The same for postings of others that it takes part in. */
  readonly joinsInShard?: boolean
}

/** Undefined when the owner takes part in no posting of the batch. */
export type BatchOf<A extends Account = Account> = (owner: Owner) => OwnedBatch<Posting, A> | undefined

export interface OwnedBatch<P extends Posting = Posting, A extends Account = Account> {
  /** Pure: the verdict may be dropped. `batchOf` finds the batch of an owner that the posting joins. */
  decide(posting: P, books: Books<A>, batchOf: BatchOf<A>): Verdict
  /** What it writes, in the same commit as the journals. */
  steps(head: BatchHead): Step[]
  /** The earliest business date that its writes count in, when that may be before the batch's. */
  earliestDate?(): BusinessDate | undefined
}

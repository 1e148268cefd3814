// A ledger in the platform's own database can take part in a posting: its operations commit with the journal. So a step
// that would take a saga elsewhere is one commit. The posting names the ledger among its joins, with the accounts that its
// operations touch; its owner then asks the ledger's batch.

import type { Join, OwnedBatch, Owner, Posting } from '../../ledger/posting.ts'
import type { Sql } from '../../platform/storage/database.ts'
import type { Asset, DigitalLedger, LedgerAccount, LedgerFailure, LedgerOp } from './digital-ledger.ts'

/** The operation can be applied. `record` is called once, from `answer()`; until then nothing has changed. */
export interface Applicable {
  record(): void
}

/** How a posting names the ledger among its joins. */
export interface LedgerJoin extends Join {
  readonly owner: JoinedLedger
  /** The ledger's accounts that the operations touch, those of holds that they end included. */
  readonly accountIds: readonly string[]
  /** Operations that may have been submitted before. An id that is chosen for this posting need not be looked up. */
  readonly keys?: readonly string[] | undefined
  /** Holds that the operations end. */
  readonly holdIds?: readonly string[] | undefined
}

/**
 * An operation that concerns two books is applied in both, each with its own actions, by the two postings of
 * `postInBoth()`. It has one record, which the FIRST part writes.
 */
export type OpPart = 'FIRST' | 'SECOND'

export interface JoinedLedgerBatch extends OwnedBatch {
  /**
   * Applies actions on accounts of this book. Pure. An operation that was applied before is applicable and records nothing;
   * one that failed before has failed for good. A failure that is found here is not recorded: its id stays unused.
   */
  apply(op: LedgerOp, nowMs: number, part?: OpPart): Applicable | { readonly failed: LedgerFailure }
}

/** `open()` locks the ledger's accounts named in joins and postings, in key order, then reads operations and holds. */
export interface JoinedLedger extends DigitalLedger, Owner<Posting> {
  /** With the `sql` of a transaction it commits with that. */
  ensureAsset(asset: Asset, sql?: Sql): Promise<void>
  ensureAccounts(accounts: readonly LedgerAccount[], sql?: Sql): Promise<readonly ('READY' | 'REFUSED')[]>
  /** Throws when the ledger was not opened with the batch. */
  batchOf(owned: OwnedBatch | undefined): JoinedLedgerBatch
}

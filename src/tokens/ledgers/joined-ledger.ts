// A ledger in the platform's own database can take part in a posting: its operations commit with the journal. So a step
// that would take a saga elsewhere is one commit. The posting names the ledger among its joins, with the accounts that its
// operations touch; its owner then asks the ledger's batch.

import type { OwnedBatch, Owner, Posting } from '../../ledger/posting.ts'
import type { DigitalLedger, LedgerFailure, LedgerOp } from './digital-ledger.ts'

/** The operation can be applied. `record` is called once, from `answer()`; until then nothing has changed. */
export interface Applicable {
  record(): void
}

export interface JoinedLedgerBatch extends OwnedBatch {
  /**
   * The actions of `op` that concern this book. Pure; an operation that was applied before is applicable and records nothing.
   */
  apply(op: LedgerOp, nowMs: number): Applicable | { readonly failed: LedgerFailure }
}

/** `open()` locks the ledger's accounts named in joins and postings, in key order, and reads the holds that they have. */
export interface JoinedLedger extends DigitalLedger, Owner<Posting> {
  batchOf(owned: OwnedBatch | undefined): JoinedLedgerBatch
}

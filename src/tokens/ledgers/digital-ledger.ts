// The port to a digital ledger: where tokens live below the platform's own book. The book is the record behind every balance
// that the API shows; a ledger is told what happened, asked whether it is final, and reconciled with the book.
//
// An operation has an id that the platform chooses and stores before the first call. A ledger must
//   - apply an id at most once, however often it is submitted;
//   - never change FINAL or FAILED again;
//   - count nothing as spendable before it is FINAL.
// Null from getOps() means "not accepted yet", never a failure: the operation may still arrive. What a call throws is a Problem,
// `unavailable` (nothing was accepted) or `timeout` (not known); any other error is taken for `timeout`.
//
// Calls take sets, because a journey to a ledger costs the same for one as for many. Answers are in the order of the set. The
// operations of a set have nothing to do with one another: each ends as it would have alone. What a call throws holds for
// each of its set: after a `timeout` some may have been accepted and others not.

import type { Sql } from '../../platform/storage/database.ts'

/** The largest set that a call takes. An adapter may cut it further for its ledger. */
export const MAX_SET = 500

export type Finality =
  /** submit() answers FINAL or FAILED. */
  | 'INSTANT'
  /** An operation is final when enough has been built on it; until then it can be undone. */
  | 'DEPTH'
  /** Another system says when it is final. */
  | 'EXTERNAL'

export interface LedgerCapabilities {
  /** Whether a BATCH applies wholly or not at all. Without it the platform sends its parts one after the other. */
  readonly atomicBatches: boolean
  /** Whether it knows HOLD, CAPTURE and RELEASE. Without them a hold exists in the platform's book alone. */
  readonly nativeHolds: boolean
  readonly finality: Finality
}

/** The tokens of one issuer in one currency. */
export interface Asset {
  readonly assetId: string
  readonly issuerId: string
  readonly currency: string
  /** Decimals of the currency: amounts are in its minor unit. */
  readonly exponent: number
  /** For people who look at the ledger; it may change later, and the asset keeps what it was registered with. */
  readonly issuerName?: string | undefined
}

export interface LedgerAccount {
  readonly accountId: string
  readonly assetId: string
}

/** What an operation does. Accounts and assets are named by the ids that ensureAccounts and ensureAsset were given. */
export type LedgerAction =
  | { readonly kind: 'ISSUE'; readonly assetId: string; readonly accountId: string; readonly amountMinor: bigint }
  | { readonly kind: 'BURN'; readonly assetId: string; readonly accountId: string; readonly amountMinor: bigint }
  | {
      readonly kind: 'TRANSFER'
      readonly assetId: string
      readonly accountId: string
      readonly toAccountId: string
      readonly amountMinor: bigint
    }
  /** The hold's id is the operation's. It has no expiry: only CAPTURE or RELEASE end it. */
  | { readonly kind: 'HOLD'; readonly assetId: string; readonly accountId: string; readonly amountMinor: bigint }
  /** Burns what is held or, with an account, moves it there. */
  | { readonly kind: 'CAPTURE'; readonly holdId: string; readonly toAccountId?: string | undefined }
  | { readonly kind: 'RELEASE'; readonly holdId: string }
  /** Stops or allows TRANSFER from and to the account. It never stops what the platform itself does with the other kinds. */
  | { readonly kind: 'RESTRICT'; readonly accountId: string; readonly restrictions: readonly Restriction[] }

export type Restriction = 'NO_DEBIT' | 'NO_CREDIT'

export type LedgerOp = { readonly opId: string } & (
  | LedgerAction
  | { readonly kind: 'BATCH'; readonly actions: readonly LedgerAction[] }
)

export type OpStatus =
  /** Taken over, not sent on yet. */
  | { readonly status: 'ACCEPTED' }
  | { readonly status: 'SUBMITTED' }
  /** In effect, but it can still be undone. */
  | { readonly status: 'APPLIED' }
  | { readonly status: 'FINAL'; readonly finalAtMs: number }
  | { readonly status: 'FAILED'; readonly reason: LedgerFailure; readonly permanent: true }
  /** The ledger cannot say. */
  | { readonly status: 'UNKNOWN' }

/** Never shown to callers of the API. */
export type LedgerFailure =
  | 'INSUFFICIENT_BALANCE'
  | 'UNKNOWN_ACCOUNT'
  | 'UNKNOWN_ASSET'
  | 'UNKNOWN_HOLD'
  | 'HOLD_ENDED'
  | 'RESTRICTED'
  | 'REFUSED'
  /** Somebody else has used the id, for something else. */
  | 'ID_TAKEN'

/** PENDING: ask again. REFUSED: the ledger will never take the account. */
export type AccountReadiness = 'READY' | 'PENDING' | 'REFUSED'

export interface LedgerBalance {
  /** Held tokens included. */
  readonly balanceMinor: bigint
  readonly heldMinor: bigint
}

export interface LedgerHold {
  readonly holdId: string
  readonly assetId: string
  readonly accountId: string
  readonly amountMinor: bigint
  readonly state: 'HELD' | 'CAPTURED' | 'RELEASED'
}

/** What is in effect at one FINAL point. */
export interface FinalSupplies {
  /** All tokens of each asset, in whatever hands; zero for an asset that is not known. */
  readonly suppliesMinor: readonly bigint[]
  /** Whether each operation is in effect there. */
  readonly isFinal: readonly boolean[]
}

/** A point that stays the same, however late it is read. */
export interface PinnedSupplies {
  read(): Promise<FinalSupplies>
}

/** An asset that the ledger has, whoever registered it. */
export interface LedgerAsset {
  /** What the ledger calls it; for people. */
  readonly name: string
  /** As ensureAsset() was given it; absent when it was not. */
  readonly assetId?: string | undefined
  readonly supplyMinor: bigint
}

/** How much can be issued at one FINAL point. */
export interface FinalHeadroom {
  /** By the limits of the ledger; null: it has none. */
  readonly headroomMinor: readonly (bigint | null)[]
  readonly isFinal: readonly boolean[]
}

/** An operation has reached a status. Events may come twice and out of order; only FINAL and FAILED are reliable. */
export interface LedgerEvent {
  readonly opId: string
  readonly status: OpStatus['status']
}

export interface LedgerEvents {
  readonly events: readonly LedgerEvent[]
  /** Where to go on; the same as before when nothing is new. */
  readonly cursor: string
}

export interface DigitalLedger {
  /** The value of the property `ledger`. */
  readonly name: string
  readonly capabilities: LedgerCapabilities
  /** Repeatable. Throws when the asset is known with another currency or other decimals. */
  ensureAsset(asset: Asset): Promise<void>
  /** Repeatable. */
  ensureAccounts(accounts: readonly LedgerAccount[]): Promise<readonly AccountReadiness[]>
  /** An id that comes twice in a set is one operation. */
  submit(ops: readonly LedgerOp[]): Promise<readonly OpStatus[]>
  /** Null: not accepted yet. */
  getOps(opIds: readonly string[]): Promise<readonly (OpStatus | null)[]>
  balances(accounts: readonly LedgerAccount[], at: 'FINAL' | 'LATEST'): Promise<readonly LedgerBalance[]>
  /**
   * Pins the last FINAL point that is known here; with the `sql` of a transaction, the last that its snapshot knows: no operation
   * that was stored after the snapshot is FINAL there. Any number of operations.
   */
  supplies(assetIds: readonly string[], opIds: readonly string[], sql?: Sql): Promise<PinnedSupplies>
  /** Every asset that is FINAL, as far as the ledger was looked through: one that was registered lately may come later. */
  assets(): Promise<readonly LedgerAsset[]>
  /** What its limits let be issued, and which of the operations are counted in that. */
  headroom(assetIds: readonly string[], opIds: readonly string[]): Promise<FinalHeadroom>
  /** As it is FINAL. Null when no such hold is known. */
  hold(holdId: string): Promise<LedgerHold | null>
  /**
   * Refuses an id for good unless it is in effect already, and answers as submit() does: it ends FAILED or FINAL. Absent where a
   * ledger cannot.
   */
  cancel?(opId: string): Promise<OpStatus>
  events(cursor: string | undefined): Promise<LedgerEvents>
  /** The ledger's own time, in milliseconds since 1970. */
  now(): Promise<number>
  /** Throws when it cannot be used. */
  health(): Promise<void>
}

export function assetIdOf(issuerId: string, currency: string): string {
  return `${issuerId}:${currency}`
}

// What the simulated chain stores, and how its rows are reached while the chain is locked.

import type { Sql } from '../../../platform/storage/database.ts'
import type { Asset, LedgerFailure, LedgerHold, Restriction } from '../digital-ledger.ts'

export interface ChainHead {
  /** Distinguishes this chain from one that was there before a reset. */
  readonly createdMs: number
  /** The latest time that anybody has seen: the chain's time never goes back. */
  readonly clockMs: number
  /** How far the chain's time is ahead of the caller's clock, since that was set back. */
  readonly aheadMs: number
  readonly nextOpSeq: number
  readonly nextEventSeq: number
}

export interface ChainAccount {
  readonly accountId: string
  readonly assetId: string
  /** When the account itself is final. */
  readonly readyAtMs: number
  readonly isRefused: boolean
  /** Balances count final operations only. */
  readonly balanceMinor: bigint
  readonly heldMinor: bigint
  /** What open operations will take: nothing else can spend it. */
  readonly reservedMinor: bigint
  readonly restrictions: readonly Restriction[]
}

export interface ChainHold extends LedgerHold {
  /** The open or final operation that ends it. */
  readonly endingOpId?: string | undefined
}

/** What a final operation adds to an account, and what it reserves until then. */
export interface AccountEffect {
  readonly accountId: string
  readonly balanceMinor: bigint
  readonly heldMinor: bigint
  readonly reservedMinor: bigint
}

/** What an operation changes, fixed when it is accepted. */
export interface Effects {
  readonly accounts: readonly AccountEffect[]
  readonly placed: readonly Omit<LedgerHold, 'state'>[]
  readonly ended: readonly { readonly holdId: string; readonly state: 'CAPTURED' | 'RELEASED' }[]
  readonly restricted: readonly { readonly accountId: string; readonly restrictions: readonly Restriction[] }[]
}

export interface ChainOp {
  readonly opId: string
  /** LOST: requests for it got lost, none was accepted. */
  readonly state: 'LOST' | 'OPEN' | 'FINAL' | 'FAILED'
  /** How often it was submitted. */
  readonly attempts: number
  /** In the order of acceptance; 0 while LOST. */
  readonly seq: number
  /** Times at which it is included in a block, orphaned, included again and so on. */
  readonly turnsMs: readonly number[]
  /** When it becomes FINAL or, if refused, FAILED. */
  readonly finalAtMs: number
  readonly isRefused: boolean
  readonly effects: Effects
  readonly reason?: LedgerFailure | undefined
}

/** An event waits until it is due, then it gets the next number of the chain's list. */
export interface ChainEvent {
  readonly opId: string
  readonly copy: number
  readonly status: 'FINAL' | 'FAILED'
  readonly dueMs: number
  readonly seq?: number | undefined
}

export interface ChainChanges {
  readonly head: ChainHead
  readonly assets: readonly Asset[]
  readonly accounts: readonly ChainAccount[]
  readonly holds: readonly ChainHold[]
  readonly ops: readonly ChainOp[]
  /** Operations that have ended: nothing else of them has changed. */
  readonly ended: readonly ChainOp[]
  readonly events: readonly ChainEvent[]
}

/** What calls name. */
export interface ChainNeeds {
  readonly opIds?: readonly string[]
  readonly assetIds?: readonly string[]
  readonly accountIds?: readonly string[]
  readonly holdIds?: readonly string[]
  readonly openOps?: boolean
}

/** Rows that were asked for, as far as they are there. */
export interface NamedRows {
  readonly assets: readonly Asset[]
  readonly accounts: readonly ChainAccount[]
  readonly holds: readonly ChainHold[]
  readonly ops: readonly ChainOp[]
}

export interface LoadedRows extends NamedRows {
  readonly head: ChainHead
  /** Open operations whose time has come, in the order in which they become final. */
  readonly due: readonly ChainOp[]
  /** Events without a number whose time has come. */
  readonly dueEvents: readonly ChainEvent[]
  /** In the order of acceptance; empty unless they are needed. */
  readonly open: readonly ChainOp[]
}

/** The rows of the chain while it is locked. */
export interface ChainRows {
  /** What calls name and, at the caller's time, what is due: at most `limit` operations and as many events. */
  load(callerMs: number, needs: ChainNeeds, limit: number): Promise<LoadedRows>
  /** What turned out to be needed as well. */
  loadMore(needs: Omit<ChainNeeds, 'opIds' | 'openOps'>): Promise<Omit<NamedRows, 'ops'>>
  save(changes: ChainChanges): Promise<void>
}

/** An operation as far as its status is concerned. */
export type PeekedOp = Pick<ChainOp, 'opId' | 'state' | 'turnsMs' | 'finalAtMs' | 'isRefused' | 'reason'>

export interface StoredSupplies {
  readonly supplies: ReadonlyMap<string, bigint>
  readonly final: ReadonlySet<string>
}

export interface ChainStore {
  /** Runs work alone, and stores all that it saves or nothing. The work may run again after a conflict. */
  exclusively<T>(work: (rows: ChainRows) => Promise<T>): Promise<T>
  /** Without a lock. The head is undefined before the first use. */
  peek(opIds: readonly string[]): Promise<{ readonly head: ChainHead | undefined; readonly ops: readonly PeekedOp[] }>
  /** Without a lock: numbered events after a number, in order. They are numbered in the order of commits. */
  eventsAfter(seq: number, limit: number): Promise<readonly ChainEvent[]>
  /** Without a lock, of one moment: the sums of final balances, and which of the operations are FINAL. */
  supplies(assetIds: readonly string[], opIds: readonly string[], sql?: Sql): Promise<StoredSupplies>
  /** Without a lock: every asset with the sum of its final balances. */
  assets(): Promise<ReadonlyMap<string, bigint>>
}

// What the rows of the EVM ledger hold, and how they are read.

import type { LedgerFailure } from '../digital-ledger.ts'
import type { OpenSending, WorkEnd, WorkStatus } from './chain/chain-rules.ts'
import type { TransactionFees } from './chain/fees.ts'
import type { Hex } from './evm-settings.ts'
import type { Placing, WorkKind } from './placing/placing-rules.ts'

export interface BlockMark {
  readonly number: bigint
  readonly hash: Hex
}

export interface LedgerRow {
  readonly chainId: bigint
  readonly genesisHash: Hex
  readonly contract: Hex
  readonly namesMark: string
  readonly final: BlockMark & { readonly timeMs: number }
  readonly seen: BlockMark
  /** Up to which events of the contract were read. */
  readonly scannedBlock?: bigint | undefined
}

export interface NewWork {
  readonly kind: WorkKind
  readonly workId: string
  readonly content: object
  /** It can never take effect: it ends at once. */
  readonly isRefused?: boolean
}

export interface WaitingWork {
  readonly kind: WorkKind
  readonly workId: string
  readonly content: unknown
  readonly tries: number
}

export interface StoredWork extends WorkStatus {
  readonly workId: string
  readonly content: unknown
}

export interface OpenTransaction {
  readonly transactionId: bigint
  readonly address: Hex
  readonly nonce: bigint
  readonly kind: WorkKind
  readonly gasLimit: bigint
  readonly isMined: boolean
  readonly placedMs: number
}

export interface ListedTransaction extends OpenTransaction {
  /** In the order in which they were signed. */
  readonly hashes: readonly Hex[]
  readonly works: number
}

export interface Sending extends OpenSending {
  readonly transactionId: bigint
  readonly attempt: number
  readonly hash: Hex
  readonly fees: TransactionFees
}

export interface PlacedWork {
  readonly transactionId: bigint
  readonly kind: WorkKind
  readonly workId: string
  readonly content: unknown
  readonly isCancelled: boolean
}

export interface PlaceOrder {
  readonly address: Hex
  readonly nowMs: number
  /** The key's nonce at a final block, and at the newest one. */
  readonly finalNonce: bigint
  readonly minedNonce: bigint
  readonly maxOpen: number
  readonly maxUnsettled: number
  /** How many of the items go into one transaction, and their call. */
  pack(kind: WorkKind, items: readonly WaitingWork[]): Placing & { readonly data: Hex }
}

export interface MinedTransaction {
  readonly hash: Hex
  readonly gasUsed: bigint
  readonly feeWei: bigint
  /** False when it was reverted. */
  readonly isApplied: boolean
}

/** What is read at a final block of the transactions whose nonce is used up there. */
export interface SettledTransactions {
  readonly final: LedgerRow['final']
  readonly transactions: readonly {
    readonly transactionId: bigint
    /** Undefined when another transaction has used up the nonce. */
    readonly mined?: MinedTransaction | undefined
  }[]
  readonly ended: readonly { readonly kind: WorkKind; readonly workId: string; readonly end: WorkEnd }[]
  /** All other work of the transactions waits again. */
  readonly nowMs: number
}

export interface LedgerColumns {
  readonly chain_id: bigint
  readonly genesis_hash: Hex
  readonly contract: Hex
  readonly names_mark: string
  readonly final_block: bigint
  readonly final_hash: Hex
  readonly final_ms: bigint
  readonly seen_block: bigint
  readonly seen_hash: Hex
  readonly scanned_block: bigint | null
}

export function toLedger(row: LedgerColumns): LedgerRow {
  return {
    chainId: row.chain_id,
    genesisHash: row.genesis_hash,
    contract: row.contract,
    namesMark: row.names_mark,
    final: { number: row.final_block, hash: row.final_hash, timeMs: Number(row.final_ms) },
    seen: { number: row.seen_block, hash: row.seen_hash },
    scannedBlock: row.scanned_block ?? undefined,
  }
}

export interface WorkColumns {
  readonly work_id: string
  readonly content: unknown
  readonly state: WorkStatus['state']
  readonly is_applied: boolean
  readonly is_sent: boolean
  readonly final_at_ms: bigint | null
  readonly reason: LedgerFailure | null
}

export function toWork(row: WorkColumns): StoredWork {
  return {
    workId: row.work_id,
    content: row.content,
    state: row.state,
    isApplied: row.is_applied,
    isSent: row.is_sent,
    finalAtMs: row.final_at_ms === null ? undefined : Number(row.final_at_ms),
    reason: row.reason ?? undefined,
  }
}

export interface TransactionColumns {
  readonly transaction_id: bigint
  readonly address: Hex
  readonly nonce: bigint
  readonly kind: WorkKind
  readonly gas_limit: bigint
  readonly is_mined: boolean
  readonly placed_at: Date
}

export function toTransaction(row: TransactionColumns): OpenTransaction {
  return {
    transactionId: row.transaction_id,
    address: row.address,
    nonce: row.nonce,
    kind: row.kind,
    gasLimit: row.gas_limit,
    isMined: row.is_mined,
    placedMs: row.placed_at.getTime(),
  }
}

export interface SendingColumns {
  readonly transaction_id: bigint
  readonly attempt: number
  readonly hash: Hex
  readonly fee_type: TransactionFees['type']
  readonly max_fee_wei: string
  readonly priority_fee_wei: string
  readonly signed_at: Date
  readonly sent_at: Date | null
}

export function toSending(row: SendingColumns): Sending {
  const fees = {
    type: row.fee_type,
    maxFeeWei: BigInt(row.max_fee_wei),
    priorityFeeWei: BigInt(row.priority_fee_wei),
  }
  return {
    transactionId: row.transaction_id,
    attempt: row.attempt,
    hash: row.hash,
    fees,
    maxFeeWei: fees.maxFeeWei,
    signedMs: row.signed_at.getTime(),
    sentMs: row.sent_at?.getTime(),
  }
}

export interface PlacedColumns {
  readonly transaction_id: bigint
  readonly kind: WorkKind
  readonly work_id: string
  readonly content: unknown
  readonly is_cancelled: boolean
}

export interface FigureColumns {
  readonly waiting: bigint
  readonly placed: bigint
  readonly open: bigint
  readonly oldest: Date | null
  readonly gas_used: string
  readonly fees_wei: string
}

/** A transaction of the database that the loser of a race leaves without having changed anything. */
export type Raced = 'done' | 'raced'

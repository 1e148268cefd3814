// Rows of the chain as the database returns them and as they are sent: amounts are numeric there, and text in JSON.

import type { LedgerFailure, Restriction } from '../digital-ledger.ts'
import type { ChainAccount, ChainEvent, ChainHead, ChainHold, ChainOp, Effects, PeekedOp } from './chain-rows.ts'

export interface HeadRow {
  readonly created_ms: bigint
  readonly clock_ms: bigint
  readonly ahead_ms: bigint
  readonly next_op_seq: bigint
  readonly next_event_seq: bigint
}

export function toHead(row: HeadRow): ChainHead {
  return {
    createdMs: Number(row.created_ms),
    clockMs: Number(row.clock_ms),
    aheadMs: Number(row.ahead_ms),
    nextOpSeq: Number(row.next_op_seq),
    nextEventSeq: Number(row.next_event_seq),
  }
}

export interface AccountRow {
  readonly account_id: string
  readonly asset_id: string
  readonly ready_at_ms: bigint
  readonly is_refused: boolean
  readonly balance_minor: string
  readonly held_minor: string
  readonly reserved_minor: string
  readonly restrictions: readonly Restriction[]
}

export function toAccount(row: AccountRow): ChainAccount {
  return {
    accountId: row.account_id,
    assetId: row.asset_id,
    readyAtMs: Number(row.ready_at_ms),
    isRefused: row.is_refused,
    balanceMinor: BigInt(row.balance_minor),
    heldMinor: BigInt(row.held_minor),
    reservedMinor: BigInt(row.reserved_minor),
    restrictions: row.restrictions,
  }
}

export function accountText(account: ChainAccount): object {
  return {
    account_id: account.accountId,
    asset_id: account.assetId,
    ready_at_ms: account.readyAtMs,
    is_refused: account.isRefused,
    balance_minor: String(account.balanceMinor),
    held_minor: String(account.heldMinor),
    reserved_minor: String(account.reservedMinor),
    restrictions: account.restrictions,
  }
}

export interface HoldRow {
  readonly hold_id: string
  readonly asset_id: string
  readonly account_id: string
  readonly amount_minor: string
  readonly state: ChainHold['state']
  readonly ending_op_id: string | null
}

export function toHold(row: HoldRow): ChainHold {
  return {
    holdId: row.hold_id,
    assetId: row.asset_id,
    accountId: row.account_id,
    amountMinor: BigInt(row.amount_minor),
    state: row.state,
    endingOpId: row.ending_op_id ?? undefined,
  }
}

export function holdText(hold: ChainHold): object {
  return {
    hold_id: hold.holdId,
    asset_id: hold.assetId,
    account_id: hold.accountId,
    amount_minor: String(hold.amountMinor),
    state: hold.state,
    ending_op_id: hold.endingOpId ?? null,
  }
}

export interface OpRow {
  readonly op_id: string
  readonly state: ChainOp['state']
  readonly attempts: number
  readonly seq: bigint
  readonly final_at_ms: bigint
  readonly plan: Plan
  readonly reason: LedgerFailure | null
}

/** What peek() reads of an operation. */
export interface PeekedRow extends Omit<OpRow, 'attempts' | 'seq' | 'plan'> {
  readonly turns_ms: readonly number[]
  readonly is_refused: boolean
}

export function toPeekedOp(row: PeekedRow): PeekedOp {
  return {
    opId: row.op_id,
    state: row.state,
    turnsMs: row.turns_ms,
    finalAtMs: Number(row.final_at_ms),
    isRefused: row.is_refused,
    reason: row.reason ?? undefined,
  }
}

interface Plan {
  readonly turnsMs: readonly number[]
  readonly isRefused: boolean
  readonly effects: AsText<Effects>
}

/** The same with amounts as text. */
type AsText<T> = T extends bigint ? string : T extends object ? { readonly [Key in keyof T]: AsText<T[Key]> } : T

export function toOp(row: OpRow): ChainOp {
  const { turnsMs, isRefused, effects } = row.plan
  return {
    opId: row.op_id,
    state: row.state,
    attempts: row.attempts,
    seq: Number(row.seq),
    turnsMs,
    finalAtMs: Number(row.final_at_ms),
    isRefused,
    effects: {
      ...effects,
      accounts: effects.accounts.map(({ accountId, balanceMinor, heldMinor, reservedMinor }) => ({
        accountId,
        balanceMinor: BigInt(balanceMinor),
        heldMinor: BigInt(heldMinor),
        reservedMinor: BigInt(reservedMinor),
      })),
      placed: effects.placed.map((hold) => ({ ...hold, amountMinor: BigInt(hold.amountMinor) })),
    },
    reason: row.reason ?? undefined,
  }
}

export function opText(op: ChainOp): object {
  const { accounts, placed, ended, restricted } = op.effects
  const effects: AsText<Effects> = {
    accounts: accounts.map(({ accountId, balanceMinor, heldMinor, reservedMinor }) => ({
      accountId,
      balanceMinor: String(balanceMinor),
      heldMinor: String(heldMinor),
      reservedMinor: String(reservedMinor),
    })),
    placed: placed.map((hold) => ({ ...hold, amountMinor: String(hold.amountMinor) })),
    ended,
    restricted,
  }
  const plan: Plan = { turnsMs: op.turnsMs, isRefused: op.isRefused, effects }
  return {
    op_id: op.opId,
    state: op.state,
    attempts: op.attempts,
    seq: op.seq,
    final_at_ms: op.finalAtMs,
    plan,
    reason: op.reason ?? null,
  }
}

export interface EventRow {
  readonly op_id: string
  readonly copy: number
  readonly status: ChainEvent['status']
  readonly due_ms: bigint
  readonly seq: bigint | null
}

export function toEvent(row: EventRow): ChainEvent {
  return {
    opId: row.op_id,
    copy: row.copy,
    status: row.status,
    dueMs: Number(row.due_ms),
    seq: row.seq === null ? undefined : Number(row.seq),
  }
}

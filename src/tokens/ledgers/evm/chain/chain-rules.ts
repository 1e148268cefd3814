// What follows from blocks and nonces. A nonce is used up once, so the nonce of the key at a final block tells which transactions
// are over, and the contract's record at that block tells what came of their operations.

import type { LedgerFailure, OpStatus } from '../../digital-ledger.ts'
import type { FinalitySettings } from '../evm-settings.ts'

/** The block that is final when `latest` is the newest; the tag where the node decides. */
export function finalBlockOf(finality: FinalitySettings, latest: bigint): bigint | 'finalized' {
  if (finality.kind === 'finalized') return 'finalized'
  const depth = finality.kind === 'instant' ? 0n : BigInt(finality.blocks)
  return latest > depth ? latest - depth : 0n
}

/**
 * The next nonce: from the row, moved forward when the chain is ahead at a final block. Not at the latest one: what is there can be
 * orphaned, and a nonce that was skipped would then hold up all that follow.
 */
export function nextNonce(stored: bigint, atFinalBlock: bigint): bigint {
  return stored > atFinalBlock ? stored : atFinalBlock
}

/** How far a nonce has come. SETTLED: used up in a final block, by whichever transaction. MINED: the same in the latest block. */
export function nonceState(nonce: bigint, key: { readonly mined: bigint; readonly final: bigint }) {
  if (nonce < key.final) return 'SETTLED'
  return nonce < key.mined ? 'MINED' : 'OPEN'
}

export type Resending = 'WAIT' | 'RESEND' | 'REPLACE'

export interface OpenSending {
  readonly signedMs: number
  /** Undefined: never. */
  readonly sentMs: number | undefined
  readonly maxFeeWei: bigint
}

/** Pools forget transactions, and nodes come and go. */
export const RESEND_MS = 5_000
export const STUCK_MS = 30_000

/**
 * What is due for a transaction that is not mined. The lowest nonce holds up all others, so it is replaced once it is stuck; others
 * only when they could not be mined at what blocks cost now. Where fees cannot be raised the same bytes go out again.
 */
export function resending(
  sending: OpenSending,
  at: {
    readonly nowMs: number
    readonly isLowest: boolean
    readonly neededFeeWei: bigint
    readonly canBeRaised: boolean
  },
): Resending {
  const isStuck = at.nowMs - sending.signedMs >= STUCK_MS && (at.isLowest || sending.maxFeeWei < at.neededFeeWei)
  if (isStuck && at.canBeRaised) return 'REPLACE'
  return sending.sentMs === undefined || at.nowMs - sending.sentMs >= RESEND_MS ? 'RESEND' : 'WAIT'
}

export const OUTCOMES = ['NONE', 'APPLIED', 'HELD', 'CAPTURED', 'RELEASED', 'FAILED'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** In the order of the contract's `Reason`. */
const FAILURES: readonly LedgerFailure[] = [
  'REFUSED',
  'INSUFFICIENT_BALANCE',
  'UNKNOWN_ACCOUNT',
  'UNKNOWN_ASSET',
  'UNKNOWN_HOLD',
  'HOLD_ENDED',
  'RESTRICTED',
]

export type WorkEnd = { readonly state: 'FINAL' } | { readonly state: 'FAILED'; readonly reason: LedgerFailure }

/** What the record of an operation means in a final block; undefined when there is none: it was not executed. */
export function endOf(result: {
  readonly outcome: Outcome
  readonly reason: number
  /** False when the id was used with other content. */
  readonly isOurs: boolean
}): WorkEnd | undefined {
  if (result.outcome === 'NONE') return undefined
  // Ours can never be applied under this id.
  if (!result.isOurs) return { state: 'FAILED', reason: 'ID_TAKEN' }
  if (result.outcome !== 'FAILED') return { state: 'FINAL' }
  return { state: 'FAILED', reason: FAILURES[result.reason] ?? 'REFUSED' }
}

/** What the contract's limits let be issued of an asset on the day of a block. */
export function issuableMinor(
  asset: {
    readonly supplyMinor: bigint
    readonly ceilingMinor: bigint
    readonly dailyLimitMinor: bigint
    readonly issuedTodayMinor: bigint
    readonly today: number
  },
  blockTimeMs: number,
): bigint {
  const day = Math.floor(blockTimeMs / DAY_MS) % 2 ** 16
  const inAll = asset.ceilingMinor - asset.supplyMinor
  const today = asset.dailyLimitMinor - (asset.today === day ? asset.issuedTodayMinor : 0n)
  const least = inAll < today ? inAll : today
  return least > 0n ? least : 0n
}

const DAY_MS = 86_400_000

export interface WorkStatus {
  readonly state: 'WAITING' | 'PLACED' | 'FINAL' | 'FAILED'
  readonly isSent: boolean
  readonly isApplied: boolean
  readonly finalAtMs: number | undefined
  readonly reason: LedgerFailure | undefined
}

export function statusOf({ state, isSent, isApplied, finalAtMs, reason }: WorkStatus): OpStatus {
  switch (state) {
    case 'WAITING':
      return { status: 'ACCEPTED' }
    case 'PLACED':
      if (isApplied) return { status: 'APPLIED' }
      return { status: isSent ? 'SUBMITTED' : 'ACCEPTED' }
    case 'FINAL':
      return { status: 'FINAL', finalAtMs: finalAtMs ?? 0 }
    case 'FAILED':
      return { status: 'FAILED', reason: reason ?? 'REFUSED', permanent: true }
  }
}

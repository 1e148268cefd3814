// An earlier transaction, as far as a reversal needs to know it.

import type { BusinessDate } from '../../platform/kernel/time/clock.ts'

export interface Original {
  readonly transactionId: string
  readonly partnerId: string
  readonly rrn: string
  readonly type: string
  readonly accountId: string
  readonly beneficiaryAccountId: string | null
  /** Bill payments only. */
  readonly billerId: string | null
  readonly terminalId: string | null
  readonly amountMinor: bigint
  readonly feeMinor: bigint
  /** The part of the amount that was notes and coins. */
  readonly cashMinor: bigint
  readonly currency: string
  readonly responseCode: string
  readonly authId: string | null
  readonly panHash: string | null
  readonly businessDate: BusinessDate
  readonly recordedAtMs: number
  /** Its remote core cancelled it because of a reversal, and no reversal is on record for it yet. */
  readonly isCancelled: boolean
  /** Its outcome is unknown to the caller, but no core has received it. */
  readonly isLost: boolean
  reversedMinor: bigint
}

/** The access fee that a reversal gives back: all of it once everything is reversed, nothing before. */
export function feeGivenBack({ amountMinor, feeMinor }: Original, reversedAfterMinor: bigint): bigint {
  return reversedAfterMinor === amountMinor ? feeMinor : 0n
}

/** What a reversal takes back, and how much of it. */
export interface Matched {
  readonly original: Original
  readonly amountMinor: bigint
}

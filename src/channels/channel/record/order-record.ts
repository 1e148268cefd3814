// The gateway's record of an order. Administration searches it, and its RRN makes a repetition safe.

import type { BusinessDate } from '../../../platform/kernel/time/clock.ts'
import type { Original } from '../../core/original.ts'
import type { OriginalElements, SwitchMessage } from '../../core/switch-message.ts'

/** The code of a record whose outcome is unknown: a remote core was called and has not answered. */
export const UNKNOWN_OUTCOME = '911'

/** The core outcome of a record whose order was lost before it reached a core. Only the sandbox loses orders. */
export const LOST_ON_ITS_WAY = '{"lost":true}'

/** The fields of an order that are known when it arrives. */
export interface OrderFields {
  readonly partnerId: string
  readonly rrn: string
  readonly fingerprint: string
  readonly type: string
  readonly accountId: string
  readonly beneficiaryAccountId?: string | undefined
  readonly billerId?: string | undefined
  readonly terminalId?: string | undefined
  readonly panHash?: string | undefined
  readonly maskedPan?: string | undefined
  readonly amountMinor: bigint
  readonly feeMinor: bigint
  readonly cashMinor: bigint
  readonly currency: string
  readonly correlationId: string
  readonly receivedAtMs: number
  readonly transactionDate?: BusinessDate | undefined
  /** Reversals only: why, in the caller's code. */
  readonly reasonCode?: string | undefined
  /** Reversals only. */
  readonly original?: OriginalQuery | undefined
  /** Orders of switches only. */
  readonly message?: SwitchMessage | undefined
}

/** How a reversal names its original. With neither elements nor id, it is the newest match. */
export interface OriginalQuery {
  readonly accountId: string
  readonly elements?: OriginalElements | undefined
  /** Orders that came before this have no message on record: they are found as if there were no elements. */
  readonly messagesSinceMs?: number | undefined
  readonly authId?: string | undefined
  readonly rrn?: string | undefined
  readonly type: string
  /** Absent when the currency is that of the original. */
  readonly amountMinor?: bigint | undefined
  /** An unnamed original must be recorded at or after this instant. */
  readonly notBeforeMs: number
}

/** The record of an answered order. */
export interface Recorded {
  readonly order: OrderFields
  readonly transactionId: string
  readonly code: string
  readonly reply: string
  readonly amountMinor: bigint
  /** For a reversal: the fee that it gave back. */
  readonly feeMinor: bigint
  readonly currency: string
  readonly authId?: string | undefined
  readonly originalId?: string | undefined
  readonly originalRrn?: string | undefined
  /** Set when this reversal arrived before its original. */
  readonly tombstoneOf?: string | undefined
  /** A reversal whose original data elements name no order yet. */
  readonly awaitsOriginal?: boolean | undefined
  /** The stop that it was declined for. */
  readonly stopId?: string | undefined
  /** What a remote core answered, as outcome-text.ts writes it. */
  readonly coreOutcome?: string | undefined
}

/** A record of this batch as a later reversal sees it. */
export function asOriginal(record: Recorded, businessDate: BusinessDate, nowMs: number): Original {
  const { order } = record
  return {
    transactionId: record.transactionId,
    partnerId: order.partnerId,
    rrn: order.rrn,
    type: order.type,
    accountId: order.accountId,
    beneficiaryAccountId: order.beneficiaryAccountId ?? null,
    billerId: order.billerId ?? null,
    terminalId: order.terminalId ?? null,
    amountMinor: record.amountMinor,
    feeMinor: record.feeMinor,
    cashMinor: order.cashMinor,
    currency: record.currency,
    responseCode: record.code,
    authId: record.authId ?? null,
    panHash: order.panHash ?? null,
    businessDate,
    recordedAtMs: nowMs,
    isCancelled: false,
    isLost: false,
    reversedMinor: 0n,
  }
}

/** Identifies an order within its institution. */
export function recordKey(partnerId: string, rrn: string): string {
  return `${partnerId} ${rrn}`
}

// Matches a reversal with its original and determines how much may still be reversed.
//
// The original is named by authorization id, else by RRN; unnamed, it is the newest match that is not fully reversed.
// The result: the original and the amount, a decline, a tombstone for a named RRN that has not arrived, or the refusal of
// amounts that are not exact in the currency.

import type { Decline, Refusal } from '../../core/builtin/decision.ts'
import { decline } from '../../core/builtin/decision.ts'
import type { ReversalAmounts, ReversalOrder } from '../../core/core.ts'
import type { Matched, Original } from '../../core/original.ts'
import { APPROVED_CODE, DECLINE } from '../../core/outcome.ts'
import { HOUR_MS } from '../../kernel/clock.ts'
import { Problem } from '../../kernel/problem.ts'
import { type OriginalQuery, UNKNOWN_OUTCOME } from '../record/order-record.ts'
import type { Records } from '../record/record-book.ts'

interface Found extends Matched {
  readonly kind: 'found'
}

/** A decline of a reversal. Its original, once found, is recorded with it, so that an operator can post the reversal later. */
export interface DeclinedReversal extends Decline {
  readonly original?: Original | undefined
}

/** Approved without moving money: the reversal arrived before its original. */
export interface Tombstone {
  readonly kind: 'tombstone'
  readonly originalRrn: string
  /** The record of the original, when that was lost before it reached a core. */
  readonly lost?: Original | undefined
}

/** The original was sent to a remote core, and its outcome is not known. */
export interface Unsettled {
  readonly kind: 'unsettled'
  readonly original: Original
}

/** What to read before matching. */
export function originalQuery(order: ReversalOrder, windowHours: number, nowMs: number): OriginalQuery {
  const amounts = order.currency === undefined ? undefined : order.amountsIn(order.currency)
  return {
    accountId: order.accountId,
    type: order.originalType,
    ...(amounts !== undefined && !(amounts instanceof Problem) && { amountMinor: amounts.originalMinor }),
    notBeforeMs: nowMs - windowHours * HOUR_MS,
    ...(order.originalAuthId !== undefined && { authId: order.originalAuthId }),
    ...(order.originalRrn !== undefined && { rrn: order.originalRrn }),
  }
}

export interface MatchContext {
  /** The account's; the amounts must be exact in it. */
  readonly currency: string
  readonly windowHours: number
  readonly nowMs: number
}

export function matchOriginal(
  order: ReversalOrder,
  records: Records,
  context: MatchContext,
): Found | Tombstone | Unsettled | DeclinedReversal | Refusal {
  if (order.currency !== undefined && order.currency !== context.currency) return decline(DECLINE.currencyNotAccepted)
  const amounts = order.amountsIn(context.currency)
  if (amounts instanceof Problem) return { kind: 'refuse', problem: amounts }
  const named = order.originalAuthId !== undefined || order.originalRrn !== undefined
  const original = named ? namedOriginal(order, records) : newestThatFits(order, records, amounts, context)
  if (original !== undefined) return checked(order, records, original, amounts, context)
  if (order.originalRrn === undefined) return decline(DECLINE.originalNotFound)
  // An earlier reversal named the same RRN: for the caller it is already reversed.
  if (records.hasTombstone(order.partnerId, order.originalRrn)) return decline(DECLINE.alreadyReversed)
  // Archived, long after its window.
  if (records.isSpent(order.partnerId, order.originalRrn)) return decline(DECLINE.reversalWindowOver)
  if (amounts.reversedMinor > amounts.originalMinor) return decline(DECLINE.exceedsWhatIsLeft)
  return { kind: 'tombstone', originalRrn: order.originalRrn }
}

export function namedOriginal(order: ReversalOrder, records: Records): Original | undefined {
  const byAuthId =
    order.originalAuthId === undefined ? undefined : records.originalByAuthId(order.accountId, order.originalAuthId)
  if (byAuthId !== undefined || order.originalRrn === undefined) return byAuthId
  return records.originalByRrn(order.partnerId, order.originalRrn)
}

function newestThatFits(
  order: ReversalOrder,
  records: Records,
  amounts: ReversalAmounts,
  { windowHours, nowMs }: MatchContext,
): Original | undefined {
  const fitting = records
    .recentOriginals(originalQuery(order, windowHours, nowMs))
    .filter((original) => mayBeReversed(original, records) && matches(order, original, amounts))
  // When every match is already reversed, return the newest, so that the answer says so.
  return fitting.find((original) => original.reversedMinor < original.amountMinor) ?? fitting[0]
}

function checked(
  order: ReversalOrder,
  records: Records,
  original: Original,
  amounts: ReversalAmounts,
  { windowHours, nowMs }: MatchContext,
): Found | Tombstone | Unsettled | DeclinedReversal {
  if (!matches(order, original, amounts)) return decline(DECLINE.originalNotFound)
  if (original.responseCode === UNKNOWN_OUTCOME) return { kind: 'unsettled', original }
  if (isCancelled(original, records)) return { kind: 'tombstone', originalRrn: original.rrn }
  if (original.responseCode !== APPROVED_CODE) return decline(DECLINE.originalDeclined)
  const left = original.amountMinor - original.reversedMinor
  if (left === 0n) return decline(DECLINE.alreadyReversed)
  if (nowMs - original.recordedAtMs > windowHours * HOUR_MS) {
    return { ...decline(DECLINE.reversalWindowOver), original }
  }
  if (amounts.reversedMinor > left) return decline(DECLINE.exceedsWhatIsLeft)
  return { kind: 'found', original, amountMinor: amounts.reversedMinor }
}

function mayBeReversed(original: Original, records: Records): boolean {
  const { responseCode } = original
  // One that no core has received is found by its name only.
  const isInDoubt = responseCode === UNKNOWN_OUTCOME && !original.isLost
  return responseCode === APPROVED_CODE || isInDoubt || isCancelled(original, records)
}

/** A reversal had it cancelled but is not on record itself: when that reversal is sent again, it is meant. */
function isCancelled(original: Original, records: Records): boolean {
  return original.isCancelled && !records.hasTombstone(original.partnerId, original.rrn)
}

function matches(order: ReversalOrder, original: Original, amounts: ReversalAmounts): boolean {
  return (
    original.type === order.originalType &&
    original.accountId === order.accountId &&
    original.amountMinor === amounts.originalMinor &&
    (order.beneficiaryAccountId === undefined || original.beneficiaryAccountId === order.beneficiaryAccountId)
  )
}

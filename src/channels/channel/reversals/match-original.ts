// Matches a reversal with its original and determines how much may still be reversed.
//
// The original is named by the data elements of its message, else by authorization id, else by RRN; unnamed, it is the newest match
// that is not fully reversed. In a message of a switch the first of these that is there decides.
// The result: the original and the amount, a decline, a tombstone for a named RRN that has not arrived, or the refusal of
// amounts that are not exact in the currency.

import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { HOUR_MS } from '../../../platform/kernel/time/clock.ts'
import type { Decline, Refusal } from '../../core/builtin/decision.ts'
import { decline } from '../../core/builtin/decision.ts'
import type { AnyOrder, ReversalAmounts, ReversalOrder } from '../../core/core.ts'
import type { Matched, Original } from '../../core/original.ts'
import { APPROVED_CODE, DECLINE, type DeclineCode } from '../../core/outcome.ts'
import type { OriginalElements } from '../../core/switch-message.ts'
import { type OriginalQuery, UNKNOWN_OUTCOME } from '../record/order-record.ts'
import type { Records } from '../record/record-book.ts'

interface Found extends Matched {
  readonly kind: 'found'
}

/** A decline of a reversal. Its original, once found, is recorded with it, so that an operator can post the reversal later. */
export interface DeclinedReversal extends Decline {
  readonly original?: Original | undefined
  /** What it would have taken back of that, where it is not the amount it names. */
  readonly amountMinor?: bigint | undefined
  /** That of an original which was declined itself. */
  readonly originalRrn?: string | undefined
  /** Its data elements name no order: the one that comes late is refused. */
  readonly awaitsOriginal?: boolean | undefined
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
export function originalQuery(
  order: ReversalOrder,
  { windowHours, nowMs }: Omit<MatchContext, 'currency'>,
): OriginalQuery {
  const amounts = order.currency === undefined ? undefined : order.amountsIn(order.currency)
  const notBeforeMs = nowMs - windowHours * HOUR_MS
  const { originalElements: elements, messagesSinceMs } = order
  const since = messagesSinceMs !== undefined && messagesSinceMs > notBeforeMs ? messagesSinceMs : undefined
  const isByIds = elements === undefined || since !== undefined
  return {
    accountId: order.accountId,
    type: order.originalType,
    ...(amounts !== undefined && !(amounts instanceof Problem) && { amountMinor: amounts.originalMinor }),
    notBeforeMs,
    ...(elements !== undefined && { elements, messagesSinceMs: since }),
    ...(isByIds && order.originalAuthId !== undefined && { authId: order.originalAuthId }),
    ...(isByIds && order.originalRrn !== undefined && { rrn: order.originalRrn }),
  }
}

/** A reversal has named this order before it came, by its RRN or by its message. */
export function isReversedEarly({ partnerId, rrn, message }: AnyOrder, records: Records): boolean {
  return records.hasTombstone(partnerId, rrn) || (message !== undefined && records.isAwaited(message))
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
  if (order.originalElements !== undefined) {
    const original = byElements(order, records, amounts, context)
    if (original !== undefined) return checked(order, records, original, amounts, context)
    return { ...decline(DECLINE.originalNotFound), awaitsOriginal: true }
  }
  const named = order.originalAuthId !== undefined || order.originalRrn !== undefined
  const original = named ? namedByIds(order, records) : newestThatFits(order, records, amounts, context)
  if (original !== undefined) return checked(order, records, original, amounts, context)
  if (order.originalRrn === undefined || !isRrnDecisive(order)) return decline(DECLINE.originalNotFound)
  // An earlier reversal named the same RRN: for the caller it is already reversed.
  if (records.hasTombstone(order.partnerId, order.originalRrn)) return decline(DECLINE.alreadyReversed)
  // Archived, long after its window.
  if (records.isSpent(order.partnerId, order.originalRrn)) return decline(DECLINE.reversalWindowOver)
  if (amounts.reversedMinor > amounts.originalMinor) return decline(DECLINE.exceedsWhatIsLeft)
  return { kind: 'tombstone', originalRrn: order.originalRrn }
}

export function namedOriginal(order: ReversalOrder, records: Records): Original | undefined {
  if (order.originalElements === undefined) return namedByIds(order, records)
  return ofMessage(order, order.originalElements, records)[0]
}

function ofMessage(order: ReversalOrder, elements: OriginalElements, records: Records): readonly Original[] {
  return records.originalsByElements(order.partnerId, order.message?.switchName ?? '', elements)
}

/** Of several that the elements name, as a trace number alone may, the one that fits. */
function byElements(
  order: ReversalOrder,
  records: Records,
  amounts: ReversalAmounts,
  context: MatchContext,
): Original | undefined {
  const elements = order.originalElements as OriginalElements
  const named = ofMessage(order, elements, records)
  if (named.length > 0) return named.find((original) => matches(order, original, amounts)) ?? named[0]
  const { messagesSinceMs } = order
  if (messagesSinceMs === undefined) return undefined
  const hasId = order.originalAuthId !== undefined || order.originalRrn !== undefined
  const older = hasId ? namedByIds(order, records) : newestThatFits(order, records, amounts, context)
  return older !== undefined && older.recordedAtMs < messagesSinceMs ? older : undefined
}

function namedByIds(order: ReversalOrder, records: Records): Original | undefined {
  const byAuthId =
    order.originalAuthId === undefined ? undefined : records.originalByAuthId(order.accountId, order.originalAuthId)
  if (byAuthId !== undefined || order.originalRrn === undefined || !isRrnDecisive(order)) return byAuthId
  return records.originalByRrn(order.partnerId, order.originalRrn)
}

/** In a message of a switch the RRN counts only when there is no authorization id. */
function isRrnDecisive({ message, originalAuthId }: ReversalOrder): boolean {
  return message === undefined || originalAuthId === undefined
}

function newestThatFits(
  order: ReversalOrder,
  records: Records,
  amounts: ReversalAmounts,
  context: MatchContext,
): Original | undefined {
  const fitting = records
    .recentOriginals(originalQuery(order, context))
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
  if (original.responseCode !== APPROVED_CODE) {
    return { ...decline(DECLINE.originalDeclined), originalRrn: original.rrn }
  }
  const left = original.amountMinor - original.reversedMinor
  if (left === 0n) return decline(DECLINE.alreadyReversed)
  const amountMinor = takenBack(original, amounts)
  // As much was taken back before.
  if (amounts.isInTotal === true && original.reversedMinor > 0n && amountMinor <= 0n)
    return decline(DECLINE.alreadyReversed)
  if (nowMs - original.recordedAtMs > windowHours * HOUR_MS) {
    return { ...decline(DECLINE.reversalWindowOver), original, amountMinor }
  }
  if (amountMinor > left) return decline(DECLINE.exceedsWhatIsLeft)
  return { kind: 'found', original, amountMinor }
}

function takenBack({ reversedMinor }: Original, amounts: ReversalAmounts): bigint {
  return amounts.reversedMinor - (amounts.isInTotal === true ? reversedMinor : 0n)
}

/** A decline of a reversal that was not matched: what it names, and what it would have taken back of it. */
export function declinedUnmatched(code: DeclineCode, order: ReversalOrder, records: Records): DeclinedReversal {
  const original = namedOriginal(order, records)
  const amounts = original && order.amountsIn(original.currency)
  if (original === undefined || amounts === undefined || amounts instanceof Problem)
    return { ...decline(code), original }
  const amountMinor = takenBack(original, amounts)
  return { ...decline(code), original, ...(amountMinor > 0n && { amountMinor }) }
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

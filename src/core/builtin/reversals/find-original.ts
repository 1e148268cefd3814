// Finds what a reversal takes back, and how much of it may still be taken.
//
// The original is named by authorization id, else by RRN; unnamed, it is the newest that fits and still stands.
// What comes of the search: the original and the amount, a decline, or "not arrived yet" for a named RRN.

import type { Account } from '../../../ledger/account.ts'
import type { Books, Original, OriginalQuery } from '../../../ledger/posting.ts'
import { APPROVED_CODE } from '../../../ledger/posting.ts'
import type { ReversalAmounts, ReversalOrder } from '../../core.ts'
import { DECLINE, type DeclineCode } from '../../outcome.ts'

export type Search =
  | { readonly kind: 'found'; readonly original: Original; readonly amountMinor: bigint }
  | { readonly kind: 'not-arrived'; readonly originalRrn: string }
  | { readonly kind: 'declined'; readonly code: DeclineCode }

const HOUR_MS = 3_600_000

/** What the ledger must read beforehand. */
export function originalQuery(order: ReversalOrder, windowHours: number, nowMs: number): OriginalQuery {
  const amounts = order.currency === undefined ? undefined : order.amountsIn(order.currency)
  return {
    accountId: order.accountId,
    type: order.originalType,
    ...(amounts !== undefined && { amountMinor: amounts.originalMinor }),
    notBeforeMs: nowMs - windowHours * HOUR_MS,
    ...(order.originalAuthId !== undefined && { authId: order.originalAuthId }),
    ...(order.originalRrn !== undefined && { rrn: order.originalRrn }),
  }
}

export function findOriginal(order: ReversalOrder, books: Books, account: Account, windowHours: number): Search {
  if (order.currency !== undefined && order.currency !== account.currency) return declined(DECLINE.currencyNotAccepted)
  const amounts = order.amountsIn(account.currency)
  // An amount that the account's currency cannot express is no original's amount.
  if (amounts === undefined) return declined(DECLINE.originalNotFound)
  const named = order.originalAuthId !== undefined || order.originalRrn !== undefined
  const original = named ? namedOriginal(order, books) : newestThatFits(order, books, amounts, windowHours)
  if (original !== undefined) return checked(order, books, original, amounts, windowHours)
  if (order.originalRrn === undefined) return declined(DECLINE.originalNotFound)
  // Another reversal has named the same RRN before: as far as the caller is concerned it is reversed.
  if (books.hasTombstone(order.partnerId, order.originalRrn)) return declined(DECLINE.alreadyReversed)
  return { kind: 'not-arrived', originalRrn: order.originalRrn }
}

function namedOriginal(order: ReversalOrder, books: Books): Original | undefined {
  const byAuthId =
    order.originalAuthId === undefined ? undefined : books.originalByAuthId(order.accountId, order.originalAuthId)
  if (byAuthId !== undefined || order.originalRrn === undefined) return byAuthId
  return books.originalByRrn(order.partnerId, order.originalRrn)
}

function newestThatFits(
  order: ReversalOrder,
  books: Books,
  amounts: ReversalAmounts,
  windowHours: number,
): Original | undefined {
  const fitting = [...books.recentOriginals(originalQuery(order, windowHours, books.nowMs))].filter(
    (original) => original.responseCode === APPROVED_CODE && matches(order, original, amounts),
  )
  // When all that fit are reversed already, the newest of them lets the answer say so.
  return fitting.find((original) => original.reversedMinor < original.amountMinor) ?? fitting[0]
}

function checked(
  order: ReversalOrder,
  books: Books,
  original: Original,
  amounts: ReversalAmounts,
  windowHours: number,
): Search {
  if (!matches(order, original, amounts)) return declined(DECLINE.originalNotFound)
  if (original.responseCode !== APPROVED_CODE) return declined(DECLINE.originalDeclined)
  const left = original.amountMinor - original.reversedMinor
  if (left === 0n) return declined(DECLINE.alreadyReversed)
  if (books.nowMs - original.recordedAtMs > windowHours * HOUR_MS) return declined(DECLINE.reversalWindowOver)
  if (amounts.reversedMinor > left) return declined(DECLINE.exceedsWhatIsLeft)
  return { kind: 'found', original, amountMinor: amounts.reversedMinor }
}

function matches(order: ReversalOrder, original: Original, amounts: ReversalAmounts): boolean {
  return (
    original.type === order.originalType &&
    original.accountId === order.accountId &&
    original.amountMinor === amounts.originalMinor &&
    (order.beneficiaryAccountId === undefined || original.beneficiaryAccountId === order.beneficiaryAccountId)
  )
}

function declined(code: DeclineCode): Search {
  return { kind: 'declined', code }
}

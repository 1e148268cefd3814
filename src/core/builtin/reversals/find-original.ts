// Finds what a reversal takes back, and how much of it may still be taken.
//
// The original is named by authorization id, else by RRN; unnamed, it is the newest that fits and still stands.
// What comes of the search: the original and the amount, a decline, a tombstone for a named RRN that has not arrived, or
// the refusal of amounts that the currency, once it is known, cannot express.

import { HOUR_MS } from '../../../kernel/clock.ts'
import { Problem } from '../../../kernel/problem.ts'
import type { Account } from '../../../ledger/account.ts'
import {
  APPROVED_CODE,
  type Books,
  type Decline,
  type Original,
  type OriginalQuery,
  type Refuse,
  type Tombstone,
} from '../../../ledger/posting.ts'
import type { ReversalAmounts, ReversalOrder } from '../../core.ts'
import { DECLINE } from '../../outcome.ts'
import { decline } from '../rules/decline.ts'

interface Found {
  readonly kind: 'found'
  readonly original: Original
  readonly amountMinor: bigint
}

/** What the ledger must read beforehand. */
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

export function findOriginal(
  order: ReversalOrder,
  books: Books,
  account: Account,
  windowHours: number,
): Found | Tombstone | Decline | Refuse {
  if (order.currency !== undefined && order.currency !== account.currency) return decline(DECLINE.currencyNotAccepted)
  const amounts = order.amountsIn(account.currency)
  if (amounts instanceof Problem) return { kind: 'refuse', problem: amounts }
  const named = order.originalAuthId !== undefined || order.originalRrn !== undefined
  const original = named ? namedOriginal(order, books) : newestThatFits(order, books, amounts, windowHours)
  if (original !== undefined) return checked(order, books, original, amounts, windowHours)
  if (order.originalRrn === undefined) return decline(DECLINE.originalNotFound)
  // Another reversal has named the same RRN before: as far as the caller is concerned it is reversed.
  if (books.hasTombstone(order.partnerId, order.originalRrn)) return decline(DECLINE.alreadyReversed)
  if (amounts.reversedMinor > amounts.originalMinor) return decline(DECLINE.exceedsWhatIsLeft)
  return { kind: 'tombstone', originalRrn: order.originalRrn }
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
  const fitting = books
    .recentOriginals(originalQuery(order, windowHours, books.nowMs))
    .filter((original) => original.responseCode === APPROVED_CODE && matches(order, original, amounts))
  // When all that fit are reversed already, the newest of them lets the answer say so.
  return fitting.find((original) => original.reversedMinor < original.amountMinor) ?? fitting[0]
}

function checked(
  order: ReversalOrder,
  books: Books,
  original: Original,
  amounts: ReversalAmounts,
  windowHours: number,
): Found | Decline {
  if (!matches(order, original, amounts)) return decline(DECLINE.originalNotFound)
  if (original.responseCode !== APPROVED_CODE) return decline(DECLINE.originalDeclined)
  const left = original.amountMinor - original.reversedMinor
  if (left === 0n) return decline(DECLINE.alreadyReversed)
  if (books.nowMs - original.recordedAtMs > windowHours * HOUR_MS) return decline(DECLINE.reversalWindowOver)
  if (amounts.reversedMinor > left) return decline(DECLINE.exceedsWhatIsLeft)
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

// Double entry. A journal is a list of entries that sums to zero per currency; credits are positive, debits negative.

import type { BusinessDate } from '../platform/kernel/time/clock.ts'

/** C: a customer's account, with a guarded balance. G: a general-ledger account, append-only. */
export type Book = 'C' | 'G'

export interface Entry {
  readonly book: Book
  readonly account: string
  readonly currency: string
  readonly amountMinor: bigint
}

/** What a posting writes into the books. */
export interface Journal {
  readonly journalId: string
  /** One of the kinds that the owner lists for `verify`. */
  readonly kind: string
  /** None when money is only put on hold or released. */
  readonly entries: readonly Entry[]
  /** Absent: the institution's business date. */
  readonly effectiveDate?: BusinessDate | undefined
  /** The journal that this one corrects. */
  readonly reversesId?: string | undefined
  /** Money that is in the balance but not available: a part of a credit, or an amount that is reserved. */
  readonly hold?:
    | { readonly accountId: string; readonly amountMinor: bigint; readonly releaseOn: BusinessDate }
    | undefined
  /** Releases money that an earlier journal put on hold. */
  readonly unhold?: { readonly accountId: string; readonly journalId: string; readonly amountMinor: bigint } | undefined
  /** Lets accounts fall below their lower bound. */
  readonly forced?: boolean | undefined
}

export function customer(account: string, currency: string, amountMinor: bigint): Entry {
  return { book: 'C', account, currency, amountMinor }
}

export function general(account: string, currency: string, amountMinor: bigint): Entry {
  return { book: 'G', account, currency, amountMinor }
}

/** Throws unless the entries balance: an unbalanced journal is a defect and must never reach the books. */
export function assertBalanced(entries: readonly Entry[]): void {
  const sums = new Map<string, bigint>()
  for (const entry of entries) {
    if (entry.amountMinor === 0n) throw new Error(`an entry on ${entry.account} moves nothing`)
    sums.set(entry.currency, (sums.get(entry.currency) ?? 0n) + entry.amountMinor)
  }
  for (const [currency, sum] of sums) {
    if (sum !== 0n) throw new Error(`the journal is off by ${sum} ${currency}`)
  }
}

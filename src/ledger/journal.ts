// Double entry. A journal is a list of entries that sums to zero per currency; credits are positive, debits negative.

/** C: a customer's account, with a guarded balance. G: a general-ledger account, append-only. */
export type Book = 'C' | 'G'

export interface Entry {
  readonly book: Book
  readonly account: string
  readonly currency: string
  readonly amountMinor: bigint
}

/** General-ledger accounts by their purpose. Each terminal has its own vault, each biller its own settlement account. */
export const generalLedger = {
  /** Cash of a channel that does not say which terminal it speaks for has a vault too. */
  vault: (terminalId: string | null | undefined) => `vault:${terminalId ?? 'unknown'}`,
  checkClearing: 'clearing:checks',
  accessFees: 'fees:access',
  billerSettlement: (billerId: string) => `settlement:${billerId}`,
  /** Where balances come from that were there before the books began. */
  opening: 'opening',
} as const

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

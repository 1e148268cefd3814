// The general-ledger accounts that the built-in bank posts to. Each terminal has its own vault, each biller its own
// settlement account.

export const generalLedger = {
  /** Cash of a channel that names no terminal goes through `vault:unknown`. */
  vault: (terminalId: string | null | undefined) => `vault:${terminalId ?? 'unknown'}`,
  checkClearing: 'clearing:checks',
  accessFees: 'fees:access',
  billerSettlement: (billerId: string) => `settlement:${billerId}`,
  /** The contra account of opening balances. */
  opening: 'opening',
} as const

/** The kind of the journal that opens an account with a balance. */
export const OPENING_BALANCE = 'OPENING_BALANCE'

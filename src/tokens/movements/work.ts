// What a movement has started elsewhere. Every id is chosen and stored before the call that uses it.

export interface Work {
  /** Identifies the debit (deposit) or credit (redemption) of the linked account at a remote core. */
  readonly fundsReference?: string
  /** Identifies the credit that gives a deposit's money back, at a remote core. */
  readonly refundReference?: string
  /** The operation that a ledger has been or is about to be given. */
  readonly op?: { readonly opId: string; readonly leg: Leg; readonly tries: number }
  /** The operation of the hold at the payer's ledger; its id is the hold's. */
  readonly holdId?: string
  /** The payer's tokens are burned at their ledger; the book follows when all legs are final. */
  readonly isBurned?: boolean
}

export type Leg =
  /** Deposit: the tokens. Redemption: the tokens again, after the credit was refused. */
  | 'MINT'
  | 'BURN'
  | 'HOLD'
  | 'RELEASE'
  /** Both legs of a transfer, on one ledger. */
  | 'BOTH'

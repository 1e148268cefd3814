// What a movement has started elsewhere. Every id is chosen and stored before the call that uses it.

export interface Work {
  /** Identifies the debit (deposit) or credit (redemption) of the linked account at a remote core. */
  readonly fundsReference?: string
  /** Identifies the credit that gives a deposit's money back, at a remote core. */
  readonly refundReference?: string
  /** The operation that a ledger has been or is about to be given. */
  readonly op?: WorkOp
  /** The operation of the hold at the payer's ledger; its id is the hold's. */
  readonly holdId?: string
  /** The hold was captured at the ledger although it is to be released: its tokens are gone. */
  readonly isTaken?: boolean
  /** The payer's tokens are burned at their ledger; the book follows when all legs are final. */
  readonly isBurned?: boolean
}

export interface WorkOp {
  readonly opId: string
  readonly leg: Leg
  /** Attempts, and one more once the last one was refused. */
  readonly tries: number
  /**
   * The ledger has refused it. The id of the next attempt is stored when that is due: until then no attempt is under way,
   * and an operator can choose another way. Kept in here, so that a new attempt of any node drops it.
   */
  readonly hasFailed?: true
}

export type Leg =
  /** Deposit: the tokens. Redemption: the tokens again, after the credit was refused. */
  | 'MINT'
  | 'BURN'
  | 'HOLD'
  | 'RELEASE'
  /** Both legs of a transfer, on one ledger. */
  | 'BOTH'
  /** A transfer within one institution: the tokens change hands. */
  | 'MOVE'
  /** Transfer: the payer's tokens again, at the payer's ledger. Nodes that do not know it must not take it for MINT. */
  | 'REMINT'

const RETRY_MS = 500
const MAX_RETRY_MS = 30_000

/** How long after a refusal the next attempt is due. Age says nothing here: each attempt is a new operation. */
export function retryDelayMs(tries: number): number {
  return Math.min(RETRY_MS * 2 ** Math.min(tries - 1, 8), MAX_RETRY_MS)
}

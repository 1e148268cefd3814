// A settlement on its way through the posting pipeline: one posting in the payer's book, one in the payee's, both or neither.

import type { Actor } from '../../administration/audit/actor.ts'
import type { Posting } from '../../ledger/posting.ts'

export interface Settlement {
  readonly settlementId: string
  readonly payer: SettlementSide
  readonly payee: SettlementSide
  readonly currency: string
  readonly amountMinor: bigint
  readonly externalReference: string
  /** `2026-11-16` */
  readonly valueDate: string
  readonly note?: string | undefined
  /** The settlement that this one undoes: its payer is now paid. */
  readonly reverses?: string | undefined
}

export interface SettlementSide {
  readonly institutionId: string
  readonly bookId: string
  readonly journalId: string
}

export interface SettlementPosting extends Posting<void> {
  readonly side: 'payer' | 'payee'
  readonly settlement: Settlement
  readonly actor: Actor
}

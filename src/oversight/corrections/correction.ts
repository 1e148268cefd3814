// A correction: a posting that one person asks for and another approves, to put right what was wrong.
//
//   kind           the account against
//   GOODWILL       expense:goodwill
//   FEE_REFUND     fees:access
//   LOST_DEPOSIT   suspense:cash
//   SUSPENSE       suspense:exceptions
//   ERROR          suspense:corrections
//
// A suspense account can stand in place of the customer's; it is emptied against another one, or against expense:losses.

import type { Actor } from '../../administration/audit/actor.ts'
import type { Institution } from '../../administration/institutions/directory.ts'
import { generalLedger } from '../../channels/core/builtin/books/general-ledger.ts'
import type { Posting } from '../../ledger/posting.ts'

export const CORRECTION_KINDS = ['GOODWILL', 'FEE_REFUND', 'LOST_DEPOSIT', 'SUSPENSE', 'ERROR'] as const
export type CorrectionKind = (typeof CORRECTION_KINDS)[number]

export const DIRECTIONS = ['CREDIT', 'DEBIT'] as const
export type Direction = (typeof DIRECTIONS)[number]

export const AGAINST: Readonly<Record<CorrectionKind, string>> = {
  GOODWILL: 'expense:goodwill',
  FEE_REFUND: generalLedger.accessFees,
  LOST_DEPOSIT: 'suspense:cash',
  SUSPENSE: 'suspense:exceptions',
  ERROR: 'suspense:corrections',
}

/** Cash on its way between terminals and the bank: no suspense account by name, but emptied like one. */
const CASH_IN_TRANSIT = 'cash:transit'

/** Accounts of the general ledger that wait until somebody says where their money belongs. */
export const SUSPENSE_ACCOUNTS = [
  'suspense:cash',
  'suspense:corrections',
  'suspense:exceptions',
  CASH_IN_TRANSIT,
] as const
export type SuspenseAccount = (typeof SUSPENSE_ACCOUNTS)[number]

const LOSSES = 'expense:losses'

/** What a suspense account can be emptied against. */
export const EMPTIED_AGAINST = [...SUSPENSE_ACCOUNTS, LOSSES] as const
export type EmptiedAgainst = (typeof EMPTIED_AGAINST)[number]

/** The kind of the journal; its id is that of the correction. */
export const CORRECTION_JOURNAL = 'CORRECTION'

export function opposite(direction: Direction): Direction {
  return direction === 'CREDIT' ? 'DEBIT' : 'CREDIT'
}

export interface Correction {
  readonly id: string
  readonly institutionId: string
  readonly accountId?: string | undefined
  readonly suspenseAccount?: string | undefined
  readonly against: string
  readonly direction: Direction
  readonly amountMinor: bigint
  readonly currency: string
  readonly kind: CorrectionKind
  readonly reason: string
  readonly transactionId?: string | undefined
  readonly exceptionId?: string | undefined
  /** The correction that this one undoes. */
  readonly reverses?: string | undefined
  /** Of an undone one: what counted as reversed because of it. */
  readonly undoneMinor?: bigint | undefined
  /** The transaction may count as reversed by it: it took money from the account. */
  readonly givesBack: boolean
}

export interface CorrectionPosting extends Posting<void> {
  readonly correction: Correction
  readonly institution: Institution
  /** The most that may be corrected on an account in a day; undefined: nothing in this currency. */
  readonly limitMinor: bigint | undefined
  readonly actor: Actor
}

// Cash that is put into a terminal, taken out of it or counted in it.
//
//   kind     posts
//   LOAD     vault:<terminal> −amount, cash:transit +amount
//   UNLOAD   vault:<terminal> +amount, cash:transit −amount
//   COUNT    vault:<terminal> −difference, suspense:cash +difference; the first one: opening in place of suspense:cash
//
// The difference is what was counted beyond what was expected. Credits are positive, so the vault is the negative of the cash in it.
// At another core nothing is posted.

import type { Actor } from '../../administration/audit/actor.ts'
import type { Institution } from '../../administration/institutions/directory.ts'
import { generalLedger } from '../../channels/core/builtin/books/general-ledger.ts'
import { type Entry, general } from '../../ledger/journal.ts'
import type { Posting } from '../../ledger/posting.ts'

export const CASH_KINDS = ['LOAD', 'UNLOAD', 'COUNT'] as const
export type CashKind = (typeof CASH_KINDS)[number]

/** The kinds of journals: a movement's id is that of its journal. */
export const CASH_JOURNALS = { LOAD: 'CASH_LOAD', UNLOAD: 'CASH_UNLOAD', COUNT: 'CASH_COUNT' } as const
export const CASH_WRITE_OFF = 'CASH_WRITE_OFF'

export const CASH_ACCOUNTS = {
  transit: 'cash:transit',
  suspense: 'suspense:cash',
  expense: 'expense:cash',
} as const

/** The actions that end a difference. */
export const CASH_ACTIONS = ['MATCH', 'WRITE_OFF', 'IGNORE'] as const
export type CashAction = (typeof CASH_ACTIONS)[number]

export interface CashMovement {
  readonly id: string
  readonly institutionId: string
  readonly terminalId: string
  readonly kind: CashKind
  readonly currency: string
  readonly amountMinor: bigint
  readonly reference: string
  readonly atMs: number
  readonly note?: string | undefined
}

/** Orders that were posted after a movement's time, as far as they were summed before its posting. */
export interface SummedBefore {
  /** Everything until here is in the sum: no order that is under way can be older. */
  readonly untilMs: number
  readonly amountMinor: bigint
  /** At another core: the movement that the sum begins with. */
  readonly anchor: Anchor | undefined
}

/** What is counted from at another core. */
export interface Anchor {
  readonly id: string
  readonly kind: CashKind
  readonly atMs: number
  readonly amountMinor: bigint
  /** What orders after it have moved that have left for the archive. */
  readonly archivedMinor: bigint
}

export interface MovementPosting extends Posting<CashAnswer> {
  readonly work: 'movement'
  readonly movement: CashMovement
  readonly institution: Institution
  readonly isPosted: boolean
  readonly summed: SummedBefore
  /** The id of the terminal's record, and its sub-tenant, for the audit log. */
  readonly terminal: { readonly id: string; readonly subTenantId?: string | undefined }
  readonly actor: Actor
}

/** `again`: another posting of the terminal's cash came in between. */
export type CashAnswer = { readonly kind: 'stored'; readonly id: string } | { readonly kind: 'again' }

export interface DifferencePosting extends Posting<CashAnswer> {
  readonly work: 'resolution'
  readonly exceptionId: string
  readonly terminalId: string
  readonly institution: Institution
  readonly action: CashAction
  readonly reason: string
  readonly correctionId: string | undefined
  readonly actor: Actor
}

export type CashPosting = MovementPosting | DifferencePosting

export function vaultOf(terminalId: string): string {
  return generalLedger.vault(terminalId)
}

/** What a movement posts; nothing when nothing moves. */
export function movementEntries(movement: CashMovement, expectedMinor: bigint, isFirst: boolean): readonly Entry[] {
  const { terminalId, kind, currency, amountMinor } = movement
  const intoVault = { LOAD: amountMinor, UNLOAD: -amountMinor, COUNT: amountMinor - expectedMinor }[kind]
  if (intoVault === 0n) return []
  const against = kind === 'COUNT' ? (isFirst ? generalLedger.opening : CASH_ACCOUNTS.suspense) : CASH_ACCOUNTS.transit
  return [general(vaultOf(terminalId), currency, -intoVault), general(against, currency, intoVault)]
}

export function writeOffEntries(differenceMinor: bigint, currency: string): readonly Entry[] {
  return [
    general(CASH_ACCOUNTS.suspense, currency, -differenceMinor),
    general(CASH_ACCOUNTS.expense, currency, differenceMinor),
  ]
}

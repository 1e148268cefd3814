// A digital asset account: it holds tokens of its own institution, in one currency. The holding is an account of the ledger
// with the same id in the institution's book.

import type { IsoReason } from '../../platform/kernel/identifiers/iso-reason.ts'
import type { Restriction } from '../ledgers/digital-ledger.ts'
import type { Made } from '../parties/digital-institution.ts'

export const ACCOUNT_STATES = ['PROVISIONING', 'ACTIVE', 'FROZEN', 'CLOSED', 'FAILED'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

/** The types of accounts that can be linked. */
export const LINKED_TYPES = ['DDA', 'SDA'] as const
export type LinkedType = (typeof LINKED_TYPES)[number]

export interface DigitalAccount {
  readonly bookId: string
  readonly accountId: string
  readonly institutionId: string
  readonly userId: string
  readonly partnerId: string
  readonly currency: string
  readonly label?: string
  readonly isDefault: boolean
  readonly linkedAccountId: string
  /** Absent when a remote core keeps the account and the caller did not say. */
  readonly linkedType?: LinkedType
  readonly state: AccountState
  /** Empty unless FROZEN. */
  readonly restrictions: readonly Restriction[]
  /** FAILED only. */
  readonly outcome?: Outcome
  readonly made: Made
}

/** Why something ended without success. */
export interface Outcome {
  readonly reasonCode: string
  readonly isoReason?: IsoReason
}

export const LEDGER_REFUSED: Outcome = { reasonCode: 'LEDGER_REFUSED', isoReason: 'AB04' }

/** What seldom changes of an account, kept in memory by every node: only the linked account does. */
export type AccountFacts = Pick<
  DigitalAccount,
  'bookId' | 'accountId' | 'institutionId' | 'userId' | 'partnerId' | 'currency' | 'linkedAccountId'
>

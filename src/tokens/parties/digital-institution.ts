// An institution of digital banking: it issues tokens for its users. A partner has onboarded it.

import type { LedgerName } from '../ledgers/ledger-names.ts'

export const INSTITUTION_STATES = ['PENDING_REVIEW', 'ACTIVE', 'SUSPENDED', 'REJECTED', 'OFFBOARDED'] as const
export type InstitutionState = (typeof INSTITUTION_STATES)[number]

export interface DigitalInstitution {
  readonly institutionId: string
  /** The institution_id of its books: `externalId`, or its own id without one. */
  readonly bookId: string
  readonly partnerId: string
  readonly name: string
  readonly country: string
  readonly currencies: readonly string[]
  readonly bic?: string
  readonly lei?: string
  /** An institution of family A: its accounts can be linked. */
  readonly externalId?: string
  readonly state: InstitutionState
  /** Fixed by the first account. */
  readonly ledger?: LedgerName
  readonly made: Made
}

/** What every resource says of its making. */
export interface Made {
  /** Reference of the request that made it; its type follows from the resource. */
  readonly ref: string
  readonly channelType: string
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

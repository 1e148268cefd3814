// What an institution can set for digital banking: application properties of the application `digital`, under the digital
// institution's id or its externalId.

import type { LedgerName } from './ledgers/ledger-names.ts'

export interface DigitalSettings {
  readonly onboardingInstitutions: 'AUTO' | 'MANUAL'
  readonly onboardingUsers: 'AUTO' | 'MANUAL'
  readonly ledger: LedgerName
  /** How long a request waits for an end state. */
  readonly answerWithinMs: number
  /** By currency; absent: none. */
  readonly limits: ReadonlyMap<string, TokenLimits>
  /** A ledger whose head has not moved for so long is down; 0: never. */
  readonly haltedAfterMs: number
  /** An operation that a ledger has neither carried out nor refused for so long is an exception. */
  readonly silentAfterMs: number
  /** By currency: the most that may be owed to other institutions; absent: none. */
  readonly netDebitCapMinor: ReadonlyMap<string, bigint>
}

/** Limits of deposits, and of transfers out, each per account. */
export interface TokenLimits {
  readonly perTransactionMinor?: bigint
  readonly perDayMinor?: bigint
}

/** Those that hold for an institution; without one, those that hold for all. */
export type SettingsOf = (institution?: {
  readonly institutionId: string
  readonly externalId?: string | undefined
}) => DigitalSettings

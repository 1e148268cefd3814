// What the comparisons of book and ledgers work with.

import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { DigitalLedger } from './digital-ledger.ts'

export interface ReconcileParts {
  readonly database: Database
  readonly clock: Clock
  /** Ledgers outside the database of the book. The built-in one commits with the book and is checked by `verify`. */
  readonly ledgers: readonly DigitalLedger[]
  readonly log?: { warn(details: object, message: string): void } | undefined
  readonly accountsPerRun?: number
  /** How long a ledger may take for a set of balances. */
  readonly callLimitMs?: number
}

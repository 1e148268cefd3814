// What opening a digital asset account asks of the bank: whether the account that it names can be linked. wire joins it.

import type { Sql } from '../../platform/storage/database.ts'
import type { DigitalInstitution } from '../parties/digital-institution.ts'
import type { LinkedType } from './digital-account.ts'

export interface WantedLink {
  readonly institution: Pick<DigitalInstitution, 'bookId' | 'externalId'>
  readonly accountId: string
  readonly currency: string
  /** When sent, it must be the account's. */
  readonly type?: LinkedType | undefined
  /** Who uses it: the holder of a synthetic account. */
  readonly userId: string
  readonly nowMs: number
}

/** Accounts in the platform's own books. */
export interface AccountLinking {
  /**
   * The type of the account, or undefined when it cannot be linked. In the sandbox an institution without externalId opens
   * a synthetic account for an id that is new to its book, in the caller's transaction.
   */
  link(sql: Sql, wanted: WantedLink): Promise<LinkedType | undefined>
}

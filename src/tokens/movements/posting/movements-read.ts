// What a batch of movements reads, after the locks of its accounts.

import type { AccountState } from '../../accounts/digital-account.ts'
import type { Restriction } from '../../ledgers/digital-ledger.ts'
import type { InstitutionState } from '../../parties/digital-institution.ts'
import type { UserState } from '../../parties/digital-user.ts'
import type { ReturnedTransfer, Standing } from '../checks/rules.ts'
import type { Movement, MovementKind } from '../movement.ts'
import type { MovementChanges } from './movement-steps.ts'

export interface ReferenceRow {
  readonly partner_id: string
  /** The kind of a movement, or the type of another request. */
  readonly kind: string
  readonly ref: string
  /** Null once the request is archived. */
  readonly content: Buffer | null
  readonly movement_id: string
}

export interface InstitutionRow {
  readonly institution_id: string
  readonly state: InstitutionState
}

export interface StandingRow {
  readonly book_id: string
  readonly account_id: string
  readonly issuer_id: string
  readonly currency: string
  readonly account_state: AccountState
  readonly restrictions: readonly Restriction[]
  readonly user_state: UserState
  readonly linked_account_id: string
}

export interface UsageRow {
  readonly account_id: string
  readonly kind: MovementKind
  readonly used_minor: bigint
}

export interface OwedRow {
  readonly issuer_id: string
  readonly currency: string
  /** Owed and on its way out. */
  readonly owed_minor: bigint
}

export interface MovementsRead {
  readonly movements: readonly Movement[]
  readonly references: readonly ReferenceRow[]
  /** Shared by all books of the batch, which add what they read and what they use. */
  readonly usedByBatch: Map<string, ReferenceRow>
  readonly institutions: readonly InstitutionRow[]
  readonly standings: readonly StandingRow[]
  readonly usage: readonly UsageRow[]
  readonly owed: readonly OwedRow[]
  /** The transfers that new ones give back. */
  readonly returned: readonly ReturnedTransfer[]
  readonly changes: MovementChanges
}

export function toStanding(row: StandingRow, states: ReadonlyMap<string, InstitutionState>): Standing {
  const institutionState = states.get(row.issuer_id)
  if (institutionState === undefined) throw new Error('the institution of an account does not exist')
  return {
    accountId: row.account_id,
    issuerId: row.issuer_id,
    currency: row.currency,
    accountState: row.account_state,
    restrictions: row.restrictions,
    userState: row.user_state,
    institutionState,
    linkedAccountId: row.linked_account_id,
  }
}

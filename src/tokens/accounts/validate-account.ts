// Account validation: whether an account of any institution can receive tokens, and whether it belongs to the holder that the
// payer means. What is not there is a result, not a refusal.

import { isUuid } from '../../platform/kernel/identifiers/ids.ts'
import type { IsoReason } from '../../platform/kernel/identifiers/iso-reason.ts'
import type { Sql, Statement } from '../../platform/storage/database.ts'
import type { Restriction } from '../ledgers/digital-ledger.ts'
import { cannotReceive, tokenTypeProblem } from '../movements/checks/rules.ts'
import type { InstitutionState } from '../parties/digital-institution.ts'
import type { UserState } from '../parties/digital-user.ts'
import { tokenProblem } from '../token-problems.ts'
import type { AccountState } from './digital-account.ts'
import { matchNames, type NameResult } from './names/match-names.ts'
import type { HolderType } from './names/name-words.ts'

export interface ValidationInquiry {
  readonly institutionId: string
  readonly accountId: string
  readonly holderName?: string | undefined
  readonly currency?: string | undefined
  readonly tokenType?: string | undefined
}

export interface Validation {
  /** The account can receive, and the name matches or none was sent. */
  readonly verified: boolean
  readonly accountStatus?: AccountState
  /** NOAP: not compared. */
  readonly nameMatch: NameResult | 'NOAP'
  /** The holder's name, for a close match. */
  readonly suggestedName?: string
  readonly canReceive: boolean
  readonly reason?: IsoReason
}

interface ValidationRow {
  readonly institution_state: InstitutionState
  readonly state: AccountState | null
  readonly restrictions: readonly Restriction[] | null
  readonly currency: string | null
  readonly user_state: UserState | null
  readonly user_type: HolderType | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly legal_name: string | null
}

// Each table is read by its key.
const READ_VALIDATED: Statement = {
  name: 'read-validated-account',
  text: `SELECT i.state AS institution_state, a.state, a.restrictions, a.currency,
                u.state AS user_state, u.user_type, u.first_name, u.last_name, u.legal_name
           FROM digital_institutions i
           LEFT JOIN digital_accounts a ON a.account_id = $2 AND a.institution_id = i.institution_id
           LEFT JOIN digital_users u ON u.user_id = a.user_id
          WHERE i.institution_id = $1`,
}

/** An id that no account has. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000'

/** Refusals: `institution-not-found`, `token-type-not-supported`. */
export async function validateAccount(sql: Sql, inquiry: ValidationInquiry): Promise<Validation> {
  const { institutionId, accountId, holderName, currency, tokenType } = inquiry
  const row = isUuid(institutionId) ? await readValidated(sql, institutionId, accountId) : undefined
  if (row === undefined) throw tokenProblem('institution-not-found', 'there is no such institution')
  const otherType = tokenType === undefined ? undefined : tokenTypeProblem(tokenType)
  if (otherType !== undefined) throw otherType
  const { state: accountStatus, user_state: userState } = row
  if (accountStatus === null || userState === null) {
    return { verified: false, nameMatch: 'NOAP', canReceive: false, reason: 'AC01' }
  }
  const standing = {
    accountId,
    issuerId: institutionId,
    currency: row.currency ?? '',
    accountState: accountStatus,
    restrictions: row.restrictions ?? [],
    userState,
    institutionState: row.institution_state,
  }
  const obstacle = cannotReceive(standing, currency)
  const holder = nameOf(row)
  const isCompared = holderName !== undefined && accountStatus !== 'CLOSED'
  const nameMatch = isCompared ? matchNames(holderName, holder, row.user_type ?? 'INDIVIDUAL') : 'NOAP'
  const canReceive = obstacle === undefined
  const reason = obstacle ?? (nameMatch === 'NMTC' ? 'BE01' : undefined)
  return {
    verified: canReceive && (nameMatch === 'MTCH' || holderName === undefined),
    accountStatus,
    nameMatch,
    ...(nameMatch === 'CMTC' && { suggestedName: holder }),
    canReceive,
    ...(reason !== undefined && { reason }),
  }
}

async function readValidated(sql: Sql, institutionId: string, accountId: string): Promise<ValidationRow | undefined> {
  const { rows } = await sql.query<ValidationRow>(READ_VALIDATED, [
    institutionId,
    isUuid(accountId) ? accountId : NO_ACCOUNT,
  ])
  return rows[0]
}

function nameOf({ first_name: first, last_name: last, legal_name: legal }: ValidationRow): string {
  return legal ?? [first, last].filter((part) => part !== null).join(' ')
}

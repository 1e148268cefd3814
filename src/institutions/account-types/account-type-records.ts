// Account types as they are stored, read and listed.

import { type RecordFields, type RecordKind, type RecordRow, recordFieldsOf } from '../../records/record-kind.ts'
import type { AccountCategory, BalanceType } from '../directory.ts'
import { institutionProblem } from '../institution-problems.ts'

export interface AccountTypeRecord extends RecordFields {
  readonly institutionId: string
  /** As accounts name it. Unique in the institution. */
  readonly code: string
  /** What the institution's remote core calls the type; null when it uses `code`. */
  readonly coreCode: string | null
  readonly description: string
  readonly category: AccountCategory
  readonly defaultTxnCapability: string
  readonly balanceTypes: readonly BalanceType[]
  readonly isActive: boolean
}

export interface AccountTypeFilter {
  /** A part of the code, the core's code or the description, in any letter case. */
  readonly search?: string | undefined
  readonly institutionId?: string | undefined
  readonly category?: readonly AccountCategory[] | undefined
  readonly isActive?: boolean | undefined
}

interface AccountTypeRow extends RecordRow {
  id: string
  institution_id: string
  code: string
  core_code: string | null
  description: string
  category: AccountCategory
  default_txn_capability: string
  balance_types: BalanceType[]
  is_active: boolean
}

export const ACCOUNT_TYPE_SORTS = {
  institutionId: 't.institution_id',
  code: 't.code',
  description: 't.description',
  category: 't.category',
  createdAt: 't.created_at',
  updatedAt: 't.updated_at',
}

export const ACCOUNT_TYPES: RecordKind<AccountTypeRecord, AccountTypeFilter, AccountTypeRow> = {
  resource: 'account-type',
  table: 'account_types t',
  id: 't.id',
  order: 't.created_at DESC, t.institution_id, t.code',
  sorts: ACCOUNT_TYPE_SORTS,
  select: () => `
    SELECT t.id, t.version, t.created_at, t.updated_at, t.created_by, t.updated_by, t.institution_id, t.code, t.core_code,
           t.description, t.category, t.default_txn_capability, t.balance_types, t.is_active
      FROM account_types t`,
  // It belongs to an institution, and never to a sub-tenant.
  inScope({ institutionId, subTenantId }, parameters) {
    if (subTenantId !== undefined) return 'false'
    return institutionId === undefined ? 'true' : `t.institution_id = ${parameters.add(institutionId)}`
  },
  matching({ search, institutionId, category, isActive }, _reader, where) {
    where.addSearch(
      search,
      (pattern) => `(t.code ILIKE ${pattern} OR t.core_code ILIKE ${pattern} OR t.description ILIKE ${pattern})`,
    )
    where.addFor(institutionId, (value) => `t.institution_id = ${value}`)
    where.addFor(category, (values) => `t.category = ANY (${values}::text[])`)
    where.addFor(isActive, (value) => `t.is_active = ${value}`)
  },
  recordsOf: (rows) => rows.map(accountTypeOf),
  snapshot: (type) => type,
  ownerOf: ({ institutionId }) => ({ institutionId }),
  refusals: {
    notFound: () => institutionProblem('account-type-not-found', 'there is no such account type'),
    changed: () => institutionProblem('account-type-changed', 'the account type was changed since it was read'),
  },
}

function accountTypeOf(row: AccountTypeRow): AccountTypeRecord {
  return {
    ...recordFieldsOf(row.id, row),
    institutionId: row.institution_id,
    code: row.code,
    coreCode: row.core_code,
    description: row.description,
    category: row.category,
    defaultTxnCapability: row.default_txn_capability,
    balanceTypes: row.balance_types,
    isActive: row.is_active,
  }
}

// Account types: which types of accounts an institution offers, and how family A treats their accounts. Deactivated, its
// accounts are not listed and only reversals pass.

import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { refuseDuplicate } from '../../../platform/storage/statements/duplicates.ts'
import { assertVersion, changeRecord, deleteRecord } from '../../records/change-record.ts'
import { recordKind } from '../../records/column-kind.ts'
import { sorted } from '../../records/columns.ts'
import { fieldsToSet } from '../../records/fixed-fields.ts'
import type { NewRecord, RecordCaller, RecordChange, RecordFields } from '../../records/record-kind.ts'
import { ofInstitution } from '../../records/scope-conditions.ts'
import { createRecord, switchRecord, writeFields } from '../../records/write-record.ts'
import type { DirectoryServices } from '../change-directory.ts'
import { type AccountCategory, BALANCE_TYPES, type BalanceType } from '../directory.ts'
import { DirectoryRecords } from '../directory-records.ts'
import { institutionProblem } from '../institution-problems.ts'
import { assertNamedInstitution } from '../named-institution.ts'

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

export const ACCOUNT_TYPES = recordKind<AccountTypeRecord, AccountTypeFilter>({
  resource: 'account-type',
  table: 'account_types t',
  order: 't.created_at DESC, t.institution_id, t.code',
  columns: {
    institutionId: sorted('institution_id'),
    code: sorted('code'),
    coreCode: 'core_code',
    description: sorted('description'),
    category: sorted('category'),
    defaultTxnCapability: 'default_txn_capability',
    balanceTypes: 'balance_types',
    isActive: 'is_active',
  },
  inScope: (scope, parameters) => ofInstitution('t', scope, parameters),
  matching({ search, institutionId, category, isActive }, _reader, where) {
    where.addSearch(
      search,
      (pattern) => `(t.code ILIKE ${pattern} OR t.core_code ILIKE ${pattern} OR t.description ILIKE ${pattern})`,
    )
    where.addFor(institutionId, (value) => `t.institution_id = ${value}`)
    where.addFor(category, (values) => `t.category = ANY (${values}::text[])`)
    where.addFor(isActive, (value) => `t.is_active = ${value}`)
  },
  ownerOf: ({ institutionId }) => ({ institutionId }),
  refusals: {
    notFound: () => institutionProblem('account-type-not-found', 'there is no such account type'),
    changed: () => institutionProblem('account-type-changed', 'the account type was changed since it was read'),
  },
})

/** Without balance types it has those of accounts of the category. */
export type NewAccountType = NewRecord<AccountTypeRecord, 'balanceTypes' | 'isActive'>

export type AccountTypeChange = RecordChange<NewAccountType, 'isActive'>

const BALANCES: Readonly<Record<AccountCategory, readonly BalanceType[]>> = {
  ASSET: ['Available', 'Balance', 'PaymentDue'],
  LIABILITY: ['Available', 'Balance'],
}

export class AccountTypes extends DirectoryRecords<AccountTypeRecord, AccountTypeFilter> {
  constructor(services: DirectoryServices) {
    super(ACCOUNT_TYPES, services)
  }

  /** Refusals: `not-found` for an institution outside the scope, `invalid`, `conflict` when the code is taken. */
  create(caller: RecordCaller, type: NewAccountType): Promise<AccountTypeRecord> {
    const { institutionId, category, defaultTxnCapability, balanceTypes = BALANCES[category] } = type
    return this.transaction(caller, async (work) => {
      await assertNamedInstitution(work.sql, caller.principal.scope, institutionId)
      await assertCapability(work.sql, defaultTxnCapability)
      return await refuseDuplicate('account_types_by_code', codeTaken, () =>
        createRecord(work, ACCOUNT_TYPES, { ...type, balanceTypes: ordered(balanceTypes) }),
      )
    })
  }

  /** Refusals: as for create, and `conflict` when the version is stale or accounts were opened in the category. */
  update(caller: RecordCaller, id: string, change: AccountTypeChange): Promise<AccountTypeRecord> {
    return this.transaction(caller, (work) =>
      changeRecord(work, ACCOUNT_TYPES, 'account-type.update', id, async (before) => {
        const { sql } = work
        assertVersion(ACCOUNT_TYPES, before, change.version)
        const { balanceTypes, ...others } = fieldsToSet(['institutionId', 'code'], before, change)
        const { category = before.category, defaultTxnCapability = before.defaultTxnCapability } = others
        if (defaultTxnCapability !== before.defaultTxnCapability) await assertCapability(sql, defaultTxnCapability)
        // Accounts have the bounds of the category that they were opened in.
        if (category !== before.category) await assertUnused(sql, before, 'its category cannot be changed')
        await writeFields(work, ACCOUNT_TYPES, id, { ...others, balanceTypes: balanceTypes && ordered(balanceTypes) })
      }),
    )
  }

  setActive(caller: RecordCaller, id: string, isActive: boolean): Promise<AccountTypeRecord> {
    return this.transaction(caller, (work) => switchRecord(work, ACCOUNT_TYPES, id, isActive))
  }

  /** Refusals: `not-found`, and `conflict` when an account is of the type. */
  delete(caller: RecordCaller, id: string): Promise<void> {
    return this.transaction(caller, (work) =>
      deleteRecord(work, ACCOUNT_TYPES, 'account-type.delete', id, async (before) => {
        await assertUnused(work.sql, before, 'deactivate it instead')
        await work.sql.query('DELETE FROM account_types WHERE id = $1', [id])
      }),
    )
  }
}

async function assertCapability(sql: Sql, code: string): Promise<void> {
  const { rowCount } = await sql.query('SELECT FROM transaction_capabilities WHERE code = $1 FOR KEY SHARE', [code])
  if (rowCount > 0) return
  throw invalidFields([{ path: 'defaultTxnCapability', message: 'is not a transaction capability' }])
}

async function assertUnused(sql: Sql, { institutionId, code }: AccountTypeRecord, instead: string): Promise<void> {
  const { rowCount } = await sql.query('SELECT FROM accounts WHERE account_type = $1 AND institution_id = $2 LIMIT 1', [
    code,
    institutionId,
  ])
  if (rowCount > 0) throw institutionProblem('account-type-in-use', `accounts are of this type; ${instead}`)
}

function codeTaken(cause: unknown) {
  return institutionProblem('account-type-code-taken', 'the institution has an account type of this code', { cause })
}

/** Each once, in the order that family A returns them in. */
function ordered(balanceTypes: readonly BalanceType[]): BalanceType[] {
  return BALANCE_TYPES.filter((type) => balanceTypes.includes(type))
}

// Account types: which types of accounts an institution offers, and how family A treats their accounts. Deactivated, its
// accounts are not listed and only reversals pass.

import { authorOf } from '../../audit/actor.ts'
import { newId } from '../../kernel/ids.ts'
import { invalidFields } from '../../kernel/problem.ts'
import {
  assertVersion,
  changeRecord,
  deleteRecord,
  type RecordWork,
  recordCreation,
  UNCHANGED,
} from '../../records/change-record.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import { Records } from '../../records/records.ts'
import type { Sql } from '../../storage/database.ts'
import { refuseDuplicate } from '../../storage/duplicates.ts'
import { changeDirectory, type PartnerServices } from '../change-directory.ts'
import { type AccountCategory, BALANCE_TYPES, type BalanceType } from '../directory.ts'
import { assertFixed } from '../fixed-fields.ts'
import { institutionProblem } from '../institution-problems.ts'
import { assertNamedInstitution } from '../named-institution.ts'
import { ACCOUNT_TYPES, type AccountTypeFilter, type AccountTypeRecord } from './account-type-records.ts'

export interface NewAccountType {
  readonly institutionId: string
  readonly code: string
  readonly coreCode?: string | null | undefined
  readonly description: string
  readonly category: AccountCategory
  readonly defaultTxnCapability: string
  /** Default: what accounts of the category have. */
  readonly balanceTypes?: readonly BalanceType[] | undefined
  readonly isActive?: boolean | undefined
}

/** Absent fields stay unchanged; `version` is the one that was read. */
export interface AccountTypeChange extends Partial<Omit<NewAccountType, 'isActive'>> {
  readonly version: number
}

const BALANCES: Readonly<Record<AccountCategory, readonly BalanceType[]>> = {
  ASSET: ['Available', 'Balance', 'PaymentDue'],
  LIABILITY: ['Available', 'Balance'],
}

export class AccountTypes extends Records<AccountTypeRecord, AccountTypeFilter> {
  readonly #services: PartnerServices

  constructor(services: PartnerServices) {
    super(ACCOUNT_TYPES, services)
    this.#services = services
  }

  /** Refusals: `not-found` for an institution outside the scope, `invalid`, `conflict` when the code is taken. */
  create(caller: RecordCaller, type: NewAccountType): Promise<AccountTypeRecord> {
    const { institutionId, code, coreCode = null, description, category, defaultTxnCapability } = type
    const { balanceTypes = BALANCES[category], isActive = true } = type
    return this.transaction(caller, async ({ sql, nowMs, ...work }) => {
      await assertNamedInstitution(sql, caller.principal.scope, institutionId)
      await assertCapability(sql, defaultTxnCapability)
      const id = newId(nowMs)
      await refuseDuplicate('account_types_by_code', codeTaken, () =>
        sql.query(
          `INSERT INTO account_types (id, institution_id, code, core_code, description, category, default_txn_capability,
                                      balance_types, is_active, created_by, updated_by, created_at, updated_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $11)`,
          [
            id,
            institutionId,
            code,
            coreCode,
            description,
            category,
            defaultTxnCapability,
            ordered(balanceTypes),
            isActive,
            authorOf(caller.actor),
            new Date(nowMs),
          ],
        ),
      )
      return await recordCreation({ sql, nowMs, ...work }, ACCOUNT_TYPES, 'account-type.create', id)
    })
  }

  /** Refusals: as for create, and `conflict` when the version is stale or accounts were opened in the category. */
  update(caller: RecordCaller, id: string, change: AccountTypeChange): Promise<AccountTypeRecord> {
    return this.transaction(caller, (work) =>
      changeRecord(work, ACCOUNT_TYPES, 'account-type.update', id, async (before) => {
        const { sql } = work
        assertVersion(ACCOUNT_TYPES, before, change.version)
        assertFixed(['institutionId', 'code'], before, change)
        const { category = before.category, defaultTxnCapability = before.defaultTxnCapability } = change
        if (defaultTxnCapability !== before.defaultTxnCapability) await assertCapability(sql, defaultTxnCapability)
        // Accounts have the bounds of the category that they were opened in.
        if (category !== before.category) await assertUnused(sql, before, 'its category cannot be changed')
        await sql.query(
          `UPDATE account_types
              SET core_code = $2, description = $3, category = $4, default_txn_capability = $5, balance_types = $6
            WHERE id = $1`,
          [
            id,
            change.coreCode === undefined ? before.coreCode : change.coreCode,
            change.description ?? before.description,
            category,
            defaultTxnCapability,
            ordered(change.balanceTypes ?? before.balanceTypes),
          ],
        )
      }),
    )
  }

  setActive(caller: RecordCaller, id: string, isActive: boolean): Promise<AccountTypeRecord> {
    const action = isActive ? 'account-type.activate' : 'account-type.deactivate'
    return this.transaction(caller, (work) =>
      changeRecord(work, ACCOUNT_TYPES, action, id, async (before) => {
        if (before.isActive === isActive) return UNCHANGED
        return work.sql.query('UPDATE account_types SET is_active = $2 WHERE id = $1', [id, isActive])
      }),
    )
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

  /** Every node sees the change when the caller is answered. */
  protected override transaction<T, Caller extends RecordCaller>(
    caller: Caller,
    run: (work: RecordWork<Caller>) => Promise<T>,
  ): Promise<T> {
    return changeDirectory(this.#services, (sql, nowMs) => run({ sql, nowMs, caller }))
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

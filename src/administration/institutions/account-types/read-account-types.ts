// The account types of every institution, for the directory: by our code, and by the code of the institution's remote core.

import type { Sql } from '../../../platform/storage/database.ts'
import type { ClosedValues } from '../../../platform/storage/statements/closed-values.ts'
import { ACCOUNT_CATEGORIES, type AccountType, BALANCE_TYPES } from '../directory.ts'

type ByInstitution = ReadonlyMap<string, ReadonlyMap<string, AccountType>>

export interface AccountTypes {
  readonly byCode: ByInstitution
  readonly byCoreCode: ByInstitution
}

export const NO_ACCOUNT_TYPES: AccountTypes = { byCode: new Map(), byCoreCode: new Map() }

interface AccountTypeRow {
  institution_id: string
  code: string
  core_code: string | null
  category: string
  default_txn_capability: string
  balance_types: string[]
  is_active: boolean
}

export async function readAccountTypes(sql: Sql, closed: ClosedValues): Promise<AccountTypes> {
  const { rows } = await sql.query<AccountTypeRow>(
    `SELECT institution_id, code, core_code, category, default_txn_capability, balance_types, is_active
       FROM account_types
      ORDER BY institution_id, code`,
  )
  const byCode = new Map<string, Map<string, AccountType>>()
  const byCoreCode = new Map<string, Map<string, AccountType>>()
  for (const [institutionId, group] of Map.groupBy(rows, (row) => row.institution_id)) {
    const types = group.map((row) => ({ row, type: accountTypeOf(row, closed) }))
    byCode.set(institutionId, new Map(types.map(({ type }) => [type.code, type])))
    // Entered from the last to the first, because a later entry replaces an earlier one. So a code of the core counts
    // before our own code of a type that has none, and of several types with the same code the first counts.
    const called = types.toReversed()
    const [named, unnamed] = [called.filter(({ row }) => row.core_code !== null), called.filter(isUnnamed)]
    byCoreCode.set(
      institutionId,
      new Map([...unnamed, ...named].map(({ row, type }) => [row.core_code ?? row.code, type])),
    )
  }
  return { byCode, byCoreCode }
}

function isUnnamed({ row }: { readonly row: AccountTypeRow }): boolean {
  return row.core_code === null
}

function accountTypeOf(row: AccountTypeRow, closed: ClosedValues): AccountType {
  const source = { table: 'account_types', key: `${row.institution_id} ${row.code}` }
  return {
    code: row.code,
    category: closed.one(ACCOUNT_CATEGORIES, row.category, { ...source, column: 'category' }),
    defaultTxnCapability: row.default_txn_capability,
    balanceTypes: closed.all(BALANCE_TYPES, row.balance_types, { ...source, column: 'balance_types' }),
    isActive: row.is_active,
  }
}

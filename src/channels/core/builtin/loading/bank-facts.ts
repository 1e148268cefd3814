// What a loaded file is checked against: the institution, its currencies, branches and account types, and the transaction
// capabilities.

import { isBuiltInCore } from '../../../../administration/institutions/core-types.ts'
import type { Environment } from '../../../../platform/kernel/environment.ts'
import { Problem } from '../../../../platform/kernel/problems/problem.ts'
import type { BusinessDay } from '../../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../../platform/storage/database.ts'

export interface LoadedType {
  readonly code: string
  readonly isLoan: boolean
  readonly defaultTxnCapability: string
  readonly isActive: boolean
}

export interface BankFacts {
  readonly institutionId: string
  readonly day: BusinessDay
  readonly currencies: ReadonlySet<string>
  /** Empty: the institution lists no branches, and an account may name any. */
  readonly branches: ReadonlySet<string>
  readonly types: ReadonlyMap<string, LoadedType>
  readonly capabilities: ReadonlySet<string>
}

interface InstitutionRow {
  status: string
  time_zone: string
  cutover_time: string
  base_currency: string
  currencies: string[] | null
  branches: { id: string }[]
  core_type: string | null
}

/** Throws a Problem when there is no such institution, or one whose accounts are not here. */
export async function readBankFacts(
  sql: Sql,
  { institutionId, environment }: { readonly institutionId: string; readonly environment: Environment },
): Promise<BankFacts> {
  const { rows } = await sql.query<InstitutionRow>(
    `SELECT i.status, i.time_zone, i.cutover_time, i.branches, i.base_currency, i.currencies,
            (SELECT c.core_type FROM core_connections c
              WHERE c.institution_id = i.institution_id AND c.environment = $2 AND c.status = 'ACTIVE') AS core_type
       FROM institutions i
      WHERE i.institution_id = $1`,
    [institutionId, environment],
  )
  const [institution] = rows
  if (institution === undefined) throw new Problem('not-found', `there is no institution ${institutionId}`)
  assertLoadable(institutionId, institution)
  const [types, capabilities] = await Promise.all([readTypes(sql, institutionId), readCapabilities(sql)])
  return {
    institutionId,
    day: { timeZone: institution.time_zone, cutoverTime: institution.cutover_time },
    currencies: new Set([institution.base_currency, ...(institution.currencies ?? [])]),
    branches: new Set(institution.branches.map(({ id }) => id)),
    types,
    capabilities,
  }
}

/** A bank is loaded before it is activated, so it may have no core yet; but it must not have another one. */
function assertLoadable(institutionId: string, { status, core_type: coreType }: InstitutionRow): void {
  if (status === 'TERMINATED') throw new Problem('conflict', `${institutionId} is terminated`)
  if (coreType !== null && !isBuiltInCore(coreType)) {
    throw new Problem(
      'conflict',
      `${institutionId} has its accounts at a core of type ${coreType}, not in the built-in bank`,
    )
  }
}

async function readTypes(sql: Sql, institutionId: string): Promise<Map<string, LoadedType>> {
  const { rows } = await sql.query<{
    code: string
    category: string
    default_txn_capability: string
    is_active: boolean
  }>('SELECT code, category, default_txn_capability, is_active FROM account_types WHERE institution_id = $1', [
    institutionId,
  ])
  return new Map(
    rows.map((row) => [
      row.code,
      {
        code: row.code,
        isLoan: row.category === 'ASSET',
        defaultTxnCapability: row.default_txn_capability,
        isActive: row.is_active,
      },
    ]),
  )
}

async function readCapabilities(sql: Sql): Promise<Set<string>> {
  const { rows } = await sql.query<{ code: string }>('SELECT code FROM transaction_capabilities')
  return new Set(rows.map((row) => row.code))
}

// Which institutions a search goes over.

import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import type { TransactionFilter } from './transaction-filter.ts'

/** The institutions that a search goes over: the caller's own, the one that the filter names, or all. */
export async function institutionsOf(
  sql: Sql,
  scope: Scope,
  { institutionId }: Pick<TransactionFilter, 'institutionId'>,
): Promise<string[]> {
  if (scope.institutionId !== undefined) {
    return institutionId === undefined || institutionId === scope.institutionId ? [scope.institutionId] : []
  }
  if (institutionId !== undefined) return [institutionId]
  const { rows } = await sql.query<{ institution_id: string }>('SELECT institution_id FROM institutions')
  return rows.map((row) => row.institution_id)
}

// The institution that a new record names.

import { invalidFields } from '../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { institutionProblem } from './institution-problems.ts'

/**
 * A user with a scope may name only their own institution, and does not learn whether another one exists.
 * The institution cannot be deleted until the transaction ends.
 */
export async function assertNamedInstitution(sql: Sql, scope: Scope, institutionId: string): Promise<void> {
  const isOutside = scope.institutionId !== undefined && scope.institutionId !== institutionId
  if (isOutside || scope.subTenantId !== undefined) {
    throw institutionProblem('institution-not-found', 'there is no such institution')
  }
  const { rowCount } = await sql.query('SELECT FROM institutions WHERE institution_id = $1 FOR KEY SHARE', [
    institutionId,
  ])
  if (rowCount === 0) throw invalidFields([{ path: 'institutionId', message: 'is not an institution' }])
}

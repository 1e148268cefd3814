// The institution that a new record belongs to.

import { invalidFields } from '../kernel/problem.ts'
import type { RecordWork } from '../records/change-record.ts'
import { institutionProblem } from './institution-problems.ts'

/**
 * Refusals: `not-found` for an institution outside the caller's scope, whether it exists or not, and `invalid` for one
 * that does not exist. The users of a sub-tenant create nothing for its institution.
 */
export async function assertOwningInstitution({ sql, caller }: RecordWork, institutionId: string): Promise<void> {
  const { scope } = caller.principal
  const isOutside = scope.institutionId !== undefined && scope.institutionId !== institutionId
  if (isOutside || scope.subTenantId !== undefined) {
    throw institutionProblem('institution-not-found', 'there is no such institution')
  }
  const { rowCount } = await sql.query('SELECT FROM institutions WHERE institution_id = $1', [institutionId])
  if (rowCount === 0) throw invalidFields([{ path: 'institutionId', message: 'is not an institution' }])
}

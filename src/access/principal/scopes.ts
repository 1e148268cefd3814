// Scope in SQL: a record that a user may not see is not found, because no query leaves the condition out.

import type { Scope } from '../../kernel/scope.ts'
import type { Parameters } from '../../storage/parameters.ts'

/** The condition under which a row of `users u` lies within a scope. */
export function userInScope(scope: Scope, parameters: Parameters): string {
  if (scope.institutionId === undefined) return 'true'
  const inInstitution = `u.institution_id = ${parameters.add(scope.institutionId)}`
  if (scope.subTenantId === undefined) return inInstitution
  return `${inInstitution} AND u.sub_tenant_id = ${parameters.add(scope.subTenantId)}`
}

/** The condition under which a row of `roles r` is seen from a scope. */
export function roleInScope(scope: Scope, parameters: Parameters): string {
  if (scope.institutionId === undefined) return 'true'
  return `(r.institution_id IS NULL OR r.institution_id = ${parameters.add(scope.institutionId)})`
}

/** How far a user sees, from the columns of `users`. */
export function scopeOf(user: {
  readonly institution_id: string | null
  readonly sub_tenant_id: string | null
}): Scope {
  return {
    ...(user.institution_id === null ? {} : { institutionId: user.institution_id }),
    ...(user.sub_tenant_id === null ? {} : { subTenantId: user.sub_tenant_id }),
  }
}

// Scope in SQL, for tables with the columns `institution_id` and `sub_tenant_id`. A record that a caller may not see is not
// found, because no statement leaves the condition out.

import type { Scope } from '../../platform/kernel/scope.ts'
import type { Parameters } from '../../platform/storage/statements/parameters.ts'

/** The record belongs to the scope: to the institution, and to the sub-tenant when the scope names one. */
export function belongsTo(alias: string, scope: Scope, parameters: Parameters): string {
  if (scope.institutionId === undefined) return 'true'
  const ofInstitution = `${alias}.institution_id = ${parameters.add(scope.institutionId)}`
  if (scope.subTenantId === undefined) return ofInstitution
  return `${ofInstitution} AND ${alias}.sub_tenant_id = ${parameters.add(scope.subTenantId)}`
}

/** The record belongs to the institution of the scope, or to everyone. */
export function isSharedWith(alias: string, scope: Scope, parameters: Parameters): string {
  if (scope.institutionId === undefined) return 'true'
  return `(${alias}.institution_id IS NULL OR ${alias}.institution_id = ${parameters.add(scope.institutionId)})`
}

/** The record belongs to the institution of the scope; sub-tenants do not see it. */
export function ofInstitution(alias: string, { institutionId, subTenantId }: Scope, parameters: Parameters): string {
  if (subTenantId !== undefined) return 'false'
  return institutionId === undefined ? 'true' : `${alias}.institution_id = ${parameters.add(institutionId)}`
}

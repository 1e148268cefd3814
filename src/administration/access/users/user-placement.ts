// Where a new user belongs: to the whole platform, to an institution, or to a sub-tenant of one. A caller with a scope
// creates users of that scope; a caller without one chooses.

import { isUuid } from '../../../platform/kernel/identifiers/ids.ts'
import { invalidFields, type Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { accessProblem } from '../access-problems.ts'

/** The scope of a new user. An institution or sub-tenant outside the caller's scope is a 404. */
export async function placeUser(sql: Sql, maker: Scope, wanted: Scope): Promise<Scope> {
  if (isElsewhere(maker.institutionId, wanted.institutionId)) throw notFound('institution')
  if (isElsewhere(maker.subTenantId, wanted.subTenantId)) throw notFound('sub-tenant')
  const institutionId = maker.institutionId ?? wanted.institutionId
  const subTenantId = maker.subTenantId ?? wanted.subTenantId
  if (institutionId === undefined) {
    if (subTenantId === undefined) return {}
    throw invalidFields([{ path: 'institutionId', message: 'is required with subTenantId' }])
  }
  // The caller's own scope was checked when the caller was created.
  if (institutionId !== maker.institutionId) await assertInstitution(sql, institutionId)
  if (subTenantId === undefined) return { institutionId }
  if (subTenantId !== maker.subTenantId) await assertSubTenant(sql, institutionId, subTenantId)
  return { institutionId, subTenantId }
}

function isElsewhere(own: string | undefined, wanted: string | undefined): boolean {
  return own !== undefined && wanted !== undefined && own.toLowerCase() !== wanted.toLowerCase()
}

function notFound(what: 'institution' | 'sub-tenant'): Problem {
  return accessProblem(`${what}-not-found`, `there is no such ${what}`)
}

async function assertInstitution(sql: Sql, institutionId: string): Promise<void> {
  const { rowCount } = await sql.query('SELECT FROM institutions WHERE institution_id = $1 FOR KEY SHARE', [
    institutionId,
  ])
  if (rowCount === 0) throw invalidFields([{ path: 'institutionId', message: 'is not an institution' }])
}

async function assertSubTenant(sql: Sql, institutionId: string, subTenantId: string): Promise<void> {
  const { rows } = isUuid(subTenantId)
    ? await sql.query<{ status: string }>(
        'SELECT status FROM sub_tenants WHERE sub_tenant_id = $1 AND institution_id = $2',
        [subTenantId, institutionId],
      )
    : { rows: [] }
  const [subTenant] = rows
  const message = subTenant === undefined ? 'is not a sub-tenant of the institution' : 'is a sub-tenant that is closed'
  if (subTenant === undefined || subTenant.status === 'CLOSED') throw invalidFields([{ path: 'subTenantId', message }])
}

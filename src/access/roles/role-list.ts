// The list of roles that are seen from a scope, by name.

import type { Scope } from '../../kernel/scope.ts'
import type { Sql } from '../../storage/database.ts'
import { anywhere, type ListPage, type PageRequest } from '../../storage/list-query.ts'
import { Parameters } from '../../storage/parameters.ts'
import { roleInScope } from '../principal/scopes.ts'
import { type RoleRecord, type RoleRow, roleColumns, roleOfRow } from './role-records.ts'

export interface RoleFilter {
  /** A part of the name or of the description, in any letter case. */
  readonly search?: string
  readonly isEnabled?: boolean
  readonly isSystem?: boolean
}

export async function listRoles(
  sql: Sql,
  scope: Scope,
  filter: RoleFilter,
  { page, size }: PageRequest,
): Promise<ListPage<RoleRecord>> {
  const ofCount = new Parameters()
  const ofPage = new Parameters()
  // Users are counted for the roles of the page only.
  const [counted, { rows }] = await Promise.all([
    sql.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM roles r WHERE ${conditions(scope, filter, ofCount)}`,
      ofCount.values,
    ),
    sql.query<RoleRow>(
      `SELECT ${roleColumns(scope, ofPage)}
         FROM (SELECT * FROM roles r WHERE ${conditions(scope, filter, ofPage)}
                ORDER BY lower(r.role_name)
                LIMIT ${ofPage.add(size)} OFFSET ${ofPage.add((page - 1) * size)}) r
        ORDER BY lower(r.role_name)`,
      ofPage.values,
    ),
  ])
  return { items: rows.map(roleOfRow), total: counted.rows[0]?.total ?? 0 }
}

function conditions(scope: Scope, filter: RoleFilter, parameters: Parameters): string {
  const all = [roleInScope(scope, parameters)]
  if (filter.search !== undefined) {
    const pattern = `lower(${parameters.add(anywhere(filter.search))}::text)`
    all.push(`lower(r.role_name || ' ' || r.description) LIKE ${pattern}`)
  }
  if (filter.isEnabled !== undefined) all.push(`r.is_enabled = ${parameters.add(filter.isEnabled)}`)
  if (filter.isSystem !== undefined) all.push(`r.is_system = ${parameters.add(filter.isSystem)}`)
  return all.join(' AND ')
}

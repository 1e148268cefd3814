// The list of users, newest first. What the caller may do has no part in it: everyone with the same scope and filter
// runs the same statements.

import type { Scope } from '../../kernel/scope.ts'
import type { Sql } from '../../storage/database.ts'
import { anywhere, type Listed, type PageRequest } from '../../storage/listed.ts'
import { Parameters } from '../../storage/parameters.ts'
import { userInScope } from '../principal/scopes.ts'
import { type UserRecord, type UserRow, type UserStatus, userColumns, userOfRow, userStatus } from './user-records.ts'

export interface UserFilter {
  /** A part of the name or of the address, in any letter case. */
  readonly search?: string
  readonly roleId?: string
  readonly status?: readonly UserStatus[]
  readonly isActive?: boolean
  readonly mfaEnable?: boolean
}

export async function listUsers(
  sql: Sql,
  nowMs: number,
  scope: Scope,
  filter: UserFilter,
  page: PageRequest,
): Promise<Listed<UserRecord>> {
  const count = countStatement(nowMs, scope, filter)
  const part = pageStatement(nowMs, scope, filter, page)
  const [counted, { rows }] = await Promise.all([
    sql.query<{ total: number }>(count.text, count.values),
    sql.query<UserRow>(part.text, part.values),
  ])
  return { items: rows.map(userOfRow), total: counted.rows[0]?.total ?? 0 }
}

interface ListStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

export function countStatement(nowMs: number, scope: Scope, filter: UserFilter): ListStatement {
  const parameters = new Parameters()
  const text = `SELECT count(*)::int AS total FROM users u WHERE ${conditions(nowMs, scope, filter, parameters)}`
  return { text, values: parameters.values }
}

/** The ids of the page come from an index alone, and only their rows are then read: deep pages skip entries, not rows. */
export function pageStatement(nowMs: number, scope: Scope, filter: UserFilter, page: PageRequest): ListStatement {
  const parameters = new Parameters()
  const now = parameters.add(new Date(nowMs))
  const text = `
    SELECT ${userColumns(now)}
      FROM (SELECT u.user_id
              FROM users u
             WHERE ${conditions(nowMs, scope, filter, parameters)}
             ORDER BY u.user_id DESC
             LIMIT ${parameters.add(page.size)} OFFSET ${parameters.add((page.page - 1) * page.size)}) picked
      JOIN users u USING (user_id)
      JOIN roles r USING (role_id)
     ORDER BY u.user_id DESC`
  return { text, values: parameters.values }
}

function conditions(nowMs: number, scope: Scope, filter: UserFilter, parameters: Parameters): string {
  const all = [userInScope(scope, parameters)]
  if (filter.search !== undefined) {
    all.push(`u.search_text LIKE lower(${parameters.add(anywhere(filter.search))}::text)`)
  }
  if (filter.roleId !== undefined) all.push(`u.role_id = ${parameters.add(filter.roleId)}`)
  if (filter.status !== undefined) {
    const now = parameters.add(new Date(nowMs))
    all.push(`${userStatus(now)} = ANY (${parameters.add(filter.status)}::text[])`)
  }
  if (filter.isActive !== undefined) all.push(`u.is_active = ${parameters.add(filter.isActive)}`)
  if (filter.mfaEnable !== undefined) all.push(`u.mfa_enable = ${parameters.add(filter.mfaEnable)}`)
  return all.join(' AND ')
}

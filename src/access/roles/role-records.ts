// Roles as they are stored and read. A role without an institution is for everyone; one of an institution is seen there
// and by users of the whole platform.

import { isoTimestamp } from '../../kernel/clock.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Problem } from '../../kernel/problem.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Sql } from '../../storage/database.ts'
import { Parameters } from '../../storage/parameters.ts'
import { accessProblem } from '../access-problems.ts'
import { Grants } from '../principal/principal.ts'
import { roleInScope, userInScope } from '../principal/scopes.ts'

export interface RoleRecord {
  readonly roleId: string
  readonly version: number
  readonly roleName: string
  readonly description: string
  readonly isEnabled: boolean
  /** Made by us: it can be given, not changed. */
  readonly isSystem: boolean
  /** It grants everything, also what modules to come will bring: whoever has it is an administrator. */
  readonly grantsAll: boolean
  readonly institutionId?: string
  /** How many users have it, of those that the reader sees. */
  readonly userCount: number
  /** What it grants while it is enabled. */
  readonly grants: Grants
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly createdBy: string
  readonly updatedBy: string
}

export interface RoleRow {
  role_id: string
  version: number
  role_name: string
  description: string
  is_enabled: boolean
  is_system: boolean
  grants_all: boolean
  institution_id: string | null
  user_count: number
  /** As `MODULE:ACTION`. */
  grants: string[]
  created_at: Date
  updated_at: Date
  created_by: string
  updated_by: string
}

/** The columns of a RoleRow from `roles r`; users are counted within the scope. */
export function roleColumns(scope: Scope, parameters: Parameters): string {
  return `r.role_id, r.version, r.role_name, r.description, r.is_enabled, r.is_system, r.grants_all, r.institution_id,
    (SELECT count(*)::int FROM users u WHERE u.role_id = r.role_id AND ${userInScope(scope, parameters)}) AS user_count,
    ARRAY(SELECT g.module_id || ':' || g.action_id FROM role_grants g WHERE g.role_id = r.role_id) AS grants,
    r.created_at, r.updated_at, r.created_by, r.updated_by`
}

export function roleOfRow(row: RoleRow): RoleRecord {
  return {
    roleId: row.role_id,
    version: row.version,
    roleName: row.role_name,
    description: row.description,
    isEnabled: row.is_enabled,
    isSystem: row.is_system,
    grantsAll: row.grants_all,
    ...(row.institution_id !== null && { institutionId: row.institution_id }),
    userCount: row.user_count,
    grants: row.grants_all ? Grants.all() : Grants.of(row.grants.map(pairOf)),
    createdAtMs: row.created_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
    createdBy: row.created_by,
    updatedBy: row.updated_by,
  }
}

function pairOf(text: string): { moduleId: string; actionId: string } {
  const [moduleId, actionId] = text.split(':') as [string, string]
  return { moduleId, actionId }
}

/** The role as others read it, in replies and in the audit log: under public names, instants as ISO 8601. */
export function shownRole(record: RoleRecord) {
  return {
    id: record.roleId,
    version: record.version,
    createdAt: isoTimestamp(record.createdAtMs),
    updatedAt: isoTimestamp(record.updatedAtMs),
    createdBy: record.createdBy,
    updatedBy: record.updatedBy,
    roleName: record.roleName,
    description: record.description,
    isEnabled: record.isEnabled,
    isSystem: record.isSystem,
    ...(record.institutionId !== undefined && { institutionId: record.institutionId }),
    userCount: record.userCount,
    modules: record.grants.entries().map(({ moduleId, actionIds }) => ({ moduleId, actionId: [...actionIds] })),
  }
}

/** The role as seen from a scope, or undefined when it is not. */
export async function findRole(sql: Sql, scope: Scope, roleId: string): Promise<RoleRecord | undefined> {
  if (!isUuid(roleId)) return undefined
  const parameters = new Parameters()
  const { rows } = await sql.query<RoleRow>(
    `SELECT ${roleColumns(scope, parameters)}
       FROM roles r
      WHERE r.role_id = ${parameters.add(roleId)} AND ${roleInScope(scope, parameters)}`,
    parameters.values,
  )
  return rows[0] && roleOfRow(rows[0])
}

/** What holding a role's row is for: giving it to somebody, changing it, or removing it. */
type Purpose = 'give' | 'change' | 'remove'
const LOCKS: Readonly<Record<Purpose, string>> = {
  give: 'FOR SHARE',
  change: 'FOR NO KEY UPDATE',
  remove: 'FOR UPDATE',
}

/**
 * Holds the role until the transaction ends, then reads it: a statement that waits for a lock sees the rows of other
 * tables as they were before it waited. Undefined when there is no such role in scope.
 */
export async function holdRole(
  sql: Sql,
  scope: Scope,
  roleId: string,
  purpose: Purpose,
): Promise<RoleRecord | undefined> {
  if (!isUuid(roleId)) return undefined
  await sql.query(`SELECT FROM roles WHERE role_id = $1 ${LOCKS[purpose]}`, [roleId])
  return await findRole(sql, scope, roleId)
}

export function noSuchRole(): Problem {
  return accessProblem('role-not-found', 'there is no such role')
}

// Roles as they are stored, read and listed. A role without an institution is for everyone; one of an institution is seen
// there and by users of the whole platform.

import type { Scope } from '../../kernel/scope.ts'
import { type RecordFields, type RecordKind, type RecordRow, recordFieldsOf } from '../../records/record-kind.ts'
import { belongsTo, isSharedWith } from '../../records/scope-conditions.ts'
import { accessProblem } from '../access-problems.ts'
import { Grants } from '../principal/principal.ts'

export interface RoleRecord extends RecordFields {
  readonly roleName: string
  readonly description: string
  readonly isEnabled: boolean
  /** Built in: it can be assigned, but not changed. */
  readonly isSystem: boolean
  /** Grants everything, including future modules: its users are administrators. */
  readonly grantsAll: boolean
  readonly institutionId?: string
  /** The number of users with this role in the reader's scope. */
  readonly userCount: number
  /** What it grants while it is enabled. */
  readonly grants: Grants
}

export interface RoleFilter {
  /** A part of the name or of the description, in any letter case. */
  readonly search?: string
  readonly isEnabled?: boolean
  readonly isSystem?: boolean
}

interface RoleRow extends RecordRow {
  role_id: string
  role_name: string
  description: string
  is_enabled: boolean
  is_system: boolean
  grants_all: boolean
  institution_id: string | null
  user_count: number
  /** As `MODULE:ACTION`. */
  grants: string[]
}

export const ROLES: RecordKind<RoleRecord, RoleFilter, RoleRow> = {
  resource: 'role',
  table: 'roles r',
  id: 'r.role_id',
  order: 'lower(r.role_name)',
  // Users are counted within the reader's scope.
  select: ({ scope }, parameters) => `
    SELECT r.role_id, r.version, r.role_name, r.description, r.is_enabled, r.is_system, r.grants_all, r.institution_id,
           (SELECT count(*)::int FROM users u
             WHERE u.role_id = r.role_id AND ${belongsTo('u', scope, parameters)}) AS user_count,
           ARRAY(SELECT g.module_id || ':' || g.action_id FROM role_grants g WHERE g.role_id = r.role_id) AS grants,
           r.created_at, r.updated_at, r.created_by, r.updated_by
      FROM roles r`,
  inScope: (scope, parameters) => isSharedWith('r', scope, parameters),
  matching({ search, isEnabled, isSystem }, _reader, where) {
    where.addSearch(search, (pattern) => `lower(r.role_name || ' ' || r.description) LIKE lower(${pattern})`)
    where.addFor(isEnabled, (value) => `r.is_enabled = ${value}`)
    where.addFor(isSystem, (value) => `r.is_system = ${value}`)
  },
  recordsOf: (rows) => rows.map(roleOf),
  snapshot: roleSnapshot,
  ownerOf: ({ institutionId }): Scope => (institutionId === undefined ? {} : { institutionId }),
  refusals: {
    notFound: () => accessProblem('role-not-found', 'there is no such role'),
    changed: () => accessProblem('role-changed', 'the role was changed in the meantime: read it again'),
  },
}

function roleOf(row: RoleRow): RoleRecord {
  return {
    ...recordFieldsOf(row.role_id, row),
    roleName: row.role_name,
    description: row.description,
    isEnabled: row.is_enabled,
    isSystem: row.is_system,
    grantsAll: row.grants_all,
    ...(row.institution_id !== null && { institutionId: row.institution_id }),
    userCount: row.user_count,
    grants: row.grants_all ? Grants.all() : Grants.of(row.grants.map(pairOf)),
  }
}

function pairOf(text: string): { moduleId: string; actionId: string } {
  const [moduleId, actionId] = text.split(':') as [string, string]
  return { moduleId, actionId }
}

function roleSnapshot({ grantsAll: _, grants, ...record }: RoleRecord) {
  return {
    ...record,
    modules: grants.entries().map(({ moduleId, actionIds }) => ({ moduleId, actionId: [...actionIds] })),
  }
}

// Roles as they are stored, read and listed. A role without an institution is for everyone; one of an institution is seen
// there and by users of the whole platform.

import type { Scope } from '../../../platform/kernel/scope.ts'
import { recordKind } from '../../records/column-kind.ts'
import { derived, optional } from '../../records/columns.ts'
import type { RecordFields } from '../../records/record-kind.ts'
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

export const ROLES = recordKind<RoleRecord, RoleFilter>({
  resource: 'role',
  table: 'roles r',
  idColumn: 'role_id',
  order: 'lower(r.role_name)',
  columns: {
    roleName: 'role_name',
    description: 'description',
    isEnabled: 'is_enabled',
    isSystem: 'is_system',
    grantsAll: 'grants_all',
    institutionId: optional('institution_id'),
    userCount: derived(
      'user_count',
      (role, { scope }, parameters) => `(SELECT count(*)::int FROM users u
         WHERE u.role_id = ${role}.role_id AND ${belongsTo('u', scope, parameters)})`,
    ),
    grants: derived<Grants, string[] | null>(
      'grants',
      (role) => `CASE WHEN NOT ${role}.grants_all THEN ARRAY(
         SELECT g.module_id || ':' || g.action_id FROM role_grants g WHERE g.role_id = ${role}.role_id) END`,
      (grants) => (grants === null ? Grants.all() : Grants.of(grants.map(pairOf))),
    ),
  },
  inScope: (scope, parameters) => isSharedWith('r', scope, parameters),
  matching({ search, isEnabled, isSystem }, _reader, where) {
    where.addSearch(search, (pattern) => `lower(r.role_name || ' ' || r.description) LIKE lower(${pattern})`)
    where.addFor(isEnabled, (value) => `r.is_enabled = ${value}`)
    where.addFor(isSystem, (value) => `r.is_system = ${value}`)
  },
  snapshot: roleSnapshot,
  ownerOf: ({ institutionId }): Scope => (institutionId === undefined ? {} : { institutionId }),
  refusals: {
    notFound: () => accessProblem('role-not-found', 'there is no such role'),
    changed: () => accessProblem('role-changed', 'the role was changed in the meantime: read it again'),
  },
})

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

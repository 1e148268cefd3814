// Roles: what their users may do. A caller sees the roles for everyone and those of their own institution, and changes
// only roles of their own scope that grant nothing the caller lacks.

import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import { refuseDuplicate } from '../../../platform/storage/statements/duplicates.ts'
import {
  assertVersion,
  changeRecord,
  deleteRecord,
  type RecordWork,
  recordCreation,
} from '../../records/change-record.ts'
import { Records } from '../../records/records.ts'
import { insertRecord, writeFields } from '../../records/write-record.ts'
import { accessProblem } from '../access-problems.ts'
import { assertCovers, type Caller } from '../principal/caller.ts'
import type { Grants, ModuleGrant } from '../principal/principal.ts'
import { assertAdministratorWithout } from './administrators.ts'
import { type RequestedGrants, requestedGrants } from './requested-grants.ts'
import { ROLES, type RoleFilter, type RoleRecord } from './role-records.ts'

export interface NewRole {
  readonly roleName: string
  readonly description?: string
  readonly isEnabled?: boolean
  readonly modules: readonly ModuleGrant[]
}

export interface RoleChange {
  readonly roleName?: string
  readonly description?: string
  /** Replaces all grants of the role. */
  readonly modules?: readonly ModuleGrant[]
  /** The version that the caller read; a stale one is a conflict. */
  readonly version: number
}

export class Roles extends Records<RoleRecord, RoleFilter> {
  constructor(parts: { readonly database: Database; readonly clock: Clock }) {
    super(ROLES, parts)
  }

  /** A role created by a user of an institution belongs to that institution. */
  async create(caller: Caller, role: NewRole): Promise<RoleRecord> {
    const { scope } = caller.principal
    assertMayKeepRoles(scope)
    const requested = requestedGrants(role.modules)
    assertCovers(caller, requested.grants, LACKING)
    return await this.#withFreeName(caller, async (work) => {
      const { sql, nowMs } = work
      holdEmergencies(work, requested.grants)
      const roleId = newId(nowMs)
      await assertFreeName(sql, roleId, role.roleName)
      const { roleName, description = '', isEnabled = true } = role
      await insertRecord(work, ROLES, roleId, {
        roleName,
        description,
        isEnabled,
        institutionId: scope.institutionId,
      })
      await insertGrants(sql, roleId, requested)
      return await recordCreation(work, ROLES, 'role.create', roleId)
    })
  }

  async update(caller: Caller, roleId: string, change: RoleChange): Promise<RoleRecord> {
    const requested = change.modules && requestedGrants(change.modules)
    return await this.#withFreeName(caller, (work) =>
      changeRecord(work, ROLES, 'role.update', roleId, async (before) => {
        assertMayChange(caller, before)
        assertVersion(ROLES, before, change.version)
        const { sql } = work
        if (change.roleName !== undefined) await assertFreeName(sql, roleId, change.roleName)
        if (requested !== undefined) {
          assertCovers(caller, requested.grants, LACKING)
          holdEmergencies(work, requested.grants, before.grants)
          await sql.query('DELETE FROM role_grants WHERE role_id = $1', [roleId])
          await insertGrants(sql, roleId, requested)
        }
        await writeFields(work, ROLES, roleId, { roleName: change.roleName, description: change.description })
      }),
    )
  }

  /** A disabled role grants nothing. */
  setEnabled(caller: Caller, roleId: string, isEnabled: boolean): Promise<RoleRecord> {
    const action = isEnabled ? 'role.enable' : 'role.disable'
    return this.transaction(caller, (work) =>
      changeRecord(work, ROLES, action, roleId, async (before) => {
        assertMayChange(caller, before)
        // Checked before the rule about one's own role: losing the last administrator is worse.
        if (!isEnabled && before.grantsAll) await assertAdministratorWithout(work.sql, roleId)
        if (!isEnabled && before.id === caller.principal.roleId) {
          throw accessProblem('own-role-disabled', 'users cannot disable their own role')
        }
        if (isEnabled && !before.isEnabled) holdEmergencies(work, before.grants)
        await writeFields(work, ROLES, roleId, { isEnabled })
      }),
    )
  }

  delete(caller: Caller, roleId: string): Promise<void> {
    return this.transaction(caller, (work) =>
      deleteRecord(work, ROLES, 'role.delete', roleId, async (before) => {
        assertMayChange(caller, before)
        // Counted without scope: users out of the caller's scope need it too.
        const { rowCount } = await work.sql.query('SELECT FROM users WHERE role_id = $1 LIMIT 1', [roleId])
        if (rowCount > 0) throw accessProblem('role-in-use', 'the role is in use')
        await work.sql.query('DELETE FROM roles WHERE role_id = $1', [roleId])
      }),
    )
  }

  #withFreeName<T>(caller: Caller, run: (work: RecordWork) => Promise<T>): Promise<T> {
    return refuseDuplicate('roles_by_name', nameTaken, () => this.transaction(caller, run))
  }
}

function nameTaken(cause?: unknown): Problem {
  return accessProblem('role-name-taken', 'there is a role with this name already', { cause })
}

/** EMERGENCY is granted by users who lack it: a second one always has to agree. */
function holdEmergencies({ sql, caller }: RecordWork, grants: Grants, before?: Grants): void {
  const known = new Set(before?.emergencies())
  if (grants.emergencies().some((moduleId) => !known.has(moduleId))) caller.actor.witness?.needsSecondUser?.(sql)
}

const LACKING = 'the role would grant more than you may do'

/** Roles belong to the platform or to an institution, never to a sub-tenant. */
function assertMayKeepRoles(scope: Scope): void {
  if (scope.subTenantId !== undefined) throw accessProblem('roles-of-sub-tenants', 'a sub-tenant keeps no roles')
}

/** Only a role of the caller's own scope, not a system role, and one that grants nothing they lack. */
function assertMayChange(caller: Caller, role: RoleRecord): void {
  const { scope } = caller.principal
  assertMayKeepRoles(scope)
  if (scope.institutionId !== undefined && role.institutionId === undefined) {
    throw accessProblem('role-of-another-institution', 'the role is not of your institution')
  }
  if (role.isSystem) throw accessProblem('system-role', 'a system role cannot be changed')
  assertCovers(caller, role.grants, 'the role grants more than you may do')
}

/**
 * Names that look alike count as equal: a full-width letter is the letter. The index compares letter case only; it decides
 * between two roles created at the same time.
 */
async function assertFreeName(sql: Sql, roleId: string, roleName: string): Promise<void> {
  const { rows } = await sql.query<{ role_name: string }>('SELECT role_name FROM roles WHERE role_id <> $1', [roleId])
  const isTaken = rows.some((row) => nameKeyOf(row.role_name) === nameKeyOf(roleName))
  if (isTaken) throw nameTaken()
}

function nameKeyOf(roleName: string): string {
  return roleName.normalize('NFKC').toLowerCase()
}

async function insertGrants(sql: Sql, roleId: string, { pairs }: RequestedGrants): Promise<void> {
  await sql.query(
    `INSERT INTO role_grants (role_id, module_id, action_id)
     SELECT $1, module_id, action_id FROM unnest($2::text[], $3::text[]) AS requested (module_id, action_id)`,
    [roleId, pairs.map(({ moduleId }) => moduleId), pairs.map(({ actionId }) => actionId)],
  )
}

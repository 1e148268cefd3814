// Roles: what their users may do. A caller sees the roles that are for everyone and those of the own institution, and
// changes only roles of the own scope that grant nothing the caller lacks.

import { authorOf } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { Problem } from '../../kernel/problem.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Database, Sql } from '../../storage/database.ts'
import { refuseDuplicate } from '../../storage/duplicates.ts'
import type { ListPage, PageRequest } from '../../storage/list-query.ts'
import { accessProblem } from '../access-problems.ts'
import { assertCovers, type Caller } from '../principal/caller.ts'
import type { ModuleGrant } from '../principal/principal.ts'
import { assertAdministratorWithout } from './administrators.ts'
import { listRoles, type RoleFilter } from './role-list.ts'
import { findRole, holdRole, noSuchRole, type RoleRecord, shownRole } from './role-records.ts'
import { type WantedGrants, wantedGrants } from './wanted-grants.ts'

export interface NewRole {
  readonly roleName: string
  readonly description?: string
  readonly isEnabled?: boolean
  readonly modules: readonly ModuleGrant[]
}

export interface RoleChange {
  readonly roleName?: string
  readonly description?: string
  /** Takes the place of all that the role granted. */
  readonly modules?: readonly ModuleGrant[]
  /** The version the caller has seen; when it is no longer that one, nothing is changed. */
  readonly version: number
}

export class Roles {
  readonly #database: Database
  readonly #clock: Clock

  constructor(parts: { readonly database: Database; readonly clock: Clock }) {
    this.#database = parts.database
    this.#clock = parts.clock
  }

  /** Throws a 404 for roles that are not there or not seen from the scope. */
  async find(scope: Scope, roleId: string): Promise<RoleRecord> {
    const role = await findRole(this.#database, scope, roleId)
    if (role === undefined) throw noSuchRole()
    return role
  }

  list(scope: Scope, filter: RoleFilter, page: PageRequest): Promise<ListPage<RoleRecord>> {
    return listRoles(this.#database, scope, filter, page)
  }

  /** A role made by a user of an institution is the institution's. */
  async create(caller: Caller, role: NewRole): Promise<RoleRecord> {
    const { scope } = caller.principal
    assertMayKeepRoles(scope)
    const wanted = wantedGrants(role.modules)
    assertCovers(caller, wanted.grants, LACKING)
    return await this.#withFreeName(() =>
      this.#database.transaction(async (sql) => {
        const nowMs = this.#clock.now()
        const roleId = newId(nowMs)
        await assertFreeName(sql, roleId, role.roleName)
        await sql.query(
          `INSERT INTO roles (role_id, role_name, description, is_enabled, institution_id,
                              created_at, updated_at, created_by, updated_by)
           VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $7)`,
          [
            roleId,
            role.roleName,
            role.description ?? '',
            role.isEnabled ?? true,
            scope.institutionId ?? null,
            new Date(nowMs),
            authorOf(caller.actor),
          ],
        )
        await insertGrants(sql, roleId, wanted)
        return await this.#leaveTrace(sql, nowMs, caller, 'role.create', roleId)
      }),
    )
  }

  async update(caller: Caller, roleId: string, change: RoleChange): Promise<RoleRecord> {
    const wanted = change.modules && wantedGrants(change.modules)
    return await this.#withFreeName(() =>
      this.#change(caller, roleId, 'role.update', async (sql, before) => {
        if (change.version !== before.version) {
          throw accessProblem('role-changed', 'the role was changed in the meantime: read it again')
        }
        if (change.roleName !== undefined) await assertFreeName(sql, roleId, change.roleName)
        if (wanted !== undefined) {
          assertCovers(caller, wanted.grants, LACKING)
          await sql.query('DELETE FROM role_grants WHERE role_id = $1', [roleId])
          await insertGrants(sql, roleId, wanted)
        }
        await sql.query(
          `UPDATE roles SET role_name = coalesce($2, role_name), description = coalesce($3, description)
            WHERE role_id = $1`,
          [roleId, change.roleName ?? null, change.description ?? null],
        )
      }),
    )
  }

  /** A disabled role grants nothing to those who have it. */
  setEnabled(caller: Caller, roleId: string, isEnabled: boolean): Promise<RoleRecord> {
    const action = isEnabled ? 'role.enable' : 'role.disable'
    return this.#change(caller, roleId, action, async (sql, before) => {
      // Before the rule about oneself: it matters more that nobody would be left.
      if (!isEnabled && before.grantsAll) await assertAdministratorWithout(sql, roleId)
      if (!isEnabled && before.roleId === caller.principal.roleId) {
        throw accessProblem('own-role-disabled', 'nobody disables their own role')
      }
      await sql.query('UPDATE roles SET is_enabled = $2 WHERE role_id = $1', [roleId, isEnabled])
    })
  }

  async delete(caller: Caller, roleId: string): Promise<void> {
    await this.#database.transaction(async (sql) => {
      const before = await holdOwnRole(sql, caller, roleId, 'remove')
      // Counted without scope: whoever has it, sees it or not, still needs it.
      const { rowCount } = await sql.query('SELECT FROM users WHERE role_id = $1 LIMIT 1', [roleId])
      if (rowCount > 0) throw accessProblem('role-in-use', 'the role is in use')
      await sql.query('DELETE FROM roles WHERE role_id = $1', [roleId])
      await recordAudit(sql, this.#clock.now(), caller.actor, {
        action: 'role.delete',
        resource: 'role',
        resourceId: before.roleId,
        before: shownRole(before),
        ...ownerOf(before),
      })
    })
  }

  #change(
    caller: Caller,
    roleId: string,
    action: string,
    change: (sql: Sql, before: RoleRecord) => Promise<void>,
  ): Promise<RoleRecord> {
    return this.#database.transaction(async (sql) => {
      const nowMs = this.#clock.now()
      const before = await holdOwnRole(sql, caller, roleId, 'change')
      await change(sql, before)
      await sql.query('UPDATE roles SET version = version + 1, updated_at = $2, updated_by = $3 WHERE role_id = $1', [
        roleId,
        new Date(nowMs),
        authorOf(caller.actor),
      ])
      return await this.#leaveTrace(sql, nowMs, caller, action, roleId, before)
    })
  }

  async #leaveTrace(
    sql: Sql,
    nowMs: number,
    caller: Caller,
    action: string,
    roleId: string,
    before?: RoleRecord,
  ): Promise<RoleRecord> {
    const after = await findRole(sql, caller.principal.scope, roleId)
    if (after === undefined) throw noSuchRole()
    await recordAudit(sql, nowMs, caller.actor, {
      action,
      resource: 'role',
      resourceId: after.roleId,
      ...(before !== undefined && { before: shownRole(before) }),
      after: shownRole(after),
      ...ownerOf(after),
    })
    return after
  }

  #withFreeName<T>(work: () => Promise<T>): Promise<T> {
    return refuseDuplicate('roles_by_name', nameTaken, work)
  }
}

function nameTaken(cause?: unknown): Problem {
  return accessProblem('role-name-taken', 'there is a role with this name already', { cause })
}

const LACKING = 'the role would grant more than you may do'

/** Roles belong to the platform or to an institution; a sub-tenant has none of its own to keep. */
function assertMayKeepRoles(scope: Scope): void {
  if (scope.subTenantId !== undefined) throw accessProblem('roles-of-sub-tenants', 'a sub-tenant keeps no roles')
}

/** Holds a role that the caller may change: in scope, not above the scope, not ours, and granting nothing they lack. */
async function holdOwnRole(
  sql: Sql,
  caller: Caller,
  roleId: string,
  purpose: 'change' | 'remove',
): Promise<RoleRecord> {
  const { scope } = caller.principal
  const role = await holdRole(sql, scope, roleId, purpose)
  if (role === undefined) throw noSuchRole()
  assertMayKeepRoles(scope)
  if (scope.institutionId !== undefined && role.institutionId === undefined) {
    throw accessProblem('role-of-another-institution', 'the role is not of your institution')
  }
  if (role.isSystem) throw accessProblem('system-role', 'a system role cannot be changed')
  assertCovers(caller, role.grants, 'the role grants more than you may do')
  return role
}

/**
 * Names that read alike are the same: a wide letter is the letter. The index knows only letter case, and decides between
 * two that are made at once.
 */
async function assertFreeName(sql: Sql, roleId: string, roleName: string): Promise<void> {
  const { rows } = await sql.query<{ role_name: string }>('SELECT role_name FROM roles WHERE role_id <> $1', [roleId])
  const isTaken = rows.some((row) => nameKeyOf(row.role_name) === nameKeyOf(roleName))
  if (isTaken) throw nameTaken()
}

function nameKeyOf(roleName: string): string {
  return roleName.normalize('NFKC').toLowerCase()
}

async function insertGrants(sql: Sql, roleId: string, { pairs }: WantedGrants): Promise<void> {
  await sql.query(
    `INSERT INTO role_grants (role_id, module_id, action_id)
     SELECT $1, module_id, action_id FROM unnest($2::text[], $3::text[]) AS wanted (module_id, action_id)`,
    [roleId, pairs.map(({ moduleId }) => moduleId), pairs.map(({ actionId }) => actionId)],
  )
}

function ownerOf({ institutionId }: RoleRecord): { institutionId?: string } {
  return institutionId === undefined ? {} : { institutionId }
}

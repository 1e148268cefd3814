// Sub-tenants: parts of an institution with users and terminals of their own. Their users see the record and cannot
// change it: it decides what they may do.
//
//   PENDING → ACTIVE ⇄ SUSPENDED → CLOSED
//
// Suspending ends the sessions of its users; while it is suspended or closed they cannot sign in (shut-out.ts).

import { invalidFields, type Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { refuseDuplicate } from '../../../platform/storage/statements/duplicates.ts'
import { assertVersion, changeRecord, deleteRecord, type RecordWork, UNCHANGED } from '../../records/change-record.ts'
import { recordKind } from '../../records/column-kind.ts'
import { column, lower, sorted } from '../../records/columns.ts'
import { fieldsToSet } from '../../records/fixed-fields.ts'
import type { RecordCaller, RecordFields } from '../../records/record-kind.ts'
import { Records } from '../../records/records.ts'
import { belongsTo } from '../../records/scope-conditions.ts'
import { createRecord, writeFields } from '../../records/write-record.ts'
import { accessProblem } from '../access-problems.ts'
import { endSessionsOfSubTenant } from '../sessions/sessions.ts'

export const SUB_TENANT_STATUSES = ['PENDING', 'ACTIVE', 'SUSPENDED', 'CLOSED'] as const
export type SubTenantStatus = (typeof SUB_TENANT_STATUSES)[number]

export interface SubTenantRecord extends RecordFields {
  readonly institutionId: string
  /** Unique in the institution. */
  readonly tenantCode: string
  readonly name: string
  readonly contactEmail: string
  /** Its users' roles grant nothing on other modules; empty: no cap. */
  readonly allowedModules: readonly string[]
  readonly status: SubTenantStatus
}

export interface SubTenantFilter {
  /** A part of the tenantCode, the name or the contactEmail, in any letter case. */
  readonly search?: string | undefined
  readonly institutionId?: string | undefined
  readonly status?: readonly string[] | undefined
}

export const SUB_TENANTS = recordKind<SubTenantRecord, SubTenantFilter>({
  resource: 'sub-tenant',
  table: 'sub_tenants t',
  idColumn: 'sub_tenant_id',
  order: 't.created_at DESC, t.sub_tenant_id',
  columns: {
    institutionId: sorted('institution_id'),
    tenantCode: sorted('tenant_code'),
    name: column('name', { sort: lower }),
    contactEmail: 'contact_email',
    allowedModules: 'allowed_modules',
    status: sorted('status'),
  },
  inScope: (scope, parameters) => belongsTo('t', scope, parameters),
  matching({ search, institutionId, status }, _reader, where) {
    where.addSearch(
      search,
      (pattern) => `(t.tenant_code ILIKE ${pattern} OR t.name ILIKE ${pattern} OR t.contact_email ILIKE ${pattern})`,
    )
    where.addFor(institutionId, (value) => `t.institution_id = ${value}`)
    where.addFor(status, (value) => `t.status = ANY (${value}::text[])`)
  },
  ownerOf: ({ id, institutionId }) => ({ institutionId, subTenantId: id }),
  refusals: {
    notFound: () => accessProblem('sub-tenant-not-found', 'there is no such sub-tenant'),
    changed: () => accessProblem('sub-tenant-changed', 'the sub-tenant was changed since it was read'),
  },
})

export interface NewSubTenant {
  readonly institutionId: string
  readonly tenantCode: string
  readonly name: string
  readonly contactEmail: string
  readonly allowedModules?: readonly string[] | null | undefined
}

/** Absent fields stay unchanged; `version` is the one that was read. */
export interface SubTenantChange extends Partial<NewSubTenant> {
  readonly version: number
}

interface Move {
  readonly action: string
  readonly from: readonly SubTenantStatus[]
  readonly to: SubTenantStatus
  readonly endsSessions?: true
}

/** Every other pair of state and move is a conflict. */
const SUB_TENANT_MOVES = {
  activate: { action: 'sub-tenant.activate', from: ['PENDING', 'SUSPENDED'], to: 'ACTIVE' },
  suspend: { action: 'sub-tenant.suspend', from: ['ACTIVE'], to: 'SUSPENDED', endsSessions: true },
  close: { action: 'sub-tenant.close', from: ['SUSPENDED'], to: 'CLOSED', endsSessions: true },
} as const satisfies Record<string, Move>

export class SubTenants extends Records<SubTenantRecord, SubTenantFilter> {
  constructor(parts: { readonly database: Database; readonly clock: Clock }) {
    super(SUB_TENANTS, parts)
  }

  /** Refusals: `not-found` or `invalid` for the institution, `conflict` when the tenantCode is taken in it. */
  async create(caller: RecordCaller, subTenant: NewSubTenant): Promise<SubTenantRecord> {
    assertNotOfSubTenant(caller)
    return this.transaction(caller, async (work) => {
      await assertInstitution(work, subTenant.institutionId)
      return await refuseDuplicate('sub_tenants_institution_id_tenant_code_key', codeTaken, () =>
        createRecord(work, SUB_TENANTS, {
          ...subTenant,
          allowedModules: [...new Set(subTenant.allowedModules ?? [])],
        }),
      )
    })
  }

  /** Refusals: `conflict` when it is closed or the version is stale, `invalid` when an id would change. */
  update(caller: RecordCaller, id: string, change: SubTenantChange): Promise<SubTenantRecord> {
    return this.#change(caller, id, 'sub-tenant.update', async (work, before) => {
      assertVersion(SUB_TENANTS, before, change.version)
      if (before.status === 'CLOSED') throw wrongState(before)
      const { allowedModules = before.allowedModules, ...others } = fieldsToSet(
        ['institutionId', 'tenantCode'],
        before,
        change,
      )
      await writeFields(work, SUB_TENANTS, id, { ...others, allowedModules: [...new Set(allowedModules ?? [])] })
    })
  }

  /** Switching it to what it is changes nothing. Refusals: `conflict` for a state that has no such move. */
  setActive(caller: RecordCaller, id: string, isActive: boolean): Promise<SubTenantRecord> {
    return this.#move(caller, id, isActive ? SUB_TENANT_MOVES.activate : SUB_TENANT_MOVES.suspend, { mayBeDone: true })
  }

  /** For good. Refusals: `conflict` unless it is suspended. */
  close(caller: RecordCaller, id: string): Promise<SubTenantRecord> {
    return this.#move(caller, id, SUB_TENANT_MOVES.close, { mayBeDone: false })
  }

  /** Refusals: `conflict` when it has users or terminals. */
  delete(caller: RecordCaller, id: string): Promise<void> {
    return this.transaction(caller, (work) =>
      deleteRecord(work, SUB_TENANTS, 'sub-tenant.delete', id, async () => {
        assertNotOfSubTenant(caller)
        // The row is locked against new references.
        const { rowCount } = await work.sql.query(
          `SELECT FROM users WHERE sub_tenant_id = $1 UNION ALL SELECT FROM terminals WHERE sub_tenant_id = $1 LIMIT 1`,
          [id],
        )
        if (rowCount > 0) throw accessProblem('sub-tenant-in-use', 'the sub-tenant has users or terminals')
        await work.sql.query('DELETE FROM sub_tenants WHERE sub_tenant_id = $1', [id])
      }),
    )
  }

  #move(
    caller: RecordCaller,
    id: string,
    { action, from, to, endsSessions }: Move,
    { mayBeDone }: { readonly mayBeDone: boolean },
  ): Promise<SubTenantRecord> {
    return this.#change(caller, id, action, async ({ sql, nowMs }, before) => {
      if (mayBeDone && before.status === to) return UNCHANGED
      if (!from.includes(before.status)) throw wrongState(before)
      await sql.query('UPDATE sub_tenants SET status = $2 WHERE sub_tenant_id = $1', [id, to])
      return endsSessions && (await endSessionsOfSubTenant(sql, nowMs, id, action))
    })
  }

  #change(
    caller: RecordCaller,
    id: string,
    action: string,
    change: (work: RecordWork, before: SubTenantRecord) => Promise<unknown>,
  ): Promise<SubTenantRecord> {
    return this.transaction(caller, (work) =>
      changeRecord(work, SUB_TENANTS, action, id, (before) => {
        assertNotOfSubTenant(caller)
        return change(work, before)
      }),
    )
  }
}

/** Its own users see it and do not change it: it caps what they may do. */
function assertNotOfSubTenant({ principal: { scope } }: RecordCaller): void {
  if (scope.subTenantId === undefined) return
  throw accessProblem('sub-tenant-read-only', 'users of a sub-tenant cannot change sub-tenants')
}

/** A user with a scope does not learn whether another institution exists. */
async function assertInstitution({ sql, caller }: RecordWork, institutionId: string): Promise<void> {
  const own = caller.principal.scope.institutionId
  if (own !== undefined && own !== institutionId) {
    throw accessProblem('institution-not-found', 'there is no such institution')
  }
  const { rowCount } = await sql.query('SELECT FROM institutions WHERE institution_id = $1 FOR KEY SHARE', [
    institutionId,
  ])
  if (rowCount === 0) throw invalidFields([{ path: 'institutionId', message: 'is not an institution' }])
}

function wrongState({ status }: SubTenantRecord): Problem {
  return accessProblem('sub-tenant-wrong-state', `the sub-tenant is ${status}`)
}

function codeTaken(cause: unknown): Problem {
  return accessProblem('sub-tenant-code-taken', 'the institution has a sub-tenant of this tenantCode already', {
    cause,
  })
}

// Sub-tenants as they are stored, read and listed.

import { type RecordFields, type RecordKind, type RecordRow, recordFieldsOf } from '../../records/record-kind.ts'
import { belongsTo } from '../../records/scope-conditions.ts'
import { accessProblem } from '../access-problems.ts'

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

interface SubTenantRow extends RecordRow {
  sub_tenant_id: string
  institution_id: string
  tenant_code: string
  name: string
  contact_email: string
  allowed_modules: string[]
  status: SubTenantStatus
}

export const SUB_TENANTS: RecordKind<SubTenantRecord, SubTenantFilter, SubTenantRow> = {
  resource: 'sub-tenant',
  table: 'sub_tenants t',
  id: 't.sub_tenant_id',
  order: 't.created_at DESC, t.sub_tenant_id',
  sorts: {
    institutionId: 't.institution_id',
    tenantCode: 't.tenant_code',
    name: 'lower(t.name)',
    status: 't.status',
    createdAt: 't.created_at',
    updatedAt: 't.updated_at',
  },
  select: () => `
    SELECT t.sub_tenant_id, t.version, t.created_at, t.updated_at, t.created_by, t.updated_by, t.institution_id,
           t.tenant_code, t.name, t.contact_email, t.allowed_modules, t.status
      FROM sub_tenants t`,
  inScope: (scope, parameters) => belongsTo('t', scope, parameters),
  matching({ search, institutionId, status }, _reader, where) {
    where.addSearch(
      search,
      (pattern) => `(t.tenant_code ILIKE ${pattern} OR t.name ILIKE ${pattern} OR t.contact_email ILIKE ${pattern})`,
    )
    where.addFor(institutionId, (value) => `t.institution_id = ${value}`)
    where.addFor(status, (value) => `t.status = ANY (${value}::text[])`)
  },
  recordsOf: (rows) => rows.map(subTenantOf),
  snapshot: (subTenant) => subTenant,
  ownerOf: ({ id, institutionId }) => ({ institutionId, subTenantId: id }),
  refusals: {
    notFound: () => accessProblem('sub-tenant-not-found', 'there is no such sub-tenant'),
    changed: () => accessProblem('sub-tenant-changed', 'the sub-tenant was changed since it was read'),
  },
}

function subTenantOf(row: SubTenantRow): SubTenantRecord {
  return {
    ...recordFieldsOf(row.sub_tenant_id, row),
    institutionId: row.institution_id,
    tenantCode: row.tenant_code,
    name: row.name,
    contactEmail: row.contact_email,
    allowedModules: row.allowed_modules,
    status: row.status,
  }
}

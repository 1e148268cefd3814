// Reads the audit log: newest first, within the reader's scope.

import { isUuid } from '../../platform/kernel/identifiers/ids.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import { isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { Conditions, type ListPage, limitTo, type PageRequest } from '../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../platform/storage/statements/parameters.ts'

export interface AuditFilter {
  /** Inclusive. */
  readonly fromMs?: number
  /** Exclusive, so that adjacent ranges share no record. */
  readonly toMs?: number
  readonly actorId?: string
  /** Case-insensitive. */
  readonly actorEmail?: string
  readonly action?: string
  readonly resource?: string
  readonly resourceId?: string
  readonly outcome?: string
  readonly institutionId?: string
  readonly correlationId?: string
}

export interface AuditRecord {
  readonly id: string
  readonly position: number
  readonly at: string
  readonly actorId: string | null
  readonly actorEmail: string | null
  readonly action: string
  readonly resource: string
  readonly resourceId: string | null
  readonly before: unknown
  readonly after: unknown
  readonly outcome: string
  readonly ip: string | null
  readonly correlationId: string | null
  readonly institutionId: string | null
  readonly subTenantId: string | null
  readonly prevHash: string
  readonly hash: string
}

/** A page of the matching records, and how many match in all; pages count from 1. */
export async function listAuditRecords(
  sql: Sql,
  scope: Scope,
  filter: AuditFilter,
  page: PageRequest,
): Promise<ListPage<AuditRecord>> {
  const parameters = new Parameters()
  const where = conditionOf(scope, filter, parameters)
  const { rows: counted } = await sql.query<{ total: bigint }>(
    `SELECT count(*) AS total FROM audit_log WHERE ${where}`,
    parameters.values,
  )
  const { rows } = await sql.query<AuditRow>(
    `SELECT ${COLUMNS} FROM audit_log WHERE ${where} ORDER BY position DESC ${limitTo(page, parameters)}`,
    parameters.values,
  )
  return { items: rows.map(recordOf), total: Number(counted[0]?.total ?? 0n) }
}

/** Undefined when there is no such record, or it is outside the reader's scope. */
export async function findAuditRecord(sql: Sql, scope: Scope, auditId: string): Promise<AuditRecord | undefined> {
  if (!isUuid(auditId)) return undefined
  const parameters = new Parameters()
  const where = conditionOf(scope, {}, parameters)
  const { rows } = await sql.query<AuditRow>(
    `SELECT ${COLUMNS} FROM audit_log WHERE ${where} AND audit_id = ${parameters.add(auditId)}`,
    parameters.values,
  )
  return rows[0] === undefined ? undefined : recordOf(rows[0])
}

function conditionOf(scope: Scope, filter: AuditFilter, parameters: Parameters): string {
  const where = new Conditions(parameters)
  where.addFor(scope.institutionId, (given) => `institution_id = ${given}`)
  where.addFor(scope.subTenantId, (given) => `sub_tenant_id = ${given}`)
  where.addFor(instant(filter.fromMs), (given) => `at >= ${given}`)
  where.addFor(instant(filter.toMs), (given) => `at < ${given}`)
  where.addFor(filter.actorId, (given) => `actor_id = ${given}`)
  where.addFor(filter.actorEmail, (given) => `lower(actor_email) = lower(${given})`)
  where.addFor(filter.action, (given) => `action = ${given}`)
  where.addFor(filter.resource, (given) => `resource = ${given}`)
  where.addFor(filter.resourceId, (given) => `resource_id = ${given}`)
  where.addFor(filter.outcome, (given) => `outcome = ${given}`)
  where.addFor(filter.institutionId, (given) => `institution_id = ${given}`)
  where.addFor(filter.correlationId, (given) => `correlation_id = ${given}`)
  return where.toString()
}

function instant(epochMs: number | undefined): Date | undefined {
  return epochMs === undefined ? undefined : new Date(epochMs)
}

const COLUMNS = `position, audit_id, at, actor_id, actor_email, action, resource, resource_id, before, after, outcome, ip,
                 correlation_id, institution_id, sub_tenant_id, prev_hash, hash`

interface AuditRow {
  position: bigint
  audit_id: string
  at: Date
  actor_id: string | null
  actor_email: string | null
  action: string
  resource: string
  resource_id: string | null
  before: string | null
  after: string | null
  outcome: string
  ip: string | null
  correlation_id: string | null
  institution_id: string | null
  sub_tenant_id: string | null
  prev_hash: string
  hash: string
}

function recordOf(row: AuditRow): AuditRecord {
  return {
    id: row.audit_id,
    position: Number(row.position),
    at: isoTimestamp(row.at.getTime()),
    actorId: row.actor_id,
    actorEmail: row.actor_email,
    action: row.action,
    resource: row.resource,
    resourceId: row.resource_id,
    before: parsed(row.before),
    after: parsed(row.after),
    outcome: row.outcome,
    ip: row.ip,
    correlationId: row.correlation_id,
    institutionId: row.institution_id,
    subTenantId: row.sub_tenant_id,
    prevHash: row.prev_hash,
    hash: row.hash,
  }
}

/** A tampered record is shown as it is, even if it is no longer JSON: it is evidence. */
function parsed(json: string | null): unknown {
  try {
    return json === null ? null : JSON.parse(json)
  } catch {
    return json
  }
}

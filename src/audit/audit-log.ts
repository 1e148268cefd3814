// Writes the audit log: who did what to which record, in the same transaction as the change. Each record is chained to
// the one before by its hash.

import { isoTimestamp } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Sql } from '../storage/database.ts'
import type { Actor } from './actor.ts'
import { type ChainedRecord, hashOf } from './record-hash.ts'
import { redact } from './redaction.ts'

export interface AuditEntry {
  /** Dotted lower case: `user.create`, `session.login-failed`. */
  readonly action: string
  readonly resource: string
  readonly resourceId?: string
  /** The whole record before the change; secrets are redacted when it is written. */
  readonly before?: object
  /** The whole record after the change, or the details of an event. */
  readonly after?: object
  /** SUCCESS by default. */
  readonly outcome?: 'SUCCESS' | 'FAILURE'
  /** Owner of the record; the actor's institution by default. */
  readonly institutionId?: string
  readonly subTenantId?: string
}

/**
 * Adds a record. Call it last in a transaction: it locks the head of the chain until the commit, so locking rows after
 * it could deadlock.
 */
export async function recordAudit(sql: Sql, nowMs: number, actor: Actor, entry: AuditEntry): Promise<void> {
  const { rows } = await sql.query<AuditHead>(HOLD_AUDIT_HEAD)
  const { values } = chainAudit(rows[0], nowMs, actor, entry)
  await sql.query(APPEND_AUDIT, values)
}

/** The last record of the chain. */
export interface AuditHead {
  readonly position: bigint
  readonly hash: string
}

/** The values of APPEND_AUDIT for the next record, and the head after it. */
export function chainAudit(
  head: AuditHead | undefined,
  nowMs: number,
  actor: Actor,
  entry: AuditEntry,
): { readonly values: (string | null)[]; readonly head: AuditHead } {
  if (head === undefined) throw new Error('the row of audit_head is missing')
  const record: ChainedRecord = {
    prevHash: head.hash,
    position: head.position + 1n,
    auditId: newId(nowMs),
    at: isoTimestamp(nowMs),
    actorId: storable(actor.userId),
    actorEmail: storable(actor.email),
    action: entry.action,
    resource: entry.resource,
    resourceId: storable(entry.resourceId),
    before: jsonOf(entry.before),
    after: jsonOf(entry.after),
    outcome: entry.outcome ?? 'SUCCESS',
    ip: storable(actor.ip),
    // The database returns UUIDs in lower case.
    correlationId: actor.correlationId?.toLowerCase() ?? null,
    ...ownerOf(actor, entry),
  }
  const hash = hashOf(record)
  const values = [
    String(record.position),
    record.auditId,
    record.at,
    record.actorId,
    record.actorEmail,
    record.action,
    record.resource,
    record.resourceId,
    record.before,
    record.after,
    record.outcome,
    record.ip,
    record.correlationId,
    record.institutionId,
    record.subTenantId,
    record.prevHash,
    hash,
  ]
  return { values, head: { position: record.position, hash } }
}

/** Locks the head until the commit. */
export const HOLD_AUDIT_HEAD = { name: 'audit-hold-head', text: 'SELECT position, hash FROM audit_head FOR UPDATE' }

export const APPEND_AUDIT = {
  name: 'audit-append',
  text: `WITH head AS (UPDATE audit_head SET position = $1, hash = $17)
         INSERT INTO audit_log (position, audit_id, at, actor_id, actor_email, action, resource, resource_id, before, after,
                                outcome, ip, correlation_id, institution_id, sub_tenant_id, prev_hash, hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
}

function ownerOf(actor: Actor, entry: AuditEntry): Pick<ChainedRecord, 'institutionId' | 'subTenantId'> {
  const { institutionId = actor.scope?.institutionId ?? null } = entry
  // The actor's own sub-tenant does not exist in another institution.
  const inherited = institutionId === (actor.scope?.institutionId ?? null) ? actor.scope?.subTenantId : undefined
  return { institutionId, subTenantId: (entry.subTenantId ?? inherited)?.toLowerCase() ?? null }
}

/** Text that the database can store: without NUL or lone surrogates. */
function storable(text: string | undefined): string | null {
  return text?.toWellFormed().replaceAll('\0', '\ufffd') ?? null
}

function jsonOf(record: object | undefined): string | null {
  return record === undefined ? null : JSON.stringify(redact(record))
}

// Writes the audit log: who did what to which record, in the transaction that does it, each record chained to the one
// before by its hash.

import { isoTimestamp } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Sql } from '../storage/database.ts'
import type { Actor } from './actor.ts'
import { type ChainedRecord, hashOf } from './record-hash.ts'
import { redacted } from './redacted.ts'

export interface AuditEntry {
  /** Dotted lower case: `user.create`, `session.login-failed`. */
  readonly action: string
  readonly resource: string
  readonly resourceId?: string
  /** The whole record as it was; secrets are hidden on the way in. */
  readonly before?: object
  /** The whole record as it is now, or what there is to say about an event. */
  readonly after?: object
  /** SUCCESS unless said. */
  readonly outcome?: 'SUCCESS' | 'FAILURE'
  /** Whose record it is; the actor's institution unless said. */
  readonly institutionId?: string
  readonly subTenantId?: string
}

/**
 * Adds a record. Call it last in a transaction: it holds the head of the chain until the commit, so whoever locked rows
 * after it could wait for somebody who waits for the head.
 */
export async function recordAudit(sql: Sql, nowMs: number, actor: Actor, entry: AuditEntry): Promise<void> {
  const { rows } = await sql.query<{ position: bigint; hash: string }>(HOLD_HEAD)
  const head = rows[0]
  if (head === undefined) throw new Error('the audit log has lost its head')
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
    // The database gives UUIDs back in lower case.
    correlationId: actor.correlationId?.toLowerCase() ?? null,
    ...ownerOf(actor, entry),
  }
  await sql.query(APPEND, [
    record.position,
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
    hashOf(record),
  ])
}

const HOLD_HEAD = { name: 'audit-hold-head', text: 'SELECT position, hash FROM audit_head FOR UPDATE' }

const APPEND = {
  name: 'audit-append',
  text: `WITH head AS (UPDATE audit_head SET position = $1, hash = $17)
         INSERT INTO audit_log (position, audit_id, at, actor_id, actor_email, action, resource, resource_id, before, after,
                                outcome, ip, correlation_id, institution_id, sub_tenant_id, prev_hash, hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
}

function ownerOf(actor: Actor, entry: AuditEntry): Pick<ChainedRecord, 'institutionId' | 'subTenantId'> {
  const { institutionId = actor.scope?.institutionId ?? null } = entry
  // Within another institution the actor's own sub-tenant means nothing.
  const inherited = institutionId === (actor.scope?.institutionId ?? null) ? actor.scope?.subTenantId : undefined
  return { institutionId, subTenantId: (entry.subTenantId ?? inherited)?.toLowerCase() ?? null }
}

/** Text as the database gives it back: it knows no NUL, and no half of a surrogate pair. */
function storable(text: string | undefined): string | null {
  return text?.toWellFormed().replaceAll('\0', '\ufffd') ?? null
}

function jsonOf(record: object | undefined): string | null {
  return record === undefined ? null : JSON.stringify(redacted(record))
}

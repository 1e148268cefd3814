// Writes the audit log: who did what to which record, in the same transaction as the change. Each record is chained to
// the one before by its hash.

import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { isoTimestamp } from '../../platform/kernel/time/clock.ts'
import { vetoCommit } from '../../platform/storage/commit-veto.ts'
import type { Sql, Statement } from '../../platform/storage/database.ts'
import { type Actor, authorOf } from './actor.ts'
import { type AuditedChange, type CarriedOut, type Emergency, HeldChange } from './change-witness.ts'
import { type ChainedRecord, hashOf } from './record-hash.ts'
import { redact } from './redaction.ts'

export interface AuditEntry extends AuditedChange {
  /** SUCCESS by default. */
  readonly outcome?: 'SUCCESS' | 'FAILURE'
}

/**
 * Adds a record. Call it last in a transaction: it locks the head of the chain until the commit, so locking rows after
 * it could deadlock.
 */
export async function recordAudit(sql: Sql, nowMs: number, actor: Actor, entry: AuditEntry): Promise<void> {
  const seen = actor.witness?.see(entry, sql)
  if (seen instanceof HeldChange) return vetoCommit(sql, seen)
  if (actor.collected !== undefined) {
    actor.collected.push(entry)
    return
  }
  const { rows } = await sql.query<AuditHead>(HOLD_AUDIT_HEAD)
  const { statement, values } = chainChange(rows[0], nowMs, actor, entry, seen)
  await sql.query(statement, values)
}

/** Ends a change request, once, and records who ended it. Raises TG001 when it has ended already. */
export async function recordEnd(
  sql: Sql,
  nowMs: number,
  actor: Actor,
  entry: AuditEntry,
  end: RequestEnd,
): Promise<void> {
  // The head is locked before the request, as when a posting carries it out.
  const { rows } = await sql.query<AuditHead>(HOLD_AUDIT_HEAD)
  const { values } = chainAudit(rows[0], nowMs, actor, entry)
  await sql.query(APPEND_AND_END, [...values, ...endValues(nowMs, actor, end)])
}

/** How a change request ends. */
export interface RequestEnd {
  readonly changeRequestId: string
  readonly state: 'APPROVED' | 'REJECTED' | 'WITHDRAWN' | 'EXPIRED' | 'FAILED'
  readonly comment?: string | undefined
  /** Why it could not be carried out. */
  readonly failure?: string | undefined
  /** The approval that carries it out. */
  readonly attemptId?: string | undefined
}

/** The last record of the chain. */
export interface AuditHead {
  readonly position: bigint
  readonly hash: string
}

/** The values of APPEND_AUDIT for the next record, and the head after it. */
function chainAudit(
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

interface Chained {
  readonly statement: Statement
  readonly values: (string | null)[]
  readonly head: AuditHead
}

/** The record of a change. One that carries out a request comes with the record of the approval and ends the request. */
export function chainChange(
  head: AuditHead | undefined,
  nowMs: number,
  actor: Actor,
  entry: AuditEntry,
  carriedOut: CarriedOut | undefined,
): Chained {
  if (carriedOut === undefined || carriedOut.part === 'follows') {
    return { statement: APPEND_AUDIT, ...chainAudit(head, nowMs, actor, entry) }
  }
  const { approver, entry: approval, emergency, part } = carriedOut
  const mayEnd = part === 'ends'
  const end =
    emergency === undefined
      ? endValues(nowMs, approver, { ...carriedOut, state: 'APPROVED' }, mayEnd)
      : emergencyValues(nowMs, carriedOut, emergency, mayEnd)
  if (part === 'continues') {
    const { values, head: next } = chainAudit(head, nowMs, actor, entry)
    const statement = emergency === undefined ? APPEND_AND_END : APPEND_AND_BREAK
    return { statement, values: [...values, ...end], head: next }
  }
  const first = chainAudit(head, nowMs, approver, approval)
  const second = chainAudit(first.head, nowMs, actor, entry)
  const statement = emergency === undefined ? APPEND_TWO_AND_END : APPEND_TWO_AND_BREAK
  return { statement, values: [...first.values, ...second.values, ...end], head: second.head }
}

function emergencyValues(
  nowMs: number,
  { changeRequestId, attemptId, approver }: CarriedOut,
  { reason, reviewDueAtMs, made }: Emergency,
  mayEnd: boolean,
) {
  return [
    changeRequestId,
    storable(approver.userId),
    authorOf(approver),
    isoTimestamp(nowMs),
    storable(reason),
    isoTimestamp(reviewDueAtMs),
    made === undefined ? null : JSON.stringify(made),
    attemptId,
    String(mayEnd),
  ]
}

function endValues(nowMs: number, by: Actor, end: RequestEnd, mayEnd = true) {
  const { changeRequestId, state, comment, failure, attemptId } = end
  return [
    changeRequestId,
    state,
    storable(by.userId),
    authorOf(by),
    isoTimestamp(nowMs),
    storable(comment),
    storable(failure),
    attemptId ?? null,
    String(mayEnd),
  ]
}

/** Locks the head until the commit. */
export const HOLD_AUDIT_HEAD = { name: 'audit-hold-head', text: 'SELECT position, hash FROM audit_head FOR UPDATE' }

const COLUMNS = `position, audit_id, at, actor_id, actor_email, action, resource, resource_id, before, after, outcome, ip,
                 correlation_id, institution_id, sub_tenant_id, prev_hash, hash`

const APPEND_AUDIT: Statement = {
  name: 'audit-append',
  text: `WITH head AS (UPDATE audit_head SET position = $1, hash = $17)
         INSERT INTO audit_log (${COLUMNS})
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
}

const END = {
  call: 'end_change_request',
  types: ['uuid', 'text', 'uuid', 'text', 'timestamptz', 'text', 'text', 'uuid', 'boolean'],
}
const BREAK = {
  call: 'carry_out_in_emergency',
  types: ['uuid', 'uuid', 'text', 'timestamptz', 'text', 'timestamptz', 'jsonb', 'uuid', 'boolean'],
}

const APPEND_AND_END: Statement = { name: 'audit-append-and-end', text: appendAndEnd(1, END) }
const APPEND_TWO_AND_END: Statement = { name: 'audit-append-two-and-end', text: appendAndEnd(2, END) }
const APPEND_AND_BREAK: Statement = { name: 'audit-append-and-break', text: appendAndEnd(1, BREAK) }
const APPEND_TWO_AND_BREAK: Statement = { name: 'audit-append-two-and-break', text: appendAndEnd(2, BREAK) }

/** Appends records and ends a change request; a request that has ended already makes the statement fail. */
function appendAndEnd(records: number, { call, types }: typeof END): string {
  const casts = [
    'bigint',
    'uuid',
    'timestamptz',
    ...Array<string>(9).fill('text'),
    'uuid',
    'text',
    'uuid',
    'text',
    'text',
  ]
  const width = casts.length
  const rowOf = (record: number) => casts.map((type, i) => `$${record * width + i + 1}::${type}`).join(', ')
  const last = records * width
  const end = types.map((type, i) => `$${last + i + 1}::${type}`)
  return `WITH head AS (UPDATE audit_head SET position = $${last - width + 1}::bigint, hash = $${last}::text),
               ended AS MATERIALIZED (SELECT ${call}(${end.join(', ')}))
          INSERT INTO audit_log (${COLUMNS})
          SELECT appended.* FROM ended, (VALUES ${Array.from({ length: records }, (_, i) => `(${rowOf(i)})`).join(', ')}) AS appended`
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

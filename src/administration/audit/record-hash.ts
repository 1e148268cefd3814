// The hash that chains the audit log, documented so that an auditor can compute it independently.
//
//   hash = lower-case hex of SHA-256 over the UTF-8 bytes of this JSON array, without any white space:
//   [prevHash, position, auditId, at, actorId, actorEmail, action, resource, resourceId, before, after, outcome, ip,
//    correlationId, institutionId, subTenantId]
//
// Every member is a string or null: `position` in decimal digits, `at` as 2026-01-31T23:59:59.999Z, UUIDs in lower
// case, `before` and `after` as the exact text of their columns. Strings are escaped as by JSON.stringify: `"` and `\`
// with a backslash, control characters as \b \t \n \f \r or \u00xx, all else unescaped (Python: json.dumps with
// ensure_ascii=False and separators=(',', ':')). The first record's prevHash is 64 zeros.
//
// The chain reveals any change before a hash that was noted elsewhere; verifying returns the head for that
// purpose. An attacker who bypasses the database's triggers could also rewrite the whole chain.

import { hash } from 'node:crypto'

export interface ChainedRecord {
  readonly prevHash: string
  readonly position: bigint
  readonly auditId: string
  /** ISO 8601 with milliseconds: exactly what can be read back. */
  readonly at: string
  readonly actorId: string | null
  readonly actorEmail: string | null
  readonly action: string
  readonly resource: string
  readonly resourceId: string | null
  readonly before: string | null
  readonly after: string | null
  readonly outcome: string
  readonly ip: string | null
  readonly correlationId: string | null
  readonly institutionId: string | null
  readonly subTenantId: string | null
}

export const FIRST_PREV_HASH = '0'.repeat(64)

export function hashOf(record: ChainedRecord): string {
  const members = [
    record.prevHash,
    record.position.toString(),
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
  ]
  return hash('sha256', JSON.stringify(members), 'hex')
}

// Checks archived records of the audit log: a chain from the first of them to the anchor, as it was in the database.

import { rowOf } from '../../platform/history/archive-files.ts'
import type { ExportedRow } from '../../platform/history/history-group.ts'
import { isoTimestamp } from '../../platform/kernel/time/clock.ts'
import { type ChainedRecord, FIRST_PREV_HASH, hashOf } from './record-hash.ts'

/** Called with the files in the order of their months; each goes on where the one before ended. */
export class ArchivedChain {
  #last = { position: 0n, hash: FIRST_PREV_HASH }

  /** What is wrong with the records, at most one finding. */
  async check(lines: AsyncIterable<string>): Promise<string[]> {
    for await (const line of lines) {
      const record = recordOf(rowOf(line))
      if (record.position !== this.#last.position + 1n) return [`record ${this.#last.position + 1n} is missing`]
      if (record.prevHash !== this.#last.hash) return [`record ${record.position} does not follow the one before it`]
      if (hashOf(record) !== record.hash) return [`the hash of record ${record.position} does not fit its content`]
      this.#last = record
    }
    return []
  }

  /** The last record; the newest anchor must be the same. */
  get last(): { readonly position: bigint; readonly hash: string } {
    return this.#last
  }
}

function recordOf(row: ExportedRow): ChainedRecord & { readonly hash: string } {
  const text = (column: string) => (row[column] ?? null) as string | null
  return {
    prevHash: row.prev_hash as string,
    position: row.position as bigint,
    auditId: row.audit_id as string,
    at: isoTimestamp(Date.parse(row.at as string)),
    actorId: text('actor_id'),
    actorEmail: text('actor_email'),
    action: row.action as string,
    resource: row.resource as string,
    resourceId: text('resource_id'),
    before: text('before'),
    after: text('after'),
    outcome: row.outcome as string,
    ip: text('ip'),
    correlationId: text('correlation_id'),
    institutionId: text('institution_id'),
    subTenantId: text('sub_tenant_id'),
    hash: row.hash as string,
  }
}

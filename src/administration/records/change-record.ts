// Creates, changes and deletes records: each change under a row lock, with a new version and an audit record of before
// and after, in the caller's transaction. The audit record is written last, because it locks the head of the chain until
// the commit.

import type { Scope } from '../../platform/kernel/scope.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { authorOf } from '../audit/actor.ts'
import { recordAudit } from '../audit/audit-log.ts'
import { storeEvent } from '../events/event-outbox.ts'
import { lockRecord, readRecord } from './read-records.ts'
import type { Reader, RecordCaller, RecordFields, RecordKind, RecordRefusals } from './record-kind.ts'

/** A transaction that changes records for a caller. */
export interface RecordWork<Caller extends RecordCaller = RecordCaller> {
  readonly sql: Sql
  readonly nowMs: number
  readonly caller: Caller
}

/** Returned by a change that found nothing to change: the record keeps its version, and nothing is audited. */
export const UNCHANGED = Symbol('unchanged')

/** Call it after the row was inserted: reads the new record and audits it. */
export async function recordCreation<Item extends RecordFields>(
  work: RecordWork,
  kind: RecordKind<Item>,
  action: string,
  id: string,
): Promise<Item> {
  const after = await readRecord(work.sql, kind, readerOf(work), id)
  await audit(work, kind, action, undefined, after)
  return after
}

/**
 * Changes the record: locks it (404 when it is not in scope), lets `change` check and write, increments the version, and
 * audits. `change` refuses by throwing, and returns UNCHANGED when there is nothing to do.
 */
export async function changeRecord<Item extends RecordFields>(
  work: RecordWork,
  kind: RecordKind<Item>,
  action: string,
  id: string,
  change: (before: Item) => Promise<unknown>,
): Promise<Item> {
  const { sql, nowMs, caller } = work
  const before = await lockRecord(sql, kind, readerOf(work), id, 'change')
  if ((await change(before)) === UNCHANGED) return before
  const isPlaced = sql.isDistributed === true && kind.placedBy !== undefined
  await sql.query(
    `UPDATE ${kind.table} SET version = version + 1, updated_at = $2, updated_by = $3
      WHERE ${kind.id} = $1 ${isPlaced ? `AND ${kind.placedBy} = $4` : ''}`,
    [id, new Date(nowMs), authorOf(caller.actor), ...(isPlaced ? [kind.ownerOf(before).institutionId] : [])],
  )
  const after = await readRecord(sql, kind, readerOf(work), id)
  await audit(work, kind, action, before, after)
  return after
}

/** Deletes the record, or marks it deleted: `remove` checks that nothing needs it, and writes. */
export async function deleteRecord<Item extends RecordFields>(
  work: RecordWork,
  kind: RecordKind<Item>,
  action: string,
  id: string,
  remove: (before: Item) => Promise<void>,
): Promise<void> {
  const before = await lockRecord(work.sql, kind, readerOf(work), id, 'delete')
  await remove(before)
  await audit(work, kind, action, before, undefined)
}

/** Optimistic locking: a 409 unless the version is the one that the caller read. An absent version is not checked. */
export function assertVersion(
  { refusals }: { readonly refusals: RecordRefusals },
  record: RecordFields,
  version: number | undefined,
): void {
  if (version !== undefined && version !== record.version) throw refusals.changed()
}

/** How the caller reads within the transaction. */
export function readerOf({ nowMs, caller }: RecordWork): Reader {
  return { scope: caller.principal.scope, nowMs }
}

async function audit<Item extends RecordFields>(
  { sql, nowMs, caller }: RecordWork,
  kind: RecordKind<Item>,
  action: string,
  before: Item | undefined,
  after: Item | undefined,
): Promise<void> {
  const record = after ?? before
  const event = kind.event?.(before, after)
  if (event !== undefined) await storeEvent(sql, nowMs, event)
  await recordAudit(sql, nowMs, caller.actor, {
    action,
    resource: kind.resource,
    ...(record && { resourceId: record.id }),
    ...(before && { before: kind.snapshot(before) }),
    ...(after && { after: kind.snapshot(after) }),
    ...ownerOf(kind, before, after),
  })
}

/** A change of owner is audited under the platform: neither owner sees the other's values. */
function ownerOf<Item extends RecordFields>(
  kind: RecordKind<Item>,
  before: Item | undefined,
  after: Item | undefined,
): Scope {
  const [was, is] = [before && kind.ownerOf(before), after && kind.ownerOf(after)]
  if (was && is && was.institutionId !== is.institutionId) return {}
  return is ?? was ?? {}
}

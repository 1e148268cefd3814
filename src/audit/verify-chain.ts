// Walks the audit log from its first record to its head and names the first place where the chain is broken.
//
// The head is read first and the walk ends there. Nothing before it may ever change, so page after page can be read
// without one long transaction, which would hold the only connection of the embedded database.

import type { Sql } from '../storage/database.ts'
import { type ChainedRecord, FIRST_PREV_HASH, hashOf } from './record-hash.ts'

const PAGE = 1_000
const BEFORE_ALL = -(2n ** 63n)

export interface ChainBreak {
  readonly position: number
  /** Of the record at that position, when there is one. */
  readonly auditId?: string
  readonly reason: string
}

export interface ChainReport {
  readonly valid: boolean
  /** How many records, from the first on, are as they were written. */
  readonly checked: number
  /** What to note elsewhere: whoever keeps it will see if everything up to here was written anew. */
  readonly head: { readonly position: number; readonly hash: string }
  readonly firstBreak?: ChainBreak
}

export async function verifyChain(sql: Sql): Promise<ChainReport> {
  const head = await readHead(sql)
  let last: { position: bigint; hash: string } = { position: 0n, hash: FIRST_PREV_HASH }
  let cursor = BEFORE_ALL
  const report = (firstBreak?: ChainBreak): ChainReport => ({
    valid: firstBreak === undefined,
    checked: Number(last.position),
    head: { position: Number(head.position), hash: head.hash },
    ...(firstBreak !== undefined && { firstBreak }),
  })

  for (;;) {
    const { rows } = await sql.query<StoredRecord>(READ_PAGE, [cursor, head.position, PAGE])
    for (const row of rows) {
      const wrong = breakAt(row, last)
      if (wrong !== undefined) return report(wrong)
      last = row
      cursor = row.position
    }
    if (rows.length < PAGE) break
  }
  return report(await breakAtHead(sql, head, last))
}

interface Head {
  readonly position: bigint
  readonly hash: string
}

async function readHead(sql: Sql): Promise<Head> {
  const { rows } = await sql.query<Head>('SELECT position, hash FROM audit_head')
  // A log without a head ends before its first record: if there are any, they are found beyond it.
  return rows[0] ?? { position: 0n, hash: 'none' }
}

function breakAt(row: StoredRecord, last: Head): ChainBreak | undefined {
  const expected = last.position + 1n
  if (row.position > expected) return { position: Number(expected), reason: 'the record is missing' }
  const at = (reason: string) => ({ position: Number(row.position), auditId: row.auditId, reason })
  if (row.position < expected) return at('the record stands before the first one')
  if (row.prevHash !== last.hash) return at('prevHash is not the hash of the record before')
  // Written with milliseconds; anything finer came later, and the hash would not show it.
  if (row.micros % 1_000n !== 0n || row.hash !== hashOf(row)) return at('the hash does not fit the content')
  return undefined
}

async function breakAtHead(sql: Sql, head: Head, last: Head): Promise<ChainBreak | undefined> {
  if (last.position < head.position) {
    return { position: Number(last.position + 1n), reason: 'the record is missing: the head points further' }
  }
  if (last.hash !== head.hash) {
    return { position: Number(head.position), reason: 'the head is not the hash of the last record' }
  }
  // One statement, so that a record which is being written right now is seen with the head that belongs to it.
  const { rows } = await sql.query<{ position: bigint; audit_id: string }>(
    `SELECT l.position, l.audit_id FROM audit_log l
      WHERE l.position > coalesce((SELECT h.position FROM audit_head h), 0)
      ORDER BY l.position LIMIT 1`,
  )
  const [beyond] = rows
  if (beyond === undefined) return undefined
  return { position: Number(beyond.position), auditId: beyond.audit_id, reason: 'the record stands beyond the head' }
}

interface StoredRecord extends ChainedRecord {
  readonly hash: string
  readonly micros: bigint
}

const READ_PAGE = {
  name: 'audit-read-page',
  text: `SELECT position, audit_id AS "auditId",
                to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
                (extract(epoch FROM at) * 1000000)::bigint AS micros,
                actor_id AS "actorId", actor_email AS "actorEmail", action, resource, resource_id AS "resourceId",
                before, after, outcome, ip, correlation_id AS "correlationId", institution_id AS "institutionId",
                sub_tenant_id AS "subTenantId", prev_hash AS "prevHash", hash
           FROM audit_log
          WHERE position > $1 AND position <= $2
          ORDER BY position
          LIMIT $3`,
}

// Walks the audit log from its first record to its head and reports the first break in the chain. Where records are archived, the
// walk begins at the newest anchor, which must be signed by this installation.
//
// The head is read first and the walk ends there. Nothing before it may change, so the pages need no common
// transaction, which would hold the embedded database's only connection. Other requests run between pages.

import { setImmediate } from 'node:timers/promises'
import type { Sql } from '../../platform/storage/database.ts'
import { anchorText } from './audit-history.ts'
import { type ChainedRecord, FIRST_PREV_HASH, hashOf } from './record-hash.ts'

/** Hashing a page blocks the process, so it must take only a few milliseconds. */
const PAGE = 500
const BEFORE_ALL = -(2n ** 63n)

export interface ChainBreak {
  readonly position: number
  /** Id of the record at that position, if there is one. */
  readonly auditId?: string
  readonly reason: string
}

export interface ChainReport {
  readonly valid: boolean
  /** The number of records, from the first, that are intact. */
  readonly checked: number
  /** To be noted elsewhere: it reveals later whether everything up to here was rewritten. */
  readonly head: { readonly position: number; readonly hash: string }
  readonly firstBreak?: ChainBreak
}

/** A record up to which the chain is verified. */
export interface ChainPoint {
  readonly position: bigint
  readonly hash: string
}

export interface WalkOptions {
  /** Where an earlier walk ended. Records up to there are not read again. */
  readonly from?: ChainPoint | undefined
  /** Stops the walk after its current page; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Whether this installation has signed a text. Without it no anchor is trusted. */
  proves?(signature: string, text: string): boolean
  /** Called after every page with the last intact record. */
  progress?(to: ChainPoint): void
}

export async function verifyChain(sql: Sql, options: WalkOptions = {}): Promise<ChainReport> {
  const { signal, progress, proves = () => false } = options
  const head = await readHead(sql)
  const anchor = await readAnchor(sql)
  const from = anchor !== undefined && anchor.position > (options.from?.position ?? -1n) ? anchor : options.from
  let last: ChainPoint = from ?? { position: 0n, hash: FIRST_PREV_HASH }
  let cursor = from?.position ?? BEFORE_ALL
  const report = (firstBreak?: ChainBreak): ChainReport => ({
    valid: firstBreak === undefined,
    checked: Number(last.position),
    head: { position: Number(head.position), hash: head.hash },
    ...(firstBreak !== undefined && { firstBreak }),
  })
  if (anchor !== undefined && !proves(anchor.signature, anchorText(anchor))) {
    const { position } = anchor
    return report({
      position: Number(position),
      reason: 'the anchor of the archived records is not signed by this installation',
    })
  }

  for (;;) {
    const { rows } = await sql.query<StoredRecord>(READ_PAGE, [cursor, head.position, PAGE])
    signal?.throwIfAborted()
    for (const row of rows) {
      const wrong = breakAt(row, last)
      if (wrong !== undefined) return report(wrong)
      last = row
      cursor = row.position
    }
    progress?.({ position: last.position, hash: last.hash })
    if (rows.length < PAGE) break
    await setImmediate()
  }
  return report(await breakAtHead(sql, head, last))
}

/** True when the record still exists with the same hash, and the hash matches its content. */
export async function isStillThere(sql: Sql, { position, hash }: ChainPoint): Promise<boolean> {
  const { rows } = await sql.query<StoredRecord>(READ_PAGE, [position - 1n, position, 1])
  const [row] = rows
  return row !== undefined && row.hash === hash && isAsWritten(row)
}

/** The last archived record; undefined when none is archived. */
async function readAnchor(sql: Sql): Promise<(ChainPoint & { readonly signature: string }) | undefined> {
  const { rows } = await sql.query<ChainPoint & { readonly signature: string }>(
    'SELECT position, hash, signature FROM audit_anchors ORDER BY position DESC LIMIT 1',
  )
  return rows[0]
}

async function readHead(sql: Sql): Promise<ChainPoint> {
  const { rows } = await sql.query<ChainPoint>('SELECT position, hash FROM audit_head')
  // Without a head the log should be empty; any record is then found beyond it.
  return rows[0] ?? { position: 0n, hash: 'none' }
}

function breakAt(row: StoredRecord, last: ChainPoint): ChainBreak | undefined {
  const expected = last.position + 1n
  if (row.position > expected) return { position: Number(expected), reason: 'the record is missing' }
  const at = (reason: string) => ({ position: Number(row.position), auditId: row.auditId, reason })
  if (row.position < expected) return at('the record stands before the first one')
  if (row.prevHash !== last.hash) return at('prevHash is not the hash of the record before')
  return isAsWritten(row) ? undefined : at('the hash does not fit the content')
}

/** Instants are written with milliseconds. Anything finer was changed later, in digits the hash does not cover. */
function isAsWritten(row: StoredRecord): boolean {
  return row.micros % 1_000n === 0n && row.hash === hashOf(row)
}

async function breakAtHead(sql: Sql, head: ChainPoint, last: ChainPoint): Promise<ChainBreak | undefined> {
  if (last.position < head.position) {
    return { position: Number(last.position + 1n), reason: 'the record is missing: the head points further' }
  }
  if (last.hash !== head.hash) {
    return { position: Number(head.position), reason: 'the head is not the hash of the last record' }
  }
  // One statement, so that a record being written right now is seen together with its head.
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

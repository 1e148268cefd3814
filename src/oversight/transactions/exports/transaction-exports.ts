// Exports of transactions: asked for by a user, made by a job, downloaded by the same user. What an export contains is fixed
// when it is asked for: the filter, the user's scope, and the instant.

import { Readable } from 'node:stream'
import { type Actor, authorOf } from '../../../administration/audit/actor.ts'
import { recordAudit } from '../../../administration/audit/audit-log.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { type Clock, DAY_MS } from '../../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import type { ListPage, PageRequest } from '../../../platform/storage/statements/list-query.ts'
import type { TransactionFilter } from '../search/transaction-filter.ts'
import { transactionProblem } from '../transaction-problems.ts'
import { EXPORT_JOB } from './export-job.ts'
import { type ExportFormat, type ExportRecord, type ExportRow, exportOf, storedFilter } from './export-record.ts'

const MOST_OF_A_USER = 3
const MOST_UNFINISHED = 100
const RETRY_AFTER_SECONDS = 30

/** Serializes requests, so that limits hold. */
const REQUEST_LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('transaction exports', 0))`

export interface ExportCaller {
  readonly principal: { readonly userId: string; readonly scope: Scope }
  readonly actor: Actor
}

export interface ExportRequest {
  readonly filter: TransactionFilter
  /** As it was sent, to show it. */
  readonly sentFilter: object
  readonly format: ExportFormat
}

export interface ExportFile {
  readonly exportId: string
  readonly format: ExportFormat
  readonly bytes: number
  readonly content: Readable
}

export interface TransactionExportsParts {
  readonly database: Database
  readonly clock: Clock
  /** The clock of transactions, which the sandbox can move. */
  readonly businessClock: Clock
  readonly jobs: { enqueue(sql: Sql, name: string, id: string, data: object): Promise<void> }
  /** How long files are kept, in days. */
  keepDays(): number
}

export class TransactionExports {
  readonly #parts: TransactionExportsParts

  constructor(parts: TransactionExportsParts) {
    this.#parts = parts
  }

  /** Refusals: `rate-limited` while the user, or everybody together, has too many unfinished exports. */
  async request(caller: ExportCaller, { filter, sentFilter, format }: ExportRequest): Promise<string> {
    const { database, clock, businessClock, jobs } = this.#parts
    const { principal, actor } = caller
    const { institutionId, subTenantId } = principal.scope
    // Rows recorded at this very instant are still in.
    const bound = businessClock.now() + 1
    const bounded: TransactionFilter = { ...filter, toMs: Math.min(filter.toMs ?? bound, bound) }
    return await database.transaction(async (sql) => {
      const nowMs = clock.now()
      await sql.query(REQUEST_LOCK)
      await this.#checkLimits(sql, principal.userId)
      const exportId = newId(nowMs)
      await sql.query(
        `INSERT INTO transaction_exports (export_id, user_id, institution_id, sub_tenant_id, format, sent_filter, filter,
                                          state, created_at, updated_at, created_by, updated_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'QUEUED', $8, $8, $9, $9)`,
        [
          exportId,
          principal.userId,
          institutionId ?? null,
          subTenantId ?? null,
          format,
          JSON.stringify(sentFilter),
          storedFilter(bounded),
          new Date(nowMs),
          authorOf(actor),
        ],
      )
      await jobs.enqueue(sql, EXPORT_JOB, exportId, { exportId })
      await recordAudit(sql, nowMs, actor, {
        action: 'transaction-export.request',
        resource: 'transaction-export',
        resourceId: exportId,
        after: { format, filter: sentFilter },
        ...principal.scope,
      })
      return exportId
    })
  }

  async #checkLimits(sql: Sql, userId: string): Promise<void> {
    const { rows } = await sql.query<{ own: bigint; unfinished: bigint }>(
      `SELECT count(*) FILTER (WHERE user_id = $1) AS own, count(*) AS unfinished
         FROM transaction_exports WHERE state IN ('QUEUED', 'RUNNING')`,
      [userId],
    )
    const { own = 0n, unfinished = 0n } = rows[0] ?? {}
    const later = { retryAfterSeconds: RETRY_AFTER_SECONDS }
    if (own >= MOST_OF_A_USER) {
      throw transactionProblem('exports-at-limit', `you have ${MOST_OF_A_USER} unfinished exports; wait for one`, later)
    }
    if (unfinished >= MOST_UNFINISHED) {
      throw transactionProblem('exports-at-limit', 'too many exports are unfinished; try again later', later)
    }
  }

  /** The caller's own, newest first. */
  async list(caller: ExportCaller, { page, size }: PageRequest): Promise<ListPage<ExportRecord>> {
    const { database } = this.#parts
    const owner = ownerOf(caller)
    const { rows: counted } = await database.query<{ total: bigint }>(
      `SELECT count(*) AS total FROM transaction_exports WHERE ${OWN}`,
      owner,
    )
    const { rows } = await database.query<ExportRow>(
      `SELECT * FROM transaction_exports WHERE ${OWN} ORDER BY created_at DESC, export_id DESC LIMIT $4 OFFSET $5`,
      [...owner, size, (page - 1) * size],
    )
    return { items: rows.map(exportOf), total: Number(counted[0]?.total ?? 0n) }
  }

  /** Refusals: `not-found` when it is not the caller's own, or no longer in the caller's scope. */
  async find(caller: ExportCaller, exportId: string): Promise<ExportRecord> {
    return exportOf(await readOwn(this.#parts.database, caller, exportId))
  }

  /** Audits the download and opens the file. Refusals: as for find(), `conflict` unless it is DONE. */
  async file(caller: ExportCaller, exportId: string): Promise<ExportFile> {
    const { database, clock } = this.#parts
    const row = await database.transaction(async (sql) => {
      const found = await readOwn(sql, caller, exportId)
      if (found.state !== 'DONE') {
        throw transactionProblem(
          'export-not-done',
          `the export is ${found.state}; its file can be read once it is DONE`,
        )
      }
      await recordAudit(sql, clock.now(), caller.actor, {
        action: 'transaction-export.download',
        resource: 'transaction-export',
        resourceId: exportId,
        after: { format: found.format, rows: Number(found.rows_written) },
        ...caller.principal.scope,
      })
      return found
    })
    const { format, chunks, bytes } = row
    return { exportId, format, bytes: Number(bytes), content: Readable.from(readChunks(database, exportId, chunks)) }
  }

  /** Deletes exports, with their files, once they have been kept long enough. */
  async deleteOld(): Promise<void> {
    const { database, clock, keepDays } = this.#parts
    const before = new Date(clock.now() - keepDays() * DAY_MS)
    // One at a time: a file has thousands of chunks, and its deletion must fit into a statement.
    for (;;) {
      const { rowCount } = await database.query(
        `DELETE FROM transaction_exports
          WHERE export_id IN (SELECT export_id FROM transaction_exports
                               WHERE state IN ('DONE', 'FAILED') AND finished_at < $1
                               ORDER BY finished_at LIMIT 1 FOR UPDATE SKIP LOCKED)`,
        [before],
      )
      if (rowCount === 0) return
    }
  }
}

const OWN = `user_id = $1 AND institution_id IS NOT DISTINCT FROM $2::text AND sub_tenant_id IS NOT DISTINCT FROM $3::uuid`

function ownerOf({ principal: { userId, scope } }: ExportCaller): unknown[] {
  return [userId, scope.institutionId ?? null, scope.subTenantId ?? null]
}

async function readOwn(sql: Sql, caller: ExportCaller, exportId: string): Promise<ExportRow> {
  const { rows } = await sql.query<ExportRow>(`SELECT * FROM transaction_exports WHERE ${OWN} AND export_id = $4`, [
    ...ownerOf(caller),
    exportId,
  ])
  if (rows[0] === undefined) throw transactionProblem('export-not-found', 'there is no such export')
  return rows[0]
}

async function* readChunks(database: Database, exportId: string, chunks: number): AsyncGenerator<Buffer> {
  for (let seq = 0; seq < chunks; seq++) {
    const { rows } = await database.query<{ content: Buffer }>(
      'SELECT content FROM transaction_export_chunks WHERE export_id = $1 AND seq = $2',
      [exportId, seq],
    )
    if (rows[0] === undefined) throw new Error(`chunk ${seq} of the export is missing`)
    yield rows[0].content
  }
}

// Reconciliations: a file of a source, sent for a business date, compared with the books by a job. What differs becomes exceptions.

import { createHash } from 'node:crypto'
import type { Actor } from '../../administration/audit/actor.ts'
import { authorOf } from '../../administration/audit/actor.ts'
import { recordAudit } from '../../administration/audit/audit-log.ts'
import { readRecord } from '../../administration/records/read-records.ts'
import type { RecordCaller } from '../../administration/records/record-kind.ts'
import { Records } from '../../administration/records/records.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { invalidFields } from '../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import { addDays, type BusinessDate, type Clock, DAY_MS } from '../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import type { ListPage, PageRequest } from '../../platform/storage/statements/list-query.ts'
import { sqlStateOf, UNIQUE_VIOLATION } from '../../platform/storage/statements/sqlstate.ts'
import { type Difference, listDifferences } from './differences.ts'
import { MATCH_JOB } from './matching/match-job.ts'
import type { FileLine } from './reading/file-line.ts'
import type { FileFormat, Mapping } from './reading/mapping.ts'
import { checkMapping, limited, openReader, readPartners } from './reading/open-file.ts'
import { reconciliationProblem } from './reconciliation-problems.ts'
import {
  type DifferenceKind,
  RECONCILIATIONS,
  type ReconciliationFilter,
  type ReconciliationRecord,
} from './reconciliation-record.ts'
import {
  BATCH_LINES,
  beginUpload,
  endDeadUploads,
  readAbandoned,
  removeLines,
  renewUpload,
  stageLines,
  type Upload,
} from './staged-lines.ts'

const KEPT_MS = 400 * DAY_MS
/** A slow sender's upload is renewed though no batch is full. */
const RENEWED_AFTER_MS = 10_000

export interface WantedReconciliation {
  readonly institutionId: string
  readonly businessDate: BusinessDate
  readonly source: string
  readonly format: FileFormat
  readonly mapping?: Mapping | undefined
}

export interface ReconciliationsParts {
  readonly database: Database
  /** Real time, also where the sandbox's clock has been moved. */
  readonly clock: Clock
  /** The clock of business dates, which the sandbox can move. */
  readonly businessClock: Clock
  readonly jobs: { enqueue(sql: Sql, name: string, id: string, data: object): Promise<void> }
}

export class Reconciliations extends Records<ReconciliationRecord, ReconciliationFilter> {
  readonly #parts: ReconciliationsParts

  constructor(parts: ReconciliationsParts) {
    super(RECONCILIATIONS, parts)
    this.#parts = parts
  }

  /** Refusals: `not-for-sub-tenants`, `institution-not-found`, and invalid fields. */
  async create(caller: RecordCaller, wanted: WantedReconciliation): Promise<ReconciliationRecord> {
    const { institutionId, businessDate, source, format, mapping = {} } = wanted
    const { scope } = caller.principal
    if (scope.subTenantId !== undefined)
      throw reconciliationProblem('not-for-sub-tenants', 'files are of the whole institution')
    const { database, clock, businessClock } = this.#parts
    checkMapping(format, mapping)
    const partnerIds = await readPartners(database, institutionId)
    if (partnerIds === undefined || (scope.institutionId ?? institutionId) !== institutionId)
      throw reconciliationProblem('institution-not-found', 'there is no such institution')
    if (mapping.partnerId === undefined && !partnerIds.has(source)) {
      throw invalidFields([
        {
          path: 'source',
          message: 'must be a partner that serves the institution, unless mapping.partnerId names a column',
        },
      ])
    }
    // A business date can be a day ahead of that of Greenwich.
    const latest = addDays(new Date(businessClock.now()).toISOString().slice(0, 10).replaceAll('-', ''), 1)
    if (businessDate > latest) throw invalidFields([{ path: 'businessDate', message: 'must not be in the future' }])
    const id = newId(clock.now())
    return database.transaction(async (sql) => {
      const now = new Date(clock.now())
      await sql.query(
        `INSERT INTO reconciliations (reconciliation_id, institution_id, business_date, source, format, mapping, state, created_at,
                                      updated_at, created_by, updated_by)
         VALUES ($1, $2, $3, $4, $5, $6, 'WAITING', $7, $7, $8, $8)`,
        [id, institutionId, businessDate, source, format, JSON.stringify(mapping), now, authorOf(caller.actor)],
      )
      const made = await readRecord(sql, RECONCILIATIONS, { scope: {}, nowMs: now.getTime() }, id)
      await audit(sql, now.getTime(), caller.actor, 'create', made)
      return made
    })
  }

  /** What the comparison has found. Refusal: `reconciliation-not-found`. */
  async differences(
    scope: Scope,
    id: string,
    kinds: readonly DifferenceKind[] | undefined,
    page: PageRequest,
  ): Promise<ListPage<Difference>> {
    const { institutionId } = await this.find(scope, id)
    return listDifferences(this.#parts.database, { institutionId, reconciliationId: id.toLowerCase() }, kinds, page)
  }

  /**
   * Reads the file and queues its comparison. What breaks off leaves nothing. Refusals: `reconciliation-not-found`, `at-work`,
   * `has-a-file`, `file-too-large`, and faults of lines.
   */
  async receive(caller: RecordCaller, id: string, content: AsyncIterable<Buffer>): Promise<ReconciliationRecord> {
    const { database } = this.#parts
    const record = await this.find(caller.principal.scope, id)
    if (record.state === 'DONE') return this.#compareWithFile(record, content)
    const { institutionId } = record
    const upload = { reconciliationId: record.id, institutionId, uploadId: newId(this.#parts.clock.now()) }
    await this.#begin(record, upload)
    let isStaged = false
    try {
      const read = await this.#stage(record, upload, content)
      const { isQueued } = await this.#finish(caller.actor, record, upload, read)
      isStaged = isQueued
    } finally {
      if (!isStaged) await this.#drop(upload)
    }
    return readRecord(database, RECONCILIATIONS, { scope: {}, nowMs: this.#parts.clock.now() }, id)
  }

  /** A file that was matched already: the same again changes nothing. */
  async #compareWithFile(record: ReconciliationRecord, content: AsyncIterable<Buffer>): Promise<ReconciliationRecord> {
    const hash = createHash('sha256')
    for await (const bytes of limited(content)) hash.update(bytes)
    const { rows } = await this.#parts.database.query<{ content_hash: string | null }>(
      'SELECT content_hash FROM reconciliations WHERE reconciliation_id = $1',
      [record.id],
    )
    if (rows[0]?.content_hash === hash.digest('hex')) return record
    throw reconciliationProblem('has-a-file', 'the reconciliation has its file: create another one, which replaces it')
  }

  async #begin(record: ReconciliationRecord, upload: Upload): Promise<void> {
    const { database } = this.#parts
    await endDeadUploads(database)
    const { rows } = await database.query<{ upload_id: string | null }>(
      `SELECT upload_id FROM reconciliations WHERE reconciliation_id = $1 AND state IN ('WAITING', 'FAILED')`,
      [record.id],
    )
    const left = rows[0]?.upload_id ?? undefined
    if (left !== undefined) await removeLines(database, { institutionId: record.institutionId, uploadId: left })
    let isBegun: boolean
    try {
      isBegun = await database.transaction((sql) => beginUpload(sql, upload))
    } catch (error) {
      if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error
      throw reconciliationProblem('at-work', 'another file of this source and date is being read or matched')
    }
    if (isBegun) return
    const { state } = await this.find({}, record.id)
    const isAtWork = state === 'RECEIVING' || state === 'QUEUED' || state === 'MATCHING'
    throw isAtWork
      ? reconciliationProblem('at-work', 'a file of this reconciliation is being read or matched')
      : reconciliationProblem('has-a-file', `the reconciliation is ${state}: create another one`)
  }

  async #stage(record: ReconciliationRecord, upload: Upload, content: AsyncIterable<Buffer>): Promise<ReadFile> {
    const { database, clock } = this.#parts
    const reader = await openReader(database, record)
    const hash = createHash('sha256')
    let [bytes, lines, renewedMs] = [0, 0, clock.now()]
    let batch: FileLine[] = []
    const write = async () => {
      if (batch.length === 0) return
      lines += batch.length
      await stageLines(database, upload, batch)
      batch = []
      renewedMs = clock.now()
    }
    const take = async (read: readonly FileLine[]) => {
      for (const line of read) {
        batch.push(line)
        if (batch.length >= BATCH_LINES) await write()
      }
    }
    for await (const chunk of limited(content)) {
      bytes += chunk.length
      hash.update(chunk)
      await take(reader.read(chunk))
      if (clock.now() - renewedMs < RENEWED_AFTER_MS) continue
      await renewUpload(database, upload)
      renewedMs = clock.now()
    }
    await take(reader.end())
    await write()
    return { bytes, lines, leftOut: reader.leftOut, contentHash: hash.digest('hex') }
  }

  /** Queues the comparison, unless the same file counts already. */
  async #finish(
    actor: Actor,
    record: ReconciliationRecord,
    upload: Upload,
    read: ReadFile,
  ): Promise<{ readonly isQueued: boolean }> {
    const { database, clock, jobs } = this.#parts
    const { institutionId, source, businessDate, format, mapping } = record
    return database.transaction(async (sql) => {
      await renewUpload(sql, upload)
      const nowMs = clock.now()
      const { rows } = await sql.query<{ reconciliation_id: string }>(
        `SELECT reconciliation_id FROM reconciliations
          WHERE institution_id = $1 AND source = $2 AND business_date = $3 AND state = 'DONE' AND content_hash = $4 AND format = $5
            AND mapping = $6::jsonb`,
        [institutionId, source, businessDate, read.contentHash, format, JSON.stringify(mapping)],
      )
      const same = rows[0]?.reconciliation_id
      await sql.query(
        `UPDATE reconciliations
            SET state = $2, same_as = $3, content_hash = $4, bytes = $5, lines = $6, left_out = $7, receiving_until = NULL,
                finished_at = $8, updated_at = $9, updated_by = $10, version = version + 1
          WHERE reconciliation_id = $1`,
        [
          record.id,
          same === undefined ? 'QUEUED' : 'REPEATED',
          same ?? null,
          read.contentHash,
          read.bytes,
          read.lines,
          read.leftOut,
          same === undefined ? null : new Date(nowMs),
          new Date(nowMs),
          authorOf(actor),
        ],
      )
      if (same === undefined) await jobs.enqueue(sql, MATCH_JOB, upload.uploadId, { ...upload })
      await audit(sql, nowMs, actor, 'receive', await readRecord(sql, RECONCILIATIONS, { scope: {}, nowMs }, record.id))
      return { isQueued: same === undefined }
    })
  }

  /** A broken upload: as if it had never begun. */
  async #drop(upload: Upload): Promise<void> {
    const { database } = this.#parts
    // When this fails the sweep does it.
    try {
      await database.query(
        `UPDATE reconciliations SET state = 'WAITING', receiving_until = NULL
          WHERE reconciliation_id = $1 AND upload_id = $2 AND state = 'RECEIVING'`,
        [upload.reconciliationId, upload.uploadId],
      )
      await removeLines(database, upload)
    } catch {}
  }

  /** Removes what uploads have left behind, and reconciliations that ended long ago. */
  async deleteOld(): Promise<void> {
    const { database, clock } = this.#parts
    await endDeadUploads(database)
    for (const upload of await readAbandoned(database)) await removeLines(database, upload)
    for (;;) {
      const { rows } = await database.query<{ institution_id: string; reconciliation_id: string }>(
        `SELECT institution_id, reconciliation_id FROM reconciliations
          WHERE coalesce(finished_at, created_at) < $1 AND state NOT IN ('RECEIVING', 'QUEUED', 'MATCHING')
          ORDER BY created_at LIMIT 1`,
        [new Date(clock.now() - KEPT_MS)],
      )
      const [old] = rows
      if (old === undefined) return
      const key = [old.institution_id, old.reconciliation_id]
      await database.query(
        'DELETE FROM reconciliation_differences WHERE institution_id = $1 AND reconciliation_id = $2',
        key,
      )
      await database.query('DELETE FROM reconciliations WHERE institution_id = $1 AND reconciliation_id = $2', key)
    }
  }
}

interface ReadFile {
  readonly bytes: number
  readonly lines: number
  readonly leftOut: number
  readonly contentHash: string
}

function audit(sql: Sql, nowMs: number, actor: Actor, action: string, record: ReconciliationRecord): Promise<void> {
  const { institutionId } = record
  return recordAudit(sql, nowMs, actor, {
    action: `reconciliation.${action}`,
    resource: 'reconciliation',
    resourceId: record.id,
    institutionId,
    after: RECONCILIATIONS.snapshot(record),
  })
}

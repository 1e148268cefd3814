// Compares a file with the books, as a job: a run that follows a crash begins again. Two transactions: the first writes what differs,
// the second makes exceptions of it and lets the file count. Each checks that the run is still the current one.

import { recordAudit } from '../../../administration/audit/audit-log.ts'
import type { JobKind } from '../../../platform/jobs/job-queue.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import type { DifferenceRow } from '../differences.ts'
import type { ExceptionalDifference, ReconciliationResult } from '../reconciliation-record.ts'
import { removeLines, type Upload } from '../staged-lines.ts'
import { compareLines } from './compare-lines.ts'
import { readResult } from './match-result.ts'
import type { MatchRun } from './match-run.ts'
import { MOST_EXCEPTIONS } from './match-statement.ts'
import { openExceptions, settleExceptions } from './open-exceptions.ts'

export const MATCH_JOB = 'match-reconciliation'

const LIMIT_SECONDS = 1_800

export interface MatchParts {
  readonly database: Database
  readonly clock: Clock
}

interface RunRow {
  run: number
  source: string
  business_date: string
  lines: bigint
}

/** Another run goes on with it, or it is gone. */
class RunReplaced extends Error {}

export function matchJob(parts: MatchParts): JobKind {
  return {
    name: MATCH_JOB,
    atOnce: 1,
    retries: 4,
    limitSeconds: LIMIT_SECONDS,
    async run(data, signal) {
      const upload = data as Upload
      const run = await beginRun(parts, upload)
      if (run === undefined) return
      try {
        await match(parts, run, signal)
      } catch (error) {
        if (!(error instanceof RunReplaced)) throw error
      }
    },
    async giveUp(data) {
      const upload = data as Upload
      await fail(parts, upload, 'the file could not be matched: send it again')
      await removeLines(parts.database, upload)
    },
  }
}

async function beginRun({ database, clock }: MatchParts, upload: Upload): Promise<MatchRun | undefined> {
  const { rows } = await database.query<RunRow>(
    `UPDATE reconciliations SET state = 'MATCHING', run = run + 1, updated_at = $3, version = version + 1
      WHERE reconciliation_id = $1 AND upload_id = $2 AND state IN ('QUEUED', 'MATCHING')
     RETURNING run, source, business_date, lines`,
    [upload.reconciliationId, upload.uploadId, new Date(clock.now())],
  )
  const [row] = rows
  if (row === undefined) return undefined
  return { ...upload, run: row.run, source: row.source, businessDate: row.business_date, lines: Number(row.lines) }
}

async function match(parts: MatchParts, run: MatchRun, signal: AbortSignal): Promise<void> {
  const { database } = parts
  const { institutionId, uploadId } = run
  const [staged] = await inLong(database, async (sql) => {
    const { rows } = await sql.query<{ lines: bigint; partner_ids: string[] | null }>(
      `SELECT count(*) AS lines, array_agg(DISTINCT partner_id) AS partner_ids FROM reconciliation_lines
        WHERE institution_id = $1 AND upload_id = $2`,
      [institutionId, uploadId],
    )
    return rows
  })
  if (Number(staged?.lines ?? 0n) !== run.lines) {
    await fail(parts, run, 'the lines of the file are gone: send it again')
    return removeLines(database, run)
  }
  const partnerIds = staged?.partner_ids ?? []
  signal.throwIfAborted()
  await compare(database, run, partnerIds)
  signal.throwIfAborted()
  const result = await inLong(database, (sql) => readResult(sql, run, partnerIds))
  const most = Math.max(result.missingHere, result.missingThere, result.different)
  if (most > MOST_EXCEPTIONS) {
    await forgetOtherDates(database, run)
    await fail(
      parts,
      run,
      `more than ${MOST_EXCEPTIONS} lines or orders differ: it is not the file of this source and date`,
      result,
    )
  } else await apply(parts, run, result)
  await removeLines(database, run)
}

async function compare(database: Database, run: MatchRun, partnerIds: readonly string[]): Promise<void> {
  // The planner has no statistics about new rows.
  await database.query('ANALYZE reconciliation_lines')
  await inLong(database, async (sql) => {
    await lockRun(sql, run)
    await compareLines(sql, run, partnerIds)
  })
}

/** A statement over a whole file may take longer than one of a request. */
function inLong<T>(database: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  return database.transaction(
    async (sql) => {
      await sql.query(`SET LOCAL statement_timeout = '${LIMIT_SECONDS}s'`)
      return work(sql)
    },
    { takesLong: true },
  )
}

async function lockRun(sql: Sql, { reconciliationId, run }: MatchRun): Promise<void> {
  const { rowCount } = await sql.query(
    `SELECT FROM reconciliations WHERE reconciliation_id = $1 AND run = $2 AND state = 'MATCHING' FOR UPDATE`,
    [reconciliationId, run],
  )
  if (rowCount === 0) throw new RunReplaced('another run goes on with the reconciliation')
}

/** Lets the file count: all of it, or nothing. */
async function apply({ database, clock }: MatchParts, run: MatchRun, result: ReconciliationResult): Promise<void> {
  const { institutionId, reconciliationId, source, businessDate } = run
  await database.transaction(async (sql) => {
    await lockRun(sql, run)
    const nowMs = clock.now()
    const { rows } = await sql.query<DifferenceRow & { kind: ExceptionalDifference }>(
      `SELECT d.* FROM reconciliation_differences d
        WHERE d.institution_id = $1 AND d.reconciliation_id = $2 AND d.kind IN ('MISSING_HERE', 'MISSING_THERE', 'DIFFERENT')
        ORDER BY d.seq`,
      [institutionId, reconciliationId],
    )
    const found = await openExceptions(sql, run, rows, nowMs, () => newId(nowMs))
    await settleExceptions(sql, run, found, nowMs)
    await sql.query(
      `UPDATE reconciliations SET state = 'REPLACED', replaced_by = $4, updated_at = $5, version = version + 1
        WHERE institution_id = $1 AND source = $2 AND business_date = $3 AND state = 'DONE'`,
      [institutionId, source, businessDate, reconciliationId, new Date(nowMs)],
    )
    await sql.query(
      `UPDATE reconciliations
          SET state = 'DONE', result = $2, finished_at = $3, updated_at = $3, version = version + 1
        WHERE reconciliation_id = $1`,
      [reconciliationId, JSON.stringify(result), new Date(nowMs)],
    )
    const { sums: _, ...counts } = result
    await recordAudit(
      sql,
      nowMs,
      {},
      {
        action: 'reconciliation.match',
        resource: 'reconciliation',
        resourceId: reconciliationId,
        institutionId,
        after: { state: 'DONE', source, businessDate, ...counts },
      },
    )
  })
}

/** Otherwise orders would count as matched by a file that does not count. */
async function forgetOtherDates(sql: Sql, { institutionId, reconciliationId }: MatchRun): Promise<void> {
  await sql.query(
    `DELETE FROM reconciliation_differences WHERE institution_id = $1 AND reconciliation_id = $2 AND kind = 'OTHER_DATE'`,
    [institutionId, reconciliationId],
  )
}

async function fail(
  { database, clock }: MatchParts,
  { reconciliationId, uploadId }: Upload,
  error: string,
  result?: ReconciliationResult,
): Promise<void> {
  await database.query(
    `UPDATE reconciliations
        SET state = 'FAILED', error = $3, result = $4, finished_at = $5, updated_at = $5, version = version + 1
      WHERE reconciliation_id = $1 AND upload_id = $2 AND state IN ('QUEUED', 'MATCHING')`,
    [reconciliationId, uploadId, error, result === undefined ? null : JSON.stringify(result), new Date(clock.now())],
  )
}

// The job that makes the file of an export, a page of rows at a time. Each page is committed with its place in the search, so a
// run that follows a crash goes on where the last one ended. A workbook starts over instead: a ZIP cannot be continued.

import type { JobKind } from '../../../platform/jobs/job-queue.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { Position } from '../search/search-position.ts'
import { institutionsOf } from '../search/searched-institutions.ts'
import { type Pace, walk } from '../search/walk.ts'
import { readRows } from '../search/window-statements.ts'
import { type TransactionRecord, transactionOf } from '../transaction-record.ts'
import { beginRun, ExportProgress, ExportReplaced, tellExportEnded } from './export-progress.ts'
import { type ExportRow, filterOfStored, scopeOf } from './export-record.ts'
import { CSV_HEADER, csvLines, jsonLines } from './text-file.ts'
import { WorkbookFile } from './workbook-file.ts'

export const EXPORT_JOB = 'export-transactions'

/** About two gigabytes of text. */
export const MOST_EXPORTED = 5_000_000

const PAGE_ROWS = 2_000
/** A filter that hardly anything matches commits its place at least this often. */
const PACE: Pace = { firstWindow: 10_000, limitMs: 1_000 }

export interface ExportJobParts {
  readonly database: Database
  readonly clock: Clock
  readonly pageRows?: number
  readonly mostRows?: number
}

export function exportJob(parts: ExportJobParts): JobKind {
  return {
    name: EXPORT_JOB,
    atOnce: 1,
    retries: 8,
    limitSeconds: 4 * 3_600,
    async run(data, signal) {
      const { exportId } = data as { exportId: string }
      const row = await beginRun(parts, exportId)
      if (row === undefined) return
      try {
        await runExport(parts, row, signal)
      } catch (error) {
        // The other run finishes it.
        if (!(error instanceof ExportReplaced)) throw error
      }
    },
    async giveUp(data) {
      const { exportId } = data as { exportId: string }
      const nowMs = parts.clock.now()
      await parts.database.transaction(async (sql) => {
        const { rowCount } = await sql.query(
          `UPDATE transaction_exports
              SET state = 'FAILED', error = 'the export could not be completed', finished_at = $2, updated_at = $2, version = version + 1
            WHERE export_id = $1 AND state IN ('QUEUED', 'RUNNING')`,
          [exportId, new Date(nowMs)],
        )
        if (rowCount > 0) await tellExportEnded(sql, nowMs, exportId)
      })
    },
  }
}

async function runExport(parts: ExportJobParts, row: ExportRow, signal: AbortSignal): Promise<void> {
  const { mostRows = MOST_EXPORTED } = parts
  const progress = new ExportProgress(parts, row)
  const workbook = row.format === 'XLSX' ? new WorkbookFile({ write: (bytes) => progress.append(bytes) }) : undefined
  let rows = Number(row.rows_written)
  let firstRowMs = row.first_row_ms === null ? undefined : Number(row.first_row_ms)
  let position = positionOf(row)
  let isFirst = row.chunks === 0
  for (let page = await readPage(parts, row, position); ; page = await readPage(parts, row, position)) {
    signal.throwIfAborted()
    rows += page.records.length
    if (rows > mostRows) {
      await progress.fail(`more than ${mostRows} transactions match; narrow the filter`)
      return
    }
    firstRowMs ??= page.records[0]?.createdAtMs
    position = page.next
    const step = { rows, percent: percentOf(row, firstRowMs, page.records.at(-1)), firstRowMs }
    if (workbook === undefined) {
      const header = isFirst && row.format === 'CSV' ? CSV_HEADER : ''
      const text = row.format === 'CSV' ? csvLines(page.records) : jsonLines(page.records)
      await progress.advance({ ...step, position, bytes: Buffer.from(header + text) })
      isFirst = false
    } else {
      await workbook.add(page.records)
      await progress.advance(step)
    }
    if (position === undefined) break
  }
  await workbook?.end()
  await progress.finish(rows)
}

interface Page {
  readonly records: readonly TransactionRecord[]
  /** Absent on the last page. */
  readonly next?: Position
}

async function readPage(
  { database, pageRows = PAGE_ROWS }: ExportJobParts,
  row: ExportRow,
  after: Position | undefined,
): Promise<Page> {
  const filter = filterOfStored(row.filter)
  const scope = scopeOf(row)
  const institutionIds = await institutionsOf(database, scope, filter)
  const request = {
    filter,
    scope,
    institutionIds,
    direction: 'oldest-first',
    after,
    wanted: pageRows,
    pace: PACE,
  } as const
  const { keys, next } = await walk(database, request)
  const records = (await readRows(database, keys)).map(transactionOf)
  return { records, ...(next !== undefined && { next }) }
}

function positionOf({ position_date, position_id }: ExportRow): Position | undefined {
  if (position_date === null || position_id === null) return undefined
  return { businessDate: position_date, id: position_id }
}

/** How far the last row is on the way from the first to the end of the search. 100 is for what is done. */
function percentOf(row: ExportRow, firstRowMs: number | undefined, last: TransactionRecord | undefined): number {
  const { toMs } = filterOfStored(row.filter)
  if (last === undefined || firstRowMs === undefined || toMs === undefined || toMs <= firstRowMs) return row.percent
  const part = (last.createdAtMs - firstRowMs) / (toMs - firstRowMs)
  return Math.min(99, Math.max(row.percent, Math.floor(part * 100)))
}

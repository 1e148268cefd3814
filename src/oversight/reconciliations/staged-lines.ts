// The lines of a file while it is read and compared. They are written in batches, each of which checks that the upload is still
// the one that counts; what broke off is removed, at the latest by the sweep.

import { copyRow } from '../../platform/storage/batches/copy-row.ts'
import type { Database, Sql, Statement, Step, TransactionSql } from '../../platform/storage/database.ts'
import type { FileLine } from './reading/file-line.ts'
import { reconciliationProblem } from './reconciliation-problems.ts'

export const BATCH_LINES = 5_000
/** A node that does not renew its upload for this long is taken for dead. */
const LEASE = `interval '60 seconds'`
/** Lines of the file, so that a statement stays short. */
const REMOVED_AT_ONCE = 50_000

const COPY_LINES: Statement = {
  name: 'copy-reconciliation-lines',
  text: `COPY reconciliation_lines (institution_id, upload_id, line, part, partner_id, rrn, is_credit, currency, amount_minor,
           account_id, type, terminal_id) FROM STDIN`,
}

export interface Upload {
  readonly reconciliationId: string
  readonly institutionId: string
  readonly uploadId: string
}

/** Begins an upload, or says why not: the state it has. */
export async function beginUpload(sql: Sql, { reconciliationId, uploadId }: Upload): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE reconciliations
        SET state = 'RECEIVING', upload_id = $2, receiving_until = clock_timestamp() + ${LEASE}, error = NULL, finished_at = NULL
      WHERE reconciliation_id = $1 AND state IN ('WAITING', 'FAILED')`,
    [reconciliationId, uploadId],
  )
  return rowCount > 0
}

/** Refusal: `at-work` when another upload has taken its place. */
export async function renewUpload(sql: Sql, { reconciliationId, uploadId }: Upload): Promise<void> {
  const { rowCount } = await sql.query(
    `UPDATE reconciliations SET receiving_until = clock_timestamp() + ${LEASE}
      WHERE reconciliation_id = $1 AND upload_id = $2 AND state = 'RECEIVING'`,
    [reconciliationId, uploadId],
  )
  if (rowCount === 0) throw reconciliationProblem('at-work', 'another upload has taken the place of this one')
}

export function copyLines(
  { institutionId, uploadId }: Omit<Upload, 'reconciliationId'>,
  lines: readonly FileLine[],
): Step {
  const rows = lines.map((line) =>
    copyRow([
      institutionId,
      uploadId,
      line.line,
      line.part,
      line.partnerId,
      line.rrn,
      line.isCredit ? 't' : 'f',
      line.currency,
      line.amountMinor,
      line.accountId,
      line.type,
      line.terminalId,
    ]),
  )
  return { statement: COPY_LINES, values: [], rows: rows.join('') }
}

export async function stageLines(database: Database, upload: Upload, lines: readonly FileLine[]): Promise<void> {
  await database.transaction(async (sql: TransactionSql) => {
    await renewUpload(sql, upload)
    await sql.roundTrip([copyLines(upload, lines)])
  })
}

/** Removes the lines of an upload, and then forgets it. Safe to repeat. */
export async function removeLines(
  database: Database,
  { institutionId, uploadId }: Omit<Upload, 'reconciliationId'>,
): Promise<void> {
  const { rows } = await database.query<{ last: number | null }>(
    'SELECT max(line) AS last FROM reconciliation_lines WHERE institution_id = $1 AND upload_id = $2',
    [institutionId, uploadId],
  )
  const last = rows[0]?.last ?? 0
  for (let from = 0; from <= last; from += REMOVED_AT_ONCE) {
    await database.query(
      `DELETE FROM reconciliation_lines WHERE institution_id = $1 AND upload_id = $2 AND line BETWEEN $3 AND $4`,
      [institutionId, uploadId, from, from + REMOVED_AT_ONCE - 1],
    )
  }
  await database.query(
    `UPDATE reconciliations SET upload_id = NULL
      WHERE upload_id = $1 AND state NOT IN ('RECEIVING', 'QUEUED', 'MATCHING')`,
    [uploadId],
  )
}

/** Ends uploads of nodes that have died. */
export async function endDeadUploads(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE reconciliations SET state = 'WAITING', receiving_until = NULL
      WHERE state = 'RECEIVING' AND receiving_until < clock_timestamp()`,
  )
}

/** Those whose lines nobody needs. */
export async function readAbandoned(sql: Sql): Promise<readonly Omit<Upload, 'reconciliationId'>[]> {
  const { rows } = await sql.query<{ institution_id: string; upload_id: string }>(
    `SELECT institution_id, upload_id FROM reconciliations
      WHERE upload_id IS NOT NULL AND state NOT IN ('RECEIVING', 'QUEUED', 'MATCHING')`,
  )
  return rows.map((row) => ({ institutionId: row.institution_id, uploadId: row.upload_id }))
}

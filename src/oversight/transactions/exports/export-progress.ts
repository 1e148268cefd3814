// The stored progress of one run of an export. Every write checks that the run is still the current one: when a node is taken
// for dead and lives on, two of them work on the same export, and only the newer may write.

import { storeNotifications } from '../../../administration/notifications/store-notifications.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import type { Position } from '../search/search-position.ts'
import type { ExportRow } from './export-record.ts'

/** Another run goes on with the export, or it is gone: a reset of the sandbox deletes it. */
export class ExportReplaced extends Error {}

export interface Step {
  readonly rows: number
  readonly percent: number
  readonly firstRowMs?: number | undefined
  /** Where to go on; absent for a format that starts over. */
  readonly position?: Position | undefined
  readonly bytes?: Buffer | undefined
}

export class ExportProgress {
  readonly #database: Database
  readonly #clock: Clock
  readonly #exportId: string
  readonly #run: number
  #chunks: number

  constructor(parts: { readonly database: Database; readonly clock: Clock }, row: ExportRow) {
    this.#database = parts.database
    this.#clock = parts.clock
    this.#exportId = row.export_id
    this.#run = row.run
    this.#chunks = row.chunks
  }

  /** Adds a chunk of the file and says how far the export is, both or neither. */
  async advance({ rows, percent, firstRowMs, position, bytes }: Step): Promise<void> {
    const length = bytes?.length ?? 0
    await this.#database.transaction(async (sql) => {
      await this.#update(
        sql,
        `rows_written = $4, percent = $5, first_row_ms = $6, position_date = $7, position_id = $8,
         chunks = chunks + $9, bytes = bytes + $10`,
        [
          rows,
          percent,
          firstRowMs ?? null,
          position?.businessDate ?? null,
          position?.id ?? null,
          length === 0 ? 0 : 1,
          length,
        ],
      )
      if (length > 0) await this.#insert(sql, bytes as Buffer)
    })
    if (length > 0) this.#chunks++
  }

  /** Adds a chunk of a format whose bytes do not line up with rows. */
  async append(bytes: Buffer): Promise<void> {
    await this.#database.transaction(async (sql) => {
      await this.#update(sql, 'chunks = chunks + 1, bytes = bytes + $4', [bytes.length])
      await this.#insert(sql, bytes)
    })
    this.#chunks++
  }

  async finish(rows: number): Promise<void> {
    await this.#database.transaction(async (sql) => {
      await this.#update(sql, `state = 'DONE', percent = 100, rows_written = $4, finished_at = $3`, [rows])
      await tellExportEnded(sql, this.#clock.now(), this.#exportId)
    })
  }

  async fail(reason: string): Promise<void> {
    await this.#database.transaction(async (sql) => {
      await this.#update(sql, `state = 'FAILED', error = $4, finished_at = $3`, [reason])
      await tellExportEnded(sql, this.#clock.now(), this.#exportId)
    })
  }

  async #update(sql: Sql, changes: string, values: readonly unknown[]): Promise<void> {
    const { rowCount } = await sql.query(
      `UPDATE transaction_exports SET ${changes}, updated_at = $3, version = version + 1
        WHERE export_id = $1 AND run = $2 AND state = 'RUNNING'`,
      [this.#exportId, this.#run, new Date(this.#clock.now()), ...values],
    )
    if (rowCount === 0) throw new ExportReplaced('another run goes on with the export')
  }

  async #insert(sql: Sql, bytes: Buffer): Promise<void> {
    await sql.query('INSERT INTO transaction_export_chunks (export_id, seq, content) VALUES ($1, $2, $3)', [
      this.#exportId,
      this.#chunks,
      bytes,
    ])
  }
}

/** Begins a run: the current one from now on. Undefined when the export is finished or gone. */
export async function beginRun(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  exportId: string,
): Promise<ExportRow | undefined> {
  return await database.transaction(async (sql) => {
    const { rows } = await sql.query<ExportRow>(
      `UPDATE transaction_exports SET state = 'RUNNING', run = run + 1, updated_at = $2, version = version + 1
        WHERE export_id = $1 AND state IN ('QUEUED', 'RUNNING') RETURNING *`,
      [exportId, new Date(clock.now())],
    )
    const [row] = rows
    // A workbook cannot be continued in the middle.
    if (row === undefined || row.format !== 'XLSX' || row.chunks === 0) return row
    await sql.query('DELETE FROM transaction_export_chunks WHERE export_id = $1', [exportId])
    const { rows: restarted } = await sql.query<ExportRow>(
      `UPDATE transaction_exports
          SET chunks = 0, bytes = 0, rows_written = 0, percent = 0, position_date = NULL, position_id = NULL, first_row_ms = NULL
        WHERE export_id = $1 RETURNING *`,
      [exportId],
    )
    return restarted[0]
  })
}

/** Tells the user who asked for it. */
export async function tellExportEnded(sql: Sql, nowMs: number, exportId: string): Promise<void> {
  const { rows } = await sql.query<ExportRow>('SELECT * FROM transaction_exports WHERE export_id = $1', [exportId])
  const [row] = rows
  if (row === undefined) return
  const isDone = row.state === 'DONE'
  await storeNotifications(sql, nowMs, [row.user_id], {
    kind: 'EXPORT_ENDED',
    resource: 'transaction-export',
    resourceId: exportId,
    grant: { module: 'TXN_EXPORT', action: 'EXPORT' },
    institutionId: row.institution_id ?? undefined,
    subTenantId: row.sub_tenant_id ?? undefined,
    title: isDone ? `Your export is ready: ${row.rows_written} transactions` : 'Your export has failed',
    details: { state: row.state, format: row.format, rows: String(row.rows_written) },
  })
}

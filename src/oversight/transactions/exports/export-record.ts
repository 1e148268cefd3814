// An export of transactions as it is stored and shown.

import { type RecordFields, type RecordRow, recordFieldsOf } from '../../../administration/records/record-kind.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import type { TransactionFilter } from '../search/transaction-filter.ts'

export const EXPORT_FORMATS = ['CSV', 'XLSX', 'JSONL'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/**
 *   QUEUED → RUNNING → DONE
 *                    ↘ FAILED   no retry is left, or there are too many rows
 *
 * A job whose node dies stays RUNNING until another node goes on with it.
 */
export const EXPORT_STATES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const
export type ExportState = (typeof EXPORT_STATES)[number]

export interface ExportRecord extends RecordFields {
  readonly format: ExportFormat
  /** As it was sent. */
  readonly filter: object
  readonly state: ExportState
  /** Rows written so far. */
  readonly rows: number
  /** An estimate from the times of the rows; 100 when it is done. */
  readonly percent: number
  /** The size of the file, once it is done. */
  readonly bytes?: number
  /** Why it failed. */
  readonly error?: string
  readonly finishedAt?: string
}

export interface ExportRow extends RecordRow {
  export_id: string
  user_id: string
  institution_id: string | null
  sub_tenant_id: string | null
  format: ExportFormat
  sent_filter: object
  filter: StoredFilter
  state: ExportState
  rows_written: bigint
  percent: number
  chunks: number
  bytes: bigint
  position_date: string | null
  position_id: string | null
  first_row_ms: bigint | null
  run: number
  error: string | null
  finished_at: Date | null
}

export function exportOf(row: ExportRow): ExportRecord {
  return {
    ...recordFieldsOf(row.export_id, row),
    format: row.format,
    filter: row.sent_filter,
    state: row.state,
    rows: Number(row.rows_written),
    percent: row.percent,
    ...(row.state === 'DONE' && { bytes: Number(row.bytes) }),
    ...(row.error !== null && { error: row.error }),
    ...(row.finished_at !== null && { finishedAt: isoTimestamp(row.finished_at.getTime()) }),
  }
}

export function scopeOf({ institution_id, sub_tenant_id }: ExportRow): Scope {
  return {
    ...(institution_id !== null && { institutionId: institution_id }),
    ...(sub_tenant_id !== null && { subTenantId: sub_tenant_id }),
  }
}

/** A filter as JSON: amounts are text, because JSON has no bigint. */
type StoredFilter = Omit<TransactionFilter, 'amountMinMinor' | 'amountMaxMinor'> & {
  readonly amountMinMinor?: string
  readonly amountMaxMinor?: string
}

export function storedFilter(filter: TransactionFilter): string {
  return JSON.stringify(filter, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

export function filterOfStored({ amountMinMinor, amountMaxMinor, ...rest }: StoredFilter): TransactionFilter {
  return {
    ...rest,
    ...(amountMinMinor !== undefined && { amountMinMinor: BigInt(amountMinMinor) }),
    ...(amountMaxMinor !== undefined && { amountMaxMinor: BigInt(amountMaxMinor) }),
  }
}

// Exports of transactions on the wire.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { recordFields, timestamp } from '../../../../edge/resource/record-shapes.ts'
import {
  EXPORT_FORMATS,
  EXPORT_STATES,
  type ExportFormat,
} from '../../../../oversight/transactions/exports/export-record.ts'
import { FILTER_EXAMPLE, transactionFilter } from './transaction-filter-shape.ts'

export const format = Type.Enum([...EXPORT_FORMATS], {
  description: 'The form of the file',
  expected: `must be one of ${EXPORT_FORMATS.join(', ')}`,
})

/** The file of each format. */
export const FILE_TYPES: Readonly<Record<ExportFormat, { readonly contentType: string; readonly extension: string }>> =
  {
    CSV: { contentType: 'text/csv; charset=utf-8', extension: 'csv' },
    XLSX: {
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      extension: 'xlsx',
    },
    JSONL: { contentType: 'application/x-ndjson; charset=utf-8', extension: 'jsonl' },
  }

export const exportShape = Type.Object(
  {
    ...recordFields,
    format: chosen(format),
    filter: chosen(transactionFilter),
    state: chosen(Type.Enum([...EXPORT_STATES], { description: 'The file can be read once it is DONE' })),
    rows: chosen(Type.Integer({ description: 'Transactions written so far' })),
    percent: chosen(Type.Integer({ description: 'An estimate by the time of the rows; 100 when it is done' })),
    bytes: Type.Optional(chosen(Type.Integer({ description: 'The size of the file, once it is done' }))),
    error: Type.Optional(chosen(Type.String({ description: 'Why it failed' }))),
    finishedAt: Type.Optional(chosen(timestamp('When it was done, or failed'))),
  },
  { component: 'TransactionExport' },
)

export const EXPORT = {
  id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e77',
  version: 9,
  createdAt: '2026-01-15T10:00:00.000Z',
  updatedAt: '2026-01-15T10:00:07.000Z',
  createdBy: 'admin@sandbox.example',
  updatedBy: 'admin@sandbox.example',
  format: 'CSV',
  filter: FILTER_EXAMPLE,
  state: 'RUNNING',
  rows: 12_000,
  percent: 41,
}

export const DONE_EXPORT = {
  ...EXPORT,
  state: 'DONE',
  rows: 31_200,
  percent: 100,
  bytes: 7_488_000,
  finishedAt: '2026-01-15T10:00:07.000Z',
}

// Exports of transactions: formats and sizes in words.

import type { onboarding } from '@tillgate/sdk'
import { locale } from '../../../reader.ts'

export type TransactionExport = onboarding.TransactionExport
export type ExportFormat = TransactionExport['format']

export const FORMATS: Readonly<
  Record<ExportFormat, { readonly label: string; readonly hint: string; readonly extension: string }>
> = {
  CSV: { label: 'CSV', hint: 'Text with commas; every spreadsheet and database reads it.', extension: 'csv' },
  XLSX: {
    label: 'Excel workbook (XLSX)',
    hint: 'Opens in Excel and LibreOffice with real dates and figures.',
    extension: 'xlsx',
  },
  JSONL: { label: 'JSON lines', hint: 'One JSON object a line, for programs.', extension: 'jsonl' },
}

export function isUnfinished({ state }: TransactionExport): boolean {
  return state === 'QUEUED' || state === 'RUNNING'
}

/** How long files are kept, as far as it is known. */
export function keptFor(days: number | undefined): string {
  if (days === undefined) return 'some days'
  return days === 1 ? 'one day' : `${days.toLocaleString(locale)} days`
}

/** `7.5 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB']
  let [size, unit] = [bytes, 0]
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000
    unit += 1
  }
  return `${size.toLocaleString(locale, { maximumFractionDigits: unit === 0 ? 0 : 1 })} ${units[unit]}`
}

// Rows of an export as text: CSV with a line of names, or JSON Lines.

import { stringify } from 'csv-stringify/sync'
import { spreadsheetText } from '../spreadsheet-text.ts'
import { NUMBER_FIELDS, shownTransaction, TRANSACTION_FIELD_NAMES, transactionCells } from '../transaction-fields.ts'
import type { TransactionRecord } from '../transaction-record.ts'

export const CSV_HEADER = `${TRANSACTION_FIELD_NAMES.join(',')}\n`

export function csvLines(records: readonly TransactionRecord[]): string {
  return stringify(records.map(csvCells))
}

export function jsonLines(records: readonly TransactionRecord[]): string {
  return records.map((record) => `${JSON.stringify(shownTransaction(record))}\n`).join('')
}

/** The cells of a line, safe to open in a spreadsheet. Numbers stay as they are. */
export function csvCells(record: TransactionRecord): string[] {
  return transactionCells(record).map((cell, i) =>
    NUMBER_FIELDS.has(TRANSACTION_FIELD_NAMES[i] as (typeof TRANSACTION_FIELD_NAMES)[number])
      ? cell
      : spreadsheetText(cell),
  )
}

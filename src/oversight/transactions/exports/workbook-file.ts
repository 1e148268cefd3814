// An export as an Excel workbook, streamed: rows become XML in the ZIP as they come, and only a chunk of it is in memory. A
// sheet holds 1,048,576 rows, so a long export has several.

import { currencyExponent } from '../../../platform/kernel/money/currencies.ts'
import { NUMBER_FIELDS, TRANSACTION_FIELD_NAMES, transactionCells } from '../transaction-fields.ts'
import type { TransactionRecord } from '../transaction-record.ts'
import {
  amountStyle,
  contentTypes,
  PACKAGE_RELATIONS,
  SHEET_END,
  SHEET_START,
  stylesXml,
  workbookRelations,
  workbookXml,
} from './workbook-parts.ts'
import { type WriteBytes, ZipWriter } from './zip-writer.ts'

const CHUNK_BYTES = 256 * 1024
const SHEET_ROWS = 1_048_576
/** Rows that are compressed together. */
const BATCH_ROWS = 250

export interface WorkbookOptions {
  /** Takes the bytes of the file, in order. */
  readonly write: WriteBytes
  /** Rows of a sheet, its header included. */
  readonly sheetRows?: number
  /** Bytes of a chunk, about. */
  readonly chunkBytes?: number
}

export class WorkbookFile {
  readonly #zip: ZipWriter
  readonly #sheetRows: number
  readonly #sheets: string[] = []
  /** Rows of the current sheet. */
  #rows = 0

  constructor({ write, sheetRows = SHEET_ROWS, chunkBytes = CHUNK_BYTES }: WorkbookOptions) {
    this.#zip = new ZipWriter(write, chunkBytes)
    this.#sheetRows = sheetRows
  }

  /** Resolves when the rows are compressed, and all but a chunk of them is written. Rejects as `write` does. */
  async add(records: readonly TransactionRecord[]): Promise<void> {
    for (let start = 0; start < records.length; ) {
      if (this.#sheets.length === 0 || this.#rows === this.#sheetRows) await this.#beginSheet()
      const batch = records.slice(start, start + Math.min(BATCH_ROWS, this.#sheetRows - this.#rows))
      await this.#zip.add(batch.map((record) => recordXml(record, ++this.#rows)).join(''))
      start += batch.length
    }
  }

  async end(): Promise<void> {
    if (this.#sheets.length === 0) await this.#beginSheet()
    await this.#endSheet()
    await this.#zip.addEntry('_rels/.rels', PACKAGE_RELATIONS)
    await this.#zip.addEntry('xl/workbook.xml', workbookXml(this.#sheets))
    await this.#zip.addEntry('xl/_rels/workbook.xml.rels', workbookRelations(this.#sheets))
    await this.#zip.addEntry('xl/styles.xml', stylesXml())
    await this.#zip.addEntry('[Content_Types].xml', contentTypes(this.#sheets))
    await this.#zip.end()
  }

  async #beginSheet(): Promise<void> {
    if (this.#sheets.length > 0) await this.#endSheet()
    this.#sheets.push(`Transactions ${this.#sheets.length + 1}`)
    this.#zip.beginEntry(`xl/worksheets/sheet${this.#sheets.length}.xml`)
    await this.#zip.add(SHEET_START + headerXml())
    this.#rows = 1
  }

  async #endSheet(): Promise<void> {
    await this.#zip.add(SHEET_END)
    await this.#zip.endEntry()
  }
}

/** All columns have one letter. */
const COLUMNS = TRANSACTION_FIELD_NAMES.map((name, i) => ({
  letter: String.fromCharCode(65 + i),
  isNumber: NUMBER_FIELDS.has(name),
  isAmount: NUMBER_FIELDS.has(name) && name !== 'latencyMs',
}))

function headerXml(): string {
  return rowXml(
    1,
    TRANSACTION_FIELD_NAMES.map((name, i) => textCell(`${COLUMNS[i]?.letter}1`, name)),
  )
}

/**
 * Amounts show the decimals of their currency; an inquiry has none. Cells are typed: text that starts like a formula is not
 * evaluated, and needs no apostrophe as in CSV.
 */
function recordXml(record: TransactionRecord, row: number): string {
  const decimals = record.currency === undefined ? 0 : (currencyExponent(record.currency) ?? 0)
  const cells = transactionCells(record)
  return rowXml(
    row,
    COLUMNS.map(({ letter, isNumber, isAmount }, i) => {
      const value = cells[i] as string
      if (value === '') return ''
      const place = `${letter}${row}`
      if (!isNumber) return textCell(place, value)
      return `<c r="${place}"${isAmount ? ` s="${amountStyle(decimals)}"` : ''}><v>${value}</v></c>`
    }),
  )
}

function rowXml(row: number, cells: readonly string[]): string {
  return `<row r="${row}">${cells.join('')}</row>`
}

/** Excel trims it otherwise. */
const OUTER_SPACE = /^\s|\s$/

function textCell(place: string, text: string): string {
  const space = OUTER_SPACE.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${place}" t="inlineStr"><is><t${space}>${escapeText(text)}</t></is></c>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Characters that XML cannot hold, and carriage returns, which it would change, are `_x000D_` (ECMA-376, ST_Xstring). Text
 * that already looks like that gets its underscore escaped.
 */
function escapeText(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must be escaped
    /[&<>]|[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g,
    (found) => ENTITIES[found] ?? `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )
}

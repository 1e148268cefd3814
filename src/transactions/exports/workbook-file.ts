// An export as an Excel workbook, streamed: rows are written into the ZIP as they come, and the caller waits whenever the ZIP
// is behind. A sheet holds 1,048,576 rows, so a long export has several.

import { once } from 'node:events'
import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import exceljs from 'exceljs'
import { currencyExponent } from '../../kernel/currencies.ts'
import { spreadsheetText } from '../spreadsheet-text.ts'
import { NUMBER_FIELDS, shownTransaction, TRANSACTION_FIELD_NAMES } from '../transaction-fields.ts'
import type { TransactionRecord } from '../transaction-record.ts'

const CHUNK_BYTES = 256 * 1024
const SHEET_ROWS = 1_048_576

export interface WorkbookOptions {
  /** Takes the bytes of the file, in order. It is not called again before it resolves. */
  write(bytes: Buffer): Promise<void>
  /** Rows of a sheet, its header included. */
  readonly sheetRows?: number
  /** Bytes of a chunk, about. */
  readonly chunkBytes?: number
}

export class WorkbookFile {
  readonly #workbook: exceljs.stream.xlsx.WorkbookWriter
  readonly #failed = new AbortController()
  readonly #sheetRows: number
  #sheet: exceljs.Worksheet | undefined
  #sheets = 0
  #rows = 0

  constructor({ write, sheetRows = SHEET_ROWS, chunkBytes = CHUNK_BYTES }: WorkbookOptions) {
    this.#sheetRows = sheetRows
    const sink = chunkSink(write, chunkBytes)
    // Whoever adds rows must learn of it; without a listener the error would end the process.
    sink.on('error', (error) => this.#failed.abort(error))
    this.#workbook = new exceljs.stream.xlsx.WorkbookWriter({ stream: sink, useStyles: true, useSharedStrings: false })
  }

  /** Resolves when the rows have left this process's memory but for some buffers. */
  async add(records: readonly TransactionRecord[]): Promise<void> {
    for (const record of records) {
      if (this.#sheet === undefined || this.#rows === this.#sheetRows) this.#addSheet()
      this.#addRow(record)
    }
    await this.#drained()
  }

  async end(): Promise<void> {
    if (this.#sheet === undefined) this.#addSheet()
    await this.#unlessFailed(this.#workbook.commit())
  }

  #addSheet(): void {
    this.#sheet?.commit()
    this.#sheet = this.#workbook.addWorksheet(`Transactions ${++this.#sheets}`, {
      views: [{ state: 'frozen', ySplit: 1 }],
    })
    this.#sheet.addRow([...TRANSACTION_FIELD_NAMES]).commit()
    this.#rows = 1
  }

  #addRow(record: TransactionRecord): void {
    const shown: Readonly<Record<string, unknown>> = { ...shownTransaction(record) }
    const row = (this.#sheet as exceljs.Worksheet).addRow(
      TRANSACTION_FIELD_NAMES.map((name) =>
        NUMBER_FIELDS.has(name) ? shown[name] : shown[name] === undefined ? null : spreadsheetText(String(shown[name])),
      ),
    )
    for (const [i, format] of amountFormats(record)) row.getCell(i).numFmt = format
    row.commit()
    this.#rows++
  }

  /** exceljs writes without waiting: what the ZIP has not taken yet is in this stream. */
  async #drained(): Promise<void> {
    // Compression needs turns of the event loop.
    await setImmediate()
    const { pipes } = (this.#sheet as unknown as { stream: { pipes: Writable[] } }).stream
    for (const pipe of pipes) {
      if (pipe.writableNeedDrain) await this.#unlessFailed(once(pipe, 'drain'))
    }
    await this.#unlessFailed(Promise.resolve())
  }

  /** Once the sink has failed nothing goes on, and what is waited for never comes. */
  async #unlessFailed(step: Promise<unknown>): Promise<void> {
    const { signal } = this.#failed
    const failure = Promise.withResolvers<never>()
    const fail = () => failure.reject(signal.reason)
    signal.addEventListener('abort', fail)
    if (signal.aborted) fail()
    try {
      await Promise.race([step, failure.promise])
    } finally {
      signal.removeEventListener('abort', fail)
      // Whichever lost the race may still reject.
      failure.promise.catch(() => {})
      step.catch(() => {})
    }
  }
}

const AMOUNT_COLUMNS = ['amount', 'accessFee', 'reversedAmount'] as const
const COLUMN_NUMBERS = AMOUNT_COLUMNS.map((name) => TRANSACTION_FIELD_NAMES.indexOf(name) + 1)

/** Amounts show the decimals of their currency. */
function amountFormats({ currency }: TransactionRecord): [column: number, format: string][] {
  const exponent = currency === undefined ? 0 : (currencyExponent(currency) ?? 0)
  const format = exponent === 0 ? '0' : `0.${'0'.repeat(exponent)}`
  return COLUMN_NUMBERS.map((column) => [column, format])
}

/** Collects bytes into chunks. */
function chunkSink(write: (bytes: Buffer) => Promise<void>, chunkBytes: number): Writable {
  let held: Buffer[] = []
  let length = 0
  const flush = async () => {
    if (length === 0) return
    const bytes = Buffer.concat(held)
    held = []
    length = 0
    await write(bytes)
  }
  const settle = (work: Promise<void>, callback: (error?: Error | null) => void) =>
    work.then(
      () => callback(),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    )
  return new Writable({
    write(chunk: Buffer, _encoding, callback) {
      held.push(chunk)
      length += chunk.length
      settle(length >= chunkBytes ? flush() : Promise.resolve(), callback)
    },
    final: (callback) => void settle(flush(), callback),
  })
}

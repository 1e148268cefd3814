import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import exceljs from 'exceljs'
import { randomNumbers, randomTransaction } from '../stored-transactions.fixture.ts'
import { TRANSACTION_FIELD_NAMES } from '../transaction-fields.ts'
import type { TransactionRecord } from '../transaction-record.ts'
import { WorkbookFile } from './workbook-file.ts'

describe('a workbook', () => {
  const random = randomNumbers(3)
  const records = Array.from({ length: 25 }, (_, i) => randomTransaction(random, Date.UTC(2026, 0, 1) + i))

  test('has more sheets when one is full, each with its header', async () => {
    const chunks: Buffer[] = []
    const file = new WorkbookFile({ write: async (bytes) => void chunks.push(bytes), sheetRows: 11 })
    await file.add(records.slice(0, 5))
    await file.add(records.slice(5))
    await file.end()
    const workbook = new exceljs.Workbook()
    await workbook.xlsx.load(Buffer.concat(chunks) as unknown as exceljs.Buffer)
    assert.deepEqual(
      workbook.worksheets.map((sheet) => [sheet.name, sheet.rowCount, sheet.getCell('A1').value]),
      [
        ['Transactions 1', 11, 'id'],
        ['Transactions 2', 11, 'id'],
        ['Transactions 3', 6, 'id'],
      ],
    )
    const ids = workbook.worksheets.flatMap((sheet) =>
      Array.from({ length: sheet.rowCount - 1 }, (_, i) => sheet.getRow(i + 2).getCell(1).value),
    )
    assert.deepEqual(
      ids,
      records.map((record) => record.id),
    )
  })

  test('without rows has a header', async () => {
    const chunks: Buffer[] = []
    const file = new WorkbookFile({ write: async (bytes) => void chunks.push(bytes) })
    await file.end()
    const workbook = new exceljs.Workbook()
    await workbook.xlsx.load(Buffer.concat(chunks) as unknown as exceljs.Buffer)
    assert.equal(workbook.worksheets[0]?.rowCount, 1)
  })

  test('writes chunks while rows are added, each once the one before is taken', async () => {
    const sizes: number[] = []
    let isWriting = false
    const file = new WorkbookFile({
      chunkBytes: 1_000,
      async write(bytes) {
        assert.equal(isWriting, false)
        isWriting = true
        await setImmediate()
        isWriting = false
        sizes.push(bytes.length)
      },
    })
    await file.add(Array.from({ length: 400 }, () => records).flat())
    const beforeEnd = sizes.reduce((sum, size) => sum + size, 0)
    await file.end()
    const whole = sizes.reduce((sum, size) => sum + size, 0)
    // The compressor holds back less than 64 KiB.
    assert.ok(whole > 300_000, `${whole} bytes`)
    assert.ok(whole - beforeEnd < 70_000, `${whole - beforeEnd} of ${whole} bytes came at the end`)
  })

  test('keeps every character, and reads a text like a number as text', async () => {
    const texts = [
      'a&b<c>"d\'',
      '  spaces ',
      'tab\tnew\nline\r',
      '\u0000\u0001\u001f\ufffe',
      '_x0041_',
      '007',
      '1e5',
      'Ł€😀',
      '=1+1',
      '+4912',
      '-x',
      '@sum',
    ]
    const rows = await sheetRows(texts.map((terminalId) => ({ ...(records[0] as TransactionRecord), terminalId })))
    const column = TRANSACTION_FIELD_NAMES.indexOf('terminalId') + 1
    assert.deepEqual(
      rows.map((row) => decoded(row.getCell(column).value)),
      texts,
    )
  })

  test('shows amounts with the decimals of their currency', async () => {
    const amounts = [
      { currency: 'USD', amountMinor: 123_45n, shown: [123.45, '0.00'] },
      { currency: 'JPY', amountMinor: 123n, shown: [123, '0'] },
      { currency: 'KWD', amountMinor: 1_500n, shown: [1.5, '0.000'] },
    ]
    const rows = await sheetRows(
      amounts.map(({ currency, amountMinor }) => ({ ...(records[0] as TransactionRecord), currency, amountMinor })),
    )
    const column = TRANSACTION_FIELD_NAMES.indexOf('amount') + 1
    assert.deepEqual(
      rows.map((row) => [row.getCell(column).value, row.getCell(column).numFmt]),
      amounts.map(({ shown }) => shown),
    )
  })

  test('fails with the error of its sink', async () => {
    const broken = () => Promise.reject(new Error('the disk is full'))
    await assert.rejects(new WorkbookFile({ write: broken }).end(), /the disk is full/)
    await assert.rejects(new WorkbookFile({ write: broken, chunkBytes: 1 }).add(records), /the disk is full/)
  })
})

/** The rows of a workbook of these records, without its header. */
async function sheetRows(records: readonly TransactionRecord[]): Promise<exceljs.Row[]> {
  const chunks: Buffer[] = []
  const file = new WorkbookFile({ write: async (bytes) => void chunks.push(bytes) })
  await file.add(records)
  await file.end()
  const workbook = new exceljs.Workbook()
  await workbook.xlsx.load(Buffer.concat(chunks) as unknown as exceljs.Buffer)
  const sheet = workbook.worksheets[0] as exceljs.Worksheet
  return sheet.getRows(2, records.length) ?? []
}

/** exceljs leaves the escapes of ST_Xstring as they are; Excel shows the characters. */
function decoded(value: exceljs.CellValue): string {
  return String(value).replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

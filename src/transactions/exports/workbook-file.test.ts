import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import exceljs from 'exceljs'
import { randomNumbers, randomTransaction } from '../stored-transactions.fixture.ts'
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

  test('fails with the error of its sink', async () => {
    const broken = () => Promise.reject(new Error('the disk is full'))
    await assert.rejects(new WorkbookFile({ write: broken }).end(), /the disk is full/)
    const file = new WorkbookFile({ write: broken, chunkBytes: 1 })
    await file.add(records)
    await assert.rejects(file.end(), /the disk is full/)
  })
})

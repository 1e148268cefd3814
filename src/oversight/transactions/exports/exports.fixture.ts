// Who asks for exports in tests, how their runs are cut short, and what a workbook holds.

import exceljs from 'exceljs'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { TRANSACTION_FIELD_NAMES } from '../transaction-fields.ts'
import type { ExportCaller } from './transaction-exports.ts'

/** Aborts when it has been asked so many times whether it is aborted: once a page. */
export function abortedAfter(pages: number): AbortSignal {
  let asked = 0
  const throwIfAborted = () => {
    if (++asked > pages) throw new Error('killed')
  }
  return { throwIfAborted } as AbortSignal
}

/** The rows of a workbook's only sheet, the header first. */
export async function rowsOf(file: Buffer): Promise<unknown[][]> {
  const workbook = new exceljs.Workbook()
  await workbook.xlsx.load(file as unknown as exceljs.Buffer)
  const sheet = workbook.worksheets[0] as exceljs.Worksheet
  return Array.from({ length: sheet.rowCount }, (_, i) => valuesOf(sheet, i + 1))
}

function valuesOf(sheet: exceljs.Worksheet, row: number): unknown[] {
  return TRANSACTION_FIELD_NAMES.map((_, i) => sheet.getRow(row).getCell(i + 1).value ?? undefined)
}

export function callerOf(scope: Scope, user = 1): ExportCaller {
  const userId = `019b0000-0000-7000-8000-00000000000${user}`
  return { principal: { userId, scope }, actor: { userId, email: 'boss@bank.example', scope } }
}

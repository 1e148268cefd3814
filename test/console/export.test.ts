// Exports in the console: started from a search, followed to the end, downloaded and opened.
// Needs a process of its own: its files hold its own traffic alone.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import ExcelJS from 'exceljs'
import type { Page } from 'playwright-core'
import { createOnboardingClient, type onboarding } from '../../sdk/src/index.ts'
import { clientOf } from '../support/accounts/sdk-client.ts'
import { ADMIN, withConsole } from '../support/console/console-browser.ts'
import { makeTraffic } from '../support/console/traffic.ts'

const EXPORTS = /\/transactions\/exports(\?|$)/

withConsole('exports in the console', (console) => {
  /** Oldest first, as in a file. */
  let declined: readonly onboarding.Transaction[]

  before(async () => {
    await makeTraffic(clientOf(console.running.current))
    const api = createOnboardingClient({ baseUrl: console.running.current.url })
    await api.signIn(ADMIN)
    const answer = await api.operations.listTransactions({ size: 100 }, { status: ['DECLINED'] })
    assert.equal(answer.status, 200)
    declined = answer.body.data.content.toReversed()
    assert.equal(declined.length, 4)
  })

  async function startExport(page: Page, format: string): Promise<void> {
    await page.getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Declined', { exact: true }).waitFor()
    await dialog.getByLabel(format).check()
    await dialog.getByRole('button', { name: 'Start the export' }).click()
    await page.getByRole('heading', { level: 1, name: 'Exports' }).waitFor()
  }

  async function download(page: Page, of: RegExp): Promise<{ name: string; content: Buffer }> {
    const coming = page.waitForEvent('download')
    await page.getByRole('row', { name: of }).getByRole('button', { name: 'Download' }).first().click()
    const file = await coming
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
  }

  test('how long files are kept is what the property says', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/exports')
    await page.getByText('They are deleted 7 days after they are done').waitFor()
    const api = createOnboardingClient({ baseUrl: console.running.current.url })
    await api.signIn(ADMIN)
    const made = await api.operations.createApplicationProperty({
      environment: 'sandbox',
      application: 'tillgate',
      key: 'export.keep-days',
      value: '3',
      valueType: 'INT',
    })
    assert.equal(made.status, 201)
    await open('/exports')
    await page.getByText('They are deleted 3 days after they are done').waitFor()
  })

  test('the declined transactions as CSV: its progress is seen to the end, and the file is what the API says', async () => {
    const { page, open } = await console.visit(ADMIN)
    let isSeen = false
    await page.route(EXPORTS, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as onboarding.BrowseTransactionExportsReply
      // So few rows are written at once: the page finds the job at work until that was seen, and then as it is.
      if (!isSeen)
        Object.assign(body.data.content[0] ?? {}, { state: 'RUNNING', percent: 41, rows: 2, bytes: undefined })
      await route.fulfill({ response, json: body })
    })
    await open('/transactions?status=DECLINED')
    await startExport(page, 'CSV')
    await page.getByText('2 rows, about 41%').waitFor()
    assert.equal(await page.getByRole('progressbar').getAttribute('aria-valuenow'), '41')
    isSeen = true
    await page.getByText('4 rows').waitFor()
    const { name, content } = await download(page, /CSV/)
    assert.match(name, /^transactions-[0-9a-f-]{36}\.csv$/)
    const rows = parse(content, { columns: true, bom: true }) as Record<string, string>[]
    assert.deepEqual(
      rows.map(({ id, rrn, type, responseCode, amount, status }) => [
        id,
        rrn,
        type,
        responseCode,
        Number(amount),
        status,
      ]),
      declined.map(({ id, rrn, type, responseCode, amount, status }) => [id, rrn, type, responseCode, amount, status]),
    )
  })

  test('the same as a workbook', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/transactions?status=DECLINED')
    await startExport(page, 'Excel workbook (XLSX)')
    const row = page.getByRole('row', { name: /Excel workbook/ })
    await row.getByText('4 rows').waitFor()
    const { name, content } = await download(page, /Excel workbook/)
    assert.match(name, /\.xlsx$/)
    const workbook = new ExcelJS.Workbook()
    await workbook.xlsx.load(content as unknown as ArrayBuffer)
    const sheet = workbook.worksheets[0]
    assert.ok(sheet)
    const titles = (sheet.getRow(1).values as unknown[]).slice(1)
    const column = titles.indexOf('rrn') + 1
    assert.ok(column > 0, titles.join())
    assert.deepEqual(
      declined.map((_, at) => String(sheet.getRow(at + 2).getCell(column).value)),
      declined.map(({ rrn }) => rrn),
    )
    assert.equal(sheet.actualRowCount, declined.length + 1)
  })

  test('a file that has expired and an export that failed say so', async () => {
    const { page, open } = await console.visit(ADMIN)
    await page.route(/\/transactions\/exports\/[^/]+\/file$/, (route) =>
      route.fulfill({
        status: 404,
        json: { data: null, success: false, message: 'B-REQ-004: there is no such export', timestamp: '' },
      }),
    )
    await page.route(EXPORTS, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as onboarding.BrowseTransactionExportsReply
      Object.assign(body.data.content[1] ?? {}, { state: 'FAILED', error: 'more than 5000000 rows' })
      await route.fulfill({ response, json: body })
    })
    await open('/exports')
    await page.getByText('more than 5000000 rows').waitFor()
    await page.getByRole('button', { name: 'Export again' }).waitFor()
    await page.getByRole('button', { name: 'Download' }).first().click()
    await page
      .getByRole('alert')
      .getByText(/The file has expired/)
      .waitFor()
  })
})

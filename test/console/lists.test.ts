// What every list of the console can do, and the language and time zone that a reader chooses.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { ADMIN, withConsole } from '../support/console/console-browser.ts'
import { assertAccessible, assertFits, takePicture, untilDrawn } from '../support/console/look-at-page.ts'

withConsole('lists of the console', (console) => {
  test('a filter is kept under a name, applied again and forgotten', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/terminals?status=INACTIVE')
    await untilDrawn(page)
    await page.getByRole('button', { name: 'Save filter' }).click()
    await page.getByLabel('Save these filters as').fill('Out of order')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await open('/terminals')
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await untilDrawn(page)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Out of order', exact: true }).click()
    await page.waitForURL(/status=INACTIVE/)
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('button', { name: 'Forget the filter Out of order' }).click()
    await open('/terminals')
    await untilDrawn(page)
    assert.equal(await page.getByRole('button', { name: 'Saved filters' }).count(), 0)
  })

  test('a hidden column stays hidden when the list is opened again', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/terminals')
    await page.getByRole('columnheader', { name: 'Location' }).waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByLabel('Location').uncheck()
    await untilDrawn(page)
    await assertAccessible(page)
    await open('/terminals')
    await page.getByRole('columnheader', { name: 'Branch' }).waitFor()
    assert.equal(await page.getByRole('columnheader', { name: 'Location' }).count(), 0)
  })

  test('the file of a list has all records of the filter, not only those of the page', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/error-codes?size=10')
    const [, total = ''] = /of ([\d,]+)/.exec(await page.getByText(/^1–10 of/).innerText()) ?? []
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'error-codes.csv')
    const records = parse(await readFile(await download.path(), 'utf8'), { columns: true }) as { code: string }[]
    assert.equal(records.length, Number(total.replace(',', '')))
    assert.ok(Number(total.replace(',', '')) > 10)
  })

  test('the reader chooses language and time zone in the account menu', async () => {
    // A zone without summer time: the same at any time of the year.
    const { page, open } = await console.visit(ADMIN, { timezoneId: 'America/Bogota' })
    await open('/terminals')
    await page.getByRole('button', { name: 'Time zone America/Bogota, GMT-5: choose another' }).waitFor()
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: /^Language and time zone/ }).click()
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'Español' }).click()
    await page.getByRole('combobox', { name: 'Time zone' }).click()
    await page.getByRole('option', { name: 'UTC', exact: true }).click()
    await untilDrawn(page)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Terminales', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Zona horaria UTC, UTC: elegir otra' }).waitFor()
    await untilDrawn(page)
    assert.equal(await page.evaluate('document.documentElement.lang'), 'es')
    await page.getByRole('columnheader', { name: 'Sucursal' }).waitFor()
    await assertAccessible(page)
    await assertFits(page)
    await takePicture(page, 'terminals-spanish')
    // The groups of the menu are still found by their pages.
    await page.getByRole('navigation', { name: 'Menú principal' }).getByText('Banca digital').waitFor()
  })

  test('a browser in Spanish gets the console in Spanish, with figures as Spain writes them', async () => {
    const { page, open } = await console.visit(ADMIN, { locale: 'es-ES' })
    await open('/dashboard')
    await page.getByRole('heading', { name: 'Panel', level: 1 }).waitFor()
    await untilDrawn(page)
    await assertAccessible(page)
    await takePicture(page, 'dashboard-spanish')
  })
})

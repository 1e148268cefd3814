// What every list of the console can do, and the language and time zone that a reader chooses.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { ADMIN, NEW_PROFILE, SECOND, withConsole } from '../support/console/console-browser.ts'
import { assertAccessible, assertFits, takePicture, untilDrawn } from '../support/console/look-at-page.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'

withConsole('lists of the console', (console) => {
  test('a view is saved under a name, applied in another browser, shared, and removed', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/terminals?status=INACTIVE&sort=createdAt:asc')
    await untilDrawn(page)
    await page.getByRole('button', { name: 'Views', exact: true }).click()
    await page.getByLabel('Save this view as').fill('Out of order')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Out of order', exact: true }).waitFor()
    await untilDrawn(page)
    await assertAccessible(page)
    await assertFits(page)

    const elsewhere = await console.visit(ADMIN, NEW_PROFILE)
    await elsewhere.open('/terminals')
    await elsewhere.page.getByRole('button', { name: 'Views', exact: true }).click()
    await elsewhere.page.getByRole('button', { name: 'Out of order', exact: true }).click()
    await elsewhere.page.waitForURL((url) => url.searchParams.get('status') === 'INACTIVE')
    assert.equal(new URL(elsewhere.page.url()).searchParams.get('sort'), 'createdAt:asc')

    const colleague = await console.visit(SECOND)
    await colleague.open('/terminals')
    await colleague.page.getByRole('button', { name: 'Views', exact: true }).click()
    await colleague.page.getByText('Set filters or a sort').waitFor()
    await page.getByRole('button', { name: 'Share the view Out of order', pressed: false }).click()
    await page.getByRole('button', { name: 'Share the view Out of order', pressed: true }).waitFor()
    await colleague.open('/terminals')
    await colleague.page.getByRole('button', { name: 'Views', exact: true }).click()
    await colleague.page.getByText('Shared by others').waitFor()
    await untilDrawn(colleague.page)
    await assertAccessible(colleague.page)
    await colleague.page.getByRole('button', { name: 'Out of order admin@sandbox.example' }).click()
    await colleague.page.waitForURL(/status=INACTIVE/)

    await page.getByRole('button', { name: 'Remove the view Out of order' }).click()
    await page.getByRole('button', { name: 'Out of order', exact: true }).waitFor({ state: 'detached' })
  })

  test('views that a browser kept are brought to the gateway once', async () => {
    const { page, open } = await console.visit(ADMIN, NEW_PROFILE)
    await open('/billers')
    const onboarding = new Onboarding(() => console.running.current.url)
    const { body } = await onboarding.call('GET /me', { token: await onboarding.tokenOf(ADMIN.email, ADMIN.password) })
    const kept = [
      { name: 'Brought over', values: { isActive: 'false' } },
      { name: 'With a card', values: { search: '4000000000000002' } },
    ]
    const stored = {
      key: `tillgate-list:${body.data.id}:/billers::`,
      text: JSON.stringify({ hidden: [], saved: kept }),
    }
    await page.evaluate(`localStorage.setItem(${JSON.stringify(stored.key)}, ${JSON.stringify(stored.text)})`)
    await open('/billers')
    await page.getByText('The saved filter With a card is gone').waitFor()
    await page.getByRole('button', { name: 'Views', exact: true }).click()
    await page.getByRole('button', { name: 'Brought over', exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'With a card', exact: true }).count(), 0)
    await page.getByRole('button', { name: 'Remove the view Brought over' }).click()
    await page.getByRole('button', { name: 'Brought over', exact: true }).waitFor({ state: 'detached' })
    // What was removed does not come back from the browser.
    await open('/billers')
    await page.getByRole('button', { name: 'Views', exact: true }).click()
    await page.getByText('Set filters or a sort').waitFor()
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

  test('what was typed just before leaving a list is not part of the next address', async () => {
    const { page, open } = await console.visit(ADMIN)
    const loaded = Promise.withResolvers<void>()
    await page.route(/hot-card-list/, async (route) => {
      await loaded.promise
      await route.continue()
    })
    await open('/terminals')
    // In one turn, because typing waits for 300 ms only. The timer below begins after that of the typing, so both have ended.
    await page.getByLabel('Search', { exact: true }).waitFor()
    await page.evaluate(`
      const input = [...document.querySelectorAll('label')].find((one) => one.textContent === 'Search').control
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, 'T')
      input.dispatchEvent(new Event('input', { bubbles: true }))
      history.pushState({}, '', '/console/hot-cards')
      new Promise((resolve) => setTimeout(resolve, 500))
    `)
    loaded.resolve()
    await page.getByRole('heading', { name: 'Hot cards' }).waitFor()
    assert.equal(new URL(page.url()).search, '')
    await page.unrouteAll({ behavior: 'wait' })
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

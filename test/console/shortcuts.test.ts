// The shortcuts of the keyboard: through lists, to pages, and their list.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADMIN, PHONE, VIEWER, withConsole } from '../support/console/console-browser.ts'
import { assertAccessible, untilDrawn } from '../support/console/look-at-page.ts'

withConsole('shortcuts of the keyboard', (console) => {
  test('walk the rows of a list, and open one', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/users')
    const links = page.locator('table.list tbody td:first-of-type > a')
    await links.first().waitFor()
    const focused = () => page.evaluate<string | undefined>('document.activeElement?.textContent')
    const names = await links.allTextContents()
    assert.ok(names.length > 1)
    for (const [key, name] of [
      ['ArrowDown', names[0]],
      ['ArrowDown', names[1]],
      ['ArrowUp', names[0]],
      ['ArrowUp', names[0]],
    ] as const) {
      await page.keyboard.press(key)
      assert.equal(await focused(), name)
    }
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/users\/[^/]+$/)
  })

  test('go to the filters, a new record, the form and other pages, but not while text is typed', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/users')
    await page.locator('table.list tbody a').first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('gang')
    const filter = page.getByRole('search').getByRole('searchbox').first()
    assert.equal(await filter.inputValue(), 'gang')
    await page.waitForURL(/search=gang/)
    await filter.blur()

    await page.keyboard.press('n')
    await page.waitForURL(/\/users\/new$/)
    await page.getByRole('heading', { name: 'New user' }).waitFor()
    await page.keyboard.type('gr')
    assert.match(page.url(), /\/users\/new$/, 'R is no place')
    await page.keyboard.type('gt')
    await page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor()
    await page.keyboard.type('gw')
    await page.getByRole('heading', { name: 'Webhooks', exact: true }).waitFor()
  })

  test('are listed, those of the pages that the user may open', async () => {
    const { page, open } = await console.visit(VIEWER)
    await page.setViewportSize(PHONE)
    await open('/transactions')
    await page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor()
    await page.keyboard.press('?')
    const list = page.getByRole('table', { name: 'Shortcuts of the keyboard' })
    await list.getByText('Dashboard').waitFor()
    await untilDrawn(page)
    await assertAccessible(page)
    // A dialog keeps the keyboard.
    await page.keyboard.type('gd')
    assert.match(page.url(), /\/transactions/)
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
  })
})

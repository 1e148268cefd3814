// The menu: groups that open and close, and finding a page by its name.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { ADMIN, TABLET, withConsole } from '../support/console/console-browser.ts'
import { newUser } from '../support/console/console-users.ts'
import { assertAccessible, untilDrawn } from '../support/console/look-at-page.ts'
import { until } from '../support/until.ts'

withConsole('the menu', (console) => {
  test('opens and closes its groups by keyboard, and remembers them', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/users')
    const lending = heading(page, 'Lending')
    await lending.waitFor()
    assert.equal(await lending.getAttribute('aria-expanded'), 'false')
    assert.equal(await entry(page, 'Loans').count(), 0)
    await lending.focus()
    await page.keyboard.press('Enter')
    await entry(page, 'Loans').waitFor()
    assert.equal(await lending.getAttribute('aria-expanded'), 'true')
    await heading(page, 'Money').click()
    await entry(page, 'Exports').waitFor({ state: 'detached' })

    await page.reload()
    await entry(page, 'Loans').waitFor()
    assert.equal(await heading(page, 'Money').getAttribute('aria-expanded'), 'false')
    await untilDrawn(page)
    await assertAccessible(page)
  })

  test('keeps the group of the open page open', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/roles/new')
    await entry(page, 'Roles').waitFor()
    assert.equal(await entry(page, 'Roles').getAttribute('aria-current'), 'page')
    assert.equal(await heading(page, 'Access').count(), 0, 'its heading is no button')
    await heading(page, 'Money').waitFor()
    await entry(page, 'Exports').click()
    await page.getByRole('heading', { name: 'Exports' }).waitFor()
    assert.equal(await heading(page, 'Money').count(), 0)
    assert.equal(await heading(page, 'Access').getAttribute('aria-expanded'), 'false')
  })

  test('is open as a whole for a user with few pages', async () => {
    const person = await newUser(console.running.current, {
      rights: { USERS: ['VIEW'], ROLES: ['VIEW'], AUDIT: ['VIEW'] },
    })
    const { page, open } = await console.visit(person)
    await open('/account')
    await entry(page, 'Users').waitFor()
    await entry(page, 'Roles').waitFor()
    assert.equal(await heading(page, 'Access').getAttribute('aria-expanded'), 'true')
  })

  test('finds a page by its name, from any field and without the mouse', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/users')
    await page.getByLabel('Search').focus()
    await page.keyboard.press('Control+k')
    const box = page.getByRole('searchbox', { name: 'Find a page' })
    await untilFocused(box)
    await page.keyboard.type('loan')
    await page.getByText('pages found').waitFor()
    assert.equal((await menu(page).getByRole('link').first().innerText()).split('\n')[0], 'Loans')
    await untilDrawn(page)
    await assertAccessible(page)
    // Arrow keys go through what was found.
    await page.keyboard.press('ArrowDown')
    await untilFocused(menu(page).getByRole('link').nth(0))
    await page.keyboard.press('ArrowDown')
    await untilFocused(menu(page).getByRole('link').nth(1))

    // Pages that are not in the menu are found too. Enter opens the first.
    await page.keyboard.press('Control+k')
    await untilFocused(box)
    await page.keyboard.type('new user')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'New user' }).waitFor()
    assert.equal(await box.inputValue(), '')

    await page.keyboard.press('Control+k')
    await untilFocused(box)
    await page.keyboard.type('no such page')
    await page.getByText('No page or record has this name').waitFor()
    await page.keyboard.press('Escape')
    await entry(page, 'Users').waitFor()
  })

  test('finds a record where no page has the name, and says only that it was found', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/account')
    await page.getByRole('searchbox', { name: 'Find a page' }).fill('1000000001')
    await menu(page).getByRole('status').filter({ hasText: 'record' }).waitFor()
    assert.equal(await page.getByText('No page').count(), 0)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '1000000001' }).waitFor()
  })

  test('opens the record of the text that was typed last, also when Enter comes before the answer', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/account')
    const box = page.getByRole('searchbox', { name: 'Find a page' })
    await box.fill('1000000001')
    await menu(page)
      .getByRole('link', { name: /1000000001/ })
      .waitFor()
    // The next answer is held back: until it comes, nothing of the first one may be offered.
    const held = Promise.withResolvers<void>()
    await page.route(/\/search/, async (route) => {
      await held.promise
      await route.continue()
    })
    await box.fill('1000000002')
    await box.press('Enter')
    assert.equal(
      await menu(page)
        .getByRole('link', { name: /1000000001/ })
        .count(),
      0,
    )
    assert.match(page.url(), /\/account$/)
    held.resolve()
    await page.getByRole('heading', { name: '1000000002' }).waitFor()
  })

  test('says that a search failed, and tries again', async () => {
    const { page, open, expectComplaints } = await console.visit(ADMIN)
    expectComplaints(/status of 503/)
    await open('/account')
    let isDown = true
    await page.route(/\/search/, (route) =>
      isDown
        ? route.fulfill({ status: 503, json: { success: false, message: 'the gateway is busy', code: 'BUSY' } })
        : route.continue(),
    )
    await page.getByRole('searchbox', { name: 'Find a page' }).fill('1000000001')
    await menu(page).getByRole('alert').filter({ hasText: 'The search for records failed' }).waitFor()
    assert.equal(await page.getByText('No page or record').count(), 0)
    isDown = false
    await menu(page).getByRole('button', { name: 'Search again' }).click()
    await menu(page)
      .getByRole('link', { name: /1000000001/ })
      .waitFor()
  })

  test('is out of reach of the keyboard while it is closed on a small screen', async () => {
    const { page, open } = await console.visit(ADMIN, { viewport: TABLET })
    await open('/users')
    const box = page.getByRole('searchbox', { name: 'Find a page', includeHidden: true })
    await untilDrawn(page)
    await page.getByRole('button', { name: /^Account of/ }).focus()
    await page.keyboard.press('Tab')
    await untilFocused(page.getByRole('main').getByRole('link', { name: 'New user' }))

    await page.keyboard.press('Control+k')
    await untilFocused(box)
    await page.keyboard.type('audit')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
    await page.getByRole('button', { name: 'Open the menu' }).waitFor()
  })
})

function menu(page: Page) {
  return page.getByRole('navigation', { name: 'Main menu' })
}

function heading(page: Page, name: string) {
  return menu(page).getByRole('button', { name, exact: true })
}

function entry(page: Page, name: string) {
  return menu(page).getByRole('link', { name, exact: true })
}

async function untilFocused(element: Locator): Promise<void> {
  await until(
    () => element.evaluate((found) => found === found.ownerDocument.activeElement),
    `the focus is on ${String(element)}`,
  )
}

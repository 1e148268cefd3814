// Where the console shows that a save was refused: in sight, and with the focus.

import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { ADMIN, withConsole } from '../support/console/console-browser.ts'
import { until } from '../support/until.ts'

withConsole('a refused save', (console) => {
  test('is shown in sight and takes the focus, although the button is far below', async () => {
    const { page, open } = await console.visit(ADMIN)
    await page.route(/\/roles$/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 409, json: { success: false, message: 'Too many roles', code: 'CONFLICT' } })
        : route.continue(),
    )
    await open('/roles/new')
    await page.getByLabel('Name').fill('Refused')
    await page.getByRole('button', { name: 'Make the role' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Too many roles' })
    await untilInSight(notice)
    await untilHasFocus(notice)
    // The next key goes on from there.
    await page.keyboard.press('Tab')
    await untilFocused(page.getByLabel('Name'))
  })

  test('that is a conflict is shown in sight and takes the focus', async () => {
    const [first, second] = [await console.visit(ADMIN), await console.visit(ADMIN)]
    await first.open('/roles/new')
    await first.page.getByLabel('Name').fill('Raced')
    await first.page.getByRole('button', { name: 'Make the role' }).click()
    await first.page.getByRole('heading', { name: 'Raced' }).waitFor()
    const path = new URL(first.page.url()).pathname.replace('/console', '')
    await second.open(`${path}/edit`)
    await second.page.getByLabel('Description').fill('From the second')
    await first.open(`${path}/edit`)
    await first.page.getByLabel('Description').fill('From the first')
    await first.page.getByRole('button', { name: 'Save' }).click()
    await first.page.getByText('From the first').waitFor()

    await second.page.getByRole('button', { name: 'Save' }).click()
    const conflict = second.page.getByRole('alert').filter({ hasText: 'Another person changed this record' })
    await untilInSight(conflict)
    await untilHasFocus(conflict)
  })

  test('for a field moves the focus to it', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/roles/new')
    await page.getByLabel('Name').fill('Viewer')
    await page.getByRole('button', { name: 'Make the role' }).click()
    await untilFocused(page.getByLabel('Name'))
    await untilInSight(page.getByLabel('Name'))
  })
})

/** Below the header, and not below the edge of the window. */
async function untilInSight(element: Locator): Promise<void> {
  await element.waitFor()
  await until(
    async () => {
      const box = await element.boundingBox()
      const height = element.page().viewportSize()?.height ?? 0
      return box !== null && box.y >= 56 && box.y < height - 40
    },
    `${String(element)} is in sight`,
  )
}

async function untilHasFocus(notice: Locator): Promise<void> {
  await until(
    () =>
      notice.evaluate(
        (found) =>
          found.ownerDocument.activeElement?.contains(found) === true &&
          found.ownerDocument.activeElement.tagName !== 'BODY',
      ),
    'the notice has the focus',
  )
}

async function untilFocused(element: Locator): Promise<void> {
  await until(
    () => element.evaluate((found) => found === found.ownerDocument.activeElement),
    `the focus is on ${String(element)}`,
  )
}

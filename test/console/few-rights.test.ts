// A user with few rights: the console shows what the role grants, and the gateway refuses the rest.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createOnboardingClient } from '../../sdk/src/index.ts'
import { OPERATOR, VIEWER, withConsole } from '../support/console/console-browser.ts'
import { newUser } from '../support/console/console-users.ts'
import { untilDrawn } from '../support/console/look-at-page.ts'

interface PageRow {
  readonly path: string
  readonly title: string
  readonly needs?: readonly [module: string, action: string]
  readonly menu?: unknown
}

// The console is compiled with the libraries of a browser, so its types are not known here.
const TABLE_OF_PAGES: string = '../../console/src/pages/all-pages.ts'
const { ALL_PAGES } = (await import(TABLE_OF_PAGES)) as { ALL_PAGES: readonly PageRow[] }

const RIGHTS: Readonly<Record<string, readonly string[]>> = { ERROR_CODES: ['VIEW'], USERS: ['VIEW'] }
/** Buttons that change something begin with one of these. */
const CHANGES = /^(new|add|create|invite|edit|change|delete|remove|end|activate|deactivate|suspend|reset|unlock)\b/i

function isGranted({ needs }: PageRow, rights: Readonly<Record<string, readonly string[]>>): boolean {
  return needs === undefined || rights[needs[0]]?.includes(needs[1]) === true
}

async function menuOf(page: Page): Promise<string[]> {
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link').first().waitFor()
  const closed = menu.locator('button[aria-expanded="false"]')
  while ((await closed.count()) > 0) await closed.first().click()
  return menu.getByRole('link').allInnerTexts()
}

withConsole('a user with few rights', (console) => {
  test('sees the menu entries of the role, and no button that changes something', async () => {
    const person = await newUser(console.running.current, { rights: RIGHTS })
    const { page, open, go } = await console.visit(person)
    const granted = ALL_PAGES.filter((row) => row.menu !== undefined && isGranted(row, RIGHTS))
    assert.ok(granted.some(({ path }) => path === '/error-codes'))
    await open('/account')
    assert.deepEqual((await menuOf(page)).sort(), granted.map(({ title }) => title).sort())
    await page.getByRole('table', { name: 'My rights' }).getByText('ERROR_CODES').waitFor()
    for (const { path } of granted.filter(({ needs }) => needs !== undefined)) {
      await go(path)
      await untilDrawn(page)
      const names = await page.getByRole('main').locator('button, a').allInnerTexts()
      assert.deepEqual(
        names.filter((name) => CHANGES.test(name.trim())),
        [],
        path,
      )
    }
  })

  test('is told at an address why a page does not open, and the gateway refuses its data too', async () => {
    const rights = { DASHBOARD: ['VIEW'] }
    const person = await newUser(console.running.current, { rights })
    const { page, open, go } = await console.visit(person)
    await open('/error-codes')
    await page.getByRole('heading', { name: 'You may not open this page' }).waitFor()
    await page.getByText('needs the right to view (VIEW on ERROR_CODES)').waitFor()
    for (const row of ALL_PAGES.filter((row) => !isGranted(row, rights) && !row.path.includes('$'))) {
      await go(row.path)
      await page.getByText(`“${row.title}” needs the right`).waitFor()
    }

    const { operations, signIn } = createOnboardingClient({ baseUrl: console.running.current.url })
    assert.equal((await signIn(person)).status, 200)
    assert.equal((await operations.browseUsers()).status, 403)
    assert.equal((await operations.createRole({ roleName: 'Mine', modules: [] })).status, 403)
  })

  for (const [name, person] of [
    ['the viewer', VIEWER],
    ['the operator of an institution', OPERATOR],
  ] as const) {
    test(`${name} sees the menu of the role`, async () => {
      const { page, open } = await console.visit(person)
      const { operations, signIn } = createOnboardingClient({ baseUrl: console.running.current.url })
      assert.equal((await signIn(person)).status, 200)
      const { status, body } = await operations.getCurrentUser()
      assert.ok(status === 200)
      const rights = Object.fromEntries(body.data.modules.map(({ moduleId, actionId }) => [moduleId, actionId]))
      await open('/account')
      assert.deepEqual(
        (await menuOf(page)).sort(),
        ALL_PAGES.filter((row) => row.menu !== undefined && isGranted(row, rights))
          .map(({ title }) => title)
          .sort(),
      )
    })
  }
})

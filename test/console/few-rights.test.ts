// A user with few rights: the console shows what the role grants, and the gateway refuses the rest.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createOnboardingClient } from '../../sdk/src/index.ts'
import { ADMIN, OPERATOR, VIEWER, withConsole } from '../support/console/console-browser.ts'
import { newUser } from '../support/console/console-users.ts'
import { untilDrawn } from '../support/console/look-at-page.ts'
import { until } from '../support/until.ts'

interface PageRow {
  readonly path: string
  readonly title: string
  readonly needs?: readonly [module: string, action: string]
  readonly scope?: 'platform' | 'institution'
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
    for (const { path, title } of granted.filter(({ needs }) => needs !== undefined)) {
      await go(path)
      // The page before stays until this one is drawn.
      await until(async () => (await page.title()).includes(title), title)
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

  const EVERYTHING = ['VIEW', 'CREATE', 'UPDATE', 'DELETE', 'ACTIVATE', 'APPROVE']

  test('a user of an institution is not offered what only users of the platform may do', async () => {
    const { current } = console.running
    const platformPages = ALL_PAGES.filter(({ scope, path }) => scope === 'platform' && !path.includes('$'))
    const modules = [...platformPages.flatMap(({ needs }) => needs?.[0] ?? []), 'APP_PROPERTIES', 'ROLES']
    const rights = Object.fromEntries(modules.map((module) => [module, EVERYTHING]))
    const person = await newUser(current, { rights, institutionId: 'FI001' })
    const { page, open } = await console.visit(person)
    // For each page: a button that is there, when there is one, and those that are not.
    const PAGES: [path: string, heading: string, offered: string | undefined, withheld: RegExp][] = [
      ['/institutions', 'Institutions', undefined, /new/i],
      ['/institutions/FI001', 'First Sandbox Bank', 'Edit', /suspend|terminate/i],
      ['/billers', 'Billers', 'New biller', /none/],
      ['/capabilities', 'Transaction capabilities', undefined, /new/i],
      ['/roles', 'Roles', 'New role', /none/],
      ['/properties', 'Application properties', 'New property', /none/],
    ]
    for (const [path, heading, offered, withheld] of PAGES) {
      await open(path)
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      await untilDrawn(page)
      const names = await page.getByRole('main').locator('button, a').allInnerTexts()
      if (offered !== undefined) assert.ok(names.includes(offered), `${path}: ${names}`)
      assert.deepEqual(
        names.filter((name) => withheld.test(name)),
        [],
        path,
      )
    }
    for (const { path } of platformPages) {
      await open(path)
      await page.getByText('is for users of the platform').waitFor()
    }

    const { operations, signIn } = createOnboardingClient({ baseUrl: current.url })
    assert.equal((await signIn(person)).status, 200)
    const { status, body } = await operations.listInstitutions({}, {})
    assert.ok(status === 200)
    const [own] = body.data.content
    assert.equal((await operations.suspendInstitution({ id: own?.id ?? '' }, { reason: 'Test' })).status, 403)
  })

  test('a user of a sub-tenant has no dashboard', async () => {
    const { current } = console.running
    const administrator = createOnboardingClient({ baseUrl: current.url })
    assert.equal((await administrator.signIn(ADMIN)).status, 200)
    const shop = { institutionId: 'FI001', tenantCode: 'SHOP', name: 'Shop', contactEmail: 'desk@shop.example' }
    const { status, body } = await administrator.operations.createSubTenant(shop)
    assert.ok(status === 201)
    const { id } = body.data
    assert.equal((await administrator.operations.setSubTenantActivation({ id, isActive: true })).status, 200)
    const rights = { DASHBOARD: ['VIEW'], TERMINALS: ['VIEW'], SUB_TENANTS: EVERYTHING }
    const person = await newUser(current, { rights, institutionId: 'FI001', subTenantId: id })
    const { page, open } = await console.visit(person)
    await open('/')
    const menu = await menuOf(page)
    assert.deepEqual([menu.includes('Dashboard'), menu.includes('Terminals')], [false, true])
    await open('/dashboard')
    await page.getByText('is not for users of a sub-tenant').waitFor()
    await open('/sub-tenants')
    await page.getByText('SHOP', { exact: true }).first().waitFor()
    assert.equal(await page.getByRole('link', { name: 'New sub-tenant' }).count(), 0)
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
          .filter(({ scope }) => scope !== 'platform' || body.data.institutionId === undefined)
          .map(({ title }) => title)
          .sort(),
      )
    })
  }
})

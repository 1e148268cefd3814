// Every page of the console: drawn without an error, accessible, in both themes, wide and on a telephone, and in test-all on a tablet.
// Needs a process of its own: its tests are declared by a table of all pages.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createOnboardingClient } from '../../sdk/src/index.ts'
import { DESKTOP } from '../support/console/browser-profiles.ts'
import { ADMIN, PHONE, TABLET, withConsole } from '../support/console/console-browser.ts'
import {
  assertAccessible,
  assertFits,
  assertLegible,
  TAKES_PICTURES,
  takePicture,
  untilDrawn,
} from '../support/console/look-at-page.ts'
import type { PageExample } from '../support/console/page-example.ts'
import { provesMore } from '../support/runner/extent.ts'
import { until } from '../support/until.ts'
import { AREAS, EXAMPLES } from './examples/all-examples.ts'
import { OPEN_PAGE_EXAMPLES } from './examples/sign-in.ts'

/** Every state of every page takes a quarter of an hour: `npm test` looks at one of each page. */
const EVERY_EXAMPLE = provesMore

// The console is compiled with the libraries of a browser, so its types are not known here.
const TABLE_OF_PAGES: string = '../../console/src/pages/all-pages.ts'

const { ALL_PAGES } = (await import(TABLE_OF_PAGES)) as {
  ALL_PAGES: readonly { readonly path: string; readonly title: string }[]
}

test('every page has an example', () => {
  const shown = new Set(EXAMPLES.map(({ path }) => path))
  assert.deepEqual(
    ALL_PAGES.map(({ path }) => path).filter((path) => !shown.has(path)),
    [],
  )
})

withConsole('every page', (console) => {
  // One test for each area: all of them take longer than a test may.
  for (const [area, all] of AREAS) {
    const examples = looked(all)
    if (examples.length === 0) continue
    test(`${area}, for an administrator`, async (t) => {
      // A session ends within the time that every state of every page takes.
      const admin = createOnboardingClient({ baseUrl: console.running.current.url })
      assert.equal((await admin.signIn(ADMIN)).status, 200)
      const { page, open, go } = await console.visit(ADMIN)
      await open('/account')
      for (const example of examples) {
        const title = example.name === undefined ? example.path : `${example.path} (${example.name})`
        await t.test(title, async () => {
          await page.setViewportSize(DESKTOP)
          await page.emulateMedia({ colorScheme: 'light' })
          const address = (await example.at?.({ gateway: console.running.current, admin })) ?? example.path
          // A link inside the console to another state of the same page might show what it has read before.
          await (EVERY_EXAMPLE ? open : go)(address)
          // The page before stays until this one is drawn.
          await untilTitled(page, example.path)
          await untilDrawn(page)
          await untilTitled(page, example.path)
          await example.prepare?.(page)
          // What was typed or opened may be read from the gateway first.
          if (example.prepare !== undefined) await untilDrawn(page)
          await lookAt(page, title)
        })
      }
    })
  }

  // Without a session, so in a browser of its own for each.
  for (const { name, open: show } of OPEN_PAGE_EXAMPLES) {
    test(name, async () => {
      const visit = await console.visit()
      await show(visit, console.running.current)
      await untilDrawn(visit.page)
      await lookAt(visit.page, name)
    })
  }
})

/** The window is named after the heading, which names the record, and after the page. */
async function untilTitled(page: Page, path: string): Promise<void> {
  const named = ALL_PAGES.find((row) => row.path === path)?.title ?? ''
  await until(async () => {
    const [heading, title] = await page.evaluate<[string, string]>(HEADING_AND_TITLE)
    const parts = heading.includes(named) ? [heading] : [heading, named]
    return title === [...parts, 'Tillgate'].join(' · ')
  }, `the window is titled after its heading and ${named}`)
}

const HEADING_AND_TITLE = `[document.querySelector('h1')?.textContent ?? '', document.title]`

function looked(examples: readonly PageExample[]): readonly PageExample[] {
  if (EVERY_EXAMPLE) return examples
  return examples.filter((one) => EXAMPLES.find(({ path }) => path === one.path) === one)
}

/** Wide and light, dark, and on a telephone. With pictures when they are asked for. */
async function lookAt(page: Page, name: string): Promise<void> {
  await assertAccessible(page)
  if (TAKES_PICTURES) await takePicture(page, `${name}-light-desktop`)
  if (provesMore) {
    await page.setViewportSize(TABLET)
    await assertFits(page)
    if (TAKES_PICTURES) await takePicture(page, `${name}-light-tablet`)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  // The console hears of the change by an event, so it is still light for a moment.
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  await assertLegible(page)
  if (TAKES_PICTURES) await takePicture(page, `${name}-dark-tablet`)
  await page.setViewportSize(PHONE)
  await assertFits(page)
  if (!TAKES_PICTURES) return
  await takePicture(page, `${name}-dark-phone`)
  await page.setViewportSize(DESKTOP)
  await takePicture(page, `${name}-dark-desktop`)
}

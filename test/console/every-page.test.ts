// Every page of the console: drawn without an error, accessible, in both themes, with a picture at both sizes.
// Needs a process of its own: its tests are declared by a table of all pages.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createOnboardingClient, type OnboardingClient } from '../../sdk/src/index.ts'
import { ADMIN, DESKTOP, TABLET, withConsole } from '../support/console/console-browser.ts'
import { assertAccessible, takePicture, untilDrawn } from '../support/console/look-at-page.ts'
import type { PageExample } from '../support/console/page-example.ts'
import { accessExamples } from './examples/access.ts'
import { accountExamples } from './examples/account.ts'
import { accountTypeExamples } from './examples/account-types.ts'
import { capabilityExamples } from './examples/capabilities.ts'
import { dashboardExamples } from './examples/dashboard.ts'
import { digitalExamples } from './examples/digital.ts'
import { errorCodeExamples } from './examples/error-codes.ts'
import { institutionExamples } from './examples/institutions.ts'
import { lendingExamples } from './examples/lending.ts'
import { propertyExamples } from './examples/properties.ts'
import { ruleExamples } from './examples/rules.ts'
import { OPEN_PAGE_EXAMPLES } from './examples/sign-in.ts'
import { terminalExamples } from './examples/terminals.ts'
import { transactionExamples } from './examples/transactions.ts'
import { virtualAtmExamples } from './examples/virtual-atm.ts'

const EXAMPLES: readonly PageExample[] = [
  ...accessExamples,
  ...accountExamples,
  ...accountTypeExamples,
  ...capabilityExamples,
  ...dashboardExamples,
  ...digitalExamples,
  ...errorCodeExamples,
  ...institutionExamples,
  ...lendingExamples,
  ...propertyExamples,
  ...ruleExamples,
  ...terminalExamples,
  ...transactionExamples,
  ...virtualAtmExamples,
]

// The console is compiled with the libraries of a browser, so its types are not known here.
const TABLE_OF_PAGES: string = '../../console/src/pages/all-pages.ts'

test('every page has an example', async () => {
  const { ALL_PAGES } = (await import(TABLE_OF_PAGES)) as { ALL_PAGES: readonly { readonly path: string }[] }
  const shown = new Set(EXAMPLES.map(({ path }) => path))
  assert.deepEqual(
    ALL_PAGES.map(({ path }) => path).filter((path) => !shown.has(path)),
    [],
  )
})

withConsole('every page', (console) => {
  let admin: OnboardingClient
  before(async () => {
    admin = createOnboardingClient({ baseUrl: console.running.current.url })
    assert.equal((await admin.signIn(ADMIN)).status, 200)
  })
  for (const scheme of ['light', 'dark'] as const) {
    test(`in the ${scheme} theme`, async (t) => {
      const { page, open } = await console.visit(ADMIN, { colorScheme: scheme })
      for (const example of EXAMPLES) {
        const title = example.name === undefined ? example.path : `${example.path} (${example.name})`
        await t.test(title, async () => {
          await page.setViewportSize(DESKTOP)
          await open((await example.at?.({ gateway: console.running.current, admin })) ?? example.path)
          await untilDrawn(page)
          await example.prepare?.(page)
          await assertAccessible(page)
          const name = `${title.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '')}-${scheme}`
          await takePicture(page, `${name}-desktop`)
          await page.setViewportSize(TABLET)
          await takePicture(page, `${name}-tablet`)
        })
      }
    })
  }

  // Without a session, so in a browser of its own for each.
  for (const scheme of ['light', 'dark'] as const) {
    for (const { name, open: show } of OPEN_PAGE_EXAMPLES) {
      test(`${name} in the ${scheme} theme`, async () => {
        const visit = await console.visit(undefined, { colorScheme: scheme })
        await show(visit, console.running.current)
        await untilDrawn(visit.page)
        await assertAccessible(visit.page)
        await takePicture(visit.page, `${name.replaceAll(' ', '-')}-${scheme}-desktop`)
        await visit.page.setViewportSize(TABLET)
        await takePicture(visit.page, `${name.replaceAll(' ', '-')}-${scheme}-tablet`)
      })
    }
  }
})

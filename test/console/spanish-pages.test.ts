// Every page of the console in English and in Spanish: both read the same from the gateway, and show as many values.
// In Spanish each fits on a tablet and on a telephone too.
// In test-all only: the journeys of every area run in Spanish with `npm test` too (spanish.test.ts).
// Needs a process of its own: it goes through the table of all pages.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createOnboardingClient, type OnboardingClient } from '../../sdk/src/index.ts'
import { DESKTOP } from '../support/console/browser-profiles.ts'
import { ADMIN, NEW_PROFILE, PHONE, TABLET, withConsole } from '../support/console/console-browser.ts'
import { assertFits, TAKES_PICTURES, takePicture, untilDrawn } from '../support/console/look-at-page.ts'
import { SPANISH, watchSentWords } from '../support/console/spanish.ts'
import { until } from '../support/until.ts'
import { EXAMPLES } from './examples/all-examples.ts'

/** Values that the gateway did not give. An expression: see `untilDrawn`. */
const MISSING = `[...document.querySelectorAll('main *')].filter((one) => one.childElementCount === 0 && one.textContent.trim() === '—').length`

withConsole('every page in two languages', (console) => {
  let admin: OnboardingClient
  before(async () => {
    admin = createOnboardingClient({ baseUrl: console.running.current.url })
    assert.equal((await admin.signIn(ADMIN)).status, 200)
  })

  test('for an administrator', async (t) => {
    const [english, spanish] = [await console.visit(ADMIN, NEW_PROFILE), await console.visit(ADMIN, SPANISH)]
    const sent = watchSentWords(spanish.page)
    for (const visit of [english, spanish]) await visit.open('/account')
    for (const { path, at } of EXAMPLES.filter(
      (one, i) => EXAMPLES.findIndex((other) => other.path === one.path) === i,
    )) {
      await t.test(path, async () => {
        const address = (await at?.({ gateway: console.running.current, admin })) ?? path
        const missing = async ({ page, go }: typeof english): Promise<number> => {
          const before = await titleOf(page)
          await go(address)
          await until(async () => (await titleOf(page)) !== before, `${path} is shown`)
          await untilDrawn(page)
          return page.evaluate<number>(MISSING)
        }
        assert.equal(await missing(spanish), await missing(english), 'as many values are missing')
        // Spanish is longer than English.
        for (const size of [TABLET, PHONE]) {
          await spanish.page.setViewportSize(size)
          await assertFits(spanish.page)
        }
        if (TAKES_PICTURES) await takePicture(spanish.page, `spanish-${path}`)
        await spanish.page.setViewportSize(DESKTOP)
      })
    }
    assert.deepEqual(sent, [])
  })
})

function titleOf(page: Page): Promise<string> {
  return page.evaluate<string>('location.pathname + document.title')
}

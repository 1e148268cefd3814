// A business day by hand in the console: an operator holds it and lets it go, and closes it with a second user.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOnboardingClient } from '../../sdk/src/index.ts'
import { endOfDateMs, HOUR_MS } from '../../src/platform/kernel/time/clock.ts'
import { ADMIN, SECOND, withConsole } from '../support/console/console-browser.ts'
import { untilSaid } from '../support/console/notifications.ts'

const NEW_YORK = { timeZone: 'America/New_York', cutoverTime: '00:00' }

withConsole('business days by hand in the console', (console) => {
  async function client(person: { email: string; password: string }) {
    const api = createOnboardingClient({ baseUrl: console.running.current.url })
    assert.equal((await api.signIn(person)).status, 200)
    return api.operations
  }

  test('a day is held, let go, and closed by two people', async () => {
    const api = await client(ADMIN)
    const found = await api.listInstitutions({}, { search: 'FI001' })
    assert.ok(found.status === 200)
    const id = found.body.data.content[0]?.id ?? ''
    const days = await api.browseBusinessDays({ id, size: 1 })
    assert.ok(days.status === 200)
    const date = days.body.data.content[0]?.date ?? ''
    const list = { environment: 'sandbox', application: '*', key: 'four-eyes', valueType: 'JSON' } as const
    const kept = await api.createApplicationProperty({ ...list, value: '["INSTITUTIONS:ACTIVATE:close"]' })
    assert.equal(kept.status, 201)

    const { page, open } = await console.visit(ADMIN)
    await open(`/business-days/FI001/${date}`)
    await page.getByRole('button', { name: 'Hold' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('The last file is late')
    // In the browser's time zone, as people type it.
    const localTime = (hours: number) =>
      page.evaluate(
        (at) => {
          const time = new Date(at)
          return new Date(at - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
        },
        endOfDateMs(date.replaceAll('-', ''), NEW_YORK) + hours * HOUR_MS,
      )
    await dialog.getByLabel('Held until').fill(await localTime(13))
    await dialog.getByRole('button', { name: 'Hold' }).click()
    await dialog.getByText(/at most 12 hours after the day's cutover/).waitFor()
    await dialog.getByLabel('Held until').fill(await localTime(3))
    await dialog.getByRole('button', { name: 'Hold' }).click()
    await untilSaid(page, 'The day is held.')
    await page.getByText('The last file is late').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Close now' }).count(), 0)
    await page.getByRole('button', { name: 'Release' }).click()
    await dialog.getByRole('button', { name: 'Release' }).click()
    await untilSaid(page, 'The day is not held any more.')

    await page.getByRole('button', { name: 'Close now' }).click()
    await dialog.getByText(/A closed day is never opened again/).waitFor()
    await dialog.getByRole('button', { name: 'Close now' }).click()
    await page.getByText('Sent for approval').waitFor()
    const checker = await console.visit(SECOND)
    await checker.open('/change-requests?waitsForMe=true')
    await checker.page.getByRole('link', { name: 'Close business day' }).click()
    await checker.page.getByRole('button', { name: 'Approve' }).click()
    const approval = checker.page.getByRole('dialog')
    await approval.getByLabel('Reason').fill('The bank closes early')
    await approval.getByRole('button', { name: 'Approve' }).click()
    await untilSaid(checker.page, 'The change is made.')
    await open(`/business-days/FI001/${date}`)
    await page.getByText('Nothing is posted to it any more').or(page.getByText('CLOSED')).first().waitFor()
    for (const label of ['Hold', 'Close now', 'Release'])
      assert.equal(await page.getByRole('button', { name: label }).count(), 0, label)
    // The audit log leads back to the day.
    await open('/audit?resource=business-day')
    await page.getByRole('link', { name: 'Business day', exact: true }).first().click()
    await page.waitForURL(`**/business-days/FI001/${date}`)
  })
})

// The page of the person on duty, alerts, and the banner of every page.

import { test } from 'node:test'
import { createOnboardingClient } from '../../sdk/src/index.ts'
import { ADMIN, PHONE, withConsole } from '../support/console/console-browser.ts'
import { assertFits } from '../support/console/look-at-page.ts'
import { untilSaid } from '../support/console/notifications.ts'

withConsole('the status of the platform', (console) => {
  test('everything is in one view, which fits a telephone', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/status')
    for (const title of ['Alerts raised', 'Business days', 'Cores', 'Queues', 'Jobs', 'Clocks']) {
      await page.getByRole('region', { name: title }).waitFor()
    }
    await page.setViewportSize(PHONE)
    await assertFits(page)
  })

  test('a rule is made, and leads back to whom it tells', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/alerts/new')
    await page.getByLabel('Name').fill('Many exceptions')
    await page.getByRole('button', { name: 'Create alert rule' }).click()
    await page.getByText('Choose who is told').waitFor()
    await page.getByLabel('Roles').first().click()
    await page.getByRole('option', { name: 'Administrator' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Create alert rule' }).click()
    await page.getByRole('heading', { name: 'Many exceptions' }).waitFor()
    await page.getByRole('link', { name: 'The users of a role' }).waitFor()
    await open('/alerts')
    await page.getByRole('row', { name: /Many exceptions/ }).waitFor()
    const api = createOnboardingClient({ baseUrl: console.running.current.url })
    await api.signIn(ADMIN)
    const found = await api.operations.listAlertRules({}, { metric: ['core.down'] })
    const made = found.body.data?.content.find(({ name }: { name: string }) => name === 'Many exceptions')
    await open(`/alerts/${made?.id}`)
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await untilSaid(page, 'Many exceptions is not watched any more.')
  })

  test('a banner is on every page while a day is stuck or the platform is degraded', async () => {
    const { page, open } = await console.visit(ADMIN)
    await page.route('**/notifications/unread', (route) =>
      route.fulfill({
        json: {
          data: {
            ...{ unread: 0, status: 'DEGRADED', stuckDays: [{ institutionId: 'FI001', date: '2026-01-14' }] },
            unreviewed: { count: 0, overdue: 0 },
          },
          success: true,
          message: 'OK',
          timestamp: '2026-01-15T10:00:00.000Z',
        },
      }),
    )
    await open('/users')
    const banner = page.getByRole('status').filter({ hasText: 'does not work as it should' })
    await banner.getByText(/of FI001 should have been closed/).waitFor()
    await banner.getByRole('link', { name: 'Open the status page' }).click()
    await page.getByRole('heading', { name: 'Status' }).waitFor()
  })
})

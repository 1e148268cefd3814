// Webhooks in the console: from the first secret to a delivery that is repeated.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { createOnboardingClient, verifyWebhook } from '../../sdk/src/index.ts'
import { EVENT_KIND_NAMES } from '../../src/administration/events/event-kinds.ts'
import { ADMIN, VIEWER, withConsole } from '../support/console/console-browser.ts'
import { untilDrawn } from '../support/console/look-at-page.ts'
import { untilSaid } from '../support/console/notifications.ts'
import { until } from '../support/until.ts'

interface Received {
  readonly headers: Record<string, string>
  readonly event: { readonly id: string; readonly type: string; readonly subject: string }
}

const CHANGES = /^(delete|switch|rotate|send|edit|redeliver|new)/i

withConsole('webhooks in the console', (console) => {
  /** What the sandbox's receiver got for a webhook, newest first. */
  async function receivedBy(id: string): Promise<Received[]> {
    const answer = await fetch(`${console.running.current.managementUrl}/sandbox/webhooks`)
    const { deliveries } = (await answer.json()) as { deliveries: Received[] }
    return deliveries.filter(({ event }) => event.subject.startsWith(`webhook/${id}/`))
  }

  test('one is made, tested, rotated, changed, switched off, and delivers again', async () => {
    const { url, managementUrl } = console.running.current
    const { page, open } = await console.visit(ADMIN)
    await open('/partners?search=PARTNER02')
    await page.getByRole('link', { name: 'PARTNER02' }).click()
    await page.getByRole('link', { name: 'New webhook' }).click()
    await page.getByRole('combobox', { name: 'Partner' }).and(page.locator('[value^="PARTNER02"]')).waitFor()
    await page.getByLabel('Address').fill('http://169.254.169.254/latest')
    await page.getByLabel('Contact').fill('operations@partner.example')
    await page.getByLabel('Only some kinds').check()
    await button(page, 'Make the webhook').click()
    await page.getByText('Choose at least one kind').waitFor()
    // No other test makes an event of this kind.
    await page.getByLabel('Loan restructured').check()
    await button(page, 'Make the webhook').click()
    await page.locator('[id$="-error"]').waitFor()
    await page.getByLabel('Address').fill(`${managementUrl}/sandbox/webhooks`)
    await button(page, 'Make the webhook').click()
    const secret = await shownSecret(page)
    await heading(page, '/sandbox/webhooks').waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await page.reload()
    await page.getByText('No deliveries yet').waitFor()
    assert.equal((await page.content()).includes(secret), false)

    await button(page, 'Send a test').click()
    const row = page.getByRole('row', { name: /webhook\.test/ })
    await row.getByText('Delivered').waitFor()
    const [first] = await receivedBy(id)
    assert.ok(first)
    await verifyWebhook(JSON.stringify(first.event), first.headers, secret)
    await row.getByRole('button', { name: '204' }).click()
    await page.getByRole('dialog').getByText(first.event.id).waitFor()
    await page.keyboard.press('Escape')

    await button(page, 'Rotate the secret').click()
    await page.getByLabel('Hours with both').fill('2')
    await button(page, 'Make a new secret').click()
    const rotated = await shownSecret(page)
    assert.notEqual(rotated, secret)
    await page.getByText('Two secrets sign').waitFor()
    await row.getByRole('button', { name: /^Redeliver/ }).click()
    await untilSaid(page, '1 event is delivered again.')
    await row.getByText('2 attempts').waitFor()
    const again = (await receivedBy(id))[0]!
    assert.equal(again.event.id, first.event.id)
    for (const each of [secret, rotated]) await verifyWebhook(JSON.stringify(again.event), again.headers, each)

    // Another administrator changes it while the form is open.
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('New loan').check()
    const { operations, signIn } = createOnboardingClient({ baseUrl: url })
    assert.equal((await signIn(ADMIN)).status, 200)
    const read = await operations.getWebhook({ id })
    assert.ok(read.status === 200)
    const { version } = read.body.data
    assert.equal(
      (await operations.updateWebhook({ id }, { version, contactEmail: 'night@partner.example' })).status,
      200,
    )
    await button(page, 'Save').click()
    await button(page, 'Go on with these values').click()
    await button(page, 'Save').click()
    await heading(page, '/sandbox/webhooks').waitFor()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByText('night@partner.example').waitFor()
    await page.getByText('loan.created', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Deliveries' }).click()

    await button(page, 'Switch off').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('It gets no events.').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await row.waitFor()
    assert.equal(await page.getByRole('button', { name: /^(Redeliver|Send)/ }).count(), 0)
    await button(page, 'Switch on').click()
    const number = (await row.getByRole('cell').first().innerText()).replaceAll(/\D/g, '')
    await button(page, 'Redeliver a range').click()
    await page.getByLabel('From number').fill(number)
    await page.getByLabel('To number').fill(number)
    await button(page, 'Deliver again').click()
    await untilSaid(page, '1 event is delivered again.')
    await until(async () => (await receivedBy(id)).length > 2, 'the event is delivered a third time')

    const viewer = await console.visit(VIEWER)
    await viewer.open(`/webhooks/${id}?kind=webhook.test`)
    await viewer.page.getByRole('row', { name: /webhook\.test/ }).waitFor()
    await untilDrawn(viewer.page)
    const offered = await viewer.page.getByRole('main').locator('button, a').allInnerTexts()
    assert.deepEqual(
      offered.filter((name) => CHANGES.test(name.trim())),
      [],
    )
    await viewer.go(`/webhooks/${id}?kind=loan.created`)
    await viewer.page.getByText('Nothing matches').waitFor()

    await button(page, 'Delete').click()
    await button(page, 'Delete for good').click()
    await page.waitForURL(/\/webhooks$/)
    assert.equal((await operations.getWebhook({ id })).status, 404)
  })

  test('the console knows every kind of event', async () => {
    const words: string = '../../console/src/pages/webhooks/webhook-words.ts'
    const { KIND_GROUPS } = (await import(words)) as {
      KIND_GROUPS: readonly (readonly [string, readonly (readonly [kind: string, name: string])[]])[]
    }
    const known = KIND_GROUPS.flatMap(([, kinds]) => kinds.map(([kind]) => kind))
    assert.deepEqual([...known, 'webhook.test'].toSorted(), [...EVENT_KIND_NAMES].toSorted())
  })
})

function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true })
}

function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 1, name })
}

async function shownSecret(page: Page): Promise<string> {
  const secret = await page.locator('[data-secret]').innerText()
  assert.match(secret, /^whsec_/)
  await button(page, 'I have copied it').click()
  return secret
}

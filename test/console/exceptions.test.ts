// Exceptions in the console: explained, resolved once, and shown with who resolved them.
// Needs a process of its own: its lists hold the exceptions of its own traffic alone.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createOnboardingClient } from '../../sdk/src/index.ts'
import { clientOf } from '../support/accounts/sdk-client.ts'
import { ADMIN, VIEWER, withConsole } from '../support/console/console-browser.ts'
import { untilSaid } from '../support/console/notifications.ts'
import { makeTraffic, type Traffic } from '../support/console/traffic.ts'

withConsole('exceptions in the console', (console) => {
  let traffic: Traffic
  before(async () => {
    traffic = await makeTraffic(clientOf(console.running.current))
  })

  test('who may not resolve them reads what they are', async () => {
    const { page, open } = await console.visit(VIEWER)
    await open('/exceptions')
    await page.getByRole('button', { name: `Details of ${traffic.unmatched.rrn}` }).click()
    await page
      .getByRole('dialog')
      .getByText(/no original was found for it/)
      .waitFor()
    assert.equal(await page.getByRole('button', { name: /^Resolve/ }).count(), 0)
  })

  test('one that came from a switch is shown with the numbers of the switch', async () => {
    const { page, open } = await console.visit(VIEWER)
    const switchMessage = { switch: 'atm-east', rrn: 'A1B2C3000077', stan: '004711' }
    // No switch is connected to this console's gateway.
    await page.route('**/transactions/exceptions/list*', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: { content: object[] } }
      body.data.content = body.data.content.map((found) => ({ ...found, switchMessage }))
      await route.fulfill({ response, json: body })
    })
    await open('/exceptions')
    await page.getByRole('button', { name: `Details of ${traffic.unmatched.rrn}` }).click()
    for (const shown of Object.values(switchMessage)) await page.getByRole('dialog').getByText(shown).waitFor()
  })

  test('an unmatched reversal is matched with its original; who comes second is told and loses nothing', async () => {
    const [first, second] = [await console.visit(ADMIN), await console.visit(ADMIN)]
    for (const { page, open } of [first, second]) {
      await open('/exceptions?state=OPEN')
      await page.getByRole('button', { name: `Resolve ${traffic.unmatched.rrn}` }).click()
    }
    const dialog = first.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Resolve' }).click()
    await dialog.getByText('Choose what to do').waitFor()
    assert.equal(await dialog.getByLabel('Write it off').count(), 0)
    await dialog.getByLabel('Match it with its original').check()
    await dialog.getByText(/gives 25\.00 USD back to account 1000000002/).waitFor()
    await dialog.getByLabel(traffic.original.rrn).check()
    await dialog.getByLabel('Reason').fill('Cash was not dispensed')
    await dialog.getByRole('button', { name: 'Resolve' }).click()
    await untilSaid(first.page, 'The exception is resolved: matched.')
    await first.page.getByText('Nothing matches').waitFor()

    const late = second.page.getByRole('dialog')
    await late.getByLabel('Ignore it').check()
    await late.getByLabel('Reason').fill('Corrected by hand')
    await late.getByRole('button', { name: 'Resolve' }).click()
    await late.getByText(/resolved already: MATCH by admin@sandbox\.example/).waitFor()
    assert.equal(await late.getByLabel('Reason').inputValue(), 'Corrected by hand')

    await first.open('/exceptions?state=RESOLVED')
    await first.page.getByText('Matched by admin@sandbox.example').waitFor()
    await first.page.getByRole('button', { name: `Details of ${traffic.unmatched.rrn}` }).click()
    await first.page.getByRole('dialog').getByText('Cash was not dispensed').waitFor()
    const journal = first.page.getByRole('dialog').locator('dd', { hasText: /^[0-9a-f-]{36}$/ })
    await journal.waitFor()

    const api = createOnboardingClient({ baseUrl: console.running.current.url })
    await api.signIn(ADMIN)
    const answer = await api.operations.listTransactions({ size: 1 }, { rrn: traffic.original.rrn })
    assert.equal(answer.status, 200)
    assert.equal(answer.body.data.content[0]?.status, 'REVERSED')
  })

  test('the page of the reversal shows the resolution, its postings and its original', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open(`/transactions?rrn=${traffic.unmatched.rrn}`)
    await page.getByRole('link', { name: traffic.unmatched.rrn }).click()
    await page.getByText('Exception, matched').waitFor()
    await page.getByText(/it was posted later, when the exception was resolved/).waitFor()
    await page.getByText('Sum: balanced').waitFor()
    await page.getByRole('link', { name: traffic.original.rrn }).waitFor()
  })
})

// The digital workbench when something fails or is not allowed: a lost reply, a restart, another user, too few rights.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VIEWER, withConsole } from '../support/console/console-browser.ts'
import { pendingRequests } from '../support/console/pending-requests.ts'
import { until } from '../support/until.ts'
import { digitalWorkbench, fillDeposit, link, state } from './digital-workbench.fixture.ts'

withConsole('the digital workbench, when something fails', (console) => {
  const { partner, reserved, twoHolders, visit } = digitalWorkbench(console)

  test('an operator whose line fails', async (step) => {
    const { page, open, expectComplaints } = await visit()
    expectComplaints(/net::ERR_|Failed to load resource/)

    await step.test('says that another user has decided', async () => {
      const holders = await twoHolders(100)
      const { id } = await reserved(holders)
      await open(`/digital/movements/transfers/${id}`)
      await page.getByRole('button', { name: 'Commit' }).click()
      const dialog = page.getByRole('dialog', { name: 'Commit the transfer?' })
      await dialog.waitFor()
      // The page must not learn of the decision by itself before the button is pressed.
      await page.route(`**/interbank-transfers/${id}`, (route) => route.abort())
      await until(() => pendingRequests(page).size === 0, 'no question is on its way')
      await partner.ok(`POST /interbank-transfers/${id}/resolution`, { resolution: { action: 'ABORT' } })
      await dialog.getByRole('button', { name: 'Commit the transfer' }).click()
      await page.getByText('Another person has aborted this transfer already').waitFor()
      await page.unroute(`**/interbank-transfers/${id}`)
      await state(page, 'Aborted')
    })

    await step.test('issues once when the reply of a deposit is lost', async () => {
      const { accountId } = await partner.holder()
      await open(`/digital/movements/deposits/new?account=${accountId}`)
      await fillDeposit(page, '75')
      const refs: string[] = []
      await page.route('**/tokenized-deposits', async (route) => {
        refs.push(route.request().postDataJSON().transaction.ref)
        if (refs.length > 1) return route.continue()
        await route.fetch()
        await route.abort()
      })
      await page.getByRole('button', { name: 'Issue the tokens' }).click()
      await page.getByText('No connection to the gateway').waitFor()
      assert.equal(await page.getByLabel('Amount').inputValue(), '75')
      await page.getByRole('button', { name: 'Try again' }).click()
      await state(page, 'Issued')
      assert.equal(refs.length, 2)
      assert.equal(refs[0], refs[1])
      assert.equal((await partner.balances(accountId)).asset, 75)
      await page.unrouteAll()
    })

    await step.test('keeps what was typed over a restart of the gateway', async () => {
      const { accountId } = await partner.holder()
      await open(`/digital/movements/deposits/new?account=${accountId}`)
      await fillDeposit(page, '33')
      await console.running.stop()
      await page.getByRole('button', { name: 'Issue the tokens' }).click()
      await page.getByText('No connection to the gateway').waitFor()
      await console.running.start()
      await page.getByRole('button', { name: 'Issue the tokens' }).click()
      await state(page, 'Issued')
      assert.equal((await partner.balances(accountId)).asset, 33)
    })

    // The last one: the next deposit would have the same reference, until the operator asks for a new one.
    await step.test('explains a reference that was stored with other values', async () => {
      const { accountId } = await partner.holder()
      await open(`/digital/movements/deposits/new?account=${accountId}`)
      await fillDeposit(page, '20')
      let isFirst = true
      await page.route('**/tokenized-deposits', async (route) => {
        if (!isFirst) return route.continue()
        isFirst = false
        await route.fetch()
        await route.abort()
      })
      await page.getByRole('button', { name: 'Issue the tokens' }).click()
      await page.getByText('No connection to the gateway').waitFor()
      await page.getByLabel('Amount').fill('21')
      await page.getByRole('button', { name: 'Issue the tokens' }).click()
      await page.getByText('An earlier attempt of this form reached the gateway').waitFor()
      assert.equal((await partner.balances(accountId)).asset, 20)
      await link(page, 'Show what the earlier attempt stored').click()
      await page.getByRole('button', { name: 'Leave without saving' }).click()
      await page.getByRole('table', { name: 'Deposits' }).getByText('20.00').waitFor()
    })
  })

  test('shows a viewer everything and lets them do nothing', async () => {
    const holders = await twoHolders(100)
    const { id } = await reserved(holders)
    const { page, open } = await visit(VIEWER)
    await open(`/digital/movements/transfers/${id}`)
    await page.getByText('Deciding needs the right APPROVE on DIGITAL_MONEY').waitFor()
    assert.equal(await page.getByRole('button', { name: /^(Commit|Abort)$/ }).count(), 0)
    await open(`/digital/accounts/${holders.payer.accountId}`)
    await page.locator('[data-balance="locked"]').getByText('30.00').waitFor()
    assert.equal(await page.getByRole('button', { name: /^(Freeze|Close)$/ }).count(), 0)
    assert.equal(await link(page, 'Issue').count(), 0)
  })
})

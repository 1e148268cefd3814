// Terminals and their keys in the console.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { ADMIN, VIEWER, withConsole } from '../support/console/console-browser.ts'
import { until } from '../support/until.ts'

withConsole('terminals in the console', (console) => {
  test('a terminal is registered and activated, and its key is shown once', async () => {
    const { page, context, open } = await console.visit(ADMIN)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open('/terminals/new?institutionId=FI001')
    await page.getByLabel('Terminal id').fill('ATM 1')
    await page.getByLabel('Acceptor id').fill('ACC000000000077')
    await page.getByLabel('Kind').first().click()
    await page.getByRole('option', { name: 'ATM' }).click()
    await page.getByLabel('Location').fill('Harbour Street')
    await page.getByLabel('Branch').first().fill('001')
    await page.getByLabel('Most per withdrawal').fill('300')
    await page.getByRole('button', { name: 'Register terminal' }).click()

    // The gateway refuses the id; the rest stays as it was typed.
    await page.locator('[aria-invalid="true"]').first().waitFor()
    assert.equal(await page.getByLabel('Terminal id').getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByLabel('Location').inputValue(), 'Harbour Street')
    await page.getByLabel('Terminal id').fill('ATM00077')
    await page.getByRole('button', { name: 'Register terminal' }).click()
    await page.getByRole('heading', { name: 'ATM00077' }).waitFor()
    await page.getByText('300.00').waitFor()
    await page.getByRole('button', { name: 'Activate' }).click()
    await page.getByRole('button', { name: 'Deactivate' }).waitFor()

    await page.getByRole('tab', { name: 'Keys' }).click()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('dialog').getByLabel('Type').first().click()
    await page.getByRole('option', { name: 'Master key' }).click()
    await page.getByRole('button', { name: 'Make key' }).click()
    const [key, kcv] = await secrets(page)
    assert.match(key ?? '', /^[A-Za-z0-9+/]{43}=$/)
    assert.match(kcv ?? '', /^[0-9a-f]{6}$/)
    await page.getByRole('button', { name: 'Copy Key (base64)' }).click()
    await until(async () => (await page.evaluate('navigator.clipboard.readText()')) === key, 'the key is copied')
    await page.getByRole('button', { name: 'I have copied it' }).click()

    await page.reload()
    await page.getByRole('cell', { name: kcv ?? '' }).waitFor()
    assert.ok(!(await page.content()).includes(key ?? '?'), 'the key is not shown again')

    await page.getByRole('button', { name: 'Activate', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await page.getByRole('button', { name: 'Rotate' }).click()
    await page.getByText('it stays valid for 24 hours').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    const [successor] = await secrets(page)
    assert.match(successor ?? '', /^[A-Za-z0-9+/]{43}=$/)
    assert.notEqual(successor, key)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    const old = page.getByRole('row').filter({ hasText: kcv ?? '?' })
    await old.getByText('Rotating').waitFor()
    assert.equal(await old.getByRole('button', { name: 'Rotate' }).count(), 0)

    await old.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke at once' }).click()
    await old.getByText('Revoked').waitFor()
  })

  test('the filters of the list stand in the address and survive a reload', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/terminals?institutionId=FI001')
    await page.getByRole('link', { name: 'TLR00001' }).waitFor()
    await page.getByLabel('Status').first().click()
    await page.getByRole('option', { name: 'Inactive' }).click()
    await page.getByRole('link', { name: 'TLR00001' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'ATM00009' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'ATM00009' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'TLR00001' }).count(), 0)
    const { searchParams } = new URL(page.url())
    assert.deepEqual([searchParams.get('institutionId'), searchParams.get('status')], ['FI001', 'INACTIVE'])
  })

  test('a viewer sees terminals and keys, and nothing to press', async () => {
    const { page, open } = await console.visit(VIEWER)
    await open('/terminals?search=ATM00001')
    await page.getByRole('link', { name: 'ATM00001' }).click()
    await page.getByRole('tab', { name: 'Keys' }).click()
    await page.getByText('Keys that the terminal’s software uses').waitFor()
    for (const name of ['Edit', 'Deactivate', 'Decommission', 'Delete', 'New key']) {
      assert.equal(await page.getByRole('main').getByRole('button', { name }).count(), 0, name)
      assert.equal(await page.getByRole('main').getByRole('link', { name, exact: true }).count(), 0, name)
    }
  })
})

/** What the dialog shows once. */
async function secrets(page: Page): Promise<string[]> {
  await page.locator('[data-secret]').first().waitFor()
  return await page.locator('[data-secret]').allInnerTexts()
}

// Many exceptions at once in the console: ticked by row or all that match, handed out, commented on and resolved.
// Needs a process of its own: its lists hold the exceptions of its own traffic alone.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { withdrawal, withdrawalReversal } from '../support/accounts/sandbox-requests.ts'
import { answeredWith, clientOf } from '../support/accounts/sdk-client.ts'
import { ADMIN, VIEWER, withConsole } from '../support/console/console-browser.ts'

const MADE = 30

withConsole('many exceptions in the console', (console) => {
  before(async () => {
    const client = clientOf(console.running.current)
    for (let made = 0; made < MADE; made++)
      await answeredWith('914', client.debitsReverse(withdrawalReversal(withdrawal('1000000001', 1000 + made))))
  })

  test('who may not change them cannot tick them', async () => {
    const { page, open } = await console.visit(VIEWER)
    await open('/exceptions')
    await page.getByRole('row').nth(1).waitFor()
    assert.equal(await page.getByLabel('Select this row').count(), 0)
  })

  test('rows are walked by arrow keys', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/exceptions')
    const ticks = page.getByLabel('Select this row')
    await ticks.first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    assert.deepEqual([await ticks.nth(0).isChecked(), await ticks.nth(1).isChecked()], [false, true])
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Space')
    assert.equal(await ticks.nth(0).isChecked(), true)
    await page.getByText('2 selected').waitFor()
  })

  test('ticked ones are handed out, and found by who has them', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/exceptions?state=OPEN')
    for (const row of [0, 1]) await page.getByLabel('Select this row').nth(row).check()
    const bar = page.getByRole('region', { name: 'Selected rows' })
    await bar.getByText('2 selected').waitFor()
    await bar.getByRole('button', { name: 'Hand out' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Priority' }).click()
    await page.getByRole('option', { name: 'High' }).click()
    await dialog.getByLabel('Comment').fill('Night of the outage')
    await dialog.getByRole('button', { name: 'Hand out' }).click()
    await page.getByRole('heading', { name: 'Handed out' }).waitFor()
    await page.getByText('Done 2 of 2').waitFor()
    await open('/exceptions?priority=HIGH')
    await page.getByLabel('Select this row').nth(1).waitFor()
    assert.equal(await page.getByLabel('Select this row').count(), 2)
    await page
      .getByRole('button', { name: /^Resolve/ })
      .first()
      .click()
    const details = page.getByRole('dialog')
    await details.getByText('Night of the outage').waitFor()
    await details.getByLabel('Comment').fill('Asked the branch')
    await details.getByRole('button', { name: 'Add comment' }).click()
    await details.getByText('Asked the branch', { exact: true }).waitFor()
    await details.getByRole('button', { name: 'Hand out' }).click()
    const assigning = page.getByRole('dialog', { name: 'Hand out' })
    await assigning.getByRole('combobox', { name: 'Looked after by' }).click()
    await page.getByRole('option', { name: /\(you\)/ }).click()
    await assigning.getByRole('button', { name: 'Save' }).click()
    await details.getByText(ADMIN.email).first().waitFor()
  })

  test('all that match are resolved by one job, also those of other pages', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/exceptions?state=OPEN&kind=UNMATCHED&size=10')
    await page.getByLabel('Select all rows of this page').check()
    const bar = page.getByRole('region', { name: 'Selected rows' })
    await bar.getByText('10 selected').waitFor()
    await bar.getByRole('button', { name: `Select all ${MADE} that match` }).click()
    await bar.getByText(`All ${MADE} that match`).waitFor()
    await bar.getByRole('button', { name: 'Resolve' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Ignore them').check()
    await dialog.getByLabel('Reason').fill('The switch has corrected them')
    await dialog.getByRole('button', { name: 'Resolve' }).click()
    await page.getByRole('heading', { name: 'Ignored' }).waitFor()
    await page.getByText(`Done ${MADE} of ${MADE}`).waitFor()
    await open('/exceptions?state=OPEN')
    await page.getByText('Nothing matches').waitFor()
  })
})

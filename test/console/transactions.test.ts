// Transactions in the console: searched by filters that stand in the address, and shown with everything that belongs to them.
// Needs a process of its own: its lists hold its own traffic alone.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { clientOf } from '../support/accounts/sdk-client.ts'
import { ADMIN, VIEWER, withConsole } from '../support/console/console-browser.ts'
import { newUser } from '../support/console/console-users.ts'
import { makeTraffic, type Traffic } from '../support/console/traffic.ts'

withConsole('transactions in the console', (console) => {
  let traffic: Traffic
  before(async () => {
    traffic = await makeTraffic(clientOf(console.running.current))
  })

  test('one is found by its RRN, with postings that balance, and leads to its reversal and back', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/transactions')
    await page.getByRole('searchbox', { name: 'RRN' }).fill(traffic.reversed.rrn)
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('link', { name: traffic.reversed.rrn }).click()
    await page.getByRole('heading', { level: 1, name: `Cash withdrawal ${traffic.reversed.rrn}` }).waitFor()
    await page.getByText(/Cash withdrawal of 62\.50 USD from account 1000000001, sent by PARTNER01/).waitFor()
    const postings = page.getByRole('table', { name: 'Postings' })
    assert.deepEqual(await postings.locator('tbody tr').allInnerTexts().then(cells), [
      ['1000000001', 'Customer account', '62.50', 'USD'],
      ['vault:ATM00001', 'Cash in the terminal', '60.00', 'USD'],
      ['fees:access', 'Fees earned', '2.50', 'USD'],
    ])
    assert.deepEqual(await postings.locator('tfoot tr').allInnerTexts().then(cells), [
      ['Sum: balanced', '62.50', '62.50', 'USD'],
    ])
    await page.getByText(/"rrn":/).waitFor()
    await page.getByRole('link', { name: traffic.reversed.reversalRrn }).click()
    await page
      .getByRole('heading', { level: 1, name: `Reversal of a cash withdrawal ${traffic.reversed.reversalRrn}` })
      .waitFor()
    await page.getByRole('link', { name: traffic.reversed.rrn }).click()
    await page.getByRole('heading', { level: 1, name: `Cash withdrawal ${traffic.reversed.rrn}` }).waitFor()
    await page.getByText('Partly reversed').waitFor()
  })

  test('a decline is told in words to users who may not read the catalogue', async () => {
    const person = await newUser(console.running.current, { rights: { QUERY: ['VIEW'] } })
    const { page, open } = await console.visit(person)
    await open('/transactions?responseCode=182')
    const table = page.getByRole('table', { name: 'Transactions' })
    await table.getByText('182 · Source account not usable', { exact: true }).waitFor()
    await table.locator('tbody a').click()
    await page.getByText('It was declined with code 182, source account not usable').waitFor()
  })

  test('a declined one is explained from the catalogue', async () => {
    const { page, open } = await console.visit(VIEWER)
    await open('/transactions?responseCode=182')
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('table', { name: 'Transactions' }).locator('tbody a').click()
    await page.getByRole('heading', { name: /^Response code 182: / }).waitFor()
    await page.getByText('What to do').waitFor()
    await page.getByText('It was declined, so nothing was posted.').waitFor()
  })

  test('filters stand in the address, survive a reload, and a link shows the same to another user', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/transactions')
    await page.getByLabel('Status').first().click()
    await page.getByRole('option', { name: 'Declined' }).click()
    await page.waitForURL(/status=DECLINED/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByLabel('Account', { exact: true }).fill('1000000004')
    await page.waitForURL(/accountId=1000000004/)
    await page.getByText('1–2 of 2').waitFor()
    await page.reload()
    await page.getByText('1–2 of 2').waitFor()
    assert.equal(await page.getByLabel('Account', { exact: true }).inputValue(), '1000000004')
    const { pathname, search } = new URL(page.url())
    const other = await console.visit(VIEWER)
    await other.open(pathname.replace('/console', '') + search)
    await other.page.getByText('1–2 of 2').waitFor()
    const table = other.page.getByRole('table', { name: 'Transactions' })
    assert.equal(await table.getByText('110 · Insufficient funds').count(), 2)
  })

  test('the last filter is taken away again, and what the gateway refuses is said', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/transactions?amountMin=10')
    await page
      .getByRole('alert')
      .getByText(/currencyCode is required with amountMin/i)
      .waitFor()
    await page.getByLabel('Currency').fill('USD')
    await page.getByText('1–10 of 10').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('1–11 of 11').waitFor()
  })

  test('without counting, all are leafed through from the newest to the oldest', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/transactions?cursor=first&size=10')
    await page.getByText('Older ones follow.').waitFor()
    await page.getByRole('link', { name: 'Older' }).click()
    await page.getByText('This is the end').waitFor()
    assert.equal(await page.getByRole('table', { name: 'Transactions' }).locator('tbody tr').count(), 1)
    await page.goBack()
    await page.getByText('Older ones follow.').waitFor()
  })
})

function cells(rows: string[]): string[][] {
  return rows.map((row) =>
    row
      .split(/[\n\t]+/)
      .map((cell) => cell.trim())
      .filter((cell) => cell !== ''),
  )
}

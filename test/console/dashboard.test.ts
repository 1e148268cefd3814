// The dashboard in the console: figures as the API gives them, each of which leads to exactly the transactions it counts.
// Needs a process of its own: its figures are those of its own traffic, and it moves the clock.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createOnboardingClient, type onboarding } from '../../sdk/src/index.ts'
import { control } from '../support/accounts/account-services.ts'
import { clientOf } from '../support/accounts/sdk-client.ts'
import { ADMIN, withConsole } from '../support/console/console-browser.ts'
import { assertFits, untilDrawn } from '../support/console/look-at-page.ts'
import { makeTraffic } from '../support/console/traffic.ts'
import { until } from '../support/until.ts'

type Transaction = onboarding.Transaction

const isReversal = ({ type }: Transaction) => type.endsWith('REVERSAL')

withConsole('the dashboard in the console', (console) => {
  let summary: onboarding.DashboardSummary
  let transactions: readonly Transaction[]

  before(async () => {
    await makeTraffic(clientOf(console.running.current))
    const api = createOnboardingClient({ baseUrl: console.running.current.url })
    await api.signIn(ADMIN)
    summary = await until(async () => {
      const { status, body } = await api.operations.getDashboardSummary({})
      return status === 200 && body.data.totalTransactions === 11 && body.data
    }, 'the rollups count all transactions')
    const answer = await api.operations.listTransactions({ size: 100 }, {})
    assert.equal(answer.status, 200)
    transactions = answer.body.data.content
  })

  /** The RRNs of a list that shows `count` transactions, sorted. */
  async function shownRrns(page: Page, count: number): Promise<string[]> {
    await page.getByText(`1–${count} of ${count}`).waitFor()
    const links = await page.getByRole('table', { name: 'Transactions' }).locator('tbody a').allInnerTexts()
    return links.map((text) => text.trim()).sort()
  }

  const rrnsOf = (wanted: (transaction: Transaction) => boolean) =>
    transactions
      .filter(wanted)
      .map(({ rrn }) => rrn)
      .sort()

  // One row per figure: its link, and the transactions behind it, told from all of them.
  const FIGURES: [title: string, link: () => string | RegExp, wanted: (transaction: Transaction) => boolean][] = [
    ['all transactions', () => `${summary.totalTransactions}, Transactions: show them`, () => true],
    ['the approval rate', () => /^66\.7%, Approval rate/, (one) => !isReversal(one) && one.responseCode === '000'],
    [
      'the declined',
      () => `${summary.declined}, Declined: show them`,
      (one) => !isReversal(one) && one.status === 'DECLINED',
    ],
    ['the reversals', () => `${summary.reversals}, Reversals: show them`, isReversal],
    ['an amount', () => /^5,000 JPY/, (one) => one.currencyCode === 'JPY'],
    ['a response code', () => '110 · Insufficient funds', (one) => one.responseCode === '110'],
    ['an institution', () => '1 approved of FI002', (one) => one.institutionId === 'FI002'],
  ]

  test('each figure is the one of the API and leads to exactly the transactions behind it', async () => {
    assert.deepEqual([summary.approved, summary.declined, summary.reversals], [6, 3, 2])
    assert.equal(summary.approvalRate, 6 / 9)
    const { page, open } = await console.visit(ADMIN)
    for (const [title, link, wanted] of FIGURES) {
      await open('/dashboard')
      const name = link()
      await page.getByRole('link', typeof name === 'string' ? { name, exact: true } : { name }).click()
      const expected = rrnsOf(wanted)
      assert.ok(expected.length > 0, title)
      assert.deepEqual(await shownRrns(page, expected.length), expected, title)
    }
  })

  test('the volume is drawn as bars and as a table, and both lead to the transactions of a day', async () => {
    const declined = rrnsOf((one) => !isReversal(one) && one.status === 'DECLINED')
    const { page, open } = await console.visit(ADMIN)
    await open('/dashboard?granularity=day')
    // Around midnight the banks' days differ, and one of two days has no bar.
    await page.locator('.recharts-bar').nth(1).locator('.recharts-bar-rectangle').filter({ visible: true }).click()
    assert.deepEqual(await shownRrns(page, declined.length), declined)
    await page.goBack()
    await page.getByRole('switch', { name: 'Show as table: Volume' }).click()
    const table = page.getByRole('table', { name: 'Volume' })
    await until(
      async () => (await table.locator('tbody tr td').allInnerTexts()).join() === '11,6,3,2',
      'the table has the figures of the day',
    )
    await table.getByRole('link', { name: /^3 declined/ }).click()
    assert.deepEqual(await shownRrns(page, declined.length), declined)
  })

  test('an hour leads to its transactions, and period and institution stand in the address', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/dashboard?institutionId=FI002')
    await page.getByRole('link', { name: '1, Transactions: show them' }).waitFor()
    await page.getByRole('switch', { name: 'Show as table: Volume' }).click()
    await page
      .getByRole('table', { name: 'Volume' })
      .getByRole('link', { name: /^1 transactions, / })
      .click()
    assert.deepEqual(
      await shownRrns(page, 1),
      rrnsOf((one) => one.institutionId === 'FI002'),
    )
    await page.goBack()
    await page.getByText('7 days', { exact: true }).click()
    await page.waitForURL(/institutionId=FI002&period=7-days/)
    await page.getByRole('link', { name: '1, Transactions: show them' }).waitFor()
  })

  test('on a telephone every period is in sight, and the labels are in one line on a desk', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/dashboard')
    await untilDrawn(page)
    const tops = await Promise.all(
      ['Period', 'Institution', 'Charts'].map(async (label) => {
        const text = page.getByRole('main').getByText(label, { exact: true }).first()
        return Math.round((await text.boundingBox())?.y ?? 0)
      }),
    )
    assert.equal(new Set(tops).size, 1, String(tops))
    await page.setViewportSize({ width: 390, height: 844 })
    await assertFits(page)
  })

  test('the day after, the figures are compared with the day before', async () => {
    await control(console.running.current, '/sandbox/clock', { advanceDays: 1 })
    const { page, open } = await console.visit(ADMIN)
    await open('/dashboard')
    await page.getByText('Down 100% from 11').waitFor()
    await page.getByText('No transactions in this period').waitFor()
    await page.getByText('Yesterday', { exact: true }).click()
    await page.getByRole('link', { name: '11, Transactions: show them' }).waitFor()
    await page.getByText('No earlier data').first().waitFor()
  })
})

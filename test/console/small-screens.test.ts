// What fits on a telephone, and how codes and states are told: by a name and by one colour.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { createOnboardingClient, type OnboardingClient } from '../../sdk/src/index.ts'
import { ADMIN, PHONE, withConsole } from '../support/console/console-browser.ts'
import { assertFits, untilDrawn } from '../support/console/look-at-page.ts'
import { SPANISH } from '../support/console/spanish.ts'
import { cases } from '../support/runner/extent.ts'

withConsole('codes, colours and small screens', (console) => {
  let admin: OnboardingClient
  before(async () => {
    admin = createOnboardingClient({ baseUrl: console.running.current.url })
    assert.equal((await admin.signIn(ADMIN)).status, 200)
  })

  async function lateLoan(): Promise<string> {
    const { status, body } = await admin.lending('PARTNER01').listLoans({ size: 200 })
    assert.ok(status === 200)
    const late = body.content.find(({ externalReference }) => externalReference === 'sandbox-late')
    assert.ok(late)
    return late.loanId
  }

  // Its words are longer.
  const spanish = ['Spanish', SPANISH] as const
  for (const [language, options] of cases<readonly [string, object]>([spanish], [['English', {}], spanish])) {
    test(`a loan's what-if and a new user fit on a telephone in ${language}`, async () => {
      const { page, open } = await console.visit(ADMIN, { ...options, viewport: PHONE })
      for (const what of ['prepayment', 'settlement', 'restructure', 'hardship']) {
        await open(`/lending/loans/${await lateLoan()}?partner=PARTNER01&tab=what-if&what=${what}`)
        await untilDrawn(page)
        await assertFits(page)
        await assertInside(page.getByRole('main').locator('.mantine-SegmentedControl-root').first())
      }
      await open('/users/new')
      await untilDrawn(page)
      await assertFits(page)
      const send = page.getByRole('main').locator('button[type="submit"]')
      await assertInside(send)
      assert.equal(await send.locator('.mantine-Button-label').evaluate(isCut), false, 'its words are whole')
    })
  }

  test('the codes of an account come with their names', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/accounts?search=1000000001')
    await page.getByRole('row', { name: /DDA \w+/ }).waitFor()
    await page.getByRole('link', { name: '1000000001' }).click()
    for (const name of ['Type', 'Branch', 'Capability']) {
      const fact = page.locator('dt').filter({ hasText: new RegExp(`^${name}$`) })
      await fact
        .locator('xpath=following-sibling::dd[1]')
        .filter({ hasText: /^\w+ \w{3,}/ })
        .waitFor()
    }
  })

  test('a blocked card has one colour, in its list and on its page', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/cards?status=BLOCKED')
    const badge = page.getByRole('main').locator('.mantine-Badge-root').filter({ hasText: 'Blocked' }).first()
    await badge.waitFor()
    const inList = await badge.evaluate(colorOf)
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: /\*/ }).waitFor()
    await badge.waitFor()
    assert.equal(await badge.evaluate(colorOf), inList)
  })

  test('an approved loan that is not paid out says so, and not that nothing falls due', async () => {
    const loans = admin.lending('PARTNER01')
    const made = await loans.createLoan({
      productCode: 'PERSONAL',
      principal: 1000,
      currency: 'USD',
      interestRate: 9.9,
      loanTerm: { termCount: 12, termUnit: 'Months' },
      applicant: { firstName: 'Una', lastName: 'Paid' },
      externalReference: 'not-paid-out',
    } as never)
    assert.ok('loanId' in made.body, JSON.stringify(made.body))
    const { page, open } = await console.visit(ADMIN)
    await open(`/lending/loans/${made.body.loanId}?partner=PARTNER01`)
    await page.getByText('The loan is not paid out yet').waitFor()
    assert.equal(await page.getByText('No further instalment falls due').count(), 0)
  })
})

/** Expressions of the page, whose names are not known to these types. */
const isCut = (label: { scrollWidth: number; clientWidth: number }) => label.scrollWidth > label.clientWidth + 1
const colorOf = (badge: { ownerDocument: { defaultView: unknown } }) =>
  (badge.ownerDocument.defaultView as { getComputedStyle(of: unknown): { color: string } }).getComputedStyle(badge)
    .color

async function assertInside(element: Locator): Promise<void> {
  await element.waitFor()
  const box = await element.boundingBox()
  assert.ok(box !== null && box.x >= 0 && box.x + box.width <= PHONE.width, JSON.stringify(box))
}

// The lending workbench: a loan from application to prepayment, a repayment whose reply is lost, and previews that write
// nothing.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { createOnboardingClient, type lending, type OnboardingClient } from '../../sdk/src/index.ts'
import { ADMIN, VIEWER, withConsole } from '../support/console/console-browser.ts'
import { untilSaid } from '../support/console/notifications.ts'

const PARTNER = 'PARTNER01'
const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

withConsole('the lending workbench', (console) => {
  let loans: ReturnType<OnboardingClient['lending']>
  before(async () => {
    const admin = createOnboardingClient({ baseUrl: console.running.current.url })
    assert.equal((await admin.signIn(ADMIN)).status, 200)
    loans = admin.lending(PARTNER)
  })

  async function loanBy(reference: string): Promise<lending.Loan> {
    const { content } = ok(await loans.listLoans({ size: 200 }))
    const found = content.find(({ externalReference }) => externalReference === reference)
    assert.ok(found, reference)
    return found
  }

  async function history(loanId: string): Promise<lending.GetLoanReply> {
    return ok(await loans.getLoan({ loanId, include: 'history' }))
  }

  // One visit for all that an administrator does: signing in takes longer than most of it.
  test('an administrator', async (step) => {
    const { page, open, expectComplaints } = await console.visit(ADMIN)
    expectComplaints(/net::ERR_CONNECTION_RESET/)

    await step.test('takes a loan from the application to a prepayment', async () => {
      await open('/lending/applications')
      await page.getByRole('link', { name: 'New application' }).click()
      // The list before it has a filter of the same name as the field.
      await page.getByRole('heading', { name: 'New application', level: 1 }).waitFor()
      await choose(page, 'Product', /^PERSONAL/)
      await page.getByText('500.00 to 50,000.00 USD').waitFor()
      await page.getByLabel('Requested amount').fill('12000')
      await page.getByRole('textbox', { name: 'Term', exact: true }).fill('24')
      await page.getByRole('button', { name: 'Use this rate' }).click()
      assert.notEqual(await page.getByLabel('Interest rate').inputValue(), '')
      await page.getByLabel('Interest rate').fill('9.9')
      await page.getByLabel('First name').fill('Petra')
      await page.getByLabel('Last name').fill('Prepaid')
      await page.getByRole('button', { name: 'Submit the application' }).click()
      await page.getByRole('heading', { name: 'Petra Prepaid' }).waitFor()

      await page.getByRole('button', { name: 'Record risk signals' }).click()
      const signals = page.getByRole('dialog')
      await signals.getByLabel('Credit score').fill('650')
      await signals.getByLabel('Monthly income').fill('6000')
      await signals.getByLabel('Monthly debt').fill('2700')
      await signals.getByRole('button', { name: 'Record and grade' }).click()
      await signals.waitFor({ state: 'hidden' })
      const advice = page.getByTestId('recommendation')
      await advice.getByText('Let a person decide').waitFor()
      await advice.getByText('45% of the monthly income').waitFor()
      await advice.getByText('The credit score is only fair (620 to 669)').waitFor()
      await advice.getByText('Debt takes more than 43 % of the income').waitFor()

      await page.getByRole('button', { name: 'Decide', exact: true }).click()
      const decision = page.getByRole('dialog')
      await decision.getByText('Approve', { exact: true }).first().click()
      await decision.getByLabel('Approved amount').fill('10000')
      await decision.getByRole('button', { name: 'Approve', exact: true }).click()
      await decision.waitFor({ state: 'hidden' })

      for (const [months, fee] of [
        ['24', '100'],
        ['36', ''],
      ] as const) {
        await page.getByRole('link', { name: 'Make an offer' }).click()
        await page.getByRole('textbox', { name: 'Term', exact: true }).fill(months)
        if (fee !== '') {
          await page.getByRole('button', { name: 'Add a fee' }).click()
          await page.getByRole('textbox', { name: 'Fee', exact: true }).fill('ORIGINATION')
          await page.getByLabel('Fee amount').fill(fee)
        }
        await page.getByRole('button', { name: 'Make the offer' }).click()
        await page.getByRole('heading', { name: 'Offers' }).waitFor()
      }
      const applicationId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      const offers = ok(await loans.listOffers({ applicationId })).content.toReversed()
      const comparison = page.getByRole('table', { name: 'Offers side by side' })
      await comparison.getByText('Offer 2', { exact: true }).waitFor()
      assert.deepEqual(
        await cellsOf(comparison, 'APR'),
        offers.map(({ apr }) => `${money.format(apr)} %`).map(lowestOf(offers, 'apr')),
      )
      assert.deepEqual(
        await cellsOf(comparison, 'Total repayable'),
        offers.map(({ totalRepayable }) => money.format(totalRepayable)).map(lowestOf(offers, 'totalRepayable')),
      )

      await page.getByRole('button', { name: 'Accept offer 2' }).click()
      await page
        .getByRole('dialog')
        .getByText('The other open offer of the application can no longer be accepted')
        .waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Accept the offer' }).click()
      await comparison.locator('thead').getByText('Superseded', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Create the loan' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Create the loan' }).click()
      await page.waitForURL(/\/lending\/loans\//)
      const loanId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

      await page.getByRole('button', { name: 'Pay out' }).click()
      assert.ok(await page.getByRole('switch', { name: /^Keep back the fees/ }).isChecked(), 'agreed fees come off it')
      await page.getByRole('dialog').getByRole('button', { name: 'Pay out', exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Enter a repayment' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Post the repayment' }).click()
      const posted = page.getByRole('dialog')
      await posted.getByText('The repayment is posted').waitFor()
      const [, repayment] = (await history(loanId)).transactions ?? []
      assert.ok(repayment)
      assert.deepEqual(
        (await cellsOf(posted.getByRole('table', { name: 'Allocation' }), 'All')).at(-1),
        money.format(repayment.amount),
      )
      await posted.getByRole('button', { name: 'Done' }).click()

      await page.getByRole('tab', { name: 'What if' }).click()
      await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('3000')
      await page.getByRole('radio', { name: 'Same instalment, shorter term' }).click()
      await page.getByRole('button', { name: 'Show what would happen' }).click()
      const told = ok(await loans.prepayLoan({ loanId }, { amount: 3000, strategy: 'REDUCE_TERM', preview: true }))
      const figures = page.getByRole('table', { name: 'Before and after' })
      await figures.waitFor()
      assert.deepEqual((await cellsOf(figures, 'Total interest')).slice(0, 2), [
        money.format(told.before.totals.interest),
        money.format(told.after.totals.interest),
      ])
      assert.equal((await cellsOf(figures, 'Total interest'))[2], `−${money.format(told.interestSaved)}`)
      assert.deepEqual((await cellsOf(figures, 'Last due date')).slice(0, 2), [
        day.format(new Date(told.before.schedule.at(-1)?.dueDate ?? '')),
        day.format(new Date(told.newMaturity)),
      ])
      assert.equal((await cellsOf(figures, 'Instalment after that'))[1], money.format(told.newInstalment))
      assert.deepEqual((await cellsOf(figures, 'Still to pay')).slice(0, 2), [
        money.format(told.before.totals.outstanding),
        money.format(told.after.totals.outstanding),
      ])
      assert.equal(
        await page.getByRole('table', { name: 'Both plans' }).getByText('Falls away').count(),
        told.instalmentsSaved,
      )
      assert.equal((await history(loanId)).transactions?.length, 2)

      await page.getByRole('button', { name: 'Post the prepayment' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Post the prepayment' }).click()
      await page.getByRole('tab', { name: 'Schedule', selected: true }).waitFor()
      const done = await history(loanId)
      assert.deepEqual(done.transactions?.map(({ type, amount }) => [type, amount]).at(-1), ['PREPAYMENT', 3000])
      assert.equal(done.maturityDate, told.newMaturity)
    })

    await step.test('posts a repayment once when its reply is lost and it is sent again', async () => {
      const { loanId } = await loanBy('sandbox-late')
      const earlier = (await history(loanId)).transactions?.length ?? 0
      let lost = 0
      await page.route('**/repayments/partial', async (route) => {
        // Figures are asked for on the same path while the form is filled in.
        const isPreview = route.request().postDataJSON().preview === true
        if (isPreview || lost > 0) return await route.continue()
        lost += 1
        await route.fetch()
        await route.abort('connectionreset')
      })
      await open(`/lending/loans/${loanId}`)
      await page.getByRole('button', { name: 'Enter a repayment' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: 'Partial' }).click()
      await dialog.getByRole('textbox', { name: 'Amount', exact: true }).fill('12.34')
      await dialog.getByRole('button', { name: 'Post the repayment' }).click()
      await dialog.getByText('No connection to the gateway').waitFor()
      assert.equal(await dialog.getByRole('textbox', { name: 'Amount', exact: true }).inputValue(), '12.34')

      // Also after the dialog was closed: the key belongs to the attempt, not to the dialog.
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Enter a repayment' }).click()
      await dialog.getByRole('radio', { name: 'Partial' }).click()
      await dialog.getByRole('textbox', { name: 'Amount', exact: true }).fill('12.34')
      await dialog.getByRole('button', { name: 'Post the repayment' }).click()
      await dialog.getByText('The repayment is posted').waitFor()
      const posted = (await history(loanId)).transactions ?? []
      assert.equal(posted.length, earlier + 1)

      // The next one is a new payment.
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'Enter a repayment' }).click()
      await dialog.getByRole('radio', { name: 'Partial' }).click()
      await dialog.getByRole('textbox', { name: 'Amount', exact: true }).fill('12.34')
      await dialog.getByRole('button', { name: 'Post the repayment' }).click()
      await dialog.getByText('The repayment is posted').waitFor()
      assert.equal((await history(loanId)).transactions?.length, earlier + 2)
    })

    await step.test('amends a loan that another changed meanwhile, with their values beside its own', async () => {
      const { loanId, version } = await loanBy('sandbox-mortgage')
      await open(`/lending/loans/${loanId}`)
      await page.getByRole('button', { name: 'Amend', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('E-mail of the borrower').fill('mine@example.com')
      await dialog.getByLabel('Address of the borrower').fill('1 My Street')
      const theirs = { contact: { email: 'theirs@example.com' } }
      ok(await loans.amendLoan({ loanId }, { version, ...theirs }, { idempotencyKey: crypto.randomUUID() }))
      await dialog.getByRole('button', { name: 'Save' }).click()
      const sides = dialog.getByRole('table', { name: 'Theirs and mine' })
      await sides.getByRole('row', { name: /^Contact Email: theirs@example\.com Email: mine@example\.com/ }).waitFor()
      await dialog.getByRole('button', { name: 'Go on with these values' }).click()
      await sides.waitFor({ state: 'detached' })
      await dialog.getByRole('button', { name: 'Save' }).click()
      await untilSaid(page, 'The loan is amended.')
      const contact = { email: 'mine@example.com', address: '1 My Street' }
      assert.deepEqual(ok(await loans.getLoan({ loanId })).contact, contact)
    })

    await step.test('shows what a restructure and a hardship arrangement would do, and writes nothing', async () => {
      for (const [reference, what, fill] of [
        ['sandbox-mortgage', 'restructure', () => page.getByLabel('New rate').fill('3')],
        ['sandbox-arrears', 'hardship', () => page.getByLabel('Reason').fill('Job lost')],
      ] as const) {
        const { loanId } = await loanBy(reference)
        const earlier = await history(loanId)
        await open(`/lending/loans/${loanId}?tab=what-if&what=${what}`)
        await fill()
        await page.getByRole('button', { name: 'Show what would happen' }).click()
        const figures = page.getByRole('table', { name: 'Before and after' })
        await figures.waitFor()
        const [was, is, difference] = await cellsOf(figures, 'Total interest')
        assert.notEqual(was, is)
        assert.match(difference ?? '', /^[−+]/)
        assert.deepEqual(await history(loanId), earlier)
      }

      // A look at another tab, or at another scenario, loses nothing that was typed or shown.
      await page.getByRole('tab', { name: 'Schedule' }).click()
      await page.getByRole('table', { name: 'Instalments' }).waitFor()
      await page.getByRole('tab', { name: 'What if' }).click()
      await page.getByText('Prepayment', { exact: true }).first().click()
      await page.getByRole('textbox', { name: 'Amount', exact: true }).waitFor()
      await page.getByText('Hardship arrangement', { exact: true }).first().click()
      assert.equal(await page.getByLabel('Reason').inputValue(), 'Job lost')
      await page.getByRole('table', { name: 'Before and after' }).waitFor()
    })
  })

  test('a link names the partner, so that it opens the same for others, or says why not', async () => {
    const { loanId, applicant } = await loanBy('sandbox-current')
    const name = `${applicant.firstName} ${applicant.lastName}`
    const { page, open } = await console.visit(ADMIN)
    await open('/lending/loans')
    await page.waitForURL(/[?]partner=PARTNER01$/)
    const link = (await page.getByRole('link', { name }).getAttribute('href')) ?? ''
    assert.equal(link, `/console/lending/loans/${loanId}?partner=PARTNER01`)

    // A user who works with another partner opens it; the links of the page keep its partner.
    const reader = await console.visit(VIEWER)
    await reader.open('/account')
    await reader.page.evaluate(`localStorage.setItem('tillgate-partner-lending', '"PARTNER02"')`)
    await reader.open(link.replace('/console', ''))
    await reader.page.getByRole('heading', { name, level: 1 }).waitFor()
    await reader.page.getByRole('main').getByRole('link', { name: 'Loans' }).click()
    await reader.page.waitForURL(/lending\/loans[?]partner=PARTNER01$/)

    await reader.open(`/lending/loans/${loanId}?partner=PARTNER02`)
    await reader.page.getByText('You may not act for PARTNER02').waitFor()
    await reader.open(`/lending/loans/${crypto.randomUUID()}?partner=PARTNER01`)
    await reader.page.getByText('PARTNER01 sees no record with this id').waitFor()
  })

  test('fields beside each other keep to one line, and a printed schedule is whole', async () => {
    const { page, open } = await console.visit(ADMIN, { colorScheme: 'dark' })
    const { content } = ok(await loans.listApplications({ size: 200 }))
    const ids = new Map(content.map(({ externalReference, applicationId }) => [externalReference, applicationId]))

    await open(`/lending/applications/${ids.get('sandbox-referred')}`)
    await page.getByRole('button', { name: 'Decide' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Approve', { exact: true }).first().click()
    await assertBeside(
      dialog.getByRole('textbox', { name: 'Approved term', exact: true }),
      dialog.getByLabel('Approval ends'),
      dialog.getByRole('combobox', { name: 'Approved term: unit' }),
    )

    await open(`/lending/applications/${ids.get('sandbox-offered')}/offers/new`)
    await page.getByRole('button', { name: 'Add a fee' }).click()
    await page.getByRole('button', { name: 'Make the offer' }).click()
    await page.getByText('Must be 1 to 35 letters').waitFor()
    await assertBeside(page.getByLabel('Fee', { exact: true }), page.getByRole('combobox', { name: 'As', exact: true }))

    const { loanId } = await loanBy('sandbox-mortgage')
    await open(`/lending/loans/${loanId}?tab=schedule`)
    const rows = page.getByRole('table', { name: 'Instalments' }).locator('tbody tr')
    await rows.first().waitFor()
    await page.emulateMedia({ media: 'print' })
    assert.ok(await page.getByRole('navigation', { name: 'Main menu' }).isHidden(), 'the menu stays off the paper')
    await page.locator('html[data-mantine-color-scheme="light"]').waitFor()
    assert.deepEqual(await page.evaluate(CUT_BY), [])
    assert.deepEqual(await page.evaluate(MISPLACED), [])
    await page.emulateMedia({ media: 'screen' })
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  })

  test('offers a reader nothing to change', async () => {
    const { page, open } = await console.visit(VIEWER)
    const { loanId } = await loanBy('sandbox-current')
    await open(`/lending/loans/${loanId}`)
    await page.getByText('Total outstanding').waitFor()
    assert.equal(await page.getByRole('button', { name: /repayment|Amend|Close the loan|Pay out/ }).count(), 0)
    await open('/lending/applications')
    await page.getByRole('link', { name: 'Olga Offered' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'New application' }).count(), 0)
  })
})

/** Headings of the instalments that stand beside their column, and boxes that the table hangs out of. */
const MISPLACED = `(() => {
  const table = document.querySelector('table[aria-label="Instalments"]')
  const edge = (cell) => Math.round(cell.getBoundingClientRect().right)
  const cells = [...table.tBodies[0].rows[0].cells]
  const headings = [...table.tHead.rows[0].cells].filter((heading, at) => edge(heading) !== edge(cells[at]))
  const box = table.closest('section')
  const isOut = table.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom + 1
  return [...headings.map((heading) => heading.textContent), ...(isOut ? ['the table'] : [])]
})()`

/** The boxes around the last instalment that hide what does not fit into them. An expression: see `untilDrawn`. */
const CUT_BY = `(() => {
  const cutting = []
  const [row] = [...document.querySelectorAll('table[aria-label="Instalments"] tbody tr')].slice(-1)
  for (let box = row.parentElement; box !== null; box = box.parentElement) {
    const { display, overflowY } = getComputedStyle(box)
    const hides = display !== 'contents' && overflowY !== 'visible'
    if (hides && box.scrollHeight > box.clientHeight + 1) cutting.push(box.className)
  }
  return cutting
})()`

type BodyOf<Answer> = Answer extends { status: 200; body: infer Body } ? Body : never

/** The body of a success. */
function ok<Answer extends { status: number; body: unknown }>(answer: Answer): BodyOf<Answer> {
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body as BodyOf<Answer>
}

async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Measured at once: the page scrolls to a field that is wrong, and a dialog moves when it grows. */
async function assertBeside(...fields: readonly Locator[]): Promise<void> {
  for (const field of fields) await field.waitFor()
  const tops = await fields
    .reduce((some, field) => some.or(field))
    .evaluateAll((all) => all.map((field) => Math.round(field.getBoundingClientRect().top)))
  assert.deepEqual(tops, Array(fields.length).fill(tops[0]))
}

/** The cells of a table's row, without its first one. */
async function cellsOf(table: Locator, name: string): Promise<string[]> {
  const row = table.getByRole('row').filter({ has: table.page().getByText(name, { exact: true }) })
  const texts = await row.locator('th, td').allInnerTexts()
  return texts.slice(1).map((text) => text.replaceAll(/\s+/g, ' ').trim())
}

/** The comparison marks the lowest figure. */
function lowestOf<Offer, Key extends keyof Offer>(offers: readonly Offer[], key: Key) {
  const values = offers.map((offer) => Number(offer[key]))
  const lowest = Math.min(...values)
  return (text: string, at: number) => (values[at] === lowest && new Set(values).size > 1 ? `Lowest ${text}` : text)
}

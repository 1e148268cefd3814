// A journey of every area in Spanish: what is read and sent are the values of the API, whatever the words on the page are.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createOnboardingClient, type OnboardingClient } from '../../sdk/src/index.ts'
import { ADMIN, SECOND, withConsole } from '../support/console/console-browser.ts'
import { untilSaid } from '../support/console/notifications.ts'
import { es, SPANISH, watchSentWords } from '../support/console/spanish.ts'
import { DigitalPartner } from '../support/digital/digital-partner.ts'

withConsole('the console in Spanish', (console) => {
  let admin: OnboardingClient
  before(async () => {
    admin = createOnboardingClient({ baseUrl: console.running.current.url })
    assert.equal((await admin.signIn(ADMIN)).status, 200)
  })

  // One visit for all areas: a new browser profile takes longer than most of them.
  test('an administrator', async (step) => {
    const { page, open, context } = await console.visit(ADMIN, SPANISH)
    await context.addInitScript(`localStorage.setItem('tillgate-partner-digital', '"PARTNER01"')`)
    await context.addInitScript(`localStorage.setItem('tillgate-partner-lending', '"PARTNER01"')`)
    const sent = watchSentWords(page)

    await step.test('customers: accounts show their balances', async () => {
      await open('/accounts?institutionId=FI001')
      const row = page.getByRole('row').filter({ hasText: '1000000001' })
      await row.waitFor()
      const at = (await page.getByRole('columnheader').allInnerTexts()).findIndex((title) =>
        title.includes(es('Balance')),
      )
      assert.ok(at >= 0, 'the list has a column of balances')
      assert.match(await row.getByRole('cell').nth(at).innerText(), /\d/)
      await row.getByRole('link').first().click()
      for (const name of ['Balance', 'Available']) {
        const fact = page.locator('dt').filter({ hasText: new RegExp(`^${es(name)}$`) })
        assert.match(await fact.locator('xpath=following-sibling::dd[1]').innerText(), /\d/, name)
      }
    })

    await step.test('customers: a new account type has the balances of the contract', async () => {
      await open('/account-types/new?institutionId=FI001')
      await page.getByLabel(es('Code')).first().fill('ESP')
      await field(page, 'Description').fill('Cuenta de prueba')
      await choose(page, 'Capability of its accounts', /^00/)
      await button(page, 'Create account type').click()
      await page.getByRole('heading', { name: 'ESP', level: 1 }).waitFor()
      const { body } = await admin.operations.listAccountTypes({ size: 200 }, { institutionId: 'FI001' })
      const made = body.data?.content.find(({ code }) => code === 'ESP')
      assert.deepEqual(made?.balanceTypes, ['Available', 'Balance'])
    })

    await step.test('lending: an application keeps the unit of its term, and a plan is changed', async () => {
      await open('/lending/applications/new')
      await choose(page, 'Product', /^PERSONAL/)
      await field(page, 'Requested amount').fill('12000')
      await page.getByRole('textbox', { name: es('Term'), exact: true }).fill('24')
      await field(page, 'Interest rate').fill('9,9')
      await field(page, 'First name').fill('Elena')
      await field(page, 'Last name').fill('Prueba')
      await button(page, 'Submit the application').click()
      await page.getByRole('heading', { name: 'Elena Prueba' }).waitFor()
      const loans = admin.lending('PARTNER01')
      const applicationId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      const { body } = await loans.getApplication({ applicationId })
      assert.ok('loanTerm' in body)
      assert.deepEqual(body.loanTerm, { termCount: 24, termUnit: 'Months' })
      await page.getByText(es('{0} months', '24')).first().waitFor()

      const listed = await loans.listLoans({ size: 200 })
      assert.ok(listed.status === 200)
      const late = listed.body.content.find(({ externalReference }) => externalReference === 'sandbox-late')
      await open(`/lending/loans/${late?.loanId}?tab=what-if`)
      await page.getByText(es('Restructure'), { exact: true }).first().click()
      await choose(page, 'What changes', new RegExp(es('Re-age: begin again with a new plan')))
      await field(page, 'Number of instalments').fill('12')
      await field(page, 'First new due date').fill('2031-01-15')
      await field(page, 'An instalment every').fill('2')
      const answered = page.waitForResponse(/\/restructure/)
      await button(page, 'Show what would happen').click()
      const request = (await answered).request().postDataJSON() as { frequency: object }
      assert.deepEqual(request.frequency, { every: 2, unit: 'Months' })
    })

    await step.test('digital banking: tokens are issued', async () => {
      const partner = new DigitalPartner(() => console.running.current.url)
      const holder = await partner.holder({ institution: { name: 'Banco Aliso' }, account: { label: 'Cuenta Aliso' } })
      await open(`/digital/movements/deposits/new?account=${holder.accountId}`)
      await field(page, 'Amount').fill('50')
      await button(page, 'Issue the tokens').click()
      await page.waitForURL(/\/deposits\/[^/]+$/)
      await open(`/digital/accounts/${holder.accountId}`)
      await page.locator('[data-balance="available"]').getByText('50,00').waitFor()
    })

    await step.test('access: a partner is granted operations by their names', async () => {
      await open('/partners/new')
      await page.getByRole('textbox', { name: es('Partner id') }).fill('SOCIO01')
      await field(page, 'Name').first().fill('Socio uno')
      await page.getByRole('combobox', { name: es('Institutions') }).click()
      await page.getByRole('option', { name: /^FI001/ }).click()
      await page.keyboard.press('Escape')
      // A group may have the name of an operation, but it has no description.
      for (const name of ['Debits', 'Credits', 'Transfers'])
        await page.getByRole('checkbox', { description: name, exact: true }).check()
      await button(page, 'Make the partner').click()
      await page.getByRole('heading', { name: 'Socio uno' }).waitFor()
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      const { body } = await admin.operations.getPartner({ id })
      assert.deepEqual(body.data?.operations.toSorted(), ['Credits', 'Debits', 'Transfers'])
    })

    await step.test('access: a user is invited', async () => {
      await open('/users/new')
      await field(page, 'First name').fill('Luz')
      await field(page, 'Last name').fill('Noche')
      await field(page, 'E-mail').fill('luz@bank.example')
      await choose(page, 'Role', /^Viewer/)
      await button(page, 'Make the user and send the invitation').click()
      await page.getByRole('heading', { name: 'Luz Noche' }).waitFor()

      // What the gateway refuses is told in Spanish too.
      await open('/users/new')
      await field(page, 'First name').fill('Luz')
      await field(page, 'Last name').fill('Otra')
      await field(page, 'E-mail').fill('luz@bank.example')
      await choose(page, 'Role', /^Viewer/)
      await button(page, 'Make the user and send the invitation').click()
      await page.getByText('Ya hay un usuario con esta dirección de correo').first().waitFor()
    })

    await step.test('institutions: a terminal and a biller are registered', async () => {
      await open('/terminals/new?institutionId=FI001')
      await field(page, 'Terminal id').fill('ATMES001')
      await field(page, 'Acceptor id').fill('ACC000000000099')
      await choose(page, 'Kind', /^ATM|^Cajero/)
      await field(page, 'Location').fill('Calle Mayor')
      await field(page, 'Branch').first().fill('001')
      await button(page, 'Register terminal').click()
      await page.getByRole('heading', { name: 'ATMES001' }).waitFor()

      await open('/billers/new?institutionId=FI001')
      await field(page, 'Biller id').fill('LUZ01')
      await field(page, 'Name').first().fill('Compañía de la luz')
      await page.getByLabel('BIN').fill('510077')
      await button(page, 'Create biller').click()
      await page.getByRole('heading', { name: 'Compañía de la luz' }).waitFor()
    })

    await step.test('platform: a property is written and changed', async () => {
      await open('/properties/new?environment=qa&application=billing')
      await field(page, 'Key').first().fill('retry.spanish')
      await choose(page, 'Type', new RegExp(es('Whole number')))
      await field(page, 'Value').fill('3')
      await button(page, 'Create property').click()
      await page.getByRole('heading', { name: 'retry.spanish' }).waitFor()
    })

    await step.test('money: transactions are filtered by what happened', async () => {
      await open('/transactions?institutionId=FI001')
      await page.getByRole('table').first().waitFor()
      await choose(page, 'Status', new RegExp(es('Approved')))
      await page.waitForURL(/status=APPROVED/)
    })

    await step.test('institutions: one is suspended with a reason, and resumed', async () => {
      await open('/institutions/FI002')
      await button(page, 'Suspend').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(es('Reason')).fill('Se muda el core')
      await dialog.getByRole('button', { name: es('Suspend') }).click()
      await button(page, 'Resume').click()
      await dialog.getByRole('button', { name: es('Resume') }).click()
      await button(page, 'Suspend').waitFor()
    })

    await step.test('overview: a change waits for a second user, who approves it', async () => {
      const list = { environment: 'sandbox', application: '*', key: 'four-eyes', valueType: 'JSON' } as const
      const kept = await admin.operations.createApplicationProperty({ ...list, value: '["INSTITUTIONS:UPDATE:name"]' })
      assert.ok(kept.status === 201)
      await open('/billers?search=LUZ01')
      await page.getByRole('link', { name: 'LUZ01' }).click()
      await page.getByRole('link', { name: es('Edit') }).click()
      await page.getByRole('textbox', { name: es('Name') }).fill('Compañía de la luz nueva')
      await button(page, 'Save').click()
      await page.getByText(es('Sent for approval')).waitFor()

      const checker = await console.visit(SECOND, SPANISH)
      const decided = watchSentWords(checker.page)
      await checker.open('/change-requests?waitsForMe=true')
      await checker.page.getByRole('table').getByRole('link').first().click()
      await button(checker.page, 'Approve').click()
      await checker.page
        .getByRole('dialog')
        .getByRole('button', { name: es('Approve') })
        .click()
      await untilSaid(checker.page, es('The change is made.'))
      assert.deepEqual(decided, [])
      const second = createOnboardingClient({ baseUrl: console.running.current.url })
      assert.equal((await second.signIn(SECOND)).status, 200)
      const { id } = kept.body.data
      const last = await admin.operations.deleteApplicationProperty({ id })
      assert.ok(last.status === 202)
      const { changeRequestId } = last.body.data
      assert.equal((await second.operations.approveChangeRequest({ id: changeRequestId }, {})).status, 200)
    })

    assert.deepEqual(sent, [])
  })
})

function field(page: Page, label: string) {
  return page.getByLabel(es(label))
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name: es(name), exact: true })
}

async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await page
    .getByRole('combobox', { name: es(label) })
    .first()
    .click()
  await page.getByRole('option', { name: option }).first().click()
}

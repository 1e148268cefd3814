// A bank is taken on in the console by two people, from its draft to its first withdrawal.
// The tests build on each other.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ADMIN, SECOND, withConsole } from '../support/console/console-browser.ts'
import { runTillgate } from '../support/gateways/gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'

const PAN = '5100770000000014'

withConsole('a bank is taken on by two people', (console) => {
  const { running } = console
  const onboarding = new Onboarding(() => running.current.url)
  let token: string
  let bankPath: string

  before(async () => {
    token = await onboarding.tokenOf(ADMIN.email, ADMIN.password)
  })

  async function administer(route: string, body?: unknown, status = 200) {
    const answer = await onboarding.call(route, { token, ...(body !== undefined && { body }) })
    assert.equal(answer.status, status, `${route}: ${answer.text}`)
    return answer.body.data
  }

  test('the first drafts it; what the gateway refuses stands at its field, and nothing typed is lost', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/institutions')
    await page.getByRole('link', { name: 'New institution' }).click()
    await page.getByLabel('Code').fill('FI 777')
    await page.getByLabel('Legal name').fill('Meadow Savings Bank plc')
    await page.getByLabel('Display name').fill('Meadow Bank')
    await choose(page, 'Country', 'United States')
    await choose(page, 'Time zone', 'America/New_York')
    await choose(page, 'Base currency', 'USD')
    await page.getByRole('button', { name: 'Save draft and continue' }).click()

    await refusedAt(page, 'Code', /letters, digits/)
    assert.equal(await page.getByLabel('Legal name').inputValue(), 'Meadow Savings Bank plc')
    assert.match(await page.getByRole('combobox', { name: 'Country' }).inputValue(), /United States/)
    await page.getByLabel('Code').fill('FI001')
    await page.getByRole('button', { name: 'Save draft and continue' }).click()
    await refusedAt(page, 'Code', /has this code already/)
    await page.getByLabel('Code').fill('FI777')
    await page.getByRole('button', { name: 'Save draft and continue' }).click()

    await page.getByRole('heading', { name: 'Contacts and address' }).waitFor()
    await page.getByRole('button', { name: 'Add a contact' }).click()
    await page.getByRole('group', { name: 'Contact 1' }).getByLabel('Name').fill('Tess')
    await page.getByLabel('E-mail').fill('tess at meadow')
    await page.getByLabel('Telephone').fill('+1 555 0100')
    await page.getByRole('button', { name: 'Save and continue', exact: true }).click()
    await refusedAt(page, 'E-mail', /e-mail/)
    await page.getByLabel('E-mail').fill('tess@meadow.example')
    await page.getByRole('button', { name: 'Save and continue later' }).click()
    await page.getByRole('heading', { name: 'Meadow Bank', level: 1, exact: true }).waitFor()
    bankPath = new URL(page.url()).pathname.replace('/console', '')
  })

  test('the draft is continued where it was left, in another browser', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open(bankPath)
    // A BIN is missing, and could not be added any more after submitting.
    await page.getByText('Before it is submitted it needs a BIN').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Submit', exact: true }).isDisabled())
    await page.getByRole('link', { name: 'Continue editing' }).click()
    assert.equal(await page.getByLabel('Display name').inputValue(), 'Meadow Bank')
    await page.getByRole('button', { name: /Contacts and address/ }).click()
    assert.equal(await page.getByLabel('E-mail').inputValue(), 'tess@meadow.example')
    await page.getByRole('button', { name: 'Add a branch' }).click()
    await page.getByLabel('Branch id').fill('001')
    await page.getByLabel('Branch name').fill('Meadow Lane')
    await page.getByLabel('Where it is').fill('1 Meadow Lane, Springfield')
    await page.getByRole('button', { name: 'Save and continue', exact: true }).click()
    await page.getByRole('heading', { name: 'Services and limits' }).waitFor()
    await page.getByLabel('Most per withdrawal').fill('500')
    await page.getByRole('button', { name: 'Save and continue', exact: true }).click()
    await page.getByRole('heading', { name: 'Cards and routing' }).waitFor()
    const bins = page.getByRole('combobox', { name: 'BINs' })
    await bins.fill('400000')
    await bins.press('Enter')
    await page.getByRole('button', { name: 'Save and continue', exact: true }).click()
    await page.getByText('BIN 400000 belongs to another institution', { exact: true }).waitFor()
    await bins.press('Backspace')
    await bins.fill('510077')
    await bins.press('Enter')
    await page.getByRole('button', { name: 'Save and continue', exact: true }).click()
    await page.getByRole('heading', { name: 'Review' }).waitFor()
    await page.getByText('500.00').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Meadow Bank', level: 1, exact: true }).waitFor()
  })

  test('its core is connected from the checklist; its submitter cannot approve it, and is told who can', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open(bankPath)
    await page.getByRole('link', { name: 'Connect its core' }).click()
    const institution = page.getByRole('combobox').first()
    await until(async () => (await institution.inputValue()).startsWith('FI777'), 'the bank is chosen')
    await page.getByLabel('Name').fill('Our own books')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('heading', { name: 'Our own books', level: 1, exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Activate' }).count(), 0, 'a draft cannot be activated')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('The last test passed').waitFor()
    await page.getByRole('button', { name: 'Activate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await page.getByText('Orders go through it. To change').waitFor()

    // Through the API: the pages of account types and terminals have tests of their own.
    await administer('POST /account-types', { ...OF_BANK, ...CHECKING }, 201)
    const terminal = await administer('POST /terminals', { ...OF_BANK, ...TERMINAL }, 201)
    await administer(`PATCH /terminals/${terminal.id}/activation?isActive=true`)
    await open(bankPath)
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
    await page.getByText('A second person is needed').waitFor()
    for (const hidden of ['Approve', 'Reject', 'Activate', 'Submit']) {
      assert.equal(await page.getByRole('button', { name: hidden, exact: true }).count(), 0, hidden)
    }
    assert.equal(await page.getByRole('link', { name: /edit/i }).count(), 0, 'no change while it is submitted')
  })

  test('the second approves and activates it', async () => {
    const { page, open } = await console.visit(SECOND)
    await open(bankPath)
    await page.getByText(`${ADMIN.email} submitted it.`).waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Everything is in place. Activate it').waitFor()
    await page.getByRole('button', { name: 'Activate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await page.getByRole('button', { name: 'Suspend' }).waitFor()
    const steps = page.getByRole('list', { name: 'Steps to the first withdrawal' })
    for (const step of [
      'An active terminal · in place',
      'An account · missing',
      'A card · missing',
      'A partner that calls for it · missing',
      'A client of the partner · missing',
      'A first withdrawal · missing',
    ]) {
      await steps.getByText(step).waitFor()
    }
    assert.equal(await steps.getByRole('link', { name: 'Add a client' }).count(), 0, 'not before its partner')
    await steps.getByRole('link', { name: 'Open an account' }).click()
    await page.getByRole('heading', { name: 'New account' }).waitFor()
    await page.goBack()
    await steps.getByRole('link', { name: 'Add a partner' }).click()
    await page.getByRole('heading', { name: 'New partner' }).waitFor()
    await page.getByRole('main').getByText('FI777').first().waitFor()
    await page.goBack()
    await page.getByRole('tab', { name: 'History' }).click()
    for (const step of ['Drafted', 'Submitted for approval', 'Approved', 'Activated']) {
      await page.getByText(step, { exact: true }).first().waitFor()
    }
  })

  test('with its accounts loaded and a client of its own, its card withdraws at the virtual ATM', async () => {
    await loadBank()
    // The partner's page has tests of its own.
    const { id } = await administer('POST /partners', PARTNER, 201)
    const { client_secret: secret } = await administer(`POST /partners/${id}/clients`, { clientId: 'meadow-atm' }, 201)
    const { page, open } = await console.visit(SECOND)
    await open(bankPath)
    const steps = page.getByRole('list', { name: 'Steps to the first withdrawal' })
    for (const step of ['An account', 'A card', 'A partner that calls for it', 'A client of the partner']) {
      await steps.getByText(`${step} · in place`).waitFor()
    }
    await steps.getByRole('link', { name: 'Try it at the virtual ATM' }).click()
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('combobox', { name: 'Institution and terminal' }).click()
    await page.getByRole('option', { name: 'MEADOW01 of FI777' }).click()
    await press('Another terminal, client or fee…')
    const form = page.getByRole('dialog')
    await form.getByLabel('Partner id').fill(PARTNER.partnerId)
    await form.getByLabel('Client id').fill('meadow-atm')
    await form.getByLabel('Client secret').fill(secret)
    await press('Use this terminal')
    await page.getByLabel('Card number (PAN)').fill(PAN)
    await press('Insert the card')
    const display = page.getByRole('region', { name: 'ATM' })
    await display.getByLabel('PIN').fill('1234')
    await display.getByLabel('PIN').press('Enter')
    await press('English')
    // The card has one account: the ATM does not ask which.
    await press('Withdraw cash')
    await press('100.00 USD')
    await press('Accept the fee')
    await press('Print a receipt')
    await press('Take the cash: 100.00 USD')
    const receipt = page.getByRole('region', { name: 'Receipt' })
    await receipt.getByText('102.50 USD').waitFor()
    await receipt.getByText('697.50 USD').first().waitFor()
    assert.doesNotMatch(await page.locator('body').innerText(), new RegExp(secret), 'the secret is not shown')
    await open(`${bankPath}?tab=readiness`)
    await page.getByText('It is active, and its channels are served.').waitFor()
    await until(
      async () => (await page.getByText('The way to its first withdrawal').count()) === 0,
      'the way is at its end',
    )
    assert.doesNotMatch(await page.evaluate('JSON.stringify(localStorage)'), new RegExp(secret), 'nor is it kept')
  })

  /** With the gateway stopped: the embedded database has one process at a time. */
  async function loadBank(): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'tillgate-bank-'))
    await running.stop()
    try {
      for (const [what, lines] of FILES) {
        const file = join(folder, `${what}.csv`)
        writeFileSync(file, `${lines.join('\n')}\n`)
        const loaded = await runTillgate(running.store, ['load', what, '--institution', 'FI777', '--file', file])
        assert.equal(loaded.code, 0, loaded.output)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
      await running.start()
    }
  }
})

const FILES = [
  [
    'accounts',
    [
      'accountId,customerId,accountType,description,currencyCode,balance,branchId',
      '7770000001,CUST7771,DDA,Everyday account,USD,800.00,001',
    ],
  ],
  ['cards', ['pan,customerId,accountIds', `${PAN},CUST7771,7770000001`]],
] as const
const PARTNER = {
  partnerId: 'MEADOWPAY',
  name: 'Meadow Pay',
  institutionIds: ['FI777'],
  operations: ['GetPreferences', 'AccountLookup', 'Debits'],
}
const OF_BANK = { institutionId: 'FI777' }
const CHECKING = {
  code: 'DDA',
  description: 'Checking',
  category: 'LIABILITY',
  defaultTxnCapability: '06',
  balanceTypes: ['Available', 'Balance'],
}
const TERMINAL = {
  terminalId: 'MEADOW01',
  acceptorId: 'ACCMEADOW000001',
  kind: 'ATM',
  location: '1 Meadow Lane, Springfield',
  branchId: '001',
  currencies: ['USD'],
}

async function choose(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label })
  await field.fill(text)
  await page
    .getByRole('option', { name: new RegExp(text) })
    .first()
    .click()
}

/** The field has the gateway's message and the focus. */
async function refusedAt(page: Page, label: string, message: RegExp): Promise<void> {
  const field = page.getByLabel(label)
  await page.locator('[aria-invalid="true"]').first().waitFor()
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
  const ids = (await field.getAttribute('aria-describedby')) ?? ''
  const texts = await Promise.all(
    ids
      .split(' ')
      .filter(Boolean)
      .map((id) => page.locator(`[id="${id}"]`).innerText()),
  )
  assert.match(texts.join(' '), message)
}

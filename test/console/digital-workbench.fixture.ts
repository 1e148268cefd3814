// What the tests of the digital workbench share: partners with holders of tokens, and the ways through its forms.

import type { Page } from 'playwright-core'
import { ADMIN, type ConsoleUnderTest, type Visit } from '../support/console/console-browser.ts'
import { DigitalPartner, type Holder, SECOND_PARTNER, USD } from '../support/digital/digital-partner.ts'

export function digitalWorkbench(console: ConsoleUnderTest) {
  const partner = new DigitalPartner(() => console.running.current.url)
  const other = new DigitalPartner(() => console.running.current.url, SECOND_PARTNER)

  /** A visit in which PARTNER01 is chosen. */
  async function visit(person = ADMIN): Promise<Visit> {
    const opened = await console.visit(person)
    await opened.context.addInitScript(`localStorage.setItem('tillgate-partner-digital', '"PARTNER01"')`)
    return opened
  }

  /** A holder with tokens at one bank, and one without at another. */
  async function twoHolders(tokens: number): Promise<{ payer: Holder; payee: Holder }> {
    const payer = await partner.holder({ institution: { name: 'Alder Bank' }, account: { label: 'Alder account' } })
    const payee = await partner.holder({
      institution: { name: 'Beech Bank' },
      user: { firstName: 'Bea', lastName: 'Beech' },
      account: { label: 'Beech account' },
    })
    await partner.deposit(payer.accountId, tokens)
    return { payer, payee }
  }

  function reserved({ payer, payee }: { payer: Holder; payee: Holder }, settlement: object = {}) {
    return partner.moved('/interbank-transfers', {
      tokenAmount: USD(30),
      digitalAssetAccount: { id: payer.accountId },
      beneficiary: { institutionId: payee.institutionId, digitalAssetAccount: { id: payee.accountId } },
      settlement: { mode: 'TWO_PHASE', expiresInSeconds: 86_400, ...settlement },
    })
  }

  return { partner, other, visit, twoHolders, reserved }
}

export function link(page: Page, name: string) {
  return page.getByRole('link', { name, exact: true })
}

/** The badge beside the title. */
export async function state(page: Page, word: string): Promise<void> {
  await page.locator('h1 + .mantine-Badge-root').getByText(word, { exact: true }).waitFor()
}

/** Picks an option of a select by its label. */
export async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
}

/** Among options of the same name, chooses the one with the id. */
export async function chooseById(page: Page, label: string, name: string, id: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  const list = page.getByRole('listbox', { name: label })
  await list.locator(`[role="option"][value="${id}"]`).getByText(name).click()
}

async function savedId(page: Page, path: RegExp): Promise<string> {
  // The address also names the partner.
  await page.waitForURL(({ pathname }) => path.test(pathname))
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

export async function onboardInstitution(page: Page, name: string): Promise<string> {
  await page.getByLabel('Name').fill(name)
  await choose(page, 'Country', /^US/)
  await choose(page, 'Currencies', /^USD/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Onboard the institution' }).click()
  return savedId(page, /\/digital\/institutions\/[0-9a-f-]{36}$/)
}

export async function onboardUser(
  page: Page,
  open: Visit['open'],
  institution: string,
  firstName: string,
  lastName: string,
): Promise<string> {
  await open('/digital/users/new')
  await choose(page, 'Institution', institution)
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByRole('button', { name: 'Onboard the user' }).click()
  return savedId(page, /\/digital\/users\/[0-9a-f-]{36}$/)
}

/** Without the account, which the page reads, the deposit would have no currency. */
export async function fillDeposit(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount').fill(amount)
  await page.getByText('are taken from the linked account').waitFor()
}

export async function openAccount(
  page: Page,
  open: Visit['open'],
  institution: string,
  holder: string,
  label: string,
): Promise<string> {
  await open('/digital/accounts/new')
  await choose(page, 'Institution', institution)
  await choose(page, 'User', holder)
  await choose(page, 'Currency', /^USD/)
  await page.getByLabel('Label').fill(label)
  await page.getByRole('textbox', { name: 'Linked account' }).fill(`${label.toUpperCase()}-1`)
  await page.getByRole('button', { name: 'Open the account' }).click()
  return savedId(page, /\/digital\/accounts\/[0-9a-f-]{36}$/)
}

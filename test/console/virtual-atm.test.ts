// The virtual ATM in the browser, at a real gateway: what it shows is what the account services hold.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type AccountsClient, createAccountsClient } from '../../sdk/src/index.ts'
import { VIEWER, withConsole } from '../support/console/console-browser.ts'
import { until } from '../support/until.ts'

const CHECKING = '1000000001'
const SAVINGS = '1000000002'
const CARD = '4000000000000010'
const POOR_CARD = '4000000000000028'

/** The ATM waits a second or two for an answer that never comes, and before it repeats. Here it does not. */
const IMPATIENT = `{
  const wait = window.setTimeout
  window.setTimeout = (run, ms, ...rest) => wait(run, ms >= 1000 && ms <= 2000 ? 20 : ms, ...rest)
}`

withConsole('the virtual ATM', (console) => {
  let api: AccountsClient
  let inquiries = 0
  before(() => {
    api = createAccountsClient({
      baseUrl: console.running.current.url,
      clientId: 'sandbox-atm',
      clientSecret: 'sandbox-atm-secret',
      partnerId: 'PARTNER01',
    })
  })

  /** What the API says is available. */
  async function available(accountId: string): Promise<number> {
    inquiries += 1
    const { body } = await api.balanceInquiry({
      head: { description: 'test' },
      deviceInfo: { terminalId: 'ATM00001', terminalLoc: 'test', acceptorId: 'ACC000000000001' },
      institution: { id: 'FI001' },
      transaction: { rrn: String(inquiries).padStart(12, '0'), type: 'BALANCEINQUIRY' },
      paymentInstrument: { account: { id: accountId } },
    })
    const balances = 'balances' in body ? (body.balances ?? []) : []
    return balances.find(({ type }) => type === 'Available')?.amount ?? Number.NaN
  }

  // One visit for all: a sign-in and a first load of the page take longer than most of these. The ATM uses its own client,
  // so a user who may only look can use it.
  test('the virtual ATM', async (context) => {
    const { page, open, context: browser } = await console.visit(VIEWER)
    await browser.addInitScript(IMPATIENT)
    const step = (title: string, run: () => Promise<void>) =>
      context.test(title, async () => {
        const isReady = await screen(page).getByText('Welcome', { exact: true }).isVisible()
        await (isReady ? clearJournal(page) : open('/virtual-atm'))
        await run()
      })

    /** At the ATM's menu with a card inside, the language asked for chosen. */
    async function toMenu(pan = CARD, language = 'English'): Promise<void> {
      await choose(page, 'Test card or account', new RegExp(pan))
      await press(page, 'Insert the card')
      await enter(page, 'PIN', '1234')
      await press(page, language)
    }

    async function takeCard(): Promise<void> {
      await press(page, 'Return my card')
      await press(page, 'Take the card')
      await title(page, 'Welcome')
    }

    await step('pays cash with a fee, and prints a receipt with the balance that the API holds', async () => {
      const start = await available(CHECKING)
      await toMenu()
      await press(page, 'Withdraw cash')
      await press(page, /^Checking/)
      await press(page, '100.00 USD')
      await screen(page).getByText('102.50 USD').waitFor()
      await press(page, 'Accept the fee')
      await press(page, 'Print a receipt')
      await page.getByRole('button', { name: 'Take the cash: 100.00 USD' }).click()
      const now = await available(CHECKING)
      assert.equal(now, start - 102.5)
      const receipt = page.getByRole('region', { name: 'Receipt' })
      await receipt.getByText(money(now)).first().waitFor()
      await receipt.getByText('102.50 USD').waitFor()
      const request = page.locator('[data-operation="Debits"]')
      await request.getByText('000 approved').waitFor()
      await request.getByText('the sandbox’s published secret').waitFor()
      assert.doesNotMatch(await page.locator('body').innerText(), /sandbox-atm-secret/)

      // Fast cash takes the amount and the account of the preferences, and the fee is still shown.
      await press(page, 'Another transaction')
      await press(page, 'Fast cash 60.00 USD')
      await press(page, 'Accept the fee')
      await press(page, 'No receipt')
      assert.equal(await available(CHECKING), now - 62.5)
      await takeCard()
    })

    await step('speaks Spanish once the preferences say so, and forgets them', async () => {
      await toMenu(CARD, 'Español')
      await title(page, '¿Qué desea hacer?')
      await press(page, 'Mis preferencias')
      await press(page, 'Idioma: Español')
      await press(page, 'Idioma: English')
      await press(page, 'Retiro rápido: 60.00 USD')
      await press(page, 'Recibo, otros: preguntar')
      await press(page, 'Guardar')
      await screen(page).getByText('Sus preferencias están guardadas.').waitFor()
      await press(page, 'Devolver mi tarjeta')
      await press(page, 'Take the card')

      // The next visit is not asked for the language, and the receipt is printed without a question.
      await press(page, 'Insert the card')
      await enter(page, 'PIN', '0000')
      await page.getByRole('button', { name: 'Retiro rápido 100.00 USD' }).waitFor()
      await press(page, 'Consultar saldo')
      await press(page, /^Ahorros/)
      await screen(page).getByText('Disponible').waitFor()
      await page.getByRole('region', { name: 'Receipt' }).getByText('Disponible').waitFor()
      await press(page, 'Otra transacción')
      await press(page, 'Mis preferencias')
      await press(page, 'Borrarlas')
      await screen(page).getByText('Sus preferencias están borradas.').waitFor()
      await press(page, 'Devolver mi tarjeta')
      await press(page, 'Take the card')
      await title(page, 'Welcome')
    })

    await step('takes cash and checks, moves money between accounts and pays a bill', async () => {
      const [checking, savings] = [await available(CHECKING), await available(SAVINGS)]
      await toMenu()
      await press(page, 'Deposit')
      await press(page, /^Checking/)
      await press(page, 'Cash and checks')
      await enter(page, 'Amount of the notes (USD)', '80')
      await enter(page, 'Amount of the check (USD)', '45.50')
      await press(page, 'No more checks')
      await screen(page).getByText('125.50 USD').waitFor()
      await press(page, 'Yes')
      await press(page, 'No receipt')
      assert.equal(await available(CHECKING), checking + 125.5)

      await press(page, 'Another transaction')
      await press(page, 'Transfer')
      await press(page, /^Savings/)
      await press(page, /^Checking/)
      await enter(page, 'Amount (USD)', '200')
      await press(page, 'Yes')
      await press(page, 'No receipt')
      assert.deepEqual([await available(CHECKING), await available(SAVINGS)], [checking + 325.5, savings - 200])

      await press(page, 'Another transaction')
      await press(page, 'Pay a bill')
      await press(page, /^Checking/)
      await press(page, 'City Power')
      await enter(page, 'Amount (USD)', '25.25')
      await press(page, 'Yes')
      await press(page, 'No receipt')
      assert.equal(await available(CHECKING), checking + 300.25)
      await takeCard()
    })

    await step('pays out a code from the phone once, without a card', async () => {
      const start = await available(CHECKING)
      const phone = page.getByRole('region', { name: 'The customer’s phone' })
      await phone.getByLabel('Amount (USD)').fill('40')
      await phone.getByRole('button', { name: 'Get a code' }).click()
      const code = await page.getByTestId('phone-code').innerText()
      await press(page, 'Withdraw with a code')
      await enter(page, 'Code', code)
      await press(page, 'Accept the fee')
      await press(page, 'No receipt')
      await page.getByRole('button', { name: 'Take the cash: 40.00 USD' }).waitFor()
      await phone.getByText('paid out').waitFor()
      assert.equal(await available(CHECKING), start - 42.5)
      await press(page, 'Done')
      await press(page, 'Withdraw with a code')
      await enter(page, 'Code', code)
      await screen(page).getByText('not known, used up or too old').waitFor()
    })

    await step('says in plain words why it declines, and the code beside it', async () => {
      await toMenu(POOR_CARD)
      await press(page, 'Withdraw cash')
      await press(page, /^Checking/)
      await press(page, '60.00 USD')
      await press(page, 'Accept the fee')
      await screen(page).getByText('There is not enough money in your account.').waitFor()
      await page.locator('[data-operation="Debits"]').getByText('110 insufficient funds').waitFor()
      assert.equal(await page.getByRole('button', { name: /^Take the cash/ }).count(), 0)
      await takeCard()
    })

    await step('repeats a withdrawal under the same RRN when the answer is lost, and debits once', async () => {
      const start = await available(CHECKING)
      await toMenu()
      await page.getByRole('switch', { name: 'Cable pulled' }).click()
      await press(page, 'Withdraw cash')
      await press(page, /^Checking/)
      await press(page, '20.00 USD')
      await press(page, 'Accept the fee')
      await press(page, 'No receipt')
      await page.getByRole('button', { name: 'Take the cash: 20.00 USD' }).waitFor()
      const debits = page.locator('[data-operation="Debits"]')
      assert.deepEqual(await debits.evaluateAll((all) => all.map((one) => one.getAttribute('data-delivery'))), [
        'delivered',
        'answer-lost',
      ])
      await debits.first().getByText('Replay', { exact: true }).waitFor()
      await debits.nth(1).getByRole('button', { expanded: false }).first().click()
      const rrns = await until(async () => {
        const shown = await debits.evaluateAll((all) =>
          all.map((one) => /"rrn": "(\d{12})"/.exec(one.textContent ?? '')?.[1]),
        )
        return !shown.includes(undefined) && shown
      }, 'both requests are shown')
      assert.deepEqual([rrns.length, new Set(rrns).size], [2, 1])
      assert.equal(await available(CHECKING), start - 22.5)
    })

    for (const [lost, posted] of [
      ['The answer', true],
      ['The request', false],
    ] as const) {
      await step(`settles with a reversal what stayed unknown: ${lost.toLowerCase()} is lost`, async () => {
        const start = await available(CHECKING)
        await toMenu()
        await page.getByText(lost, { exact: true }).click()
        await page.getByText('Until plugged in', { exact: true }).click()
        await page.getByRole('switch', { name: 'Cable pulled' }).click()
        await press(page, 'Withdraw cash')
        await press(page, /^Checking/)
        await press(page, '20.00 USD')
        await press(page, 'Accept the fee')
        await screen(page).getByText('your account will not be charged').waitFor()
        assert.equal(await page.getByRole('button', { name: /^Take the cash/ }).count(), 0)
        const queue = page.getByRole('group', { name: 'Store and forward' })
        await queue.getByText('waits for the line').waitFor()
        assert.equal(await available(CHECKING), posted ? start - 22.5 : start)
        await page.getByRole('switch', { name: 'Cable pulled' }).click()
        await queue.getByText('settled', { exact: true }).waitFor()
        await page.getByText(posted ? /had been posted, and the reversal took it back/ : /refused with 485/).waitFor()
        assert.equal(await available(CHECKING), start)
      })
    }

    await step('can be used with the keyboard alone', async () => {
      const start = await available(CHECKING)
      await page.getByRole('button', { name: 'Insert the card' }).focus()
      await page.keyboard.press('Enter')
      await screen(page).getByLabel('PIN').waitFor()
      await page.keyboard.type('4321')
      await page.keyboard.press('Enter')
      for (const name of ['English', 'Withdraw cash', /^Checking/, 'Another amount']) await tabTo(page, name)
      await screen(page).getByLabel('Amount (USD)').waitFor()
      await page.keyboard.type('35')
      await page.keyboard.press('Enter')
      for (const name of ['Accept the fee', 'No receipt', 'Return my card', 'Take the card']) await tabTo(page, name)
      await title(page, 'Welcome')
      assert.equal(await available(CHECKING), start - 37.5)
    })

    await step('takes a terminal, a card and a client that are typed in', async () => {
      await press(page, 'Another terminal, client or fee…')
      const form = page.getByRole('dialog')
      await form.getByLabel('Institution id').fill('FI002')
      await form.getByLabel('Its name, for the screen').fill('Harbor')
      await form.getByLabel('Terminal id').fill('ATM00101')
      await form.getByLabel('Acceptor id').fill('ACC000000000101')
      await form.getByLabel('Client id').fill('a-stranger')
      await press(page, 'Use this terminal')
      await form.getByText('The secret of this client').waitFor()
      await form.getByLabel('Client id').fill('sandbox-atm')
      await form.getByLabel('Client secret').fill('sandbox-atm-secret')
      await press(page, 'Use this terminal')
      await choose(page, 'Test card or account', 'Another card number')
      await page.getByLabel('Card number (PAN)').fill('4000 0100 0000 0019')
      await press(page, 'Insert the card')
      await enter(page, 'PIN', '1234')
      await press(page, 'English')
      await press(page, 'Account balance')
      await screen(page).getByText('Available').waitFor()
    })
  })
})

function screen(page: Page) {
  return page.getByRole('region', { name: 'ATM screen' })
}

async function title(page: Page, text: string): Promise<void> {
  await screen(page).getByText(text, { exact: true }).waitFor()
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).click()
}

/** Looks in the journal only: the keypad has a key of the same name. */
async function clearJournal(page: Page): Promise<void> {
  await page.locator('.atm-talk').getByRole('button', { name: 'Clear', exact: true }).click()
}

/** Keys something in at the screen. */
async function enter(page: Page, label: string, text: string): Promise<void> {
  await screen(page).getByLabel(label).fill(text)
  await page.keyboard.press('Enter')
}

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

/** With the Tab key only, as a user without a mouse does. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const key = page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
  await key.waitFor()
  const isThere = () => key.evaluate((element) => element.ownerDocument.activeElement === element)
  for (let tabs = 0; tabs < 60 && !(await isThere()); tabs++) await page.keyboard.press('Tab')
  assert.ok(await isThere(), `Tab never came to ${String(name)}`)
  await page.keyboard.press('Enter')
}

function money(amount: number): string {
  return `${amount.toLocaleString('en', { minimumFractionDigits: 2 })} USD`
}

import type { Page } from 'playwright-core'
import type { PageExample } from '../../support/console/page-example.ts'

const path = '/virtual-atm'

export const virtualAtmExamples: readonly PageExample[] = [
  { path },
  {
    path,
    name: 'PIN',
    prepare: async (page) => {
      await press(page, 'Insert the card')
      await page.getByLabel('PIN').fill('12')
    },
  },
  { path, name: 'menu', prepare: toMenu },
  {
    path,
    name: 'preferences',
    prepare: async (page) => {
      await toMenu(page)
      await press(page, 'My preferences')
    },
  },
  {
    path,
    name: 'cash and receipt',
    prepare: async (page) => {
      await toMenu(page)
      await press(page, 'Fast cash 60.00 USD')
      await press(page, 'Accept the fee')
      await press(page, 'Print a receipt')
      await page.getByRole('button', { name: 'Take the receipt' }).waitFor()
    },
  },
  {
    path,
    name: 'terminal and client',
    prepare: async (page) => {
      await press(page, 'Another terminal, client or fee…')
      await page.getByLabel('Client secret').waitFor()
    },
  },
  {
    path,
    name: 'phone',
    prepare: async (page) => {
      await press(page, 'Get a code')
      await press(page, 'Withdraw with a code')
    },
  },
  {
    path,
    name: 'cable pulled',
    prepare: async (page) => {
      await toMenu(page)
      await page.getByText('The request', { exact: true }).click()
      await page.getByText('Until plugged in', { exact: true }).click()
      await page.getByRole('switch', { name: 'Cable pulled' }).click()
      await press(page, 'Fast cash 60.00 USD')
      await press(page, 'Accept the fee')
      await page.getByText('waits for the line').waitFor()
    },
  },
  {
    path,
    name: 'cable plugged in again',
    prepare: async (page) => {
      await press(page, 'Send now')
      await page.getByText(/refused with 485|nothing to take back/).waitFor()
      await page.getByText('settled', { exact: true }).waitFor()
    },
  },
]

async function toMenu(page: Page): Promise<void> {
  await press(page, 'Insert the card')
  await page.getByLabel('PIN').fill('1234')
  await page.keyboard.press('Enter')
  await press(page, 'English')
  await page.getByRole('button', { name: 'Withdraw cash' }).waitFor()
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

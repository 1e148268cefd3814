// Examples of the pages and dialogs of signing in. Most need a browser in which no user is signed in.

import type { Page } from 'playwright-core'
import type { Visit } from '../../support/console/console-browser.ts'
import { inviteUser, moveUser, newUser } from '../../support/console/console-users.ts'
import type { Gateway } from '../../support/gateways/gateway.ts'
import { linkMailedTo } from '../../support/onboarding/onboarding.ts'

export interface OpenPageExample {
  readonly name: string
  open(visit: Visit, gateway: Gateway): Promise<void>
}

async function enterPassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export const OPEN_PAGE_EXAMPLES: readonly OpenPageExample[] = [
  { name: 'sign-in', open: ({ open }) => open('/sign-in') },
  {
    name: 'sign-in refused',
    async open({ page, open }) {
      await open('/sign-in')
      await enterPassword(page, 'nobody@bank.example', 'not the password')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'sign-in enrolment',
    async open({ page, open }, gateway) {
      const { email, password } = await newUser(gateway, { mfaEnable: true })
      await open('/sign-in')
      await enterPassword(page, email, password)
      await page.getByLabel('Digit 1 of 6').waitFor()
    },
  },
  { name: 'forgot-password', open: ({ open }) => open('/forgot-password') },
  {
    name: 'set-password',
    async open({ page, open }, gateway) {
      const email = await inviteUser(gateway)
      await open(`/set-password#${await linkMailedTo(gateway.managementUrl, email)}`)
      await page.getByLabel(/^New password/).waitFor()
    },
  },
  {
    name: 'set-password refused',
    async open({ page, open }) {
      await open('/set-password#forged')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'confirm-mail',
    async open({ page, open }, gateway) {
      const { email } = await newUser(gateway)
      const newAddress = await moveUser(gateway, email)
      await open(`/confirm-mail#${await linkMailedTo(gateway.managementUrl, newAddress)}`)
      await page.getByRole('button', { name: 'Confirm this address' }).waitFor()
    },
  },
  {
    name: 'confirm-mail refused',
    async open({ page, open }) {
      await open('/confirm-mail#forged')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'sso refused',
    async open({ page, open }) {
      await open('/sso?error=access_denied&error_description=You+may+not')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'sign in again',
    async open({ page, open, context }, gateway) {
      const { email, password } = await newUser(gateway)
      await open('/sign-in')
      await enterPassword(page, email, password)
      await page.getByRole('button', { name: /^Account of/ }).waitFor()
      await open('/account')
      await page.getByText('You have no codes.').waitFor()
      await page.route('**/v1/onboarding/me/recovery-codes', (route) =>
        route.fulfill({
          status: 401,
          json: { data: null, success: false, message: 'B-AUTH-001: The session has ended', timestamp: '' },
        }),
      )
      await context.clearCookies()
      await page.getByRole('button', { name: 'Make new codes' }).click()
      await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    },
  },
]

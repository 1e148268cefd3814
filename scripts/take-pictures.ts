// `npm run pictures`: takes the pictures of the README, from a sandbox of its own with a week of traffic. Needs Chromium: the
// one that CHROMIUM_PATH names, or one on PATH.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { type AccountsClient, createOnboardingClient } from '../sdk/src/index.ts'
import { control } from '../test/support/accounts/account-services.ts'
import { withdrawal } from '../test/support/accounts/sandbox-requests.ts'
import { approved, clientOf } from '../test/support/accounts/sdk-client.ts'
import { ADMIN, signIn } from '../test/support/console/console-browser.ts'
import { untilDrawn } from '../test/support/console/look-at-page.ts'
import { makeTraffic } from '../test/support/console/traffic.ts'
import { createStore, type Gateway, startGateway } from '../test/support/gateways/gateway.ts'
import { findChromium } from '../test/support/machine/chromium.ts'
import { until } from '../test/support/until.ts'

const PICTURES = join(import.meta.dirname, '..', 'docs', 'pictures')
const SIZE: BrowserContextOptions = { viewport: { width: 1500, height: 1000 }, reducedMotion: 'reduce' }
const QUALITY = 90
/** Withdrawals of each day beside the rest of the traffic. */
const WEEK = [6, 10, 8, 13, 15, 4, 9]
const TRAFFIC_PER_DAY = 11

const executablePath = findChromium()
if (executablePath === undefined) throw new Error('there is no Chromium: set CHROMIUM_PATH')
mkdirSync(PICTURES, { recursive: true })
const store = await createStore('pglite')
try {
  const gateway = await startGateway(store)
  try {
    await makeWeek(gateway)
    await takeAll(gateway, executablePath)
  } finally {
    await gateway.stop()
  }
} finally {
  await store.remove()
}

async function makeWeek(gateway: Gateway): Promise<void> {
  const client = clientOf(gateway)
  for (const [day, count] of WEEK.entries()) {
    if (day > 0) await control(gateway, '/sandbox/clock', { advanceDays: 1 })
    await makeTraffic(client)
    await withdraw(client, count)
  }
  const admin = createOnboardingClient({ baseUrl: gateway.url })
  await admin.signIn(ADMIN)
  const today = TRAFFIC_PER_DAY + (WEEK.at(-1) ?? 0)
  await until(async () => {
    const { status, body } = await admin.operations.getDashboardSummary({})
    return status === 200 && body.data.totalTransactions >= today
  }, 'the dashboard counts the traffic')
}

async function withdraw(client: AccountsClient, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await approved(client.debits(withdrawal(`100000000${1 + (index % 2)}`, 20 + 5 * (index % 4))))
  }
}

async function takeAll(gateway: Gateway, browserPath: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await (await browser.newContext(SIZE)).newPage()
    await page.goto(`${gateway.url}/console/`)
    await signIn(page, ADMIN)
    await page.goto(`${gateway.url}/console/dashboard`)
    for (const choice of ['7 days', 'By day']) await page.getByText(choice, { exact: true }).click()
    await take(page, 'dashboard')
    await page.goto(`${gateway.url}/console/virtual-atm`)
    await withdrawAtVirtualAtm(page)
    await take(page, 'virtual-atm')
  } finally {
    await browser.close()
  }
}

async function withdrawAtVirtualAtm(page: Page): Promise<void> {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press('Insert the card')
  await page.getByLabel('PIN').fill('1234')
  await page.keyboard.press('Enter')
  for (const name of ['English', 'Fast cash 60.00 USD', 'Accept the fee']) await press(name)
  await page.getByRole('button', { name: 'Print a receipt' }).scrollIntoViewIfNeeded()
}

/** WebP, which Playwright does not offer: half the size of PNG. */
async function take(page: Page, name: string): Promise<void> {
  await untilDrawn(page)
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  writeFileSync(join(PICTURES, `${name}.webp`), Buffer.from(data, 'base64'))
}

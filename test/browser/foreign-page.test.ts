// A web page of another origin must not be able to do anything to a gateway on the same machine. Uses a real browser,
// because only the browser decides which headers a page's request carries.

import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { balancesOf, post } from '../support/accounts/account-services.ts'
import { withdrawal } from '../support/accounts/sandbox-requests.ts'
import { type RunningGateway, withGateway } from '../support/gateways/running-gateway.ts'
import { Onboarding, refreshCookieOf } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'

const executablePath = process.env.CHROMIUM_PATH
/** How long the browser or a page may take on a busy machine. */
const PATIENCE_MS = 120_000
const ADMIN = ['admin@sandbox.example', 'Sandbox-Admin-1!'] as const
const VIEWER = ['viewer@sandbox.example', 'Sandbox-Viewer-1!'] as const

if (executablePath === undefined) {
  test('a page of another origin', { skip: 'CHROMIUM_PATH is not set' }, () => {})
} else {
  withGateway('a page of another origin', (running) => {
    const visit = visitor(executablePath)
    describe('on the management listener', () => management(running, visit))
    describe('on the public listener', () => sessions(running, visit))
  })
}

/** Opens a page on a host: another site, or another port of this machine, which is the same site. */
type Visit = (host: 'attacker.test' | '127.0.0.1') => Promise<{ page: Page; context: BrowserContext }>

function visitor(executablePath: string): Visit {
  let browser: Browser
  let pages: Server
  before(async () => {
    pages = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Kittens</title>')
    })
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
    browser = await chromium.launch({
      executablePath,
      timeout: PATIENCE_MS,
      args: [
        // Chromium's own sandbox does not work as root, the usual user in a container.
        '--no-sandbox',
        '--host-resolver-rules=MAP *.test 127.0.0.1',
        // Newer Chromium asks before a page may call this machine. Others do not, so our protection must not depend on
        // it.
        '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
      ],
    })
  })
  after(async () => {
    await browser?.close()
    pages?.close()
  })
  return async (host) => {
    const context = await browser.newContext()
    context.setDefaultTimeout(PATIENCE_MS)
    const page = await context.newPage()
    await page.goto(`http://${host}:${(pages.address() as AddressInfo).port}/`)
    return { page, context }
  }
}

/** The statuses that the browser receives from an origin, whether or not the page may see them. */
function watch(page: Page, origin: string): number[] {
  const statuses: number[] = []
  page.context().on('response', (response) => {
    if (response.url().startsWith(origin)) statuses.push(response.status())
  })
  return statuses
}

function management(running: RunningGateway, visit: Visit): void {
  beforeEach(async () => {
    // So that a reset would be noticed.
    assert.equal((await post(running.current, '/transactions/debits', withdrawal('1000000001', 20))).code, '000')
  })

  for (const host of ['attacker.test', '127.0.0.1'] as const) {
    test(`a page at ${host} cannot reset the sandbox`, async () => {
      const { managementUrl } = running.current
      const balances = await balancesOf(running.current, '1000000001')
      const { page } = await visit(host)
      const statuses = watch(page, managementUrl)
      await page.evaluate(async (url) => {
        await fetch(`${url}/sandbox/reset`, { method: 'POST', mode: 'no-cors' })
        await fetch(`${url}/sandbox/reset`, { method: 'POST', mode: 'no-cors', body: '{}' })
      }, managementUrl)
      await page.evaluate(`navigator.sendBeacon('${managementUrl}/sandbox/reset')`)
      await submitForm(page, `${managementUrl}/sandbox/reset`, {})
      await until(() => statuses.length >= 3, 'the browser has told its answers')
      assert.deepEqual(new Set(statuses), new Set([403]))
      assert.deepEqual(await balancesOf(running.current, '1000000001'), balances)
    })

    test(`a page at ${host} cannot read the credentials`, async () => {
      const { page } = await visit(host)
      const read = page.evaluate(
        async (url) => (await fetch(`${url}/sandbox/credentials`)).text(),
        running.current.managementUrl,
      )
      await assert.rejects(read, /Failed to fetch/)
    })
  }

  test('a page whose name is rebound to our address (DNS rebinding) gets nothing either', async () => {
    const balances = await balancesOf(running.current, '1000000001')
    const { page } = await visit('attacker.test')
    const { port } = new URL(running.current.managementUrl)
    const own = `http://rebound.test:${port}/kittens`
    await page.route(own, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
    await page.goto(own)
    const statuses = await page.evaluate(async () => {
      const answers = [
        await fetch('/sandbox/reset', { method: 'POST' }),
        await fetch('/sandbox/credentials'),
        await fetch('/actuator/health'),
      ]
      return answers.map(({ status }) => status)
    })
    assert.deepEqual(statuses, [403, 403, 403])
    assert.deepEqual(await balancesOf(running.current, '1000000001'), balances)
  })

  test('a user who types the URL into the browser sees the answer', async () => {
    const { page } = await visit('attacker.test')
    const answer = await page.context().newPage()
    assert.equal((await answer.goto(`${running.current.managementUrl}/actuator/health/liveness`))?.status(), 200)
  })
}

function sessions(running: RunningGateway, visit: Visit): void {
  const api = new Onboarding(() => running.current.url)

  test("a page on another port cannot refresh the browser's session, and our own page can", async () => {
    const { url } = running.current
    const { page, context } = await visit('127.0.0.1')
    const token = refreshCookieOf(await api.login(...ADMIN)) as string
    const cookie = { name: 'refresh_token', value: token, domain: '127.0.0.1', path: '/v1/onboarding' }
    await context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Strict' }])
    const statuses = watch(page, url)
    await page.evaluate(async (base) => {
      await fetch(`${base}/v1/onboarding/auth/refresh`, { method: 'POST', mode: 'no-cors', credentials: 'include' })
    }, url)
    await until(() => statuses.length > 0, 'the browser has told its answer')
    assert.deepEqual(statuses, [403])
    assert.equal((await context.cookies(`${url}/v1/onboarding`))[0]?.value, token)

    await page.goto(`${url}/docs`)
    const own = await page.evaluate(async () => {
      return (await fetch('/v1/onboarding/auth/refresh', { method: 'POST' })).status
    })
    assert.equal(own, 200)
    assert.notEqual((await context.cookies(`${url}/v1/onboarding`))[0]?.value, token)
  })

  test('a page of another site cannot sign the browser in as another user', async () => {
    const { url } = running.current
    const { page, context } = await visit('attacker.test')
    const token = refreshCookieOf(await api.login(...VIEWER)) as string
    const statuses = watch(page, url)
    await submitForm(page, `${url}/v1/onboarding/token`, { grant_type: 'refresh_token', refresh_token: token })
    await until(() => statuses.length > 0, 'the browser has told its answer')
    assert.deepEqual(statuses, [403])
    assert.deepEqual(await context.cookies(`${url}/v1/onboarding`), [])
  })
}

/** Submits a form, which navigates the browser to its action. */
async function submitForm(page: Page, action: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`)
  await page.setContent(`<form method="post" action="${action}">${inputs.join('')}</form>`)
  await Promise.all([page.waitForURL(action), page.evaluate('document.forms[0].submit()')])
}

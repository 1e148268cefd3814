// Tests of the console: a gateway with the sandbox's data, and the console in a real browser. Every visit is
// watched: an error in the browser's console, a violated content security policy or a request to another machine fails
// the test.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, type SuiteContext, type TestContext, test } from 'node:test'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { createOnboardingClient } from '../../../sdk/src/index.ts'
import type { RunningGateway } from '../gateways/running-gateway.ts'
import { type GatewayEnvironment, HAS_BROWSER, stageFor } from './console-stage.ts'
import { pendingRequests } from './pending-requests.ts'

export interface Person {
  readonly email: string
  readonly password: string
}

export const ADMIN: Person = { email: 'admin@sandbox.example', password: 'Sandbox-Admin-1!' }
export const SECOND: Person = { email: 'second@sandbox.example', password: 'Sandbox-Second-1!' }
export const VIEWER: Person = { email: 'viewer@sandbox.example', password: 'Sandbox-Viewer-1!' }
export const OPERATOR: Person = { email: 'operator@fi001.example', password: 'Sandbox-Operator-1!' }

export interface Visit {
  readonly page: Page
  /** What a test does to it stays, so no other visit gets a profile whose context was asked for. */
  readonly context: BrowserContext
  /** Loads the console at the path of a page: `/users`. */
  open(path: string): Promise<void>
  /** Goes to another page inside the console, as a link does: cheaper, and what was typed or read is kept. */
  go(path: string): Promise<void>
  /** A test that breaks something on purpose says which complaints of the browser it expects. */
  expectComplaints(pattern: RegExp): void
}

export interface ConsoleUnderTest {
  readonly running: RunningGateway
  /**
   * A browser profile that knows nothing of earlier visits, with no page open yet; with a person, one that has signed in
   * before. With options it is a new one, which no other visit gets.
   */
  visit(person?: Person, options?: BrowserContextOptions): Promise<Visit>
}

/** How long a page may take to show something on a busy machine. */
const PATIENCE_MS = 120_000

/** For visits that change the clock of their profile. */
export const NEW_PROFILE: BrowserContextOptions = {}

export const TABLET = { width: 820, height: 1180 }
export const PHONE = { width: 390, height: 844 }

/** Declares tests of the console. */
export function withConsole(
  title: string,
  suite: (console: ConsoleUnderTest) => void,
  environment?: GatewayEnvironment,
): void {
  if (!HAS_BROWSER) {
    test(title, { skip: 'CHROMIUM_PATH is not set' }, () => {})
    return
  }
  describe(title, () => {
    const stage = stageFor(environment)
    const { running } = stage
    const visits: { end(): Promise<void>; complaints: string[]; expected: RegExp[] }[] = []
    let suiteName = ''
    before(async (suiteContext) => {
      suiteName = (suiteContext as SuiteContext).fullName
      await stage.open()
    })
    after(() => stage.leave())
    afterEach(async (context) => {
      const { name, fullName } = context as TestContext
      // Node runs this after subtests too; the browser stays until the test around them ends.
      if (fullName !== `${suiteName} > ${name}`) return
      const over = visits.splice(0)
      await Promise.all(over.map((visit) => visit.end()))
      for (const { complaints, expected } of over) {
        assert.deepEqual(
          complaints.filter((text) => !expected.some((pattern) => pattern.test(text))),
          [],
        )
      }
    })
    suite({
      running,
      async visit(person, options) {
        const { profiles } = stage
        let isOwn = options !== undefined
        const context = await (options === undefined ? profiles.take() : profiles.takeOwn(options))
        const complaints: string[] = []
        const expected: RegExp[] = []
        const end = async () => {
          // A page may ask just now, and its answer would come to a route that is gone.
          for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' })
          await (isOwn ? context.close() : profiles.giveBack(context, running.current.url))
        }
        visits.push({ end, complaints, expected })
        context.on('page', (page) => watch(page, running.current.url, complaints))
        context.setDefaultTimeout(PATIENCE_MS)
        const page = await context.newPage()
        const open = async (path: string) => {
          await page.goto(`${running.current.url}/console${path}`)
        }
        const go = (path: string) =>
          page.evaluate<void>(`window.history.pushState({}, '', ${JSON.stringify(`/console${path}`)})`)
        if (person !== undefined) await openSession(context, running.current.url, person)
        return {
          page,
          get context() {
            isOwn = true
            return context
          },
          open,
          go,
          expectComplaints: (pattern) => void expected.push(pattern),
        }
      },
    })
  })
}

/** Signs in without the form, which is slow: the browser gets the cookie of a session. */
async function openSession(context: BrowserContext, url: string, person: Person): Promise<void> {
  const { status, headers } = await createOnboardingClient({ baseUrl: url }).signIn(person)
  assert.equal(status, 200)
  const cookies = headers.getSetCookie().map((cookie) => {
    const [pair = '', ...attributes] = cookie.split('; ')
    const path = attributes.find((attribute) => attribute.startsWith('Path='))?.slice('Path='.length) ?? '/'
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), domain: new URL(url).hostname, path, httpOnly: true }
  })
  assert.ok(cookies.length > 0)
  await context.addCookies(cookies)
}

/** On the sign-in page. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: /^Account of/ }).waitFor()
}

function watch(page: Page, origin: string, complaints: string[]): void {
  pendingRequests(page)
  page.on('console', (message) => {
    // The browser reports every refused request; the tests look at what the page makes of them.
    if (
      message.type() === 'error' &&
      !/Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
    )
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('request', (request) => {
    const { protocol, origin: to } = new URL(request.url())
    if (to !== origin && protocol !== 'data:' && protocol !== 'blob:') complaints.push(`requested ${request.url()}`)
  })
}

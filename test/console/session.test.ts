// The session of the console: renewed without a word, taken up after a reload, ended under an open form, in several tabs.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createOnboardingClient } from '../../sdk/src/index.ts'
import { NEW_PROFILE, type Person, signIn, type Visit, withConsole } from '../support/console/console-browser.ts'
import { newUser } from '../support/console/console-users.ts'
import { untilSaid } from '../support/console/notifications.ts'
import { until } from '../support/until.ts'

const NEW_PASSWORD = 'Another-Staple-8-Horse'

withConsole('the session', (console) => {
  /** A user of the test's own, signed in. */
  async function signedIn(): Promise<Visit & { person: Person }> {
    const person = await newUser(console.running.current)
    return { ...(await console.visit(person, NEW_PROFILE)), person }
  }

  /** Ends the user's sessions at the gateway, all but the one that does it. */
  async function endSessions({ email, password }: Person): Promise<void> {
    const { operations, signIn } = createOnboardingClient({ baseUrl: console.running.current.url })
    assert.equal((await signIn({ email, password })).status, 200)
    const { status, body } = await operations.listMySessions({ size: 200 })
    assert.ok(status === 200)
    for (const { id, current } of body.data.content) {
      if (!current) assert.equal((await operations.endMySession({ sid: id })).status, 200)
    }
  }

  test('without a network the page says so instead of loading for ever, and goes on when it is back', async () => {
    const person = await newUser(console.running.current, { rights: { ERROR_CODES: ['VIEW'], USERS: ['VIEW'] } })
    const { page, context, open, expectComplaints } = await console.visit(person)
    expectComplaints(/ERR_INTERNET_DISCONNECTED|The gateway cannot be reached/)
    await open('/error-codes')
    await page.getByRole('link', { name: 'A-000' }).waitFor()
    await context.setOffline(true)
    await page.getByLabel('Search').fill('insufficient')
    await page.getByText('No connection to the gateway').waitFor()
    // A page whose code is not here yet.
    await page.evaluate(`window.history.pushState({}, '', '/console/users')`)
    await page.getByText('so this page could not be loaded').waitFor()
    // The page looks whether the gateway answers, and must have found that it does not before the network is back.
    const lookedInVain = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
    await page.getByRole('button', { name: 'Try again' }).click()
    await lookedInVain
    await page.getByText('so this page could not be loaded').waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Users' }).waitFor()
  })

  test('an expired token is renewed without a word', async () => {
    const { page, open } = await signedIn()
    await open('/account')
    await page.getByText('You have no codes.').waitFor()
    // The gateway says of the next call what it says of an expired token.
    let refused = 0
    await page.route('**/v1/onboarding/me/recovery-codes', async (route) => {
      if (route.request().method() !== 'POST' || refused++ > 0) return route.continue()
      await route.fulfill({
        status: 401,
        json: { data: null, success: false, message: 'B-AUTH-001: The token has expired', timestamp: '' },
      })
    })
    const renewal = page.waitForResponse('**/auth/refresh')
    await page.getByRole('button', { name: 'Make new codes' }).click()
    assert.equal((await renewal).status(), 200)
    await page.getByRole('button', { name: 'I have kept them' }).click()
    assert.equal(refused, 2)
    assert.equal(await page.getByText('Sign in again').count(), 0)
  })

  test('the token is renewed in good time while the user is active', async () => {
    const { page, open } = await signedIn()
    await page.clock.install()
    await open('/account')
    await page.getByText('You have no codes.').waitFor()
    await page.clock.fastForward('09:00')
    await page.getByRole('heading', { name: 'My account' }).click()
    const renewal = page.waitForResponse('**/auth/refresh')
    await page.clock.fastForward('01:30')
    assert.equal((await renewal).status(), 200)
  })

  test('a reload takes the session up and shows the same page', async () => {
    const { page, open } = await signedIn()
    await open('/account')
    await page.getByRole('heading', { name: 'My account' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'My account' }).waitFor()
    assert.match(page.url(), /\/console\/account$/)
  })

  test('a session that is ended at the gateway asks for the password over the page, which keeps what was typed', async () => {
    const { page, open, person } = await signedIn()
    await open('/account')
    await fillNewPassword(page)
    await endSessions(person)
    await page.getByRole('button', { name: 'Change the password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByText(person.email).waitFor()
    await page.keyboard.press('Escape')
    await dialog.getByLabel('Password', { exact: true }).fill('not the password')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.getByText('You could not be signed in').waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill(person.password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await page.getByLabel(/^New password/).inputValue(), NEW_PASSWORD)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await untilSaid(page, 'Your password is changed')
    const { signIn } = createOnboardingClient({ baseUrl: console.running.current.url })
    assert.equal((await signIn({ email: person.email, password: NEW_PASSWORD })).status, 200)
  })

  test('another user can sign in instead, and does not start on the page of the first', async () => {
    const { page, open, person } = await signedIn()
    const other = await newUser(console.running.current)
    await open('/account')
    await page.getByText('You have no codes.').waitFor()
    await endSessions(person)
    await page.getByRole('button', { name: 'Make new codes' }).click()
    await page.getByRole('button', { name: 'Sign in as another person' }).click()
    await page.waitForURL(/\/console\/sign-in$/)
    await signIn(page, other)
    await open('/account')
    await page.getByText(other.email, { exact: true }).waitFor()
  })

  test('signing out in one tab signs out the others', async () => {
    const { page, open, context } = await signedIn()
    await open('/account')
    await page.getByRole('heading', { name: 'My account' }).waitFor()
    const tab = await context.newPage()
    await tab.goto(page.url())
    await tab.getByRole('heading', { name: 'My account' }).waitFor()
    await tab.getByRole('button', { name: /^Account of/ }).click()
    await tab.getByRole('menuitem', { name: 'Sign out' }).click()
    await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByText('You signed out in another tab.').waitFor()
  })

  test('another user in another tab ends this one, and signing in again in one tab goes on in all', async () => {
    const { page, open, context, person } = await signedIn()
    const other = await newUser(console.running.current)
    await open('/account')
    await fillNewPassword(page)
    const tab = await context.newPage()
    const address = page.url().replace('account', 'sign-in')
    // A second visit of the sign-in page would resume the session, so the cookie goes first.
    await context.clearCookies()
    await tab.goto(address)
    await signIn(tab, other)
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByText('Another person signed in to this browser').waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill(person.password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await page.getByLabel(/^New password/).inputValue(), NEW_PASSWORD)
    await tab.getByRole('dialog', { name: 'Sign in again' }).waitFor()
  })

  test('warns after 13 minutes without input; staying renews the session, leaving it signs out', async () => {
    const { page, open } = await signedIn()
    await page.clock.install()
    await open('/account')
    await page.getByText('You have no codes.').waitFor()
    await page.clock.fastForward('11:30')
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.clock.fastForward('01:35')
    const warning = page.getByRole('dialog', { name: 'Are you still there?' })
    await warning
      .getByRole('timer')
      .getByText(/^[01]:\d\d$/)
      .waitFor()
    // A bumped mouse is no answer.
    await page.mouse.move(5, 5)
    await page.clock.runFor(2_000)
    assert.equal(await warning.count(), 1)
    const renewal = page.waitForResponse('**/auth/refresh')
    await warning.getByRole('button', { name: 'Stay signed in' }).click()
    assert.equal((await renewal).status(), 200)
    await page.clock.runFor(1_000)
    await warning.waitFor({ state: 'hidden' })

    await page.clock.fastForward('13:05')
    await warning.waitFor()
    const logout = page.waitForResponse('**/logout')
    await page.clock.fastForward('02:00')
    await page.getByText('You were signed out because the console was not used').waitFor()
    assert.equal((await logout).status(), 200)
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('who was signed out for idleness while the gateway was away is not signed in by a reload', async () => {
    const { page, open, context, expectComplaints } = await signedIn()
    expectComplaints(/ERR_INTERNET_DISCONNECTED/)
    await page.clock.install()
    await open('/account')
    await page.getByText('You have no codes.').waitFor()
    await context.setOffline(true)
    await page.clock.fastForward('15:05')
    await page.getByText('You were signed out because the console was not used').waitFor()
    await context.setOffline(false)
    const logout = page.waitForResponse('**/logout')
    await page.reload()
    assert.equal((await logout).status(), 200)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('signing out everywhere ends the sessions of other browsers', async () => {
    const { page, open, person } = await signedIn()
    const elsewhere = await console.visit(person)
    await elsewhere.open('/account')
    await elsewhere.page.getByText('You have no codes.').waitFor()
    await open('/account')
    await page.getByRole('table', { name: 'My sessions' }).getByText('This one').waitFor()
    assert.equal(await page.getByRole('button', { name: 'End', exact: true }).count(), 1)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await elsewhere.page.getByRole('button', { name: 'Make new codes' }).click()
    await elsewhere.page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
  })

  test('one of the own sessions is ended', async () => {
    const { page, open, person } = await signedIn()
    const elsewhere = await console.visit(person)
    await elsewhere.open('/account')
    await elsewhere.page.getByText('You have no codes.').waitFor()
    await open('/account')
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await page.getByRole('button', { name: 'End the session' }).click()
    await until(async () => (await page.getByRole('button', { name: 'End', exact: true }).count()) === 0, 'one left')
    await elsewhere.page.reload()
    await elsewhere.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})

async function fillNewPassword(page: Page): Promise<void> {
  await page.getByLabel(/^New password/).fill(NEW_PASSWORD)
  await page.getByLabel(/^Repeat the new password/).fill(NEW_PASSWORD)
}

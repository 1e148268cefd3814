// Signing in to the console: passwords, the second factor, and the links of mails.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { createOnboardingClient } from '../../sdk/src/index.ts'
import { ADMIN, signIn, withConsole } from '../support/console/console-browser.ts'
import { inviteUser, newUser, PASSWORD } from '../support/console/console-users.ts'
import { untilSaid } from '../support/console/notifications.ts'
import { linkMailedTo, mailedTo } from '../support/onboarding/onboarding.ts'

const STEP_MS = 30_000

/** The code of a secret, `steps` after the present one. */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS })
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1 of 6').click()
  await page.keyboard.type(code)
}

async function enterPassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

withConsole('signing in', (console) => {
  test('a wrong password is explained and what was typed stays', async () => {
    const { page, open } = await console.visit()
    await open('/sign-in')
    await enterPassword(page, ADMIN.email, 'not the password')
    await page.getByRole('alert').getByText('You could not be signed in').waitFor()
    assert.equal(await page.getByLabel('E-mail').inputValue(), ADMIN.email)
    await signIn(page, ADMIN)
  })

  test('nothing is sent before both fields are filled in', async () => {
    const { page, open } = await console.visit()
    await open('/sign-in')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Enter your e-mail address').waitFor()
    await page.getByText('Enter your password').waitFor()
  })

  test("the sandbox's users fill in the form", async () => {
    const { page, open } = await console.visit()
    await open('/sign-in')
    await page.getByRole('button', { name: 'viewer@sandbox.example' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: /^Account of/ }).waitFor()
  })

  test('leads back to the page that was asked for, with its filters', async () => {
    const { page, open } = await console.visit()
    await open('/error-codes?search=insufficient+funds')
    await page.waitForURL(/\/sign-in\?to=/)
    await signIn(page, ADMIN)
    await page.waitForURL(/\/console\/error-codes\?search=insufficient\+funds$/)
    assert.equal(await page.getByLabel('Search').inputValue(), 'insufficient funds')
  })

  test('never leads out of the console', async () => {
    const { page, open } = await console.visit()
    await open(`/sign-in?to=${encodeURIComponent('https://evil.example/')}`)
    await signIn(page, ADMIN)
    // The menu is there before the first page is chosen.
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
    const start = page.url()
    assert.equal(new URL(start).origin, console.running.current.url)
    for (const to of [
      '//evil.example/',
      '/\\evil.example/',
      'javascript:alert(1)',
      '/../v1/onboarding/auth/keys',
      '/%2e%2e/docs',
      '/sign-in?to=/sign-in',
      'error-codes',
    ]) {
      await open(`/sign-in?to=${encodeURIComponent(to)}`)
      await page.getByRole('button', { name: /^Account of/ }).waitFor()
      await page.waitForURL(start)
    }
  })

  test('a user who needs a second factor registers a device, and signs in with codes of it', async () => {
    const { email, password } = await newUser(console.running.current, { mfaEnable: true })
    const { page, open } = await console.visit()
    await open('/sign-in')
    await enterPassword(page, email, password)
    await page.getByRole('heading', { name: 'Set up your second factor' }).waitFor()
    await page.waitForFunction(`document.querySelector('img[alt^="QR code"]')?.naturalWidth > 100`)
    await page.getByRole('button', { name: 'Enter the secret by hand instead' }).click()
    const secret = (await page.locator('[data-secret]').innerText()).replaceAll(/\s/g, '')

    // A code of another secret is refused, and the form stays.
    await enterCode(page, codeOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'))
    await page.getByText('The device was not registered').waitFor()
    await enterCode(page, codeOf(secret))
    await page.getByText('Wait for the next code').waitFor()

    // A user who goes back while waiting still gets recovery codes.
    await page.getByRole('button', { name: 'Back' }).click()
    await enterPassword(page, email, password)
    await page.getByText('Wait for the next code').waitFor()
    await enterCode(page, codeOf(secret, 1))
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    await page.locator('[data-recovery-code]').nth(9).waitFor()
    const codes = await page.locator('[data-recovery-code]').allInnerTexts()
    assert.equal(codes.length, 10)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'tillgate-recovery-codes.txt')
    const file = await readFile(await download.path(), 'utf8')
    for (const code of codes) assert.ok(file.includes(code), code)
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByRole('button', { name: /^Account of/ }).waitFor()

    // With a recovery code, which works once.
    const [recoveryCode = ''] = codes
    const enterRecoveryCode = async () => {
      await enterPassword(page, email, password)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByLabel('Recovery code').fill(recoveryCode.toLowerCase())
      await page.getByRole('button', { name: 'Confirm' }).click()
    }
    await signOut(page)
    await enterRecoveryCode()
    await page.getByRole('button', { name: /^Account of/ }).waitFor()
    await open('/account')
    await page.getByText('9 codes are left.').waitFor()
    await signOut(page)
    await enterRecoveryCode()
    await page.getByText('was used before').waitFor()
  })

  test('a user with a device signs in with a code; a wrong one can be corrected', async () => {
    const person = await newUser(console.running.current)
    const { page, open } = await console.visit(person)
    await open('/account')
    await page.getByRole('button', { name: 'Set up or replace the app' }).click()
    await page.getByLabel('Present password').fill('not the password')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('The password is not right').waitFor()
    await page.getByLabel('Present password').fill(person.password)
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'Enter the secret by hand instead' }).click()
    const secret = (await page.locator('[data-secret]').innerText()).replaceAll(/\s/g, '')
    await page.getByLabel('Name of the device').fill('Telephone')
    await enterCode(page, codeOf(secret))
    await untilSaid(page, 'The device is registered')
    await page.getByRole('button', { name: 'Make new codes' }).click()
    await page.locator('[data-recovery-code]').nth(9).waitFor()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('10 codes are left.').waitFor()

    await signOut(page)
    await enterPassword(page, person.email, person.password)
    await enterCode(page, codeOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'))
    await page.getByText('The code is not accepted').waitFor()
    await enterCode(page, codeOf(secret, 1))
    await page.getByRole('button', { name: /^Account of/ }).waitFor()

    // Replaced by another device, with the password again.
    await open('/account')
    await page.getByRole('button', { name: 'Set up or replace the app' }).click()
    await page.getByLabel('Present password').fill(person.password)
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('Your account already uses a second factor').waitFor()
    await page.getByRole('button', { name: 'Enter the secret by hand instead' }).click()
    const another = (await page.locator('[data-secret]').innerText()).replaceAll(/\s/g, '')
    assert.notEqual(another, secret)
    await enterCode(page, codeOf(another))
    await untilSaid(page, 'The device is registered')
  })

  test('an invited user chooses a password by the link of the mail and signs in', async () => {
    const gateway = console.running.current
    const email = await inviteUser(gateway, { firstName: 'Ada' })
    const [mail] = await mailedTo(gateway.managementUrl, email)
    const [link = ''] = /https?:\/\/\S+/.exec(mail?.text ?? '') ?? []
    const { page } = await console.visit()
    await page.goto(link)
    await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor()
    await page.getByLabel('New password', { exact: false }).first().fill('too short')
    await page.getByLabel('Repeat the new password').fill('another')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Must have at least 12 characters').waitFor()
    await page.getByText('Is not the same as the new password').waitFor()
    await fillNewPassword(page, 'qwerty123456')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Must not be a run of neighbouring letters, digits or keys', { exact: true }).waitFor()
    await fillNewPassword(page, PASSWORD)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor()
    await page.getByRole('button', { name: 'Go to sign-in' }).click()
    await signIn(page, { email, password: PASSWORD })

    // The link is used up.
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  })

  test('a forgotten password is replaced by a mailed link; a stranger gets the same answer', async () => {
    const gateway = console.running.current
    const { email } = await newUser(gateway)
    const { page, open } = await console.visit()
    const answers: string[] = []
    for (const address of ['nobody@bank.example', email]) {
      await open('/sign-in')
      await page.getByRole('link', { name: 'Forgotten your password?' }).click()
      // The page before has a field of the same name.
      await page.getByRole('heading', { name: 'Forgotten your password?' }).waitFor()
      await page.getByLabel('E-mail').fill(address)
      await page.getByRole('button', { name: 'Send the link' }).click()
      await page.getByRole('heading', { name: 'Look into your mail' }).waitFor()
      answers.push(await page.getByRole('main').innerText())
    }
    assert.equal(answers[0], answers[1])
    await mailedTo(gateway.managementUrl, email, 2)
    await open(`/set-password#${await linkMailedTo(gateway.managementUrl, email)}`)
    await page.getByRole('heading', { name: 'Hello, Grace' }).waitFor()
    await fillNewPassword(page, 'Another-Staple-8-Horse')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('button', { name: 'Go to sign-in' }).click()
    await signIn(page, { email, password: 'Another-Staple-8-Horse' })
  })

  test('a new address counts once it is confirmed on the page that its link opens', async () => {
    const gateway = console.running.current
    const { email, password } = await newUser(gateway)
    const administration = await console.visit(ADMIN)
    await administration.open(`/users?search=${email}`)
    await administration.page.getByRole('link', { name: /Grace Hopper/ }).click()
    await administration.page.getByRole('link', { name: 'Edit' }).click()
    const mailID = `new-${email}`
    await administration.page.getByLabel('E-mail').fill(mailID)
    await administration.page.getByRole('button', { name: 'Save' }).click()
    await administration.page.getByText('A new address waits for its confirmation').waitFor()
    await administration.page.getByText(mailID, { exact: true }).waitFor()

    const { page, open } = await console.visit()
    await open(`/confirm-mail#${await linkMailedTo(gateway.managementUrl, mailID)}`)
    await page.getByText(mailID).waitFor()
    const api = createOnboardingClient({ baseUrl: gateway.url })
    assert.equal((await api.signIn({ email, password })).status, 200)
    await page.getByRole('button', { name: 'Confirm this address' }).click()
    await page.getByRole('button', { name: 'Go to sign-in' }).click()
    await signIn(page, { email: mailID, password })
  })

  test('a link without its value, or with a forged one, says that it does not work', async () => {
    const { page, open } = await console.visit()
    for (const path of [
      '/set-password',
      '/set-password#forged',
      '/set-password#a.b.c.d.e',
      '/confirm-mail',
      '/confirm-mail#forged',
    ]) {
      await page.goto('about:blank')
      await open(path)
      await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    }
  })
})

async function fillNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel(/^New password/).fill(password)
  await page.getByLabel(/^Repeat the new password/).fill(password)
}

// The gateway fails or is restarted while a form is open: the page says so, and nothing typed is lost.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOnboardingClient } from '../../sdk/src/index.ts'
import { withConsole } from '../support/console/console-browser.ts'
import { newUser } from '../support/console/console-users.ts'
import { untilSaid } from '../support/console/notifications.ts'

const NEW_PASSWORD = 'Another-Staple-8-Horse'

withConsole('a gateway that is away', (console) => {
  test('a form outlives the restart of the gateway', async () => {
    const person = await newUser(console.running.current)
    const { page, open, expectComplaints } = await console.visit(person)
    expectComplaints(/net::ERR_(CONNECTION|EMPTY|SOCKET)_/)
    await open('/account')
    await page.getByText('You have no codes.').waitFor()
    await page.getByLabel(/^New password/).fill(NEW_PASSWORD)
    await page.getByLabel(/^Repeat the new password/).fill(NEW_PASSWORD)
    await console.running.stop()
    const save = page.getByRole('button', { name: 'Change the password' })
    await save.click()
    await page.getByText('No connection to the gateway').waitFor()
    assert.equal(await page.getByLabel(/^New password/).inputValue(), NEW_PASSWORD)

    await console.running.start()
    assert.equal(await page.getByLabel(/^New password/).inputValue(), NEW_PASSWORD)
    await page.getByRole('button', { name: 'Try again' }).click()
    await untilSaid(page, 'Your password is changed')
    const { signIn } = createOnboardingClient({ baseUrl: console.running.current.url })
    assert.equal((await signIn({ email: person.email, password: NEW_PASSWORD })).status, 200)
  })

  test('an error of the gateway is explained, and the form can be sent again', async () => {
    const person = await newUser(console.running.current)
    const { page, open, expectComplaints } = await console.visit(person)
    expectComplaints(/status of 50[03]/)
    await open('/account')
    await page.getByLabel(/^New password/).fill(NEW_PASSWORD)
    await page.getByLabel(/^Repeat the new password/).fill(NEW_PASSWORD)
    const answers = [
      { status: 503, message: 'B-SYS-003: The store cannot be reached' },
      { status: 500, message: 'B-SYS-001: Unexpected failure' },
    ]
    await page.route('**/v1/onboarding/users/password', async (route) => {
      const answer = answers.shift()
      if (answer === undefined) return route.continue()
      const { status, message } = answer
      await route.fulfill({ status, json: { data: null, success: false, message, timestamp: '' } })
    })
    const save = page.getByRole('button', { name: 'Change the password' })
    await save.click()
    await page.getByText('The gateway cannot do this just now').waitFor()
    await save.click()
    await page.getByText('The gateway failed').waitFor()
    assert.equal(await page.getByLabel(/^New password/).inputValue(), NEW_PASSWORD)
    await save.click()
    await untilSaid(page, 'Your password is changed')
  })

  test('a page that is loaded while the gateway cannot answer says so and goes on later', async () => {
    const person = await newUser(console.running.current)
    const { page, open, expectComplaints } = await console.visit(person)
    expectComplaints(/status of 503|ERR_FAILED/)
    let isAway: 'no answer' | '503' | undefined = 'no answer'
    await page.route('**/v1/onboarding/auth/refresh', async (route) => {
      if (isAway === 'no answer') return route.abort()
      if (isAway === undefined) return route.continue()
      await route.fulfill({
        status: 503,
        json: { data: null, success: false, message: 'B-SYS-003: The store cannot be reached', timestamp: '' },
      })
    })
    for (const path of ['/account', '/sign-in?to=/account']) {
      isAway = 'no answer'
      await open(path)
      await page.getByRole('heading', { name: 'The gateway does not answer' }).waitFor()
      assert.equal(await page.getByLabel('Password', { exact: true }).count(), 0)
      isAway = '503'
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('The gateway cannot do this just now').waitFor()
      isAway = undefined
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { name: 'My account' }).waitFor()
    }
  })
})

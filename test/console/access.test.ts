// Users, roles, partners, the audit log and the health of services in the console.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { GRANTABLE_OPERATIONS } from '../../src/administration/institutions/partners/api-families.ts'
import { inquiry } from '../support/accounts/sandbox-requests.ts'
import { approved, clientOf } from '../support/accounts/sdk-client.ts'
import { ADMIN, VIEWER, withConsole } from '../support/console/console-browser.ts'
import { newUser } from '../support/console/console-users.ts'
import { untilSaid } from '../support/console/notifications.ts'
import { mailedTo } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'

withConsole('users, roles and partners', (console) => {
  test('a role with few rights, and a user with it who is invited by mail', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/roles/new')
    await page.getByLabel('Name').fill('Night desk')
    await box(page, 'View on Users').check()
    await box(page, 'Update on Users').check()
    // A group takes its modules along, and a module that goes takes the group away.
    await box(page, 'View on Transactions and all in it').check()
    assert.equal(await box(page, 'View on Query').isChecked(), true)
    await box(page, 'View on Query').uncheck()
    assert.equal(await box(page, 'View on Transactions and all in it').isChecked(), false)
    assert.equal(await box(page, 'View on Exceptions').isChecked(), true)
    await button(page, 'Make the role').click()
    await heading(page, 'Night desk').waitFor()
    await page.getByLabel('Update on Users: granted').waitFor()
    await page.getByLabel('View on Query: not granted').waitFor()
    await page.getByLabel('View on Transactions and all in it: on some of them').waitFor()

    await open('/users/new')
    await page.getByLabel('First name').fill('Nora')
    await page.getByLabel('Last name').fill('Night')
    await page.getByLabel('E-mail').fill('nora@bank.example')
    await choose(page, 'Role', 'Night desk')
    await choose(page, 'Institution', /^FI001/)
    await button(page, 'Make the user and send the invitation').click()
    await heading(page, 'Nora Night').waitFor()
    await page.getByText('Institution FI001').waitFor()
    const [mail] = await mailedTo(console.running.current.managementUrl, 'nora@bank.example')
    assert.match(mail?.subject ?? '', /invit/i)

    await button(page, 'Invite again').click()
    await untilSaid(page, 'Another invitation to nora@bank.example is on its way.')
    assert.equal((await mailedTo(console.running.current.managementUrl, 'nora@bank.example', 2)).length, 2)

    await page.getByRole('link', { name: 'Night desk' }).click()
    await page.getByRole('link', { name: 'One user' }).click()
    await page.waitForURL(/\/users\?roleId=/)
    await page.getByRole('link', { name: 'Nora Night' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Ada Sandbox' }).count(), 0)
  })

  test('what the gateway refuses stands at its field, and what was typed stays', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/users/new')
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Twice')
    await page.getByLabel('E-mail').fill('no address')
    await choose(page, 'Role', 'Viewer')
    await button(page, 'Make the user and send the invitation').click()
    await field(page, 'E-mail', /must be an e-mail address/i)
    await page.getByLabel('E-mail').fill('ADMIN@sandbox.example')
    await button(page, 'Make the user and send the invitation').click()
    await field(page, 'E-mail', /there is a user with this mail id already/i)
    assert.equal(await page.getByLabel('Last name').inputValue(), 'Twice')
    assert.equal(await page.getByRole('combobox', { name: 'Role', exact: true }).inputValue(), 'Viewer')
  })

  test('of two people who edit a role the second hears of it, and goes on from the present record', async () => {
    const first = await console.visit(ADMIN)
    const second = await console.visit(ADMIN)
    await first.open('/roles/new')
    await first.page.getByLabel('Name').fill('Contested')
    await button(first.page, 'Make the role').click()
    await heading(first.page, 'Contested').waitFor()
    const path = new URL(first.page.url()).pathname.replace('/console', '')

    await second.open(`${path}/edit`)
    await second.page.getByLabel('Description').fill('From the second')
    await box(second.page, 'Create on Users').check()

    await first.open(`${path}/edit`)
    await first.page.getByLabel('Description').fill('From the first')
    await box(first.page, 'View on Users').check()
    await button(first.page, 'Save').click()
    await untilSaid(first.page, 'The role Contested is saved.')

    await button(second.page, 'Save').click()
    await second.page.getByText('Another person changed this record').waitFor()
    assert.equal(await second.page.getByRole('textbox', { name: 'Description' }).inputValue(), 'From the second')
    assert.equal(await box(second.page, 'Create on Users').isChecked(), true)

    // Their description beside mine; the rights differ too.
    const sides = second.page.getByRole('table', { name: 'Theirs and mine' })
    await sides.getByRole('row', { name: /Description From the first From the second/ }).waitFor()
    await sides.getByRole('row', { name: /Grants \+ USERS:VIEW \+ USERS:CREATE/ }).waitFor()
    await button(second.page, 'Take all of theirs').click()
    await until(
      async () => (await second.page.getByRole('textbox', { name: 'Description' }).inputValue()) === 'From the first',
      'the present record',
    )
    assert.equal(await box(second.page, 'View on Users').isChecked(), true)
    assert.equal(await box(second.page, 'Create on Users').isChecked(), false)
    await second.page.getByRole('textbox', { name: 'Description' }).fill('Both')
    await button(second.page, 'Save').click()
    await untilSaid(second.page, 'The role Contested is saved.')
    await second.page.getByText('Both').waitFor()
  })

  test('deactivation asks, and ends the sessions of the user', async () => {
    const viewer = await console.visit(VIEWER)
    const refresh = `${console.running.current.url}/v1/onboarding/auth/refresh`
    assert.equal((await viewer.context.request.post(refresh)).status(), 200)
    const { page, open } = await console.visit(ADMIN)
    await open('/users?search=viewer')
    await page.getByRole('link', { name: 'Vera Sandbox' }).click()
    await button(page, 'Deactivate').click()
    await page.getByRole('dialog').getByText('every open session ends at once').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByText('Active', { exact: true }).waitFor()

    await button(page, 'Deactivate').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('Inactive', { exact: true }).first().waitFor()
    assert.equal((await viewer.context.request.post(refresh)).status(), 401)

    await button(page, 'Activate').click()
    await untilSaid(page, 'Vera Sandbox may sign in.')
  })

  test('a viewer sees everything and is offered nothing that would be refused', async () => {
    const { page, open } = await console.visit(VIEWER)
    for (const [path, title] of [
      ['/users', 'Users'],
      ['/roles', 'Roles'],
      ['/partners', 'Partners'],
    ] as const) {
      await open(path)
      await heading(page, title).waitFor()
      await page.getByRole('table').getByRole('link').first().waitFor()
      assert.equal(await page.getByRole('link', { name: /^New / }).count(), 0)
    }
    await open('/users?search=admin')
    await page.getByRole('link', { name: 'Ada Sandbox' }).click()
    await heading(page, 'Ada Sandbox').waitFor()
    for (const name of ['Edit', 'Deactivate', 'Reset second factor']) {
      assert.equal(await page.getByText(name, { exact: true }).count(), 0, name)
    }
    await open('/roles/new')
    await heading(page, 'You may not open this page').waitFor()
  })

  test('users cannot grant what they lack: such boxes are locked and say why', async () => {
    const admin = await console.visit(ADMIN)
    await admin.open('/roles/new')
    await admin.page.getByLabel('Name').fill('Role keeper')
    await box(admin.page, 'All actions on Roles').check()
    await box(admin.page, 'View on Modules').check()
    await box(admin.page, 'View on Users').check()
    await button(admin.page, 'Make the role').click()
    await heading(admin.page, 'Role keeper').waitFor()
    const person = await newUser(console.running.current, { firstName: 'Rosa', lastName: 'Roles' })
    await admin.open(`/users?search=${person.email}`)
    await admin.page.getByRole('link', { name: 'Rosa Roles' }).click()
    await admin.page.getByRole('link', { name: 'Edit' }).click()
    await choose(admin.page, 'Role', 'Role keeper')
    await button(admin.page, 'Save').click()
    await untilSaid(admin.page, 'Rosa Roles is saved.')

    const { page, open } = await console.visit(person)
    await open('/roles/new')
    await page.getByText('No one can grant what they lack.').waitFor()
    assert.equal(await box(page, 'View on Users').isEnabled(), true)
    assert.equal(await page.getByLabel('Update on Users: you lack this right').isDisabled(), true)
    // A whole column sets only what may be set.
    await page.getByLabel('Name').fill('Watcher')
    await box(page, 'View on all modules').check()
    await button(page, 'Make the role').click()
    await heading(page, 'Watcher').waitFor()
    await page.getByLabel('View on Roles: granted').waitFor()
    await page.getByLabel('View on Partners and clients: not granted').waitFor()
  })
})

withConsole('partners, the audit log and health', (console) => {
  test('the secret of a client is shown once, works, and is nowhere afterwards', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/partners/new')
    await page.getByRole('textbox', { name: 'Partner id', exact: true }).fill('QUAY-ATM')
    await page.getByLabel('Name').fill('Quay cash machines')
    await choose(page, 'Institutions', /^FI001/)
    await page.keyboard.press('Escape')
    await page.getByLabel('Look up').check()
    await button(page, 'Make the partner').click()
    await heading(page, 'Quay cash machines').waitFor()

    await button(page, 'New client').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Client id').fill('quay-atm')
    await dialog.getByRole('button', { name: 'Make the client' }).click()
    const secret = await page.locator('[data-secret]').nth(1).innerText()
    assert.ok(secret.length > 20)
    const quay = { clientId: 'quay-atm', clientSecret: secret, partnerId: 'QUAY-ATM' }
    await approved(clientOf(console.running.current, quay).balanceInquiry(inquiry('1000000001')))

    await button(page, 'I have copied it').click()
    await page.reload()
    await page.getByText('quay-atm', { exact: true }).waitFor()
    assert.equal((await page.content()).includes(secret), false)

    await button(page, 'Rotate quay-atm').click()
    await page
      .getByText('The present secret is refused by every gateway within two seconds', { exact: false })
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click()
    const rotated = await page.locator('[data-secret]').nth(1).innerText()
    assert.notEqual(rotated, secret)
    await button(page, 'I have copied it').click()
    const refused = await clientOf(console.running.current, quay).balanceInquiry(inquiry('1000000001'))
    assert.equal(refused.status, 401)
    const renewed = clientOf(console.running.current, { ...quay, clientSecret: rotated })
    await approved(renewed.balanceInquiry(inquiry('1000000001')))

    await button(page, 'Change quay-atm').click()
    const change = page.getByRole('dialog')
    await change.getByPlaceholder('192.0.2.0/24').fill('203.0.113.0/24')
    await page.keyboard.press('Enter')
    await change.getByRole('button', { name: 'Save' }).click()
    await page.getByText('From 203.0.113.0/24').waitFor()
    assert.equal((await renewed.balanceInquiry(inquiry('1000000001'))).status, 401)

    // A second partner of the same id: at the field.
    await open('/partners/new')
    await page.getByRole('textbox', { name: 'Partner id', exact: true }).fill('QUAY-ATM')
    await page.getByLabel('Name').fill('Another')
    await choose(page, 'Institutions', /^FI001/)
    await page.keyboard.press('Escape')
    await button(page, 'Make the partner').click()
    await field(page, 'Partner id', /is taken/)
  })

  test('the audit log shows the changes field by field and verifies its chain', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/partners?search=QUAY')
    await page.getByRole('link', { name: 'QUAY-ATM' }).click()
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('Quay machines')
    await page.getByLabel('Deposit', { exact: true }).first().check()
    await page.getByLabel('Requests per second').fill('25')
    await button(page, 'Save').click()
    await heading(page, 'Quay machines').waitFor()

    await page.getByRole('link', { name: 'Partner: update' }).click()
    await heading(page, 'Partner: update').waitFor()
    const changes = page.getByRole('table', { name: 'Changes' })
    await changes.getByRole('row', { name: /Name Quay cash machines Quay machines/ }).waitFor()
    await changes.getByRole('row', { name: /Rate limit › Per second none 25/ }).waitFor()
    await changes.getByText('+ Credits', { exact: true }).waitFor()
    assert.equal(await changes.getByText('Partner ID', { exact: true }).count(), 0)
    await page.getByRole('button', { name: /^Show \d+ other fields/ }).click()
    await page.getByRole('table', { name: 'Other fields' }).getByText('QUAY-ATM').first().waitFor()

    await open('/audit?resource=client')
    // Other suites on this gateway may have made clients too.
    await page
      .getByRole('link', { name: /Client: rotate/ })
      .first()
      .waitFor()
    await page
      .getByRole('link', { name: /Client: create/ })
      .first()
      .waitFor()
    await button(page, 'Verify the chain').click()
    await page.getByText('The chain is unbroken').waitFor()
  })

  test('a broken chain is explained', async () => {
    const { page, context, open } = await console.visit(ADMIN)
    await context.route('**/audit-logs/verify', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      body.data = {
        valid: false,
        checked: 16,
        head: body.data.head,
        firstBreak: { position: 17, auditId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e55', reason: 'the hash does not fit' },
      }
      await route.fulfill({ json: body })
    })
    await open('/audit')
    await button(page, 'Verify the chain').click()
    await page.getByText('The chain is broken').waitFor()
    await page.getByText('The first break is at record 17: the hash does not fit.').waitFor()
    await page.getByText('The 16 records before it are as they were written.', { exact: false }).waitFor()
    await page.getByRole('link', { name: 'Look at the record' }).waitFor()
  })

  test('the health page tells the state in words, and pauses', async () => {
    const { page, context, open } = await console.visit(ADMIN)
    await open('/health')
    await page.getByText(/Everything works|Some of it does not work/).waitFor()
    await page.getByRole('row', { name: /Core of FI001/ }).waitFor()
    await button(page, 'Pause').click()
    await page.getByText('Paused: shows the last reading.').waitFor()
    await context.route('**/healthstatus', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      body.data.status = 'DEGRADED'
      for (const service of body.data.services) {
        if (service.name === 'mail') Object.assign(service, { status: 'DOWN', error: 'The service is not available' })
        else service.status = 'UP'
      }
      await route.fulfill({ json: body })
    })
    await button(page, 'Refresh now').click()
    await page.getByText('Affected: Mail. Everything else works.').waitFor()
    await page.getByRole('row', { name: /Mail .*The service is not available/ }).waitFor()
  })

  test('the console knows every operation that can be granted', async () => {
    const words: string = '../../console/src/pages/partners/partner-words.ts'
    const { OPERATION_GROUPS } = (await import(words)) as {
      OPERATION_GROUPS: readonly (readonly [string, readonly (readonly [id: string, name: string])[]])[]
    }
    const known = OPERATION_GROUPS.flatMap(([, operations]) => operations.map(([id]) => id))
    assert.deepEqual(known.toSorted(), Object.values(GRANTABLE_OPERATIONS).flat().toSorted())
  })
})

function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true })
}

function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 1, name })
}

function box(page: Page, name: string): Locator {
  return page.getByRole('checkbox', { name, exact: true })
}

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option }).first().click()
}

/** Waits until an error stands at an input. */
async function field(page: Page, label: string, error: RegExp): Promise<void> {
  const message = page.locator('[id$="-error"]', { hasText: error })
  await message.waitFor()
  const described = await page.getByRole('textbox', { name: label, exact: true }).getAttribute('aria-describedby')
  assert.ok(described?.split(' ').includes((await message.getAttribute('id')) ?? 'no id'))
}

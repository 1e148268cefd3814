// Two people in the console: one asks for a change, the other decides about it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOnboardingClient } from '../../sdk/src/index.ts'
import { DESKTOP } from '../support/console/browser-profiles.ts'
import { ADMIN, PHONE, SECOND, VIEWER, withConsole } from '../support/console/console-browser.ts'
import { newUser } from '../support/console/console-users.ts'
import { untilSaid } from '../support/console/notifications.ts'
import { until } from '../support/until.ts'

withConsole('approvals in the console', (console) => {
  async function client(person: { email: string; password: string }) {
    const api = createOnboardingClient({ baseUrl: console.running.current.url })
    assert.equal((await api.signIn(person)).status, 200)
    return api.operations
  }

  test('a change is sent for approval, looked at and approved by another user', async () => {
    const api = await client(ADMIN)
    const billers = await api.listBillers({}, { search: 'BILLER02' })
    assert.equal(billers.status, 200)
    const biller = billers.body.data?.content[0]
    assert.ok(biller)
    const list = { environment: 'sandbox', application: '*', key: 'four-eyes', valueType: 'JSON' } as const
    const kept = await api.createApplicationProperty({ ...list, value: '["INSTITUTIONS:UPDATE:name"]' })
    assert.equal(kept.status, 201)

    const [maker, checker] = [await console.visit(ADMIN), await console.visit(SECOND)]
    await maker.open(`/billers/${biller.id}/edit`)
    await maker.page.getByLabel('Name').fill('Metro Water Works')
    await maker.page.getByRole('button', { name: 'Save' }).click()
    await maker.page.getByText('Sent for approval').waitFor()
    await maker.page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
    await maker.page.getByRole('link', { name: 'Open the change request' }).click()
    await maker.page.getByRole('heading', { name: 'Update biller' }).waitFor()
    await maker.page.getByRole('button', { name: 'Withdraw' }).waitFor()
    assert.equal(await maker.page.getByRole('button', { name: 'Approve' }).count(), 0)

    // What waits is seen from any page, although the group of its entry is closed.
    await checker.open('/users')
    const overview = checker.page.getByRole('button', { name: /^Overview/ })
    await overview.getByTitle('1 waiting for you').waitFor()
    assert.equal(await overview.getAttribute('aria-expanded'), 'false')
    await checker.page.setViewportSize(PHONE)
    await checker.page.getByRole('banner').getByTitle('1 waiting for you').waitFor()
    await checker.page.setViewportSize(DESKTOP)
    // So does the bell, which names the record and leads to the change. The sweep tells within seconds.
    const bell = checker.page.getByRole('button', { name: /^Notifications/ })
    const unread = checker.page.getByRole('button', { name: /^Notifications, \d+ unread/ })
    await until(async () => {
      await checker.open('/users')
      // The count comes after the page.
      return unread.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      )
    }, 'the bell')
    await bell.click()
    await checker.page
      .getByRole('button', { name: /Update biller: Biller Metro Water Waits for your approval/ })
      .click()
    await checker.page.getByRole('heading', { name: 'Update biller' }).waitFor()
    await checker.open('/change-requests?waitsForMe=true')
    await checker.page.getByTitle('1 waiting for you').first().waitFor()
    const row = checker.page.getByRole('row', { name: /Update biller/ })
    await row.getByText('Metro Water', { exact: true }).waitFor()
    assert.equal(await row.getByText(biller.id).count(), 0, 'records are named, not numbered')
    await checker.page.getByRole('link', { name: 'Update biller' }).click()
    const changes = checker.page.getByRole('table', { name: 'Changes' })
    await changes.getByRole('cell', { name: 'Metro Water', exact: true }).waitFor()
    await changes.getByRole('cell', { name: 'Metro Water Works' }).waitFor()
    await checker.page.getByRole('button', { name: 'Approve' }).click()
    const dialog = checker.page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Agreed with the bank')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await untilSaid(checker.page, 'The change is made.')
    await checker.page.getByText('Agreed with the bank').waitFor()
    await checker.page.getByText('second@sandbox.example').first().waitFor()
    const changed = await api.getBiller({ id: biller.id })
    assert.partialDeepStrictEqual(changed.body.data, { name: 'Metro Water Works', updatedBy: ADMIN.email })

    // A list is shortened by two: the maker withdraws one attempt, the checker rejects the next.
    await maker.open(`/properties/${kept.body.data?.id}`)
    for (const end of ['withdraw', 'reject'] as const) {
      const held = await api.deleteApplicationProperty({ id: kept.body.data?.id ?? '' })
      assert.equal(held.status, 202)
      const id = held.body.data?.changeRequestId ?? ''
      const { page, open } = end === 'withdraw' ? maker : checker
      await open(`/change-requests/${id}`)
      await page.getByRole('button', { name: end === 'withdraw' ? 'Withdraw' : 'Reject' }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: end === 'withdraw' ? 'Withdraw' : 'Reject' })
        .click()
      await untilSaid(page, end === 'withdraw' ? 'The change is withdrawn.' : 'The change is rejected.')
    }
    const last = await api.deleteApplicationProperty({ id: kept.body.data?.id ?? '' })
    assert.equal(last.status, 202)
    const second = await client(SECOND)
    assert.equal((await second.approveChangeRequest({ id: last.body.data?.changeRequestId ?? '' }, {})).status, 200)
  })

  test('who was made by the maker is not offered the approval, and both are told why', async () => {
    const gateway = console.running.current
    const made = await newUser(gateway, { rights: { APP_PROPERTIES: ['VIEW', 'CREATE', 'UPDATE', 'DELETE'] } })
    const api = await client(ADMIN)
    const list = { environment: 'sandbox', application: '*', key: 'four-eyes', valueType: 'JSON' } as const
    const kept = await api.createApplicationProperty({ ...list, value: '["INSTITUTIONS:UPDATE:name"]' })
    assert.ok(kept.status === 201)
    const held = await api.deleteApplicationProperty({ id: kept.body.data.id })
    assert.ok(held.status === 202)
    const id = held.body.data.changeRequestId

    const maker = await console.visit(ADMIN)
    await maker.open(`/change-requests/${id}`)
    await maker.page.getByText('Not everybody may approve it').waitFor()
    await maker.page.getByText(new RegExp(`${ADMIN.email} created ${made.email}`)).waitFor()

    const { page, open } = await console.visit(made)
    await open('/change-requests')
    await page.getByText('Not yours to approve').waitFor()
    await open(`/change-requests/${id}`)
    await page.getByText('Another user has to approve it').waitFor()
    await page.getByText(new RegExp(`${ADMIN.email} created you`)).waitFor()
    await page.getByRole('button', { name: 'Reject' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)

    const second = await client(SECOND)
    assert.equal((await second.approveChangeRequest({ id }, {})).status, 200)
  })

  test('the page says what waits for a second user, and leads to the list', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/change-requests')
    await page.getByRole('heading', { name: 'What waits for a second user' }).waitFor()
    await page.getByText('No change waits for a second user').waitFor()
    await page.getByRole('link', { name: 'Keep a list of your own' }).click()
    await page.getByText('The platform reads this property').waitFor()
    const list = page.getByLabel('Value').first()
    for (const entry of ['ACCOUNTS:UPDATE:overdraft', 'CARDS:FLY']) {
      await list.fill(entry)
      await list.press('Enter')
    }
    await page.getByRole('button', { name: 'Create property' }).click()
    await page.getByText('entry 2 is "CARDS:FLY"').waitFor()
    // The last entry goes, and the next one is chosen from the list.
    await list.press('Backspace')
    await list.fill('CARDS:CR')
    await page.getByRole('option', { name: 'CARDS:CREATE' }).click()
    await page.getByRole('button', { name: 'Create property' }).click()
    await page.getByRole('heading', { name: 'four-eyes' }).waitFor()

    await open('/change-requests')
    const rows = page.getByRole('table', { name: 'Changes that wait' }).getByRole('row')
    await rows.filter({ hasText: 'Accounts' }).filter({ hasText: 'Update: overdraft' }).waitFor()
    await rows.filter({ hasText: 'Cards' }).filter({ hasText: 'Create' }).waitFor()
    await page.getByRole('link', { name: 'Show or change this list' }).click()
    await page.getByRole('heading', { name: 'four-eyes' }).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const held = await (await client(ADMIN)).deleteApplicationProperty({ id })
    assert.equal(held.status, 202)
    const second = await client(SECOND)
    assert.equal((await second.approveChangeRequest({ id: held.body.data?.changeRequestId ?? '' }, {})).status, 200)
  })

  test('who may only look decides nothing', async () => {
    const { page, open } = await console.visit(VIEWER)
    await open('/change-requests')
    await page.getByRole('link', { name: 'Update biller' }).first().click()
    await page.getByRole('heading', { name: 'Update biller' }).waitFor()
    for (const name of ['Approve', 'Reject', 'Withdraw']) {
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0)
    }
  })
})

// An emergency in the console: one operator carries a change out that would wait, another reviews it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOnboardingClient } from '../../sdk/src/index.ts'
import { ADMIN, SECOND, withConsole } from '../support/console/console-browser.ts'
import { newUser } from '../support/console/console-users.ts'
import { untilSaid } from '../support/console/notifications.ts'

const REASON = 'Bills are paid to the wrong biller, nobody else is on duty'

withConsole('an emergency in the console', (console) => {
  async function client(person: { email: string; password: string }) {
    const api = createOnboardingClient({ baseUrl: console.running.current.url })
    assert.equal((await api.signIn(person)).status, 200)
    return api.operations
  }

  test('one operator breaks the glass, another reviews it', async () => {
    const [admin, second] = [await client(ADMIN), await client(SECOND)]
    const approved = async (held: { status: number; body: unknown }) => {
      assert.equal(held.status, 202)
      const { changeRequestId: id } = (held.body as { data: { changeRequestId: string } }).data
      assert.ok((await second.approveChangeRequest({ id }, {})).status < 300)
    }
    // Nobody has the right from the start: it is granted by two.
    const duty = await newUser(console.running.current, { rights: { INSTITUTIONS: ['VIEW', 'UPDATE'] } })
    const found = await admin.listUsers({}, { search: duty.email })
    assert.ok(found.status === 200)
    const role = await admin.getRole({ id: found.body.data.content[0]?.roleId ?? '' })
    assert.ok(role.status === 200)
    const { id: roleId, version } = role.body.data
    const modules = [{ moduleId: 'INSTITUTIONS', actionId: ['VIEW', 'UPDATE', 'EMERGENCY'] }]
    await approved(await admin.updateRole({ id: roleId }, { version, modules }))
    const list = { environment: 'sandbox', application: '*', key: 'four-eyes', valueType: 'JSON' } as const
    const kept = await admin.createApplicationProperty({ ...list, value: '["INSTITUTIONS:UPDATE:name"]' })
    assert.ok(kept.status === 201)
    const billers = await admin.listBillers({}, { search: 'BILLER01' })
    assert.ok(billers.status === 200)
    const biller = billers.body.data.content[0]
    assert.ok(biller)

    const [maker, reviewer] = [await console.visit(duty), await console.visit(SECOND)]
    await maker.open(`/billers/${biller.id}/edit`)
    await maker.page.getByLabel('Name').fill('Emergency Works')
    await maker.page.getByRole('button', { name: 'Save' }).click()
    await maker.page.getByText('Sent for approval').waitFor()
    await maker.page.getByRole('button', { name: 'Carry out now' }).click()
    const dialog = maker.page.getByRole('dialog')
    const send = dialog.getByRole('button', { name: 'Carry out now' })
    await dialog.getByLabel('Why it cannot wait').fill('Too short a reason')
    assert.equal(await send.isDisabled(), true)
    await dialog.getByLabel('Why it cannot wait').fill(REASON)
    await send.click()
    await untilSaid(maker.page, 'The change is made. Another user has to review it.')
    const changed = await admin.getBiller({ id: biller.id })
    assert.partialDeepStrictEqual(changed.body.data, { name: 'Emergency Works', updatedBy: duty.email })
    await maker.page.getByRole('link', { name: 'Open the change request' }).click()
    await maker.page.getByText('Why it could not wait').waitFor()
    assert.equal(await maker.page.getByRole('button', { name: 'Confirm' }).count(), 0)

    await reviewer.open('/users')
    await reviewer.page.getByText('Emergency changes without a review: 1.').waitFor()
    await reviewer.page.getByRole('link', { name: 'Review emergency changes' }).click()
    await reviewer.page
      .getByRole('row', { name: /Update biller/ })
      .getByText('Waits for you')
      .waitFor()
    await reviewer.page.getByRole('link', { name: 'Update biller' }).first().click()
    await reviewer.page.getByText(REASON).waitFor()
    await reviewer.page.getByRole('button', { name: 'Confirm' }).click()
    const question = reviewer.page.getByRole('dialog')
    await question.getByLabel('Reason').fill('Checked with the bank')
    await question.getByRole('button', { name: 'Confirm' }).click()
    await untilSaid(reviewer.page, 'The change is confirmed.')
    await reviewer.page.getByText('Checked with the bank').waitFor()

    const held = await admin.deleteApplicationProperty({ id: kept.body.data.id })
    await approved(held)
  })
})

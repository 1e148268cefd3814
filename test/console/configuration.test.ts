// Application properties in the console.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createOnboardingClient } from '../../sdk/src/index.ts'
import { ADMIN, withConsole } from '../support/console/console-browser.ts'
import { untilSaid } from '../support/console/notifications.ts'
import { until } from '../support/until.ts'

withConsole('application properties in the console', (console) => {
  test('an institution of digital banking is shown by its name, here and in the audit log', async () => {
    const { page, open, go } = await console.visit(ADMIN)
    await open('/properties?application=digital')
    await page.getByRole('cell', { name: 'Ostermoor Cooperative' }).waitFor()
    await page.getByRole('link', { name: 'ledger' }).click()
    await page.getByRole('heading', { name: 'ledger', level: 1 }).waitFor()
    await page.getByRole('main').getByText('Ostermoor Cooperative').waitFor()
    await go('/audit?action=application-property.create')
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor()
    await page.getByRole('cell', { name: 'Ostermoor Cooperative' }).waitFor()
  })

  test('a property is created, changed, compared with the version before, and rolled back', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/properties/new?environment=qa&application=billing')
    await page.getByLabel('Key').first().fill('retry.count')
    await choose(page, 'Type', 'Whole number')
    await page.getByLabel('Value').fill('three')
    await page.getByRole('button', { name: 'Create property' }).click()

    // The gateway refuses the value; the error stands at its field.
    const value = page.getByLabel('Value')
    await page.locator('[aria-invalid="true"]').first().waitFor()
    assert.equal(await value.getAttribute('aria-invalid'), 'true')
    await page.getByText('Must be a whole number of 64 bits').first().waitFor()
    assert.equal(await page.getByLabel('Key').first().inputValue(), 'retry.count')
    await value.fill('3')
    await page.getByRole('button', { name: 'Create property' }).click()
    await page.getByRole('heading', { name: 'retry.count' }).waitFor()

    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Value').fill('5')
    await page.getByRole('button', { name: 'Save' }).click()
    await untilSaid(page, 'saved as version 2')

    await page.getByRole('tab', { name: 'History' }).click()
    const difference = page.getByRole('region', { name: 'Difference of the value' })
    await difference.waitFor()
    await untilLines(page, ['removed: 3', 'added: 5'])

    await page.getByRole('button', { name: 'Roll back to version 1' }).click()
    await page.getByRole('dialog').getByText('come back as a new version').waitFor()
    await page.getByRole('button', { name: 'Roll back', exact: true }).click()
    await page.getByText('Version 3 (present)').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await untilLines(page, ['removed: 5', 'added: 3', 'removed: 3', 'added: 5'])
  })

  test('every version of a long history is compared with the one before it', async () => {
    const { operations, signIn } = createOnboardingClient({ baseUrl: console.running.current.url })
    assert.equal((await signIn(ADMIN)).status, 200)
    const made = await operations.createApplicationProperty({
      environment: 'qa',
      application: 'billing',
      key: 'round',
      value: '1',
      valueType: 'INT',
    })
    assert.ok(made.status === 201)
    const { id } = made.body.data
    // More than the history reads at once.
    for (let version = 1; version < 24; version++) {
      const changed = await operations.updateApplicationProperty({ id }, { version, value: String(version + 1) })
      assert.equal(changed.status, 200)
    }
    const { page, open } = await console.visit(ADMIN)
    await open(`/properties/${id}?tab=history`)
    await page.getByText('Version 24 (present)').waitFor()
    const differences = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, at) => [`removed: ${from - at - 1}`, `added: ${from - at}`]).flat()
    // The oldest of the twenty versions read has no difference until the one before it is read.
    await untilLines(page, differences(24, 6))
    await page.getByRole('button', { name: 'Show older (5)' }).click()
    await page.getByText('Created with the value').waitFor()
    await untilLines(page, differences(24, 2))

    // Before rolling back, the oldest version is compared with the present one.
    await page.getByRole('button', { name: 'Roll back to version 1', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('region', { name: 'Difference of the value' }).waitFor()
    await untilLines(page, [...differences(24, 2), 'removed: 24', 'added: 1'])
  })

  test('JSON is checked while it is typed, and a secret is never shown again', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/properties/new?environment=qa&application=billing')
    await page.getByLabel('Key').first().fill('ledger.token')
    await choose(page, 'Type', 'JSON')
    await page.getByLabel('Value').fill('{"token": ')
    await page.getByText('Not yet JSON').waitFor()
    await page.getByRole('button', { name: 'Create property' }).click()
    await page.getByText('Is not JSON').waitFor()
    await page.getByLabel('Value').fill('{"token": "sesame"}')
    await page.getByText('This is valid JSON').waitFor()
    await page.getByLabel('Secret').check()
    await page.getByRole('button', { name: 'Create property' }).click()
    await page.getByRole('heading', { name: 'ledger.token' }).waitFor()
    await page.getByText('********').waitFor()
    assert.ok(!(await page.content()).includes('sesame'))
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Save' }).waitFor()
    // Saved without a new value, the secret stays; it cannot be made public.
    assert.equal(await page.getByRole('switch', { name: 'Secret' }).isDisabled(), true)
    await page.getByLabel('Description').fill('The token of the ledger')
    await page.getByRole('button', { name: 'Save' }).click()
    await untilSaid(page, 'saved as version 2')
    assert.ok(!(await page.content()).includes('sesame'))
  })

  test('properties are promoted after a dry run, and then hold in the other environment', async () => {
    const { page, open } = await console.visit(ADMIN)
    for (const [environment, key, value] of [
      ['qa', 'greeting', 'hello'],
      ['qa', 'footer', 'thank you'],
      ['uat', 'greeting', 'welcome'],
    ] as const) {
      await open(`/properties/new?environment=${environment}&application=receipts`)
      await page.getByLabel('Key').first().fill(key)
      await page.getByLabel('Value').fill(value)
      await page.getByRole('button', { name: 'Create property' }).click()
      await page.getByRole('heading', { name: key }).waitFor()
    }
    await open('/properties/promote?from=qa&to=uat&application=receipts')
    await page.getByLabel('Choose all').check()
    await page.getByRole('button', { name: 'Show the changes' }).click()
    const changes = page.getByRole('table', { name: 'Changes' })
    await changes.getByRole('row', { name: /footer.*New.*not there.*thank you/ }).waitFor()
    await changes.getByRole('row', { name: /greeting.*Changes.*welcome.*hello/ }).waitFor()

    // The dry run has changed nothing.
    const effective = '/properties/effective?environment=uat&application=receipts'
    await open(effective)
    await page.getByRole('row', { name: /greeting.*welcome/ }).waitFor()
    assert.equal(await page.getByRole('row', { name: /footer/ }).count(), 0)

    await page.goBack()
    await page.getByLabel('Choose all').check()
    await page.getByRole('button', { name: 'Show the changes' }).click()
    await page.getByRole('button', { name: 'Promote 2 properties to UAT' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Promote' }).click()
    await page.getByText('Everything is the same in UAT already').waitFor()
    await open(effective)
    await page.getByRole('row', { name: /greeting.*hello.*Application.*receipts/ }).waitFor()
    await page.getByRole('row', { name: /footer.*thank you/ }).waitFor()
  })
})

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label).first().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Waits until the differences on the page have these lines, as a screen reader says them. */
async function untilLines(page: Page, expected: readonly string[]): Promise<void> {
  const lines = page.getByRole('region', { name: 'Difference of the value' }).locator('> div')
  await until(
    async () => {
      const texts = await lines.allTextContents()
      return texts.map((text) => text.replace(/^[−+ ]/, '').trim()).join('\n') === expected.join('\n')
    },
    `differences: ${expected.join(', ')}`,
  )
}

// Institutions, their cores and their business days in the console.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { control, post } from '../support/accounts/account-services.ts'
import { withdrawal } from '../support/accounts/sandbox-requests.ts'
import { ADMIN, OPERATOR, VIEWER, withConsole } from '../support/console/console-browser.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'

withConsole('institutions', (console) => {
  const { running } = console
  const onboarding = new Onboarding(() => running.current.url)
  let token: string
  before(async () => {
    token = await onboarding.tokenOf(ADMIN.email, ADMIN.password)
  })

  async function administer(route: string, body?: unknown, status = 200) {
    const answer = await onboarding.call(route, { token, ...(body !== undefined && { body }) })
    assert.equal(answer.status, status, `${route}: ${answer.text}`)
    return answer.body.data
  }
  const institution = async (code: string) =>
    (await administer('POST /financial-institutions/list', { institutionId: code })).content[0]

  test('a suspension asks for its reason, and the history shows it', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/institutions?search=harbor')
    await page.getByRole('link', { name: 'FI002' }).click()
    await page.getByRole('button', { name: 'Suspend' }).click()
    const dialog = page.getByRole('dialog')
    assert.ok(await dialog.getByRole('button', { name: 'Suspend' }).isDisabled(), 'not without a reason')
    await dialog.getByLabel('Reason').fill('The core is being moved')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await page.getByText('It is suspended: every order').waitFor()
    assert.equal((await institution('FI002')).statusReason, 'The core is being moved')
    await page.getByRole('tab', { name: 'History' }).click()
    const latest = page.locator('.mantine-Timeline-item').first()
    await latest.getByText('Suspended', { exact: true }).waitFor()
    await latest.getByText('Reason: The core is being moved').waitFor()
    await latest.getByText(ADMIN.email).waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Suspend' }).waitFor()
  })

  test('neither a conflict nor an error in another step loses what was typed', async () => {
    const { id } = await institution('FI002')
    const { page, open } = await console.visit(ADMIN)
    await open(`/institutions/${id}/edit`)
    await page.getByLabel('Display name').fill('Harbor of mine')
    const { version } = await institution('FI002')
    await administer(`PATCH /financial-institutions/${id}`, { version, displayName: 'Harbor of theirs' })
    await page.getByRole('button', { name: 'Save and close' }).click()
    await page.getByText('Another person changed this record').waitFor()
    const name = page.getByRole('textbox', { name: 'Display name' })
    assert.equal(await name.inputValue(), 'Harbor of mine')
    const sides = page.getByRole('table', { name: 'Theirs and mine' })
    await sides.getByRole('row', { name: /Display name Harbor of theirs Harbor of mine/ }).waitFor()
    assert.equal(await sides.getByRole('row').count(), 2, 'only what differs')
    await page.getByRole('button', { name: 'Go on with these values' }).click()
    await sides.waitFor({ state: 'detached' })
    assert.equal(await name.inputValue(), 'Harbor of mine')
    await name.fill('Harbor Credit Union')
    await page.getByRole('button', { name: 'Save and close' }).click()
    await page.getByRole('heading', { name: 'Harbor Credit Union', level: 1, exact: true }).waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    const change = page.getByRole('table', { name: 'Changes' }).first()
    await change.getByText('Harbor of theirs').waitFor()
    await change.getByText('Harbor Credit Union').waitFor()

    // An error in another step leads there, and what was typed in both stays.
    const draft = { ...LAKESIDE, institutionId: 'FI-STEPS', limits: { perTransaction: 10.5 } }
    const lakeside = await administer('POST /financial-institutions', draft, 201)
    await open(`/institutions/${lakeside.id}/edit`)
    await page.getByLabel('Legal name').fill('Lakeside Bank of Japan')
    const currency = page.getByRole('combobox', { name: 'Base currency' })
    await currency.fill('JPY')
    await page.getByRole('option', { name: /JPY/ }).click()
    await page.getByRole('button', { name: 'Save and continue', exact: true }).click()
    // Yen have no decimals: the limit of the third step does not fit any more.
    await page.getByRole('heading', { name: 'Services and limits' }).waitFor()
    await page.getByLabel('Most per withdrawal').and(page.locator('[aria-invalid="true"]')).waitFor()
    await page.getByLabel('Most per withdrawal').fill('10')
    await page.getByRole('button', { name: 'Save and continue later' }).click()
    await page.getByRole('heading', { name: 'Lakeside', level: 1, exact: true }).waitFor()
    assert.partialDeepStrictEqual(await institution('FI-STEPS'), {
      legalName: 'Lakeside Bank of Japan',
      baseCurrency: 'JPY',
      limits: { perTransaction: 10 },
    })
  })

  test('a connection in use keeps its address, and a stored secret is kept when its field is left empty', async () => {
    const rest = { institutionId: 'FI003', environment: 'sandbox', coreType: 'REST', name: 'Remote core' }
    const secrets = { userName: 'gateway', password: 'a password of the core' }
    const made = await administer('POST /core-connectivity', { ...rest, ...secrets, baseUrl: 'http://10.0.0.1' }, 201)
    const { page, open } = await console.visit(ADMIN)
    await open(`/connectivity/${made.id}/edit`)
    await page.getByLabel('Name').fill('Remote core, renamed')
    await page.getByLabel('Address').fill('http://169.254.169.254/')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('[aria-invalid="true"]').waitFor()
    assert.equal(await page.getByLabel('Address').getAttribute('aria-invalid'), 'true')
    await page.getByLabel('Address').fill('http://10.0.0.2')
    await page.getByRole('group', { name: 'User', exact: true }).getByLabel('Remove the stored one').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Remote core, renamed', level: 1, exact: true }).waitFor()
    assert.partialDeepStrictEqual(await administer(`GET /core-connectivity/${made.id}`), {
      baseUrl: 'http://10.0.0.2',
      userNameSet: false,
      passwordSet: true,
    })

    const active = async (institutionId: string) =>
      (await administer('POST /core-connectivity/list', { institutionId, status: ['ACTIVE'] })).content[0]
    await open(`/connectivity/${(await active('FI002')).id}/edit`)
    await page.getByText('an untested address would stop them all').waitFor()
    assert.ok(await page.getByRole('combobox', { name: 'Core' }).isDisabled())
    await open(`/connectivity/${(await active('FI001')).id}`)
    await page.getByRole('button', { name: 'Test', exact: true }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Edit' }).count(), 0, 'the one of the sandbox is read-only')
  })

  test('a connection to a host that speaks ISO 8583 is made and changed, and its keys are never shown', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/connectivity/new?institutionId=FI003')
    await page.getByLabel('Name').fill('Mainframe')
    await page.getByRole('combobox', { name: 'Core' }).click()
    await page.getByRole('option', { name: 'ISO 8583 core' }).click()
    await page.getByLabel('Host').fill('10.0.0.9')
    await page.getByLabel('Port').fill('5000')
    await page.getByLabel('Dialect').fill('iso93-binary')
    await page.getByLabel('Acquirer').fill('51A')
    await page.getByRole('group', { name: 'Key of the MAC' }).locator('input').fill(MAC_KEY)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.locator('[aria-invalid="true"]').waitFor()
    assert.equal(await page.getByLabel('Acquirer').getAttribute('aria-invalid'), 'true')
    await page.getByLabel('Acquirer').fill('510000')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('DE 32: 510000').waitFor()
    assert.ok(!(await page.content()).includes(MAC_KEY))
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Acquirer').fill('')
    await page.getByLabel('Name and place').fill('Tillgate, Springfield, US')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('DE 43: Tillgate, Springfield, US').waitFor()
    const { content } = await administer('POST /core-connectivity/list', { search: 'Mainframe' })
    assert.partialDeepStrictEqual(content[0], {
      host: '10.0.0.9',
      port: 5000,
      iso8583: { dialect: 'iso93-binary', acquirerId: null, acceptorName: 'Tillgate, Springfield, US', tls: false },
      macKeySet: true,
      clientKeySet: false,
    })
  })

  test('a biller and a sub-tenant are made, refused where wrong, and shut off after asking', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/institutions/FI002?tab=billers')
    await page.getByRole('link', { name: 'Add a biller' }).click()
    await page.getByLabel('Biller id').fill('GAS')
    await page.getByLabel('Name').fill('Harbor Gas')
    await page.getByLabel('BIN').fill('51')
    await page.getByRole('button', { name: 'Create biller' }).click()
    await page.getByText('Must be 6 to 8 digits').first().waitFor()
    await page.getByLabel('BIN').fill('510055')
    await page.getByRole('button', { name: 'Create biller' }).click()
    await page.getByRole('heading', { name: 'Harbor Gas', level: 1, exact: true }).waitFor()
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('Payments to it are declined (185).', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
    await page.waitForURL(/\/console\/billers$/)

    // A sub-tenant is made, activated, suspended and closed.
    await open('/sub-tenants/new?institutionId=FI002')
    await page.getByLabel('Code').fill('PIER')
    await page.getByLabel('Name').fill('Pier shops')
    await page.getByLabel('Contact').fill('desk@pier.example')
    await page.getByRole('button', { name: 'Create sub-tenant' }).click()
    await page.getByRole('heading', { name: 'Pier shops', level: 1, exact: true }).waitFor()
    await page.getByRole('button', { name: 'Activate' }).click()
    await page.getByText('Its users can sign in.').waitFor()
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    await page.getByText('Its users are shut out until').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close for good' }).click()
    await page.getByText('Its users are shut out for good.').waitFor()
    await page.getByRole('link', { name: 'Edit' }).waitFor({ state: 'detached' })
  })

  test('leaving asks before something typed is lost, but not after a save or when the session ends', async () => {
    const { page, open } = await console.visit(ADMIN)
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    const trail = page.getByRole('main').getByRole('link', { name: 'Billers', exact: true })
    await open('/billers/new?institutionId=FI002')
    await page.getByLabel('Name').waitFor()
    await trail.click()
    await page.waitForURL(/\/console\/billers$/)
    await page.getByRole('link', { name: 'New biller' }).click()
    await page.getByLabel('Name').fill('Harbor Water')
    await trail.click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.goBack()
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    assert.equal(await page.getByLabel('Name').inputValue(), 'Harbor Water')
    const unloading = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => void dialog.dismiss().then(() => resolve(dialog.type())))
    })
    // Not waited for: the page stays.
    void page.reload().catch(() => {})
    assert.equal(await unloading, 'beforeunload')

    // The gateway says that the session is over.
    const over = { status: 401, json: { data: null, success: false, message: 'B-AUTH-001: Ended', timestamp: '' } }
    await page.route('**/v1/onboarding/{billers,auth/refresh}', (route) => route.fulfill(over))
    await page.getByRole('button', { name: 'Create biller' }).click()
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    assert.ok(await question.isHidden())
    await page.unrouteAll()
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    assert.equal(await page.getByLabel('Name').inputValue(), 'Harbor Water')
    await trail.click()
    await question.getByRole('button', { name: 'Leave without saving' }).click()
    await page.waitForURL(/\/console\/billers$/)

    // The steps of the wizard share one form.
    const { id } = await institution('FI002')
    await open(`/institutions/${id}/edit`)
    await page.getByLabel('Display name').fill('Harbor of the night')
    await page.getByRole('button', { name: /Cards and routing/ }).click()
    await page.getByRole('link', { name: 'Harbor Credit Union' }).click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: /Identity/ }).click()
    await page.getByLabel('Display name').fill('Harbor Credit Union')
    await page.getByLabel('Legal name').fill('Harbor Federal Credit Union, Inc.')
    await page.getByRole('button', { name: 'Save and close' }).click()
    await page.getByRole('heading', { name: 'Harbor Credit Union', level: 1, exact: true }).waitFor()
    assert.ok(await question.isHidden())
  })

  test('users see what they may do, and their own institution', async () => {
    const viewer = await console.visit(VIEWER)
    await viewer.open('/institutions/FI001')
    await viewer.page.getByRole('tab', { name: 'History' }).waitFor()
    for (const hidden of ['Edit', 'Suspend']) assert.equal(await buttons(viewer.page, hidden), 0, hidden)
    const operator = await console.visit(OPERATOR)
    await operator.open('/institutions')
    await operator.page.getByRole('link', { name: 'FI001' }).waitFor()
    assert.equal(await operator.page.getByRole('link', { name: 'FI002' }).count(), 0)
  })

  test('the reconciliation file of a closed day is downloaded and holds its postings', async () => {
    // No other suite on this gateway posts anything at this bank.
    const { id, businessDate } = await institution('FI002')
    const at = { institutionId: 'FI002', terminalId: 'ATM00101', pan: '4000010000000019' }
    const order = withdrawal('2000000001', 102.5, { accessFee: 2.5, ...at })
    assert.equal((await post(running.current, '/transactions/debits', order)).code, '000')
    await control(running.current, '/sandbox/clock', { advanceDays: 1 })
    const day = async () => await administer(`GET /financial-institutions/${id}/business-days/${businessDate}`)
    await until(async () => (await day()).state === 'CLOSED', 'the day is closed')

    const { page, open } = await console.visit(ADMIN)
    await open('/business-days?institutionId=FI002')
    await page.getByRole('table', { name: 'Business days' }).locator(`time[datetime="${businessDate}"]`).click()
    const totals = page.getByRole('table', { name: 'Totals by terminal' })
    await totals.getByRole('cell', { name: 'ATM00101' }).waitFor()
    assert.match((await totals.locator('tfoot').innerText()).replaceAll(/\s+/g, ' '), /Sum USD 102\.50 1 posting/)
    for (const press of [
      async () => page.getByRole('button', { name: 'Download' }).click(),
      async () => {
        await page.getByRole('button', { name: 'Make again' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Make again' }).click()
      },
    ]) {
      const [download] = await Promise.all([page.waitForEvent('download'), press()])
      assert.equal(download.suggestedFilename(), `reconciliation-FI002-${businessDate}.csv`)
      const lines: Record<string, string>[] = parse(readFileSync(await download.path()), { columns: true })
      assert.equal(lines.length, 1)
      assert.partialDeepStrictEqual(lines[0], {
        rrn: order.transaction.rrn,
        terminalId: 'ATM00101',
        amount: '102.50',
        accessFee: '2.50',
        maskedPan: '400001******0019',
        businessDate,
      })
    }
    // Today is open, and has no file yet.
    const { businessDate: today } = await institution('FI002')
    await open(`/business-days/FI002/${today}`)
    await page.getByText('The file is there once the day is closed.').waitFor()
    assert.equal(await buttons(page, 'Download'), 0)
  })
})

const MAC_KEY = '00112233445566778899AABBCCDDEEFF'

const LAKESIDE = {
  legalName: 'Lakeside Savings Bank, Inc.',
  displayName: 'Lakeside',
  type: 'BANK',
  countryCode: 'US',
  baseCurrency: 'USD',
  timezone: 'UTC',
}

function buttons(page: Page, name: string): Promise<number> {
  return page.getByRole('button', { name }).or(page.getByRole('link', { name })).count()
}

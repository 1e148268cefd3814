// The digital workbench: parties, accounts, and tokens from their issue to their redemption.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { withConsole } from '../support/console/console-browser.ts'
import { USD } from '../support/digital/digital-partner.ts'
import { until } from '../support/until.ts'
import {
  choose,
  chooseById,
  digitalWorkbench,
  fillDeposit,
  link,
  onboardInstitution,
  onboardUser,
  openAccount,
  state,
} from './digital-workbench.fixture.ts'

withConsole('the digital workbench', (console) => {
  const { other, partner, reserved, twoHolders, visit } = digitalWorkbench(console)

  // One visit for many: signing in takes longer than most of them.
  test('an operator', async (step) => {
    const { page, open } = await visit()

    await step.test('takes a bank from onboarding to a committed transfer to another', async () => {
      const payee = await partner.holder({
        institution: { name: 'Birch Cooperative', currencies: ['USD'] },
        user: { firstName: 'Bob', lastName: 'Birch' },
        account: { label: 'Receiving' },
      })
      await open('/digital/institutions')
      await page
        .getByRole('button', { name: 'Onboard an institution' })
        .or(link(page, 'Onboard an institution'))
        .first()
        .click()
      const payerBank = await onboardInstitution(page, 'Aster Savings')
      const payer = await onboardUser(page, open, 'Aster Savings', 'Ada', 'Aster')
      const payerAccount = await openAccount(page, open, 'Aster Savings', 'Ada Aster', 'Spending')
      await link(page, 'Issue').click()
      await fillDeposit(page, '500')
      await page.getByRole('button', { name: 'Issue the tokens' }).click()
      await page.getByText('Done and final').waitFor()
      await state(page, 'Issued')

      await open(`/digital/accounts/${payerAccount}`)
      await sameBalances(page, payerAccount, { asset: '500.00', available: '500.00', locked: '0.00', pending: '0.00' })

      await link(page, 'Transfer').click()
      await page.getByText('Available: 500.00 USD').waitFor()
      await page.getByLabel('Amount').fill('120.5')
      await choose(page, 'Beneficiary’s institution', 'Birch Cooperative')
      await choose(page, 'Beneficiary’s account', /Receiving/)
      await page.getByLabel('Beneficiary’s name').fill('Bob Birsh')
      await page.getByText('In two phases').click()
      await page.getByRole('button', { name: '1 day' }).click()
      await page.getByRole('button', { name: 'Check the beneficiary', exact: true }).click()
      await page.getByText('The name is close to that of the holder').waitFor()
      await page.getByRole('button', { name: 'Use the name Bob Birch' }).click()
      await page.getByRole('button', { name: 'Check the beneficiary', exact: true }).click()
      await page.getByText('The name is that of the holder').waitFor()
      await page.getByRole('button', { name: 'Send the transfer' }).click()

      await state(page, 'Reserved')
      assert.match(await page.getByRole('timer').innerText(), /^(23:59:\d\d|24:00:00)$/)
      const transfer = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      await open(`/digital/accounts/${payerAccount}`)
      await sameBalances(page, payerAccount, {
        asset: '500.00',
        available: '379.50',
        locked: '120.50',
        pending: '0.00',
      })
      await open(`/digital/accounts/${payee.accountId}`)
      await sameBalances(page, payee.accountId, { asset: '0.00', available: '0.00', locked: '0.00', pending: '120.50' })

      await open('/digital')
      await page.getByRole('table', { name: 'Open transfers' }).getByText('120.50').waitFor()
      await open(`/digital/movements/transfers/${transfer}`)
      await page.getByRole('button', { name: 'Commit' }).click()
      await page.getByRole('button', { name: 'Commit the transfer' }).click()
      await state(page, 'Committed')
      assert.equal((await partner.ok(`GET /interbank-transfers/${transfer}`)).state, 'COMMITTED')

      await open('/digital')
      await page.getByText('Every token is backed').first().waitFor()
      await samePosition(page, 'Aster Savings', payerBank, ['379.50', '379.50', '120.50', '0.00', '0.00'])
      await samePosition(page, 'Birch Cooperative', payee.institutionId, [
        '120.50',
        '120.50',
        '-120.50',
        '0.00',
        '0.00',
      ])
      await open(`/digital/users/${payer}`)
      await link(page, 'Spending').waitFor()
    })

    await step.test('sees what each side owes before a settlement is recorded', async () => {
      const { payer, payee } = await twoHolders(100)
      await partner.moved('/interbank-transfers', {
        tokenAmount: USD(30),
        digitalAssetAccount: { id: payer.accountId },
        beneficiary: { institutionId: payee.institutionId, digitalAssetAccount: { id: payee.accountId } },
      })
      await open('/digital-settlements/new')
      await chooseById(page, 'Payer', 'Alder Bank', payer.institutionId)
      await chooseById(page, 'Payee', 'Beech Bank', payee.institutionId)
      const owed = page.getByRole('status').filter({ hasText: 'What each side owes' })
      await owed.getByText(/^Alder Bank owes others .*30\.00/).waitFor()
      await owed.getByText(/^Beech Bank is owed .*30\.00/).waitFor()
      await choose(page, 'Currency', /^USD/)
      await owed.getByText(/^At most .*30\.00.* can be settled\.$/).waitFor()
      await owed.getByRole('button', { name: 'Use this amount' }).click()
      assert.match(await page.getByLabel('Amount').inputValue(), /^30/)
    })

    await step.test('cannot send a deposit before its account is known', async () => {
      const { payer } = await twoHolders(1)
      const held = Promise.withResolvers<void>()
      const isSearch = /\/api\/digital\/v1\/search/
      await page.route(isSearch, async (route) => {
        await held.promise
        await route.continue()
      })
      await open(`/digital/movements/deposits/new?account=${payer.accountId}`)
      await page.getByLabel('Amount').fill('5')
      const send = page.getByRole('button', { name: 'Issue the tokens' })
      assert.equal(await send.isDisabled(), true)
      await page.getByLabel('Amount').press('Enter')
      held.resolve()
      await page.getByText('are taken from the linked account').waitFor()
      await send.click()
      await state(page, 'Issued')
      await page.unroute(isSearch)
    })

    await step.test('counts down to the expiry of a transfer and shows it by itself', async () => {
      const { payer, payee } = await twoHolders(100)
      const expired = page.getByText('The transfer expired')
      // On a busy machine a transfer may have expired before its page is drawn: the next one has more time.
      for (let seconds = 5; ; seconds *= 3) {
        await open(`/digital/movements/transfers/new?account=${payer.accountId}`)
        await page.getByText('Available: 100.00 USD').waitFor()
        await page.getByLabel('Amount').fill('30')
        await chooseById(page, 'Beneficiary’s institution', 'Beech Bank', payee.institutionId)
        await choose(page, 'Beneficiary’s account', /Beech account/)
        await page.getByText('In two phases').click()
        await page.getByLabel('Seconds until it expires').fill(String(seconds))
        await page.getByRole('button', { name: 'Check the beneficiary', exact: true }).click()
        await page.getByRole('button', { name: 'Send the transfer' }).click()
        const shown = await page.getByRole('timer').or(expired).first().innerText()
        await expired.waitFor()
        const [, left] = /^0:(\d\d)$/.exec(shown) ?? []
        if (left === undefined) continue
        assert.ok(Number(left) <= seconds, shown)
        break
      }
      await state(page, 'Expired')
      await page.getByText('No one committed it before').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Commit' }).count(), 0)
      assert.deepEqual(await partner.balances(payer.accountId), { asset: 100, available: 100, locked: 0, pending: 0 })
    })

    await step.test('shows what a frozen account does not allow, and why a transfer is refused', async () => {
      const { payer, payee } = await twoHolders(40)
      await open(`/digital/accounts/${payer.accountId}`)
      await page.getByRole('button', { name: 'Freeze' }).click()
      await page.getByLabel('Reason').fill('Court order')
      await page.getByRole('button', { name: 'Freeze the account' }).click()
      await page.getByText('This account is frozen').waitFor()
      await page.getByText('Nothing leaves: No transfers out and no redemptions.').waitFor()
      await state(page, 'Frozen')
      assert.equal(await link(page, 'Transfer').count(), 0)

      await open(`/digital/movements/transfers/new?account=${payer.accountId}`)
      await page.getByLabel('Amount').fill('10')
      await chooseById(page, 'Beneficiary’s institution', 'Beech Bank', payee.institutionId)
      await choose(page, 'Beneficiary’s account', /Beech account/)
      await page.getByRole('button', { name: 'Check the beneficiary', exact: true }).click()
      await page.getByRole('button', { name: 'Send the transfer' }).click()
      await page.getByText('The account is frozen, and its restrictions forbid this.').waitFor()
      assert.equal(await page.getByLabel('Amount').inputValue(), '10')

      await open(`/digital/accounts/${payer.accountId}`)
      await page.getByRole('button', { name: 'Unfreeze' }).click()
      await page.getByLabel('Reason').fill('Lifted')
      await page.getByRole('dialog').getByRole('button', { name: 'Unfreeze' }).click()
      await state(page, 'Active')
    })

    await step.test('redeems tokens, and asks which account is meant when several could be', async () => {
      const first = await partner.holder({
        institution: { currencies: ['SEK'] },
        account: { currency: 'SEK', label: 'North' },
      })
      const second = await partner.holder({
        institutionId: first.institutionId,
        account: { currency: 'SEK', label: 'South' },
      })
      await partner.moved('/tokenized-deposits', {
        tokenAmount: { ...USD(90), currency: 'SEK' },
        digitalAssetAccount: { id: second.accountId },
      })
      await open('/digital/movements/redemptions/new')
      await page.getByText('Let the gateway find it').click()
      await choose(page, 'Currency', /^SEK/)
      await page.getByLabel('Amount').fill('40')
      await page.getByRole('button', { name: 'Redeem the tokens' }).click()
      await page.getByText('Which account is meant?').waitFor()
      await page.getByRole('button', { name: 'Take this one: South' }).click()
      await page.getByText('Available: 90.00 SEK').waitFor()
      await page.getByRole('button', { name: 'Redeem the tokens' }).click()
      await state(page, 'Completed')
      await page.getByText('The request named it').waitFor()
      assert.equal((await partner.balances(second.accountId)).asset, 50)
    })

    await step.test(
      'suspends an institution, says what that stops, and refuses to offboard it with tokens',
      async () => {
        const { payer } = await twoHolders(10)
        await open(`/digital/institutions/${payer.institutionId}`)
        await page.getByRole('button', { name: 'Suspend' }).click()
        await page.getByText('customers can still redeem their tokens').waitFor()
        await page.getByLabel('Reason').fill('Under review')
        await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
        await state(page, 'Suspended')
        await page.getByRole('button', { name: 'Offboard' }).click()
        await page.getByLabel('Reason').fill('Leaves')
        await page.getByRole('dialog').getByRole('button', { name: 'Offboard' }).click()
        await page.getByText('Something is still open').waitFor()
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
        await page.getByRole('button', { name: 'Lift the suspension' }).click()
        await page.getByLabel('Reason').fill('Reviewed')
        await page.getByRole('dialog').getByRole('button', { name: 'Lift the suspension' }).click()
        await state(page, 'Active')
      },
    )

    await step.test('changes an account, reads its statement, and gives tokens back', async () => {
      const { payer, payee } = await twoHolders(100)
      const { id } = await partner.moved('/interbank-transfers', {
        tokenAmount: USD(30),
        digitalAssetAccount: { id: payer.accountId },
        beneficiary: { institutionId: payee.institutionId, digitalAssetAccount: { id: payee.accountId } },
      })
      await open(`/digital/movements/transfers/${id}`)
      await page.getByRole('button', { name: 'Return', exact: true }).click()
      await page.getByLabel('Tokens (USD)').fill('12.5')
      await page.getByRole('button', { name: 'Return the tokens' }).click()
      await link(page, 'Another transfer').click()
      await page.getByRole('heading', { name: 'Transfer of 30.00', level: 1 }).waitFor()
      await page.getByText('12.50').waitFor()
      assert.equal((await partner.ok(`GET /interbank-transfers/${id}`)).returned, 12.5)

      await open(`/digital/accounts/${payer.accountId}`)
      const statement = page.getByRole('table', { name: 'Statement' })
      await statement.getByText('82.50').waitFor()
      await page.getByRole('button', { name: 'Change', exact: true }).click()
      await page.getByLabel('Label').fill('Renamed')
      await page.getByLabel('Linked account').fill('ANOTHER-1')
      await page.getByRole('button', { name: 'Change the account' }).click()
      await page.getByText('ANOTHER-1').first().waitFor()
      await page.getByRole('heading', { name: 'Renamed' }).waitFor()

      await open(`/digital/institutions/${payer.institutionId}`)
      await page.getByRole('button', { name: 'Add currencies' }).click()
      await choose(page, 'Currencies', /^CHF/)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Add to the institution' }).click()
      await page.getByText('USD, EUR, CHF', { exact: true }).waitFor()
      await page.getByRole('table', { name: 'Token accounts' }).getByText('82.50').waitFor()
    })

    await step.test('names the fields that the gateway refuses', async () => {
      await open('/digital/institutions/new')
      await page.getByLabel('BIC').fill('NOPE')
      await page.getByRole('button', { name: 'Onboard the institution' }).click()
      await page.getByText('Must be a BIC of 8 or 11 characters').waitFor()
      await page.getByText('Must be an ISO 3166 country code such as US').waitFor()
      assert.equal(await page.getByLabel('BIC').getAttribute('aria-invalid'), 'true')
    })

    // The last one: it chooses another partner.
    await step.test('offers the decision only to the side that may take it', async () => {
      const payee = await other.holder({ institution: { name: 'Faraway Bank' } })
      const { payer } = await twoHolders(100)
      const { id } = await reserved({ payer, payee }, { committer: 'PAYEE' })
      await open(`/digital/movements/transfers/${id}`)
      await page.getByText('The decision is for the payee’s side.').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Abort' }).count(), 0)
      await choose(page, 'Partner', /PARTNER02/)
      await page.getByRole('button', { name: 'Abort' }).waitFor()
      await page.getByText('Shown to the payer’s partner only').waitFor()
      await page.getByRole('button', { name: 'Commit' }).click()
      await page.getByRole('button', { name: 'Commit the transfer' }).click()
      await state(page, 'Committed')
    })
  })

  /** The page shows these balances, and the gateway tells the same. */
  async function sameBalances(
    page: Page,
    accountId: string,
    expected: Readonly<Record<string, string>>,
  ): Promise<void> {
    for (const [figure, text] of Object.entries(expected))
      await page.locator(`[data-balance="${figure}"]`).getByText(text, { exact: false }).waitFor()
    const told = await partner.balances(accountId)
    assert.deepEqual(
      expected,
      Object.fromEntries(Object.keys(expected).map((figure) => [figure, Number(told[figure]).toFixed(2)])),
    )
  }

  async function samePosition(page: Page, name: string, institutionId: string, expected: string[]): Promise<void> {
    const cells = page.getByRole('table', { name: `Positions of ${name}` }).locator('[data-figure]')
    await until(
      async () => {
        const texts = await cells.allInnerTexts()
        return texts.map((text) => text.replace(/\s*USD$/, '')).join() === expected.join()
      },
      `positions of ${name}: ${expected.join(', ')}`,
    )
    const { supply, backing, owed, reserved: held, unclaimed } = await partner.position(institutionId)
    assert.deepEqual(
      [supply, backing, owed, held, unclaimed].map((amount: number) => amount.toFixed(2)),
      expected,
    )
  }
})

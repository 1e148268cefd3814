// Lookups and balance inquiries: they move nothing and are never deduplicated.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BalanceInquiry } from '../../core/core.ts'
import { isApproved } from '../../core/outcome.ts'
import { type ChannelClient, figuresOf } from './channel-client.ts'

type Asked = [
  code: string,
  why: string,
  asked: (desk: ChannelClient) => Omit<BalanceInquiry, 'accountId'> & { accountId?: string },
]

// Reasons that decline both an inquiry and a lookup.
const DECLINES: readonly Asked[] = [
  [
    '912',
    'a suspended institution',
    (desk) => {
      const { institutionId, terminalId } = desk.at.suspended
      return { ...desk.asked(), institutionId, terminalId, pan: desk.at.card.pan }
    },
  ],
  ['940', 'an unknown terminal', (desk) => ({ ...withCard(desk), terminalId: 'NO-SUCH-TERMINAL' })],
  ['120', 'an inactive terminal', (desk) => ({ ...withCard(desk), terminalId: desk.at.terminals.inactive })],
  ['111', 'a card number that is none', (desk) => ({ ...desk.asked(), pan: '4000000000000011' })],
  ['118', 'an unknown card', (desk) => ({ ...desk.asked(), pan: '4999999999999996' })],
]

export function inquiriesConform(atDesk: () => ChannelClient): void {
  lookupsListAccounts(atDesk)
  inquiriesShowBalances(atDesk)
  declinesAreShared(atDesk)
}

function lookupsListAccounts(atDesk: () => ChannelClient): void {
  test('a lookup lists the accounts of a card: checking, savings, loan', async () => {
    const desk = atDesk()
    const outcome = await desk.channel.lookUpAccounts({ ...desk.asked(), pan: desk.at.card.pan })
    assert.ok('accounts' in outcome)
    assert.deepEqual(
      outcome.accounts.map((account) => account.id),
      desk.at.card.accountIds,
    )
    assert.deepEqual(
      outcome.accounts.map((account) => account.accountType),
      ['DDA', 'SDA', 'LOAN'],
    )
    for (const account of outcome.accounts) {
      assert.notEqual(account.description, '')
      assert.match(account.txnCapability, /^\d{2}$/)
    }
  })

  test('a lookup without a card lists the accounts of a customer, the same ones in the same order', async () => {
    const desk = atDesk()
    const { pan, customerId } = desk.at.card
    const byCard = await desk.channel.lookUpAccounts({ ...desk.asked(), pan })
    assert.deepEqual(await desk.channel.lookUpAccounts({ ...desk.asked(), customerId }), byCard)
  })

  test('a lookup of an unknown customer finds no account', async () => {
    const desk = atDesk()
    assert.deepEqual(await desk.channel.lookUpAccounts({ ...desk.asked(), customerId: 'NOBODY' }), { code: '114' })
  })

  test('an account id from a lookup is one that orders take', async () => {
    const desk = atDesk()
    const outcome = await desk.channel.lookUpAccounts({ ...desk.asked(), pan: desk.at.card.pan })
    assert.ok('accounts' in outcome)
    const [checking] = outcome.accounts
    await desk.approve(desk.cashDeposit(checking?.id ?? '', 1_000n, { pan: desk.at.card.pan }))
  })
}

function inquiriesShowBalances(atDesk: () => ChannelClient): void {
  test('an inquiry shows the balances, an authorization id and the branch', async () => {
    const desk = atDesk()
    const outcome = await desk.channel.inquireBalance({ ...desk.asked(), accountId: desk.at.newAccount() })
    assert.ok(isApproved(outcome))
    assert.match(outcome.authId, /^[0-9A-Z]{6}$/)
    assert.notEqual(outcome.branch?.id, '')
    assert.deepEqual(figuresOf(outcome.balances), {
      currency: desk.at.currency,
      availableMinor: desk.at.openingMinor,
      balanceMinor: desk.at.openingMinor,
    })
  })

  test('an inquiry on a loan shows what is due and when', async () => {
    const desk = atDesk()
    const { paymentDue, balanceMinor, availableMinor } = await desk.balances(desk.at.card.accountIds[2])
    assert.match(paymentDue?.dueDate ?? '', /^\d{8}$/)
    assert.ok(balanceMinor > 0n)
    assert.equal(availableMinor, 0n)
  })

  test('an inquiry is allowed on an account that allows nothing else', async () => {
    const desk = atDesk()
    assert.ok((await desk.balances(desk.at.accounts.inquiryOnly)).balanceMinor > 0n)
  })

  test('an inquiry repeated under the same RRN is answered afresh', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const inquiry = { ...desk.asked(), accountId: account }
    await desk.channel.inquireBalance(inquiry)
    await desk.approve(desk.billPayment(account, 1_000n, { rrn: inquiry.rrn }))
    const outcome = await desk.channel.inquireBalance(inquiry)
    assert.ok(isApproved(outcome))
    assert.equal(outcome.balances.balanceMinor, desk.at.openingMinor - 1_000n)
  })

  const ACCOUNTS: [
    code: string,
    why: string,
    asked: (desk: ChannelClient) => Pick<BalanceInquiry, 'accountId' | 'pan'>,
  ][] = [
    ['114', 'an unknown account', () => ({ accountId: 'NO-SUCH-ACCOUNT' })],
    ['114', 'another card’s account', (desk) => ({ accountId: desk.at.newAccount(), pan: desk.at.card.pan })],
    ['114', 'another institution’s account', (desk) => ({ accountId: desk.at.withoutCardless.accountId })],
    ['182', 'a frozen account', (desk) => ({ accountId: desk.at.accounts.frozen })],
    ['182', 'a closed account', (desk) => ({ accountId: desk.at.accounts.closed })],
  ]
  for (const [code, why, asked] of ACCOUNTS) {
    test(`${code}: an inquiry on ${why}`, async () => {
      const desk = atDesk()
      assert.deepEqual(await desk.channel.inquireBalance({ ...desk.asked(), ...asked(desk) }), { code })
    })
  }
}

function declinesAreShared(atDesk: () => ChannelClient): void {
  for (const [code, why, asked] of DECLINES) {
    test(`${code}: a lookup with ${why}`, async () => {
      const desk = atDesk()
      assert.deepEqual(await desk.channel.lookUpAccounts(asked(desk)), { code })
    })

    test(`${code}: an inquiry with ${why}`, async () => {
      const desk = atDesk()
      const [accountId] = desk.at.card.accountIds
      assert.deepEqual(await desk.channel.inquireBalance({ accountId, ...asked(desk) }), { code })
    })
  }

  test('a useless card declines a lookup and an inquiry with its own code', async () => {
    const desk = atDesk()
    for (const { pan, code } of desk.at.uselessCards) {
      assert.deepEqual(await desk.channel.lookUpAccounts({ ...desk.asked(), pan }), { code })
      const accountId = desk.at.newAccount()
      assert.deepEqual(await desk.channel.inquireBalance({ ...desk.asked(), pan, accountId }), { code })
    }
  })
}

function withCard(desk: ChannelClient) {
  return { ...desk.asked(), pan: desk.at.card.pan }
}

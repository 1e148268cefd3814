// Approvals: each operation moves exactly what it says, and its answer shows the resulting balances.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '../../core/core.ts'
import type { Sent } from '../channel.ts'
import { type ChannelClient, figuresOf, outcomeIn } from './channel-client.ts'

interface Case {
  readonly title: string
  /** The order, given an account of its own to act on. */
  order(desk: ChannelClient, accountId: string): Sent<Order>
  readonly balance: bigint
  readonly available: bigint
}

const MOVES: readonly Case[] = [
  {
    title: 'a cash withdrawal debits the amount',
    order: (desk, account) => desk.withdrawal(account, 6000n),
    balance: -6000n,
    available: -6000n,
  },
  {
    title: 'an access fee is part of the amount and not added to it',
    order: (desk, account) => desk.withdrawal(account, 6250n, { accessFeeMinor: 250n }),
    balance: -6250n,
    available: -6250n,
  },
  {
    title: 'a cardless withdrawal debits the amount',
    order: (desk, account) => desk.cardless(account, 4000n),
    balance: -4000n,
    available: -4000n,
  },
  {
    title: 'a cash deposit is available at once',
    order: (desk, account) => desk.cashDeposit(account, 12_345n),
    balance: 12_345n,
    available: 12_345n,
  },
  {
    title: 'a check deposit raises the balance by its total and availability by the derived total',
    order: (desk, account) => desk.checkDeposit(account, 10_000n, 2_500n),
    balance: 10_000n,
    available: 2_500n,
  },
  {
    title: 'a check deposit that is available in full holds nothing',
    order: (desk, account) => desk.checkDeposit(account, 10_000n, 10_000n),
    balance: 10_000n,
    available: 10_000n,
  },
  {
    title: 'a mixed deposit makes its cash and the derived total available',
    order: (desk, account) => desk.checkDeposit(account, 10_000n, 0n, 3_000n),
    balance: 13_000n,
    available: 3_000n,
  },
  {
    title: 'a transfer debits the source',
    order: (desk, account) => desk.transfer(account, desk.at.newAccount(), 7_777n),
    balance: -7_777n,
    available: -7_777n,
  },
  {
    title: 'a bill payment debits the amount',
    order: (desk, account) => desk.billPayment(account, 8_801n),
    balance: -8_801n,
    available: -8_801n,
  },
]

export function postingsConform(atDesk: () => ChannelClient): void {
  for (const { title, order: orderOf, balance, available } of MOVES) {
    test(title, async () => {
      const desk = atDesk()
      const account = desk.at.newAccount()
      const { openingMinor } = desk.at
      const outcome = await desk.approve(orderOf(desk, account))
      const after = { balanceMinor: openingMinor + balance, availableMinor: openingMinor + available }
      assert.deepEqual(await desk.balances(account), after)
      assert.deepEqual(figuresOf(outcome.balances), { currency: desk.at.currency, ...after })
      assert.match(outcome.authId, /^[0-9A-Z]{6}$/)
      assert.match(outcome.businessDate, /^\d{8}$/)
      assert.notEqual(outcome.branch?.id, '')
    })
  }

  test('a transfer credits the destination what it debits the source, and shows both', async () => {
    const desk = atDesk()
    const [from, to] = [desk.at.newAccount(), desk.at.newAccount()]
    const outcome = await desk.approve(desk.transfer(from, to, 7_777n))
    assert.deepEqual(await desk.balances(to), {
      balanceMinor: desk.at.openingMinor + 7_777n,
      availableMinor: desk.at.openingMinor + 7_777n,
    })
    assert.equal(outcome.balances.balanceMinor, desk.at.openingMinor - 7_777n)
    assert.equal(outcome.beneficiaryBalances?.balanceMinor, desk.at.openingMinor + 7_777n)
  })

  test('a transfer to a loan is a payment: what is owed and what is due next go down', async () => {
    const desk = atDesk()
    const [, , loan] = desk.at.card.accountIds
    const before = await desk.balances(loan)
    assert.ok(before.paymentDue !== undefined && before.paymentDue.amountMinor > 1_000n)
    assert.equal(before.availableMinor, 0n)
    const outcome = await desk.approve(desk.transfer(desk.at.newAccount(), loan, 1_000n))
    const after = {
      balanceMinor: before.balanceMinor - 1_000n,
      availableMinor: 0n,
      paymentDue: { ...before.paymentDue, amountMinor: before.paymentDue.amountMinor - 1_000n },
    }
    assert.deepEqual(await desk.balances(loan), after)
    assert.ok(outcome.beneficiaryBalances)
    assert.deepEqual(figuresOf(outcome.beneficiaryBalances), { currency: desk.at.currency, ...after })
  })

  test('an order with a card may act on the accounts of that card', async () => {
    const desk = atDesk()
    const { pan, accountIds } = desk.at.card
    await desk.approve(desk.withdrawal(accountIds[0], desk.at.terminals.noteMinor, { pan }))
  })

  test('the whole balance can be withdrawn, and not one unit more', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    await desk.approve(desk.billPayment(account, desk.at.openingMinor - 5_000n))
    await desk.decline(desk.billPayment(account, 5_001n), '110')
    await desk.approve(desk.billPayment(account, 5_000n))
    assert.deepEqual(await desk.balances(account), { balanceMinor: 0n, availableMinor: 0n })
  })

  test('concurrent orders all take effect, and their authorization ids are all different', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const orders = Array.from({ length: 12 }, (_, i) =>
      i % 2 === 0 ? desk.withdrawal(account, 1_000n) : desk.cashDeposit(account, 3_000n),
    )
    const answers = await Promise.all(orders.map((order) => desk.send(order)))
    assert.deepEqual(new Set(answers.map((answer) => answer.code)), new Set(['000']))
    const authIds = answers.map((answer) => {
      const outcome = outcomeIn(answer)
      return 'authId' in outcome ? outcome.authId : undefined
    })
    assert.equal(new Set(authIds).size, orders.length)
    assert.equal((await desk.balances(account)).balanceMinor, desk.at.openingMinor + 6n * 2_000n)
  })

  test('orders that together exceed the funds are approved as far as the funds reach', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    await desk.approve(desk.billPayment(account, desk.at.openingMinor - 5_500n))
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk.send(desk.billPayment(account, 1_000n))))
    const codes = answers.map((answer) => answer.code).sort()
    assert.deepEqual(codes, [...Array(5).fill('000'), ...Array(5).fill('110')])
    assert.equal((await desk.balances(account)).balanceMinor, 500n)
  })

  test('the probe succeeds', () => atDesk().channel.probe())
}

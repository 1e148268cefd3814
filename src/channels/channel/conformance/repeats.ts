// The permanent identity of an order is its RRN within institution and partner. Repeated, it is answered with the same
// bytes; with other content it is a duplicate; sent many times at once, it is posted once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '../../core/core.ts'
import type { Sent } from '../channel.ts'
import type { ChannelClient } from './channel-client.ts'

type Kind = [title: string, order: (desk: ChannelClient, account: string, rrn?: { rrn: string }) => Sent<Order>]

const KINDS: readonly Kind[] = [
  ['a cash withdrawal', (desk, account, rrn) => desk.withdrawal(account, 2_000n, rrn)],
  ['a cardless withdrawal', (desk, account, rrn) => desk.cardless(account, 2_000n, rrn)],
  ['a deposit', (desk, account, rrn) => desk.cashDeposit(account, 2_000n, rrn)],
  ['a transfer', (desk, account, rrn) => desk.transfer(account, desk.at.card.accountIds[1], 2_000n, rrn)],
  ['a bill payment', (desk, account, rrn) => desk.billPayment(account, 2_000n, rrn)],
]

export function repeatsConform(atDesk: () => ChannelClient): void {
  for (const [title, orderOf] of KINDS) {
    test(`${title} sent again is answered with the same bytes and posted once`, async () => {
      const desk = atDesk()
      const account = desk.at.newAccount()
      const order = orderOf(desk, account)
      const first = await desk.send(order)
      assert.equal(first.code, '000')
      // Another order in between, so that a newly made answer would show another balance.
      await desk.approve(desk.cashDeposit(account, 100n))
      const moved = await desk.moved([account], async () => {
        for (let i = 0; i < 3; i++) assert.deepEqual(await desk.send(order), { ...first, replayed: true })
      })
      assert.deepEqual(moved, [[0n, 0n]])
    })

    test(`${title} of a used RRN with other content is a duplicate and moves nothing`, async () => {
      const desk = atDesk()
      const account = desk.at.newAccount()
      const order = orderOf(desk, account)
      const first = await desk.send(order)
      const other = desk.billPayment(account, 4_444n, { rrn: order.rrn })
      assert.deepEqual(
        await desk.moved([account], async () => {
          await desk.decline(other, '913')
          await desk.decline(other, '913')
        }),
        [[0n, 0n]],
      )
      assert.deepEqual(await desk.send(order), { ...first, replayed: true })
    })

    test(`${title} sent many times at once is posted once, with one answer for all`, async () => {
      const desk = atDesk()
      const account = desk.at.newAccount()
      const order = orderOf(desk, account)
      const single = await desk.moved([account], () => desk.send(orderOf(desk, account)))
      const moved = await desk.moved([account], async () => {
        const answers = await Promise.all(Array.from({ length: 25 }, () => desk.send(order)))
        assert.equal(new Set(answers.map((answer) => answer.reply)).size, 1)
        assert.equal(answers.filter((answer) => !answer.replayed).length, 1)
      })
      assert.deepEqual(moved, single)
    })
  }

  test('two contents of one RRN at once: one is posted, the other is a duplicate', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const one = desk.billPayment(account, 1_000n)
    const other = desk.billPayment(account, 3_000n, { rrn: one.rrn })
    const answers = await Promise.all([one, other, one, other].map((order) => desk.send(order)))
    const [first, second] = answers
    assert.deepEqual([first?.code, second?.code].sort(), ['000', '913'])
    const taken = first?.code === '000' ? 1_000n : 3_000n
    assert.equal((await desk.balances(account)).balanceMinor, desk.at.openingMinor - taken)
  })

  test('the same RRN of another partner is another order', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const order = desk.billPayment(account, 1_000n)
    await desk.approve(order)
    await desk.approve({ ...order, partnerId: desk.at.partnerIds[1] })
    assert.equal((await desk.balances(account)).balanceMinor, desk.at.openingMinor - 2_000n)
  })

  test('the same RRN at another institution is another order', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const order = desk.billPayment(account, 1_000n)
    await desk.approve(order)
    const { institutionId, terminalId, accountId } = desk.at.withoutCardless
    await desk.approve(desk.cashDeposit(accountId, 500n, { rrn: order.rrn, institutionId, terminalId }))
  })

  test('a decline is replayed too, even when the order would now be approved', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const order = desk.billPayment(account, desk.at.openingMinor + 1n)
    await desk.decline(order, '110')
    await desk.approve(desk.cashDeposit(account, 1_000n))
    const again = await desk.send(order)
    assert.deepEqual([again.code, again.replayed], ['110', true])
  })
}

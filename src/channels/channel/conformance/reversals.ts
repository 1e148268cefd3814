// Reversals: they find their original, reverse no more than it moved, and do so once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import type { DepositOrder, Order, ReversalOrder, TransferOrder } from '../../core/core.ts'
import type { Sent } from '../channel.ts'
import type { ChannelClient } from './channel-client.ts'

// A valid number that no test core issues.
const UNKNOWN_PAN = '4999999999999996'

type OrderOf = (desk: ChannelClient, account: string) => Sent<Order>

const ORIGINALS: readonly (readonly [title: string, orderOf: OrderOf])[] = [
  ['a cash withdrawal', (desk, account) => desk.withdrawal(account, 6_000n)],
  ['a cash withdrawal with a fee', (desk, account) => desk.withdrawal(account, 6_250n, { accessFeeMinor: 250n })],
  ['a cash deposit', (desk, account) => desk.cashDeposit(account, 6_000n)],
  ['a check deposit', (desk, account) => desk.checkDeposit(account, 6_000n, 1_000n)],
  ['a mixed deposit', (desk, account) => desk.checkDeposit(account, 4_000n, 1_000n, 2_000n)],
  ['a transfer', (desk, account) => desk.transfer(account, desk.at.newAccount(), 6_000n)],
]

export function reversalsConform(atDesk: () => ChannelClient): void {
  for (const [title, orderOf] of ORIGINALS) ordersAreTakenBack(title, orderOf, atDesk)
  originalIsFound(atDesk)
  balancesAreRestored(atDesk)
  repeatsAreRecognised(atDesk)
  refusalsMoveNothing(atDesk)
}

function ordersAreTakenBack(title: string, orderOf: OrderOf, atDesk: () => ChannelClient): void {
  test(`${title} is reversed in full, however it is named`, async () => {
    const desk = atDesk()
    for (const name of ['authId', 'rrn', 'nothing'] as const) {
      const account = desk.at.newAccount()
      const order = orderOf(desk, account)
      const accounts =
        'beneficiaryAccountId' in order ? [account, (order as TransferOrder).beneficiaryAccountId] : [account]
      const moved = await desk.moved(accounts, async () => {
        const { authId } = await desk.approve(order)
        const named = { authId: { authId }, rrn: { rrn: order.rrn }, nothing: {} }[name]
        await desk.approve(desk.reversal(order, named))
      })
      assert.deepEqual(
        moved,
        accounts.map(() => [0n, 0n]),
      )
    }
  })

  test(`${title} is taken back in parts until nothing is left`, async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const order = orderOf(desk, account)
    const before = await desk.balances(account)
    const { authId } = await desk.approve(order)
    const rest = order.amount.minor - 2_500n
    await desk.approve(desk.reversal(order, { authId, part: 1_000n }))
    await desk.approve(desk.reversal(order, { authId, part: 1_500n }))
    await desk.decline(desk.reversal(order, { authId, part: rest + 1n }), '483')
    await desk.approve(desk.reversal(order, { authId, part: rest }))
    await desk.decline(desk.reversal(order, { authId, part: 1n }), '480')
    await desk.decline(desk.reversal(order), '480')
    assert.deepEqual(await desk.balances(account), before)
  })

  test(`${title} reversed many times at once is taken back once`, async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const order = orderOf(desk, account)
    const before = await desk.balances(account)
    const { authId } = await desk.approve(order)
    const reversal = desk.reversal(order, { authId })
    const others = Array.from({ length: 5 }, () => desk.reversal(order, { authId }))
    const answers = await Promise.all([reversal, reversal, ...others].map((one) => desk.send(one)))
    const [first, copy] = answers
    assert.equal(first?.reply, copy?.reply)
    const taken = new Set(answers.filter((answer) => answer.code === '000').map((answer) => answer.reply))
    assert.equal(taken.size, 1)
    assert.deepEqual(new Set(answers.map((answer) => answer.code)), new Set(['000', '480']))
    assert.deepEqual(await desk.balances(account), before)
  })

  test(`${title} that arrives after its reversal moves nothing`, async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const order = orderOf(desk, account)
    const moved = await desk.moved([account], async () => {
      await desk.decline(desk.reversal(order, { rrn: order.rrn, part: order.amount.minor + 1n }), '483')
      await desk.approve(desk.reversal(order, { rrn: order.rrn }))
      await desk.decline(desk.reversal(order, { rrn: order.rrn }), '480')
      await desk.decline(order, '485')
      const again = await desk.send(order)
      assert.deepEqual([again.code, again.replayed], ['485', true])
      await desk.decline(desk.reversal(order, { rrn: order.rrn }), '484')
    })
    assert.deepEqual(moved, [[0n, 0n]])
  })

  test(`${title} is not reversed for a card that is invalid, unknown, or another account’s`, async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const order = orderOf(desk, account)
    const { authId } = await desk.approve(order)
    for (const [code, pan] of [
      ['111', '4000000000000011'],
      ['118', UNKNOWN_PAN],
      ['114', desk.at.card.pan],
    ] as const) {
      await desk.decline({ ...desk.reversal(order, { authId }), pan }, code)
    }
    await desk.approve({ ...desk.reversal(order, { authId }), terminalId: desk.at.terminals.inactive })
  })
}

function originalIsFound(atDesk: () => ChannelClient): void {
  test('a reversal that names no original takes the newest of that amount that is not reversed', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const [older, newer, other] = [6_000n, 6_000n, 7_000n].map((minor) => desk.withdrawal(account, minor))
    assert.ok(older !== undefined && newer !== undefined && other !== undefined)
    const { authId } = await desk.approve(older)
    await desk.approve(newer)
    await desk.approve(other)
    await desk.approve(desk.reversal(older))
    await desk.decline(desk.reversal(newer, { rrn: newer.rrn }), '480')
    await desk.approve(desk.reversal(older, { authId }))
    await desk.decline(desk.reversal(older), '480')
    assert.equal((await desk.balances(account)).balanceMinor, desk.at.openingMinor - 7_000n)
  })

  const NOT_FOUND: [why: string, change: (order: Sent<Order>, desk: ChannelClient) => Sent<Order>][] = [
    ['of another amount', (order) => ({ ...order, amount: { ...order.amount, minor: order.amount.minor + 1n } })],
    ['of another account', (order, desk) => ({ ...order, accountId: desk.at.newAccount() })],
    ['of another type', (order) => ({ ...order, type: 'CASHDEPOSIT' })],
  ]
  for (const [why, change] of NOT_FOUND) {
    test(`914: an original ${why} is not the one that was named`, async () => {
      const desk = atDesk()
      const account = desk.at.newAccount()
      const order = desk.withdrawal(account, 6_000n)
      const { authId } = await desk.approve(order)
      const other = change(order, desk)
      await desk.decline(desk.reversal(other, { authId }), '914')
      await desk.decline(desk.reversal(other, { rrn: order.rrn }), '914')
      await desk.decline(desk.reversal(other), '914')
      assert.equal((await desk.balances(account)).balanceMinor, desk.at.openingMinor - 6_000n)
    })
  }

  test('914: an unknown authorization id, alone, names nothing', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    await desk.decline(desk.reversal(desk.withdrawal(account, 6_000n), { authId: 'ZZZZZZ' }), '914')
  })

  test('914: another destination than the transfer’s', async () => {
    const desk = atDesk()
    const order = desk.transfer(desk.at.newAccount(), desk.at.newAccount(), 6_000n)
    const { authId } = await desk.approve(order)
    await desk.decline(desk.reversal({ ...order, beneficiaryAccountId: desk.at.newAccount() }, { authId }), '914')
  })

  test('914: there are no reversals of reversals', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const order = desk.withdrawal(account, 6_000n)
    const { authId } = await desk.approve(order)
    const reversal = desk.reversal(order, { authId })
    const taken = await desk.approve(reversal)
    await desk.decline(desk.reversal(order, { authId: taken.authId }), '914')
    await desk.decline(desk.reversal(order, { rrn: reversal.rrn }), '914')
  })
}

function balancesAreRestored(atDesk: () => ChannelClient): void {
  test('the access fee comes back with the whole amount and not with a part of it', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const order = desk.withdrawal(account, 10_250n, { accessFeeMinor: 250n })
    const { authId } = await desk.approve(order)
    await desk.approve(desk.reversal(order, { authId, part: 10_000n }))
    await desk.decline(desk.reversal(order, { authId, part: 100n }), '483')
    assert.equal((await desk.balances(account)).balanceMinor, desk.at.openingMinor - 250n)
    await desk.approve(desk.reversal(order, { authId, part: 250n }))
    assert.equal((await desk.balances(account)).balanceMinor, desk.at.openingMinor)
  })

  // A deposit of 100.00 in checks makes 30.00 available at once: the held part is reversed first.
  const HELD: [part: bigint, balance: bigint, available: bigint][] = [
    [4_000n, 6_000n, 3_000n],
    [7_000n, 3_000n, 3_000n],
    [8_000n, 2_000n, 2_000n],
    [10_000n, 0n, 0n],
  ]
  for (const [part, balance, available] of HELD) {
    test(`taking back ${part} of a held check deposit leaves ${balance}, of which ${available} are available`, async () => {
      const desk = atDesk()
      const account = desk.at.newAccount()
      const order: Sent<DepositOrder> = desk.checkDeposit(account, 10_000n, 3_000n)
      const moved = await desk.moved([account], async () => {
        const { authId } = await desk.approve(order)
        await desk.approve(desk.reversal(order, { authId, part }))
      })
      assert.deepEqual(moved, [[balance, available]])
    })
  }

  test('a reversed loan payment is owed and due again', async () => {
    const desk = atDesk()
    const [, , loan] = desk.at.card.accountIds
    const before = await desk.balances(loan)
    const order = desk.transfer(desk.at.newAccount(), loan, 1_000n)
    const { authId } = await desk.approve(order)
    await desk.approve(desk.reversal(order, { authId }))
    assert.deepEqual(await desk.balances(loan), before)
  })

  test('reversed cash does not count against the daily limits', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const { perTransactionMinor: most, perDayMinor } = desk.at.limits
    for (let taken = 0n; taken < perDayMinor; taken += most) {
      const order = desk.withdrawal(account, most)
      const { authId } = await desk.approve(order)
      await desk.approve(desk.reversal(order, { authId }))
    }
    await desk.approve(desk.withdrawal(account, most))
  })
}

function repeatsAreRecognised(atDesk: () => ChannelClient): void {
  test('a reversal sent again after a timeout is answered with the same bytes and taken back once', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const order = desk.withdrawal(account, 6_000n)
    const { authId } = await desk.approve(order)
    const reversal = desk.reversal(order, { authId, part: 2_000n })
    const first = await desk.send(reversal)
    assert.deepEqual(await desk.send(reversal), { ...first, replayed: true })
    assert.equal((await desk.balances(account)).balanceMinor, desk.at.openingMinor - 4_000n)
  })

  test('the RRN of a reversal is an RRN like any other', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const order = desk.withdrawal(account, 6_000n)
    const { authId } = await desk.approve(order)
    await desk.decline({ ...desk.reversal(order, { authId }), rrn: order.rrn }, '913')
    const reversal = desk.reversal(order, { authId })
    await desk.approve(reversal)
    await desk.decline(desk.billPayment(account, 1_000n, { rrn: reversal.rrn }), '913')
  })
}

function refusalsMoveNothing(atDesk: () => ChannelClient): void {
  test('amounts that are not exact in the account’s currency are refused, and the RRN stays free', async () => {
    const desk = atDesk()
    const order = desk.transfer(desk.at.newAccount(), desk.at.newAccount(), 6_000n)
    const { authId } = await desk.approve(order)
    const { currency: _, ...reversal } = desk.reversal(order, { authId })
    const refusal = invalidFields([{ path: 'amount', message: 'must be exact' }])
    await assert.rejects(desk.send({ ...reversal, amountsIn: () => refusal } as Sent<ReversalOrder>), refusal)
    await desk.approve(reversal)
  })

  test('484: a declined original has nothing to take back', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const order = desk.transfer(account, desk.at.newAccount(), desk.at.openingMinor + 1n)
    await desk.decline(order, '110')
    await desk.decline(desk.reversal(order, { rrn: order.rrn }), '484')
  })

  test('181: the original’s currency is the account’s', async () => {
    const desk = atDesk()
    const order = desk.withdrawal(desk.at.newAccount(), 6_000n)
    const { authId } = await desk.approve(order)
    const { currency } = desk.at.accounts.inOtherCurrency
    const reversal: Sent<ReversalOrder> = { ...desk.reversal(order, { authId }), currency }
    await desk.decline(reversal, '181')
  })

  test('110: a deposit that was spent cannot be reversed, and what is left of it stays', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const order = desk.cashDeposit(account, 6_000n)
    const { authId } = await desk.approve(order)
    await desk.approve(desk.billPayment(account, desk.at.openingMinor + 1_000n))
    await desk.decline(desk.reversal(order, { authId }), '110')
    await desk.approve(desk.reversal(order, { authId, part: 5_000n }))
    assert.deepEqual(await desk.balances(account), { balanceMinor: 0n, availableMinor: 0n })
  })

  test('110: a transfer that its receiver has spent cannot be reversed', async () => {
    const desk = atDesk()
    const [from, to] = [desk.at.newAccount(), desk.at.newAccount()]
    const order = desk.transfer(from, to, 6_000n)
    const { authId } = await desk.approve(order)
    await desk.approve(desk.billPayment(to, desk.at.openingMinor + 6_000n))
    await desk.decline(desk.reversal(order, { authId }), '110')
    assert.equal((await desk.balances(from)).balanceMinor, desk.at.openingMinor - 6_000n)
  })
}

// Declines: one row per reason. A decline is an answer, moves nothing, and carries no authorization id.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Order } from '../../core/core.ts'
import type { Sent } from '../channel.ts'
import type { ChannelClient } from './channel-client.ts'

type Declined = [code: string, why: string, order: (desk: ChannelClient, account: string) => Sent<Order>]

const UNKNOWN_ACCOUNT = 'NO-SUCH-ACCOUNT'
const UNKNOWN_TERMINAL = 'NO-SUCH-TERMINAL'
// A valid number that no test core issues.
const UNKNOWN_PAN = '4999999999999996'

const DECLINES: readonly Declined[] = [
  ['912', 'a suspended institution', (desk) => desk.withdrawal(...atOther(desk, 'suspended', 2_000n))],
  ['115', 'a service that is off', (desk) => desk.cardless(...atOther(desk, 'withoutCardless', 2_000n))],
  ['940', 'an unknown terminal', (desk, account) => desk.withdrawal(account, 2_000n, { terminalId: UNKNOWN_TERMINAL })],
  [
    '120',
    'an inactive terminal',
    (desk, account) => desk.withdrawal(account, 2_000n, { terminalId: desk.at.terminals.inactive }),
  ],
  [
    '120',
    'a terminal without the service',
    (desk, account) => desk.withdrawal(account, 2_000n, { terminalId: desk.at.terminals.cashless }),
  ],
  [
    '111',
    'a card number that is none',
    (desk, account) => desk.withdrawal(account, 2_000n, { pan: '4000000000000011' }),
  ],
  ['118', 'an unknown card', (desk, account) => desk.withdrawal(account, 2_000n, { pan: UNKNOWN_PAN })],
  ['114', 'an account of another card', (desk, account) => desk.withdrawal(account, 2_000n, { pan: desk.at.card.pan })],
  ['114', 'an unknown account', (desk) => desk.withdrawal(UNKNOWN_ACCOUNT, 2_000n)],
  ['114', 'a deposit to an unknown account', (desk) => desk.cashDeposit(UNKNOWN_ACCOUNT, 2_000n)],
  ['114', 'a transfer from an unknown account', (desk, account) => desk.transfer(UNKNOWN_ACCOUNT, account, 2_000n)],
  ['114', 'a transfer to an unknown account', (desk, account) => desk.transfer(account, UNKNOWN_ACCOUNT, 2_000n)],
  [
    '114',
    'an account of another institution',
    (desk, account) => desk.transfer(account, desk.at.withoutCardless.accountId, 2_000n),
  ],
  ['182', 'a withdrawal from a frozen account', (desk) => desk.withdrawal(desk.at.accounts.frozen, 2_000n)],
  ['182', 'a bill payment from a closed account', (desk) => desk.billPayment(desk.at.accounts.closed, 2_000n)],
  [
    '182',
    'a transfer from a frozen account',
    (desk, account) => desk.transfer(desk.at.accounts.frozen, account, 2_000n),
  ],
  ['183', 'a transfer to a closed account', (desk, account) => desk.transfer(account, desk.at.accounts.closed, 2_000n)],
  ['183', 'a deposit to a frozen account', (desk) => desk.cashDeposit(desk.at.accounts.frozen, 2_000n)],
  ['190', 'a transfer to the same account', (desk, account) => desk.transfer(account, account, 2_000n)],
  ['119', 'a transfer from a loan', (desk, account) => desk.transfer(desk.at.card.accountIds[2], account, 2_000n)],
  [
    '119',
    'a withdrawal where only inquiries are allowed',
    (desk) => desk.withdrawal(desk.at.accounts.inquiryOnly, 2_000n),
  ],
  [
    '119',
    'a deposit where only inquiries are allowed',
    (desk) => desk.cashDeposit(desk.at.accounts.inquiryOnly, 2_000n),
  ],
  [
    '119',
    'a transfer to where only inquiries are allowed',
    (desk, account) => desk.transfer(account, desk.at.accounts.inquiryOnly, 2_000n),
  ],
  [
    '185',
    'an inactive biller',
    (desk, account) => desk.billPayment(account, 2_000n, { ...biller(desk.at.billers.inactive) }),
  ],
  ['185', 'a biller with another BIN', (desk, account) => desk.billPayment(account, 2_000n, { billerBin: '999999' })],
  [
    '181',
    'another currency than the account’s',
    (desk, account) => desk.withdrawal(account, 2_000n, { currency: desk.at.accounts.inOtherCurrency.currency }),
  ],
  [
    '181',
    'a transfer between currencies',
    (desk, account) => desk.transfer(account, desk.at.accounts.inOtherCurrency.accountId, 2_000n),
  ],
  [
    '180',
    'cash that the notes do not make up',
    (desk, account) => desk.withdrawal(account, desk.at.terminals.noteMinor * 4n + 1n),
  ],
  [
    '180',
    'a fee that leaves cash the notes do not make up',
    (desk, account) => desk.withdrawal(account, desk.at.terminals.noteMinor * 4n, { accessFeeMinor: 1n }),
  ],
  [
    '113',
    'a fee above the cap',
    (desk, account) => {
      const accessFeeMinor = desk.at.limits.accessFeeMinor + 1n
      return desk.withdrawal(account, desk.at.terminals.noteMinor + accessFeeMinor, { accessFeeMinor })
    },
  ],
  ['100', 'an account not to be honoured', (desk) => desk.withdrawal(desk.at.accounts.doNotHonour, 2_000n)],
  ['102', 'an account under suspicion', (desk) => desk.withdrawal(desk.at.accounts.suspectedFraud, 2_000n)],
  [
    '102',
    'a transfer to an account under suspicion',
    (desk, account) => desk.transfer(account, desk.at.accounts.suspectedFraud, 2_000n),
  ],
  [
    '121',
    'more than one withdrawal may take',
    (desk, account) => desk.withdrawal(account, desk.at.limits.perTransactionMinor + desk.at.terminals.noteMinor),
  ],
  [
    '110',
    'a transfer of more than there is',
    (desk, account) => desk.transfer(account, desk.at.newAccount(), beyond(desk)),
  ],
  ['110', 'a bill of more than there is', (desk, account) => desk.billPayment(account, beyond(desk))],
  [
    '180',
    'a loan payment of more than is owed',
    (desk, account) => desk.transfer(account, desk.at.card.accountIds[2], desk.at.openingMinor - 1n),
  ],
]

export function declinesConform(atDesk: () => ChannelClient): void {
  for (const [code, why, orderOf] of DECLINES) {
    test(`${code}: ${why}`, async () => {
      const desk = atDesk()
      const account = desk.at.newAccount()
      const order = orderOf(desk, account)
      assert.deepEqual(await desk.moved([account], () => desk.decline(order, code)), [[0n, 0n]])
      const again = await desk.send(order)
      assert.equal(again.code, code)
      assert.equal(again.replayed, true)
    })
  }

  test('the state of the card decides before anything about the account', async () => {
    const desk = atDesk()
    for (const { pan, code } of desk.at.uselessCards) {
      await desk.decline(desk.withdrawal(UNKNOWN_ACCOUNT, 2_000n, { pan }), code)
    }
  })

  test('121: above the daily amount, including earlier withdrawals', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const { perTransactionMinor: most, perDayMinor } = desk.at.limits
    const { noteMinor } = desk.at.terminals
    for (let taken = 0n; taken < perDayMinor; taken += most) await desk.approve(desk.withdrawal(account, most))
    await desk.decline(desk.withdrawal(account, noteMinor), '121')
    await desk.approve(desk.billPayment(account, 100n))
  })

  test('123: above the daily count', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const { countPerDay } = desk.at.limits
    const { noteMinor } = desk.at.terminals
    const answers = await Promise.all(
      Array.from({ length: countPerDay + 2 }, () => desk.send(desk.withdrawal(account, noteMinor))),
    )
    assert.deepEqual(answers.map((answer) => answer.code).sort(), [...Array(countPerDay).fill('000'), '123', '123'])
  })

  test('an unregistered biller is a refusal: nothing is recorded, and the RRN stays free', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const order = desk.billPayment(account, 2_000n, { billerId: 'NO-SUCH-BILLER' })
    const isUnknownBiller = (error: unknown) => error instanceof Problem && error.reason === 'core.unknown-biller'
    await assert.rejects(desk.send(order), isUnknownBiller)
    await assert.rejects(desk.send(order), isUnknownBiller)
    await desk.approve(desk.billPayment(account, 2_000n, { rrn: order.rrn }))
  })

  test('a refused order does not affect others sent with it', async () => {
    const desk = atDesk()
    const account = desk.at.newAccount()
    const refused = desk.send(desk.billPayment(account, 2_000n, { billerId: 'NO-SUCH-BILLER' }))
    const neighbours = [1, 2, 3].map(() => desk.send(desk.billPayment(account, 2_000n)))
    await assert.rejects(refused, Problem)
    assert.deepEqual(
      (await Promise.all(neighbours)).map((answer) => answer.code),
      ['000', '000', '000'],
    )
  })
}

function atOther(desk: ChannelClient, which: 'suspended' | 'withoutCardless', minor: bigint) {
  const { accountId, institutionId, terminalId } = desk.at[which]
  return [accountId, minor, { institutionId, terminalId }] as const
}

function biller({ billerId, bin }: { readonly billerId: string; readonly bin: string }) {
  return { billerId, billerBin: bin }
}

function beyond(desk: ChannelClient): bigint {
  return desk.at.openingMinor + 1n
}

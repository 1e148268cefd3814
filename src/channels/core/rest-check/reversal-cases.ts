// Reversals: they take back what an order moved, never more than is left of it, and each once.

import type { RemoteOrder } from '../remote-core.ts'
import type { CheckCase, CheckDesk } from './check-desk.ts'

const ORIGINALS: readonly [title: string, order: (desk: CheckDesk, account: string) => RemoteOrder][] = [
  ['a cash withdrawal', (desk, account) => desk.withdrawal(account, 6_000n)],
  ['a cash withdrawal with a fee', (desk, account) => desk.withdrawal(account, 6_250n, { accessFeeMinor: 250n })],
  ['a cash deposit', (desk, account) => desk.deposit(account, 6_000n)],
  ['a check deposit', (desk, account) => desk.deposit(account, 0n, 6_000n, 1_000n)],
  ['a deposit of cash and checks', (desk, account) => desk.deposit(account, 2_000n, 4_000n, 1_000n)],
  ['a transfer', (desk, account) => desk.transfer(account, desk.newAccount(), 6_000n)],
]

const originalCases = ORIGINALS.map(
  ([title, orderOf]): CheckCase => ({
    title: `${title} is taken back in parts until nothing is left, and not a unit more`,
    async run(desk) {
      const account = desk.newAccount()
      const order = orderOf(desk, account)
      const accounts = order.kind === 'TRANSFER' ? [account, order.beneficiaryAccountId] : [account]
      const restMinor = order.amount.minor - 2_500n
      await desk.moves(
        accounts,
        accounts.map(() => [0n, 0n]),
        async () => {
          await desk.approve(order)
          await desk.approve(desk.reversal(order, 1_000n))
          const second = desk.reversal(order, 1_500n)
          const taken = await desk.approve(second)
          desk.expect('the same reversal again', await desk.core.execute(second), taken)
          await desk.decline(desk.reversal(order, restMinor + 1n), '483')
          const last = await desk.approve(desk.reversal(order, restMinor, restMinor))
          desk.expect('the balances of the answer', last.balances, await desk.balances(account))
          desk.expect('whether the beneficiary is shown', last.beneficiaryBalances !== undefined, accounts.length === 2)
          await desk.decline(desk.reversal(order, 1n), '480')
        },
      )
    },
  }),
)

/** A deposit of 100.00 in checks makes 30.00 available at once: the held part is reversed first. */
const HELD: [part: bigint, balance: bigint, available: bigint][] = [
  [4_000n, 6_000n, 3_000n],
  [7_000n, 3_000n, 3_000n],
  [8_000n, 2_000n, 2_000n],
  [10_000n, 0n, 0n],
]
const heldCases = HELD.map(
  ([part, balance, available]): CheckCase => ({
    title: `taking back ${part} of 10000 in checks, 7000 of them held, leaves ${balance} and ${available} available`,
    async run(desk) {
      const account = desk.newAccount()
      const order = desk.deposit(account, 0n, 10_000n, 3_000n)
      await desk.moves([account], [[balance, available]], async () => {
        await desk.approve(order)
        await desk.approve(desk.reversal(order, part))
      })
    },
  }),
)

export const REVERSAL_CASES: readonly CheckCase[] = [
  ...originalCases,
  ...heldCases,
  {
    title: 'the access fee comes back with the whole amount and not with a part of it',
    async run(desk) {
      const account = desk.newAccount()
      const order = desk.withdrawal(account, 10_250n, { accessFeeMinor: 250n })
      await desk.moves([account], [[0n, 0n]], async () => {
        await desk.approve(order)
        await desk.moves([account], [[10_000n, 10_000n]], () => desk.approve(desk.reversal(order, 10_000n)))
        await desk.decline(desk.reversal(order, 100n), '483')
        await desk.approve(desk.reversal(order, 250n, 250n))
      })
    },
  },
  {
    title: 'an original reversed several times at once is taken back once',
    async run(desk) {
      const account = desk.newAccount()
      const order = desk.withdrawal(account, 6_000n)
      await desk.moves([account], [[0n, 0n]], async () => {
        await desk.approve(order)
        const reversals = Array.from({ length: 5 }, () => desk.reversal(order, 6_000n))
        const outcomes = await Promise.all(reversals.map((reversal) => desk.core.execute(reversal)))
        desk.expect('the outcomes', outcomes.map(({ code }) => code).sort(), ['000', ...Array(4).fill('480')])
      })
    },
  },
  {
    title: '914: an original that was never executed, and a reversal of a reversal',
    async run(desk) {
      const account = desk.newAccount()
      const order = desk.withdrawal(account, 1_000n)
      await desk.decline(desk.reversal(order, 1_000n), '914')
      await desk.approve(order)
      const reversal = desk.reversal(order, 1_000n)
      await desk.approve(reversal)
      await desk.decline(desk.reversal(reversal, 1_000n), '914')
    },
  },
  {
    title: '914: an original of another account',
    async run(desk) {
      const order = desk.withdrawal(desk.newAccount(), 1_000n)
      await desk.approve(order)
      await desk.decline({ ...desk.reversal(order, 1_000n), accountId: desk.newAccount() }, '914')
    },
  },
  {
    title: '484: an original that was declined',
    async run(desk) {
      const account = desk.newAccount()
      const { availableMinor } = await desk.balances(account)
      const order = desk.transfer(account, desk.newAccount(), availableMinor + 1n)
      await desk.decline(order, '110')
      await desk.decline(desk.reversal(order, order.amount.minor), '484')
    },
  },
  {
    title: '110: a deposit that was spent cannot be taken back, unless it is forced',
    async run(desk) {
      const [account, other] = [desk.newAccount(), desk.newAccount()]
      const { availableMinor } = await desk.balances(account)
      const order = desk.deposit(account, 6_000n)
      await desk.moves([account], [[-6_000n, -6_000n]], async () => {
        await desk.approve(order)
        await desk.approve(desk.transfer(account, other, availableMinor + 6_000n))
        await desk.decline(desk.reversal(order, 6_000n), '110')
        await desk.approve(desk.reversal(order, 6_000n, 6_000n, true))
        await desk.approve(desk.transfer(other, account, availableMinor))
      })
      await desk.approve(desk.transfer(other, account, 6_000n))
    },
  },
  {
    title: '110: a transfer that its beneficiary has spent cannot be taken back',
    async run(desk) {
      const [from, to, other] = [desk.newAccount(), desk.newAccount(), desk.newAccount()]
      const order = desk.transfer(from, to, 6_000n)
      await desk.approve(order)
      const { availableMinor } = await desk.balances(to)
      const spent = desk.transfer(to, other, availableMinor)
      await desk.approve(spent)
      await desk.decline(desk.reversal(order, 6_000n), '110')
      await desk.approve(desk.reversal(spent, availableMinor))
      await desk.approve(desk.reversal(order, 6_000n))
    },
  },
]

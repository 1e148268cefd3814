// Approvals: every kind of order moves what it says, and its answer shows the resulting balances.

import type { RemoteOrder } from '../remote-core.ts'
import type { CheckCase, CheckDesk } from './check-desk.ts'

type Move = [title: string, order: (desk: CheckDesk, account: string) => RemoteOrder, moved: [bigint, bigint]]

const MOVES: readonly Move[] = [
  ['a cash withdrawal', (desk, account) => desk.withdrawal(account, 6_000n), [-6_000n, -6_000n]],
  [
    'a withdrawal whose fee is part of the amount',
    (desk, account) => desk.withdrawal(account, 6_250n, { accessFeeMinor: 250n }),
    [-6_250n, -6_250n],
  ],
  ['a cardless withdrawal', (desk, account) => desk.cardless(account, 4_000n), [-4_000n, -4_000n]],
  ['a cash deposit', (desk, account) => desk.deposit(account, 12_345n), [12_345n, 12_345n]],
  ['a check deposit, partly held', (desk, account) => desk.deposit(account, 0n, 10_000n, 2_500n), [10_000n, 2_500n]],
  ['a check deposit, not held', (desk, account) => desk.deposit(account, 0n, 10_000n, 10_000n), [10_000n, 10_000n]],
  ['a deposit of cash and checks', (desk, account) => desk.deposit(account, 3_000n, 10_000n), [13_000n, 3_000n]],
  ['a transfer', (desk, account) => desk.transfer(account, desk.newAccount(), 7_777n), [-7_777n, -7_777n]],
  ['a bill payment', (desk, account) => desk.billPayment(account, 8_801n), [-8_801n, -8_801n]],
]

const moveCases = MOVES.map(
  ([title, orderOf, moved]): CheckCase => ({
    title: `${title} moves ${moved[0]} of the balance and ${moved[1]} of what is available`,
    async run(desk) {
      const account = desk.newAccount()
      const order = orderOf(desk, account)
      await desk.moves([account], [moved], async () => {
        const { balances, branch } = await desk.approve(order)
        desk.expect('the balances of the answer', balances, await desk.balances(account))
        desk.expect('whether the branch has an id', branch?.id !== '', true)
      })
    },
  }),
)

export const POSTING_CASES: readonly CheckCase[] = [
  ...moveCases,
  {
    title: 'a transfer credits the beneficiary and shows both accounts',
    async run(desk) {
      const [from, to] = [desk.newAccount(), desk.newAccount()]
      await desk.moves(
        [from, to],
        [
          [-7_777n, -7_777n],
          [7_777n, 7_777n],
        ],
        async () => {
          const { beneficiaryBalances } = await desk.approve(desk.transfer(from, to, 7_777n))
          desk.expect('the balances of the beneficiary', beneficiaryBalances, await desk.balances(to))
        },
      )
    },
  },
  {
    title: 'a transfer to a loan is a payment: what is owed and what is due go down; taken back, they go up',
    async run(desk) {
      const loan = desk.given(desk.fixture.accounts?.loan, 'accounts.loan')
      const before = await desk.balances(loan)
      desk.expect('what is available of a loan', before.availableMinor, 0n)
      const dueMinor = desk.given(before.paymentDue, 'loan with a payment due').amountMinor
      const order = desk.transfer(desk.newAccount(), loan, 1_000n)
      const { beneficiaryBalances } = await desk.approve(order)
      desk.expect('what is owed', beneficiaryBalances?.balanceMinor, before.balanceMinor - 1_000n)
      const nextDueMinor = dueMinor > 1_000n ? dueMinor - 1_000n : 0n
      desk.expect('what is due', beneficiaryBalances?.paymentDue?.amountMinor, nextDueMinor)
      await desk.approve(desk.reversal(order, 1_000n))
      desk.expect('the loan after the reversal', await desk.balances(loan), before)
    },
  },
  {
    title: 'an order with a card acts on an account of that card',
    async run(desk) {
      const { pan, accountIds } = desk.given(desk.fixture.card, 'card')
      await desk.approve(desk.transfer(desk.newAccount(), accountIds[0] as string, 1_000n))
      await desk.approve(desk.withdrawal(accountIds[0] as string, 1_000n, { pan }))
    },
  },
  {
    title: 'everything that is there can be taken, and not a unit more',
    async run(desk) {
      const [account, other] = [desk.newAccount(), desk.newAccount()]
      const { availableMinor } = await desk.balances(account)
      await desk.decline(desk.transfer(account, other, availableMinor + 1n), '110')
      await desk.approve(desk.transfer(account, other, availableMinor))
      desk.expect('what is available', (await desk.balances(account)).availableMinor, 0n)
      await desk.decline(desk.transfer(account, other, 1n), '110')
      await desk.approve(desk.transfer(other, account, availableMinor))
    },
  },
]

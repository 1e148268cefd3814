// Once per reference: repetitions, concurrency, lookups, and cancellations, which block a later execution.

import { DECLINE } from '../outcome.ts'
import type { RemoteOutcome } from '../remote-core.ts'
import type { CheckCase } from './check-desk.ts'

const AT_ONCE = 25
const RACES = 20
const CANCELLED: RemoteOutcome = { code: DECLINE.reversedBeforeArrival }

export const REPETITION_CASES: readonly CheckCase[] = [
  {
    title: 'an order sent again is answered with the first outcome and moves nothing',
    async run(desk) {
      const account = desk.newAccount()
      const order = desk.withdrawal(account, 2_000n)
      await desk.moves([account], [[-2_000n, -2_000n]], async () => {
        const first = await desk.approve(order)
        desk.expect('the second answer', await desk.core.execute(order), first)
        await desk.approve(desk.deposit(account, 500n))
        desk.expect('the answer after another order', await desk.core.execute(order), first)
        await desk.approve(desk.withdrawal(account, 500n))
      })
    },
  },
  {
    title: 'a repetition may come under another RRN, correlation id, terminal or business date',
    async run(desk) {
      const account = desk.newAccount()
      const order = desk.withdrawal(account, 2_000n)
      await desk.moves([account], [[-2_000n, -2_000n]], async () => {
        const first = await desk.approve(order)
        const origin = { ...desk.origin('OTHER-TERMINAL'), businessDate: '20991231' }
        desk.expect('the second answer', await desk.core.execute({ ...order, origin }), first)
      })
    },
  },
  {
    title: `an order sent ${AT_ONCE} times at once is executed once`,
    async run(desk) {
      const account = desk.newAccount()
      const order = desk.withdrawal(account, 1_000n)
      await desk.moves([account], [[-1_000n, -1_000n]], async () => {
        const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, () => desk.core.execute(order)))
        for (const outcome of outcomes) desk.expect('one of the answers', outcome, outcomes[0])
      })
    },
  },
  {
    title: 'a decline is remembered: the same order stays declined when the money has come',
    async run(desk) {
      const account = desk.newAccount()
      const { availableMinor } = await desk.balances(account)
      const order = desk.transfer(account, desk.newAccount(), availableMinor + 100n)
      await desk.decline(order, '110')
      await desk.approve(desk.deposit(account, 200n))
      desk.expect('the outcome of the same reference', (await desk.core.execute(order)).code, '110')
    },
  },
  {
    title: 'a reference with other content is refused (409 CONFLICT) and moves nothing',
    async run(desk) {
      const account = desk.newAccount()
      const order = desk.withdrawal(account, 2_000n)
      await desk.moves([account], [[-2_000n, -2_000n]], async () => {
        const first = await desk.approve(order)
        const other = { ...order, amount: { ...order.amount, minor: 1_500n } }
        await desk.expectProblem('another amount', 'internal', desk.core.execute(other))
        await desk.expectProblem('another account', 'internal', desk.core.execute({ ...order, accountId: 'OTHER' }))
        desk.expect('the first order again', await desk.core.execute(order), first)
      })
    },
  },
  {
    title: 'an order can be found, a declined one too, and one that was never sent cannot',
    async run(desk) {
      const { institutionId } = desk.fixture
      const order = desk.deposit(desk.newAccount(), 1_000n)
      desk.expect('before it was sent', await desk.core.find(institutionId, order.reference), undefined)
      const outcome = await desk.approve(order)
      desk.expect('after it was executed', await desk.core.find(institutionId, order.reference), outcome)
      const declined = desk.deposit('NO-SUCH-ACCOUNT', 1_000n)
      await desk.decline(declined, '114')
      desk.expect('a declined order', await desk.core.find(institutionId, declined.reference), { code: '114' })
    },
  },
  {
    title: 'a cancelled reference is never executed',
    async run(desk) {
      const { institutionId } = desk.fixture
      const account = desk.newAccount()
      const order = desk.withdrawal(account, 1_000n)
      await desk.moves([account], [[0n, 0n]], async () => {
        desk.expect('the cancellation', await desk.core.cancel(institutionId, order.reference), 'cancelled')
        desk.expect('the order afterwards', await desk.core.execute(order), CANCELLED)
        desk.expect('the cancellation again', await desk.core.cancel(institutionId, order.reference), 'cancelled')
        desk.expect('finding it', await desk.core.find(institutionId, order.reference), CANCELLED)
      })
    },
  },
  {
    title: 'an executed order cannot be cancelled: the answer is its outcome',
    async run(desk) {
      const { institutionId } = desk.fixture
      const account = desk.newAccount()
      const order = desk.withdrawal(account, 1_000n)
      await desk.moves([account], [[-1_000n, -1_000n]], async () => {
        const outcome = await desk.approve(order)
        desk.expect('the cancellation', await desk.core.cancel(institutionId, order.reference), outcome)
        desk.expect('the order again', await desk.core.execute(order), outcome)
      })
    },
  },
  {
    title: `an order and its cancellation at once, ${RACES} times: executed or cancelled, never both`,
    async run(desk) {
      const { institutionId } = desk.fixture
      const account = desk.newAccount()
      const before = await desk.balances(account)
      let executed = 0n
      for (let race = 0; race < RACES; race++) {
        const order = desk.deposit(account, 100n)
        const execute = () => desk.core.execute(order)
        const cancel = () => desk.core.cancel(institutionId, order.reference)
        const pair = race % 2 === 0 ? [execute(), cancel()] : [cancel(), execute()]
        const answers = await Promise.all(pair)
        const [outcome, state] = race % 2 === 0 ? answers : answers.reverse()
        if (state !== 'cancelled') {
          desk.expect('the two answers', outcome, state)
          executed++
        } else desk.expect('the order', outcome, CANCELLED)
      }
      const { balanceMinor } = await desk.balances(account)
      desk.expect('the balance', balanceMinor, before.balanceMinor + 100n * executed)
    },
  },
  {
    title: 'orders that together exceed the funds are approved as far as the funds reach',
    async run(desk) {
      const [account, other] = [desk.newAccount(), desk.newAccount()]
      const { availableMinor } = await desk.balances(account)
      await desk.approve(desk.transfer(account, other, availableMinor - 5_500n))
      const orders = Array.from({ length: 10 }, () => desk.transfer(account, other, 1_000n))
      const outcomes = await Promise.all(orders.map((order) => desk.core.execute(order)))
      const codes = outcomes.map(({ code }) => code).sort()
      await desk.approve(desk.transfer(other, account, availableMinor - 500n))
      desk.expect('the outcomes', codes, [...Array(5).fill('000'), ...Array(5).fill('110')])
      desk.expect('what is available', (await desk.balances(account)).availableMinor, availableMinor)
    },
  },
]

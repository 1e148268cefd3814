// Many concurrent requests over HTTP: one posting per RRN, no overdraft, no deadlock.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, balancesOf, newRrn, post } from '../support/accounts/account-services.ts'
import {
  billPayment,
  cashDeposit,
  transfer,
  withdrawal,
  withdrawalReversal,
} from '../support/accounts/sandbox-requests.ts'
import { runTillgate } from '../support/gateways/gateway.ts'
import { onGateway } from '../support/gateways/running-gateway.ts'

const [CHECKING, SAVINGS] = ['1000000001', '1000000002']
// The only account without withdrawal limits: its institution sets none.
const HARBOR = { accountId: '2000000001', at: { institutionId: 'FI002', terminalId: 'ATM00101' } }

onGateway('many requests at once', (running) => {
  const OPERATIONS: [title: string, path: string, copies: number, body: (rrn: string) => unknown, moved: number][] = [
    ['a withdrawal', '/transactions/debits', 200, (rrn) => withdrawal(CHECKING, 20, { rrn }), -20],
    ['a deposit', '/transactions/credits', 60, (rrn) => cashDeposit(CHECKING, 20, { rrn }), 20],
    ['a transfer', '/transactions/transfers', 60, (rrn) => transfer(CHECKING, SAVINGS, 20, { rrn }), -20],
    ['a bill payment', '/transactions/billpayments', 60, (rrn) => billPayment(CHECKING, 20, undefined, { rrn }), -20],
  ]
  for (const [title, path, copies, bodyOf, moved] of OPERATIONS) {
    test(`${copies} copies of ${title} are posted once and get the same answer`, async () => {
      const before = await balance(CHECKING)
      const body = bodyOf(newRrn())
      const answers = await allAtOnce(copies, () => post(running.current, path, body))
      assertOnePosting(answers)
      assert.equal(await balance(CHECKING), cents(before, moved))
    })
  }

  test('60 copies of a reversal reverse once and get the same answer', async () => {
    const original = withdrawal(CHECKING, 20)
    const { body } = await post(running.current, '/transactions/debits', original)
    const before = await balance(CHECKING)
    const reversal = withdrawalReversal(original, { authId: body.status?.authId })
    assertOnePosting(await allAtOnce(60, () => post(running.current, '/transactions/debits/reverse', reversal)))
    assert.equal(await balance(CHECKING), cents(before, 20))
  })

  test('60 reversals of one withdrawal, each with its own RRN, reverse once', async () => {
    const original = withdrawal(CHECKING, 20)
    const { body } = await post(running.current, '/transactions/debits', original)
    const before = await balance(CHECKING)
    const answers = await allAtOnce(60, () => {
      const reversal = withdrawalReversal(original, { authId: body.status?.authId })
      return post(running.current, '/transactions/debits/reverse', reversal)
    })
    assert.deepEqual(tally(answers), { '200 000': 1, '200 480': 59 })
    assert.equal(await balance(CHECKING), cents(before, 20))
  })

  test('500 withdrawals from one account are approved until the money runs out', async () => {
    const { accountId, at } = HARBOR
    assert.equal(await balance(accountId), 800)
    const answers = await allAtOnce(500, () =>
      post(running.current, '/transactions/debits', withdrawal(accountId, 5, at)),
    )
    assert.deepEqual(tally(answers), { '200 000': 160, '200 110': 340 })
    assert.equal(await balance(accountId), 0)
    // Each approval saw a different balance: none was decided on a stale one.
    const left = answers.flatMap(({ body }) => body.balances?.find((line) => line.type === 'Available')?.amount ?? [])
    assert.deepEqual(
      left.sort((a, b) => b - a),
      Array.from({ length: 160 }, (_, i) => 795 - 5 * i),
    )
  })

  test('concurrent transfers in both directions do not deadlock', async () => {
    const before = [await balance(CHECKING), await balance(SAVINGS)] as const
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        post(
          running.current,
          '/transactions/transfers',
          i % 2 === 0 ? transfer(CHECKING, SAVINGS, 1.25) : transfer(SAVINGS, CHECKING, 2.5),
        ),
      ),
    )
    assert.deepEqual(tally(answers), { '200 000': 200 })
    assert.deepEqual([await balance(CHECKING), await balance(SAVINGS)], [cents(before[0], 125), cents(before[1], -125)])
  })

  test('a withdrawal and its reversal, sent together, leave the balance unchanged', async () => {
    const before = await balance(SAVINGS)
    const pairs = Array.from({ length: 15 }, () => withdrawal(SAVINGS, 10))
    const answers = await Promise.all(
      pairs.flatMap((original) => [
        post(running.current, '/transactions/debits', original),
        post(
          running.current,
          '/transactions/debits/reverse',
          withdrawalReversal(original, { originalRrn: original.transaction.rrn }),
        ),
      ]),
    )
    for (const [i, { code }] of answers.entries()) {
      assert.ok(i % 2 === 0 ? code === '000' || code === '485' : code === '000', `answer ${i} is ${code}`)
    }
    assert.equal(await balance(SAVINGS), before)
  })

  test('of two different requests with one RRN at once, one is posted and the other is a duplicate', async () => {
    for (let i = 0; i < 10; i++) {
      const rrn = newRrn()
      const bodies = [cashDeposit(CHECKING, 1, { rrn }), cashDeposit(SAVINGS, 2, { rrn })]
      const answers = await Promise.all(bodies.map((body) => post(running.current, '/transactions/credits', body)))
      assert.deepEqual(tally(answers), { '200 000': 1, '200 913': 1 })
    }
  })

  test('the books are correct afterwards', async () => {
    assert.equal(await running.stop(), 0)
    const verified = await runTillgate(running.store, ['verify'])
    assert.match(verified.output, /^the books are right/m)
    assert.equal(verified.code, 0)
  })

  async function balance(accountId: string): Promise<number> {
    return (await balancesOf(running.current, accountId)).Balance as number
  }
})

function allAtOnce(count: number, one: () => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, one))
}

function assertOnePosting(answers: readonly Answer[]): void {
  assert.deepEqual(tally(answers), { '200 000': answers.length })
  assert.equal(new Set(answers.map((answer) => answer.text)).size, 1)
  assert.equal(answers.filter((answer) => !answer.headers.has('x-idempotent-replay')).length, 1)
}

function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, code } of answers) {
    const key = `${status} ${code}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

/** A sum in cents, because amounts in JSON are doubles. */
function cents(amount: number, change: number): number {
  return Math.round(amount * 100 + change * 100) / 100
}

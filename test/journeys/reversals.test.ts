// Reversals: partial, repeated, concurrent, and before the original has arrived.

import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { balancesOf, control, post } from '../support/accounts/account-services.ts'
import {
  cashDeposit,
  depositReversal,
  transfer,
  transferReversal,
  withdrawal,
  withdrawalReversal,
} from '../support/accounts/sandbox-requests.ts'
import { answeredWith, approved, clientOf } from '../support/accounts/sdk-client.ts'
import { onGateway, type RunningGateway } from '../support/gateways/running-gateway.ts'

const CHECKING = '1000000001'
const SAVINGS = '1000000002'

onGateway('reversals', (running, engine) => {
  beforeEach(() => control(running.current, '/sandbox/reset', { samples: false }))
  describe('of an original that stands', () => ofAnOriginal(running))
  // Arithmetic, which does not depend on the engine.
  if (engine === 'postgres') describe('and their amounts', () => amounts(running))
  describe('before the original', () => beforeTheOriginal(running))
})

function ofAnOriginal(running: RunningGateway): void {
  const client = () => clientOf(running.current)
  const balance = async () => (await balancesOf(running.current, CHECKING)).Balance

  test('partial reversals add up to the whole amount and no more', async () => {
    const original = withdrawal(CHECKING, 100)
    const { status } = await approved(client().debits(original))
    const reverse = (amount: number) => client().debitsReverse(withdrawalReversal(original, { ...status, amount }))
    await approved(reverse(30))
    assert.equal(await balance(), 2430)
    await answeredWith('483', reverse(70.01))
    await approved(reverse(70))
    assert.equal(await balance(), 2500)
    await answeredWith('480', reverse(0.01))
    assert.equal(await balance(), 2500)
  })

  test('the same reversal sent again is done once', async () => {
    const original = withdrawal(CHECKING, 100)
    const { status } = await approved(client().debits(original))
    const reversal = withdrawalReversal(original, { ...status, amount: 40 })
    const first = await client().debitsReverse(reversal)
    const again = await client().debitsReverse(reversal)
    assert.equal(again.headers.get('x-idempotent-replay'), 'true')
    assert.deepEqual(again.body, first.body)
    assert.equal(await balance(), 2440)
  })

  test('of ten concurrent reversals one succeeds', async () => {
    const original = withdrawal(CHECKING, 100)
    const { status } = await approved(client().debits(original))
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client().debitsReverse(withdrawalReversal(original, { ...status }))),
    )
    const codes = answers.map(({ body }) => body.status.responseCode).sort()
    assert.deepEqual(codes, ['000', ...Array.from({ length: 9 }, () => '480')])
    assert.equal(await balance(), 2500)
  })

  test('without a named original the newest one not yet reversed is used', async () => {
    const older = withdrawal(CHECKING, 60)
    const newer = withdrawal(CHECKING, 60)
    const { status } = await approved(client().debits(older))
    await approved(client().debits(newer))
    await approved(client().debitsReverse(withdrawalReversal(newer)))
    await approved(client().debitsReverse(withdrawalReversal(older, { ...status })))
    await answeredWith('480', client().debitsReverse(withdrawalReversal(newer, { originalRrn: newer.transaction.rrn })))
    assert.equal(await balance(), 2500)
  })

  test('an original from before a restart is found', async () => {
    const original = withdrawal(CHECKING, 100)
    const { status } = await approved(client().debits(original))
    await running.restart()
    await approved(client().debitsReverse(withdrawalReversal(original, { ...status })))
    assert.equal(await balance(), 2500)
  })
}

function amounts(running: RunningGateway): void {
  const client = () => clientOf(running.current)
  const balance = async () => (await balancesOf(running.current, CHECKING)).Balance

  test('the access fee is returned with a full reversal, not with a partial one', async () => {
    const first = withdrawal(CHECKING, 102.5, { accessFee: 2.5 })
    const partly = await approved(client().debits(first))
    await approved(client().debitsReverse(withdrawalReversal(first, { ...partly.status, amount: 100 })))
    assert.equal(await balance(), 2497.5)
    const second = withdrawal(CHECKING, 102.5, { accessFee: 2.5 })
    const wholly = await approved(client().debits(second))
    await approved(client().debitsReverse(withdrawalReversal(second, { ...wholly.status })))
    assert.equal(await balance(), 2497.5)
  })

  test('without a currency the amounts must be exact in the original’s, and a rejection does not use up the RRN', async () => {
    const original = transfer(CHECKING, SAVINGS, 250)
    const { status } = await approved(client().transfers(original))
    const reversal = transferReversal(original, { ...status })
    const reverse = (amount: number, part: number) =>
      post(running.current, '/transactions/transfers/reverse', {
        ...reversal,
        amount: { amount },
        reverseInfo: { ...reversal.reverseInfo, amount: part },
      })
    for (const [amount, part, named] of [
      [250, 0.001, 'reverseInfo.amount'],
      [250.001, 250, 'amount.amount'],
    ] as const) {
      const refused = await reverse(amount, part)
      assert.deepEqual([refused.status, refused.code], [400, '904'], refused.text)
      assert.deepEqual(
        refused.body.error?.details.map(({ path }) => path),
        [named],
      )
    }
    assert.equal(await balance(), 2250)
    assert.equal((await reverse(250, 250)).code, '000')
    assert.equal(await balance(), 2500)
  })

  test('a transfer of a trillion is reversed without a currency', async () => {
    await approved(client().credits(cashDeposit(CHECKING, 1e12)))
    const original = transfer(CHECKING, SAVINGS, 1e12)
    const { status } = await approved(client().transfers(original))
    const reversal = { ...transferReversal(original, { ...status }), amount: { amount: 1e12 } }
    await approved(client().transfersReverse(reversal))
    assert.equal(await balance(), 1e12 + 2500)
  })
}

function beforeTheOriginal(running: RunningGateway): void {
  const client = () => clientOf(running.current)
  const funds = async () => [
    (await balancesOf(running.current, CHECKING)).Balance,
    (await balancesOf(running.current, SAVINGS)).Balance,
  ]

  test('a withdrawal that was reversed before it arrived moves nothing', async () => {
    const late = withdrawal(CHECKING, 80)
    const named = { originalRrn: late.transaction.rrn }
    await approved(client().debitsReverse(withdrawalReversal(late, named)))
    await answeredWith('480', client().debitsReverse(withdrawalReversal(late, named)))
    assert.deepEqual(await funds(), [2500, 10000])
    await answeredWith('485', client().debits(late))
    const again = await client().debits(late)
    assert.equal(again.headers.get('x-idempotent-replay'), 'true')
    assert.deepEqual(await funds(), [2500, 10000])
  })

  test('a deposit that was reversed before it arrived moves nothing', async () => {
    const late = cashDeposit(CHECKING, 80)
    await approved(client().creditsReverse(depositReversal(late, { originalRrn: late.transaction.rrn })))
    await answeredWith('485', client().credits(late))
    assert.deepEqual(await funds(), [2500, 10000])
  })

  test('a transfer that was reversed before it arrived moves nothing, also after a restart', async () => {
    const late = transfer(CHECKING, SAVINGS, 80)
    await approved(client().transfersReverse(transferReversal(late, { originalRrn: late.transaction.rrn })))
    await running.restart()
    await answeredWith('485', client().transfers(late))
    assert.deepEqual(await funds(), [2500, 10000])
  })

  test('a reversal that does not name the RRN finds nothing, and the original is posted', async () => {
    const late = withdrawal(CHECKING, 80)
    await answeredWith('914', client().debitsReverse(withdrawalReversal(late)))
    await approved(client().debits(late))
    assert.deepEqual(await funds(), [2420, 10000])
  })
}

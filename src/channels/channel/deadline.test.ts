import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import type { Channel } from './channel.ts'
import { withDeadline } from './deadline.ts'

const OPERATIONS = [
  'probe',
  'lookUpAccounts',
  'inquireBalance',
  'withdrawCash',
  'withdrawCardless',
  'deposit',
  'transfer',
  'payBill',
  'reverseCashWithdrawal',
  'reverseDeposit',
  'reverseTransfer',
] as const satisfies readonly (keyof Channel)[]

/** A channel whose operations all call `answer` with their name and argument. */
function channelThat(answer: (operation: string, asked: unknown) => Promise<unknown>): Channel {
  return Object.fromEntries(
    OPERATIONS.map((operation) => [operation, (asked: unknown) => answer(operation, asked)]),
  ) as unknown as Channel
}

function call(channel: Channel, operation: (typeof OPERATIONS)[number], asked: unknown): Promise<unknown> {
  return (channel[operation] as (asked: unknown) => Promise<unknown>)(asked)
}

// The timeout ends the tests when the deadline does not work.
describe('a channel with a deadline', { timeout: 300_000 }, () => {
  const order = { rrn: '1' }

  for (const operation of OPERATIONS) {
    test(`${operation} passes the order on and the answer back`, async () => {
      const channel = withDeadline(
        channelThat(async (...given) => given),
        60_000,
      )
      const asked = operation === 'probe' ? undefined : order
      assert.deepEqual(await call(channel, operation, asked), [operation, asked])
    })

    test(`${operation} without an answer in time ends as unknown`, async () => {
      const channel = withDeadline(
        channelThat(() => new Promise(() => {})),
        1,
      )
      await assert.rejects(
        call(channel, operation, order),
        (error) => error instanceof Problem && error.kind === 'timeout',
      )
    })
  }

  test('a refusal of the core is passed on unchanged', async () => {
    const refusal = new Problem('not-found', 'no such biller')
    const channel = withDeadline(
      channelThat(() => Promise.reject(refusal)),
      60_000,
    )
    await assert.rejects(call(channel, 'payBill', order), (error) => error === refusal)
  })

  test('an answer after the deadline is ignored', async () => {
    const late = Promise.withResolvers<unknown>()
    const channel = withDeadline(
      channelThat(() => late.promise),
      1,
    )
    await assert.rejects(call(channel, 'withdrawCash', order), Problem)
    late.reject(new Error('too late to matter'))
    await new Promise((resolve) => setImmediate(resolve))
  })
})

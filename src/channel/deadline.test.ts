import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Problem } from '../kernel/problem.ts'
import type { CoreBanking } from './core.ts'
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
] as const satisfies readonly (keyof CoreBanking)[]

/** A core whose every operation answers with its own name and what it was given. */
function coreThat(answer: (operation: string, asked: unknown) => Promise<unknown>): CoreBanking {
  return Object.fromEntries(
    OPERATIONS.map((operation) => [operation, (asked: unknown) => answer(operation, asked)]),
  ) as unknown as CoreBanking
}

function call(core: CoreBanking, operation: (typeof OPERATIONS)[number], asked: unknown): Promise<unknown> {
  return (core[operation] as (asked: unknown) => Promise<unknown>)(asked)
}

// A core that never answers must not make the tests wait for ever either.
describe('a core with a deadline', { timeout: 30_000 }, () => {
  const order = { rrn: '1' }

  for (const operation of OPERATIONS) {
    test(`${operation} passes the order on and the answer back`, async () => {
      const core = withDeadline(
        coreThat(async (...given) => given),
        60_000,
      )
      const asked = operation === 'probe' ? undefined : order
      assert.deepEqual(await call(core, operation, asked), [operation, asked])
    })

    test(`${operation} without an answer in time ends as unknown`, async () => {
      const core = withDeadline(
        coreThat(() => new Promise(() => {})),
        1,
      )
      await assert.rejects(
        call(core, operation, order),
        (error) => error instanceof Problem && error.kind === 'timeout',
      )
    })
  }

  test('a refusal of the core stays what it is', async () => {
    const refusal = new Problem('not-found', 'no such biller')
    const core = withDeadline(
      coreThat(() => Promise.reject(refusal)),
      60_000,
    )
    await assert.rejects(call(core, 'payBill', order), (error) => error === refusal)
  })

  test('an answer that comes after the deadline disturbs nobody', async () => {
    const late = Promise.withResolvers<unknown>()
    const core = withDeadline(
      coreThat(() => late.promise),
      1,
    )
    await assert.rejects(call(core, 'withdrawCash', order), Problem)
    late.reject(new Error('too late to matter'))
    await new Promise((resolve) => setImmediate(resolve))
  })
})

// Random loads, unloads, counts, withdrawals, deposits and reversals of a terminal, compared with a model that knows what is in it, one
// after the other and with several at once; then `verify`.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { verifyBooks } from '../../src/app/wire/verification.ts'
import type { Sent } from '../../src/channels/channel/channel.ts'
import type { Order } from '../../src/channels/core/core.ts'
import type { MovementRecord } from '../../src/oversight/cash/terminal-cash.ts'
import { MINUTE_MS } from '../../src/platform/kernel/time/clock.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { seedBank } from '../support/bank/bank.ts'
import { type CashBank, OPERATOR, openCashBank } from '../support/bank/open-cash.ts'
import { onDatabaseInDepth } from '../support/machine/database.ts'
import { rounds } from '../support/runner/extent.ts'

// For a longer search: PROPERTY_RUNS=500 PROPERTY_SEED=$RANDOM npm test -- test/property/cash.property.test.ts
const SEED = Number(process.env.PROPERTY_SEED ?? 20_260_310)
const RUNS = Number(process.env.PROPERTY_RUNS ?? rounds(5, 12))
const NOW = { now: () => Date.parse('2026-03-10T14:00:00Z') }

type Step =
  | { readonly kind: 'LOAD' | 'UNLOAD'; readonly cents: number }
  /** `off`: how far the count is from what is in the terminal. `minutes`: how long ago it was made. */
  | { readonly kind: 'COUNT'; readonly off: number; readonly minutes: number }
  | { readonly kind: 'WITHDRAW'; readonly notes: number; readonly fee: number }
  | { readonly kind: 'DEPOSIT'; readonly cash: number; readonly checks: number }
  /** A part of one of the orders before, or all that is left. */
  | { readonly kind: 'REVERSE'; readonly order: number; readonly share: number }
  | { readonly kind: 'WAIT'; readonly minutes: number }

const cents = fc.integer({ min: 1, max: 50_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('LOAD' as const, 'UNLOAD' as const), cents }),
  fc.record({
    kind: fc.constant('COUNT' as const),
    off: fc.constantFrom(0, 0, -500, 500, -1, 300),
    minutes: fc.integer({ min: 0, max: 8 }),
  }),
  fc.record({
    kind: fc.constant('WITHDRAW' as const),
    notes: fc.integer({ min: 1, max: 20 }),
    fee: fc.constantFrom(0, 250),
  }),
  fc.record({ kind: fc.constant('DEPOSIT' as const), cash: fc.constantFrom(0, 1_234, 5_000), checks: cents }),
  fc.record({
    kind: fc.constant('REVERSE' as const),
    order: fc.nat({ max: 20 }),
    share: fc.constantFrom(0.25, 0.5, 1),
  }),
  fc.record({ kind: fc.constant('WAIT' as const), minutes: fc.integer({ min: 1, max: 5 }) }),
)
const courses = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 4, maxLength: 8 })

interface Made {
  readonly order: Sent<Order>
  readonly authId: string
  readonly amount: bigint
  readonly fee: bigint
  readonly checks: bigint
  readonly isDeposit: boolean
  reversed: bigint
}

/** What has changed the cash of the terminal, and when. */
interface Change {
  readonly atMs: number
  readonly minor: bigint
}

onDatabaseInDepth('random cash of a terminal', (_engine, open) => {
  let database: Database
  let run = 0

  before(async () => {
    database = (await open()).database
    await seedBank(database, 400, NOW)
  })

  test('is what the model expects, and the books are correct', async () => {
    await fc.assert(
      fc.asyncProperty(courses, fc.constantFrom(1, 3, 128), async (groups, maxBatch) => {
        const course = await startCourse(maxBatch)
        for (const one of groups.flat()) await course.follow(one)
        await course.assertModel()
        await course.close()
        assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    )
  })

  test('adds up when steps are made at once', async () => {
    await fc.assert(
      fc.asyncProperty(courses, fc.constantFrom(1, 3, 128), async (groups, maxBatch) => {
        const course = await startCourse(maxBatch)
        for (const group of groups) {
          // Counts of something that moves meanwhile have no expectation of their own.
          await Promise.all(group.filter(({ kind }) => kind !== 'COUNT').map((one) => course.follow(one)))
          await course.assertModel()
        }
        const counted = await course.follow({ kind: 'COUNT', off: 0, minutes: 0 })
        assert.equal(counted?.differenceMinor ?? 0n, 0n)
        await course.close()
        assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
      }),
      { seed: SEED + 1, numRuns: RUNS, endOnFailure: true },
    )
  })

  async function startCourse(maxBatch: number) {
    const at = await openCashBank(database, { clock: NOW, maxBatch, rrnsFrom: ++run * 1_000, accountsFrom: run * 7 })
    const terminalId = `RANDOM${run}`
    const id = await at.newTerminal(terminalId)
    await at.move(id, 'COUNT', 100_000n)
    return followCourse(at, id, terminalId)
  }
})

function followCourse(at: CashBank, id: string, terminalId: string) {
  const changes: Change[] = [{ atMs: at.clock.now(), minor: 100_000n }]
  const orders: Made[] = []
  const open: bigint[] = []
  let lastCountMs = at.clock.now()
  let accounts = 0

  const changed = (minor: bigint, atMs = at.clock.now()) => changes.push({ atMs, minor })
  const inIt = (atMs: number) => changes.reduce((sum, one) => (one.atMs <= atMs ? sum + one.minor : sum), 0n)
  const passes = (ms: number) => at.clock.moveTo(at.clock.offsetMs + ms)

  async function withdraw(notes: number, feeCents: number): Promise<void> {
    const [fee, amount] = [BigInt(feeCents), BigInt(notes) * 500n + BigInt(feeCents)]
    const order = at.desk.withdrawal(at.accountAt(accounts++), amount, { terminalId, accessFeeMinor: fee })
    const { authId } = await at.desk.approve(order)
    changed(fee - amount)
    orders.push({ order, authId, amount, fee, checks: 0n, isDeposit: false, reversed: 0n })
  }

  async function deposit(cash: bigint, checks: bigint): Promise<void> {
    const order = { ...at.desk.checkDeposit(at.accountAt(accounts++), checks, checks, cash), terminalId }
    const { authId } = await at.desk.approve(order)
    changed(cash)
    orders.push({ order, authId, amount: cash + checks, fee: 0n, checks, isDeposit: true, reversed: 0n })
  }

  async function reverse(made: Made, share: number): Promise<void> {
    const left = made.amount - made.reversed
    const wanted = share === 1 ? left : (left * BigInt(share * 4)) / 4n
    // A part may not touch the fee.
    const part = share === 1 || made.reversed + wanted <= made.amount - made.fee ? wanted : left
    if (part === 0n) return
    const before = made.reversed
    made.reversed += part
    await at.desk.approve(at.desk.reversal(made.order, { authId: made.authId, part }))
    if (made.isDeposit) changed(cashTakenBack(made, before) - cashTakenBack(made, made.reversed))
    else changed(part - (made.reversed === made.amount ? made.fee : 0n))
  }

  /** Checks are taken back before cash. */
  function cashTakenBack({ checks }: Made, reversed: bigint): bigint {
    return reversed > checks ? reversed - checks : 0n
  }

  async function count(off: number, minutes: number): Promise<MovementRecord> {
    passes(1)
    const atMs = Math.max(lastCountMs, at.clock.now() - minutes * MINUTE_MS)
    const expected = inIt(atMs)
    const counted = expected + BigInt(off) < 0n ? 0n : expected + BigInt(off)
    const difference = counted - expected
    const made = await at.move(id, 'COUNT', counted, { atMs })
    assert.deepEqual([made.expectedMinor, made.differenceMinor], [expected, difference])
    const settled = open.lastIndexOf(-difference)
    if (difference !== 0n && settled >= 0) open.splice(settled, 1)
    else if (difference !== 0n && open.length > 0 && open.reduce((sum, one) => sum + one) === -difference)
      open.length = 0
    else if (difference !== 0n) open.push(difference)
    changed(difference, atMs)
    lastCountMs = atMs
    return made
  }

  return {
    async follow(one: Step): Promise<MovementRecord | undefined> {
      switch (one.kind) {
        case 'LOAD':
        case 'UNLOAD': {
          const made = await at.move(id, one.kind, BigInt(one.cents))
          changed(BigInt(one.kind === 'LOAD' ? one.cents : -one.cents), made.atMs)
          return made
        }
        case 'COUNT':
          return count(one.off, one.minutes)
        case 'WITHDRAW':
          await withdraw(one.notes, one.fee)
          return undefined
        case 'DEPOSIT':
          await deposit(BigInt(one.cash), BigInt(one.checks))
          return undefined
        case 'REVERSE': {
          const made = orders[one.order % Math.max(1, orders.length)]
          if (made !== undefined) await reverse(made, one.share)
          return undefined
        }
        case 'WAIT':
          passes(one.minutes * MINUTE_MS)
          return undefined
      }
    },
    async assertModel() {
      assert.equal(await at.expected(id), inIt(at.clock.now()))
      const found = (await at.openDifferences(terminalId)).map(({ cash }) => cash.countedMinor - cash.expectedMinor)
      assert.deepEqual(found.toSorted(compare), open.toSorted(compare))
    },
    async close() {
      for (const { id: exceptionId } of (await at.openDifferences(terminalId)).slice(0, 1))
        await at.exceptions.resolve(OPERATOR, exceptionId, { action: 'WRITE_OFF', reason: 'random' })
      await at.close()
    },
  }
}

function compare(a: bigint, b: bigint): number {
  return Number(a - b)
}

// Random operations, faults and moves of the clock, compared with a replay of what became final.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { emptyTables } from '../../../../test/support/machine/empty-tables.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { DAY_MS } from '../../../platform/kernel/time/clock.ts'
import { openPostgres } from '../../../platform/storage/open-database.ts'
import { balanceOf, opOf, submitOne } from '../conformance/single-calls.fixture.ts'
import type { LedgerBalance, LedgerOp } from '../digital-ledger.ts'
import type { ChainStore } from './chain-rows.ts'
import { type ChainSettings, DEFAULT_CHAIN_SETTINGS } from './chain-settings.ts'
import { DatabaseChainStore } from './chain-store.ts'
import { FinalReplay } from './final-replay.fixture.ts'
import {
  ANNA,
  BELA,
  batch,
  burn,
  hold,
  issue,
  openAccounts,
  openTestChain,
  type TestChain,
  TestClock,
  transfer,
} from './simulated-chain.fixture.ts'

type Step =
  | { readonly do: 'submit'; readonly op: (opId: string, holds: readonly string[]) => LedgerOp }
  | { readonly do: 'again'; readonly nth: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'ask' }

const amount = fc.integer({ min: 1, max: 60 })
const account = fc.constantFrom(ANNA, BELA)
const nth = fc.nat({ max: 40 })
/** One of the holds so far; if there is none, its own id, which is no hold. */
const heldBy = (opId: string, holds: readonly string[], n: number) => holds[n % Math.max(1, holds.length)] ?? opId

const op: fc.Arbitrary<(opId: string, holds: readonly string[]) => LedgerOp> = fc.oneof(
  fc.tuple(amount, account).map(
    ([minor, at]) =>
      (opId: string) =>
        issue(opId, minor, at),
  ),
  fc.tuple(amount, account).map(
    ([minor, at]) =>
      (opId: string) =>
        burn(opId, minor, at),
  ),
  fc.tuple(amount, account).map(
    ([minor, at]) =>
      (opId: string) =>
        hold(opId, minor, at),
  ),
  fc.tuple(amount, account, account).map(
    ([minor, at, to]) =>
      (opId: string) =>
        transfer(opId, minor, at, to),
  ),
  fc.tuple(amount, account, amount, account).map(
    ([minor, at, more, to]) =>
      (opId: string) =>
        batch(opId, burn(opId, minor, at), issue(opId, more, to)),
  ),
  fc.tuple(nth, fc.option(account, { nil: undefined })).map(
    ([n, to]) =>
      (opId: string, holds: readonly string[]): LedgerOp => ({
        opId,
        kind: 'CAPTURE',
        holdId: heldBy(opId, holds, n),
        toAccountId: to?.accountId,
      }),
  ),
  nth.map(
    (n) =>
      (opId: string, holds: readonly string[]): LedgerOp => ({ opId, kind: 'RELEASE', holdId: heldBy(opId, holds, n) }),
  ),
)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: op.map((made): Step => ({ do: 'submit', op: made })) },
  { weight: 2, arbitrary: nth.map((n): Step => ({ do: 'again', nth: n })) },
  { weight: 4, arbitrary: fc.integer({ min: -300, max: 900 }).map((ms): Step => ({ do: 'wait', ms })) },
  { weight: 1, arbitrary: fc.constantFrom(30 * DAY_MS, -30 * DAY_MS).map((ms): Step => ({ do: 'wait', ms })) },
  { weight: 3, arbitrary: fc.constant<Step>({ do: 'ask' }) },
)
const steps = fc.array(step, { minLength: 5, maxLength: 60 })
const fewSteps = fc.array(step, { minLength: 5, maxLength: 20 })
/** Shrinking would take as many runs again, each of thousands of statements. */
const ON_A_DATABASE = { numRuns: 4, endOnFailure: true }

const chance = fc.constantFrom(0, 0.1, 0.5)
const settings: fc.Arbitrary<ChainSettings> = fc
  .record({
    seed: fc.string({ minLength: 1, maxLength: 5 }),
    blockMs: fc.constantFrom(50, 200),
    depth: fc.nat({ max: 4 }),
    lostRequest: chance,
    lostReply: chance,
    duplicateEvent: chance,
    reorderedEvent: chance,
    reorg: chance,
    refused: chance,
    outage: chance,
  })
  .map((drawn) => ({ ...DEFAULT_CHAIN_SETTINGS, ...drawn }))

/** Sends the steps in turn to one of the nodes, which share a chain. Checks on the way; returns all answers. */
async function play(nodes: readonly TestChain[], script: readonly Step[]): Promise<unknown[]> {
  const [first] = nodes as [TestChain]
  await openAccounts(first)
  for (const other of nodes) other.clock.nowMs = first.clock.nowMs
  const replay = new FinalReplay({ [ANNA.accountId]: 100n, [BELA.accountId]: 0n })
  const answers: unknown[] = []
  const ops: LedgerOp[] = []
  const holds: string[] = []

  async function answerOf(call: () => Promise<unknown>): Promise<unknown> {
    try {
      const answer = await call()
      answers.push(answer)
      return answer
    } catch (error) {
      assert.ok(error instanceof Problem && ['timeout', 'unavailable'].includes(error.kind), String(error))
      answers.push(error.kind)
      return undefined
    }
  }

  for (const [n, one] of script.entries()) {
    const node = nodes[n % nodes.length] as TestChain
    switch (one.do) {
      case 'submit': {
        const made = one.op(`op ${n}`, holds)
        ops.push(made)
        if (made.kind === 'HOLD') holds.push(made.opId)
        await answerOf(() => submitOne(node.chain, made))
        break
      }
      case 'again': {
        const again = ops[one.nth % Math.max(1, ops.length)]
        if (again !== undefined) await answerOf(() => submitOne(node.chain, again))
        break
      }
      case 'wait':
        for (const { clock } of nodes) clock.nowMs += one.ms
        break
      case 'ask':
        for (const at of ['FINAL', 'LATEST'] as const) {
          for (const account of [ANNA, BELA]) await answerOf(() => balanceOf(node.chain, account, at))
        }
        for (const { opId } of ops) await answerOf(() => opOf(node.chain, opId))
        break
    }
    await compare(node, replay, ops)
  }
  for (const { clock } of nodes) clock.nowMs += DAY_MS
  await compare(first, replay, ops)
  assert.equal(replay.open, 0, 'everything accepted has come to its end')
  await compareEvents(first, replay)
  return answers
}

/** Looks while the chain can be reached, without the luck of the calls under test. */
async function withoutFaults<T>(node: TestChain, look: () => Promise<T>): Promise<T> {
  const { settings: faulty } = node
  node.settings = { ...faulty, outage: 0 }
  try {
    return await look()
  } finally {
    node.settings = faulty
  }
}

async function compare(node: TestChain, replay: FinalReplay, ops: readonly LedgerOp[]): Promise<void> {
  await withoutFaults(node, async () => {
    const seen = []
    for (const made of ops) seen.push({ op: made, status: await opOf(node.chain, made.opId) })
    replay.observe(seen)
    for (const account of [ANNA, BELA]) {
      const expected: LedgerBalance = replay.balance(account.accountId)
      assert.deepEqual(await balanceOf(node.chain, account, 'FINAL'), expected)
      const latest = await balanceOf(node.chain, account, 'LATEST')
      assert.ok(latest.heldMinor >= 0n && latest.balanceMinor >= latest.heldMinor)
    }
  })
}

async function compareEvents(node: TestChain, replay: FinalReplay): Promise<void> {
  await withoutFaults(node, async () => {
    const told = new Map<string, string>()
    for (let cursor: string | undefined; ; ) {
      const page = await node.chain.events(cursor)
      for (const { opId, status } of page.events) told.set(opId, status)
      if (page.cursor === cursor) break
      cursor = page.cursor
    }
    told.delete('opening')
    assert.deepEqual(new Map([...told].sort()), new Map([...replay.ends()].sort()))
  })
}

describe('the simulated chain, whatever happens', () => {
  test('conserves tokens, applies each id at most once, and spends only what is final', async () => {
    await fc.assert(
      fc.asyncProperty(settings, steps, async (drawn, script) => {
        await play([openTestChain(drawn)], script)
      }),
      { numRuns: 150 },
    )
  })

  test('gives the same answers to the same calls, seed and clock', async () => {
    await fc.assert(
      fc.asyncProperty(settings, steps, async (drawn, script) => {
        const first = await play([openTestChain(drawn)], script)
        assert.deepEqual(await play([openTestChain(drawn)], script), first)
      }),
      { numRuns: 50 },
    )
  })

  test('draws otherwise with another seed', async () => {
    const script: Step[] = Array.from({ length: 40 }, () => ({ do: 'submit', op: (opId) => issue(opId, 1) }))
    const faulty = { ...DEFAULT_CHAIN_SETTINGS, lostRequest: 0.5 }
    const [one, two] = [
      await play([openTestChain({ ...faulty, seed: 'one' })], script),
      await play([openTestChain({ ...faulty, seed: 'two' })], script),
    ]
    assert.notDeepEqual(one, two)
  })
})

onDatabase('the simulated chain in a database', (engine, open) => {
  async function emptyStore(): Promise<{ store: ChainStore; reset(): Promise<unknown>; url: string | undefined }> {
    const { database, location } = await open()
    const store = new DatabaseChainStore(database)
    const reset = () =>
      emptyTables(
        database,
        'simulated_chain, simulated_chain_assets, simulated_chain_accounts, simulated_chain_holds, simulated_chain_ops, simulated_chain_events',
      )
    return { store, reset, url: 'url' in location ? location.url : undefined }
  }

  test('answers as in memory', async () => {
    const { store, reset } = await emptyStore()
    await fc.assert(
      fc.asyncProperty(settings, fewSteps, async (drawn, script) => {
        await reset()
        const stored = await play([openTestChain(drawn, { store })], script)
        assert.deepEqual(stored, await play([openTestChain(drawn)], script))
      }),
      ON_A_DATABASE,
    )
  })

  test('is one chain for two nodes whose clocks differ', {
    skip: engine === 'pglite' && 'one node only',
  }, async (t) => {
    const { store, reset, url } = await emptyStore()
    const database = openPostgres(url as string)
    t.after(() => database.close())
    const other = new DatabaseChainStore(database)
    await fc.assert(
      fc.asyncProperty(settings, fewSteps, async (drawn, script) => {
        await reset()
        const [one, two] = [openTestChain(drawn, { store }), openTestChain(drawn, { store: other })]
        await play([one, two], script)
      }),
      ON_A_DATABASE,
    )
  })

  test('takes operations of many callers at once, each once', async () => {
    const { store } = await emptyStore()
    const clock = new TestClock()
    const nodes = [openTestChain({}, { store, clock }), openTestChain({}, { store, clock })]
    const [first] = nodes as [TestChain]
    await openAccounts(first, 100n)
    const sent = Array.from({ length: 100 }, (_, n) =>
      nodes.map(({ chain }) => submitOne(chain, burn(`op ${n}`, 7))),
    ).flat()
    await Promise.all(sent)
    clock.nowMs += DAY_MS
    const ends = await Promise.all(Array.from({ length: 100 }, (_, n) => opOf(first.chain, `op ${n}`)))
    assert.equal(ends.filter((end) => end?.status === 'FINAL').length, 14)
    assert.equal(ends.filter((end) => end?.status === 'FAILED').length, 86)
    assert.deepEqual(await balanceOf(first.chain, ANNA, 'FINAL'), { balanceMinor: 2n, heldMinor: 0n })
  })
})

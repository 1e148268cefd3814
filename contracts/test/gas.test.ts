// What operations cost, and what happens when the gas does not suffice. The figures are those of contracts/README.md.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Hex } from 'viem'
import { provesMore } from '../../test/support/runner/extent.ts'
import { MAX_BYTES, MAX_GAS } from './chain-limits.ts'
import { BOTH_CHAINS, eachChain, FAST_CHAIN, openFastChain } from './each-chain.ts'
import {
  type Action,
  ADMIN,
  addressOf,
  assetOf,
  burn,
  call,
  capture,
  hold,
  idOf,
  issue,
  LedgerDesk,
  MAX_AMOUNT,
  OPERATOR,
  type Operation,
  release,
  restrict,
  transfer,
} from './ledger-desk.ts'
import type { TestChain } from './test-chain.ts'

const A = assetOf('A')
const B = assetOf('B')
const README = join(import.meta.dirname, '..', 'README.md')

/** As many captures with an issue as fit into a transaction. */
const LARGE = 280
const MAX_TWO_PHASE_GAS = 110_000n
const MAX_SINGLE_GAS = 45_000n

async function openWith(chain: TestChain, accounts: number): Promise<LedgerDesk> {
  const desk = await LedgerDesk.open(chain)
  await desk.register(A)
  await desk.register(B)
  for (const asset of [A, B]) await desk.done(ADMIN, 'setLimits', [asset, MAX_AMOUNT, MAX_AMOUNT])
  const added = Array.from({ length: accounts }, (_, i) => [
    { account: payer(i), asset: A },
    { account: payee(i), asset: B },
  ]).flat()
  await desk.registerAccounts(added)
  return desk
}

/** Every byte of real addresses and ids costs as much as these do: they are hashes. */
const payer = (i: number): Hex => addressOf(`payer ${i}`)
const payee = (i: number): Hex => addressOf(`payee ${i}`)

describe('the gas of operations', () => {
  let chain: TestChain
  let desk: LedgerDesk
  const costs: Record<string, { readonly inLarge: bigint; readonly alone: bigint }> = {}

  before(async () => {
    chain = await openFastChain()
    desk = await openWith(chain, LARGE)
    const given = Array.from({ length: LARGE }, (_, i) => [
      issue(A, payer(i), 1_000_000n),
      issue(B, payee(i), 1_000_000n),
    ])
    await desk.execute(...given.map((actions, i) => ({ id: idOf(`given ${i}`), actions })))

    const kinds: Record<string, (i: number) => readonly Action[]> = {
      ISSUE: (i) => [issue(A, payer(i), 12_345n)],
      BURN: (i) => [burn(A, payer(i), 12_345n)],
      TRANSFER: (i) => [transfer(A, payer(i), payer((i + LARGE / 2) % LARGE), 12_345n)],
      HOLD: (i) => [hold(A, payer(i), 12_345n)],
      'CAPTURE, ISSUE': (i) => [capture(idOf(`HOLD ${i}`)), issue(B, payee(i), 12_345n)],
      'BURN, ISSUE': (i) => [burn(A, payer(i), 12_345n), issue(B, payee(i), 12_345n)],
      'HOLD again': (i) => [hold(A, payer(i), 12_345n)],
      RELEASE: (i) => [release(idOf(`HOLD again ${i}`))],
      RESTRICT: (i) => [restrict(payer(i), 1n)],
      'fails (too little balance)': (i) => [burn(A, payer(i), 10n ** 12n)],
    }
    for (const [kind, actionsOf] of Object.entries(kinds)) {
      const operations = Array.from({ length: LARGE }, (_, i) => ({ id: idOf(`${kind} ${i}`), actions: actionsOf(i) }))
      // The first alone on a chain that forgets it: all other accounts are as fresh.
      const alone = await chain.undone(() => desk.execute(operations[0] as Operation))
      const inLarge = await desk.execute(...operations)
      assert.ok(call('execute', [operations]).length / 2 < MAX_BYTES, `${kind}: ${LARGE} have too many bytes`)
      costs[kind] = { inLarge: inLarge.gas / BigInt(LARGE), alone: alone.gas }
    }
  })
  after(() => chain.close())

  const inLarge = (kind: string) => costs[kind]?.inLarge ?? MAX_GAS

  test('is within bounds in a large transaction', () => {
    for (const kind of ['ISSUE', 'BURN', 'TRANSFER', 'HOLD', 'RELEASE', 'RESTRICT'])
      assert.ok(inLarge(kind) <= MAX_SINGLE_GAS, `${kind} takes ${inLarge(kind)}`)
    const twoPhase = inLarge('HOLD') + inLarge('CAPTURE, ISSUE')
    assert.ok(twoPhase <= MAX_TWO_PHASE_GAS, `a transfer in two phases takes ${twoPhase}`)
  })

  test('is what the page says', () => {
    const page = readFileSync(README, 'utf8')
    const rows = Object.entries(costs)
      .filter(([kind]) => kind !== 'HOLD again')
      .map(([kind, cost]) => `| ${kind} | ${thousands(cost.inLarge)} | ${thousands(cost.alone)} |`)
    const twoPhase = thousands(inLarge('HOLD') + inLarge('CAPTURE, ISSUE'))
    const missing = [...rows, `| HOLD, then CAPTURE, ISSUE | ${twoPhase} |`].filter((row) => !page.includes(row))
    assert.deepEqual(missing, [])
  })
})

function thousands(gas: bigint): string {
  return `${(Number(gas) / 1000).toFixed(1)}k`
}

// A call that runs out of gas takes all but a 64th. Where an operation is large, that is enough to record a failure.
eachChain('too little gas', provesMore ? BOTH_CHAINS : FAST_CHAIN, (open) => {
  const isFast = open === openFastChain
  const CAPTURES = isFast ? 100 : 3
  let chain: TestChain
  let desk: LedgerDesk
  let small: readonly Operation[]
  let large: readonly Operation[]

  before(async () => {
    chain = await open()
    desk = await openWith(chain, CAPTURES)
    const other = (i: number) => addressOf(`other ${i}`)
    await desk.registerAccounts(Array.from({ length: CAPTURES }, (_, i) => ({ account: other(i), asset: A })))
    const actions = Array.from({ length: CAPTURES }, (_, i) => issue(A, payer(i), 100n))
    await desk.execute({ id: idOf('given'), actions })
    await desk.execute(
      ...Array.from({ length: CAPTURES }, (_, i) => ({ id: idOf(`hold ${i}`), actions: [hold(A, payer(i), 10n)] })),
    )
    // Nothing follows it that would need gas too.
    large = [
      { id: idOf('large'), actions: Array.from({ length: CAPTURES }, (_, i) => capture(idOf(`hold ${i}`), other(i))) },
    ]
    small = [
      { id: idOf('1'), actions: [hold(A, payer(0), 5n)] },
      { id: idOf('2'), actions: [burn(A, payer(1), 5n), burn(A, payer(1), 1_000n)] },
      { id: idOf('3'), actions: [capture(idOf('hold 2')), issue(B, payee(0), 5n)] },
    ]
  })
  after(() => chain.close())

  /** Tries limits up to what suffices; returns how many did not. */
  async function tryLimits(operations: readonly Operation[], ends: readonly string[], parts: number): Promise<number> {
    const data = call('execute', [operations])
    const full = await chain.undone(() => chain.send(OPERATOR, desk.ledger, data))
    assert.ok(full.isApplied)
    const lowest = 21_000n + BigInt(data.length / 2) * 40n
    // More than is used can be needed: of what is left at a call, a 64th stays behind.
    const highest = full.gas + full.gas / 32n
    let tooLow = 0
    for (let part = 0; part <= parts; part++) {
      const gasLimit = lowest + ((highest - lowest) * BigInt(part)) / BigInt(parts)
      await chain.undone(async () => {
        const { isApplied } = await chain.send(OPERATOR, desk.ledger, data, gasLimit)
        if (!isApplied) tooLow++
        const outcomes = []
        for (const { outcome, reason } of await desk.results(...operations.map(({ id }) => id)))
          outcomes.push(outcome === 'FAILED' ? reason : outcome)
        assert.deepEqual(outcomes, isApplied ? ends : operations.map(() => 'NONE'), `with ${gasLimit} gas`)
      })
    }
    return tooLow
  }

  test('records nothing of small operations', async () => {
    const count = isFast ? 400 : 10
    const tooLow = await tryLimits(small, ['HELD', 'INSUFFICIENT_BALANCE', 'APPLIED'], count)
    assert.ok(tooLow > count / 2 && tooLow <= count, `${tooLow} of ${count} were too low`)
  })

  if (isFast) {
    test('records nothing of a large operation', async () => {
      const tooLow = await tryLimits(large, ['APPLIED'], 50)
      assert.ok(tooLow > 25 && tooLow <= 50, `${tooLow} of 50 were too low`)
    })
  }
})

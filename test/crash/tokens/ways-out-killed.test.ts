// What operators do with stuck tokens, settlements and relinking, killed at every step. Another node then goes on, and the operator
// asks again: the answer is the truth, and money and tokens have moved once.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Problem } from '../../../src/platform/kernel/problems/problem.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import { onDatabaseInDepth } from '../../support/machine/database.ts'
import { rounds } from '../../support/runner/extent.ts'
import { holdingOf, type Party, seedTokenBank, type TokenBank } from '../../support/tokens/token-bank.ts'
import { TokenWorld } from '../../support/tokens/token-world.ts'
import { type Death, deathsIn, liveUntil, type Reached } from './deaths.ts'
import { type Sums, WAYS_OUT, type WayOut, WayOutStage } from './ways-out.ts'

// The steps are the same on both engines; PGlite, in this process, takes a part of them.
const SHARE = { pglite: 20, postgres: rounds(8, 1) }

onDatabaseInDepth('a way out killed at every step', (engine, open) => {
  let database: Database
  let world: TokenWorld
  let setUp: TokenBank
  let stage: WayOutStage
  let deaths = 0
  let offered = 0

  before(async () => {
    database = (await open()).database
    await seedTokenBank(database)
    world = new TokenWorld(database)
    setUp = await world.open()
    stage = await WayOutStage.open(world, setUp)
  })

  after(() => console.log(`${deaths} deaths in ${WAYS_OUT.length} ways out`))

  for (const wayOut of WAYS_OUT) {
    test(wayOut.title, async () => {
      for (const death of deathsIn(await survive(wayOut, undefined)))
        if (offered++ % SHARE[engine] === 0) await survive(wayOut, death)
      assert.deepEqual(world.defects, [])
    })
  }

  test('afterwards the books verify, and the ledgers agree with them', async () => {
    await world.finish(setUp)
    await world.assertBooks()
    await world.assertLedgersAgree()
  })

  async function survive(wayOut: WayOut, death: Death | undefined): Promise<Reached> {
    const { chain, core } = world
    Object.assign(chain, { blockMs: 1, refused: 0, nativeHolds: true, atomicBatches: true, ...wayOut.chain })
    Object.assign(core, { nextResults: [], otherwise: 'answered' })
    setUp.set({ answerWithinMs: 2_000 })
    const stuck = await wayOut.stick(stage)
    const before = await sumsOf(stuck.parties)
    chain.refused = wayOut.isRefusing === true ? 1 : 0
    core.nextResults = [...(wayOut.core ?? [])]
    const reached = await liveUntil(death, { world, ofTransactions: wayOut.isTransaction }, (first) =>
      wayOut.act(stage, stuck, first),
    )
    const what = `${JSON.stringify(death)} of ${reached.points.join(', ')}`
    assert.equal(reached.isDead, death !== undefined, `the process dies as planned: ${what}`)
    if (reached.isDead) deaths++

    const second = await world.open()
    if (wayOut.isPayment === true) await goOnPaying(second)
    // The operator has had no answer, and asks again.
    const again = await wayOut.act(stage, stuck, second).then(
      () => 'done',
      (error: unknown) => reasonOf(error),
    )
    if (death === undefined) assert.ok(wayOut.repeated.includes(again), `${again} when asked again`)
    else assert.ok(again === 'done' || wayOut.repeated.includes(again), `${again} when asked again: ${what}`)
    if (wayOut.isRefusing !== true) await world.finish(second)
    core.nextResults = []
    await goOnPaying(second)
    assert.deepEqual(await wayOut.endOf(stage, stuck), wayOut.ends, what)
    assert.deepEqual(difference(await sumsOf(stuck.parties), before), { ...NOTHING, ...wayOut.moves }, what)
    chain.refused = 0
    await second.close()
    return reached
  }

  /** Time passes until a payment whose node has died is due. */
  async function goOnPaying(node: TokenBank): Promise<void> {
    world.pass(60_000)
    await node.payments.run()
  }

  async function sumsOf([payer, payee]: readonly [Party, Party?]): Promise<Sums> {
    const { rows } = await database.query<{
      name: 'supply' | 'backing' | 'owed' | 'unclaimed' | 'cash'
      minor: bigint
    }>(
      `SELECT split_part(account, ':', 3) AS name, sum(amount_minor)::bigint AS minor
         FROM (SELECT account, amount_minor FROM general_ledger_totals
               UNION ALL SELECT account, amount_minor FROM general_ledger_deltas) g
        WHERE account LIKE 'tokens:' || $1 || ':%' GROUP BY 1`,
      [payer.institutionId],
    )
    const sums = { ...NOTHING }
    for (const { name, minor } of rows) sums[name] = minor
    const { asset, locked } = await holdingOf(setUp, payer)
    return {
      ...sums,
      payer: asset,
      locked,
      payee: payee === undefined ? 0n : (await holdingOf(setUp, payee)).asset,
      linked: await world.linkedMinor(payer),
    }
  }
})

const NOTHING: { -readonly [Name in keyof Sums]: Sums[Name] } = {
  payer: 0n,
  locked: 0n,
  payee: 0n,
  linked: 0n,
  supply: 0n,
  backing: 0n,
  owed: 0n,
  unclaimed: 0n,
  cash: 0n,
}

function difference(now: Sums, then: Sums): Sums {
  const names = Object.keys(NOTHING) as (keyof Sums)[]
  return Object.fromEntries(names.map((name) => [name, now[name] - then[name]])) as unknown as Sums
}

/** A refusal by a rule; anything else is no answer. */
function reasonOf(error: unknown): string {
  if (error instanceof Problem && error.kind === 'conflict' && error.reason !== undefined) return error.reason
  throw error
}

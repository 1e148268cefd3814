// Every saga killed at every step. The coordinator names each point before and after which something is left behind, and each
// commit of a posting is a point too: with the commit done, or lost. Another node then resumes the work, the client sends its
// requests again, and money and tokens must be where the end state says.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '../../../src/platform/storage/database.ts'
import { isEnd, type Movement } from '../../../src/tokens/movements/movement.ts'
import { MOVEMENT_COLUMNS, type MovementRow, toMovement } from '../../../src/tokens/movements/movement-codec.ts'
import { onDatabaseInDepth } from '../../support/machine/database.ts'
import { rounds } from '../../support/runner/extent.ts'
import {
  addAccount,
  depositOrder,
  holdingOf,
  PAYEE_PARTNER,
  type Party,
  seedTokenBank,
  type TokenBank,
} from '../../support/tokens/token-bank.ts'
import { TokenWorld } from '../../support/tokens/token-world.ts'
import { whenReached } from '../../support/tokens/when-reached.ts'
import { type Death, deathsIn, liveUntil, type Reached } from './deaths.ts'
import { type Change, movedBy, type Run, SCENARIOS, type Scenario, titleOf } from './scenarios.ts'

// The steps are the same on both engines; PGlite, in this process, takes a part of them.
const SHARE = { pglite: 40, postgres: rounds(10, 1) }

onDatabaseInDepth('a saga killed at every step', (engine, open) => {
  let database: Database
  let world: TokenWorld
  let setUp: TokenBank
  const parties = new Map<string, Party>()
  let runs = 0
  let deaths = 0
  let offered = 0

  before(async () => {
    database = (await open()).database
    await seedTokenBank(database)
    world = new TokenWorld(database)
    setUp = await world.open()
  })

  after(() => console.log(`${deaths} deaths in ${SCENARIOS.length} scenarios`))

  for (const scenario of SCENARIOS) {
    test(titleOf(scenario), async () => {
      for (const death of deathsIn(await survive(scenario, undefined))) {
        if (offered++ % SHARE[engine] === 0) await survive(scenario, death)
      }
      assert.deepEqual(world.defects, [])
    })
  }

  test('afterwards the books verify, and the ledgers agree with them', async () => {
    await world.assertBooks()
    await world.assertLedgersAgree()
  })

  async function survive(scenario: Scenario, death: Death | undefined): Promise<Reached> {
    const run = await start(scenario)
    const before = await positions(run)
    // Without the sweep every request sees its movement through, on a busy machine too.
    const settings = { answerWithinMs: scenario.isSwept === true ? 0 : 60_000 }
    const at = (point: string) => scenario.at?.(point, run)
    const reached = await liveUntil(death, { world, settings, at }, (first) => live(first, scenario, run))
    const { isDead, points } = reached
    // What a chain loses depends on ids, so a run may have fewer steps than the first one.
    const isCertain = (scenario.chain?.lostReply ?? scenario.chain?.lostRequest) === undefined
    if (isCertain) assert.equal(isDead, death !== undefined, `the process dies as planned: ${JSON.stringify(death)}`)
    if (isDead) deaths++

    const second = await world.open({ settings, coordination: { interrupt: at } })
    if ((await movementsOf(run)).length > 0) {
      await scenario.meanwhile?.(run)
      await world.finish(second)
    }
    // The client has had no answer, and sends everything again.
    const moved = await live(second, scenario, run)
    await world.finish(second)
    const again = await whenReached(() => scenario.send(second, run))
    const what = `${JSON.stringify(death)} at ${death && 'point' in death ? points[death.point] : 'a commit'}`
    assert.deepEqual([again.replayed, again.movement.movementId], [true, moved.movement.movementId], what)
    const stored = await movementsOf(run)
    assert.equal(stored.length, 1, what)
    const [end] = stored as [Movement]
    assert.ok(isEnd(end.state), what)
    assert.deepEqual([end.state, end.outcome?.reasonCode], [scenario.ends, scenario.outcome], what)
    assert.deepEqual(difference(await positions(run), before), movedBy(end), what)
    assert.equal((await holdingOf(second, run.payer)).locked, 0n, what)
    await second.close()
    await world.block(run.payer, false)
    return reached
  }

  async function live(bank: TokenBank, scenario: Scenario, run: Run) {
    const moved = await whenReached(() => scenario.send(bank, run))
    await scenario.meanwhile?.(run)
    if (scenario.isSwept === true) await world.finish(bank)
    return moved
  }

  async function start(scenario: Scenario): Promise<Run> {
    Object.assign(world.chain, { refused: 0, lostReply: 0, lostRequest: 0, nativeHolds: true, atomicBatches: true })
    world.core.nextResults = []
    const run: Run = {
      world,
      payer: await partyOn(scenario, 0),
      payee: scenario.isWithin === true ? await neighbourOn(scenario) : await partyOn(scenario, 1),
      ref: `run-${++runs}`,
      done: new Set(),
    }
    if (scenario.core !== undefined) world.core.balances.set(run.payer.linkedAccountId, 100_000n)
    Object.assign(world.chain, scenario.chain, { seed: `${runs}` })
    world.core.nextResults = [...(scenario.core ?? [])]
    await scenario.before?.(run, setUp)
    return run
  }

  /** Parties are shared by all runs: what counts is the change. */
  async function partyOn({ ledgers, core }: Scenario, side: 0 | 1): Promise<Party> {
    const ledger = ledgers[side]
    const externalId = ledger === 'builtin' ? 'FI001' : 'FI002'
    const isRemote = core !== undefined && side === 0
    const key = `${ledger} ${side} ${isRemote}`
    const known = parties.get(key)
    if (known !== undefined) return known
    const partner = side === 1 ? { partnerId: PAYEE_PARTNER } : {}
    const remote = isRemote ? { externalId, linkedAccountId: `core-${ledger}` } : {}
    const party = await world.party(setUp, { ledger, ...partner, ...remote })
    const { movement } = await setUp.movements.deposit(depositOrder(party, isRemote ? 50_000n : 500_000n))
    assert.equal(movement.state, 'ISSUED')
    parties.set(key, party)
    return party
  }

  /** A second account of the payer's institution. */
  async function neighbourOn(scenario: Scenario): Promise<Party> {
    const payer = await partyOn(scenario, 0)
    const key = `neighbour of ${payer.accountId}`
    const known = parties.get(key) ?? (await addAccount(setUp, payer))
    parties.set(key, known)
    return known
  }

  async function positions({ payer, payee }: Run): Promise<Change> {
    return {
      payer: (await holdingOf(setUp, payer)).asset,
      payee: (await holdingOf(setUp, payee)).asset,
      linked: await world.linkedMinor(payer),
    }
  }

  async function movementsOf({ ref }: Run): Promise<Movement[]> {
    const { rows } = await database.query<MovementRow>(
      `SELECT ${MOVEMENT_COLUMNS} FROM token_movements WHERE ref = $1`,
      [ref],
    )
    return rows.map(toMovement)
  }
})

function difference(now: Change, then: Change): Change {
  return { payer: now.payer - then.payer, payee: now.payee - then.payee, linked: now.linked - then.linked }
}

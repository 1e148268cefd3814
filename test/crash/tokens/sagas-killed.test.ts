// Every saga killed at every step. The coordinator names each point before and after which something is left behind, and each
// commit of a posting is a point too: with the commit done, or lost. Another node then resumes the work, the client sends its
// requests again, and money and tokens must be where the end state says.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '../../../src/storage/database.ts'
import { Interrupted } from '../../../src/tokens/movements/coordinator.ts'
import { isEnd, type Movement } from '../../../src/tokens/movements/movement.ts'
import { MOVEMENT_COLUMNS, type MovementRow, toMovement } from '../../../src/tokens/movements/movement-codec.ts'
import { onDatabase } from '../../support/machine/database.ts'
import { type CommitFate, mortal } from '../../support/tokens/mortal-database.ts'
import {
  depositOrder,
  holdingOf,
  PAYEE_PARTNER,
  type Party,
  seedTokenBank,
  type TokenBank,
} from '../../support/tokens/token-bank.ts'
import { TokenWorld } from '../../support/tokens/token-world.ts'
import { type Change, movedBy, type Run, SCENARIOS, type Scenario, titleOf } from './scenarios.ts'

/** Where the process dies: at a point of the coordinator, or during a commit. */
type Death = { readonly point: number } | { readonly commit: number; readonly fate: CommitFate }

interface Reached {
  readonly points: readonly string[]
  readonly commits: number
}

// The steps are the same on both engines; PGlite, in this process, takes a part of them.
const SHARE = { pglite: 40, postgres: 1 }

onDatabase('a saga killed at every step', (engine, open) => {
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
      const { points, commits } = await survive(scenario, undefined)
      const planned: Death[] = [
        ...points.map((_, point) => ({ point })),
        ...Array.from({ length: commits }, (_, commit) => [
          { commit, fate: 'lost' as const },
          { commit, fate: 'unconfirmed' as const },
        ]).flat(),
      ]
      for (const death of planned) {
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
    const points: string[] = []
    let commits = 0
    let isDead = false
    const interrupt = (point: string) => {
      points.push(point)
      if (isDead) throw new Interrupted(point)
      scenario.at?.(point, run)
      isDead = death !== undefined && 'point' in death && points.length > death.point
      if (isDead) throw new Interrupted(point)
    }
    const fateOf = () => {
      const isFatal = death !== undefined && 'commit' in death && commits++ === death.commit
      if (death === undefined) commits++
      isDead ||= isFatal
      return isFatal ? death.fate : undefined
    }
    const settings = scenario.isSwept === true ? { answerWithinMs: 0 } : {}
    const onDefect = (error: unknown) => isDead || world.defects.push(error)
    const first = await world.open({ settings, onDefect, coordination: { interrupt } }, mortal(database, fateOf))
    try {
      await live(first, scenario, run)
    } catch (error) {
      if (!isDead) throw error
    }
    await first.close()
    // What a chain loses depends on ids, so a run may have fewer steps than the first one.
    const isCertain = (scenario.chain?.lostReply ?? scenario.chain?.lostRequest) === undefined
    if (isCertain) assert.equal(isDead, death !== undefined, `the process dies as planned: ${JSON.stringify(death)}`)
    if (isDead) deaths++

    const resumed = { settings, coordination: { interrupt: (point: string) => scenario.at?.(point, run) } }
    const second = await world.open(resumed)
    if ((await movementsOf(run)).length > 0) {
      await scenario.meanwhile?.(run)
      await world.finish(second)
    }
    // The client has had no answer, and sends everything again.
    const moved = await live(second, scenario, run)
    await world.finish(second)
    const again = await scenario.send(second, run)
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
    return { points, commits }
  }

  async function live(bank: TokenBank, scenario: Scenario, run: Run) {
    const moved = await scenario.send(bank, run)
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
      payee: await partyOn(scenario, 1),
      ref: `run-${++runs}`,
      done: new Set(),
    }
    if (scenario.core !== undefined) world.core.balances.set(run.payer.linkedAccountId, 100_000n)
    Object.assign(world.chain, scenario.chain, { seed: `${runs}` })
    world.core.nextResults = [...(scenario.core ?? [])]
    scenario.before?.(run)
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

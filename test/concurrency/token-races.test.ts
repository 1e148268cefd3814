// Races between requests for tokens, on two nodes: one decision wins, nothing is spent twice, a reference makes one movement,
// and two coordinators on the same work do it once.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Problem } from '../../src/platform/kernel/problems/problem.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { openPostgres } from '../../src/platform/storage/open-database.ts'
import type { LedgerName } from '../../src/tokens/ledgers/ledger-names.ts'
import type { Decision, Transfer } from '../../src/tokens/movements/movement.ts'
import type { Moved } from '../../src/tokens/movements/orders.ts'
import { onDatabaseInDepth } from '../support/machine/database.ts'
import { rounds } from '../support/runner/extent.ts'
import {
  addAccount,
  depositOrder,
  holdingOf,
  PAYEE_PARTNER,
  type Party,
  redemptionOrder,
  resolutionOrder,
  seedTokenBank,
  type TokenBank,
  transferOrder,
} from '../support/tokens/token-bank.ts'
import { TokenWorld } from '../support/tokens/token-world.ts'
import { whenReached } from '../support/tokens/when-reached.ts'

const LEDGERS: readonly LedgerName[] = ['builtin', 'simulated']
const PAIRS = LEDGERS.flatMap((payer) => LEDGERS.map((payee) => [payer, payee] as const))

type Action = Decision['action']
const RIVALS: readonly (readonly [Action, Action])[] = [
  ['COMMIT', 'ABORT'],
  ['COMMIT', 'EXPIRE'],
  ['ABORT', 'EXPIRE'],
]

// In all, for each pair of ledgers. PGlite runs one transaction at a time: few rounds show every order of two decisions.
const ROUNDS = { pglite: 30, postgres: rounds(60, 1_002) }
const AT_ONCE = 167
const EXPIRES_IN_SECONDS = 600
/**
 * Hundreds of requests at once queue for ten connections. A gateway refuses one that waits for two seconds, before anything
 * is stored; here each has to have its turn, on a slow machine too.
 */
const PATIENT = { connectTimeoutMs: 120_000 }

const LOSES_TO: Readonly<Record<Action, string>> = {
  COMMIT: 'tokens.transfer-already-committed',
  ABORT: 'tokens.transfer-already-aborted',
  EXPIRE: 'tokens.transfer-expired',
}

onDatabaseInDepth('races between requests for tokens', (engine, open) => {
  let database: Database
  let pools: Database[] = []
  let world: TokenWorld
  let nodes: [TokenBank, TokenBank]

  before(async () => {
    const opened = await open()
    database = opened.database
    if ('url' in opened.location) {
      const { url } = opened.location
      pools = [openPostgres(url, PATIENT), openPostgres(url, PATIENT)]
      database = pools[0] as Database
    }
    await seedTokenBank(database)
    world = new TokenWorld(database)
    nodes = [await world.open(), await world.open({}, pools[1])]
  })

  after(async () => {
    await Promise.all(nodes.map((node) => node.close()))
    await Promise.all(pools.map((pool) => pool.close()))
  })

  async function party(ledger: LedgerName, tokens: bigint, partnerId?: string): Promise<Party> {
    const made = await world.party(nodes[0], { ledger, ...(partnerId !== undefined && { partnerId }) })
    nodes[1].ledgers.set(made.institutionId, ledger)
    const deposit = depositOrder(made, tokens)
    if (tokens > 0n) await persistently(() => nodes[0].movements.deposit(deposit))
    return made
  }

  for (const ledgers of PAIRS) {
    test(`one decision wins, ${ledgers.join(' to ')}`, async () => {
      const payer = await party(ledgers[0], 1_000_000n)
      const payee = await party(ledgers[1], 0n, PAYEE_PARTNER)
      let committed = 0
      const races = ROUNDS[engine] / RIVALS.length
      for (const rivals of RIVALS) {
        for (let left = races; left > 0; left -= AT_ONCE)
          committed += await race(payer, payee, rivals, Math.min(left, AT_ONCE))
      }
      const { asset, locked } = await holdingOf(nodes[0], payer)
      assert.deepEqual([asset, locked], [1_000_000n - BigInt(committed), 0n])
      assert.equal((await holdingOf(nodes[0], payee)).asset, BigInt(committed))
    })
  }

  /** How many of the transfers were committed. */
  async function race(payer: Party, payee: Party, rivals: readonly Action[], count: number): Promise<number> {
    const twoPhase = { expiresInSeconds: EXPIRES_IN_SECONDS, committer: 'PAYER' } as const
    const reserved = await Promise.all(
      Array.from({ length: count }, () => {
        const order = transferOrder(payer, payee, 1n, { twoPhase })
        return persistently(() => nodes[0].movements.transfer(order))
      }),
    )
    await world.finish(nodes[0])
    if (rivals.includes('EXPIRE')) passUntilMidway(reserved.map(({ movement }) => movement))
    const ids = reserved.map(({ movement }) => movement.movementId)
    const resolve = (action: 'COMMIT' | 'ABORT') =>
      ids.map((id) => {
        const [node, partnerId] =
          action === 'COMMIT' ? ([nodes[0], payer.partnerId] as const) : ([nodes[1], payee.partnerId] as const)
        const order = resolutionOrder(id, action, partnerId)
        return settled(persistently(() => node.movements.resolve(order)))
      })
    const answers = await Promise.all(
      rivals.map(async (action) => {
        if (action !== 'EXPIRE') return Promise.all(resolve(action))
        world.pass(20)
        await Promise.all(nodes.map(({ coordinator }) => coordinator.run()))
        return undefined
      }),
    )
    // Transfers without a decision expire.
    world.pass(2 * EXPIRES_IN_SECONDS * 1_000)
    await world.finish(...nodes)
    let committed = 0
    const ended = await endedTransfers(ids)
    for (const [index, id] of ids.entries()) {
      const { state, decision: decided } = ended.get(id) ?? {}
      assert.ok(decided !== undefined && rivals.includes(decided), `decided ${decided}`)
      assert.equal(state, { COMMIT: 'COMMITTED', ABORT: 'ABORTED', EXPIRE: 'EXPIRED' }[decided])
      for (const [rival, action] of rivals.entries()) {
        const answer = answers[rival]?.[index]
        if (answer !== undefined)
          assert.equal(answer, action === decided ? 'done' : LOSES_TO[decided], `${action} of ${id}`)
      }
      if (decided === 'COMMIT') committed++
    }
    return committed
  }

  async function endedTransfers(ids: readonly string[]) {
    const { rows } = await database.query<{ movement_id: string; state: string; decision: Action }>(
      'SELECT movement_id::text, state, decision FROM token_movements WHERE movement_id = ANY ($1)',
      [ids],
    )
    return new Map(rows.map(({ movement_id: id, ...row }) => [id, row]))
  }

  /** About half of the transfers have expired then. */
  function passUntilMidway(transfers: readonly Transfer[]): void {
    const expiries = transfers.map(({ expiresAt }) => expiresAt?.getTime() ?? 0).toSorted((a, b) => a - b)
    const midwayMs = expiries[Math.floor(expiries.length / 2)] ?? 0
    world.pass(midwayMs - world.clock.now())
  }

  for (const ledger of LEDGERS) {
    test(`one holding, spent a hundred times at once (${ledger})`, async () => {
      const payer = await party(ledger, 1_000n)
      const payees = [await party('builtin', 0n, PAYEE_PARTNER), await party('simulated', 0n, PAYEE_PARTNER)] as const
      const twoPhase = { expiresInSeconds: EXPIRES_IN_SECONDS, committer: 'PAYER' } as const
      const spend = (nth: number): Promise<Moved> => {
        const { movements } = nodes[nth % 2] as TokenBank
        const payee = payees[nth % 4 < 2 ? 0 : 1] as Party
        const redemption = redemptionOrder(payer, 90n)
        const transfer = transferOrder(payer, payee, 90n, nth % 3 === 1 ? { twoPhase } : {})
        return persistently<Moved>(() => (nth % 3 === 0 ? movements.redeem(redemption) : movements.transfer(transfer)))
      }
      const answers = await Promise.all(Array.from({ length: 100 }, (_, nth) => settled(spend(nth))))
      assert.deepEqual(tally(answers), { done: 11, 'tokens.insufficient-available-tokens': 89 })
      const { asset, locked } = await holdingOf(nodes[0], payer)
      assert.ok(asset >= locked && asset >= 10n, `${asset} tokens, ${locked} locked`)
      world.pass(2 * EXPIRES_IN_SECONDS * 1_000)
      await world.finish(...nodes)
      assert.equal((await holdingOf(nodes[0], payer)).locked, 0n)
    })

    test(`one reference, twenty times at once on two nodes (${ledger})`, async () => {
      const payer = await party(ledger, 1_000n)
      const payee = await party(ledger, 0n, PAYEE_PARTNER)
      const ref = `twenty-${ledger}`
      const kinds: ((node: TokenBank) => Promise<Moved>)[] = [
        ({ movements }) => movements.deposit(depositOrder(payer, 70n, { ref })),
        ({ movements }) => movements.redeem(redemptionOrder(payer, 30n, { ref })),
        ({ movements }) => movements.transfer(transferOrder(payer, payee, 50n, { ref })),
      ]
      for (const send of kinds) {
        const moved = await Promise.all(
          Array.from({ length: 20 }, (_, nth) => persistently(() => send(nodes[nth % 2] as TokenBank))),
        )
        assert.equal(new Set(moved.map(({ movement }) => movement.movementId)).size, 1)
        assert.equal(moved.filter(({ replayed }) => !replayed).length, 1)
      }
      await world.finish(...nodes)
      assert.equal((await holdingOf(nodes[0], payer)).asset, 990n)
      assert.equal((await holdingOf(nodes[0], payee)).asset, 50n)
    })
  }

  test('one reference for different requests at once, in several books: one is done', async () => {
    const payers = [await party('builtin', 100n), await party('simulated', 100n), await party('builtin', 100n)]
    const answers = await Promise.all(
      Array.from({ length: 18 }, (_, nth) => {
        const payer = payers[nth % payers.length] as Party
        const order = redemptionOrder(payer, 10n, { ref: 'several-books', content: `${nth % 6}` })
        return settled(persistently(() => (nodes[nth % 2] as TokenBank).movements.redeem(order)))
      }),
    )
    // Six contents, each sent three times: those of one content are done or replayed, the others refused.
    assert.deepEqual(tally(answers), { done: 3, 'tokens.reference-reused': 15 })
    await world.finish(...nodes)
    const left = await Promise.all(payers.map((payer) => holdingOf(nodes[0], payer)))
    assert.equal(
      left.reduce((sum, { asset }) => sum + asset, 0n),
      290n,
    )
  })

  test('what an institution may owe, and what an account may move in a day, hold for two nodes at once', async () => {
    const payer = await party('builtin', 10_000n)
    const second = await addAccount(nodes[0], payer)
    await nodes[0].movements.deposit(depositOrder(second, 10_000n))
    const payee = await party('simulated', 0n, PAYEE_PARTNER)
    const rush = async (payers: readonly Party[], changes: Parameters<TokenBank['set']>[0]) => {
      for (const node of nodes) node.set(changes)
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, nth) => {
          const order = transferOrder(payers[nth % payers.length] as Party, payee, 100n)
          return settled(persistently(() => (nodes[Math.floor(nth / 2) % 2] as TokenBank).movements.transfer(order)))
        }),
      )
      for (const node of nodes) node.set({ netDebitCapMinor: new Map(), limits: new Map() })
      return tally(answers)
    }
    assert.deepEqual(await rush([payer, second], { netDebitCapMinor: new Map([['USD', 750n]]) }), {
      done: 7,
      'tokens.insufficient-settlement-liquidity': 33,
    })
    const third = await addAccount(nodes[0], payer)
    await nodes[0].movements.deposit(depositOrder(third, 10_000n))
    assert.deepEqual(await rush([third], { limits: new Map([['USD', { perDayMinor: 550n }]]) }), {
      done: 5,
      'tokens.limit-exceeded': 35,
    })
    await world.finish(...nodes)
  })

  test('two nodes that drive the same sagas do every step once', async () => {
    const payer = await party('simulated', 10_000n)
    const payee = await party('simulated', 0n, PAYEE_PARTNER)
    Object.assign(world.chain, { lostReply: 0.3, lostRequest: 0.3, reorg: 0.3 })
    for (const node of nodes) node.set({ answerWithinMs: 0 })
    const begun = await Promise.all(
      Array.from({ length: 45 }, (_, nth): Promise<Moved> => {
        const { movements } = nodes[nth % 2] as TokenBank
        const [deposit, redemption] = [depositOrder(payer, 10n), redemptionOrder(payer, 10n)]
        const transfer = transferOrder(payer, payee, 10n)
        return persistently<Moved>(() => {
          if (nth % 3 === 0) return movements.deposit(deposit)
          return nth % 3 === 1 ? movements.redeem(redemption) : movements.transfer(transfer)
        })
      }),
    )
    await world.finish(...nodes)
    Object.assign(world.chain, { lostReply: 0, lostRequest: 0, reorg: 0 })
    for (const node of nodes) node.set({ answerWithinMs: 2_000 })
    const { rows } = await database.query<{ kind: string; state: string; version: number; count: bigint }>(
      `SELECT kind, state, version, count(*) AS count FROM token_movements WHERE movement_id = ANY ($1)
        GROUP BY kind, state, version ORDER BY kind`,
      [begun.map(({ movement }) => movement.movementId)],
    )
    assert.deepEqual(
      rows.map(({ kind, state, version, count }) => [kind, state, version, Number(count)]),
      [
        ['DEPOSIT', 'ISSUED', 2, 15],
        ['REDEMPTION', 'COMPLETED', 2, 15],
        ['TRANSFER', 'COMMITTED', 3, 15],
      ],
    )
    assert.equal((await holdingOf(nodes[0], payer)).asset, 10_000n - 150n)
  })

  test('after all of this the books verify, and the ledgers agree with them', async () => {
    await world.assertBooks()
    await world.assertLedgersAgree()
  })
})

/** Sends a request again while nothing is stored: on a busy machine the chain may not answer in time. */
function persistently<T>(send: () => Promise<T>): Promise<T> {
  return whenReached(send, ({ kind }) => kind === 'unavailable')
}

/** `done`, or the reason of the refusal; anything else is thrown. */
async function settled(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof Problem && error.reason !== undefined) return error.reason
    throw error
  }
}

function tally(answers: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1
  return counts
}

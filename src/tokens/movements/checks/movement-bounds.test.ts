// Limits, caps and owners of movements, and repeats of their requests. PostgreSQL only: nothing here depends on the engine.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { troubled } from '../../../../test/support/bank/troubled-database.ts'
import { copyOf, createPostgresDatabase } from '../../../../test/support/machine/database.ts'
import { findTemplate } from '../../../../test/support/machine/templates.ts'
import {
  depositOrder,
  holdingOf,
  PAYEE_PARTNER,
  type Party,
  redemptionOrder,
  resolutionOrder,
  seedTokenBank,
  type TokenBank,
  TWO_PHASE,
  transferOrder,
} from '../../../../test/support/tokens/token-bank.ts'
import { TokenWorld } from '../../../../test/support/tokens/token-world.ts'
import { Problem, unavailable } from '../../../platform/kernel/problems/problem.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { openPostgres } from '../../../platform/storage/open-database.ts'
import { migrate } from '../../../platform/storage/schema/migrate.ts'
import type { LedgerName } from '../../ledgers/ledger-names.ts'
import { MovementWaits } from '../coordination/movement-waits.ts'
import type { Movement } from '../movement.ts'
import { depositWith, storeMovements, transferWith } from '../movements.fixture.ts'

const refusal = (reason: string) => (error: unknown) => error instanceof Problem && error.reason === `tokens.${reason}`
const outage = Object.assign(new Error('gone'), { code: 'ECONNRESET' })

describe('movements', () => {
  let database: Database
  let remove: () => Promise<void>
  let world: TokenWorld
  let bank: TokenBank

  before(async () => {
    const created = await createPostgresDatabase(copyOf(await findTemplate('migrated-postgres')))
    remove = created.remove
    database = openPostgres(created.url)
    await migrate(database)
    await seedTokenBank(database)
    world = new TokenWorld(database)
    bank = await world.open()
  })
  after(async () => {
    await bank.close()
    await database.close()
    await remove()
  })
  beforeEach(() => bank.set({ limits: new Map(), netDebitCapMinor: new Map(), answerWithinMs: 2_000 }))

  async function funded(tokens: bigint, partnerId?: string, ledger: LedgerName = 'builtin'): Promise<Party> {
    const party = await world.party(bank, { ledger, ...(partnerId !== undefined && { partnerId }) })
    if (tokens > 0n) await bank.movements.deposit(depositOrder(party, tokens))
    return party
  }

  describe('what a ledger would refuse by its limits', () => {
    after(() => {
      world.chain.ceilingMinor = 0n
      world.chain.blockMs = 1
    })

    test('is refused before the linked account is debited, net of what is open', async () => {
      const party = await funded(0n, undefined, 'simulated')
      Object.assign(world.chain, { ceilingMinor: 1_000n, blockMs: 600_000 })
      bank.set({ answerWithinMs: 0 })
      const linked = await world.linkedMinor(party)
      await assert.rejects(bank.movements.deposit(depositOrder(party, 1_001n)), refusal('limit-exceeded'))
      assert.equal(await world.linkedMinor(party), linked)
      await bank.movements.deposit(depositOrder(party, 700n))
      const other = await world.open()
      for (const node of [bank, other])
        await assert.rejects(node.movements.deposit(depositOrder(party, 301n)), refusal('limit-exceeded'))
      await other.movements.deposit(depositOrder(party, 300n))
      assert.equal(await world.linkedMinor(party), linked - 1_000n)
      world.pass(10 * 600_000)
      world.chain.blockMs = 1
      await world.finish(bank)
      await assert.rejects(bank.movements.deposit(depositOrder(party, 1n)), refusal('limit-exceeded'))
      await other.close()
    })

    test('is refused before a transfer is reserved, and a transfer that is reserved counts', async () => {
      Object.assign(world.chain, { ceilingMinor: 0n, blockMs: 1 })
      const payer = await funded(2_000n, undefined, 'simulated')
      const payee = await funded(0n, PAYEE_PARTNER, 'simulated')
      world.chain.ceilingMinor = 1_000n
      const asked = { twoPhase: TWO_PHASE }
      await assert.rejects(
        bank.movements.transfer(transferOrder(payer, payee, 1_001n, asked)),
        refusal('limit-exceeded'),
      )
      const { movement } = await bank.movements.transfer(transferOrder(payer, payee, 600n, asked))
      await assert.rejects(bank.movements.transfer(transferOrder(payer, payee, 401n, asked)), refusal('limit-exceeded'))
      await bank.movements.transfer(transferOrder(payer, payee, 400n, asked))
      await bank.movements.resolve(resolutionOrder(movement.movementId, 'ABORT'))
      await bank.movements.transfer(transferOrder(payer, payee, 600n, asked))
      // Within the bank, and back to the linked account, nothing is issued.
      await bank.movements.redeem(redemptionOrder(payer, 1n))
    })
  })

  describe("the day's limit", () => {
    // The limit is 1,000 a day, and a movement of 400 is in this state.
    const STATES: [kind: 'DEPOSIT' | 'TRANSFER', state: string, isCounted: boolean][] = [
      ['DEPOSIT', 'PENDING', true],
      ['DEPOSIT', 'MINTING', true],
      ['DEPOSIT', 'COMPENSATING', true],
      ['DEPOSIT', 'ISSUED', true],
      ['DEPOSIT', 'FAILED', false],
      ['TRANSFER', 'RESERVED', true],
      ['TRANSFER', 'COMMITTING', true],
      ['TRANSFER', 'COMMITTED', true],
      ['TRANSFER', 'REJECTED', false],
      ['TRANSFER', 'ABORTED', false],
      ['TRANSFER', 'EXPIRED', false],
    ]
    for (const [kind, state, isCounted] of STATES) {
      test(`${isCounted ? 'counts' : 'does not count'} a ${kind.toLowerCase()} that is ${state}`, async () => {
        const party = await funded(kind === 'TRANSFER' ? 5_000n : 0n)
        const payee = await funded(0n, PAYEE_PARTNER)
        const now = new Date(world.clock.now())
        const { bookId, partnerId, accountId, institutionId: issuerId } = party
        const fields = { state, bookId, partnerId, accountId, issuerId, amountMinor: 400n, createdAt: now }
        const made = kind === 'DEPOSIT' ? depositWith(fields as object) : transferWith(fields as object)
        await storeMovements(database, made)
        bank.set({ limits: new Map([['USD', { perDayMinor: 1_000n }]]) })
        const move = (minor: bigint) =>
          kind === 'DEPOSIT'
            ? bank.movements.deposit(depositOrder(party, minor))
            : bank.movements.transfer(transferOrder(party, payee, minor))
        const left = isCounted ? 600n : 1_000n
        await assert.rejects(move(left + 1n), refusal('limit-exceeded'))
        await move(left)
        await assert.rejects(move(1n), refusal('limit-exceeded'))
        await database.query('DELETE FROM token_movements WHERE movement_id = $1', [made.movementId])
      })
    }

    test('counts deposits and transfers apart, and redemptions not at all', async () => {
      const party = await funded(0n)
      const payee = await funded(0n, PAYEE_PARTNER)
      bank.set({ limits: new Map([['USD', { perDayMinor: 1_000n }]]) })
      await bank.movements.deposit(depositOrder(party, 1_000n))
      await bank.movements.redeem(redemptionOrder(party, 400n))
      await bank.movements.transfer(transferOrder(party, payee, 600n))
      await assert.rejects(bank.movements.deposit(depositOrder(party, 1n)), refusal('limit-exceeded'))
    })
  })

  test('reach the cap of what an institution may owe, and not one more', async () => {
    const payer = await funded(10_000n)
    const payee = await funded(1_000n, PAYEE_PARTNER)
    bank.set({ netDebitCapMinor: new Map([['USD', 1_000n]]) })
    const pay = (minor: bigint) => bank.movements.transfer(transferOrder(payer, payee, minor))
    const reserve = (minor: bigint) =>
      bank.movements.transfer(transferOrder(payer, payee, minor, { twoPhase: TWO_PHASE }))
    const tooMuch = refusal('insufficient-settlement-liquidity')
    await assert.rejects(pay(1_001n), tooMuch)
    await pay(400n)
    const { movement: reserved } = await reserve(100n)
    // Owed 400, reserved 100.
    await assert.rejects(pay(501n), tooMuch)
    await assert.rejects(reserve(501n), tooMuch)
    await pay(500n)
    await assert.rejects(pay(1n), tooMuch)
    await assert.rejects(reserve(1n), tooMuch)
    await bank.movements.resolve(resolutionOrder(reserved.movementId, 'ABORT'))
    await assert.rejects(pay(101n), tooMuch)
    await pay(100n)
    // What others pay it lowers what it owes.
    await bank.movements.transfer(transferOrder(payee, payer, 30n))
    await assert.rejects(pay(31n), tooMuch)
    await pay(30n)
    // Those of one batch count each other.
    await bank.movements.transfer(transferOrder(payee, payer, 50n))
    const many = await Promise.allSettled(Array.from({ length: 20 }, () => pay(10n)))
    assert.equal(many.filter(({ status }) => status === 'fulfilled').length, 5)
  })

  describe("another partner's", () => {
    const OTHER = 'STRANGER'
    let payer: Party
    let payee: Party
    let reserved: Movement
    before(async () => {
      payer = await funded(1_000n)
      payee = await funded(0n, PAYEE_PARTNER)
      reserved = (await bank.movements.transfer(transferOrder(payer, payee, 100n, { twoPhase: TWO_PHASE }))).movement
    })

    // The payee's partner is a stranger to the payer's account too.
    const ROWS: [title: string, reason: string, act: (partnerId: string) => Promise<unknown>][] = [
      [
        'account takes no deposit',
        'account-not-found',
        (partnerId) => bank.movements.deposit(depositOrder({ ...payer, partnerId }, 10n)),
      ],
      [
        'tokens are not redeemed',
        'account-not-found',
        (partnerId) => bank.movements.redeem(redemptionOrder({ ...payer, partnerId }, 10n)),
      ],
      [
        'tokens are not transferred',
        'account-not-found',
        (partnerId) => bank.movements.transfer(transferOrder({ ...payer, partnerId }, payee, 10n)),
      ],
    ]
    for (const [title, reason, act] of ROWS) {
      test(title, async () => {
        const before = await holdingOf(bank, payer)
        for (const partnerId of [OTHER, PAYEE_PARTNER]) await assert.rejects(act(partnerId), refusal(reason))
        assert.deepEqual(await holdingOf(bank, payer), before)
      })
    }

    test('transfer is neither found nor decided', async () => {
      const { movementId } = reserved
      await assert.rejects(bank.movements.find('TRANSFER', OTHER, movementId), refusal('transfer-not-found'))
      for (const action of ['COMMIT', 'ABORT'] as const)
        await assert.rejects(
          bank.movements.resolve(resolutionOrder(movementId, action, OTHER)),
          refusal('transfer-not-found'),
        )
      await assert.rejects(
        bank.movements.resolve(resolutionOrder(movementId, 'COMMIT', PAYEE_PARTNER)),
        refusal('not-resolver'),
      )
      assert.equal((await bank.movements.find('TRANSFER', payer.partnerId, movementId)).state, 'RESERVED')
    })
  })

  describe('a commit that went unconfirmed', () => {
    const lost = { on: 'commit', errors: [outage], afterwards: true }
    const MADE: [title: string, make: (on: TokenBank, party: Party, ref: string) => Promise<{ replayed: boolean }>][] =
      [
        ['a deposit', (on, party, ref) => on.movements.deposit(depositOrder(party, 5n, { ref }))],
        [
          'the decision on a transfer',
          async (on, party, ref) => {
            const transferId = await reserved(party, ref)
            return on.movements.resolve(resolutionOrder(transferId, 'COMMIT', undefined, { ref }))
          },
        ],
      ]
    for (const [i, [title, make]] of MADE.entries()) {
      test(`is the caller's own: ${title} is no replay`, async () => {
        const party = await funded(10n)
        const ref = `unconfirmed-${i}`
        const troubledBank = await world.open({}, troubled(database, lost))
        assert.equal((await make(troubledBank, party, ref)).replayed, false)
        assert.equal((await make(bank, party, ref)).replayed, true)
      })
    }

    test('by another copy of the request: what was done but cannot be read is not called undone', async () => {
      const order = depositOrder(await funded(0n), 5n)
      assert.equal((await bank.movements.deposit(order)).replayed, false)
      const on = database.isDistributed ? 'find-token-movement-home-by-ref' : 'find-token-movement-by-ref'
      const unreadable = { on, errors: [unavailable('no database')] }
      const troubledBank = await world.open({}, troubled(database, unreadable))
      await assert.rejects(troubledBank.movements.deposit(order), { kind: 'timeout' })
    })

    const transfers = new Map<string, string>()
    async function reserved(payer: Party, ref: string): Promise<string> {
      const known = transfers.get(ref)
      if (known !== undefined) return known
      const order = transferOrder(payer, await funded(0n), 5n, { twoPhase: TWO_PHASE })
      const { movement } = await bank.movements.transfer(order)
      transfers.set(ref, movement.movementId)
      return movement.movementId
    }
  })

  describe('copies of a request that are sent at once', () => {
    const COPIES = 8
    const copies = <T>(send: () => Promise<T>) => Promise.all(Array.from({ length: COPIES }, send))
    const answers = (moved: readonly { movement: Movement; replayed: boolean }[]) => ({
      states: new Set(moved.map(({ movement: { movementId, state, version } }) => `${movementId} ${state} ${version}`))
        .size,
      state: moved[0]?.movement.state,
      first: moved.filter(({ replayed }) => !replayed).length,
    })

    test('answer alike when the ledger takes its time', async () => {
      const payer = await funded(1_000n, undefined, 'simulated')
      const payee = await funded(0n, PAYEE_PARTNER, 'simulated')
      const deposits = await copies(() => bank.movements.deposit(depositOrder(payer, 100n, { ref: 'copied-deposit' })))
      assert.deepEqual(answers(deposits), { states: 1, state: 'ISSUED', first: 1 })
      const transfers = await copies(() =>
        bank.movements.transfer(transferOrder(payer, payee, 100n, { ref: 'copied-transfer' })),
      )
      assert.deepEqual(answers(transfers), { states: 1, state: 'COMMITTED', first: 1 })
      const reserved = await copies(() =>
        bank.movements.transfer(transferOrder(payer, payee, 100n, { ref: 'copied-hold', twoPhase: TWO_PHASE })),
      )
      assert.deepEqual(answers(reserved), { states: 1, state: 'RESERVED', first: 1 })
      const id = reserved[0]?.movement.movementId ?? ''
      const committed = await copies(() =>
        bank.movements.resolve(resolutionOrder(id, 'COMMIT', payer.partnerId, { ref: 'copied-decision' })),
      )
      assert.deepEqual(answers(committed), { states: 1, state: 'COMMITTED', first: 1 })
    })

    test('answer alike on another node, and a repeat does not wait for what has ended', async () => {
      const payer = await funded(0n, undefined, 'simulated')
      const other = await world.open()
      const send = (node: TokenBank) => node.movements.deposit(depositOrder(payer, 100n, { ref: 'on-two-nodes' }))
      assert.deepEqual(answers(await Promise.all([bank, other, bank, other].map(send))), {
        states: 1,
        state: 'ISSUED',
        first: 1,
      })
      other.set({ answerWithinMs: 1_000_000_000 })
      assert.equal((await send(other)).movement.state, 'ISSUED')
      await other.close()
    })
  })

  describe('thousands that wait for one movement', () => {
    test('read it once for all, at intervals, and all learn of its end', async () => {
      const movement = depositWith({ state: 'MINTING' })
      await storeMovements(database, movement)
      let reads = 0
      let pauses = 0
      const counting: Database = Object.create(database, {
        query: {
          value: (...args: Parameters<Database['query']>) => {
            reads++
            return database.query(...args)
          },
        },
      })
      const waits = new MovementWaits({
        database: counting,
        async pause() {
          if (++pauses === 3)
            await database.query(
              `UPDATE token_movements SET state = 'ISSUED', is_open = false, version = 2 WHERE movement_id = $1`,
              [movement.movementId],
            )
        },
      })
      const all = await Promise.all(Array.from({ length: 10_000 }, () => waits.until(movement, 600_000)))
      assert.deepEqual([...new Set(all.map(({ state }) => state))], ['ISSUED'])
      assert.deepEqual([reads, pauses], [3, 3])
    })

    test('are answered with what is known when their time is over, also without a database', async () => {
      const movement = depositWith({ state: 'MINTING' })
      const broken: Database = Object.create(database, {
        query: { value: () => Promise.reject(new Error('no database')) },
      })
      const waits = new MovementWaits({ database: broken })
      const [one, other] = await Promise.all([waits.until(movement, 1), waits.until(movement, 30)])
      assert.deepEqual([one, other], [movement, movement])
      assert.equal(await waits.until(movement, 0), movement)
    })

    test('learn at once what a request of the same node knows', async () => {
      const movement = depositWith({ state: 'MINTING' })
      const waits = new MovementWaits({ database, pause: () => new Promise((resolve) => setImmediate(resolve)) })
      const waiting = waits.until(movement, 600_000)
      waits.note({ ...movement, state: 'ISSUED', version: 2 })
      assert.equal((await waiting).state, 'ISSUED')
    })
  })
})

// What a ledger has done, or not done, that no retry can mend, and the operator's ways out of it.

import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { OPERATOR, StuckTokens } from '../../../test/support/tokens/stuck-tokens.ts'
import {
  depositOrder,
  holdingOf,
  PAYEE_PARTNER,
  type Party,
  resolutionOrder,
  seedTokenBank,
  type TokenBank,
  TWO_PHASE,
  transferOrder,
} from '../../../test/support/tokens/token-bank.ts'
import { TokenWorld } from '../../../test/support/tokens/token-world.ts'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Movement } from '../movements/movement.ts'
import { readTokenExceptions } from './exception-records.ts'
import type { TokenAction, TokenExceptionRecord } from './token-exception.ts'

const refusal = (reason: string) => (error: unknown) =>
  error instanceof Problem && error.reason === `token-exceptions.${reason}`

onDatabase('a way out of what a ledger has done', (_engine, open) => {
  let database: Database
  let world: TokenWorld
  let bank: TokenBank
  let tokens: StuckTokens

  before(async () => {
    database = (await open()).database
    await seedTokenBank(database)
    world = new TokenWorld(database)
    bank = await world.open()
    tokens = new StuckTokens(world, bank)
  })
  beforeEach(() => {
    Object.assign(world.chain, { blockMs: 1, refused: 0, atomicBatches: true, nativeHolds: true })
    bank.set({ answerWithinMs: 2_000 })
  })

  const sweep = async (name: string) => bank.sweeps.find((one) => one.name === name)?.run() ?? assert.fail(name)
  const stored = (movement: Movement) => tokens.stored(movement)
  const act: StuckTokens['act'] = (...asked) => tokens.act(...asked)

  async function openOf(
    column: 'account_id' | 'asset_id' | 'movement_id',
    id: string,
  ): Promise<TokenExceptionRecord[]> {
    const { rows } = await database.query<{ exception_id: string }>(
      `SELECT exception_id FROM token_exceptions WHERE ${column}::text = $1 ORDER BY recorded_at, exception_id`,
      [id],
    )
    const found = await readTokenExceptions(
      database,
      {},
      rows.map(({ exception_id: id }) => id),
    )
    return rows.map(({ exception_id: id }) => found.find((one) => one.id === id) as TokenExceptionRecord)
  }

  const resolve = (exception: TokenExceptionRecord | undefined, action: TokenAction) => {
    assert.ok(exception)
    return bank.exceptions.resolve(OPERATOR, exception, { action, reason: 'seen' })
  }

  describe('a hold that somebody else has ended', () => {
    type Found = 'RELEASED' | 'CAPTURED' | 'NONE'

    /** A reserved transfer whose hold is ended at the chain, decided, and refused there. */
    async function refused(found: Found, decision: 'ABORT' | 'COMMIT'): Promise<[Movement, Party, Party]> {
      const payer = await tokens.funded('simulated')
      const payee = await tokens.funded('simulated', 0n, PAYEE_PARTNER)
      const order = transferOrder(payer, payee, 400n, { twoPhase: TWO_PHASE })
      const { movement } = await bank.movements.transfer(order)
      const { holdId } = (await stored(movement)).work
      await database.query(
        found === 'NONE'
          ? 'DELETE FROM simulated_chain_holds WHERE hold_id = $1'
          : `UPDATE simulated_chain_holds SET state = '${found}', ending_op_id = 'foreign' WHERE hold_id = $1`,
        [holdId],
      )
      await database.query(
        `UPDATE simulated_chain_accounts SET held_minor = held_minor - 400, balance_minor = balance_minor - $2 WHERE account_id = $1`,
        [payer.accountId, found === 'CAPTURED' ? 400 : 0],
      )
      bank.set({ answerWithinMs: 0 })
      await bank.movements.resolve(resolutionOrder(movement.movementId, decision))
      return [await tokens.refused(movement), payer, payee]
    }

    async function goOn(movement: Movement): Promise<Movement> {
      world.chain.refused = 0
      for (let round = 0; round < 20; round++) {
        world.pass(60_000)
        await bank.coordinator.run()
        world.pass(20)
        await bank.coordinator.run()
      }
      return stored(movement)
    }

    test('a release of what is released ends as decided, by itself', async () => {
      const [stuck, payer] = await refused('RELEASED', 'ABORT')
      const end = await goOn(stuck)
      assert.equal(end.state, 'ABORTED')
      assert.equal((await tokens.exceptionOf(stuck)).resolution?.action, 'SETTLED')
      assert.deepEqual((await holdingOf(bank, payer)).locked, 0n)
      await world.assertLedgersAgree()
    })

    test('a release of what the ledger does not know waits for RELEASED_OUTSIDE', async () => {
      const [stuck, payer] = await refused('NONE', 'ABORT')
      assert.equal((await goOn(stuck)).state, 'RELEASING')
      for (const action of ['RETRY', 'RETURN', 'ADJUST_LEDGER', 'ACCEPT', 'CANCEL'] as const)
        await assert.rejects(act(stuck, action), refusal('action-not-possible'))
      const { state, resolution } = await act(stuck, 'RELEASED_OUTSIDE')
      assert.deepEqual([state, resolution?.action], ['RESOLVED', 'RELEASED_OUTSIDE'])
      assert.equal((await stored(stuck)).state, 'ABORTED')
      assert.equal((await holdingOf(bank, payer)).locked, 0n)
      await world.assertLedgersAgree()
    })

    test('RELEASED_OUTSIDE is refused while the ledger has the hold', async () => {
      const payer = await tokens.funded('simulated')
      const order = transferOrder(payer, await tokens.funded('simulated', 0n, PAYEE_PARTNER), 400n, {
        twoPhase: TWO_PHASE,
      })
      const { movement } = await bank.movements.transfer(order)
      bank.set({ answerWithinMs: 0 })
      world.chain.refused = 1
      await bank.movements.resolve(resolutionOrder(movement.movementId, 'ABORT'))
      const stuck = await tokens.refused(movement)
      await assert.rejects(act(stuck, 'RELEASED_OUTSIDE'), refusal('action-not-possible'))
      assert.equal((await goOn(stuck)).state, 'ABORTED')
    })

    test('a release of what was captured is drift, and ADJUST_LEDGER mints it back and ends it as decided', async () => {
      const [stuck, payer] = await refused('CAPTURED', 'ABORT')
      assert.equal((await goOn(stuck)).state, 'RELEASING')
      const found = await tokens.exceptionOf(stuck)
      assert.deepEqual([found.kind, found.state, found.movement?.id], ['LEDGER_DRIFT', 'OPEN', stuck.movementId])
      for (const action of ['RELEASED_OUTSIDE', 'ACCEPT', 'RETURN'] as const)
        await assert.rejects(act(stuck, action), refusal('action-not-possible'))
      assert.equal((await act(stuck, 'RETRY')).state, 'OPEN')
      await act(stuck, 'ADJUST_LEDGER')
      assert.equal((await goOn(stuck)).state, 'ABORTED')
      const { state, resolution } = await tokens.exceptionOf(stuck)
      assert.deepEqual([state, resolution?.action], ['RESOLVED', 'ADJUST_LEDGER'])
      assert.deepEqual(await holdingOf(bank, payer).then(({ asset, locked }) => [asset, locked]), [1_000n, 0n])
      await world.assertLedgersAgree()
    })

    test('a capture of what was captured goes on to the payee', async () => {
      const [stuck, payer, payee] = await refused('CAPTURED', 'COMMIT')
      assert.equal((await goOn(stuck)).state, 'COMMITTED')
      assert.deepEqual([(await holdingOf(bank, payer)).asset, (await holdingOf(bank, payee)).asset], [600n, 400n])
      await world.assertLedgersAgree()
    })

    for (const found of ['RELEASED', 'NONE'] as const) {
      test(`a capture without its hold (${found}) has RETURN alone`, async () => {
        const [stuck, payer] = await refused(found, 'COMMIT')
        assert.equal((await goOn(stuck)).state, 'COMMITTING')
        for (const action of ['RETRY', 'RELEASED_OUTSIDE', 'ADJUST_LEDGER'] as const)
          await assert.rejects(act(stuck, action), refusal('action-not-possible'))
        await act(stuck, 'RETURN')
        const after = await goOn(stuck)
        if (found === 'NONE') {
          assert.equal(after.state, 'RETURNING')
          await act(stuck, 'RELEASED_OUTSIDE')
        }
        assert.equal((await stored(stuck)).state, 'RETURNED')
        assert.deepEqual(await holdingOf(bank, payer).then(({ asset, locked }) => [asset, locked]), [1_000n, 0n])
        await world.assertLedgersAgree()
      })
    }
  })

  describe('an operation that the ledger does not answer', () => {
    async function silent(): Promise<[Movement, Party, bigint]> {
      const party = await tokens.funded('simulated', 0n)
      const linked = await world.linkedMinor(party)
      Object.assign(world.chain, { blockMs: 600_000 })
      bank.set({ answerWithinMs: 0 })
      const { movement } = await bank.movements.deposit(depositOrder(party, 250n))
      await sweep('silent-ledgers')
      assert.deepEqual(await openOf('movement_id', movement.movementId), [], 'not before its time')
      world.pass(15 * 60_000)
      return [movement, party, linked]
    }

    test('is an exception while its ledger is up, once, and over when the ledger has answered', async () => {
      const [movement] = await silent()
      Object.assign(world.chain, { outage: 1, outageMs: 1_000 })
      await sweep('silent-ledgers')
      assert.deepEqual(await openOf('movement_id', movement.movementId), [], 'not while the ledger is down')
      Object.assign(world.chain, { outage: 0 })
      await sweep('silent-ledgers')
      assert.deepEqual(await openOf('movement_id', movement.movementId), [], 'nor for the time in which it was')
      const other = await world.open()
      for (const node of [other, other]) await node.sweeps.find(({ name }) => name === 'silent-ledgers')?.run()
      const { kind, state } = await tokens.exceptionOf(movement)
      assert.deepEqual([kind, state], ['LEDGER_SILENT', 'OPEN'])
      assert.equal((await act(movement, 'RETRY')).state, 'OPEN')
      for (const action of ['RETURN', 'ACCEPT', 'ADJUST_LEDGER', 'RELEASED_OUTSIDE'] as const)
        await assert.rejects(act(movement, action), refusal('action-not-possible'))
      world.pass(60 * 60_000)
      await world.finish(bank)
      await sweep('silent-ledgers')
      assert.equal((await tokens.exceptionOf(movement)).resolution?.action, 'SETTLED')
      assert.equal((await stored(movement)).state, 'ISSUED')
      await other.close()
    })

    test('is cancelled: the ledger refuses it, and the deposit is given back', async () => {
      const [movement, party, linked] = await silent()
      const node = await world.open()
      await node.sweeps.find(({ name }) => name === 'silent-ledgers')?.run()
      await act(movement, 'CANCEL')
      world.pass(60 * 60_000)
      await world.finish(bank)
      await sweep('silent-ledgers')
      assert.equal((await stored(movement)).state, 'FAILED')
      assert.equal(await world.linkedMinor(party), linked)
      const { state, resolution } = await tokens.exceptionOf(movement)
      assert.deepEqual([state, resolution?.action, resolution?.by], ['RESOLVED', 'CANCEL', 'op@example.com'])
      await node.close()
    })
  })

  describe('drift', () => {
    const changeAtChain = (party: Party, byMinor: number) =>
      database.query('UPDATE simulated_chain_accounts SET balance_minor = balance_minor + $2 WHERE account_id = $1', [
        party.accountId,
        byMinor,
      ])

    async function drifted(byMinor: number): Promise<[Party, TokenExceptionRecord]> {
      const party = await tokens.funded('simulated')
      await changeAtChain(party, byMinor)
      await sweepAll()
      const [found] = await openOf('account_id', party.accountId)
      assert.ok(found)
      assert.equal(found.state, 'OPEN')
      return [party, found]
    }

    /** The rotation asks all institutions. */
    async function sweepAll(): Promise<void> {
      for (let run = 0; run < 3; run++) await sweep('reconcile-digital-ledgers')
    }

    for (const byMinor of [-7, 7]) {
      test(`of ${byMinor} is adjusted at the ledger, without a journal`, async () => {
        const [party, found] = await drifted(byMinor)
        const asked = await resolve(found, 'ADJUST_LEDGER')
        assert.deepEqual([asked.state, asked.pending?.action], ['OPEN', 'ADJUST_LEDGER'])
        for (const action of ['ADJUST_LEDGER', 'ACCEPT'] as const) await assert.rejects(resolve(found, action))
        world.pass(60_000)
        await sweep('ledger-adjustments')
        const [ended] = await openOf('account_id', party.accountId)
        assert.deepEqual([ended?.state, ended?.resolution?.action], ['RESOLVED', 'ADJUST_LEDGER'])
        assert.equal((await holdingOf(bank, party)).asset, 1_000n)
        await sweepAll()
        assert.equal((await openOf('asset_id', `${party.institutionId}:USD`)).at(-1)?.state, 'RESOLVED')
        await world.assertLedgersAgree()
      })
    }

    test('is not adjusted while something else is open on the account', async () => {
      const [party, found] = await drifted(5)
      bank.set({ answerWithinMs: 0 })
      Object.assign(world.chain, { blockMs: 600_000 })
      await bank.movements.deposit(depositOrder(party, 1n))
      await assert.rejects(resolve(found, 'ADJUST_LEDGER'), refusal('action-not-possible'))
      world.pass(60 * 60_000)
      world.chain.blockMs = 1
      await world.finish(bank)
      await resolve(found, 'ADJUST_LEDGER')
      world.pass(60_000)
      await sweep('ledger-adjustments')
      assert.equal((await openOf('account_id', party.accountId))[0]?.state, 'RESOLVED')
    })

    test('is accepted with its amount; another amount is a new row', async () => {
      const [party, found] = await drifted(5)
      const accepted = await resolve(found, 'ACCEPT')
      assert.deepEqual(
        [accepted.state, accepted.resolution?.action, accepted.resolution?.acceptedMinor],
        ['RESOLVED', 'ACCEPT', '5'],
      )
      const [supply] = await openOf('asset_id', `${party.institutionId}:USD`)
      await assert.rejects(resolve(supply, 'ADJUST_LEDGER'), refusal('action-not-possible'))
      await resolve(supply, 'ACCEPT')
      await sweepAll()
      assert.equal((await openOf('account_id', party.accountId)).length, 1)
      await changeAtChain(party, 1)
      await sweepAll()
      assert.equal((await openOf('account_id', party.accountId)).at(-1)?.state, 'OPEN')
      assert.equal((await openOf('asset_id', `${party.institutionId}:USD`)).length, 2)
      await changeAtChain(party, -6)
      await sweepAll()
      assert.equal((await openOf('account_id', party.accountId)).at(-1)?.resolution?.action, 'SETTLED')
    })
  })

  test('after all of this the books verify', () => world.assertBooks())
})

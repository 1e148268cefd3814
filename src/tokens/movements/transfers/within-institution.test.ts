// Transfers between two accounts of one institution, on both ledgers and in both modes.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import {
  addAccount,
  depositOrder,
  holdingOf,
  newParty,
  type Party,
  resolutionOrder,
  type TokenBank,
  TWO_PHASE,
  transferOrder,
} from '../../../../test/support/tokens/token-bank.ts'
import { TokenWorld } from '../../../../test/support/tokens/token-world.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { type Position, readPositions } from '../checks/positions.ts'

onDatabase('transfers within one institution', (_engine, open) => {
  let database: Database
  let world: TokenWorld
  let bank: TokenBank

  before(async () => {
    database = (await open()).database
    world = new TokenWorld(database)
    bank = await world.open({ settings: { answerWithinMs: 10_000, netDebitCapMinor: new Map([['USD', 0n]]) } })
  })
  after(() => bank.close())

  async function neighbours(ledger: 'builtin' | 'simulated'): Promise<[Party, Party]> {
    const payer = await world.party(bank, { ledger })
    const payee = await addAccount(bank, payer)
    await bank.movements.deposit(depositOrder(payer, 1_000n))
    await world.finish(bank)
    return [payer, payee]
  }

  const positionOf = async (party: Party) => (await readPositions(database, party))[0] as Position

  // No cap applies: it is 0 here.
  for (const ledger of ['builtin', 'simulated'] as const) {
    test(`tokens change hands at once on the ${ledger} ledger, and nothing is issued, burned or owed`, async () => {
      const [payer, payee] = await neighbours(ledger)
      const before = await positionOf(payer)
      const { movement } = await bank.movements.transfer(transferOrder(payer, payee, 400n))
      await world.finish(bank)
      const stored = await bank.movements.find('TRANSFER', payer.partnerId, movement.movementId)
      assert.deepEqual([stored.state, stored.journalIds.length, stored.payeeJournalId], ['COMMITTED', 1, undefined])
      assert.deepEqual([(await holdingOf(bank, payer)).asset, (await holdingOf(bank, payee)).asset], [600n, 400n])
      assert.deepEqual(await positionOf(payer), before)
      assert.equal(before.supplyMinor, 1_000n)
      await world.assertLedgersAgree()
    })

    for (const action of ['COMMIT', 'ABORT'] as const) {
      test(`in two phases, ${action} on the ${ledger} ledger`, async () => {
        const [payer, payee] = await neighbours(ledger)
        const order = transferOrder(payer, payee, 400n, { twoPhase: TWO_PHASE })
        const { movement } = await bank.movements.transfer(order)
        assert.equal(movement.state, 'RESERVED')
        assert.deepEqual([(await positionOf(payer)).reservedMinor, (await holdingOf(bank, payer)).locked], [0n, 400n])
        assert.equal((await bank.accounts.balances(payee.partnerId, payee.accountId)).pendingMinor, 400n)
        await bank.movements.resolve(resolutionOrder(movement.movementId, action))
        await world.finish(bank)
        const moved = action === 'COMMIT' ? 400n : 0n
        assert.deepEqual(await holdingOf(bank, payer), {
          ...(await holdingOf(bank, payer)),
          asset: 1_000n - moved,
          locked: 0n,
        })
        assert.equal((await holdingOf(bank, payee)).asset, moved)
        await world.assertLedgersAgree()
      })
    }
  }

  test('without holds and batches on the chain, the tokens still change hands', async () => {
    Object.assign(world.chain, { nativeHolds: false, atomicBatches: false })
    const [payer, payee] = await neighbours('simulated')
    await bank.movements.transfer(transferOrder(payer, payee, 400n))
    await world.finish(bank)
    Object.assign(world.chain, { nativeHolds: true, atomicBatches: true })
    assert.deepEqual([(await holdingOf(bank, payer)).asset, (await holdingOf(bank, payee)).asset], [600n, 400n])
  })

  test('a transfer to another institution still meets the cap', async () => {
    const [payer] = await neighbours('builtin')
    const elsewhere = await newParty(bank)
    await assert.rejects(bank.movements.transfer(transferOrder(payer, elsewhere, 1n)), {
      reason: 'tokens.insufficient-settlement-liquidity',
    })
  })

  test('what the payee cannot receive is refused, in the order of the contract', async () => {
    const [payer, payee] = await neighbours('builtin')
    await assert.rejects(bank.movements.transfer(transferOrder(payer, payer, 1n)), { reason: 'tokens.same-account' })
    await database.query(`UPDATE digital_accounts SET state = 'CLOSED' WHERE account_id = $1`, [payee.accountId])
    await assert.rejects(bank.movements.transfer(transferOrder(payer, payee, 5_000n)), {
      reason: 'tokens.beneficiary-closed',
    })
  })

  test('the books verify', () => world.assertBooks())
})

// Movements whose surroundings change while they are open: the core of the institution, what its ledger can do, the owner of
// its book.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import {
  depositOrder,
  holdingOf,
  type NewParty,
  newParty,
  openTokenBank,
  PAYEE_PARTNER,
  type Party,
  redemptionOrder,
  referenceOf,
  resolutionOrder,
  seedTokenBank,
  type TokenBank,
  TWO_PHASE,
  transferOrder,
} from '../../../../test/support/tokens/token-bank.ts'
import { verifyBooks } from '../../../app/wire/verification.ts'
import { FakeCore } from '../../../channels/channel/remote/fake-core.fixture.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { ChainSettings } from '../../ledgers/simulated/chain-settings.ts'

onDatabase('movements of tokens in surroundings that change', (_engine, open) => {
  let database: Database
  let bank: TokenBank
  const core = new FakeCore()
  const chain: { -readonly [Key in keyof ChainSettings]?: ChainSettings[Key] } = {}

  before(async () => {
    database = (await open()).database
    await seedTokenBank(database)
    bank = await openTokenBank(database, { core, chain, settings: { answerWithinMs: 0 } })
  })

  after(async () => {
    await bank.close()
  })

  /** Time passes and the coordinator runs, until the movement is in the state. */
  async function driveUntil(
    kind: 'DEPOSIT' | 'REDEMPTION' | 'TRANSFER',
    { partnerId }: Party,
    id: string,
    end: string,
  ) {
    for (let run = 0; run < 20; run++) {
      const { state } = await bank.movements.find(kind, partnerId, id)
      if (state === end) return
      bank.clock.moveTo(bank.clock.offsetMs + 60_000)
      await bank.coordinator.run()
    }
    assert.equal((await bank.movements.find(kind, partnerId, id)).state, end)
  }

  async function runs(times: number): Promise<void> {
    for (let run = 0; run < times; run++) {
      bank.clock.moveTo(bank.clock.offsetMs + 60_000)
      await bank.coordinator.run()
    }
  }

  for (const [place, wanted, linkedAccountId] of [
    ['in our books', {}, 'RELINKED'],
    ['at a remote core', { externalId: 'FI001', linkedAccountId: 'REMOTE-OLD' }, 'REMOTE-NEW'],
  ] as const) {
    test(`an account that another node has relinked ${place} moves money of the new one, and stored work that of the old one`, async () => {
      for (const id of ['REMOTE-OLD', 'REMOTE-NEW']) core.balances.set(id, 10_000n)
      const other = await openTokenBank(database, { core, chain, settings: { answerWithinMs: 0 } })
      const owner = await party(wanted)
      // This node knows the account.
      const { movement: before } = await bank.movements.deposit(depositOrder(owner, 1_000n))
      const relink = () =>
        other.accounts.changeStatus({
          reference: referenceOf('DIGITAL_ASSET_ACCOUNT_STATUS', undefined, owner.partnerId),
          actor: {},
          accountId: owner.accountId,
          linkedAccountId,
        })
      await assert.rejects(relink(), { reason: 'tokens.open-obligations' })
      await driveUntil('DEPOSIT', owner, before.movementId, 'ISSUED')
      await relink()
      const { movement: deposit } = await bank.movements.deposit(depositOrder(owner, 300n))
      assert.deepEqual([before.linkedAccountId, deposit.linkedAccountId], [owner.linkedAccountId, linkedAccountId])
      await driveUntil('DEPOSIT', owner, deposit.movementId, 'ISSUED')
      // Named in the request, the old one is another account.
      await assert.rejects(
        bank.movements.redeem({ ...redemptionOrder(owner, 10n), linkedAccountId: owner.linkedAccountId }),
        { reason: 'tokens.linked-account-invalid' },
      )
      await other.close()
      // The next test has an institution of its own for this bank.
      await database.query(`UPDATE digital_institutions SET state = 'OFFBOARDED' WHERE institution_id = $1`, [
        owner.institutionId,
      ])
    })
  }

  test('while the institution has no usable core, money that is owed waits and nothing begins', async () => {
    core.balances.set('REMOTE', 10_000n)
    const owner = await party({ externalId: 'FI001', linkedAccountId: 'REMOTE' })
    const { movement: deposit } = await bank.movements.deposit(depositOrder(owner, 5_000n))
    await driveUntil('DEPOSIT', owner, deposit.movementId, 'ISSUED')

    chain.refused = 1
    const { movement: failing } = await bank.movements.deposit(depositOrder(owner, 1_000n))
    chain.refused = 0
    const { movement: redemption } = await bank.movements.redeem(redemptionOrder(owner, 2_000n))
    assert.deepEqual([failing.state, redemption.state], ['MINTING', 'BURNING'])

    bank.useCores(false)
    const isUnavailable = (error: unknown) => error instanceof Problem && error.kind === 'unavailable'
    await assert.rejects(bank.movements.deposit(depositOrder(owner, 1_000n)), isUnavailable)
    await assert.rejects(bank.movements.redeem(redemptionOrder(owner, 1_000n)), isUnavailable)
    await runs(4)
    const statesOf = async () => [
      (await bank.movements.find('DEPOSIT', owner.partnerId, failing.movementId)).state,
      (await bank.movements.find('REDEMPTION', owner.partnerId, redemption.movementId)).state,
    ]
    assert.deepEqual(await statesOf(), ['COMPENSATING', 'BURNING'])

    bank.useCores(true)
    await driveUntil('DEPOSIT', owner, failing.movementId, 'FAILED')
    await driveUntil('REDEMPTION', owner, redemption.movementId, 'COMPLETED')
    assert.equal(
      (await bank.movements.find('DEPOSIT', owner.partnerId, failing.movementId)).outcome?.reasonCode,
      'LEDGER_REFUSED',
    )
    assert.equal(core.balances.get('REMOTE'), 7_000n)
    assert.equal((await holdingOf(bank, owner)).asset, 3_000n)
  })

  test('a reference that is known is answered without a core', async () => {
    const owner = await party({ externalId: 'FI003', linkedAccountId: 'REMOTE' })
    const order = depositOrder(owner, 1_000n, { ref: 'known' })
    const { movement } = await bank.movements.deposit(order)
    bank.useCores(false)
    const again = await bank.movements.deposit(order)
    bank.useCores(true)
    assert.deepEqual([again.replayed, again.movement.movementId], [true, movement.movementId])
    await driveUntil('DEPOSIT', owner, movement.movementId, 'ISSUED')
  })

  test('a ledger that cannot be reached takes on nothing new, and a reference that is known is answered', async () => {
    const owner = await party()
    const { movement } = await bank.movements.deposit(depositOrder(owner, 1_000n, { ref: 'before-outage' }))
    chain.outage = 1
    const order = depositOrder(owner, 1_000n, { ref: 'during-outage' })
    await assert.rejects(
      bank.movements.deposit(order),
      (error) => error instanceof Problem && error.reason === 'tokens.ledger-unavailable',
    )
    const again = await bank.movements.deposit(depositOrder(owner, 1_000n, { ref: 'before-outage' }))
    chain.outage = 0
    assert.deepEqual([again.replayed, again.movement.movementId], [true, movement.movementId])
    // The reference was left free.
    assert.equal((await bank.movements.deposit(order)).replayed, false)
    await driveUntil('DEPOSIT', owner, movement.movementId, 'ISSUED')
  })

  test('a transfer commits on a ledger that has lost its batches meanwhile', async () => {
    const payer = await party()
    const payee = await party({ partnerId: PAYEE_PARTNER })
    const { movement: deposit } = await bank.movements.deposit(depositOrder(payer, 5_000n))
    await driveUntil('DEPOSIT', payer, deposit.movementId, 'ISSUED')
    const twoPhase = { ...TWO_PHASE, expiresInSeconds: 86_400 }
    const { movement } = await bank.movements.transfer(transferOrder(payer, payee, 2_000n, { twoPhase }))
    await driveUntil('TRANSFER', payer, movement.movementId, 'RESERVED')
    // The batch is chosen and lost on its way; then the ledger takes none any more.
    chain.lostRequest = 1
    const { movement: decided } = await bank.movements.resolve(resolutionOrder(movement.movementId, 'COMMIT'))
    assert.equal(decided.work.op?.leg, 'BOTH')
    chain.lostRequest = 0
    chain.atomicBatches = false
    await driveUntil('TRANSFER', payer, movement.movementId, 'COMMITTED')
    chain.atomicBatches = true
    assert.equal((await holdingOf(bank, payee)).asset, 2_000n)
    assert.equal((await holdingOf(bank, payer)).locked, 0n)
  })

  test('a transfer to an institution that has left its book to the payer is refused', async () => {
    const former = await party({ externalId: 'FI002', linkedAccountId: 'REMOTE' })
    await database.query(`UPDATE digital_institutions SET state = 'OFFBOARDED' WHERE institution_id = $1`, [
      former.institutionId,
    ])
    const payer = await party({ externalId: 'FI002', linkedAccountId: 'REMOTE' })
    const isRefusal = (error: unknown) =>
      error instanceof Problem && error.reason === 'tokens.beneficiary-cannot-receive'
    await assert.rejects(bank.movements.transfer(transferOrder(payer, former, 1_000n)), isRefusal)
  })

  test('the books verify', async () => {
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
  })

  /** On the simulated ledger; with an externalId its linked account is in the books of the core. */
  async function party(wanted: NewParty = {}): Promise<Party> {
    bank.set({ answerWithinMs: 2_000 })
    const made = await newParty(bank, { ledger: 'simulated', ...wanted })
    bank.set({ answerWithinMs: 0 })
    return made
  }
})

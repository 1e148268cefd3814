import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import {
  depositOrder,
  holdingOf,
  newParty,
  OPENING_MINOR,
  openTokenBank,
  PAYEE_PARTNER,
  type Party,
  redemptionOrder,
  resolutionOrder,
  seedTokenBank,
  type TokenBank,
  TWO_PHASE,
  transferOrder,
} from '../../../test/support/tokens/token-bank.ts'
import { verifyBooks } from '../../app/wire/verification.ts'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { LedgerName } from '../ledgers/ledger-names.ts'

const PAIRS: [payer: LedgerName, payee: LedgerName][] = [
  ['builtin', 'builtin'],
  ['builtin', 'simulated'],
  ['simulated', 'builtin'],
  ['simulated', 'simulated'],
]

const refusal = (reason: string, state?: string) => (error: unknown) =>
  error instanceof Problem &&
  error.reason === `tokens.${reason}` &&
  (state === undefined || error.resource?.state === state)

onDatabase('movements of tokens', (_engine, open) => {
  let database: Database
  let bank: TokenBank
  const defects: unknown[] = []

  before(async () => {
    database = (await open()).database
    await seedTokenBank(database)
    bank = await openTokenBank(database, { onDefect: (error) => defects.push(error) })
  })

  async function pair(ledgers: [LedgerName, LedgerName], funded = 10_000n): Promise<[Party, Party]> {
    const payer = await newParty(bank, { ledger: ledgers[0] })
    const payee = await newParty(bank, { ledger: ledgers[1], partnerId: PAYEE_PARTNER })
    if (funded > 0n) await bank.movements.deposit(depositOrder(payer, funded))
    return [payer, payee]
  }

  for (const ledger of ['builtin', 'simulated'] as const) {
    test(`a deposit and a redemption on the ${ledger} ledger`, async () => {
      const party = await newParty(bank, { ledger })
      const deposit = await bank.movements.deposit(depositOrder(party, 5_000n))
      assert.deepEqual([deposit.movement.state, deposit.replayed], ['ISSUED', false])
      assert.deepEqual(await holdingOf(bank, party), { asset: 5_000n, locked: 0n, linked: OPENING_MINOR - 5_000n })
      const redemption = await bank.movements.redeem(redemptionOrder(party, 2_000n))
      assert.equal(redemption.movement.state, 'COMPLETED')
      assert.deepEqual(await holdingOf(bank, party), { asset: 3_000n, locked: 0n, linked: OPENING_MINOR - 3_000n })
      await assert.rejects(
        bank.movements.redeem(redemptionOrder(party, 3_001n)),
        refusal('insufficient-available-tokens'),
      )
    })
  }

  for (const ledgers of PAIRS) {
    test(`an immediate transfer from ${ledgers[0]} to ${ledgers[1]}`, async () => {
      const [payer, payee] = await pair(ledgers)
      const order = transferOrder(payer, payee, 4_000n)
      const { movement } = await bank.movements.transfer(order)
      assert.equal(movement.state, 'COMMITTED')
      assert.equal((await holdingOf(bank, payer)).asset, 6_000n)
      assert.equal((await holdingOf(bank, payer)).locked, 0n)
      assert.equal((await holdingOf(bank, payee)).asset, 4_000n)
      const again = await bank.movements.transfer(order)
      assert.deepEqual([again.replayed, again.movement.movementId], [true, movement.movementId])
    })

    test(`a transfer in two phases from ${ledgers[0]} to ${ledgers[1]}, committed, aborted and expired`, async () => {
      const [payer, payee] = await pair(ledgers)
      const reserve = () => bank.movements.transfer(transferOrder(payer, payee, 1_000n, { twoPhase: TWO_PHASE }))
      const [commit, abort, expire] = [await reserve(), await reserve(), await reserve()]
      assert.deepEqual(
        [commit, abort, expire].map(({ movement }) => movement.state),
        ['RESERVED', 'RESERVED', 'RESERVED'],
      )
      assert.equal((await holdingOf(bank, payer)).locked, 3_000n)
      const committed = await bank.movements.resolve(resolutionOrder(commit.movement.movementId, 'COMMIT'))
      assert.equal(committed.movement.state, 'COMMITTED')
      const aborted = await bank.movements.resolve(resolutionOrder(abort.movement.movementId, 'ABORT', PAYEE_PARTNER))
      assert.deepEqual([aborted.movement.state, aborted.movement.outcome?.isoReason], ['ABORTED', 'MS02'])
      bank.clock.moveTo(bank.clock.offsetMs + 61_000)
      await assert.rejects(
        bank.movements.resolve(resolutionOrder(expire.movement.movementId, 'COMMIT')),
        // As it is after the decision, not as it was when the caller came.
        refusal('transfer-expired', 'EXPIRED'),
      )
      const expired = await bank.movements.find('TRANSFER', payer.partnerId, expire.movement.movementId)
      assert.equal(expired.state, 'EXPIRED')
      assert.deepEqual(await holdingOf(bank, payer), { asset: 9_000n, locked: 0n, linked: OPENING_MINOR - 10_000n })
      assert.equal((await holdingOf(bank, payee)).asset, 1_000n)
      await assert.rejects(
        bank.movements.resolve(resolutionOrder(commit.movement.movementId, 'ABORT')),
        refusal('transfer-already-committed'),
      )
    })
  }

  test("what an operator moves in the book of a digital institution alone is audited as the operator's own", async () => {
    const party = await newParty(bank)
    const actor = {
      userId: '01970000-0000-7000-8000-00000000000a',
      email: 'op@example.com',
      scope: { institutionId: 'FI001' },
    }
    const { movement } = await bank.movements.deposit({ ...depositOrder(party, 100n), actor })
    const { rows } = await database.query<{ institution_id: string; after: string }>(
      'SELECT institution_id, after FROM audit_log WHERE resource_id = $1',
      [movement.movementId],
    )
    assert.equal(rows[0]?.institution_id, 'FI001')
    assert.deepEqual(JSON.parse(rows[0]?.after ?? ''), { partnerId: party.partnerId, version: 1, state: 'ISSUED' })
  })

  test('a movement that no request waits for any longer is looked at soon', async () => {
    const party = await newParty(bank, { ledger: 'simulated' })
    bank.set({ answerWithinMs: 0 })
    const { movement } = await bank.movements.deposit(depositOrder(party, 1_000n))
    bank.set({ answerWithinMs: 2_000 })
    assert.equal(movement.state, 'MINTING')
    const { rows } = await database.query<{ next_at: Date }>(
      'SELECT next_at FROM token_movements WHERE movement_id = $1',
      [movement.movementId],
    )
    // Not when the lease of the request is over, which is five seconds.
    assert.ok(Number(rows[0]?.next_at) <= bank.clock.now() + 1_000)
    bank.clock.moveTo(bank.clock.offsetMs + 1_000)
    await bank.coordinator.run()
    assert.equal((await bank.movements.find('DEPOSIT', party.partnerId, movement.movementId)).state, 'ISSUED')
  })

  test('a reference that two institutions use at the same time is used once', async () => {
    const [one, other] = await pair(['builtin', 'builtin'])
    const another = await newParty(bank)
    await bank.movements.deposit(depositOrder(another, 10_000n))
    const asked = { ref: 'used-by-two' }
    const settled = await Promise.allSettled([
      bank.movements.transfer(transferOrder(one, other, 1_000n, { ...asked, content: 'one' })),
      bank.movements.transfer(transferOrder(another, other, 1_000n, { ...asked, content: 'another' })),
    ])
    const refused = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    assert.equal(refused.length, 1)
    assert.ok(refusal('reference-reused')(refused[0]))
    assert.equal((await holdingOf(bank, other)).asset, 1_000n)
  })

  test('nothing above was a defect', () => {
    assert.deepEqual(defects, [])
  })

  test('the books verify', async () => {
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
  })
})

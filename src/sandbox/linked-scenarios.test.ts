// Scenario accounts as linked accounts: every pending and failed state of digital banking can be seen in the sandbox.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { onDatabase } from '../../test/support/machine/database.ts'
import {
  depositOrder,
  holdingOf,
  PAYEE_PARTNER,
  type Party,
  redemptionOrder,
  referenceOf,
  type TokenBank,
} from '../../test/support/tokens/token-bank.ts'
import { TokenWorld } from '../../test/support/tokens/token-world.ts'
import type { LinkedOrder, LinkedOutcome } from '../tokens/movements/accounts/linked-accounts.ts'
import { type LinkedScenarioRecords, LinkedScenarios } from './linked-scenarios.ts'

onDatabase('scenario accounts as linked accounts', (_engine, open) => {
  let world: TokenWorld
  let bank: TokenBank

  before(async () => {
    world = new TokenWorld((await open()).database)
    bank = await world.open({ settings: { answerWithinMs: 0 } })
  })
  after(() => bank.close())

  /** An account with tokens that is then linked to a scenario account. */
  async function relinked(linkedAccountId: string, ledger: 'builtin' | 'simulated' = 'builtin'): Promise<Party> {
    bank.set({ answerWithinMs: 10_000 })
    const party = await world.party(bank, { ledger, partnerId: PAYEE_PARTNER })
    await bank.movements.deposit(depositOrder(party, 1_000n))
    await world.finish(bank)
    await bank.accounts.changeStatus({
      reference: referenceOf('DIGITAL_ASSET_ACCOUNT_STATUS', undefined, party.partnerId),
      actor: {},
      accountId: party.accountId,
      linkedAccountId,
    })
    bank.set({ answerWithinMs: 0 })
    return { ...party, linkedAccountId }
  }

  const OPENED = 100_000_000n

  test('9000000503: the core is down, and nothing is stored', async () => {
    const party = await relinked('9000000503')
    await assert.rejects(bank.movements.deposit(depositOrder(party, 10n)), { kind: 'unavailable' })
    await assert.rejects(bank.movements.redeem(redemptionOrder(party, 10n)), { kind: 'unavailable' })
    assert.deepEqual(await holdingOf(bank, party), { asset: 1_000n, locked: 0n, linked: OPENED })
  })

  for (const [id, isPosted] of [
    ['9000000504', true],
    ['9000000505', false],
  ] as const) {
    test(`${id}: the outcome is unknown for a while, and then known, once`, async () => {
      const party = await relinked(id)
      const { movement: redemption } = await bank.movements.redeem(redemptionOrder(party, 10n))
      assert.equal(redemption.state, 'CREDIT_RETRY')
      assert.equal((await holdingOf(bank, party)).linked, OPENED + (isPosted ? 10n : 0n))
      const { movement: deposit } = await bank.movements.deposit(depositOrder(party, 30n))
      assert.equal(deposit.state, 'PENDING')
      world.pass(6_000)
      await world.finish(bank)
      assert.deepEqual(await holdingOf(bank, party), { asset: 1_020n, locked: 0n, linked: OPENED - 20n })
      const stored = await bank.movements.find('REDEMPTION', party.partnerId, redemption.movementId)
      assert.equal(stored.state, 'COMPLETED')
    })
  }

  test('9000000500: debits are made and credits refused: tokens return, and money that cannot go back is unclaimed', async () => {
    const party = await relinked('9000000500', 'simulated')
    const { movement: redemption } = await bank.movements.redeem(redemptionOrder(party, 10n))
    await world.finish(bank)
    assert.equal((await bank.movements.find('REDEMPTION', party.partnerId, redemption.movementId)).state, 'RETURNED')
    assert.equal((await holdingOf(bank, party)).asset, 1_000n)

    world.chain.refused = 1
    const { movement: deposit } = await bank.movements.deposit(depositOrder(party, 30n))
    await world.finish(bank)
    world.chain.refused = 0
    const { state, outcome } = await bank.movements.find('DEPOSIT', party.partnerId, deposit.movementId)
    assert.deepEqual([state, outcome?.reasonCode], ['FAILED', 'FUNDS_UNCLAIMED'])
    assert.deepEqual(await holdingOf(bank, party), { asset: 1_000n, locked: 0n, linked: OPENED - 30n })
  })

  test('the books verify', () => world.assertBooks())
})

describe('a movement at an account whose outcome is unknown for a while', () => {
  const ORDER = { reference: 'reference', bookId: 'FI001', accountId: '9000000504', direction: 'DEBIT' } as LinkedOrder
  const scenarios = (outcome: LinkedOutcome) =>
    new LinkedScenarios({
      clock: { now: () => 0 },
      pipeline: { post: async () => outcome as never },
      records: {} as LinkedScenarioRecords,
    })

  test('that is made is not answered', async () => {
    const remote = scenarios({ moved: true }).remoteOf(ORDER.accountId)
    assert.ok(remote !== undefined)
    await assert.rejects(remote.move(ORDER), { kind: 'timeout' })
  })

  test('that is refused is answered at once', async () => {
    const refused: LinkedOutcome = { moved: false, reason: 'insufficient-linked-funds' }
    assert.deepEqual(await scenarios(refused).remoteOf(ORDER.accountId)?.move(ORDER), refused)
  })
})

// Returns: transfers that give tokens of another one back to its payer.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import {
  depositOrder,
  holdingOf,
  PAYEE_PARTNER,
  type Party,
  resolutionOrder,
  returnOrder,
  type TokenBank,
  TWO_PHASE,
  transferOrder,
} from '../../../../test/support/tokens/token-bank.ts'
import { TokenWorld } from '../../../../test/support/tokens/token-world.ts'
import { PlatformSearch } from '../../search/platform-search.ts'
import type { Transfer } from '../movement.ts'

onDatabase('returns of transfers', (_engine, open) => {
  let world: TokenWorld
  let nodes: [TokenBank, TokenBank]
  let payer: Party
  let payee: Party
  let other: Party

  before(async () => {
    world = new TokenWorld((await open()).database)
    nodes = [await world.open(), await world.open()]
    payer = await world.party(nodes[0])
    payee = await world.party(nodes[0], { partnerId: PAYEE_PARTNER })
    other = await world.party(nodes[0], { partnerId: PAYEE_PARTNER })
    for (const party of [payer, payee, other]) await nodes[0].movements.deposit(depositOrder(party, 1_000n))
  })
  after(() => Promise.all(nodes.map((node) => node.close())))

  async function paid(amountMinor = 100n): Promise<Transfer> {
    return (await nodes[0].movements.transfer(transferOrder(payer, payee, amountMinor))).movement
  }

  const returned = async (first: Transfer) =>
    (await nodes[0].movements.returnedMinor([first])).get(first.movementId) ?? 0n

  test('tokens go back to the payer account, wholly or in parts, and the first transfer keeps its version', async () => {
    const first = await paid()
    const before = await holdingOf(nodes[0], payer)
    const { movement } = await nodes[0].movements.transfer(returnOrder(payee, first, 30n))
    assert.deepEqual(
      [movement.state, movement.returnOf, movement.payee.accountId],
      ['COMMITTED', first.movementId, payer.accountId],
    )
    await nodes[1].movements.transfer(returnOrder(payee, first, 70n))
    assert.equal((await holdingOf(nodes[0], payer)).asset, before.asset + 100n)
    assert.equal(await returned(first), 100n)
    assert.equal((await nodes[0].movements.find('TRANSFER', payer.partnerId, first.movementId)).version, first.version)
    await refused(returnOrder(payee, first, 1n))
  })

  test('a return can itself be returned', async () => {
    const first = await paid()
    const { movement: back } = await nodes[0].movements.transfer(returnOrder(payee, first, 100n))
    const { movement } = await nodes[0].movements.transfer(returnOrder(payer, back, 100n))
    assert.deepEqual([movement.state, movement.payee.accountId], ['COMMITTED', payee.accountId])
  })

  test('open returns count, and one that ends without success frees what it took', async () => {
    const first = await paid()
    const reserved = await nodes[0].movements.transfer({ ...returnOrder(payee, first, 60n), twoPhase: TWO_PHASE })
    assert.equal(await returned(first), 0n)
    await refused(returnOrder(payee, first, 41n))
    await nodes[0].movements.resolve(resolutionOrder(reserved.movement.movementId, 'ABORT', PAYEE_PARTNER))
    await nodes[0].movements.transfer(returnOrder(payee, first, 100n))
    assert.equal(await returned(first), 100n)
  })

  test('returns that are sent at once, on two nodes, give back no more than was paid', async () => {
    const first = await paid()
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, (_, nth) =>
        (nodes[nth % 2] as TokenBank).movements.transfer(returnOrder(payee, first, 40n)),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 2)
    assert.equal(await returned(first), 80n)
  })

  test('what is no COMMITTED transfer in which the account was paid cannot be returned', async () => {
    const first = await paid()
    const { movement: reserved } = await nodes[0].movements.transfer(
      transferOrder(payer, payee, 10n, { twoPhase: TWO_PHASE }),
    )
    const deposit = (await nodes[0].movements.deposit(depositOrder(payee, 10n))).movement
    for (const order of [
      returnOrder(payee, reserved, 5n),
      // By the payer of it, and by another account of the payee's partner.
      returnOrder(payer, first, 5n),
      returnOrder(other, first, 5n),
      returnOrder(payee, first, 101n),
      returnOrder(payee, deposit, 5n),
      returnOrder(payee, { movementId: '0197f3a0-0000-7000-8000-0000000000ff' }, 5n),
      returnOrder(payee, { movementId: 'x' }, 5n),
    ])
      await refused(order)
    await nodes[0].movements.resolve(resolutionOrder(reserved.movementId, 'ABORT'))
  })

  test('the account that a return goes to finds it for its own partner only', async () => {
    const first = await paid()
    const { movement } = await nodes[0].movements.transfer(returnOrder(payee, first, 5n))
    const search = new PlatformSearch(nodes[0].database)
    const byPayer = async (partnerId: string) => {
      const filters = { accountId: payer.accountId, id: movement.movementId }
      return (await search.movements('TRANSFER', { partnerId, words: [], filters, page: 1, size: 10 })).total
    }
    assert.deepEqual([await byPayer(payer.partnerId), await byPayer(payee.partnerId)], [1, 0])
  })

  test('a payer account that takes nothing any more refuses the return as any transfer', async () => {
    const first = await paid()
    const frozen = (state: string, restrictions: string[]) =>
      nodes[0].database.query('UPDATE digital_accounts SET state = $2, restrictions = $3 WHERE account_id = $1', [
        payer.accountId,
        state,
        restrictions,
      ])
    await frozen('FROZEN', ['NO_CREDIT'])
    await assert.rejects(nodes[0].movements.transfer(returnOrder(payee, first, 5n)), {
      reason: 'tokens.beneficiary-cannot-receive',
    })
    // The return itself comes first.
    await refused(returnOrder(payee, first, 101n))
    await frozen('ACTIVE', [])
  })

  test('the books verify', () => world.assertBooks())

  function refused(order: ReturnType<typeof returnOrder>): Promise<void> {
    return assert.rejects(nodes[0].movements.transfer(order), { reason: 'tokens.return-invalid' })
  }
})

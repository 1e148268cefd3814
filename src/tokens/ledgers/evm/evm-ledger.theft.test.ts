// Somebody has stolen an operator's key, and uses ids and assets of ours before we do. What they did is never taken for ours. On the
// first version of the contract, which keeps no contents, everything else goes on as before.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { ChainProcess, type Hex } from '../../../../test/support/evm/chain-process.ts'
import { firstLedgerBytecode } from '../../../../test/support/evm/first-ledger-bytecode.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { newCorrelationId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { batch, burn, hold, issue, named } from '../conformance/ledger-client.ts'
import { type Asset, assetIdOf, type LedgerAccount, type LedgerAction, type LedgerOp } from '../digital-ledger.ts'
import { executeCall, registerAssetCall } from './chain/contract-calls.ts'
import { openWorld, type World, type WorldOptions } from './evm-world.fixture.ts'
import { OnChainNames } from './on-chain-names.ts'

const OPENING = 1_000n
const names = new OnChainNames(randomBytes(32))

function newAsset(): Asset {
  const issuerId = newCorrelationId()
  return { assetId: assetIdOf(issuerId, 'USD'), issuerId, currency: 'USD', exponent: 2 }
}

/** A bank with one account that has tokens. */
async function openBank(chain: ChainProcess, database: Database, options: WorldOptions = {}) {
  const world = openWorld(chain, database, { names, ...options })
  const asset = newAsset()
  const account = { accountId: newCorrelationId(), assetId: asset.assetId }
  await world.ledger.ensureAsset(asset)
  await world.ledger.ensureAccounts([account])
  await world.settle()
  await world.ledger.submit([named(issue(account, OPENING))])
  await world.settle()
  return { world, account }
}

const actionsOf = (op: LedgerOp): readonly LedgerAction[] => (op.kind === 'BATCH' ? op.actions : [op])
const use = (chain: ChainProcess, opId: string, actions: readonly LedgerAction[]) =>
  chain.sendStolen(executeCall(names, [{ opId, actions }]))

async function statusOf({ ledger }: World, { opId }: LedgerOp): Promise<string> {
  const [status] = await ledger.getOps([opId])
  return status?.status === 'FAILED' ? status.reason : (status?.status ?? 'NONE')
}

async function supplyAndFinal({ ledger }: World, { assetId }: LedgerAccount, { opId }: LedgerOp) {
  const { suppliesMinor, isFinal } = await (await ledger.supplies([assetId], [opId])).read()
  return { supply: suppliesMinor[0], isFinal: isFinal[0] }
}

onDatabase('a stolen key of the EVM ledger', (_, open) => {
  let chain: ChainProcess
  before(async () => {
    chain = await ChainProcess.start()
  })
  after(() => chain?.close())

  type Made = (account: LedgerAccount) => LedgerOp
  const ROWS: readonly [title: string, ours: Made, theirs: Made, supply: bigint][] = [
    ['an issue', (a) => named(issue(a, 100n)), (a) => named(issue(a, 101n)), OPENING + 101n],
    ['a burn', (a) => named(burn(a, 100n)), (a) => named(issue(a, 100n)), OPENING + 100n],
    ['a batch', (a) => named(batch(burn(a, 9n), issue(a, 8n))), (a) => named(burn(a, 9n)), OPENING - 9n],
    ['a hold', (a) => named(hold(a, 100n)), (a) => named(hold(a, 99n)), OPENING],
    ['a hold by another hold and more', (a) => named(hold(a, 9n)), (a) => named(batch(hold(a, 9n), issue(a, 1n))), OPENING + 1n],
    ['a hold with more by the hold', (a) => named(batch(hold(a, 9n), issue(a, 1n))), (a) => named(hold(a, 9n)), OPENING],
    ['an issue by one that fails', (a) => named(issue(a, 100n)), (a) => named(burn(a, 10n ** 9n)), OPENING],
    ['an issue by nothing', (a) => named(issue(a, 100n)), () => named(batch()), OPENING],
  ] // biome-ignore format: a table
  for (const [title, ours, theirs, supply] of ROWS)
    test(`cannot pass off its own content under the id of ${title}`, async () => {
      const { world, account } = await openBank(chain, (await open()).database)
      const op = ours(account)
      await world.ledger.submit([op])
      await use(chain, op.opId, actionsOf(theirs(account)))
      await world.settle()
      assert.equal(await statusOf(world, op), 'ID_TAKEN')
      assert.equal(await world.ledger.hold(op.opId), null)
      // The tokens of the thief are not counted as those of our operation, so that they are drift.
      assert.deepEqual(await supplyAndFinal(world, account, op), { supply, isFinal: false })
      assert.match(world.log.join(), /used with other content: the key of the operator may be stolen/)
      assert.equal((await world.ledger.figures()).taken, 1)
      // Under another id it takes effect.
      const again = { ...op, opId: newCorrelationId() }
      await world.ledger.submit([again])
      await world.settle()
      assert.equal(await statusOf(world, again), 'FINAL')
    })

  for (const [title, ours] of ROWS.slice(0, 6))
    test(`that repeats ${title} with its content changes nothing: it is ours, once`, async () => {
      const { world, account } = await openBank(chain, (await open()).database)
      const op = ours(account)
      await world.ledger.submit([op])
      await use(chain, op.opId, actionsOf(op))
      const pinned = await world.ledger.supplies([account.assetId], [op.opId])
      assert.equal((await pinned.read()).isFinal[0], false, 'not before its block is stored as final')
      await world.settle()
      assert.equal(await statusOf(world, op), 'FINAL')
      const net = actionsOf(op).reduce((sum, action) => {
        if (action.kind !== 'ISSUE' && action.kind !== 'BURN') return sum
        return sum + (action.kind === 'ISSUE' ? action.amountMinor : -action.amountMinor)
      }, OPENING)
      assert.deepEqual(await supplyAndFinal(world, account, op), { supply: net, isFinal: true })
      assert.equal((await world.ledger.figures()).taken, 0)
    })

  test('does not make an operation of ours APPLIED, and its mint is not hidden while ours is open', async () => {
    const options: WorldOptions = { finality: { kind: 'depth', blocks: 3 } }
    const { world, account } = await openBank(chain, (await open()).database, options)
    const op = named(issue(account, 100n))
    await world.ledger.submit([op])
    await use(chain, op.opId, [issue({ ...account }, 555n)])
    await world.ledger.turn()
    await chain.mine()
    await world.ledger.turn()
    assert.equal(await statusOf(world, op), 'SUBMITTED')
    await chain.mine(2)
    // Their block is final, ours is not.
    await world.ledger.turn()
    assert.deepEqual(await supplyAndFinal(world, account, op), { supply: OPENING + 555n, isFinal: false })
    await world.settle()
    assert.equal(await statusOf(world, op), 'ID_TAKEN')
  })

  test('is told from a cancellation of ours, which refuses the id as it should', async () => {
    const { world, account } = await openBank(chain, (await open()).database)
    const [cancelled, taken] = [named(issue(account, 1n)), named(issue(account, 2n))]
    await world.ledger.submit([cancelled, taken])
    for (const { opId } of [cancelled, taken]) await world.ledger.cancel(opId)
    await use(chain, taken.opId, [burn(account, 5n)])
    await world.settle()
    assert.equal(await statusOf(world, cancelled), 'REFUSED')
    assert.equal(await statusOf(world, taken), 'ID_TAKEN')
  })

  for (const [title, other] of [
    ['other decimals', { exponent: 4 }],
    ['another currency', { currency: 'EUR' }],
  ] as const)
    test(`that registers an asset of ours with ${title} does not get its accounts`, async () => {
      const { database } = await open()
      const world = openWorld(chain, database, { names })
      const { assetId, ...content } = newAsset()
      const accounts = [1, 2].map(() => ({ accountId: newCorrelationId(), assetId }))
      await chain.sendStolen(registerAssetCall(names, assetId, { ...content, ...other }))
      await world.ledger.ensureAsset({ assetId, ...content })
      const [first, later] = accounts as [LedgerAccount, LedgerAccount]
      assert.deepEqual(await world.ledger.ensureAccounts([first]), ['PENDING'])
      await world.settle()
      assert.deepEqual(await world.ledger.ensureAccounts([first, later]), ['REFUSED', 'REFUSED'])
      assert.match(world.log.join(), /on the contract with other decimals or another currency/)
    })

  test('that registers an asset of ours as we do changes nothing', async () => {
    const { database } = await open()
    const world = openWorld(chain, database, { names })
    const { assetId, ...content } = newAsset()
    await chain.sendStolen(registerAssetCall(names, assetId, { ...content, issuerName: 'Another name' }))
    await world.ledger.ensureAsset({ assetId, ...content })
    const account = { accountId: newCorrelationId(), assetId }
    await world.ledger.ensureAccounts([account])
    await world.settle()
    assert.deepEqual(await world.ledger.ensureAccounts([account]), ['READY'])
  })
})

describe('the first version of the contract', () => {
  let chain: ChainProcess
  before(async () => {
    chain = await ChainProcess.start({ bytecode: firstLedgerBytecode as Hex })
  })
  after(() => chain?.close())

  onDatabase('goes on', (_, open) => {
    test('with every kind of operation, and is known as such', async () => {
      const { world, account } = await openBank(chain, (await open()).database)
      const { ledger } = world
      const held = named(hold(account, 30n))
      const failing = named(burn(account, 10n ** 9n))
      const done = [named(issue(account, 5n)), named(batch(burn(account, 2n), issue(account, 1n))), held]
      await ledger.submit([...done, failing])
      await world.settle()
      for (const op of done) assert.equal(await statusOf(world, op), 'FINAL', op.kind)
      assert.equal(await statusOf(world, failing), 'INSUFFICIENT_BALANCE')
      assert.equal((await ledger.hold(held.opId))?.state, 'HELD')
      const captured = named({ kind: 'CAPTURE', holdId: held.opId })
      await ledger.submit([captured])
      await world.settle()
      assert.equal(await statusOf(world, captured), 'FINAL')
      assert.deepEqual(await ledger.balances([account], 'FINAL'), [{ balanceMinor: OPENING - 26n, heldMinor: 0n }])
      assert.deepEqual(await supplyAndFinal(world, account, captured), { supply: OPENING - 26n, isFinal: true })
      assert.equal((await ledger.contract()).keepsContents, false)
      await ledger.health()
    })

    test('and an asset with other decimals is refused there too', async () => {
      const world = openWorld(chain, (await open()).database, { names })
      const { assetId, ...content } = newAsset()
      await chain.sendStolen(registerAssetCall(names, assetId, { ...content, exponent: 0 }))
      await world.ledger.ensureAsset({ assetId, ...content })
      const account = { accountId: newCorrelationId(), assetId }
      await world.ledger.ensureAccounts([account])
      await world.settle()
      assert.deepEqual(await world.ledger.ensureAccounts([account]), ['REFUSED'])
    })
  })
})

// Sets: each of a set is answered in its place, and ends as it would have alone.

import assert from 'node:assert/strict'
import { newCorrelationId } from '../../../platform/kernel/identifiers/ids.ts'
import { type Asset, assetIdOf, type LedgerAccount, MAX_SET } from '../digital-ledger.ts'
import { burn, issue, type LedgerCase, type LedgerClient, named, transfer } from './ledger-client.ts'

export const SET_CASES: readonly LedgerCase[] = [
  {
    title: 'operations of a set are answered in their order, and one that fails leaves the others alone',
    async run(desk) {
      const asset = await desk.asset()
      const [from, to] = [await desk.account(asset, 100n), await desk.account(asset)]
      const stranger = { ...to, accountId: newCorrelationId() }
      const ops = [
        named(issue(from, 7n)),
        named(issue(stranger, 1n)),
        named(burn(from, 30n)),
        named(burn(from, 1_000n)),
        named(transfer(from, to, 20n)),
      ]
      const accepted = await desk.acceptAll(ops)
      assert.equal(accepted.length, ops.length)
      const ends = []
      for (const op of ops) ends.push(await desk.end(op))
      assert.deepEqual(
        ends.map(({ status }) => status),
        ['FINAL', 'FAILED', 'FINAL', 'FAILED', 'FINAL'],
      )
      // Submitted again they are answered as they ended, with one that is new among them.
      const fresh = named(issue(to, 1n))
      const again = await desk.acceptAll([...ops.slice(0, 3), fresh, ...ops.slice(3)])
      assert.deepEqual([...again.slice(0, 3), ...again.slice(4)], ends)
      await desk.end(fresh)
      assert.deepEqual(await desk.ask((ledger) => ledger.balances([to, stranger, from], 'FINAL')), [
        { balanceMinor: 21n, heldMinor: 0n },
        { balanceMinor: 0n, heldMinor: 0n },
        { balanceMinor: 57n, heldMinor: 0n },
      ])
    },
  },
  {
    title: 'what is not known among ids that are is null in its place',
    async run(desk) {
      const account = await desk.account(await desk.asset())
      const ops = [named(issue(account, 1n)), named(burn(account, 5n))]
      const [issued, burned] = [await desk.run(ops[0] as never), await desk.run(ops[1] as never)]
      const [first, second] = ops.map(({ opId }) => opId) as [string, string]
      const asked = [newCorrelationId(), second, newCorrelationId(), first, second]
      assert.deepEqual(await desk.ask((ledger) => ledger.getOps(asked)), [null, burned, null, issued, burned])
    },
  },
  {
    title: 'an id that comes twice in a set is applied once',
    async run(desk) {
      const account = await desk.account(await desk.asset())
      const op = named(issue(account, 10n))
      await desk.acceptAll([op, op])
      assert.equal((await desk.end(op)).status, 'FINAL')
      await desk.expect(account, 10n)
    },
  },
  {
    title: 'operations of a set together never take more than there is',
    async run(desk) {
      const account = await desk.account(await desk.asset(), 100n)
      const ops = Array.from({ length: 5 }, () => named(burn(account, 40n)))
      await desk.acceptAll(ops)
      const ends = []
      for (const op of ops) ends.push((await desk.end(op)).status)
      assert.equal(ends.filter((status) => status === 'FINAL').length, 2)
      await desk.expect(account, 20n)
    },
  },
  {
    title: 'accounts of a set are each taken or not',
    async run(desk) {
      const asset = await desk.asset()
      const another = await desk.asset('EUR', asset.issuerId)
      const kept = await desk.account(asset, 10n)
      const fresh = { assetId: another.assetId, accountId: newCorrelationId() }
      const set: LedgerAccount[] = [fresh, { ...kept, assetId: another.assetId }, kept]
      const states = await desk.ask((ledger) => ledger.ensureAccounts(set))
      assert.deepEqual([states.length, states[1], states[2]], [3, 'REFUSED', 'READY'])
      await desk.ready(fresh)
      await desk.expect(kept, 10n)
    },
  },
  {
    title: 'the largest set is taken, and an empty one asks for nothing',
    async run(desk) {
      const account = await desk.account(await desk.asset())
      const ops = Array.from({ length: MAX_SET }, () => named(issue(account, 1n)))
      await desk.acceptAll(ops)
      const statuses = await desk.ask((ledger) => ledger.getOps(ops.map(({ opId }) => opId)))
      assert.equal(statuses.filter((status) => status !== null).length, MAX_SET)
      for (const op of ops.slice(0, 2)) await desk.end(op)
      await desk.eventually('all of a large set are applied', async () => {
        return (await desk.balance(account)).balanceMinor === BigInt(MAX_SET)
      })
      for (const call of emptyCalls(desk)) assert.deepEqual(await desk.ask(() => call()), [])
    },
  },
  {
    title: 'the supply of an asset is what was issued less what was burned, once it is FINAL',
    async run(desk) {
      const [asset, another] = [await desk.asset(), await desk.asset()]
      const [account, other] = [await desk.account(asset, 100n), await desk.account(asset)]
      await desk.final(transfer(account, other, 30n))
      await desk.final(burn(other, 10n))
      await desk.failed(issue({ ...account, accountId: newCorrelationId() }, 5n))
      const unknown = assetIdOf(newCorrelationId(), 'USD')
      await expectSupplies(desk, [another, { assetId: unknown }, asset], [0n, 0n, 90n])
      const minting = named(issue(account, 1n))
      await desk.accept(minting)
      const pinned = await desk.ask((ledger) => ledger.supplies([asset.assetId], [minting.opId, newCorrelationId()]))
      const early = await desk.ask(() => pinned.read())
      // Read after the supply: what is not FINAL now was not FINAL then.
      if ((await desk.status(minting.opId))?.status !== 'FINAL') assert.deepEqual(early.suppliesMinor, [90n])
      await desk.end(minting)
      await expectSupplies(desk, [asset], [91n])
    },
  },
  {
    title: 'a supply and the operations in it are of one FINAL point, which stays',
    async run(desk) {
      const asset = await desk.asset()
      const account = await desk.account(asset, 100n)
      const minting = named(issue(account, 7n))
      await desk.accept(minting)
      const ask = () => desk.ask((ledger) => ledger.supplies([asset.assetId], [minting.opId, newCorrelationId()]))
      const pinned = await ask()
      const { isFinal, suppliesMinor } = await desk.ask(() => pinned.read())
      assert.deepEqual([suppliesMinor, isFinal[1]], [[isFinal[0] === true ? 107n : 100n], false])
      const later = await ask()
      await desk.end(minting)
      const read = await desk.ask(() => later.read())
      assert.deepEqual(read.suppliesMinor, [read.isFinal[0] === true ? 107n : 100n])
      if (desk.ledger.capabilities.finality === 'DEPTH' && isFinal[0] === false)
        assert.deepEqual(await desk.ask(() => pinned.read()), { suppliesMinor, isFinal })
      await desk.eventually('the new point has it', async () => {
        const now = await (await ask()).read()
        return now.isFinal[0] === true && now.suppliesMinor[0] === 107n
      })
    },
  },
  {
    title: 'every asset is listed with its supply',
    async run(desk) {
      const [asset, other] = [await desk.asset(), await desk.asset()]
      await desk.account(asset, 5n)
      await desk.account(other)
      await desk.eventually('both are listed', async () => {
        const assets = await desk.ask((ledger) => ledger.assets())
        const supplyOf = ({ assetId }: Asset) => assets.find((one) => one.assetId === assetId)?.supplyMinor
        return supplyOf(asset) === 5n && supplyOf(other) === 0n
      })
    },
  },
  {
    title: 'what can be issued goes down by what was issued, where there are limits',
    async run(desk) {
      const asset = await desk.asset()
      const account = await desk.account(asset, 100n)
      const ask = () => desk.ask((ledger) => ledger.headroom([asset.assetId], [newCorrelationId()]))
      const { headroomMinor: before, isFinal } = await ask()
      assert.deepEqual(isFinal, [false])
      await desk.final(issue(account, 7n))
      const [first] = before
      if (first == null) return assert.deepEqual((await ask()).headroomMinor, [null])
      await desk.eventually('less can be issued', async () => (await ask()).headroomMinor[0] === first - 7n)
    },
  },
  {
    title: 'an id that is cancelled before it is in effect is refused for good',
    async run(desk) {
      const { ledger } = desk
      if (ledger.cancel === undefined) return
      const account = await desk.account(await desk.asset(), 100n)
      const never = named(issue(account, 7n))
      await desk.ask(() => ledger.cancel?.(never.opId) ?? assert.fail())
      await desk.ask((each) => each.submit([never]))
      assert.equal((await desk.end(never)).status, 'FAILED')
      const doneId = await desk.final(issue(account, 1n))
      assert.equal((await desk.ask(() => ledger.cancel?.(doneId) ?? assert.fail())).status, 'FINAL')
      assert.equal((await desk.balance(account)).balanceMinor, 101n)
    },
  },
]

function emptyCalls({ ledger }: LedgerClient): (() => Promise<readonly unknown[]>)[] {
  return [
    () => ledger.submit([]),
    () => ledger.getOps([]),
    () => ledger.balances([], 'FINAL'),
    () => ledger.balances([], 'LATEST'),
    () => ledger.ensureAccounts([]),
  ]
}

async function expectSupplies(
  desk: LedgerClient,
  assets: readonly Pick<Asset, 'assetId'>[],
  expected: readonly bigint[],
) {
  const assetIds = assets.map(({ assetId }) => assetId)
  const pinned = await desk.ask((ledger) => ledger.supplies(assetIds, []))
  assert.deepEqual(await desk.ask(() => pinned.read()), { suppliesMinor: expected, isFinal: [] })
}

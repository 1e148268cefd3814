// Operations: their ids, their ends, and what they do to balances.

import assert from 'node:assert/strict'
import { newCorrelationId } from '../../../platform/kernel/identifiers/ids.ts'
import { burn, issue, type LedgerCase, named, release, transfer } from './ledger-client.ts'
import { ensureOne, submitOne } from './single-calls.fixture.ts'

export const OPERATION_CASES: readonly LedgerCase[] = [
  {
    title: 'an asset and an account can be ensured again and keep what they have',
    async run(desk) {
      const asset = await desk.asset()
      const account = await desk.account(asset, 100n)
      await desk.ask((ledger) => ledger.ensureAsset(asset))
      await desk.ready(account)
      await desk.expect(account, 100n)
    },
  },
  {
    title: 'an account that is ensured by several callers at once is one account',
    async run(desk) {
      const { assetId } = await desk.asset()
      const account = { assetId, accountId: newCorrelationId() }
      await Promise.all(Array.from({ length: 5 }, () => desk.ready(account)))
      await desk.final(issue(account, 10n))
      await desk.expect(account, 10n)
    },
  },
  {
    title: 'a new account holds nothing',
    async run(desk) {
      await desk.expect(await desk.account(await desk.asset()), 0n)
    },
  },
  {
    title: 'ISSUE, BURN and TRANSFER change balances by their amount',
    async run(desk) {
      const asset = await desk.asset()
      const [from, to] = [await desk.account(asset, 100n), await desk.account(asset, 5n)]
      await desk.final(burn(from, 30n))
      await desk.final(transfer(from, to, 20n))
      await desk.expect(from, 50n)
      await desk.expect(to, 25n)
    },
  },
  {
    title: 'an operation that was not accepted is null, and not FAILED',
    async run(desk) {
      assert.equal(await desk.status(newCorrelationId()), null)
    },
  },
  {
    title: 'an operation says FINAL with the time, on the clock of the ledger',
    async run(desk) {
      const account = await desk.account(await desk.asset())
      const startedAt = await desk.ask((ledger) => ledger.now())
      const status = await desk.run(named(issue(account, 1n)))
      const endedAt = await desk.ask((ledger) => ledger.now())
      assert.ok(status.status === 'FINAL')
      assert.ok(startedAt <= status.finalAtMs && status.finalAtMs <= endedAt, 'final between two readings of the clock')
    },
  },
  {
    title: 'an id is applied once, however often it is submitted',
    async run(desk) {
      const account = await desk.account(await desk.asset())
      const op = named(issue(account, 10n))
      const first = await desk.run(op)
      for (let i = 0; i < 3; i++) assert.deepEqual(await desk.run(op), first)
      await desk.expect(account, 10n)
    },
  },
  {
    title: 'an id is applied once when it is submitted in parallel',
    async run(desk) {
      const account = await desk.account(await desk.asset(), 100n)
      const op = named(burn(account, 40n))
      await Promise.all(Array.from({ length: 10 }, () => desk.accept(op)))
      assert.equal((await desk.end(op)).status, 'FINAL')
      await desk.expect(account, 60n)
    },
  },
  {
    title: 'an id is applied once when the reply is lost and it is submitted again',
    async run(desk) {
      const account = await desk.account(await desk.asset())
      const op = named(issue(account, 10n))
      // The case does not wait for the first reply.
      const lost = submitOne(desk.ledger, op).catch(() => undefined)
      await desk.accept(op)
      await lost
      await desk.end(op)
      await desk.expect(account, 10n)
    },
  },
  {
    title: 'an id that was used stands for its first content',
    async run(desk) {
      const account = await desk.account(await desk.asset())
      const op = named(issue(account, 10n))
      const first = await desk.run(op)
      assert.deepEqual(await desk.run({ ...issue(account, 7n), opId: op.opId }), first)
      await desk.expect(account, 10n)
    },
  },
  {
    title: 'FAILED stays FAILED when the operation would now succeed',
    async run(desk) {
      const account = await desk.account(await desk.asset(), 10n)
      const op = named(burn(account, 50n))
      const failed = await desk.run(op)
      assert.equal(failed.status, 'FAILED')
      await desk.final(issue(account, 100n))
      assert.deepEqual(await desk.run(op), failed)
      await desk.settle()
      assert.deepEqual(await desk.status(op.opId), failed)
      await desk.expect(account, 110n)
    },
  },
  {
    title: 'FINAL stays FINAL when the operation would now fail',
    async run(desk) {
      const account = await desk.account(await desk.asset(), 50n)
      const op = named(burn(account, 50n))
      const final = await desk.run(op)
      assert.equal(final.status, 'FINAL')
      assert.deepEqual(await desk.run(op), final)
      await desk.settle()
      assert.deepEqual(await desk.status(op.opId), final)
      await desk.expect(account, 0n)
    },
  },
  {
    title: 'an operation that has FAILED has changed nothing',
    async run(desk) {
      const asset = await desk.asset()
      const [from, to] = [await desk.account(asset, 100n), await desk.account(asset)]
      await desk.failed(burn(from, 101n))
      await desk.failed(transfer(from, to, 101n))
      await desk.expect(from, 100n)
      await desk.expect(to, 0n)
    },
  },
  {
    title: 'parallel operations on one account never take more than it has',
    async run(desk) {
      const account = await desk.account(await desk.asset(), 100n)
      const ops = Array.from({ length: 10 }, () => named(burn(account, 60n)))
      await Promise.all(ops.map((op) => desk.accept(op)))
      const ends = []
      for (const op of ops) ends.push((await desk.end(op)).status)
      assert.equal(ends.filter((status) => status === 'FINAL').length, 1)
      await desk.expect(account, 40n)
    },
  },
  {
    title: 'an amount of zero or less fails',
    async run(desk) {
      const asset = await desk.asset()
      const [account, other] = [await desk.account(asset, 100n), await desk.account(asset, 100n)]
      for (const amount of [0n, -1n]) {
        await desk.failed(issue(account, amount))
        await desk.failed(burn(account, amount))
        await desk.failed(transfer(account, other, amount))
      }
      await desk.expect(account, 100n)
      await desk.expect(other, 100n)
    },
  },
  {
    title: 'an account that is not known, or of another asset, fails',
    async run(desk) {
      const [asset, another] = [await desk.asset(), await desk.asset()]
      const account = await desk.account(asset, 100n)
      const stranger = { assetId: asset.assetId, accountId: newCorrelationId() }
      const misplaced = await desk.account(another, 100n)
      for (const wrong of [stranger, { ...misplaced, assetId: asset.assetId }]) {
        await desk.failed(issue(wrong, 1n))
        await desk.failed(burn(wrong, 1n))
        await desk.failed(transfer(account, wrong, 1n))
        await desk.failed(transfer(wrong, account, 1n))
      }
      await desk.expect(account, 100n)
      await desk.expect(misplaced, 100n)
    },
  },
  {
    title: 'an asset that is not known fails, and the id is used up',
    async run(desk) {
      const issuerId = newCorrelationId()
      const asset = { assetId: `${issuerId}:USD`, issuerId, currency: 'USD', exponent: 2 }
      const account = { assetId: asset.assetId, accountId: newCorrelationId() }
      const op = named(issue(account, 1n))
      assert.equal((await desk.run(op)).status, 'FAILED')
      await desk.ask((ledger) => ledger.ensureAsset(asset))
      await desk.ready(account)
      assert.equal((await desk.run(op)).status, 'FAILED')
      await desk.expect(account, 0n)
    },
  },
  {
    title: 'an account is not taken before its asset is known, nor for another asset',
    async run(desk) {
      const asset = await desk.asset()
      const account = await desk.account(asset, 10n)
      const another = await desk.asset('EUR', asset.issuerId)
      const states = [
        await desk.ask((ledger) => ensureOne(ledger, { ...account, assetId: another.assetId })),
        await desk.ask((ledger) => ensureOne(ledger, { accountId: newCorrelationId(), assetId: 'no-such-asset' })),
      ]
      assert.ok(!states.includes('READY'), states.join())
      await desk.expect(account, 10n)
    },
  },
  {
    title: 'nothing counts in the FINAL balance, or can be spent, before it is FINAL',
    async run(desk) {
      const account = await desk.account(await desk.asset(), 10n)
      const minting = named(issue(account, 100n))
      await desk.accept(minting)
      const spending = named(burn(account, 60n))
      await desk.accept(spending)
      for (let i = 0; i < 3; i++) {
        const { balanceMinor } = await desk.balance(account)
        // Read after the balance: what is not FINAL now was not FINAL then.
        const minted = await desk.status(minting.opId)
        if (minted?.status !== 'FINAL') assert.ok(balanceMinor <= 10n, `${balanceMinor} before the issue is FINAL`)
        const spent = await desk.status(spending.opId)
        const mintedBefore = await desk.status(minting.opId)
        if (spent?.status === 'FINAL') assert.equal(mintedBefore?.status, 'FINAL', 'spent before the issue was FINAL')
      }
      const [minted, spent] = [await desk.end(minting), await desk.end(spending)]
      assert.ok(minted.status === 'FINAL')
      if (spent.status === 'FINAL') assert.ok(minted.finalAtMs <= spent.finalAtMs)
      await desk.expect(account, spent.status === 'FINAL' ? 50n : 110n)
    },
  },
  {
    title: 'the LATEST balance never lacks what is FINAL, and agrees once all is',
    async run(desk) {
      const account = await desk.account(await desk.asset())
      await desk.accept(named(issue(account, 10n)))
      const settled = await desk.balance(account, 'FINAL')
      assert.ok((await desk.balance(account, 'LATEST')).balanceMinor >= settled.balanceMinor)
      await desk.final(issue(account, 5n))
      await desk.settle()
      assert.deepEqual(await desk.balance(account, 'LATEST'), { balanceMinor: 15n, heldMinor: 0n })
      await desk.expect(account, 15n)
    },
  },
  {
    title: 'RESTRICT stops TRANSFER from or to the account, and nothing else',
    async run(desk) {
      const asset = await desk.asset()
      const [account, other] = [await desk.account(asset, 100n), await desk.account(asset, 100n)]
      const restrict = (...restrictions: ('NO_DEBIT' | 'NO_CREDIT')[]) =>
        desk.final({ kind: 'RESTRICT', accountId: account.accountId, restrictions })
      await restrict('NO_DEBIT')
      await desk.failed(transfer(account, other, 1n))
      await desk.final(transfer(other, account, 1n))
      await restrict('NO_CREDIT')
      await desk.final(transfer(account, other, 1n))
      await desk.failed(transfer(other, account, 1n))
      await restrict('NO_DEBIT', 'NO_CREDIT')
      await desk.failed(transfer(account, other, 1n))
      await desk.failed(transfer(other, account, 1n))
      await desk.final(issue(account, 10n))
      await desk.final(burn(account, 10n))
      await restrict()
      await desk.final(transfer(account, other, 1n))
      await desk.failed({ kind: 'RESTRICT', accountId: newCorrelationId(), restrictions: ['NO_DEBIT'] })
      await desk.expect(account, 99n)
    },
  },
  {
    title: 'it is well, and its clock does not run backwards',
    async run(desk) {
      await desk.ask((ledger) => ledger.health())
      const before = await desk.ask((ledger) => ledger.now())
      await desk.settle()
      assert.ok((await desk.ask((ledger) => ledger.now())) >= before)
      assert.equal(await desk.ask((ledger) => ledger.hold(newCorrelationId())), null)
      await desk.failed(release(newCorrelationId()))
    },
  },
]

// Holds, and batches that apply wholly or not at all.

import assert from 'node:assert/strict'
import { newCorrelationId } from '../../../platform/kernel/identifiers/ids.ts'
import {
  batch,
  burn,
  capture,
  hold,
  issue,
  type LedgerCase,
  type LedgerClient,
  named,
  release,
  transfer,
} from './ledger-client.ts'

async function stateOf(desk: LedgerClient, holdId: string) {
  return (await desk.ask((ledger) => ledger.hold(holdId)))?.state
}

export const HOLD_CASES: readonly LedgerCase[] = [
  {
    title: 'a hold keeps tokens in the balance and has the id of its operation',
    needs: 'nativeHolds',
    async run(desk) {
      const account = await desk.account(await desk.asset(), 100n)
      const holdId = await desk.final(hold(account, 60n))
      await desk.expect(account, 100n, 60n)
      const expected = { holdId, ...account, amountMinor: 60n, state: 'HELD' }
      assert.deepEqual(await desk.ask((ledger) => ledger.hold(holdId)), expected)
    },
  },
  {
    title: 'held tokens cannot be burned, transferred or held again',
    needs: 'nativeHolds',
    async run(desk) {
      const asset = await desk.asset()
      const [account, other] = [await desk.account(asset, 100n), await desk.account(asset)]
      await desk.final(hold(account, 60n))
      await desk.failed(burn(account, 41n))
      await desk.failed(transfer(account, other, 41n))
      await desk.failed(hold(account, 41n))
      await desk.final(transfer(account, other, 40n))
      await desk.expect(account, 60n, 60n)
      await desk.expect(other, 40n)
    },
  },
  {
    title: 'a hold of more than there is fails and makes no hold',
    needs: 'nativeHolds',
    async run(desk) {
      const account = await desk.account(await desk.asset(), 100n)
      for (const amount of [101n, 0n, -1n]) {
        const holdId = await desk.failed(hold(account, amount))
        assert.equal(await desk.ask((ledger) => ledger.hold(holdId)), null)
      }
      await desk.failed(hold({ ...account, accountId: newCorrelationId() }, 1n))
      await desk.expect(account, 100n)
    },
  },
  {
    title: 'a captured hold is burned, once',
    needs: 'nativeHolds',
    async run(desk) {
      const account = await desk.account(await desk.asset(), 200n)
      const holdId = await desk.final(hold(account, 60n))
      const op = named(capture(holdId))
      for (let i = 0; i < 2; i++) assert.equal((await desk.run(op)).status, 'FINAL')
      await desk.failed(capture(holdId))
      await desk.failed(release(holdId))
      assert.equal(await stateOf(desk, holdId), 'CAPTURED')
      await desk.expect(account, 140n)
    },
  },
  {
    title: 'a captured hold goes to the account that is named',
    needs: 'nativeHolds',
    async run(desk) {
      const asset = await desk.asset()
      const [account, other] = [await desk.account(asset, 100n), await desk.account(asset)]
      const foreign = await desk.account(await desk.asset())
      const holdId = await desk.final(hold(account, 60n))
      await desk.failed(capture(holdId, foreign))
      await desk.failed(capture(holdId, { ...other, accountId: newCorrelationId() }))
      await desk.expect(account, 100n, 60n)
      await desk.final(capture(holdId, other))
      await desk.expect(account, 40n)
      await desk.expect(other, 60n)
      await desk.expect(foreign, 0n)
    },
  },
  {
    title: 'a released hold is free again, once, and cannot be captured',
    needs: 'nativeHolds',
    async run(desk) {
      const account = await desk.account(await desk.asset(), 100n)
      const holdId = await desk.final(hold(account, 60n))
      const op = named(release(holdId))
      for (let i = 0; i < 2; i++) assert.equal((await desk.run(op)).status, 'FINAL')
      await desk.failed(capture(holdId))
      await desk.failed(release(holdId))
      assert.equal(await stateOf(desk, holdId), 'RELEASED')
      await desk.final(burn(account, 100n))
      await desk.expect(account, 0n)
    },
  },
  {
    title: 'of a capture and releases in parallel one ends the hold',
    needs: 'nativeHolds',
    async run(desk) {
      const account = await desk.account(await desk.asset(), 200n)
      const holdId = await desk.final(hold(account, 60n))
      const ops = [named(capture(holdId)), named(release(holdId)), named(capture(holdId)), named(release(holdId))]
      await Promise.all(ops.map((op) => desk.accept(op)))
      const ended: string[] = []
      for (const op of ops) if ((await desk.end(op)).status === 'FINAL') ended.push(op.kind)
      assert.equal(ended.length, 1)
      assert.equal(await stateOf(desk, holdId), ended[0] === 'CAPTURE' ? 'CAPTURED' : 'RELEASED')
      await desk.expect(account, ended[0] === 'CAPTURE' ? 140n : 200n)
    },
  },
  {
    title: 'a hold that is not known cannot be ended',
    needs: 'nativeHolds',
    async run(desk) {
      await desk.failed(capture(newCorrelationId()))
      await desk.failed(release(newCorrelationId()))
    },
  },
  {
    title: 'RESTRICT stops neither holds nor their end',
    needs: 'nativeHolds',
    async run(desk) {
      const asset = await desk.asset()
      const [account, other] = [await desk.account(asset, 100n), await desk.account(asset)]
      for (const { accountId } of [account, other])
        await desk.final({ kind: 'RESTRICT', accountId, restrictions: ['NO_DEBIT', 'NO_CREDIT'] })
      const [first, second] = [await desk.final(hold(account, 30n)), await desk.final(hold(account, 20n))]
      await desk.final(capture(first, other))
      await desk.final(release(second))
      await desk.expect(account, 70n)
      await desk.expect(other, 30n)
    },
  },
]

export const BATCH_CASES: readonly LedgerCase[] = [
  {
    title: 'a batch burns tokens of one issuer and issues those of another',
    needs: 'atomicBatches',
    async run(desk) {
      const payer = await desk.account(await desk.asset(), 100n)
      const payee = await desk.account(await desk.asset())
      const op = named(batch(burn(payer, 30n), issue(payee, 30n)))
      for (let i = 0; i < 2; i++) assert.equal((await desk.run(op)).status, 'FINAL')
      await desk.expect(payer, 70n)
      await desk.expect(payee, 30n)
    },
  },
  {
    title: 'a batch with one bad action applies nothing, and has failed for good',
    needs: 'atomicBatches',
    async run(desk) {
      const payer = await desk.account(await desk.asset(), 100n)
      const payee = await desk.account(await desk.asset())
      const stranger = { ...payee, accountId: newCorrelationId() }
      const bad = [
        batch(burn(payer, 30n), issue(stranger, 30n)),
        batch(issue(payee, 30n), burn(payer, 101n)),
        batch(burn(payer, 101n), issue(payee, 101n)),
        batch(issue(payee, 1n), issue(payee, -1n)),
      ]
      for (const actions of bad) await desk.failed(actions)
      await desk.expect(payer, 100n)
      await desk.expect(payee, 0n)
      const op = named(batch(burn(payer, 150n), issue(payee, 150n)))
      assert.equal((await desk.run(op)).status, 'FAILED')
      await desk.final(issue(payer, 100n))
      assert.equal((await desk.run(op)).status, 'FAILED')
      await desk.expect(payer, 200n)
      await desk.expect(payee, 0n)
    },
  },
  {
    title: 'the actions of a batch together never take more than there is',
    needs: 'atomicBatches',
    async run(desk) {
      const account = await desk.account(await desk.asset(), 100n)
      await desk.failed(batch(burn(account, 60n), burn(account, 60n)))
      await desk.expect(account, 100n)
      await desk.final(batch(burn(account, 60n), burn(account, 40n)))
      await desk.expect(account, 0n)
    },
  },
  {
    title: 'batches in opposite directions at once are each applied once',
    needs: 'atomicBatches',
    async run(desk) {
      const [one, two] = [await desk.account(await desk.asset(), 100n), await desk.account(await desk.asset(), 100n)]
      const ops = Array.from({ length: 10 }, (_, i) => {
        const [payer, payee] = i % 2 === 0 ? [one, two] : [two, one]
        return named(batch(burn(payer, 7n), issue(payee, 7n)))
      })
      await Promise.all([...ops, ...ops].map((op) => desk.accept(op)))
      for (const op of ops) assert.equal((await desk.end(op)).status, 'FINAL')
      await desk.expect(one, 100n)
      await desk.expect(two, 100n)
    },
  },
  {
    title: 'a batch that captures a hold and issues elsewhere does both or neither',
    needs: 'atomicBatches',
    async run(desk) {
      if (!desk.ledger.capabilities.nativeHolds) return
      const payer = await desk.account(await desk.asset(), 100n)
      const payee = await desk.account(await desk.asset())
      const holdId = await desk.final(hold(payer, 30n))
      await desk.failed(batch(capture(holdId), issue({ ...payee, accountId: newCorrelationId() }, 30n)))
      assert.equal(await stateOf(desk, holdId), 'HELD')
      await desk.expect(payer, 100n, 30n)
      await desk.final(batch(capture(holdId), issue(payee, 30n)))
      await desk.failed(batch(capture(holdId), issue(payee, 30n)))
      await desk.expect(payer, 70n)
      await desk.expect(payee, 30n)
    },
  },
]

// Exceptions of orders whose outcome only a remote core knows.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Bank, secretBox } from '../../../test/support/bank/bank.ts'
import { AMOUNT, LATER_MS, openExceptions } from '../../../test/support/bank/open-exceptions.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { openRemoteChannel } from '../../app/wire/rooms/bank.ts'
import { outcomeIn } from '../../channels/channel/conformance/channel-client.ts'
import { FakeCore } from '../../channels/channel/remote/fake-core.fixture.ts'
import { settleUnknownSweep } from '../../channels/channel/remote/settle-unknown.ts'

onDatabase('exceptions of a remote core', (_engine, open) => {
  const suite = openExceptions(open)
  const { deskOf, newAccount, passes, resolve, exceptionOf, expected, reversedOf, idOf, unknown } = suite

  test('an unknown outcome is recorded as the operator learned it, and the order repeated tells it', async () => {
    for (const [outcome, code] of [
      ['APPROVED', '000'],
      ['DECLINED', '100'],
    ] as const) {
      const { order, remote, core, found } = await unknown()
      await assert.rejects(resolve(found, 'MATCH'), { kind: 'invalid' })
      await assert.rejects(resolve(found, 'WRITE_OFF'), { reason: 'exceptions.action-not-possible' })
      const resolved = await resolve(found, 'MATCH', { outcome })
      assert.ok('transaction' in resolved)
      assert.deepEqual([resolved.state, resolved.transaction.responseCode], ['RESOLVED', code])
      assert.equal(resolved.resolution?.journalId, undefined)
      core.otherwise = 'refused'
      const again = await remote.send(order)
      assert.deepEqual([again.code, again.replayed, outcomeIn(again).code], [code, true, code])
      assert.deepEqual(await remote.send(order), again)
      assert.equal(core.executed.length, 0)
    }
  })

  test('a reversal of unknown outcome that was declined frees its amount', async () => {
    const core = new FakeCore()
    const remote = deskOf({ channel: openRemoteChannel(core, { ...suite.bank, secretBox }) } as Pick<Bank, 'channel'>)
    const original = suite.desk.withdrawal(newAccount(), AMOUNT)
    await remote.approve(original)
    const { found } = await unknown(core, () => suite.desk.reversal(original, { rrn: original.rrn }))
    assert.equal(await reversedOf(original), AMOUNT)
    await resolve(found, 'MATCH', { outcome: 'DECLINED' })
    assert.equal(await reversedOf(original), 0n)
  })

  test('a refused reversal stays open until another one of the original is known to be accepted', async () => {
    const core = new FakeCore()
    const remote = deskOf({ channel: openRemoteChannel(core, { ...suite.bank, secretBox }) } as Pick<Bank, 'channel'>)
    const original = suite.desk.cashDeposit(newAccount(), AMOUNT)
    await remote.approve(original)
    core.balances.set(original.accountId, 0n)
    const refusal = suite.desk.reversal(original, { rrn: original.rrn })
    await remote.decline(refusal, '110')
    const { found } = await unknown(core, () => suite.desk.reversal(original, { rrn: original.rrn }))
    await expected(refusal, 'REFUSED')
    await resolve(found, 'MATCH', { outcome: 'APPROVED' })
    assert.equal((await exceptionOf(refusal))?.resolution?.action, 'SETTLED')
  })

  test('what a remote core posted is not reversed here', async () => {
    const core = new FakeCore()
    const remote = deskOf({ channel: openRemoteChannel(core, { ...suite.bank, secretBox }) } as Pick<Bank, 'channel'>)
    const original = suite.desk.withdrawal(newAccount(), AMOUNT)
    await remote.approve(original)
    passes(LATER_MS)
    const reversal = suite.desk.reversal(original, { rrn: original.rrn })
    await remote.decline(reversal, '188')
    const found = await expected(reversal, 'LATE')
    for (const action of ['MATCH', 'WRITE_OFF'] as const) {
      await assert.rejects(resolve(found, action), { reason: 'exceptions.action-not-possible' })
    }
    assert.equal((await resolve(found, 'IGNORE')).state, 'RESOLVED')
  })

  test('an outcome that the core tells after all settles the exception', async () => {
    const { order, core, found } = await unknown()
    core.otherwise = 'answered'
    await core.cancel('FI001', await idOf(order))
    const { pipeline, remoteRecords: records, clock } = suite.bank
    await settleUnknownSweep({
      database: suite.database,
      clock,
      pipeline,
      records,
      coreOf: () => core,
      perRun: 1_000,
    }).run()
    const settled = await suite.exceptions.find({}, found.id)
    assert.deepEqual([settled.kind, settled.state, settled.resolution?.action], ['UNKNOWN', 'RESOLVED', 'SETTLED'])
    await assert.rejects(resolve(found, 'MATCH', { outcome: 'APPROVED' }), { reason: 'exceptions.already-resolved' })
  })
})

// Resolutions of exceptions at once, with other orders, and at random.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Bank, openBank, SANDBOX } from '../../../test/support/bank/bank.ts'
import { AMOUNT, LATER_MS, openExceptions } from '../../../test/support/bank/open-exceptions.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { verifyBooks } from '../../app/wire/verification.ts'
import { HOUR_MS, isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { ResolvingAction } from './exception-kinds.ts'
import type { ExceptionRecord } from './exception-records.ts'
import { Exceptions } from './exceptions.ts'
import { ResolutionRecords } from './resolution-records.ts'
import type { ResolutionPosting } from './resolving/resolution-posting.ts'

onDatabase('resolutions beside one another', (_engine, open) => {
  const suite = openExceptions(open)
  const {
    openNode,
    newAccount,
    passes,
    callerOf,
    resolve,
    expected,
    reversedOf,
    idOf,
    late,
    refused,
    unmatched,
    unknown,
  } = suite

  test('two operators at once, on two nodes: one resolves, the other is told', async () => {
    const other = await openNode()
    other.bank.clock.moveTo(suite.bank.clock.offsetMs)
    for (let round = 0; round < 5; round++) {
      const { original, found } = await late()
      other.bank.clock.moveTo(suite.bank.clock.offsetMs)
      const attempts = [suite.exceptions, other.exceptions, suite.exceptions].map((node, i) =>
        node.resolve(callerOf({}, `operator${i}@bank.example`), found.id, {
          action: i === 1 ? 'WRITE_OFF' : 'MATCH',
          reason: 'seen',
        }),
      )
      const results = await Promise.allSettled(attempts)
      const failed = results.filter((result) => result.status === 'rejected')
      assert.deepEqual(
        failed.map(({ reason }) => reason.reason),
        ['exceptions.already-resolved', 'exceptions.already-resolved'],
      )
      assert.equal(await reversedOf(original), AMOUNT)
    }
    await other.bank.close()
  })

  test('partial reversals of one original that are matched in one batch never reverse more than there is', async () => {
    const sizes: number[] = []
    class Noted extends ResolutionRecords {
      override open(...args: Parameters<ResolutionRecords['open']>) {
        sizes.push(args[2].length)
        return super.open(...args)
      }
    }
    const records = new Noted()
    const defects: unknown[] = []
    const observer = { defect: (error: unknown) => defects.push(error) }
    const node = await openBank(suite.database, { owners: [records], observer })
    node.clock.moveTo(suite.bank.clock.offsetMs)
    const original = suite.desk.withdrawal(newAccount(), 5_000n)
    const { authId } = await suite.desk.approve(original)
    passes(LATER_MS)
    node.clock.moveTo(suite.bank.clock.offsetMs)
    const late: ExceptionRecord[] = []
    for (let n = 0; n < 6; n++) {
      const reversal = suite.desk.reversal(original, { authId, part: 1_000n })
      await suite.desk.decline(reversal, '188')
      late.push(await expected(reversal, 'LATE'))
    }
    // They are posted together once all have come, so that most are in one batch.
    let arrived = 0
    const all = Promise.withResolvers<void>()
    const together = {
      async post(posting: ResolutionPosting) {
        if (++arrived === late.length) all.resolve()
        await all.promise
        return node.pipeline.post(posting)
      },
    } as unknown as Bank['pipeline']
    const { clock, directory } = node
    const desks = new Exceptions({ database: suite.database, clock, directory, pipeline: together, records })
    const results = await Promise.allSettled(
      late.map(({ id }) => desks.resolve(callerOf(), id, { action: 'MATCH', reason: 'seen' })),
    )
    assert.ok(Math.max(...sizes) >= 3, `batches of ${sizes}`)
    // Refused by the rule, and not by the table once the batch is written.
    assert.deepEqual(defects, [])
    const failed = results.filter((result) => result.status === 'rejected')
    assert.deepEqual(
      failed.map(({ reason }) => reason.reason),
      ['exceptions.original-unfit'],
    )
    assert.equal(await reversedOf(original), 5_000n)
    assert.equal((await suite.desk.balances(original.accountId)).balanceMinor, SANDBOX.openingMinor)
    await node.close()
  })

  test('while the business day is being closed nothing is matched; what posts nothing is resolved', async () => {
    const { original, found } = await late()
    const ignored = await late()
    const cutOver = (until: string | null) =>
      suite.database.query(`UPDATE institutions SET cutover_until = $1 WHERE institution_id = 'FI001'`, [until])
    await cutOver(isoTimestamp(suite.bank.clock.now() + HOUR_MS))
    const closing = await openNode()
    closing.bank.clock.moveTo(suite.bank.clock.offsetMs)
    const asked = { action: 'MATCH', reason: 'seen' } as const
    for (const action of ['MATCH', 'WRITE_OFF'] as const)
      await assert.rejects(closing.exceptions.resolve(callerOf(), found.id, { ...asked, action }), {
        kind: 'unavailable',
      })
    assert.equal(await reversedOf(original), 0n)
    const ignoring = closing.exceptions.resolve(callerOf(), ignored.found.id, { ...asked, action: 'IGNORE' })
    assert.equal((await ignoring).state, 'RESOLVED')
    closing.bank.clock.moveTo(suite.bank.clock.offsetMs + HOUR_MS)
    assert.equal((await closing.exceptions.resolve(callerOf(), found.id, asked)).state, 'RESOLVED')
    await cutOver(null)
    await suite.database.changes.confirm('directory')
    await closing.bank.close()
  })

  test('a resolution and a reversal by the channel at once never reverse twice', async () => {
    const account = newAccount()
    const { found } = await unmatched(account)
    const original = suite.desk.withdrawal(account, AMOUNT)
    const { authId } = await suite.desk.approve(original)
    const originalId = await idOf(original)
    const [resolved, answer] = await Promise.allSettled([
      resolve(found, 'MATCH', { originalId }),
      suite.desk.send(suite.desk.reversal(original, { authId })),
    ])
    const posted = [resolved.status === 'fulfilled', answer.status === 'fulfilled' && answer.value.code === '000']
    assert.equal(posted.filter(Boolean).length, 1, JSON.stringify([resolved.status, answer]))
    assert.equal(await reversedOf(original), AMOUNT)
  })

  test('random resolutions leave the books right', async () => {
    const makes = { late, refused, unmatched, unknown }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(Object.keys(makes) as (keyof typeof makes)[])),
        fc.array(fc.constantFrom<ResolvingAction>('MATCH', 'WRITE_OFF', 'IGNORE'), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('APPROVED' as const, 'DECLINED' as const),
        async (kind, actions, outcome) => {
          const { found } = await makes[kind]()
          for (const action of actions) await resolve(found, action, { outcome }).catch(() => {})
          assert.deepEqual(await suite.database.transaction((sql) => verifyBooks(sql)), [])
        },
      ),
      { numRuns: 12 },
    )
  })
})

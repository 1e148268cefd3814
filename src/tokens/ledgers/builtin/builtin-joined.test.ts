// Operations of the built-in ledger that commit with the postings of others.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { noting, type OpenedLedger, openBuiltinLedger } from '../../../../test/support/tokens/builtin-ledger.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { burn, capture, hold, issue, LedgerClient, named, release } from '../conformance/ledger-client.ts'
import type { LedgerAccount } from '../digital-ledger.ts'

onDatabase('the built-in ledger in postings of others', (_engine, open) => {
  let database: Database
  let opened: OpenedLedger
  let desk: LedgerClient
  before(async () => {
    database = (await open()).database
    opened = openBuiltinLedger(database)
    desk = new LedgerClient({ ledger: opened.ledger, settle: async () => {} })
  })

  test('applies an operation with the posting', async () => {
    const account = await desk.account(await desk.asset(), 100n)
    const op = named(burn(account, 30n))
    await opened.pipeline.post(opened.joiner.posting(bookOf(account), op, { accountIds: [account.accountId] }))
    await desk.expect(account, 70n)
    assert.equal((await desk.status(op.opId))?.status, 'FINAL')
  })

  test('applies a transfer between two books with one record, and reads and writes no more than it needs', async () => {
    const [payer, payee] = [await desk.account(await desk.asset(), 100n), await desk.account(await desk.asset())]
    const names: string[] = []
    const { joiner, pipeline } = openBuiltinLedger(noting(database, names))
    const { opId } = named(burn(payer, 30n))
    await pipeline.postInBoth(
      joiner.posting(bookOf(payer), { opId, ...burn(payer, 30n) }, { accountIds: [payer.accountId] }),
      joiner.posting(bookOf(payee), { opId, ...issue(payee, 30n) }, { accountIds: [payee.accountId] }, 'SECOND'),
    )
    const expected = [
      'batch-settings',
      'begin',
      'check-days-of-several',
      'commit',
      'copy-builtin-ledger-operations',
      'lock-builtin-ledger-accounts',
      'update-builtin-ledger-balances',
    ]
    // Distributed books add marks and checks of where the books are.
    if (!database.isDistributed) assert.deepEqual(names.toSorted(), expected)
    await desk.expect(payer, 70n)
    await desk.expect(payee, 30n)
    assert.equal((await desk.status(opId))?.status, 'FINAL')
  })

  test('applies neither part when one book refuses', async () => {
    const [payer, payee] = [await desk.account(await desk.asset(), 10n), await desk.account(await desk.asset())]
    const { opId } = named(burn(payer, 30n))
    const { joiner, pipeline } = opened
    const posted = pipeline.postInBoth(
      joiner.posting(bookOf(payee), { opId, ...issue(payee, 30n) }, { accountIds: [payee.accountId] }, 'SECOND'),
      joiner.posting(bookOf(payer), { opId, ...burn(payer, 30n) }, { accountIds: [payer.accountId] }),
    )
    await assert.rejects(posted, refusedFor('INSUFFICIENT_BALANCE'))
    await desk.expect(payer, 10n)
    await desk.expect(payee, 0n)
    // The id is unused: the saga may still submit it.
    assert.equal(await desk.status(opId), null)
  })

  test('shows later operations of a batch what earlier ones have done', async () => {
    const account = await desk.account(await desk.asset(), 100n)
    const ops = Array.from({ length: 20 }, () => named(burn(account, 30n)))
    const join = { accountIds: [account.accountId] }
    const posted = await Promise.allSettled(
      ops.map((op) => opened.pipeline.post(opened.joiner.posting(bookOf(account), op, join))),
    )
    assert.equal(posted.filter(({ status }) => status === 'fulfilled').length, 3)
    await desk.expect(account, 10n)
  })

  test('holds, captures and releases with postings, in one batch too', async () => {
    const account = await desk.account(await desk.asset(), 100n)
    const [first, second] = [named(hold(account, 40n)), named(hold(account, 30n))]
    const ends = [named(capture(first.opId)), named(release(second.opId)), named(capture(second.opId))]
    const join = { accountIds: [account.accountId], holdIds: [first.opId, second.opId] }
    const post = (op: typeof first) => opened.pipeline.post(opened.joiner.posting(bookOf(account), op, join))
    const [, , , , last] = await Promise.allSettled([first, second, ...ends].map(post))
    assert.equal(last?.status, 'rejected')
    await desk.expect(account, 60n)
    assert.equal((await desk.ledger.hold(first.opId))?.state, 'CAPTURED')
    assert.equal((await desk.ledger.hold(second.opId))?.state, 'RELEASED')
    const held = await desk.final(hold(account, 50n))
    await opened.pipeline.post(
      opened.joiner.posting(bookOf(account), named(release(held)), {
        accountIds: [account.accountId],
        holdIds: [held],
      }),
    )
    await desk.expect(account, 60n)
  })

  test('records nothing for an operation that was applied before, when its id is looked up', async () => {
    const account = await desk.account(await desk.asset(), 100n)
    const op = named(burn(account, 30n))
    assert.equal((await desk.run(op)).status, 'FINAL')
    const join = { accountIds: [account.accountId], keys: [op.opId] }
    await opened.pipeline.post(opened.joiner.posting(bookOf(account), op, join))
    await desk.expect(account, 70n)
    // Without the look-up the record of the operation keeps it from being applied again.
    const blind = opened.joiner.posting(bookOf(account), op, { accountIds: [account.accountId] })
    await assert.rejects(opened.pipeline.post(blind))
    await desk.expect(account, 70n)
  })

  test('fails an operation that has failed before', async () => {
    const account = await desk.account(await desk.asset(), 10n)
    const op = named(burn(account, 30n))
    assert.equal((await desk.run(op)).status, 'FAILED')
    await desk.final(issue(account, 100n))
    const join = { accountIds: [account.accountId], keys: [op.opId] }
    const posted = opened.pipeline.post(opened.joiner.posting(bookOf(account), op, join))
    await assert.rejects(posted, refusedFor('INSUFFICIENT_BALANCE'))
    await desk.expect(account, 110n)
  })

  test('leaves accounts of the book that are not its own alone', async () => {
    const account = await desk.account(await desk.asset(), 10n)
    const op = named(burn(account, 10n))
    const join = { accountIds: ['5000000001', account.accountId] }
    await opened.pipeline.post(opened.joiner.posting(bookOf(account), op, join))
    await desk.expect(account, 0n)
  })

  test('does not answer for a posting that it does not join', () => {
    assert.throws(() => opened.ledger.batchOf(undefined), /does not take part/)
  })
})

function refusedFor(reason: string) {
  return (error: unknown) => error instanceof Problem && error.message === reason
}

/** In these tests an issuer is its own book. */
function bookOf({ assetId }: LedgerAccount): string {
  return assetId.slice(0, assetId.indexOf(':'))
}

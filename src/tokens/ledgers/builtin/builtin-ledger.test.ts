// Operations that are submitted to the built-in ledger alone.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { troubled } from '../../../../test/support/bank/troubled-database.ts'
import { onDatabase, type TestDatabase } from '../../../../test/support/machine/database.ts'
import { openBuiltinLedger } from '../../../../test/support/tokens/builtin-ledger.ts'
import { newCorrelationId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { openPostgres } from '../../../platform/storage/open-database.ts'
import { batch, burn, capture, hold, issue, LedgerClient, named, release } from '../conformance/ledger-client.ts'
import { ledgerConformance } from '../conformance/ledger-conformance.ts'
import { balanceOf, ensureOne, opOf, submitOne } from '../conformance/single-calls.fixture.ts'

const settle = async () => {}

onDatabase('the built-in ledger', (engine, open) => {
  let opened: TestDatabase
  let database: Database
  let desk: LedgerClient
  before(async () => {
    opened = await open()
    database = opened.database
    desk = new LedgerClient({ ledger: openBuiltinLedger(database).ledger, settle })
  })

  ledgerConformance('it', async () => ({ ledger: openBuiltinLedger(database).ledger, settle }))

  test('answers FINAL or FAILED at once', async () => {
    const account = await desk.account(await desk.asset())
    const op = named(issue(account, 10n))
    const status = await submitOne(desk.ledger, op)
    assert.equal(status.status, 'FINAL')
    assert.deepEqual(await opOf(desk.ledger, op.opId), status)
    const failed = await submitOne(desk.ledger, named(burn(account, 11n)))
    assert.deepEqual(failed, { status: 'FAILED', reason: 'INSUFFICIENT_BALANCE', permanent: true })
  })

  const REASONS: [title: string, reason: string, op: (context: Context) => Parameters<typeof named>[0]][] = [
    [
      'an unknown account',
      'UNKNOWN_ACCOUNT',
      ({ account }) => issue({ ...account, accountId: newCorrelationId() }, 1n),
    ],
    ['an account that is no UUID', 'UNKNOWN_ACCOUNT', ({ account }) => issue({ ...account, accountId: `'{"` }, 1n)],
    ['an unknown asset', 'UNKNOWN_ASSET', ({ account }) => burn({ ...account, assetId: 'nobody:USD' }, 1n)],
    ['an unknown hold', 'UNKNOWN_HOLD', () => release(newCorrelationId())],
    ['a hold that is no UUID', 'UNKNOWN_HOLD', () => capture('{}')],
    ['the hold of an operation that is none', 'UNKNOWN_HOLD', ({ issued }) => capture(issued)],
    ['a hold that has ended', 'HOLD_ENDED', ({ ended }) => release(ended)],
    ['too much', 'INSUFFICIENT_BALANCE', ({ account }) => hold(account, 101n)],
    ['more than a balance can be', 'REFUSED', ({ account }) => issue(account, 2n ** 63n - 1n)],
    ['more than an amount can be', 'REFUSED', ({ account }) => issue(account, 2n ** 63n)],
    ['nothing', 'REFUSED', () => batch()],
    ['two holds under one id', 'REFUSED', ({ account }) => batch(hold(account, 1n), hold(account, 1n))],
    [
      'three books',
      'REFUSED',
      ({ account, others: [one, two] }) => batch(burn(account, 1n), issue(one, 1n), issue(two, 1n)),
    ],
  ]
  describe('names the reason when it is asked for', () => {
    let context: Context
    before(async () => {
      const account = await desk.account(await desk.asset())
      const issued = await desk.final(issue(account, 100n))
      const ended = await desk.final(hold(account, 1n))
      await desk.final(release(ended))
      context = {
        account,
        issued,
        ended,
        others: [await desk.account(await desk.asset()), await desk.account(await desk.asset())],
      }
    })
    for (const [title, reason, op] of REASONS) {
      test(title, async () => {
        const status = await submitOne(desk.ledger, named(op(context)))
        assert.deepEqual(status, { status: 'FAILED', reason, permanent: true })
        await desk.expect(context.account, 100n)
      })
    }
  })

  test('finds a hold that a batch has made in its second book', async () => {
    const [one, two] = [await desk.account(await desk.asset(), 10n), await desk.account(await desk.asset(), 10n)]
    const holdId = await desk.final(batch(burn(one, 1n), hold(two, 4n)))
    assert.equal((await desk.ledger.hold(holdId))?.accountId, two.accountId)
    await desk.final(capture(holdId))
    await desk.expect(one, 9n)
    await desk.expect(two, 6n)
  })

  test('knows accounts, operations and holds by UUIDs only', async () => {
    const { assetId } = await desk.asset()
    assert.equal(await ensureOne(desk.ledger, { accountId: 'x', assetId }), 'REFUSED')
    assert.equal(await opOf(desk.ledger, 'x'), null)
    assert.equal(await desk.ledger.hold('x'), null)
    assert.deepEqual(await balanceOf(desk.ledger, { accountId: 'x', assetId }, 'FINAL'), {
      balanceMinor: 0n,
      heldMinor: 0n,
    })
    await assert.rejects(submitOne(desk.ledger, { opId: 'x', ...release(newCorrelationId()) }))
    await assert.rejects(desk.ledger.events('x'))
  })

  test('makes an asset and an account in the transaction that asks for them', async () => {
    const { ledger } = openBuiltinLedger(database)
    const issuerId = newCorrelationId()
    const asset = { assetId: `${issuerId}:USD`, issuerId, currency: 'USD', exponent: 2 }
    const account = { assetId: asset.assetId, accountId: newCorrelationId() }
    const undone = new Error('undone')
    const work = database.transaction(async (sql) => {
      await ledger.ensureAsset(asset, sql)
      assert.deepEqual(await ledger.ensureAccounts([account], sql), ['READY'])
      throw undone
    })
    await assert.rejects(work, undone)
    assert.equal(await ensureOne(ledger, account), 'REFUSED')
  })

  test('applies an operation once when its commit goes unconfirmed', async () => {
    const account = await desk.account(await desk.asset(), 100n)
    const other = await desk.account(await desk.asset())
    const gone = Object.assign(new Error('gone'), { code: 'ECONNRESET' })
    for (const action of [burn(account, 30n), batch(burn(account, 30n), issue(other, 30n))]) {
      const { ledger, retried } = openBuiltinLedger(
        troubled(database, { on: 'commit', errors: [gone], afterwards: true }),
      )
      assert.equal((await submitOne(ledger, named(action))).status, 'FINAL')
      assert.deepEqual(retried, ['unreachable'])
    }
    await desk.expect(account, 40n)
    await desk.expect(other, 30n)
  })

  test('tells events again when their transactions were those of another server', async () => {
    const account = await desk.account(await desk.asset())
    const opId = await desk.final(issue(account, 1n))
    const ahead = '9000000000000000'
    // As after a restore into a server that has seen fewer transactions.
    await database.query(`UPDATE builtin_ledger_operations SET tx_id = '${ahead}' WHERE op_id = $1`, [opId])
    let next: string | undefined = `${ahead}:${opId}`
    await desk.eventually('it is told', async () => {
      // Page by page: the cases above may have left more operations than one page holds.
      const page = await desk.ledger.events(next)
      next = page.cursor
      return page.events.some((event) => event.opId === opId)
    })
    const later = await desk.final(issue(account, 1n))
    await desk.eventually('what comes later is told too', async () => {
      const page = await desk.ledger.events(next)
      next = page.cursor
      return page.events.some((event) => event.opId === later)
    })
  })

  if (engine === 'pglite') return

  test('does not skip an event that is committed late', async () => {
    const account = await desk.account(await desk.asset())
    const session = await database.connect()
    const late = newCorrelationId()
    await session.query('BEGIN')
    await session.query(`INSERT INTO builtin_ledger_operations (op_id, kind, ended_at) VALUES ($1, 'ISSUE', now())`, [
      late,
    ])
    const early = await desk.final(issue(account, 1n))
    const told = new Set<string>()
    let cursor: string | undefined
    const read = async () => {
      for (;;) {
        const page = await desk.ledger.events(cursor)
        for (const { opId } of page.events) told.add(opId)
        if (page.cursor === cursor) return
        cursor = page.cursor
      }
    }
    await read()
    await session.query('COMMIT')
    session.release()
    await desk.eventually('both are told', async () => {
      await read()
      return told.has(early) && told.has(late)
    })
  })

  test('is one ledger on two nodes: each id is applied once, and nothing deadlocks', async () => {
    const other = openPostgres((opened.location as { url: string }).url)
    await other.learnLayout()
    const nodes = [openBuiltinLedger(database), openBuiltinLedger(other)]
    const accounts = [await desk.account(await desk.asset(), 1_000n), await desk.account(await desk.asset(), 1_000n)]
    const ops = Array.from({ length: 60 }, (_, i) => {
      const [from, to] = i % 2 === 0 ? accounts : accounts.toReversed()
      assert.ok(from && to)
      return named(batch(burn(from, 5n), issue(to, 5n)))
    })
    const statuses = await Promise.all(nodes.flatMap(({ ledger }) => ops.map((op) => submitOne(ledger, op))))
    assert.deepEqual([...new Set(statuses.map(({ status }) => status))], ['FINAL'])
    for (const account of accounts) await desk.expect(account, 1_000n)
    assert.deepEqual(
      nodes.flatMap(({ retried }) => retried),
      [],
    )
    await other.close()
  })

  test('gives one answer for an id that no book is known for yet, however it races with the hold that it names', async () => {
    const account = await desk.account(await desk.asset(), 1_000n)
    let captured = 0n
    for (let i = 0; i < 25; i++) {
      const holding = named(hold(account, 3n))
      const op = named(capture(holding.opId))
      const [, ...statuses] = await Promise.all([
        submitOne(desk.ledger, holding),
        ...Array.from({ length: 4 }, () => submitOne(desk.ledger, op)),
      ])
      statuses.push((await opOf(desk.ledger, op.opId)) as never)
      const answers = new Set(statuses.map(({ status }) => status))
      assert.equal(answers.size, 1, [...answers].join())
      if (answers.has('FINAL')) captured += 3n
      else await desk.final(release(holding.opId))
    }
    await desk.expect(account, 1_000n - captured)
  })
})

interface Context {
  readonly account: { readonly accountId: string; readonly assetId: string }
  readonly issued: string
  readonly ended: string
  readonly others: readonly [Context['account'], Context['account']]
}

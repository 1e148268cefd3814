// Which transactions become exceptions, and what each resolution does to the books. `verify` runs after every test.

import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import fc from 'fast-check'
import { type Bank, openBank, plainAccount, SANDBOX, secretBox, seedBank } from '../../test/support/bank/bank.ts'
import { onDatabase } from '../../test/support/machine/database.ts'
import { verifyChain } from '../audit/verify-chain.ts'
import type { Sent } from '../channel/channel.ts'
import { Desk, outcomeIn } from '../channel/conformance/desk.ts'
import { FakeCore } from '../channel/remote/fake-core.fixture.ts'
import { settleUnknownSweep } from '../channel/remote/settle-unknown.ts'
import type { AnyOrder, Order } from '../core/core.ts'
import { HOUR_MS, isoTimestamp, MINUTE_MS } from '../kernel/clock.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../storage/database.ts'
import { readTransactionDetail } from '../transactions/detail/transaction-detail.ts'
import { openRemoteChannel } from '../wire/bank.ts'
import { verifyBooks } from '../wire/verification.ts'
import type { ExceptionKind, ResolvingAction } from './exception-kinds.ts'
import type { ExceptionRecord } from './exception-records.ts'
import { Exceptions, type RequestedResolution } from './exceptions.ts'
import type { ResolutionPosting } from './resolution-posting.ts'
import { ResolutionRecords } from './resolution-records.ts'
import { tellExceptions } from './tell-exceptions.ts'

const PARTNERS = ['PARTNER01', 'PARTNER01-2'] as const
const AMOUNT = 2_000n
const SUB_TENANT = '019b0000-0000-7000-8000-0000000000a1'
/** Longer than the reversal window. */
const LATER_MS = 25 * HOUR_MS

onDatabase('exceptions', (_engine, open) => {
  let database: Database
  let bank: Bank
  let exceptions: Exceptions
  let desk: Desk
  let accounts = 0

  before(async () => {
    database = (await open()).database
    await seedBank(database, 500)
    await database.query(`UPDATE institutions SET reversal_force = false, reversal_window_hours = 24`)
    await database.query(
      `INSERT INTO sub_tenants (sub_tenant_id, institution_id, tenant_code, name, contact_email, status)
       VALUES ($1, 'FI001', 'SUB', 'Sub', 'sub@bank.example', 'ACTIVE')`,
      [SUB_TENANT],
    )
    ;({ bank, exceptions } = await openNode())
    desk = deskOf(bank)
  })
  after(() => bank.close())
  afterEach(async () => assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), []))

  async function openNode() {
    const records = new ResolutionRecords()
    const opened = await openBank(database, { owners: [records] })
    const { clock, directory, pipeline } = opened
    return { bank: opened, exceptions: new Exceptions({ database, clock, directory, pipeline, records }) }
  }

  function deskOf({ channel }: Pick<Bank, 'channel'>): Desk {
    return new Desk({ ...SANDBOX, channel, partnerIds: PARTNERS, newAccount })
  }

  function newAccount(): string {
    return plainAccount(accounts++)
  }

  function passes(ms: number): void {
    bank.clock.moveTo(bank.clock.offsetMs + ms)
  }

  function callerOf(scope: Scope = {}, email = 'operator@bank.example') {
    return { principal: { scope }, actor: { email } }
  }

  function resolve(
    found: ExceptionRecord,
    action: ResolvingAction,
    more: Partial<RequestedResolution> = {},
    scope = {},
  ) {
    return exceptions.resolve(callerOf(scope), found.id, { action, reason: 'seen', ...more })
  }

  async function exceptionOf({ rrn }: { readonly rrn: string }): Promise<ExceptionRecord | undefined> {
    const { items } = await exceptions.list({}, { search: rrn }, { page: 1, size: 10 })
    return items
      .flatMap((item) => ('transaction' in item ? [item] : []))
      .find(({ transaction }) => transaction.rrn === rrn)
  }

  async function expected(order: { readonly rrn: string }, kind: ExceptionKind): Promise<ExceptionRecord> {
    const found = await exceptionOf(order)
    assert.deepEqual([found?.kind, found?.state], [kind, 'OPEN'])
    return found as ExceptionRecord
  }

  async function reversedOf({ rrn }: { readonly rrn: string }): Promise<bigint | undefined> {
    const { rows } = await database.query<{ reversed_minor: bigint }>(
      'SELECT reversed_minor FROM transactions WHERE rrn = $1',
      [rrn],
    )
    return rows[0]?.reversed_minor
  }

  async function idOf({ rrn }: { readonly rrn: string }): Promise<string> {
    const { rows } = await database.query<{ transaction_id: string }>(
      'SELECT transaction_id FROM transactions WHERE rrn = $1',
      [rrn],
    )
    return rows[0]?.transaction_id ?? ''
  }

  async function entriesOf(journalId: string | undefined): Promise<string[]> {
    const { rows } = await database.query<{ account: string; amount_minor: bigint }>(
      'SELECT account, amount_minor FROM entries WHERE journal_id = $1 ORDER BY line',
      [journalId],
    )
    return rows.map((row) => `${row.account} ${row.amount_minor}`)
  }

  /** A reversal that came too late, and its original. */
  async function late(make: (account: string) => Sent<Order> = (account) => desk.withdrawal(account, AMOUNT)) {
    const original = make(newAccount())
    const { authId } = await desk.approve(original)
    passes(LATER_MS)
    const reversal = desk.reversal(original, { authId })
    await desk.decline(reversal, '188')
    return { original, reversal, found: await expected(reversal, 'LATE') }
  }

  /** A reversal of a deposit whose money is gone. */
  async function refused() {
    const original = desk.cashDeposit(newAccount(), AMOUNT)
    const { authId } = await desk.approve(original)
    const drain = desk.transfer(original.accountId, newAccount(), SANDBOX.openingMinor + AMOUNT)
    await desk.approve(drain)
    const reversal = desk.reversal(original, { authId })
    await desk.decline(reversal, '110')
    return { original, reversal, drain, found: await expected(reversal, 'REFUSED') }
  }

  /** A reversal without an original. */
  async function unmatched(account = newAccount()) {
    const reversal = desk.reversal(desk.withdrawal(account, AMOUNT))
    await desk.decline(reversal, '914')
    return { reversal, found: await expected(reversal, 'UNMATCHED') }
  }

  /** An order to a remote core that did not answer. */
  async function unknown(
    core = new FakeCore(),
    make = (account: string): Sent<AnyOrder> => desk.withdrawal(account, AMOUNT),
  ) {
    const remote = deskOf({ channel: openRemoteChannel(core, { ...bank, secretBox }) } as Pick<Bank, 'channel'>)
    const order = make(newAccount())
    core.otherwise = 'lost'
    await assert.rejects(remote.send(order), { kind: 'timeout' })
    assert.equal(await exceptionOf(order), undefined)
    passes(16 * MINUTE_MS)
    return { order, remote, core, found: await expected(order, 'UNKNOWN') }
  }

  test('partners are told of an exception once, of its end, and that a refused reversal was posted after all', async () => {
    const { original, reversal, found } = await late()
    const tell = () => tellExceptions({ database, clock: bank.clock })
    const told = async () => {
      const { rows } = await database.query<{ kind: string; partner_id: string; data: { rrn: string } }>(
        `SELECT kind, partner_id, data FROM event_outbox WHERE resource = $1 ORDER BY position`,
        [`exception/${found.id}`],
      )
      return rows.map(({ kind, partner_id, data }) => [kind, partner_id, data.rrn])
    }
    const { partnerId } = found.transaction
    await Promise.all([tell(), tell()])
    await tell()
    assert.deepEqual(await told(), [['exception.opened', partnerId, reversal.rrn]])
    await resolve(found, 'MATCH')
    const { rows } = await database.query<{ partner_id: string; data: object }>(
      `SELECT partner_id, data FROM posted_events WHERE kind = 'transaction.reversed-late' AND resource = $1`,
      [`transaction/${found.id}`],
    )
    assert.partialDeepStrictEqual(rows, [
      { partner_id: partnerId, data: { rrn: original.rrn, reversalRrn: reversal.rrn, amount: 20 } },
    ])
    await tell()
    await tell()
    assert.deepEqual(await told(), [
      ['exception.opened', partnerId, reversal.rrn],
      ['exception.resolved', partnerId, reversal.rrn],
    ])
    const known = await database.query('SELECT FROM told_exceptions WHERE transaction_id = $1', [found.id])
    assert.equal(known.rowCount, 0)

    // Resolved before the sweep has come across it.
    const { found: sudden } = await late()
    await resolve(sudden, 'IGNORE')
    await tell()
    const events = await database.query(`SELECT kind FROM event_outbox WHERE resource = $1 ORDER BY position`, [
      `exception/${sudden.id}`,
    ])
    assert.deepEqual(events.rows, [{ kind: 'exception.opened' }, { kind: 'exception.resolved' }])
  })

  test('one that settles between the look of the sweep and its telling is not told at all', async () => {
    const { found } = await late()
    // The lock of those who tell is taken after the exceptions were read.
    const settle = async () => {
      await database.query(
        `INSERT INTO exception_resolutions (institution_id, transaction_id, partner_id, rrn, kind, action, reason, resolved_by, resolved_at)
         SELECT t.institution_id, t.transaction_id, t.partner_id, t.rrn, 'LATE', 'IGNORE', 'settled', 'system', now()
           FROM transactions t WHERE t.transaction_id = $1
         ON CONFLICT DO NOTHING`,
        [found.id],
      )
    }
    const settling = new Proxy(database, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        if (name !== 'transaction') return value.bind(target)
        return async (work: Parameters<Database['transaction']>[0]) => {
          await settle()
          return target.transaction(work)
        }
      },
    })
    await tellExceptions({ database: settling, clock: bank.clock })
    await tellExceptions({ database, clock: bank.clock })
    const { rows } = await database.query(`SELECT kind FROM event_outbox WHERE resource = $1`, [
      `exception/${found.id}`,
    ])
    assert.deepEqual(rows, [])
  })

  test('a late reversal is matched: it is posted today, with the fee, and the original is reversed', async () => {
    const { original, found } = await late((account) => desk.withdrawal(account, AMOUNT, { accessFeeMinor: 500n }))
    const before = await desk.balances(original.accountId)
    const resolved = await resolve(found, 'MATCH')
    assert.equal((await desk.balances(original.accountId)).balanceMinor - before.balanceMinor, AMOUNT)
    const { resolution, state, version } = resolved
    assert.deepEqual(
      [state, version, resolution?.action, resolution?.reason, resolution?.by],
      ['RESOLVED', 2, 'MATCH', 'seen', 'operator@bank.example'],
    )
    assert.deepEqual(await entriesOf(resolution?.journalId), [
      `${original.accountId} 2000`,
      'vault:ATM00001 -1500',
      'fees:access -500',
    ])
    assert.equal(await reversedOf(original), AMOUNT)
    await desk.decline(desk.reversal(original, { rrn: original.rrn }), '480')
  })

  test('a late reversal is written off: the suspense account stands in for the customer', async () => {
    const { original, found } = await late()
    const before = await desk.balances(original.accountId)
    const { resolution } = await resolve(found, 'WRITE_OFF')
    assert.deepEqual(await desk.balances(original.accountId), before)
    assert.deepEqual(await entriesOf(resolution?.journalId), ['suspense:exceptions 2000', 'vault:ATM00001 -2000'])
    assert.equal(await reversedOf(original), AMOUNT)
  })

  test('the detail of a transaction shows what a resolution posted, and no reversal that was only declined', async () => {
    const account = newAccount()
    const { found } = await unmatched(account)
    const order = desk.withdrawal(account, AMOUNT)
    const { authId } = await desk.approve(order)
    const originalId = await idOf(order)
    await resolve(found, 'MATCH', { originalId })
    await desk.decline(desk.reversal(order, { authId }), '480')
    const original = await readTransactionDetail(database, {}, originalId)
    assert.deepEqual(
      original?.reversals.map(({ id }) => id),
      [found.id],
    )
    const reversal = await readTransactionDetail(database, {}, found.id)
    assert.equal(reversal?.original?.id, originalId)
    assert.deepEqual(
      reversal?.postings.map(({ account: name, amountMinor }) => `${name} ${amountMinor}`),
      [`${account} 2000`, 'vault:ATM00001 -2000'],
    )
    const ignored = await late()
    const { resolution } = await resolve(ignored.found, 'IGNORE', { reason: 'card 4000000000000010' })
    assert.equal(resolution?.reason, 'card 400000******0010')
    assert.deepEqual((await readTransactionDetail(database, {}, ignored.found.id))?.postings, [])
    assert.deepEqual((await readTransactionDetail(database, {}, await idOf(ignored.original)))?.reversals, [])
  })

  test('a refused reversal is matched once there is money, and written off without', async () => {
    const { found, drain } = await refused()
    await assert.rejects(resolve(found, 'MATCH'), { reason: 'exceptions.not-funded' })
    await desk.approve(desk.cashDeposit(drain.accountId, AMOUNT))
    assert.equal((await resolve(found, 'MATCH')).state, 'RESOLVED')
    const other = await refused()
    const { resolution } = await resolve(other.found, 'WRITE_OFF')
    assert.deepEqual(await entriesOf(resolution?.journalId), ['suspense:exceptions -2000', 'vault:ATM00001 2000'])
  })

  test('an unmatched reversal is matched with the original that the operator names', async () => {
    const account = newAccount()
    const { found } = await unmatched(account)
    const original = desk.withdrawal(account, AMOUNT)
    await desk.approve(original)
    await assert.rejects(resolve(found, 'MATCH'), (error: Error & { details: unknown[] }) => {
      assert.match(JSON.stringify(error.details), /originalId/)
      return true
    })
    assert.equal((await resolve(found, 'MATCH', { originalId: await idOf(original) })).state, 'RESOLVED')
    assert.equal(await reversedOf(original), AMOUNT)
  })

  // One row per original that does not fit an unmatched reversal of 20.00: the order, and why.
  const UNFIT: [title: string, make: (account: string) => Sent<Order>, message: RegExp][] = [
    ['another account', () => desk.withdrawal(newAccount(), AMOUNT), /no such original/],
    ['another type', (account) => desk.cashDeposit(account, AMOUNT), /another type/],
    ['too small', (account) => desk.withdrawal(account, AMOUNT - 500n), /exceeds what is left/],
    ['only with its fee', (account) => desk.withdrawal(account, AMOUNT + 500n, { accessFeeMinor: 1_000n }), /the fee/],
  ]
  for (const [title, make, message] of UNFIT) {
    test(`an original that is ${title} is refused`, async () => {
      const account = newAccount()
      const { found } = await unmatched(account)
      const original = make(account)
      await desk.approve(original)
      await assert.rejects(resolve(found, 'MATCH', { originalId: await idOf(original) }), message)
      assert.equal((await exceptions.find({}, found.id)).state, 'OPEN')
    })
  }

  test('an original that was declined, reversed or never was is refused', async () => {
    const account = newAccount()
    const { found } = await unmatched(account)
    const declined = desk.withdrawal(account, SANDBOX.openingMinor + 500n)
    await desk.decline(declined, '121')
    const reversed = desk.withdrawal(account, AMOUNT)
    const { authId } = await desk.approve(reversed)
    await desk.approve(desk.reversal(reversed, { authId }))
    for (const originalId of [await idOf(declined), await idOf(reversed), found.id, SUB_TENANT]) {
      await assert.rejects(resolve(found, 'MATCH', { originalId }), { reason: 'exceptions.original-unfit' })
    }
  })

  test('a late transfer reversal is matched but never written off', async () => {
    const { original, found } = await late((account) => desk.transfer(account, newAccount(), AMOUNT))
    await assert.rejects(resolve(found, 'WRITE_OFF'), { reason: 'exceptions.action-not-possible' })
    await resolve(found, 'MATCH')
    assert.equal(await reversedOf(original), AMOUNT)
  })

  test('a late reversal of a check deposit takes the held part first', async () => {
    const { original, found } = await late((account) => desk.checkDeposit(account, AMOUNT, 500n))
    await resolve(found, 'MATCH')
    assert.equal((await desk.balances(original.accountId)).balanceMinor, SANDBOX.openingMinor)
  })

  test('a reversal of a closed account is refused with 182 and can only be written off', async () => {
    const original = desk.withdrawal(newAccount(), AMOUNT)
    const { authId } = await desk.approve(original)
    const close = (status: string) =>
      database.query('UPDATE accounts SET status = $2 WHERE account_id = $1', [original.accountId, status])
    await close('CLOSED')
    const reversal = desk.reversal(original, { authId })
    await desk.decline(reversal, '182')
    const found = await expected(reversal, 'REFUSED')
    await assert.rejects(resolve(found, 'MATCH'), { reason: 'exceptions.original-unfit' })
    assert.equal((await resolve(found, 'WRITE_OFF')).state, 'RESOLVED')
    await close('OPEN')
  })

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
    const remote = deskOf({ channel: openRemoteChannel(core, { ...bank, secretBox }) } as Pick<Bank, 'channel'>)
    const original = desk.withdrawal(newAccount(), AMOUNT)
    await remote.approve(original)
    const { found } = await unknown(core, () => desk.reversal(original, { rrn: original.rrn }))
    assert.equal(await reversedOf(original), AMOUNT)
    await resolve(found, 'MATCH', { outcome: 'DECLINED' })
    assert.equal(await reversedOf(original), 0n)
  })

  test('what a remote core posted is not reversed here', async () => {
    const core = new FakeCore()
    const remote = deskOf({ channel: openRemoteChannel(core, { ...bank, secretBox }) } as Pick<Bank, 'channel'>)
    const original = desk.withdrawal(newAccount(), AMOUNT)
    await remote.approve(original)
    passes(LATER_MS)
    const reversal = desk.reversal(original, { rrn: original.rrn })
    await remote.decline(reversal, '188')
    const found = await expected(reversal, 'LATE')
    for (const action of ['MATCH', 'WRITE_OFF'] as const) {
      await assert.rejects(resolve(found, action), { reason: 'exceptions.action-not-possible' })
    }
    assert.equal((await resolve(found, 'IGNORE')).state, 'RESOLVED')
  })

  test('every kind can be ignored, which posts nothing', async () => {
    for (const make of [late, refused, unmatched, unknown]) {
      const { found } = await make()
      const { resolution, state } = await resolve(found, 'IGNORE')
      assert.deepEqual([state, resolution?.action, resolution?.journalId], ['RESOLVED', 'IGNORE', undefined])
      await assert.rejects(resolve(found, 'IGNORE'), /resolved already: IGNORE by operator@bank.example/)
    }
  })

  test('a reversal before its original is an exception when the window ends, and settles when the original comes', async () => {
    const original = desk.withdrawal(newAccount(), AMOUNT)
    const early = desk.reversal(original, { rrn: original.rrn })
    await desk.approve(early)
    assert.equal(await exceptionOf(early), undefined)
    passes(LATER_MS)
    const found = await expected(early, 'UNMATCHED')
    await desk.decline(original, '485')
    const settled = await exceptions.find({}, found.id)
    assert.deepEqual(
      [settled.state, settled.resolution?.action, settled.resolution?.by],
      ['RESOLVED', 'SETTLED', 'system'],
    )
    await assert.rejects(resolve(found, 'IGNORE'), { reason: 'exceptions.already-resolved' })
  })

  test('a reversal whose original came within the window is no exception', async () => {
    const original = desk.withdrawal(newAccount(), AMOUNT)
    const early = desk.reversal(original, { rrn: original.rrn })
    await desk.approve(early)
    await desk.decline(original, '485')
    passes(LATER_MS)
    assert.equal(await exceptionOf(early), undefined)
  })

  test('a second exception of an original that was matched has settled by itself', async () => {
    const { original, found } = await late()
    const again = desk.reversal(original, { rrn: original.rrn })
    await desk.decline(again, '188')
    await resolve(found, 'MATCH')
    assert.equal((await exceptionOf(again))?.resolution?.action, 'SETTLED')
  })

  test('an outcome that the core tells after all settles the exception', async () => {
    const { order, core, found } = await unknown()
    core.otherwise = 'answered'
    await core.cancel('FI001', await idOf(order))
    const { pipeline, remoteRecords: records, clock } = bank
    await settleUnknownSweep({ database, clock, pipeline, records, coreOf: () => core, perRun: 1_000 }).run()
    const settled = await exceptions.find({}, found.id)
    assert.deepEqual([settled.kind, settled.state, settled.resolution?.action], ['UNKNOWN', 'RESOLVED', 'SETTLED'])
    await assert.rejects(resolve(found, 'MATCH', { outcome: 'APPROVED' }), { reason: 'exceptions.already-resolved' })
  })

  test('two operators at once, on two nodes: one resolves, the other is told', async () => {
    const other = await openNode()
    other.bank.clock.moveTo(bank.clock.offsetMs)
    for (let round = 0; round < 5; round++) {
      const { original, found } = await late()
      other.bank.clock.moveTo(bank.clock.offsetMs)
      const attempts = [exceptions, other.exceptions, exceptions].map((node, i) =>
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
    const node = await openBank(database, { owners: [records], observer })
    node.clock.moveTo(bank.clock.offsetMs)
    const original = desk.withdrawal(newAccount(), 5_000n)
    const { authId } = await desk.approve(original)
    passes(LATER_MS)
    node.clock.moveTo(bank.clock.offsetMs)
    const late: ExceptionRecord[] = []
    for (let n = 0; n < 6; n++) {
      const reversal = desk.reversal(original, { authId, part: 1_000n })
      await desk.decline(reversal, '188')
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
    const desks = new Exceptions({ database, clock, directory, pipeline: together, records })
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
    assert.equal((await desk.balances(original.accountId)).balanceMinor, SANDBOX.openingMinor)
    await node.close()
  })

  test('while the business day is being closed nothing is matched; what posts nothing is resolved', async () => {
    const { original, found } = await late()
    const ignored = await late()
    const cutOver = (until: string | null) =>
      database.query(`UPDATE institutions SET cutover_until = $1 WHERE institution_id = 'FI001'`, [until])
    await cutOver(isoTimestamp(bank.clock.now() + HOUR_MS))
    const closing = await openNode()
    closing.bank.clock.moveTo(bank.clock.offsetMs)
    const asked = { action: 'MATCH', reason: 'seen' } as const
    for (const action of ['MATCH', 'WRITE_OFF'] as const)
      await assert.rejects(closing.exceptions.resolve(callerOf(), found.id, { ...asked, action }), {
        kind: 'unavailable',
      })
    assert.equal(await reversedOf(original), 0n)
    const ignoring = closing.exceptions.resolve(callerOf(), ignored.found.id, { ...asked, action: 'IGNORE' })
    assert.equal((await ignoring).state, 'RESOLVED')
    closing.bank.clock.moveTo(bank.clock.offsetMs + HOUR_MS)
    assert.equal((await closing.exceptions.resolve(callerOf(), found.id, asked)).state, 'RESOLVED')
    await cutOver(null)
    await database.changes.confirm('directory')
    await closing.bank.close()
  })

  test('a resolution and a reversal by the channel at once never reverse twice', async () => {
    const account = newAccount()
    const { found } = await unmatched(account)
    const original = desk.withdrawal(account, AMOUNT)
    const { authId } = await desk.approve(original)
    const originalId = await idOf(original)
    const [resolved, answer] = await Promise.allSettled([
      resolve(found, 'MATCH', { originalId }),
      desk.send(desk.reversal(original, { authId })),
    ])
    const posted = [resolved.status === 'fulfilled', answer.status === 'fulfilled' && answer.value.code === '000']
    assert.equal(posted.filter(Boolean).length, 1, JSON.stringify([resolved.status, answer]))
    assert.equal(await reversedOf(original), AMOUNT)
  })

  // One row per scope: who looks, and whether they find an exception of FI001 at ATM00001.
  test('other institutions and sub-tenants find nothing, in every operation', async () => {
    const { found } = await late()
    for (const scope of [{ institutionId: 'FI002' }, { institutionId: 'FI001', subTenantId: SUB_TENANT }]) {
      await assert.rejects(exceptions.find(scope, found.id), { reason: 'exceptions.exception-not-found' })
      await assert.rejects(resolve(found, 'IGNORE', {}, scope), { reason: 'exceptions.exception-not-found' })
      const { items } = await exceptions.list(scope, { institutionId: 'FI001' }, { page: 1, size: 200 })
      assert.ok(!items.some((item) => item.id === found.id))
      assert.equal(await exceptions.openExceptions(scope), 0)
    }
    await database.query(`UPDATE terminals SET sub_tenant_id = $1 WHERE terminal_id = 'ATM00001'`, [SUB_TENANT])
    const own = { institutionId: 'FI001', subTenantId: SUB_TENANT }
    assert.equal((await exceptions.find(own, found.id)).id, found.id)
    assert.equal((await resolve(found, 'IGNORE', {}, own)).state, 'RESOLVED')
    await database.query(`UPDATE terminals SET sub_tenant_id = NULL`)
  })

  test('lists filter and sort, and the open ones are counted', async () => {
    const { found } = await late()
    const open = await exceptions.list({}, { state: ['OPEN'], kind: ['LATE'] }, { page: 1, size: 200 })
    assert.equal(open.items[0]?.id, found.id)
    assert.ok(open.items.every((item) => item.state === 'OPEN' && item.kind === 'LATE'))
    const all = await exceptions.list({}, {}, { page: 1, size: 200, sort: { field: 'createdAt', direction: 'asc' } })
    const times = all.items.map((item) => item.createdAt)
    assert.deepEqual(times, times.toSorted())
    const states = await exceptions.list({}, { state: ['OPEN'] }, { page: 1, size: 1 })
    assert.equal(await exceptions.openExceptions({}), states.total)
    assert.equal(await exceptions.openExceptions({ institutionId: 'FI001' }), states.total)
  })

  test('every resolution is in the audit log, whose chain is unbroken', async () => {
    const { found } = await late()
    const { resolution } = await resolve(found, 'MATCH')
    const { rows } = await database.query<{
      action: string
      actor_email: string
      after: string
      institution_id: string
    }>('SELECT action, actor_email, after::text, institution_id FROM audit_log WHERE resource_id = $1', [found.id])
    assert.deepEqual(
      rows.map((row) => [row.action, row.actor_email, row.institution_id]),
      [['exception.resolve', 'operator@bank.example', 'FI001']],
    )
    assert.match(rows[0]?.after ?? '', new RegExp(resolution?.journalId ?? ''))
    assert.equal((await verifyChain(database)).valid, true)
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
          assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
        },
      ),
      { numRuns: 12 },
    )
  })
})

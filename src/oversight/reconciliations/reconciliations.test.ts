// What a file of a source and the books disagree about, and what each way to end it does to the books. `verify` runs after every test.

import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { type Bank, openBank, plainAccount, SANDBOX, seedBank } from '../../../test/support/bank/bank.ts'
import { eachEngine } from '../../../test/support/machine/database.ts'
import { verifyBooks } from '../../app/wire/verification.ts'
import { ChannelClient } from '../../channels/channel/conformance/channel-client.ts'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { ExceptionRecord } from '../exceptions/exception-records.ts'
import { Exceptions } from '../exceptions/exceptions.ts'
import { ResolutionRecords } from '../exceptions/resolution-records.ts'
import { matchJob } from './matching/match-job.ts'
import type { ReconciliationRecord } from './reconciliation-record.ts'
import { Reconciliations } from './reconciliations.ts'

const PARTNER = 'PARTNER01'
const CALLER = { principal: { scope: {} }, actor: { email: 'operator@bank.example' } }

interface Line {
  readonly rrn: string
  readonly amount: string
  readonly sign?: 'D' | 'C'
  readonly currency?: string
  readonly account?: string
}

eachEngine('reconciliations', (_engine, open) => {
  let database: Database
  let bank: Bank
  let exceptions: Exceptions
  let reconciliations: Reconciliations
  let desk: ChannelClient
  let accounts = 0
  let asked: { data: object }[] = []
  /** Each test has a source of its own day: the orders of one are not missing in another's file. */
  let date = ''

  before(async () => {
    database = (await open()).database
    await seedBank(database, 200)
    const records = new ResolutionRecords()
    bank = await openBank(database, { owners: [records] })
    const { clock, directory, pipeline } = bank
    exceptions = new Exceptions({ database, clock, directory, pipeline, records })
    const jobs = {
      async enqueue(_sql: object, _name: string, _id: string, data: object) {
        asked.push({ data })
      },
    }
    reconciliations = new Reconciliations({ database, clock: systemClock, businessClock: clock, jobs })
    desk = new ChannelClient({ ...SANDBOX, channel: bank.channel, partnerIds: [PARTNER, 'PARTNER01-2'], newAccount })
    date = bank.businessDateOf('FI001', clock.now())
  })
  after(() => bank.close())
  afterEach(async () => {
    assert.deepEqual(await database.transaction((sql) => verifyBooks(sql)), [])
    // What one test leaves is not missing in the file of the next.
    await database.query(
      `UPDATE transactions SET business_date = '20200101', counted_on = NULL WHERE business_date = $1`,
      [date],
    )
    await database.query(`DELETE FROM transaction_changes`)
    await database.query(`UPDATE reconciliations SET business_date = '20200101', state = 'REPLACED'`)
    await database.query(
      `UPDATE reconciliation_exceptions SET business_date = '20200101', action = coalesce(action, 'SETTLED'),
              reason = coalesce(reason, ''), resolved_by = coalesce(resolved_by, ''), resolved_at = coalesce(resolved_at, now())`,
    )
  })

  function newAccount(): string {
    return plainAccount(accounts++)
  }

  function csv(lines: readonly Line[]): string {
    const rows = lines.map(
      ({ rrn, amount, sign = 'D', currency = 'USD', account = '' }) =>
        `${rrn},${amount},${currency},${sign},${account}`,
    )
    return ['rrn,amount,currencyCode,sign,accountId', ...rows, ''].join('\n')
  }

  async function* bytes(text: string): AsyncGenerator<Buffer> {
    yield Buffer.from(text)
  }

  async function run(): Promise<void> {
    const jobs = asked
    asked = []
    const job = matchJob({ database, clock: systemClock })
    for (const { data } of jobs) await job.run(data, new AbortController().signal)
  }

  async function send(text: string, wanted: { businessDate?: string } = {}): Promise<ReconciliationRecord> {
    const { id } = await reconciliations.create(CALLER, {
      institutionId: 'FI001',
      businessDate: date,
      source: PARTNER,
      format: 'CSV',
      ...wanted,
    })
    await reconciliations.receive(CALLER, id, bytes(text))
    await run()
    return reconciliations.find({}, id)
  }

  async function found(rrn: string): Promise<ExceptionRecord[]> {
    const { items } = await exceptions.list({}, { kind: ['RECONCILIATION'] }, { page: 1, size: 200 })
    return (items as ExceptionRecord[]).filter(({ reconciled }) => reconciled?.rrn === rrn)
  }

  async function one(rrn: string): Promise<ExceptionRecord> {
    const [only, ...others] = await found(rrn)
    assert.ok(only, `no exception of ${rrn}`)
    assert.deepEqual(others, [])
    return only
  }

  async function end(exception: ExceptionRecord, action: 'MATCH' | 'IGNORE', linkedAccountId?: string) {
    const requested = { action, reason: 'seen', linkedAccountId }
    return (await exceptions.resolve(CALLER, exception.id, requested)) as ExceptionRecord
  }

  const moved = (account: string, doing: () => Promise<unknown>) =>
    desk.moved([account], doing).then(([change]) => change?.[0])

  test('lines that agree are matched, and the same file again changes nothing', async () => {
    const orders = [
      desk.withdrawal(newAccount(), 2_100n, { accessFeeMinor: 100n }),
      desk.cashDeposit(newAccount(), 3_000n),
    ]
    for (const order of orders) await desk.approve(order)
    const text = csv([
      { rrn: orders[0]?.rrn ?? '', amount: '21.00' },
      { rrn: orders[1]?.rrn ?? '', amount: '30', sign: 'C' },
    ])
    const done = await send(text)
    assert.equal(done.state, 'DONE', done.error)
    assert.deepEqual(done.result, {
      orders: 2,
      matched: 2,
      otherDate: 0,
      missingHere: 0,
      missingThere: 0,
      different: 0,
      duplicates: 0,
      sums: [
        {
          currency: 'USD',
          theirDebits: '2100',
          theirCredits: '3000',
          ourDebits: '2100',
          ourCredits: '3000',
          missingHere: '0',
          missingThere: '0',
          different: '0',
        },
      ],
    })
    const again = await send(text)
    assert.deepEqual([again.state, again.sameAs], ['REPEATED', done.id])
    assert.deepEqual(
      await reconciliations.receive(CALLER, done.id, bytes(text)),
      await reconciliations.find({}, done.id),
    )
    await assert.rejects(reconciliations.receive(CALLER, done.id, bytes(`${text}\n`)), {
      reason: 'reconciliations.has-a-file',
    })
    const left = await database.query('SELECT FROM reconciliation_lines')
    assert.equal(left.rowCount, 0)
  })

  test('what is missing here is posted once on the account that the file names, however many resolve it', async () => {
    const account = newAccount()
    await send(csv([{ rrn: 'NOTHERE01', amount: '15.00', account }]))
    const exception = await one('NOTHERE01')
    assert.deepEqual(
      [exception.kind, exception.state, exception.reconciled?.difference, exception.reconciled?.theirMinor],
      ['RECONCILIATION', 'OPEN', 'MISSING_HERE', 1_500n],
    )
    const change = await moved(account, () =>
      Promise.allSettled(Array.from({ length: 5 }, () => end(exception, 'MATCH'))),
    )
    assert.equal(change, -1_500n)
    const ended = await one('NOTHERE01')
    assert.deepEqual([ended.state, ended.resolution?.action], ['RESOLVED', 'MATCH'])
    await assert.rejects(end(exception, 'MATCH'), { reason: 'exceptions.already-resolved' })
    const later = await send(
      csv([
        { rrn: 'NOTHERE01', amount: '15.00', account },
        { rrn: 'NOTHERE02', amount: '1', account },
      ]),
    )
    assert.deepEqual([later.result?.missingHere, later.result?.matched], [1, 1])
    assert.equal((await found('NOTHERE01')).length, 1)
  })

  test('without an account in the file the user names one, and two who name two post once', async () => {
    await send(csv([{ rrn: 'NOACCOUNT', amount: '5.00', sign: 'C' }]))
    const exception = await one('NOACCOUNT')
    await assert.rejects(end(exception, 'MATCH'), { reason: 'exceptions.original-unfit' })
    const named = [newAccount(), newAccount()]
    const changes = await desk.moved(named, () =>
      Promise.allSettled(named.map((account) => end(exception, 'MATCH', account))),
    )
    assert.equal(
      changes.reduce((sum, [balance]) => sum + balance, 0n),
      500n,
    )
  })

  test('an order that was declined here is posted as it was sent, and a line that takes back one of ours reverses it', async () => {
    const account = newAccount()
    const refused = desk.withdrawal(account, SANDBOX.openingMinor + 1_500n, { accessFeeMinor: 500n })
    await desk.decline(refused, '121')
    const taken = desk.withdrawal(newAccount(), 4_000n)
    await desk.approve(taken)
    await send(
      csv([
        { rrn: refused.rrn, amount: String(Number(SANDBOX.openingMinor + 1_500n) / 100) },
        { rrn: taken.rrn, amount: '40' },
        { rrn: taken.rrn, amount: '40', sign: 'C' },
      ]),
    )
    assert.equal(
      await moved(account, async () => end(await one(refused.rrn), 'MATCH')),
      -(SANDBOX.openingMinor + 1_500n),
    )
    assert.equal(await moved(taken.accountId, async () => end(await one(taken.rrn), 'MATCH')), 4_000n)
  })

  test('what is missing there is reversed, and an order with its reversal cancels out', async () => {
    const alone = desk.withdrawal(newAccount(), 4_000n)
    const both = desk.withdrawal(newAccount(), 2_000n)
    const matched = desk.withdrawal(newAccount(), 6_000n)
    for (const order of [alone, both, matched]) await desk.approve(order)
    await desk.approve(desk.reversal(both, { rrn: both.rrn }))
    const done = await send(csv([{ rrn: matched.rrn, amount: '60' }]))
    assert.deepEqual([done.result?.missingThere, done.result?.matched], [1, 1])
    const exception = await one(alone.rrn)
    assert.equal(await moved(alone.accountId, () => end(exception, 'MATCH')), 4_000n)
    const again = await send(csv([{ rrn: matched.rrn, amount: '60.00' }]))
    assert.equal(again.result?.missingThere, 0)
  })

  test('a difference is posted in either direction', async () => {
    const [more, less] = [desk.withdrawal(newAccount(), 2_000n), desk.withdrawal(newAccount(), 2_000n)]
    for (const order of [more, less]) await desk.approve(order)
    const text = csv([
      { rrn: more.rrn, amount: '25' },
      { rrn: less.rrn, amount: '15' },
    ])
    const done = await send(text)
    assert.deepEqual([done.result?.different, done.result?.sums[0]?.different], [2, '0'])
    assert.equal(await moved(more.accountId, async () => end(await one(more.rrn), 'MATCH')), -500n)
    assert.equal(await moved(less.accountId, async () => end(await one(less.rrn), 'MATCH')), 500n)
    const again = await send(`${text}\n`)
    assert.deepEqual([again.result?.different, again.result?.matched], [0, 2])
  })

  test('a later file settles what it no longer has; what was ignored does not come back', async () => {
    const [first, second] = [desk.withdrawal(newAccount(), 1_000n), desk.withdrawal(newAccount(), 2_000n)]
    for (const order of [first, second]) await desk.approve(order)
    const old = await send(
      csv([
        { rrn: 'STRANGE1', amount: '3' },
        { rrn: 'STRANGE2', amount: '3' },
      ]),
    )
    await end(await one('STRANGE2'), 'IGNORE')
    await assert.rejects(
      exceptions.resolve(CALLER, (await one('STRANGE1')).id, { action: 'WRITE_OFF', reason: 'seen' }),
      { reason: 'exceptions.action-not-possible' },
    )
    const later = await send(
      csv([
        { rrn: first.rrn, amount: '10' },
        { rrn: 'STRANGE2', amount: '3' },
      ]),
    )
    assert.equal((await reconciliations.find({}, old.id)).replacedBy, later.id)
    assert.deepEqual((await one('STRANGE1')).resolution?.action, 'SETTLED')
    assert.deepEqual((await one(first.rrn)).resolution?.action, 'SETTLED')
    assert.equal((await one(second.rrn)).state, 'OPEN')
    assert.equal((await one('STRANGE2')).resolution?.action, 'IGNORE')
  })

  test('a line repeated in the file is a duplicate, counted and shown', async () => {
    const order = desk.withdrawal(newAccount(), 1_000n)
    await desk.approve(order)
    const line = { rrn: order.rrn, amount: '10' }
    const done = await send(csv([line, line, { rrn: 'TWICE', amount: '1' }, { rrn: 'TWICE', amount: '1' }]))
    assert.deepEqual([done.result?.matched, done.result?.duplicates, done.result?.missingHere], [1, 2, 1])
    const { items } = await reconciliations.differences({}, done.id, ['DUPLICATE'], { page: 1, size: 10 })
    assert.deepEqual(
      items.map(({ line: at }) => at),
      [3, 5],
    )
  })

  test('an order of the day before matches, and is not missing in its own file', async () => {
    const order = desk.withdrawal(newAccount(), 1_000n)
    await desk.approve(order)
    const yesterday = String(Number(date) - 1)
    await database.query(`UPDATE transactions SET business_date = $2 WHERE rrn = $1`, [order.rrn, yesterday])
    const today = await send(csv([{ rrn: order.rrn, amount: '10' }]))
    assert.deepEqual([today.result?.matched, today.result?.otherDate], [1, 1])
    const other = await send(csv([{ rrn: 'OTHERDAY', amount: '10' }]), { businessDate: yesterday })
    assert.equal(other.result?.missingThere, 0)
    await database.query(`UPDATE transactions SET business_date = $2 WHERE rrn = $1`, [order.rrn, date])
  })

  test('a file that has little to do with the books opens nothing, and can be sent again', async () => {
    const lines = Array.from({ length: 10_001 }, (_, n) => ({ rrn: `FLOOD${n}`, amount: '1' }))
    const failed = await send(csv(lines))
    assert.equal(failed.state, 'FAILED')
    assert.match(failed.error ?? '', /more than 10000/)
    assert.deepEqual(await found('FLOOD1'), [])
    await reconciliations.receive(CALLER, failed.id, bytes(csv([{ rrn: 'ONLYONE', amount: '1' }])))
    await run()
    assert.equal((await reconciliations.find({}, failed.id)).state, 'DONE')
  })

  test('a broken upload leaves nothing, and takes the file again', async () => {
    const { id } = await reconciliations.create(CALLER, {
      institutionId: 'FI001',
      businessDate: date,
      source: PARTNER,
      format: 'CSV',
    })
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from(csv(Array.from({ length: 6_000 }, (_, n) => ({ rrn: `BROKEN${n}`, amount: '1' }))))
      throw new Error('the connection was lost')
    }
    await assert.rejects(reconciliations.receive(CALLER, id, broken()), /connection was lost/)
    assert.equal((await reconciliations.find({}, id)).state, 'WAITING')
    assert.equal((await database.query('SELECT FROM reconciliation_lines')).rowCount, 0)
    const text = csv([{ rrn: 'BROKEN1', amount: '1' }])
    assert.equal((await reconciliations.receive(CALLER, id, bytes(text))).state, 'QUEUED')
    // Another one of the source and date waits for this.
    const other = { institutionId: 'FI001', businessDate: date, source: PARTNER, format: 'CSV' } as const
    const second = await reconciliations.create(CALLER, other)
    await assert.rejects(reconciliations.receive(CALLER, second.id, bytes(text)), { reason: 'reconciliations.at-work' })
    await run()
  })

  test('an upload whose node died gives way, and a run that follows a crash begins again', async () => {
    const { id } = await reconciliations.create(CALLER, {
      institutionId: 'FI001',
      businessDate: date,
      source: PARTNER,
      format: 'CSV',
    })
    await database.query(
      `UPDATE reconciliations SET state = 'RECEIVING', upload_id = gen_random_uuid(), receiving_until = now() - interval '1 second'
        WHERE reconciliation_id = $1`,
      [id],
    )
    await reconciliations.receive(CALLER, id, bytes(csv([{ rrn: 'DIED1', amount: '1' }])))
    await database.query(`UPDATE reconciliations SET state = 'MATCHING', run = 1 WHERE reconciliation_id = $1`, [id])
    await run()
    assert.equal((await one('DIED1')).state, 'OPEN')
    // Lines that are gone are not taken for an empty file.
    const lost = await reconciliations.create(CALLER, {
      institutionId: 'FI001',
      businessDate: date,
      source: PARTNER,
      format: 'CSV',
    })
    await reconciliations.receive(CALLER, lost.id, bytes(csv([{ rrn: 'DIED2', amount: '1' }])))
    await database.query('DELETE FROM reconciliation_lines')
    await run()
    assert.equal((await reconciliations.find({}, lost.id)).state, 'FAILED')
  })
})

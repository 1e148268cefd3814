import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { until } from '../../../../test/support/until.ts'
import { JobQueue } from '../../../platform/jobs/job-queue.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { DAY_MS } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { TransactionFilter } from '../search/transaction-filter.ts'
import {
  matchesFilter,
  randomNumbers,
  randomTransaction,
  SUB_TENANT,
  writeDirectory,
  writeTransactions,
} from '../stored-transactions.fixture.ts'
import { shownTransaction, TRANSACTION_FIELD_NAMES } from '../transaction-fields.ts'
import type { TransactionRecord } from '../transaction-record.ts'
import { exportJob } from './export-job.ts'
import { beginRun, ExportProgress, ExportReplaced } from './export-progress.ts'
import type { ExportFormat } from './export-record.ts'
import { abortedAfter, callerOf, rowsOf } from './exports.fixture.ts'
import { csvCells } from './text-file.ts'
import { TransactionExports } from './transaction-exports.ts'

const START_MS = Date.UTC(2026, 0, 10)
const PAGE_ROWS = 20
const FORMULA = '=1+1'

onDatabase('exports of transactions', (_engine, open) => {
  let database: Database
  let stored: TransactionRecord[]
  let exports: TransactionExports
  let clock: { now(): number; ms: number }
  let queued: string[]
  const caller = callerOf({})

  before(async () => {
    database = (await open()).database
    await writeDirectory(database)
    const random = randomNumbers(11)
    const times = Array.from({ length: 300 }, () => START_MS + random(4 * DAY_MS)).sort((a, b) => a - b)
    stored = await writeTransactions(
      database,
      times.map((atMs, i) => ({ ...randomTransaction(random, atMs), ...(i % 50 === 0 && { terminalId: FORMULA }) })),
    )
  })

  beforeEach(() => {
    clock = { ms: START_MS + 10 * DAY_MS, now: () => clock.ms }
    queued = []
    const jobs = {
      enqueue: async (_sql: unknown, _name: string, id: string) => {
        queued.push(id)
      },
    }
    exports = new TransactionExports({ database, clock, businessClock: clock, jobs, keepDays: () => 7 })
  })

  /** Runs the job of an export as a node does. */
  function run(exportId: string, signal = new AbortController().signal, mostRows?: number): Promise<void> {
    const parts = { database, clock, pageRows: PAGE_ROWS, ...(mostRows !== undefined && { mostRows }) }
    return exportJob(parts).run({ exportId }, signal)
  }

  async function request(format: ExportFormat, filter: TransactionFilter = {}, who = caller): Promise<string> {
    return await exports.request(who, { filter, sentFilter: {}, format })
  }

  async function download(exportId: string, who = caller): Promise<Buffer> {
    const file = await exports.file(who, exportId)
    const chunks: Buffer[] = []
    for await (const chunk of file.content) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    assert.equal(bytes.length, file.bytes)
    return bytes
  }

  function expected(filter: TransactionFilter = {}): TransactionRecord[] {
    return stored
      .filter((one) => matchesFilter(one, filter))
      .toSorted((a, b) => (a.businessDate + a.id < b.businessDate + b.id ? -1 : 1))
  }

  test('CSV has the columns of the contract, oldest first, exact amounts, and no formula', async () => {
    const id = await request('CSV')
    assert.deepEqual(queued, [id])
    await run(id)
    const [header, ...rows] = parse(await download(id)) as string[][]
    assert.deepEqual(header, [...TRANSACTION_FIELD_NAMES])
    assert.deepEqual(rows, expected().map(csvCells))
    const terminal = TRANSACTION_FIELD_NAMES.indexOf('terminalId')
    assert.ok(rows.some((row) => row[terminal] === `'${FORMULA}`))
    const amount = rows.find((row) => row[TRANSACTION_FIELD_NAMES.indexOf('currencyCode')] === 'KWD')
    assert.match(amount?.[TRANSACTION_FIELD_NAMES.indexOf('amount')] ?? '', /^\d+\.\d{3}$/)
    const { state, rows: count, percent } = await exports.find(caller, id)
    assert.deepEqual([state, count, percent], ['DONE', rows.length, 100])
  })

  test('an original whose reversal has no known outcome is exported with the status it had', async () => {
    const accountId = 'RESERVED'
    const [original] = await writeTransactions(database, [
      {
        ...randomTransaction(randomNumbers(12), START_MS),
        type: 'CASHWITHDRAWAL',
        institutionId: 'FI001',
        rrn: '980000000001',
        accountId,
        currency: 'USD',
        amountMinor: 500n,
        reversedMinor: 500n,
        responseCode: '000',
      },
    ])
    assert.ok(original !== undefined)
    const reversal = { type: 'CASHWITHDRAWALREVERSAL', responseCode: '911', originalId: original.id, reversedMinor: 0n }
    await writeTransactions(database, [{ ...original, ...reversal, id: newId(START_MS + 1), rrn: '980000000002' }])
    for (const [statuses, exported] of [
      [['APPROVED'], [['APPROVED', 0]]],
      [['REVERSED', 'PARTIALLY_REVERSED'], []],
    ] as const) {
      const id = await request('JSONL', { accountId, types: ['CASHWITHDRAWAL'], statuses: [...statuses] })
      await run(id)
      const lines = (await download(id)).toString().split('\n').filter(Boolean)
      const rows = lines.map((line) => JSON.parse(line) as { status: string; reversedAmount: number })
      assert.deepEqual(
        rows.map(({ status, reversedAmount }) => [status, reversedAmount]),
        exported,
      )
    }
    await database.query('DELETE FROM transactions WHERE account_id = $1', [accountId])
  })

  test('JSONL has a transaction on each line, as the search shows it', async () => {
    const filter: TransactionFilter = { institutionId: 'FI001', types: ['CASHDEPOSIT', 'BALANCEINQUIRY'] }
    const id = await request('JSONL', filter)
    await run(id)
    const lines = (await download(id)).toString().trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      expected(filter).map(shownTransaction),
    )
  })

  test('XLSX opens as a workbook with numbers as numbers and text as text', async () => {
    const id = await request('XLSX')
    await run(id)
    const [header, ...rows] = await rowsOf(await download(id))
    assert.deepEqual(header, [...TRANSACTION_FIELD_NAMES])
    const records = expected()
    assert.equal(rows.length, records.length)
    for (const [i, record] of records.entries()) {
      const shown: Readonly<Record<string, unknown>> = { ...shownTransaction(record) }
      const cells = TRANSACTION_FIELD_NAMES.map((name) => shown[name])
      assert.deepEqual(rows[i], cells)
    }
  })

  for (const format of ['CSV', 'JSONL', 'XLSX'] as const) {
    test(`${format}: a run that was killed is finished by the next, as if nothing had happened`, async () => {
      const whole = await request(format)
      await run(whole)
      const killed = await request(format)
      for (let pages = 1; pages <= 3; pages++) {
        await assert.rejects(run(killed, abortedAfter(pages)))
        const { state, rows } = await exports.find(caller, killed)
        assert.equal(state, 'RUNNING')
        assert.ok(rows > 0 && rows < expected().length, `${rows} rows are written`)
        await assert.rejects(exports.file(caller, killed), { kind: 'conflict' })
      }
      await run(killed)
      assert.equal((await exports.find(caller, killed)).state, 'DONE')
      if (format === 'XLSX') assert.equal((await rowsOf(await download(killed))).length, expected().length + 1)
      else assert.deepEqual(await download(killed), await download(whole))
      // Sent again after it was done, the job has nothing to do.
      await run(killed)
    })
  }

  test('of two runs at once the newer one writes, and the file has each row once', async () => {
    for (const format of ['CSV', 'XLSX'] as const) {
      const id = await request(format)
      await Promise.all([run(id), run(id), run(id)])
      assert.equal((await exports.find(caller, id)).state, 'DONE')
      const rows = format === 'CSV' ? (parse(await download(id)) as string[][]) : await rowsOf(await download(id))
      assert.equal(rows.length, expected().length + 1)
    }
  })

  test('leaves out what is recorded after the request', async () => {
    clock.ms = START_MS + 2 * DAY_MS
    const id = await request('JSONL')
    await run(id)
    const ids = (await download(id))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id)
    assert.deepEqual(
      ids,
      expected({ toMs: clock.ms + 1 }).map((one) => one.id),
    )
    assert.ok(ids.length < expected().length)
  })

  test('contains only what the user may see, also when the job runs later', async () => {
    for (const scope of [{ institutionId: 'FI002' }, { institutionId: 'FI001', subTenantId: SUB_TENANT }] as Scope[]) {
      const who = callerOf(scope)
      const id = await request('JSONL', {}, who)
      await run(id)
      const seen = (await download(id, who))
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
      assert.ok(seen.length > 0)
      assert.ok(seen.every((one) => one.institutionId === scope.institutionId))
      assert.ok(scope.subTenantId === undefined || seen.every((one) => one.terminalId === 'ATM1'))
    }
  })

  test('an export is its user’s own, in the scope it was asked for in', async () => {
    const id = await request('CSV', {}, callerOf({ institutionId: 'FI001' }, 7))
    await run(id)
    await download(id, callerOf({ institutionId: 'FI001' }, 7))
    const others = [
      callerOf({}),
      callerOf({ institutionId: 'FI001' }),
      callerOf({ institutionId: 'FI002' }, 7),
      callerOf({}, 7),
    ]
    for (const other of others) {
      await assert.rejects(exports.find(other, id), { kind: 'not-found' })
      await assert.rejects(exports.file(other, id), { kind: 'not-found' })
      assert.ok(!(await exports.list(other, { page: 1, size: 200 })).items.some((one) => one.id === id))
    }
    await assert.rejects(exports.find(caller, newId(clock.ms)), { kind: 'not-found' })
  })

  test('a user has at most three unfinished exports', async () => {
    const who = callerOf({}, 8)
    const ids = [await request('CSV', {}, who), await request('CSV', {}, who), await request('CSV', {}, who)]
    await assert.rejects(request('CSV', {}, who), { kind: 'rate-limited' })
    await run(ids[0] as string)
    ids.push(await request('CSV', {}, who))
    for (const id of ids) await run(id)
    assert.deepEqual(
      (await exports.list(who, { page: 1, size: 2 })).items.map((one) => one.id),
      [ids[3], ids[2]],
    )
  })

  test('a user who has moved to another sub-tenant, or out of one, reads nothing that was asked for before', async () => {
    const [from, to] = ['019b0000-0000-7000-8000-0000000000b1', '019b0000-0000-7000-8000-0000000000b2']
    const before = callerOf({ institutionId: 'FI001', subTenantId: from as string }, 9)
    const id = await request('CSV', {}, before)
    await run(id)
    await download(id, before)
    for (const subTenantId of [to, undefined]) {
      const after = callerOf({ institutionId: 'FI001', ...(subTenantId !== undefined && { subTenantId }) }, 9)
      await assert.rejects(exports.find(after, id), { kind: 'not-found' })
      await assert.rejects(exports.file(after, id), { kind: 'not-found' })
      assert.deepEqual((await exports.list(after, { page: 1, size: 200 })).items, [])
    }
  })

  test('fails when more rows match than an export may have, and when no retry is left; its user is told of every end', async () => {
    const long = await request('CSV')
    await run(long, undefined, 30)
    const failed = await exports.find(caller, long)
    assert.equal(failed.state, 'FAILED')
    assert.match(failed.error ?? '', /more than 30/)
    await assert.rejects(exports.file(caller, long), { kind: 'conflict' })
    const broken = await request('CSV')
    await exportJob({ database, clock }).giveUp({ exportId: broken })
    assert.equal((await exports.find(caller, broken)).state, 'FAILED')
    const done = await request('CSV')
    await run(done)
    const { rows: told } = await database.query<{ resource_id: string; title: string }>(
      `SELECT resource_id, title FROM notifications WHERE user_id = $1 AND resource_id = ANY ($2::text[]) ORDER BY notification_id`,
      [caller.principal.userId, [long, broken, done]],
    )
    assert.deepEqual(
      told.map(({ resource_id: id, title }) => [id, title.split(':')[0]]),
      [
        [long, 'Your export has failed'],
        [broken, 'Your export has failed'],
        [done, 'Your export is ready'],
      ],
    )
  })

  test('requests and downloads are audited', async () => {
    const id = await request('CSV')
    await run(id)
    await download(id)
    const { rows } = await database.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE resource = 'transaction-export' AND resource_id = $1 ORDER BY position`,
      [id],
    )
    assert.deepEqual(
      rows.map((row) => row.action),
      ['transaction-export.request', 'transaction-export.download'],
    )
  })

  test('files are deleted when they have been kept long enough', async () => {
    const id = await request('CSV')
    await run(id)
    clock.ms += 7 * DAY_MS
    await exports.deleteOld()
    await exports.find(caller, id)
    clock.ms += 1
    await exports.deleteOld()
    await assert.rejects(exports.find(caller, id), { kind: 'not-found' })
    const { rows } = await database.query('SELECT 1 FROM transaction_export_chunks WHERE export_id = $1', [id])
    assert.equal(rows.length, 0)
  })

  test('an export that failed is deleted as one that is done, and an unfinished one is kept', async () => {
    const tooLong = await request('CSV')
    await run(tooLong, undefined, 30)
    const givenUp = await request('CSV')
    await exportJob({ database, clock }).giveUp({ exportId: givenUp })
    const unfinished = await request('CSV')
    await assert.rejects(run(unfinished, abortedAfter(1)))
    clock.ms += 7 * DAY_MS + 1
    await exports.deleteOld()
    for (const id of [tooLong, givenUp]) await assert.rejects(exports.find(caller, id), { kind: 'not-found' })
    const { rows } = await database.query('SELECT 1 FROM transaction_export_chunks WHERE export_id = $1', [tooLong])
    assert.equal(rows.length, 0)
    assert.equal((await exports.find(caller, unfinished)).state, 'RUNNING')
    await run(unfinished)
  })

  test('the number of days is read at each deletion', async () => {
    let days = 3
    const parts = { database, clock, businessClock: clock, jobs: { enqueue: async () => {} }, keepDays: () => days }
    const kept = new TransactionExports(parts)
    const id = await kept.request(caller, { filter: {}, sentFilter: {}, format: 'CSV' })
    await run(id)
    clock.ms += 2 * DAY_MS
    await kept.deleteOld()
    await kept.find(caller, id)
    days = 1
    await kept.deleteOld()
    await assert.rejects(kept.find(caller, id), { kind: 'not-found' })
  })

  test('a job whose export is gone has nothing to do, before and during its run', async () => {
    // As a reset of the sandbox leaves it: the queue keeps the job.
    const gone = () => database.query('DELETE FROM transaction_exports WHERE export_id = ANY ($1)', [ids])
    const ids = [await request('CSV')]
    await gone()
    await run(ids[0] as string)
    await exportJob({ database, clock }).giveUp({ exportId: ids[0] as string })
    for (const format of ['CSV', 'XLSX'] as const) {
      const id = await request(format)
      await assert.rejects(run(id, abortedAfter(1)))
      const row = await beginRun({ database, clock }, id)
      assert.ok(row)
      ids[0] = id
      await gone()
      const progress = new ExportProgress({ database, clock }, row)
      await assert.rejects(progress.append(Buffer.from('x')), ExportReplaced)
      await run(id)
    }
    const { rows } = await database.query('SELECT 1 FROM transaction_export_chunks WHERE export_id = ANY ($1)', [ids])
    assert.equal(rows.length, 0)
  })

  test('the job queue runs what was asked for', async () => {
    const queue = await JobQueue.open({ database, kinds: [exportJob({ database, clock })], pollSeconds: 0.5 })
    after(() => queue.close())
    const real = new TransactionExports({ database, clock, businessClock: clock, jobs: queue, keepDays: () => 7 })
    const id = await real.request(caller, { filter: {}, sentFilter: {}, format: 'CSV' })
    await until(async () => (await real.find(caller, id)).state === 'DONE', 'the export is done')
  })
})

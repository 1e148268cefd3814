import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { type Administration, openAdministration } from '../../../../../test/support/onboarding/administration.ts'
import { Grants } from '../../../../administration/access/principal/principal.ts'
import { exportJob } from '../../../../oversight/transactions/exports/export-job.ts'
import { TransactionExports } from '../../../../oversight/transactions/exports/transaction-exports.ts'
import {
  randomNumbers,
  randomTransaction,
  SUB_TENANT,
  writeDirectory,
  writeTransactions,
} from '../../../../oversight/transactions/stored-transactions.fixture.ts'
import { shownTransaction, TRANSACTION_FIELD_NAMES } from '../../../../oversight/transactions/transaction-fields.ts'
import type { TransactionRecord } from '../../../../oversight/transactions/transaction-record.ts'
import { Transactions } from '../../../../oversight/transactions/transactions.ts'
import { newId } from '../../../../platform/kernel/identifiers/ids.ts'
import { SecretBox } from '../../../../platform/kernel/secrets/secrets.ts'
import { DAY_MS } from '../../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../../platform/storage/database.ts'
import { TRANSACTION_OPERATIONS } from './operations.ts'

const START_MS = Date.UTC(2026, 0, 10)
const UNKNOWN = '019b0000-0000-7000-8000-0000000000ff'

onDatabase('transactions over HTTP', (_engine, open) => {
  let desk: Administration
  let database: Database
  let stored: TransactionRecord[]
  const clock = { now: () => START_MS + 10 * DAY_MS }

  before(async () => {
    database = (await open()).database
    const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
    const jobs = { enqueue: async () => {} }
    desk = await openAdministration(database, TRANSACTION_OPERATIONS, {
      transactions: new Transactions({ database, secretBox }),
      transactionExports: new TransactionExports({ database, clock, businessClock: clock, jobs, keepDays: () => 7 }),
    })
    desk.admit('other', { scope: { institutionId: 'FI002' } })
    desk.admit('colleague', {})
    desk.admit('tenant', { scope: { institutionId: 'FI001', subTenantId: SUB_TENANT } })
    desk.admit('viewer', { grants: Grants.of([{ moduleId: 'QUERY', actionId: 'VIEW' }]) })
    await writeDirectory(database)
    const random = randomNumbers(5)
    const times = Array.from({ length: 120 }, () => START_MS + random(3 * DAY_MS)).sort((a, b) => a - b)
    stored = await writeTransactions(
      database,
      times.map((atMs) => randomTransaction(random, atMs)),
    )
  })
  after(() => desk.close())

  const call = (request: string, body?: unknown) => desk.call('administrator', request, body)

  /** Asks for an export and runs its job, unless it is to stay QUEUED. */
  async function exported(name: string, format: string, { isRun = true } = {}): Promise<string> {
    const { status, data, message } = await desk.call(name, 'POST /transactions/export', { format })
    assert.equal(status, 202, message)
    const { exportId } = data
    if (isRun) await exportJob({ database, clock }).run({ exportId }, new AbortController().signal)
    return exportId
  }

  test('the whole list is reached by page and by cursor, in the same order', async () => {
    const byPage: string[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { data } = await call(`POST /transactions/list?page=${page}&size=30`, {})
      pages = data.totalPages
      byPage.push(...data.content.map((one: { id: string }) => one.id))
    }
    const byCursor: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { data } = await call('POST /transactions/list?size=30', { cursor })
      assert.deepEqual(
        Object.keys(data)
          .filter((name) => name !== 'nextCursor')
          .sort(),
        ['content', 'size'],
      )
      byCursor.push(...data.content.map((one: { id: string }) => one.id))
      cursor = data.nextCursor
    }
    assert.ok(byPage.length > 60)
    assert.deepEqual(byCursor, byPage)
    const { data } = await call('GET /transactions?size=200')
    assert.deepEqual(
      data.content.map((one: { id: string }) => one.id),
      byPage,
    )
  })

  test('one transaction is read in scope, and is 404 outside of it', async () => {
    const at = (terminalId: string) =>
      stored.find((one) => one.institutionId === 'FI001' && one.terminalId === terminalId) as TransactionRecord
    const mine = at('ATM2')
    const tenants = at('ATM1')
    assert.partialDeepStrictEqual((await call(`GET /transactions/${mine.id}`)).data, shownTransaction(mine))
    assert.equal((await desk.call('other', `GET /transactions/${mine.id}`)).status, 404)
    assert.equal((await desk.call('tenant', `GET /transactions/${mine.id}`)).status, 404)
    assert.equal((await desk.call('tenant', `GET /transactions/${tenants.id}`)).status, 200)
    assert.equal((await call(`GET /transactions/${UNKNOWN}`)).status, 404)
    assert.equal((await call('GET /transactions/7')).status, 400)
  })

  test('a user sees the transactions of its scope only', async () => {
    const seenBy = async (name: string, filter: object = {}) =>
      (await desk.call(name, 'POST /transactions/list?size=200', filter)).data.content as {
        institutionId: string
        terminalId?: string
      }[]
    const others = await seenBy('other')
    assert.ok(others.length > 0 && others.every((one) => one.institutionId === 'FI002'))
    const tenants = await seenBy('tenant')
    assert.ok(tenants.length > 0)
    assert.ok(tenants.every((one) => one.institutionId === 'FI001' && one.terminalId === 'ATM1'))
    const named = await desk.call('other', 'POST /transactions/list', { institutionId: 'FI001' })
    assert.equal(named.status, 404)
    assert.deepEqual(await seenBy('tenant', { terminalId: 'ATM2' }), [])
  })

  test('pages end at 10000 records, and a cursor goes on where it was made', async () => {
    assert.equal((await call('GET /transactions?page=1000&size=10')).status, 200)
    for (const query of ['page=1001&size=10', 'page=51&size=200', 'page=10001&size=1', 'page=99999999999999999999']) {
      const { status, message } = await call(`POST /transactions/list?${query}`, {})
      assert.deepEqual([status, message.startsWith('B-REQ-001: page ')], [400, true], message)
    }
    const { data } = await call('POST /transactions/list?size=5', { cursor: '' })
    const { nextCursor } = data
    const last = nextCursor.at(-3) === 'A' ? 'B' : 'A'
    const wrong: [string, object][] = [
      ['administrator', { cursor: `${nextCursor.slice(0, -3)}${last}${nextCursor.slice(-2)}` }],
      ['administrator', { cursor: nextCursor.slice(0, -4) }],
      ['administrator', { cursor: 'x' }],
      ['administrator', { cursor: 'x'.repeat(501) }],
      ['administrator', { cursor: 7 }],
      ['administrator', { cursor: nextCursor, terminalId: 'ATM1' }],
      ['other', { cursor: nextCursor }],
    ]
    for (const [name, body] of wrong) {
      const { status, message } = await desk.call(name, 'POST /transactions/list?size=5', body)
      assert.deepEqual([status, message.startsWith('B-REQ-001: cursor ')], [400, true], JSON.stringify(body))
    }
    const both = await call('POST /transactions/list?page=1', { cursor: nextCursor })
    assert.deepEqual([both.status, both.message.startsWith('B-REQ-001: cursor ')], [400, true])
  })

  describe('a filter with a fault is 400 and names its field', () => {
    const texts = [null, 7, {}, [], true]
    const identifiers = ['institutionId', 'rrn', 'authId', 'terminalId', 'accountId', 'partnerId']
    const FAULTS: [field: string, filter: object][] = [
      ...identifiers.flatMap((field) =>
        [...texts, '', 'a b', "'; --", 'x'.repeat(36), '\u0000'].map((value) => only(field, value)),
      ),
      ...['dateFrom', 'dateTo'].flatMap((field) =>
        [...texts, '', '20260101', '2026-02-30', '2026-13-01', '2026-1-1', 'x'.repeat(9)].map((v) => only(field, v)),
      ),
      ...['from', 'to'].flatMap((field) =>
        [...texts, '', '2026-01-01', '2026-02-30T00:00:00Z', '2026-01-01T25:00:00Z', 'now'].map((v) => only(field, v)),
      ),
      ...['type', 'responseCode', 'status'].flatMap((field) => [
        ...[null, 7, {}, '000', true].map((value) => only(field, value)),
        only(field, Array(201).fill('000')),
        [`${field}[0]`, { [field]: [7] }] as [string, object],
        [`${field}[0]`, { [field]: ['NOPE'] }] as [string, object],
        [`${field}[0]`, { [field]: [null] }] as [string, object],
      ]),
      ...[...texts, '', '123', '12345', '12a4'].map((value) => only('panLast4', value)),
      ...['amountMin', 'amountMax'].flatMap((field) =>
        ([null, '5', {}, -1, 0.001, 1e300] as unknown[]).map((value): [string, object] => [
          field,
          { currencyCode: 'USD', [field]: value },
        ]),
      ),
      ...[...texts, '', 'usd', 'XXX', 'US'].map((value) => only('currencyCode', value)),
      ['currencyCode', { amountMin: 5 }],
      ['currencyCode', { amountMax: 5 }],
      ['currencyCode', { amountMin: 5, currencyCode: 'ZZZ' }],
      ...[...texts, '', 'x', `${UNKNOWN}0`].map((value) => only('correlationId', value)),
      ['dateTo', { dateFrom: '2026-01-02', dateTo: '2026-01-01' }],
      ['to', { from: '2026-01-01T12:00:00Z', to: '2026-01-01T12:30:00+01:00' }],
      ['amountMax', { amountMin: 10, amountMax: 9.99, currencyCode: 'USD' }],
    ]
    for (const [path, filter] of FAULTS) {
      const shown = JSON.stringify(filter)
      test(shown.length > 60 ? `${shown.slice(0, 60)}…` : shown, async () => {
        const listed = await call('POST /transactions/list', filter)
        assert.equal(listed.status, 400, listed.message)
        assert.ok(listed.message.startsWith(`B-REQ-001: ${path} `), listed.message)
        const asked = await call('POST /transactions/export', { format: 'CSV', filter })
        assert.equal(asked.status, 400, asked.message)
        assert.ok(asked.message.startsWith(`B-REQ-001: filter.${path} `), asked.message)
      })
    }

    test('the same bound on both sides is a range of one', async () => {
      const range = { dateFrom: '2026-01-10', dateTo: '2026-01-10', amountMin: 1, amountMax: 1, currencyCode: 'USD' }
      assert.equal((await call('POST /transactions/list', range)).status, 200)
      const instants = { from: '2026-01-10T00:00:00Z', to: '2026-01-10T01:00:00+01:00' }
      assert.equal((await call('POST /transactions/list', instants)).status, 200)
    })
  })

  test('an export names a known format, and its id is a uuid', async () => {
    for (const [path, body] of [
      ['format', {}],
      ['format', { format: 'csv' }],
      ['format', { format: 'PDF' }],
      ['format', { format: ['CSV'] }],
      ['filter', { format: 'CSV', filter: [] }],
      ['filter', { format: 'CSV', filter: 'all' }],
    ] as const) {
      const { status, message } = await call('POST /transactions/export', body)
      assert.deepEqual([status, message.startsWith(`B-REQ-001: ${path} `)], [400, true], message)
    }
    for (const path of ['7', 'x/file']) assert.equal((await call(`GET /transactions/exports/${path}`)).status, 400)
    assert.equal((await call('GET /transactions/exports?size=201')).status, 400)
    assert.equal((await call(`GET /transactions/exports/${UNKNOWN}`)).status, 404)
  })

  const FILES = [
    ['CSV', 'text/csv; charset=utf-8', 'csv'],
    ['XLSX', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
    ['JSONL', 'application/x-ndjson; charset=utf-8', 'jsonl'],
  ] as const
  for (const [format, contentType, extension] of FILES) {
    test(`${format} is a file to save, with its own type`, async () => {
      const id = await exported('administrator', format)
      const { data } = await call(`GET /transactions/exports/${id}`)
      assert.partialDeepStrictEqual(data, { id, format, state: 'DONE', percent: 100 })
      const { status, headers, content } = await desk.download('administrator', `/transactions/exports/${id}/file`)
      assert.equal(status, 200)
      assert.equal(headers['content-type'], contentType)
      assert.equal(headers['content-disposition'], `attachment; filename="transactions-${id}.${extension}"`)
      assert.equal(Number(headers['content-length']), content.length)
      assert.equal(data.bytes, content.length)
      if (format === 'CSV') assert.ok(content.toString().startsWith(`${TRANSACTION_FIELD_NAMES.join(',')}\n`))
      if (format === 'XLSX') assert.equal(content.subarray(0, 2).toString(), 'PK')
    })
  }

  test('a file is 409 until its export is done, and when it failed', async () => {
    desk.admit('waiting', {})
    const id = await exported('waiting', 'CSV', { isRun: false })
    const { data } = await desk.call('waiting', `GET /transactions/exports/${id}`)
    assert.partialDeepStrictEqual(data, { state: 'QUEUED', rows: 0, percent: 0 })
    assert.equal((await desk.call('waiting', `GET /transactions/exports/${id}/file`)).status, 409)
    await exportJob({ database, clock, mostRows: 1 }).run({ exportId: id }, new AbortController().signal)
    assert.equal((await desk.call('waiting', `GET /transactions/exports/${id}`)).data.state, 'FAILED')
    assert.equal((await desk.call('waiting', `GET /transactions/exports/${id}/file`)).status, 409)
  })

  test('an export is 404 for everybody but the user who asked for it', async () => {
    const id = await exported('administrator', 'CSV')
    for (const name of ['other', 'tenant', 'colleague']) {
      assert.equal((await desk.call(name, `GET /transactions/exports/${id}`)).status, 404, name)
      assert.equal((await desk.call(name, `GET /transactions/exports/${id}/file`)).status, 404, name)
      assert.deepEqual((await desk.call(name, 'GET /transactions/exports')).data.content, [], name)
    }
    const { data } = await call('GET /transactions/exports?size=1')
    assert.equal(data.content[0].id, id)
  })

  test('an export of a sub-tenant’s user has the transactions of its terminals', async () => {
    const id = await exported('tenant', 'JSONL')
    const { content } = await desk.download('tenant', `/transactions/exports/${id}/file`)
    const lines = content.toString().trimEnd().split('\n')
    const { data } = await desk.call('tenant', 'POST /transactions/list?size=200', {})
    assert.deepEqual(lines.map((line) => JSON.parse(line)).reverse(), data.content)
  })

  test('who may only query exports nothing', async () => {
    assert.equal((await desk.call('viewer', 'GET /transactions')).status, 200)
    const requests: [string, object?][] = [
      ['POST /transactions/export', { format: 'CSV' }],
      ['GET /transactions/exports'],
      [`GET /transactions/exports/${newId(START_MS)}`],
      [`GET /transactions/exports/${newId(START_MS)}/file`],
    ]
    for (const [request, body] of requests)
      assert.equal((await desk.call('viewer', request, body)).status, 403, request)
  })
})

function only(field: string, value: unknown): [string, object] {
  return [field, { [field]: value }]
}

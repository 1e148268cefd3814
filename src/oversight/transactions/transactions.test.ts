import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import { DAY_MS } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { TransactionFilter } from './search/transaction-filter.ts'
import {
  ACCOUNTS,
  INSTITUTIONS,
  matchesFilter,
  PARTNERS,
  randomNumbers,
  randomTransaction,
  SUB_TENANT,
  TERMINALS,
  writeDirectory,
  writeTransactions,
} from './stored-transactions.fixture.ts'
import { INQUIRY_TYPES, TRANSACTION_STATUSES, type TransactionRecord } from './transaction-record.ts'
import { Transactions } from './transactions.ts'

const START_MS = Date.UTC(2026, 0, 10)
const DAYS = 6
const SEED = 7
const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 1), sandbox: true }])

onDatabase('the search of transactions', (_engine, open) => {
  let database: Database
  let stored: TransactionRecord[]
  /** Small windows that end at once, so that a search of few rows takes many. */
  let hurried: Transactions
  let transactions: Transactions

  before(async () => {
    database = (await open()).database
    await writeDirectory(database)
    const random = randomNumbers(SEED)
    const times = Array.from({ length: 600 }, () => START_MS + random(DAYS * DAY_MS)).sort((a, b) => a - b)
    stored = await writeTransactions(
      database,
      times.map((atMs) => randomTransaction(random, atMs)),
    )
    transactions = new Transactions({ database, secretBox, pace: { firstWindow: 4_000, limitMs: 60_000 } })
    hurried = new Transactions({ database, secretBox, pace: { firstWindow: 1, limitMs: 0 } })
  })

  test('finds what a comparison field by field finds, for 150 random filters', async () => {
    const random = randomNumbers(SEED + 1)
    let found = 0
    for (let i = 0; i < 150; i++) {
      const filter = randomFilter(random, stored)
      const scope = randomScope(random)
      const expected = newestFirst(stored.filter((one) => isInScope(one, scope) && matchesFilter(one, filter)))
      const context = JSON.stringify({ i, filter, scope }, (_, v) => (typeof v === 'bigint' ? String(v) : v))
      const { records, total } = await transactions.page(scope, filter, { page: 1, size: 200 })
      assert.deepEqual(records, expected.slice(0, 200), context)
      assert.equal(total, expected.length, context)
      if (i % 5 === 0) assert.deepEqual(await walked(hurried, scope, filter, 7), expected, context)
      found += total
    }
    assert.ok(found > 1_000, `only ${found} matches in all: the filters are too narrow to prove anything`)
  })

  test('pages follow each other, and the last one is short', async () => {
    const expected = newestFirst(stored.filter((one) => matchesFilter(one, {})))
    const seen: TransactionRecord[] = []
    for (let page = 1; page <= Math.ceil(expected.length / 50) + 1; page++) {
      seen.push(...(await transactions.page({}, {}, { page, size: 50 })).records)
    }
    assert.deepEqual(seen, expected)
  })

  test('a cursor walk is complete and repeats nothing while transactions arrive', async () => {
    const random = randomNumbers(SEED + 2)
    const before = newestFirst(stored.filter((one) => matchesFilter(one, {})))
    const seen: TransactionRecord[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const found: Awaited<ReturnType<Transactions['after']>> = await transactions.after({}, {}, cursor, 40)
      seen.push(...found.records)
      cursor = found.nextCursor
      const arrived = await writeTransactions(database, [randomTransaction(random, START_MS + DAYS * DAY_MS + 1)])
      stored.push(...arrived)
    }
    assert.deepEqual(seen, before)
  })

  test('a search that runs out of time says so, and goes on from its cursor', async () => {
    // No index leads to any of these: the search reads from the newest on.
    const filterFor = ({ amountMinor, currency, terminalId, responseCode, status }: TransactionRecord) => ({
      amountMinMinor: amountMinor,
      amountMaxMinor: amountMinor,
      currency,
      terminalId,
      responseCodes: [responseCode],
      statuses: [status],
    })
    const isAlone = (record: TransactionRecord) =>
      stored.filter((other) => matchesFilter(other, filterFor(record))).length === 1
    const sought = stored.find((record) => matchesFilter(record, {}) && isAlone(record))
    assert.ok(sought)
    const filter: TransactionFilter = filterFor(sought)
    const { records, total, nextCursor } = await hurried.page({}, filter, { page: 1, size: 10 })
    assert.deepEqual([records, total], [[], 0])
    assert.ok(nextCursor)
    const rest: TransactionRecord[] = []
    for (let cursor: string | undefined = nextCursor; cursor !== undefined; ) {
      const found: Awaited<ReturnType<Transactions['after']>> = await hurried.after({}, filter, cursor, 10)
      rest.push(...found.records)
      cursor = found.nextCursor
    }
    assert.deepEqual(
      rest.map((one) => one.id),
      [sought.id],
    )
  })

  test('a cursor is refused when it was altered, or belongs to another search or another scope', async () => {
    const { nextCursor = '' } = await transactions.after({}, {}, '', 5)
    assert.ok((await transactions.after({}, {}, nextCursor, 5)).records.length > 0)
    const altered = nextCursor.slice(0, -2) + (nextCursor.endsWith('AA') ? 'BB' : 'AA')
    const refused: [Scope, TransactionFilter, string][] = [
      [{}, {}, altered],
      [{}, {}, 'x'],
      [{}, {}, 'v1.AAAA'],
      [{}, {}, `${nextCursor}A`],
      [{}, { rrn: '1' }, nextCursor],
      [{ institutionId: 'FI001' }, {}, nextCursor],
    ]
    for (const [scope, filter, cursor] of refused) {
      await assert.rejects(transactions.after(scope, filter, cursor, 5), { kind: 'invalid' })
    }
  })

  test('one is found by its id, by those who may see it', async () => {
    for (const record of stored.slice(0, 15)) {
      const scopes: [Scope, boolean][] = [
        [{}, true],
        [{ institutionId: record.institutionId }, true],
        [{ institutionId: INSTITUTIONS.find((id) => id !== record.institutionId) as string }, false],
        [
          { institutionId: 'FI001', subTenantId: SUB_TENANT },
          isInScope(record, { institutionId: 'FI001', subTenantId: SUB_TENANT }),
        ],
      ]
      for (const [scope, isSeen] of scopes) {
        if (!isSeen) await assert.rejects(transactions.find(scope, record.id), { kind: 'not-found' })
        else {
          const { response, postings, original, reversals, corrections, ...found } = await transactions.find(
            scope,
            record.id,
          )
          assert.deepEqual(found, record)
          assert.deepEqual([postings, original, reversals, corrections], [[], undefined, [], []])
          assert.deepEqual(response, (INQUIRY_TYPES as readonly string[]).includes(record.type) ? undefined : {})
        }
      }
    }
    await assert.rejects(transactions.find({}, newId(START_MS)), { kind: 'not-found' })
    await assert.rejects(transactions.find({}, 'ffffffff-ffff-4fff-8fff-ffffffffffff'), { kind: 'not-found' })
  })

  test('one is found although its id is far ahead of its business date', async () => {
    const random = randomNumbers(SEED + 3)
    const [record] = await writeTransactions(database, [
      { ...randomTransaction(random, START_MS), id: newId(START_MS + 400 * DAY_MS) },
    ])
    assert.equal((await transactions.find({}, record!.id)).rrn, record!.rrn)
    await assert.rejects(
      transactions.find(
        { institutionId: INSTITUTIONS.find((id) => id !== record!.institutionId) as string },
        record!.id,
      ),
      { kind: 'not-found' },
    )
  })

  test('shows postings, the original and the reversals', async () => {
    const random = randomNumbers(SEED + 4)
    const original: TransactionRecord = {
      ...randomTransaction(random, START_MS),
      type: 'CASHWITHDRAWAL',
      institutionId: 'FI001',
      partnerId: 'P1',
      rrn: '990000000001',
      accountId: 'ACC',
      terminalId: 'ATM2',
      currency: 'USD',
      amountMinor: 500n,
      reversedMinor: 200n,
      responseCode: '000',
      status: 'PARTIALLY_REVERSED',
    }
    const reversal: TransactionRecord = {
      ...original,
      id: newId(START_MS + 5),
      rrn: '990000000002',
      type: 'CASHWITHDRAWALREVERSAL',
      amountMinor: 200n,
      reversedMinor: 0n,
      originalId: original.id,
      status: 'APPROVED',
    }
    await writeTransactions(database, [original, reversal])
    await database.query(
      `INSERT INTO journals (institution_id, journal_id, kind, effective_date, recorded_at, books, accounts, currencies, amounts_minor)
       VALUES ('FI001', $1, 'CASHWITHDRAWAL', '20260110', now(), 'CG', '{ACC,vault:ATM2}', '{USD,USD}', '{-500,500}')`,
      [original.id],
    )
    await database.query(
      `UPDATE transactions SET response = '{"card":{"pan":"4000000000000010"},"a":[1]}' WHERE institution_id = 'FI001' AND partner_id = 'P1' AND rrn = '990000000001'`,
    )
    const found = await transactions.find({}, original.id)
    assert.deepEqual(found.response, { card: { pan: '400000******0010' }, a: [1] })
    assert.deepEqual(found.postings, [
      { account: 'ACC', currency: 'USD', amountMinor: -500n },
      { account: 'vault:ATM2', currency: 'USD', amountMinor: 500n },
    ])
    assert.deepEqual(found.reversals, [reversal])
    assert.deepEqual((await transactions.find({}, reversal.id)).original, original)
  })

  // Reversals of one original of 500: those that were answered, and those whose outcome is unknown.
  const RESERVED: [title: string, reversals: [code: string, amountMinor: bigint][], known: bigint, status: string][] = [
    ['a whole one of unknown outcome', [['911', 500n]], 0n, 'APPROVED'],
    ['a part of unknown outcome', [['911', 200n]], 0n, 'APPROVED'],
    [
      'an accepted part, and the rest of unknown outcome',
      [
        ['000', 200n],
        ['911', 300n],
      ],
      200n,
      'PARTIALLY_REVERSED',
    ],
    [
      'two parts of unknown outcome',
      [
        ['911', 200n],
        ['911', 300n],
      ],
      0n,
      'APPROVED',
    ],
    ['an accepted whole one', [['000', 500n]], 500n, 'REVERSED'],
  ]
  for (const [i, [title, reversals, known, status]] of RESERVED.entries()) {
    test(`an original is reversed by what was accepted alone: ${title}`, async () => {
      const random = randomNumbers(SEED + 10 + i)
      const accountId = `RESERVED${i}`
      const original: TransactionRecord = {
        ...randomTransaction(random, START_MS),
        id: newId(START_MS),
        type: 'CASHWITHDRAWAL',
        institutionId: 'FI001',
        partnerId: 'P1',
        rrn: `98000000${i}000`,
        accountId,
        terminalId: 'ATM2',
        currency: 'USD',
        amountMinor: 500n,
        reversedMinor: reversals.reduce((sum, [, amountMinor]) => sum + amountMinor, 0n),
        responseCode: '000',
      }
      const made = reversals.map(
        ([responseCode, amountMinor], n): TransactionRecord => ({
          ...original,
          id: newId(START_MS + n + 1),
          rrn: `98000000${i}00${n + 1}`,
          type: 'CASHWITHDRAWALREVERSAL',
          amountMinor,
          reversedMinor: 0n,
          responseCode,
          originalId: original.id,
        }),
      )
      await writeTransactions(database, [original, ...made])
      const expected = [known, status]
      const shown = ({ reversedMinor, status }: TransactionRecord) => [reversedMinor, status]
      const one = await transactions.find({}, original.id)
      assert.deepEqual(shown(one), expected)
      assert.deepEqual(
        one.reversals.map(({ id }) => id),
        made.map(({ id }) => id),
      )
      const ofReversal = await transactions.find({}, made[0]!.id)
      assert.deepEqual(shown(ofReversal.original as TransactionRecord), expected)
      for (const filter of [
        { accountId },
        { institutionId: 'FI001', rrn: original.rrn },
        { authId: original.authId, accountId },
      ]) {
        const { records } = await transactions.page({}, filter, { page: 1, size: 50 })
        assert.deepEqual(shown(records.find(({ id }) => id === original.id) as TransactionRecord), expected)
      }
      const types = ['CASHWITHDRAWAL']
      for (const wanted of TRANSACTION_STATUSES) {
        const expectedIds = wanted === status ? [original.id] : []
        for (const filter of [
          { accountId, types, statuses: [wanted] },
          {
            institutionId: 'FI001',
            types,
            statuses: [wanted],
            dateFrom: original.businessDate,
            dateTo: original.businessDate,
          },
        ]) {
          const found = await walked(transactions, {}, filter, 200)
          const ids = found.map(({ id }) => id).filter((id) => id === original.id)
          assert.deepEqual(ids, expectedIds, `${wanted} ${JSON.stringify(filter)}`)
        }
      }
    })
  }

  async function walked(search: Transactions, scope: Scope, filter: TransactionFilter, size: number) {
    const seen: TransactionRecord[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const found: Awaited<ReturnType<Transactions['after']>> = await search.after(scope, filter, cursor, size)
      assert.ok(found.records.length <= size)
      seen.push(...found.records)
      cursor = found.nextCursor
    }
    return seen
  }
})

function newestFirst(records: readonly TransactionRecord[]): TransactionRecord[] {
  return records.toSorted((a, b) =>
    a.businessDate === b.businessDate ? (a.id < b.id ? 1 : -1) : a.businessDate < b.businessDate ? 1 : -1,
  )
}

function isInScope(record: TransactionRecord, { institutionId, subTenantId }: Scope): boolean {
  if (institutionId !== undefined && record.institutionId !== institutionId) return false
  return subTenantId === undefined || record.terminalId === 'ATM1'
}

function randomScope(random: (below: number) => number): Scope {
  const scopes: Scope[] = [{}, {}, { institutionId: 'FI001' }, { institutionId: 'FI002' }]
  return [...scopes, { institutionId: 'FI001', subTenantId: SUB_TENANT }][random(5)] as Scope
}

/** One to three conditions, mostly on values that are there. */
function randomFilter(random: (below: number) => number, stored: readonly TransactionRecord[]): TransactionFilter {
  const pick = <T>(items: readonly T[]) => items[random(items.length)] as T
  const sample = pick(stored)
  const date = () => pick(stored).businessDate
  const CONDITIONS: (() => TransactionFilter)[] = [
    () => ({ institutionId: pick([...INSTITUTIONS, 'FI999']) }),
    () => ({ dateFrom: date() }),
    () => ({ dateTo: date() }),
    () => ({ dateFrom: date(), dateTo: date() }),
    () => ({ fromMs: sample.createdAtMs }),
    () => ({ toMs: sample.createdAtMs }),
    () => ({ rrn: pick([sample.rrn, '000000000001', '999999999999']) }),
    () => ({ authId: sample.authId ?? 'NOBODY' }),
    () => ({ types: [sample.type] }),
    () => ({ types: ['CASHWITHDRAWAL', 'BALANCEINQUIRY'] }),
    () => ({ types: [...INQUIRY_TYPES] }),
    () => ({ responseCodes: pick([['000'], ['110', '911'], ['999']]) }),
    () => ({ statuses: [pick(TRANSACTION_STATUSES), pick(TRANSACTION_STATUSES)] }),
    () => ({ terminalId: pick(TERMINALS) }),
    () => ({ accountId: pick(ACCOUNTS) }),
    () => ({ panLast4: pick(['0010', '0028', '1234']) }),
    () => ({ currency: pick(['USD', 'JPY']), amountMinMinor: 200n }),
    () => ({ currency: 'USD', amountMinMinor: 200n, amountMaxMinor: 300n }),
    () => ({ currency: 'KWD' }),
    () => ({ partnerId: pick([...PARTNERS, 'P9']) }),
    () => ({ correlationId: sample.correlationId }),
  ]
  return Object.assign({}, ...Array.from({ length: 1 + random(3) }, () => pick(CONDITIONS)()))
}

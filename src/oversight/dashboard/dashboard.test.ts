import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { ON_ONE_SERVER } from '../../../test/support/machine/citus.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { emptyTables } from '../../../test/support/machine/empty-tables.ts'
import { openDirectory } from '../../administration/institutions/directory-store.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import type { Database } from '../../platform/storage/database.ts'
import { Rollups } from '../transactions/rollups/rollups.ts'
import {
  insertTransactions,
  randomly,
  type TransactionRow,
  transactionRow,
} from '../transactions/rollups/transaction-rows.fixture.ts'
import { Dashboard } from './dashboard.ts'
import type { DashboardRequest } from './dashboard-range.ts'
import { insertLending, insertTokens } from './dashboard-rows.fixture.ts'

const FI001: Scope = { institutionId: 'FI001' }

onDatabase('the dashboard', (_engine, open) => {
  let database: Database
  let dashboard: Dashboard
  let rollups: Rollups
  const clock = { now: () => Date.parse('2026-03-11T02:30:00Z') }

  before(async () => {
    database = (await open()).database
    await database.query(
      // 2026-03-10 in New York, 2026-03-11 in Tokyo and, because of its cutover at 02:00, in UTC the 12th.
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone, cutover_time) VALUES
         ('FI001', 'One', 'ACTIVE', 'USD', 'America/New_York', '00:00'),
         ('FI002', 'Two', 'SUSPENDED', 'JPY', 'Asia/Tokyo', '00:00'),
         ('FI003', 'Three', 'DRAFT', 'USD', 'UTC', '02:00');
       INSERT INTO terminals (institution_id, terminal_id, acceptor_id, kind, location, branch_id, services, status) VALUES
         ('FI001', 'ATM1', 'A', 'ATM', 'L', 'B', '{}', 'ACTIVE'), ('FI001', 'ATM2', 'A', 'ATM', 'L', 'B', '{}', 'INACTIVE'),
         ('FI002', 'ATM1', 'A', 'ATM', 'L', 'B', '{}', 'ACTIVE');
       INSERT INTO users (user_id, first_name, last_name, mail_id, mail_key, role_id, institution_id, password_hash, is_active,
                          locked_until, created_at, updated_at, created_by, updated_by)
       SELECT gen_random_uuid(), 'F', 'L', mail, mail, '00000000-0000-7000-8000-000000000002', institution, hash, active, locked,
              now(), now(), 's', 's'
         FROM (VALUES ('a', 'FI001', 'h', true, NULL::timestamptz), ('b', 'FI001', 'h', false, NULL), ('c', 'FI001', NULL, true, NULL),
                      ('d', 'FI001', 'h', true, now() + interval '1 hour'), ('e', NULL, 'h', true, now() - interval '1 hour'))
              AS u (mail, institution, hash, active, locked)`,
    )
    rollups = new Rollups(database)
    const directory = await openDirectory({ database, environment: 'sandbox' })
    directory.close()
    const countOpenExceptions = async (institutionId?: string) => (institutionId === undefined ? 5 : 2)
    dashboard = new Dashboard({ database, clock, directory, countOpenExceptions })
  })

  beforeEach(async () => {
    await emptyTables(
      database,
      'transactions, transaction_changes, rollup_state, transaction_rollups, latency_rollups, terminal_totals',
    )
    await rollups.refresh()
  })

  test('the counts as of now are those of the scope', async () => {
    const all = await dashboard.summary({}, byDay())
    assert.deepEqual(
      [all.exceptionsOpen, all.activeUsers, all.terminalsActive, all.institutionsByStatus],
      [5, 2, 2, { DRAFT: 1, SUBMITTED: 0, APPROVED: 0, REJECTED: 0, ACTIVE: 1, SUSPENDED: 1, TERMINATED: 0 }],
    )
    const one = await dashboard.summary(FI001, byDay())
    assert.deepEqual([one.exceptionsOpen, one.activeUsers, one.terminalsActive], [2, 1, 1])
    assert.equal(one.institutionsByStatus.SUSPENDED, 0)
  })

  test('without transactions there is no rate, no amount and no percentile', async () => {
    const { approvalRate, amountByCurrency, p50Ms, p99Ms } = await dashboard.summary({}, byDay())
    assert.deepEqual([approvalRate, amountByCurrency, p50Ms, p99Ms], [null, [], null, null])
    assert.deepEqual(await dashboard.volume({}, byDay()), [])
    assert.deepEqual(await dashboard.latency({}, byDay()), [])
    assert.equal((await dashboard.institutions({}, byDay())).length, 3)
  })

  const TODAY: [title: string, scope: Scope, request: Partial<DashboardRequest>, dates: string][] = [
    ['of an institution west of UTC', FI001, {}, '2026-03-10'],
    ['of an institution east of UTC', {}, { institutionId: 'FI002' }, '2026-03-11'],
    ['after a cutover', {}, { institutionId: 'FI003' }, '2026-03-12'],
    ['of the platform is that of every institution', {}, {}, '2026-03-10 2026-03-11 2026-03-12'],
    ['is the end of a period that only begins', FI001, { from: '20260309' }, '2026-03-09 2026-03-10'],
    ['is not reached by a period that only ends', FI001, { to: '20260309' }, '2026-03-09'],
  ]
  for (const [title, scope, request, dates] of TODAY) {
    test(`today ${title}: ${dates}`, async () => {
      const days = ['20260308', '20260309', '20260310', '20260311', '20260312', '20260313']
      const rows = ['FI001', 'FI002', 'FI003'].flatMap((institution_id, i) =>
        days.map((business_date, j) => transactionRow(10 * i + j, { institution_id, business_date })),
      )
      await insertTransactions(database, rows)
      await rollups.refresh()
      const volume = await dashboard.volume(scope, byDay(request))
      assert.equal(volume.map(({ bucket }) => bucket).join(' '), dates)
    })
  }

  test('hours are UTC, and one that two business dates share is one bucket', async () => {
    await insertTransactions(database, [
      transactionRow(1, { business_date: '20260309', recorded_at: '2026-03-10T03:59:59.999Z' }),
      transactionRow(2, { business_date: '20260310', recorded_at: '2026-03-10T03:00:00.000Z' }),
      transactionRow(3, { business_date: '20260310', recorded_at: '2026-03-10T04:00:00.000Z' }),
    ])
    await rollups.refresh()
    const request = { from: '20260309', to: '20260310', granularity: 'hour' } as const
    assert.deepEqual(
      (await dashboard.volume(FI001, request)).map(({ bucket, approved }) => [bucket, approved]),
      [
        ['2026-03-10T03:00:00.000Z', 2],
        ['2026-03-10T04:00:00.000Z', 1],
      ],
    )
    assert.deepEqual(
      (await dashboard.latency(FI001, request)).map(({ bucket }) => bucket),
      ['2026-03-10T03:00:00.000Z', '2026-03-10T04:00:00.000Z'],
    )
  })

  const REFUSED: [title: string, scope: Scope, request: Partial<DashboardRequest>, refusal: object][] = [
    ['a sub-tenant', { ...FI001, subTenantId: 'T' }, {}, { reason: 'dashboard.not-for-sub-tenants' }],
    ['another institution', FI001, { institutionId: 'FI002' }, { reason: 'dashboard.institution-not-found' }],
    ['an unknown institution', {}, { institutionId: 'FI999' }, { reason: 'dashboard.institution-not-found' }],
    ['dates in the wrong order', {}, { from: '20260311', to: '20260310' }, { kind: 'invalid' }],
    ['401 days', {}, { from: '20250101', to: '20260205' }, { kind: 'invalid' }],
    ['32 days by hour', {}, { from: '20260101', to: '20260201', granularity: 'hour' }, { kind: 'invalid' }],
  ]
  for (const [title, scope, request, refusal] of REFUSED) {
    test(`${title} is refused by every view`, async () => {
      for (const view of [
        'summary',
        'volume',
        'responseCodes',
        'latency',
        'institutions',
        'lending',
        'tokens',
      ] as const) {
        await assert.rejects(dashboard[view](scope, byDay(request)), refusal, view)
      }
    })
  }

  test('400 days, and 31 by hour, are not too many', async () => {
    await dashboard.summary({}, byDay({ from: '20250102', to: '20260205' }))
    await dashboard.volume({}, { from: '20260101', to: '20260131', granularity: 'hour' })
  })

  test('lending counts applications and disbursements of the period, and arrears as of today', async () => {
    await insertLending(database)
    const { applications, disbursed, arrears } = await dashboard.lending(
      {},
      byDay({ from: '20260309', to: '20260310' }),
    )
    assert.deepEqual(applications, [
      { status: 'SUBMITTED', count: 2 },
      { status: 'APPROVED', count: 1 },
      { status: 'EXPIRED', count: 1 },
    ])
    assert.deepEqual(disbursed, [{ currencyCode: 'USD', count: 1, amountMinor: 500_000n }])
    assert.deepEqual(
      arrears.map(({ bucket, fromDays, toDays, loans }) => [bucket, fromDays, toDays, loans]),
      [
        ['1-30', 1, 30, 3],
        ['31+', 31, undefined, 1],
      ],
    )
    const other = await dashboard.lending({}, byDay({ from: '20260309', to: '20260310', institutionId: 'FI002' }))
    assert.deepEqual(other, { applications: [], disbursed: [], arrears: [] })
  })

  test('tokens are summed up per currency, over the books that the caller sees', async () => {
    await insertTokens(database)
    assert.deepEqual(await dashboard.tokens({}, byDay()), [
      { currencyCode: 'EUR', supplyMinor: 0n, backingMinor: 0n, owedMinor: 0n, openCount: 0, openMinor: 0n },
      { currencyCode: 'USD', supplyMinor: 1_700n, backingMinor: 1_700n, owedMinor: 200n, openCount: 1, openMinor: 90n },
    ])
    assert.deepEqual(await dashboard.tokens(FI001, byDay()), [
      { currencyCode: 'USD', supplyMinor: 1_000n, backingMinor: 1_000n, owedMinor: 200n, openCount: 1, openMinor: 90n },
    ])
    assert.deepEqual(await dashboard.tokens({ institutionId: 'FI003' }, byDay()), [])
  })

  test('what a reversal of unknown outcome reserves is not reversed', async () => {
    const amounts = { institution_id: 'FI001', amount_minor: 500n, recorded_at: '2026-03-10T04:10:00.000Z' }
    const original = transactionRow(1, { ...amounts, reversed_minor: 500n })
    const reversal = (n: number, code: string, amountMinor: bigint) =>
      transactionRow(n, {
        ...amounts,
        type: 'CASHWITHDRAWALREVERSAL',
        amount_minor: amountMinor,
        original_id: original.transaction_id,
        response_code: code,
        business_date: '20260311',
        recorded_at: '2026-03-11T01:00:00.000Z',
      })
    await insertTransactions(database, [original, reversal(2, '000', 100n), reversal(3, '911', 400n)])
    await rollups.refresh()
    const reversed = async () => {
      const range = { from: '20260310', to: '20260310' } as const
      const shown = [
        ...(await Promise.all([{}, FI001].map((scope) => dashboard.summary(scope, byDay(range))))),
        (await dashboard.summary(FI001, byDay({ from: '20260311', to: '20260311' }))).previous,
        ...(await dashboard.volume(FI001, byDay(range))),
        ...(await dashboard.volume({}, { ...range, granularity: 'hour' })),
      ]
      return shown.map(({ amountByCurrency }) => amountByCurrency.map(({ reversedMinor }) => reversedMinor))
    }
    assert.deepEqual(await reversed(), Array(5).fill([100n]))
    await database.query(
      `UPDATE transactions SET response_code = '000' WHERE institution_id = 'FI001' AND partner_id = 'P1' AND rrn = $1`,
      ['000000000003'],
    )
    await rollups.refresh()
    assert.deepEqual(await reversed(), Array(5).fill([500n]))
  })

  test('random transactions give what a naive model gives', ON_ONE_SERVER, async () => {
    for (const seed of [1, 2, 3]) {
      await emptyTables(database, 'transactions')
      await emptyTables(database, 'transaction_changes, rollup_state, transaction_rollups, latency_rollups')
      await rollups.refresh()
      const random = randomly(seed)
      const rows = Array.from({ length: 60 }, (_, n) => random.transaction(n))
      await insertTransactions(database, rows.slice(0, 40))
      await rollups.refresh()
      await insertTransactions(database, rows.slice(40))
      const reversed = rows.map((row) =>
        random.below(3) === 0 ? { ...row, reversed_minor: BigInt(random.below(Number(row.amount_minor))) } : row,
      )
      for (const row of reversed) {
        await database.query('UPDATE transactions SET reversed_minor = $2 WHERE rrn = $1', [
          row.rrn,
          row.reversed_minor,
        ])
      }
      await rollups.refresh()
      for (const institutionId of [undefined, 'FI001', 'FI002']) {
        const seen = reversed.filter((row) => institutionId === undefined || row.institution_id === institutionId)
        const { previous, ...current } = await dashboard.summary(
          {},
          byDay({ from: '20260310', to: '20260310', institutionId }),
        )
        assertFigures(
          current,
          seen.filter((row) => row.business_date === '20260310'),
        )
        assertFigures(
          previous,
          seen.filter((row) => row.business_date === '20260309'),
        )
        const request = { from: '20260309', to: '20260311', institutionId, granularity: 'hour' } as const
        const byHour = Map.groupBy(seen, (row) => `${row.recorded_at.slice(0, 13)}:00:00.000Z`)
        const volume = await dashboard.volume({}, request)
        assert.deepEqual(
          volume.map(({ bucket }) => bucket),
          [...byHour.keys()].sort(),
        )
        for (const { bucket, ...figures } of volume) assertVolume(figures, byHour.get(bucket) ?? [])
        const codes = Map.groupBy(seen, (row) => row.response_code)
        for (const { responseCode, count } of await dashboard.responseCodes({}, byDay(request))) {
          assert.equal(count, codes.get(responseCode)?.length)
        }
        const counted = await dashboard.institutions({}, byDay(request))
        const [first] = counted.filter((one) => one.institutionId === (institutionId ?? 'FI001'))
        assert.equal(
          first?.totalTransactions,
          seen.filter((row) => row.institution_id === (institutionId ?? 'FI001')).length,
        )
      }
    }
  })
})

function byDay(request: Partial<DashboardRequest> = {}): DashboardRequest {
  return { ...request, granularity: request.granularity ?? 'day' }
}

type Shown = Awaited<ReturnType<Dashboard['summary']>>['previous']

function assertFigures(shown: Shown, rows: readonly TransactionRow[]): void {
  assertVolume(shown, rows)
  const latencies = rows.map((row) => row.latency_ms).sort((a, b) => a - b)
  for (const [share, name] of [
    [0.5, 'p50Ms'],
    [0.95, 'p95Ms'],
    [0.99, 'p99Ms'],
  ] as const) {
    const exact = latencies[Math.max(1, Math.ceil(share * latencies.length)) - 1]
    const found = shown[name]
    if (exact === undefined) assert.equal(found, null)
    else assert.ok(Math.abs((found ?? Number.NaN) - exact) <= exact * 0.05, `${name} is ${found}, exactly ${exact}`)
  }
}

function assertVolume(shown: Omit<Shown, 'p50Ms' | 'p95Ms' | 'p99Ms'>, rows: readonly TransactionRow[]): void {
  const orders = rows.filter((row) => !row.type.endsWith('REVERSAL'))
  const approved = orders.filter((row) => row.response_code === '000')
  const declined = orders.filter((row) => row.response_code === '116')
  assert.equal(shown.totalTransactions, rows.length)
  assert.equal(shown.approved, approved.length)
  assert.equal(shown.declined, declined.length)
  assert.equal(shown.reversals, rows.length - orders.length)
  const decided = approved.length + declined.length
  assert.equal(shown.approvalRate, decided === 0 ? null : approved.length / decided)
  const sum = (of: readonly TransactionRow[], name: 'amount_minor' | 'reversed_minor') =>
    of.reduce((total, row) => total + row[name], 0n)
  assert.deepEqual(
    shown.amountByCurrency,
    ['JPY', 'USD']
      .map((currencyCode) => [currencyCode, approved.filter((row) => row.currency === currencyCode)] as const)
      .filter(([, of]) => of.length > 0)
      .map(([currencyCode, of]) => ({
        currencyCode,
        amountMinor: sum(of, 'amount_minor'),
        reversedMinor: sum(of, 'reversed_minor'),
      })),
  )
}

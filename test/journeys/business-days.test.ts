// Business days, their reconciliation files and the dashboard over HTTP, while the sandbox's clock moves.
// The tests build on each other: each begins on the day on which the one before ended.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { addDays } from '../../src/platform/kernel/time/clock.ts'
import { openPostgres } from '../../src/platform/storage/open-database.ts'
import { balancesOf, control } from '../support/accounts/account-services.ts'
import {
  cashDeposit,
  checkDeposit,
  inquiry,
  transfer,
  withdrawal,
  withdrawalReversal,
} from '../support/accounts/sandbox-requests.ts'
import { answeredWith, approved, clientOf } from '../support/accounts/sdk-client.ts'
import { runTillgate } from '../support/gateways/gateway.ts'
import { onGateway } from '../support/gateways/running-gateway.ts'
import { invitedUser } from '../support/onboarding/invited-user.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'

const ADMINISTRATOR = '00000000-0000-7000-8000-000000000001'
const DASHBOARDS = ['summary', 'volume', 'response-codes', 'latency', 'institutions']
const COLUMNS =
  'id,rrn,type,institutionId,partnerId,terminalId,accountId,beneficiaryAccountId,billerId,maskedPan,amount,accessFee,' +
  'currencyCode,reversedAmount,responseCode,authId,originalId,businessDate,latencyMs,correlationId,status,createdAt,' +
  'originalRrn,reasonCode'
const NONE = { count: 0, amount: 0 }

const dayAfter = (date: string, days: number) =>
  addDays(date.replaceAll('-', ''), days).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')

onGateway('business days and the dashboard', (running, engine) => {
  const onboarding = new Onboarding(() => running.current.url)
  const client = () => clientOf(running.current)
  const tokens = { admin: '', operator: '', harbor: '', shop: '' }
  const ids: Record<string, string> = {}
  const paid = withdrawal('1000000001', 102.5, { accessFee: 2.5, pan: '4000000000000010' })
  let firstDay = ''

  before(async () => {
    tokens.admin = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    tokens.operator = await onboarding.tokenOf('operator@fi001.example', 'Sandbox-Operator-1!')
    const { content } = await read('POST /financial-institutions/list', {})
    for (const { id, institutionId } of content) ids[institutionId] = id
    const shops = { tenantCode: 'SHOPS', name: 'Shops', contactEmail: 'desk@shops.example', institutionId: 'FI001' }
    const { id } = await read('POST /sub-tenants', shops, 201)
    await read(`PATCH /sub-tenants/${id}/activation?isActive=true`)
    const userToken = (mailID: string, more: object) =>
      invitedUser(running.current, tokens.admin, mailID, { roleId: ADMINISTRATOR, ...more })
    tokens.harbor = await userToken('anne@harbor.example', { institutionId: 'FI002' })
    tokens.shop = await userToken('anne@shops.example', { institutionId: 'FI001', subTenantId: id })
    firstDay = await today()
  })

  const call = (who: keyof typeof tokens, route: string, body?: unknown) =>
    onboarding.call(route, { token: tokens[who], ...(body !== undefined && { body }) })

  async function read(route: string, body?: unknown, status = 200) {
    const answer = await call('admin', route, body)
    assert.equal(answer.status, status, `${route}: ${answer.text}`)
    return answer.body.data
  }

  const today = async (): Promise<string> => (await read(`GET /financial-institutions/${ids.FI001}`)).businessDate
  const daysOf = (path = '', institutionId = 'FI001') =>
    `/financial-institutions/${ids[institutionId]}/business-days${path}`
  const dashboard = (name: string, query = '') => read(`GET /dashboard/${name}?institutionId=FI001${query}`)

  describe('the dashboard refuses', () => {
    // Query, and the parameter that the 400 names.
    const BAD: [query: string, named: string][] = [
      ...[
        'yesterday',
        '20260115',
        '2026-02-30',
        '2026-1-5',
        '2026-01-15T00:00:00Z',
        '',
        `${'9'.repeat(5_000)}`,
      ].flatMap((text): [string, string][] => [
        [`from=${text}&to=2026-03-01`, 'from'],
        [`from=2026-01-01&to=${text}`, 'to'],
      ]),
      ['from=2026-01-02&to=2026-01-01', 'from'],
      ['from=9999-12-31', 'from'],
      ['from=2025-01-01&to=2026-02-05', 'from'],
      ['from=2026-01-01&to=2026-02-01&granularity=hour', 'from'],
      ...['week', 'HOUR', ''].map((text): [string, string] => [`granularity=${text}`, 'granularity']),
      [`institutionId=${'x'.repeat(200)}`, 'institutionId'],
      ['institutionId=', 'institutionId'],
      ['from=2026-01-01&from=2026-01-02', 'from'],
    ]
    for (const name of DASHBOARDS) {
      test(`bad parameters of ${name}`, async () => {
        for (const [query, named] of BAD) {
          const answer = await call('admin', `GET /dashboard/${name}?${query}`)
          const shown = query.slice(0, 80)
          assert.equal(answer.status, 400, `${shown}: ${answer.text}`)
          assert.match(answer.text, new RegExp(`"${named}|\\b${named} `), `${shown}: ${answer.text}`)
        }
      })

      test(`${name} takes 400 days, 31 by hour, and the ends of the calendar`, async () => {
        for (const query of [
          'from=2025-01-01&to=2026-02-04',
          'from=2026-01-01&to=2026-01-31&granularity=hour',
          'from=0001-01-01&to=0001-01-02',
          'to=9999-12-31&from=9999-12-31',
          'to=2026-01-01',
        ]) {
          const answer = await call('admin', `GET /dashboard/${name}?${query}`)
          assert.equal(answer.status, 200, `${query}: ${answer.text}`)
        }
      })

      test(`${name} of an institution that is not the caller's`, async () => {
        const statusOf = async (who: keyof typeof tokens, query: string) =>
          (await call(who, `GET /dashboard/${name}${query}`)).status
        assert.equal(await statusOf('harbor', '?institutionId=FI001'), 404)
        assert.equal(await statusOf('harbor', '?institutionId=FI002'), 200)
        assert.equal(await statusOf('harbor', ''), 200)
        assert.equal(await statusOf('operator', '?institutionId=FI002'), 404)
        assert.equal(await statusOf('admin', '?institutionId=FI999'), 404)
        assert.equal(await statusOf('shop', ''), 403)
        assert.equal(await statusOf('shop', '?institutionId=FI001'), 403)
      })
    }
  })

  test('an open day has totals, and no file yet', async () => {
    await approved(client().debits(paid))
    await approved(client().debits(withdrawal('1000000001', 50)))
    await approved(client().credits(cashDeposit('1000000002', 30.25)))
    await approved(client().credits(checkDeposit('1000000004', 60, '0.00')))
    await approved(client().debits(withdrawal('1000000006', 1000, { currencyCode: 'JPY' })))
    await approved(client().transfers(transfer('1000000001', '1000000002', 5)))
    await approved(client().balanceInquiry(inquiry('1000000001')))
    await answeredWith('110', client().debits(withdrawal('1000000004', 4_995)))

    const day = await until(async () => {
      const found = await read(`GET ${daysOf(`/${firstDay}`)}`)
      return found.totals[1]?.withdrawals.count === 2 && found.totals[1].deposits.count === 2 && found
    }, 'the totals of the open day')
    const totals = [
      {
        ...{ terminalId: 'ATM00001', currencyCode: 'JPY', withdrawals: { count: 1, amount: 1_000 } },
        ...{ deposits: NONE, fees: NONE, reversals: NONE },
      },
      {
        ...{ terminalId: 'ATM00001', currencyCode: 'USD', withdrawals: { count: 2, amount: 152.5 } },
        ...{ deposits: { count: 2, amount: 90.25 }, fees: { count: 1, amount: 2.5 }, reversals: NONE },
      },
    ]
    assert.deepEqual(day, { date: firstDay, state: 'OPEN', totals })
    for (const method of ['GET', 'POST']) {
      const file = await call('admin', `${method} ${daysOf(`/${firstDay}/file`)}`)
      assert.equal(file.status, 409, file.text)
    }
  })

  test('the dashboard shows the day', async () => {
    const figures = {
      ...{ totalTransactions: 7, approved: 6, declined: 1, approvalRate: 6 / 7, reversals: 0 },
      amountByCurrency: [
        { currencyCode: 'JPY', amount: 1_000, reversedAmount: 0 },
        { currencyCode: 'USD', amount: 247.75, reversedAmount: 0 },
      ],
    }
    const summary = await until(async () => {
      const found = await dashboard('summary')
      return found.totalTransactions === 7 && found
    }, 'seven transactions')
    assert.partialDeepStrictEqual(summary, figures)
    assert.deepEqual(Object.keys(summary).sort(), [
      ...['activeUsers', 'amountByCurrency', 'approvalRate', 'approved', 'declined', 'exceptionsOpen'],
      ...['institutionsByStatus', 'p50Ms', 'p95Ms', 'p99Ms', 'previous', 'reversals', 'terminalsActive'],
      'totalTransactions',
    ])
    assert.partialDeepStrictEqual(summary.previous, {
      ...{ totalTransactions: 0, approved: 0, declined: 0, approvalRate: null, reversals: 0 },
      ...{ amountByCurrency: [], p50Ms: null, p95Ms: null, p99Ms: null },
    })
    assert.partialDeepStrictEqual(summary, { institutionsByStatus: { ACTIVE: 1, SUSPENDED: 0 }, terminalsActive: 4 })
    assert.equal((await read('GET /dashboard/summary')).institutionsByStatus.SUSPENDED, 1)

    const range = `&from=${firstDay}&to=${firstDay}`
    assert.deepEqual(await dashboard('volume', range), [{ bucket: firstDay, ...figures }])
    const hours = await dashboard('volume', `${range}&granularity=hour`)
    for (const { bucket } of hours) assert.match(bucket, /^\d{4}-\d{2}-\d{2}T\d{2}:00:00(\.000)?Z$/)
    assert.equal(sumOf(hours, 'approved'), 6)
    assert.deepEqual(await dashboard('response-codes'), [
      { responseCode: '000', count: 6 },
      { responseCode: '110', count: 1 },
    ])
    const [latency] = await dashboard('latency')
    assert.deepEqual(Object.keys(latency).sort(), ['bucket', 'p50Ms', 'p95Ms', 'p99Ms'])
    assert.ok(latency.p50Ms <= latency.p95Ms && latency.p95Ms <= latency.p99Ms, JSON.stringify(latency))
    const institutions = await read('GET /dashboard/institutions')
    assert.deepEqual(
      institutions.map(({ institutionId, totalTransactions }: never) => [institutionId, totalTransactions]),
      [
        ['FI001', 7],
        ['FI002', 0],
        ['FI003', 0],
      ],
    )
  })

  let firstFile = ''

  test('a day later the day is closed and has its file, byte for byte the same again', async () => {
    await control(running.current, '/sandbox/clock', { advanceDays: 1 })
    assert.equal(await today(), dayAfter(firstDay, 1))
    const { content, totalElements } = await read(`GET ${daysOf()}`)
    assert.deepEqual(
      content.map(({ date, state }: never) => [date, state]),
      [
        [dayAfter(firstDay, 1), 'OPEN'],
        [firstDay, 'CLOSED'],
      ],
    )
    assert.equal(totalElements, 2)

    const file = await call('admin', `GET ${daysOf(`/${firstDay}/file`)}`)
    assert.equal(file.status, 200)
    assert.equal(file.headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.equal(file.headers.get('content-disposition'), `attachment; filename="reconciliation-FI001-${firstDay}.csv"`)
    const [columns, ...lines] = file.text.trimEnd().split('\n')
    assert.equal(columns, COLUMNS)
    assert.equal(lines.length, 6, 'neither the inquiry nor the declined withdrawal was posted')
    const cells = (lines[0] ?? '').split(',')
    assert.deepEqual(cells.slice(1, 7), [
      ...[paid.transaction.rrn, 'CASHWITHDRAWAL', 'FI001', 'PARTNER01', 'ATM00001', '1000000001'],
    ])
    assert.deepEqual(cells.slice(9, 15), ['400000******0010', '102.50', '2.50', 'USD', '0.00', '000'])
    assert.ok(!file.text.includes('4000000000000010'))

    // A reversal of today belongs to today: the file of yesterday stays as it was.
    const { version } = await read(`GET /financial-institutions/${ids.FI001}`)
    const window = { version, reversal: { windowHours: 72 } }
    await read(`PATCH /financial-institutions/${ids.FI001}`, window)
    await approved(client().debitsReverse(withdrawalReversal(paid, { originalRrn: paid.transaction.rrn })))
    const again = await call('admin', `POST ${daysOf(`/${firstDay}/file`)}`)
    assert.equal(again.status, 200)
    assert.equal(again.text, file.text)
    firstFile = file.text
  })

  test('days and files that do not exist or are not the caller’s', async () => {
    const statusOf = async (who: keyof typeof tokens, route: string) => (await call(who, route)).status
    for (const method of ['GET', 'POST']) {
      for (const path of [...(method === 'GET' ? ['', `/${firstDay}`] : []), `/${firstDay}/file`]) {
        assert.equal(await statusOf('harbor', `${method} ${daysOf(path)}`), 404, `${method} ${path}`)
        assert.equal(await statusOf('shop', `${method} ${daysOf(path)}`), 404, `${method} ${path}`)
        assert.equal(await statusOf('admin', `${method} ${daysOf(path)}`), 200, `${method} ${path}`)
      }
    }
    for (const date of [dayAfter(firstDay, -1), dayAfter(firstDay, 2), '0001-01-01', '9999-12-31']) {
      for (const route of [`GET ${daysOf(`/${date}`)}`, `GET ${daysOf(`/${date}/file`)}`]) {
        assert.equal(await statusOf('admin', route), 404, route)
      }
    }
    for (const date of ['2026-02-30', '20260115', 'today', '2026-01-15Z']) {
      for (const route of [`GET ${daysOf(`/${date}`)}`, `GET ${daysOf(`/${date}/file`)}`]) {
        const answer = await call('admin', route)
        assert.equal(answer.status, 400, `${route}: ${answer.text}`)
        assert.match(answer.text, /date/)
      }
    }
    for (const query of ['page=0', 'page=x', 'size=0', 'size=201', 'size=1.5']) {
      const answer = await call('admin', `GET ${daysOf(`?${query}`)}`)
      assert.equal(answer.status, 400, `${query}: ${answer.text}`)
      assert.match(answer.text, new RegExp(query.split('=')[0] ?? ''))
    }
    for (const id of ['FI001', '0197f3a0-0000-7000-8000-0000000000ff']) {
      const route = `GET /financial-institutions/${id}/business-days`
      assert.ok([400, 404].includes(await statusOf('admin', route)), route)
    }
  })

  test('after ten years every day is closed and paged, the hold is released, and the figures stay with their dates', async () => {
    await control(running.current, '/sandbox/clock', { advanceDays: 3_660 })
    const last = dayAfter(firstDay, 3_661)
    assert.equal(await today(), last)
    assert.deepEqual(await balancesOf(running.current, '1000000004'), { Available: 100, Balance: 100 })

    const both = `&from=${firstDay}&to=${dayAfter(firstDay, 1)}`
    // Figures follow within seconds.
    const summary = await until(async () => {
      const found = await dashboard('summary', both)
      return found.totalTransactions === 8 && found
    }, 'the reversal is counted')
    const page = (number: number) => read(`GET ${daysOf(`?page=${number}&size=100`)}`)
    const [newest, oldest, beyond] = [await page(1), await page(37), await page(38)]
    assert.deepEqual([newest.totalElements, newest.totalPages], [3_662, 37])
    assert.deepEqual(newest.content[0], { date: last, state: 'OPEN', totals: [] })
    assert.deepEqual(newest.content[99], { date: dayAfter(last, -99), state: 'CLOSED', totals: [] })
    assert.equal(oldest.content.length, 62)
    assert.partialDeepStrictEqual(oldest.content.at(-1), { date: firstDay, state: 'CLOSED' })
    const [reversed] = oldest.content.at(-2).totals
    assert.deepEqual(reversed.reversals, { count: 1, amount: 102.5 })
    assert.deepEqual(beyond.content, [])
    assert.equal((await call('admin', `GET ${daysOf(`/${firstDay}/file`)}`)).text, firstFile)

    assert.equal((await dashboard('summary')).totalTransactions, 0)
    assert.partialDeepStrictEqual(summary, {
      ...{ totalTransactions: 8, approved: 6, declined: 1, reversals: 1 },
      amountByCurrency: [
        { currencyCode: 'JPY', amount: 1_000, reversedAmount: 0 },
        { currencyCode: 'USD', amount: 247.75, reversedAmount: 102.5 },
      ],
    })
  })

  test('tillgate rollups rebuild counts every day again and shows its progress', async () => {
    const both = `&from=${firstDay}&to=${dayAfter(firstDay, 1)}`
    const before = await dashboard('volume', both)
    assert.equal(before.length, 2)
    if (engine === 'postgres') await spoilRollups(running.store.env.DATABASE_URL ?? '')
    // Only PostgreSQL lets a second process work beside the gateway.
    else await running.stop()
    const rebuilding = runTillgate(running.store, ['rollups', 'rebuild'])
    if (engine === 'postgres') await approved(client().debits(withdrawal('1000000001', 20)))
    const { code, output, stdout } = await rebuilding
    assert.equal(code, 0, output)
    assert.match(output, /^days: \d+%, FI001 \d{8}$/m)
    assert.match(stdout, /^rebuilt [23] days\n$/)
    if (engine === 'pglite') await running.start()
    assert.deepEqual(await dashboard('volume', both), before)
    if (engine === 'postgres') {
      await until(async () => (await dashboard('summary')).approved === 1, 'the withdrawal during the rebuild')
    }
  })

  for (const args of [
    ['--from', '20260101'],
    ['--to', '2026-02-30'],
    ['--from', 'today'],
  ]) {
    test(`tillgate rollups rebuild rejects ${args.join(' ')}`, async () => {
      const { code, output } = await runTillgate(running.store, ['rollups', 'rebuild', ...args])
      assert.notEqual(code, 0)
      assert.match(output, new RegExp(`${args[0]} takes a date YYYY-MM-DD`))
    })
  }
})

function sumOf(items: readonly Record<string, number>[], name: string): number {
  return items.reduce((sum, item) => sum + (item[name] ?? 0), 0)
}

/** Counts that are wrong, as a rebuild should find them. */
async function spoilRollups(url: string): Promise<void> {
  const database = openPostgres(url, { connections: 1 })
  try {
    await database.query('UPDATE transaction_rollups SET count = count + 3, amount_minor = amount_minor + 1')
    await database.query('UPDATE latency_rollups SET count = count + 3')
  } finally {
    await database.close()
  }
}

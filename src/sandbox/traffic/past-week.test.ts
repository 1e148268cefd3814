import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { until } from '../../../test/support/until.ts'
import { assertBalanced } from '../../ledger/journal.ts'
import { Rollups } from '../../oversight/transactions/rollups/rollups.ts'
import { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import { DAY_MS } from '../../platform/kernel/time/clock.ts'
import { seedSandbox } from '../seeding/seed-sandbox.ts'
import { OPENING_MINOR, pastWeek, type TrafficInstitution } from './past-week.ts'
import { seedSandboxTraffic } from './seed-sandbox-traffic.ts'

const NOW = Date.parse('2026-03-11T02:30:00Z')
const BANK: TrafficInstitution = {
  institutionId: 'FI001',
  timeZone: 'America/New_York',
  terminalId: 'ATM00001',
  accountIds: ['1', '2', '3'],
  minutesApart: 28,
}

describe('a week of synthetic traffic', () => {
  const orders = pastWeek([BANK, { ...BANK, institutionId: 'FI002' }], NOW)

  test('has orders of every day up to now, on their business dates', () => {
    const dates = new Set(orders.filter((one) => one.institutionId === 'FI001').map((one) => one.businessDate))
    assert.deepEqual([...dates].sort(), [
      '20260303',
      '20260304',
      '20260305',
      '20260306',
      '20260307',
      '20260308',
      '20260309',
      '20260310',
    ])
    assert.ok(orders.every(({ atMs }) => atMs < NOW && atMs > NOW - 7 * DAY_MS))
  })

  test('has balanced journals, and none of what was declined', () => {
    for (const { responseCode, entries } of orders) {
      assert.equal(entries.length > 0, responseCode === '000')
      assertBalanced(entries)
    }
    assert.ok(orders.some(({ responseCode }) => responseCode !== '000'))
  })

  test('names no order twice, and overdraws no account', () => {
    assert.equal(new Set(orders.map((one) => `${one.institutionId} ${one.rrn}`)).size, orders.length)
    assert.equal(new Set(orders.map(({ transactionId }) => transactionId)).size, orders.length)
    const balances = new Map<string, bigint>()
    for (const { book, account, amountMinor, institutionId } of orders.flatMap((one) =>
      one.entries.map((entry) => ({ ...entry, institutionId: one.institutionId })),
    )) {
      if (book === 'G') continue
      const key = `${institutionId} ${account}`
      const balance = (balances.get(key) ?? OPENING_MINOR) + amountMinor
      assert.ok(balance >= 0n, key)
      balances.set(key, balance)
    }
  })
})

onDatabase('a new sandbox', (_engine, open) => {
  test('gets the week once; accounts of the contract keep their balances, and the dashboard counts it', async () => {
    const { database } = await open()
    const clock = { now: () => NOW }
    const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 7), sandbox: true }])
    await database.transaction((sql) => seedSandbox(sql, { clock, secretBox }))
    const balances = () =>
      database.query('SELECT account_id, balance_minor FROM accounts WHERE description <> $1 ORDER BY 1', [
        'Synthetic traffic',
      ])
    const before = (await balances()).rows
    await seedSandboxTraffic({ database, clock })
    await seedSandboxTraffic({ database, clock })
    assert.deepEqual((await balances()).rows, before)
    const { rows } = await database.query<{ off: bigint }>(
      `SELECT sum(abs(a.balance_minor - e.amount_minor))::bigint AS off
         FROM accounts a
         JOIN (SELECT institution_id, account, sum(amount_minor) AS amount_minor FROM entries WHERE book = 'C' GROUP BY 1, 2) e
           ON e.institution_id = a.institution_id AND e.account = a.account_id`,
    )
    assert.equal(rows[0]?.off, 0n)
    const rollups = new Rollups(database)
    // A transaction that runs elsewhere on the server holds the counting back.
    await until(async () => {
      await rollups.refresh()
      await rollups.rebuildQueued()
      const { rows } = await database.query<{ rolled: bigint; kept: bigint }>(
        `SELECT (SELECT sum(count) FROM transaction_rollups WHERE granularity = 'D' AND institution_id IN ('FI001', 'FI002'))::bigint AS rolled,
                (SELECT count(*) FROM transactions) AS kept`,
      )
      return rows[0] !== undefined && rows[0].rolled === rows[0].kept && rows[0].kept > 200n
    }, 'the dashboard counts every transaction of the week')
  })
})

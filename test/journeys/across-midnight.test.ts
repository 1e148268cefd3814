// A gateway over midnight in New York, when the sandbox's business day is closed: orders go on, and what was closed stays as it was.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addDays, businessDateAt, DAY_MS, MINUTE_MS } from '../../src/platform/kernel/time/clock.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { openPostgres } from '../../src/platform/storage/open-database.ts'
import { cashDeposit, withdrawal, withdrawalReversal } from '../support/accounts/sandbox-requests.ts'
import { approved, clientOf } from '../support/accounts/sdk-client.ts'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'

const NEW_YORK = { timeZone: 'America/New_York', cutoverTime: '00:00' }

describe('a gateway over midnight in New York', () => {
  let store: Store
  let database: Database
  let gateway: Gateway

  before(async () => {
    store = await createSandboxStore('postgres')
    database = openPostgres(store.env.DATABASE_URL as string)
    gateway = await startGateway(store)
  })

  after(async () => {
    await gateway?.stop()
    await database.close()
    await store.remove()
  })

  let days = 0

  /** Moves the sandbox's clock forward, to a few seconds before a midnight in New York; returns the date that ends then. */
  async function moveBeforeMidnight(): Promise<string> {
    days++
    const { rows } = await database.query<{ now_ms: number }>(
      `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms`,
    )
    const nowMs = Math.floor(rows[0]?.now_ms ?? Number.NaN)
    const today = businessDateAt(nowMs, NEW_YORK)
    let midnightMs = Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS
    while (businessDateAt(midnightMs, NEW_YORK) === today) midnightMs += MINUTE_MS
    const offsetMs = midnightMs + days * DAY_MS - 8_000 - nowMs
    await database.query(
      `INSERT INTO settings (key, value) VALUES ('clock', $1::jsonb) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [JSON.stringify({ offsetMs })],
    )
    return addDays(today, days)
  }

  async function dateOf({ transaction: { rrn } }: { transaction: { rrn: string } }): Promise<string | undefined> {
    const { rows } = await database.query<{ business_date: string }>(
      'SELECT business_date FROM transactions WHERE rrn = $1',
      [rrn],
    )
    return rows[0]?.business_date
  }

  test('orders that keep coming are in one day or the next, and the closed one does not change', async () => {
    const onboarding = new Onboarding(() => gateway.url)
    const token = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    const { body } = await onboarding.call('POST /financial-institutions/list', {
      token,
      body: { institutionId: 'FI001' },
    })
    const id = body.data.content[0].id
    let ending = await moveBeforeMidnight()
    let paid = withdrawal('1000000001', 40)
    await until(async () => {
      paid = withdrawal('1000000001', 40)
      await approved(clientOf(gateway).debits(paid)).catch(() => {})
      const date = await dateOf(paid)
      // The machine was too busy for an order within these seconds.
      if (date !== undefined && date > ending) ending = await moveBeforeMidnight()
      return date === ending
    }, 'orders get the date that ends soon')

    const dates: string[] = []
    await until(async () => {
      const order = cashDeposit('1000000001', 10)
      // Orders are refused while the day is being closed.
      await approved(clientOf(gateway).credits(order)).catch(() => {})
      const date = await dateOf(order)
      if (date !== undefined) dates.push(date)
      return date === addDays(ending, 1)
    }, 'the next day begins')
    assert.deepEqual(dates.toSorted(), dates, 'the date does not go back')

    const day = `${ending.slice(0, 4)}-${ending.slice(4, 6)}-${ending.slice(6)}`
    const read = (path: string) =>
      onboarding.call(`GET /financial-institutions/${id}/business-days/${day}${path}`, { token })
    await until(async () => (await read('')).body.data.state === 'CLOSED', 'the day is closed')
    const shown = async () => [(await read('')).body.data, (await read('/file')).text]
    const closed = await shown()
    await approved(clientOf(gateway).debitsReverse(withdrawalReversal(paid, { originalRrn: paid.transaction.rrn })))
    for (let n = 0; n < 3; n++) await approved(clientOf(gateway).credits(cashDeposit('1000000001', 10)))
    assert.deepEqual(await shown(), closed)
    const verified = await runTillgate(store, ['verify'])
    assert.equal(verified.code, 0, verified.output)
  })
})

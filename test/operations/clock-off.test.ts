// Nodes whose clocks are off: they say so, go by the database's clock, and leave the end of days to others.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Database } from '../../src/platform/storage/database.ts'
import { openPostgres } from '../../src/platform/storage/open-database.ts'
import { control } from '../support/accounts/account-services.ts'
import { cashDeposit } from '../support/accounts/sandbox-requests.ts'
import { approved, clientOf } from '../support/accounts/sdk-client.ts'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'

interface HealthBody {
  readonly status: string
  readonly details: { readonly aheadSeconds: number; readonly closesDays: boolean }
}

/** Has a node's own clock run ahead of the machine's, as one that was set wrongly does. */
function off(seconds: number): { readonly NODE_OPTIONS: string } {
  const set = `const RealDate = Date; const off = ${seconds * 1000};
    globalThis.Date = class extends RealDate { constructor(...args) { args.length ? super(...args) : super(RealDate.now() + off) } static now() { return RealDate.now() + off } }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(set)}` }
}

describe('nodes whose clocks are off', () => {
  let store: Store
  let database: Database
  let right: Gateway
  let behind: Gateway
  let ahead: Gateway

  before(async () => {
    store = await createSandboxStore('postgres')
    database = openPostgres(store.env.DATABASE_URL as string)
    right = await startGateway(store)
    ;[behind, ahead] = await Promise.all([startGateway(store, off(-20)), startGateway(store, off(2 * 86_400))])
  })

  after(async () => {
    await Promise.all([right, behind, ahead].map((gateway) => gateway?.stop()))
    await database.close()
    await store.remove()
  })

  const health = async ({ managementUrl }: Gateway, path = '/actuator/health') => {
    const answer = await fetch(managementUrl + path)
    return { status: answer.status, body: (await answer.json()) as HealthBody }
  }

  async function dateOf(gateway: Gateway): Promise<string | undefined> {
    const order = cashDeposit('1000000001', 10)
    await approved(clientOf(gateway).credits(order))
    const { rows } = await database.query<{ business_date: string }>(
      'SELECT business_date FROM transactions WHERE rrn = $1',
      [order.transaction.rrn],
    )
    return rows[0]?.business_date
  }

  const linesAbout = (gateway: Gateway) =>
    gateway
      .output()
      .split('\n')
      .filter((line) => line.includes('off the database')).length

  const STATES: [
    title: string,
    of: () => Gateway,
    status: string,
    closesDays: boolean,
    seconds: number,
    lines: number,
  ][] = [
    ['the one that is right', () => right, 'UP', true, 0, 0],
    ['the one that is 20 s behind', () => behind, 'DEGRADED', true, -20, 1],
    ['the one that is two days ahead', () => ahead, 'DEGRADED', false, 172_800, 1],
  ]
  for (const [title, of, status, closesDays, seconds, lines] of STATES) {
    test(`${title} is ${status}: in health, as a metric, and in the log once`, async () => {
      const { status: http, body } = await health(of(), '/actuator/health/clock')
      assert.deepEqual([http, body.status, body.details.closesDays], [200, status, closesDays])
      assert.ok(Math.abs(body.details.aheadSeconds - seconds) < 5, JSON.stringify(body))
      assert.deepEqual(
        [(await health(of())).status, (await health(of(), '/actuator/health/readiness')).status],
        [200, 200],
      )
      const text = await (await fetch(`${of().managementUrl}/actuator/prometheus`)).text()
      const shown = /^node_clock_ahead_seconds (\S+)$/m.exec(text)?.[1]
      assert.ok(Math.abs(Number(shown) - seconds) < 5, shown)
      assert.equal(linesAbout(of()), lines)
    })
  }

  test('all of them have one business date, and one time for sessions', async () => {
    const dates = new Set(await Promise.all([right, behind, ahead].map(dateOf)))
    assert.equal(dates.size, 1)
    const token = await new Onboarding(() => ahead.url).tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    const { status } = await new Onboarding(() => behind.url).call('POST /financial-institutions/list', {
      token,
      body: {},
    })
    assert.equal(status, 200)
  })

  test('the one that is too far off closes no day; the others do, and what it posts goes to the next', async () => {
    const before = await dateOf(ahead)
    await assert.rejects(control(ahead, '/sandbox/clock', { advanceDays: 1 }), /answered 503/)
    assert.equal(await dateOf(ahead), before)
    await control(right, '/sandbox/clock', { advanceDays: 1 })
    const { rows } = await database.query(`SELECT closed_through FROM institutions WHERE institution_id = 'FI001'`)
    assert.deepEqual(rows, [{ closed_through: before }])
    let date: string | undefined
    // Orders are refused while a node closes the day.
    await until(async () => {
      date = await dateOf(ahead).catch(() => undefined)
      return date !== undefined
    }, 'an order is taken')
    assert.ok((date ?? '') > (before ?? ''), date)
    const verified = await runTillgate(store, ['verify'])
    assert.equal(verified.code, 0, verified.output)
  })
})

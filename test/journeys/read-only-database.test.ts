// PostgreSQL becomes read-only under a running gateway, as after a failover to a standby. Reads keep working, writes
// are rejected with nothing done, health reports it, and no restart is needed afterwards.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import type { HealthRecord } from '../../src/families/accounts/health/health-prober.ts'
import { balancesOf, newRrn, post } from '../support/accounts/account-services.ts'
import { cashDeposit, lookup } from '../support/accounts/sandbox-requests.ts'
import { withGatewayOn } from '../support/gateways/running-gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'

const CREDITS = '/transactions/credits'

withGatewayOn('postgres', 'a database that became read-only', (running) => {
  const api = new Onboarding(() => running.current.url)
  const refused = cashDeposit('1000000001', 10, { rrn: newRrn() })
  let token: string
  let balances: Record<string, number>

  before(async () => {
    token = await api.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    balances = await balancesOf(running.current, '1000000001')
    await setReadOnly(true)
    // Until the gateway has noticed that its connections are gone, an order may be lost with one of them.
    const other = () => post(running.current, CREDITS, cashDeposit('1000000001', 10, { rrn: newRrn() }))
    await until(async () => (await other()).status === 503, 'the gateway meets the read-only database')
  })

  test('a deposit and a sign-in are rejected with 503', async () => {
    const answer = await post(running.current, CREDITS, refused)
    assert.deepEqual([answer.status, answer.code, answer.headers.get('retry-after')], [503, '907', '1'])
    assert.equal((await api.login('admin@sandbox.example', 'Sandbox-Admin-1!')).status, 503)
  })

  test('inquiries and lists are answered', async () => {
    assert.deepEqual(await balancesOf(running.current, '1000000001'), balances)
    assert.equal((await post(running.current, '/accounts', lookup('4000000000000010'))).code, '000')
    for (const route of ['GET /me', 'GET /users', 'GET /partners', 'GET /audit-logs']) {
      assert.equal((await api.call(route, { token })).status, 200, route)
    }
  })

  test('health reports the cores as down, and the gateway is still ready', async () => {
    // On a busy machine a probe of what is up may time out.
    await until(async () => {
      const { status, dependencies } = await health()
      const statusOf = (part: string) => dependencies.find(({ name }) => name === part)?.status
      return status === 'down' && statusOf('CoreBanking') === 'DOWN' && statusOf('Gateway') !== 'DOWN'
    }, 'for partners the cores are down, and the gateway is not')
    await until(async () => {
      const response = await fetch(`${running.current.managementUrl}/actuator/health`)
      const { components } = (await response.json()) as { components: Record<string, { status: string }> }
      return [response.status, components.core?.status, components.db?.status].join(' ') === '503 DOWN UP'
    }, 'for operators the cores are down, and the database is not')
    const readiness = () => fetch(`${running.current.managementUrl}/actuator/health/readiness`)
    await until(async () => (await readiness()).status === 200, 'the gateway is ready')
  })

  test('once writes are possible again, the gateway accepts them', async () => {
    await setReadOnly(false)
    await until(async () => (await post(running.current, CREDITS, refused)).status === 200, 'the deposit is taken')
    await until(async () => (await health()).status !== 'down', 'health is no longer down')
    const { Balance = 0 } = balances
    assert.equal((await balancesOf(running.current, '1000000001')).Balance, Balance + 10)
  })

  async function health(): Promise<HealthRecord> {
    const response = await fetch(`${running.current.url}/api/health`)
    return (await response.json()) as HealthRecord
  }

  /** Applies to open connections too, because they are terminated. */
  async function setReadOnly(isReadOnly: boolean): Promise<void> {
    const client = new pg.Client({ connectionString: running.store.env.DATABASE_URL })
    await client.connect()
    try {
      await client.query('SET default_transaction_read_only = off')
      const { rows } = await client.query<{ name: string }>('SELECT quote_ident(current_database()) AS name')
      const change = isReadOnly ? 'SET default_transaction_read_only = on' : 'RESET default_transaction_read_only'
      await client.query(`ALTER DATABASE ${rows[0]?.name} ${change}`)
      if (!isReadOnly) return
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      )
    } finally {
      await client.end()
    }
  }
})

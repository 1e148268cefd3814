// Two gateways on one PostgreSQL. The one that makes an export is killed in the middle; the other one finishes it, and
// the file is the same as that of an uninterrupted export.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { createSandboxStore, type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'

/** Thirty pages of the job. */
const ROWS = 60_000

describe('an exporter that is killed', () => {
  let store: Store
  let gateway: Gateway
  let client: pg.Client

  before(async () => {
    store = await createSandboxStore('postgres')
    gateway = await startGateway(store)
    client = new pg.Client({ connectionString: store.env.DATABASE_URL as string })
    await client.connect()
    await writeTransactions(client)
  })
  after(async () => {
    await client?.end()
    await gateway?.stop()
    await store?.remove()
  })

  test('is replaced by the other node, which finishes its file', async () => {
    const onboarding = new Onboarding(() => gateway.url)
    const token = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    const request = async (): Promise<string> => {
      const body = { format: 'CSV', filter: { dateTo: '2026-01-31' } }
      const answer = await onboarding.call('POST /transactions/export', { token, body })
      assert.equal(answer.status, 202, answer.text)
      return answer.body.data.exportId
    }
    const stateOf = async (id: string) =>
      (await onboarding.call(`GET /transactions/exports/${id}`, { token })).body.data as { state: string; rows: number }
    const fileOf = async (id: string) => {
      const file = await onboarding.call(`GET /transactions/exports/${id}/file`, { token })
      assert.equal(file.status, 200, file.text.slice(0, 200))
      return file.text
    }

    const whole = await request()
    await until(async () => (await stateOf(whole)).state === 'DONE', 'the export that is not interrupted is done')

    // Its next page waits for the lock, so it is not done before the kill.
    const killed = await request()
    await until(async () => (await progressOf(client, killed)).chunks >= 2, 'some pages are written')
    await client.query('BEGIN')
    const { rows_written: written } = await lockExport(client, killed)
    assert.ok(Number(written) < ROWS, `${written} rows are written`)
    const other = await startGateway(store)
    const exporter = gateway
    gateway = other
    await exporter.kill()
    const { run } = await progressOf(client, killed)
    await client.query('COMMIT')

    await until(async () => (await stateOf(killed)).state === 'DONE', 'the other node finishes the export')
    assert.equal((await progressOf(client, killed)).run, run + 1)
    assert.equal((await stateOf(killed)).rows, ROWS)
    const file = await fileOf(killed)
    assert.equal(file.split('\n').length, ROWS + 2)
    assert.ok(file === (await fileOf(whole)), 'both files are the same')
  })
})

interface Progress {
  readonly run: number
  readonly chunks: number
  readonly rows_written: string
}

async function progressOf(client: pg.Client, exportId: string): Promise<Progress> {
  const sql = 'SELECT run, chunks, rows_written FROM transaction_exports WHERE export_id = $1'
  return (await client.query(sql, [exportId])).rows[0]
}

async function lockExport(client: pg.Client, exportId: string): Promise<Progress> {
  const sql = 'SELECT run, chunks, rows_written FROM transaction_exports WHERE export_id = $1 FOR UPDATE'
  return (await client.query(sql, [exportId])).rows[0]
}

async function writeTransactions(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO transactions (institution_id, partner_id, rrn, transaction_id, type, account_id, terminal_id, amount_minor,
                               cash_minor, currency, response_code, auth_id, business_date, recorded_at, latency_ms,
                               correlation_id, fingerprint, response)
     SELECT 'FI001', 'PARTNER01', lpad(n::text, 12, '0'), id, 'CASHWITHDRAWAL', '1000000001', 'ATM00001', 2000, 2000, 'USD',
            '000', upper(lpad(to_hex(n), 6, '0')), to_char(moment, 'YYYYMMDD'), moment, 9, id, 'f', '{}'
       FROM generate_series(1, $1::int) AS n
      CROSS JOIN LATERAL (SELECT timestamptz '2026-01-01 12:00+00' + n * interval '10 seconds' AS moment) AS at
      CROSS JOIN LATERAL (SELECT (lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0') || '70008'
                                  || lpad(to_hex(n), 15, '0'))::uuid AS id) AS named`,
    [ROWS],
  )
  await client.query('ANALYZE transactions')
}

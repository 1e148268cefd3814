// Two gateways on one PostgreSQL. The one that makes an export is killed in the middle; the other one finishes it, and
// the file is the same as that of an uninterrupted export.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { createSandboxStore, type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { rounds } from '../support/runner/extent.ts'
import { until } from '../support/until.ts'

/** Ten pages of the job, or thirty. */
const ROWS = rounds(20_000, 60_000)
/** What the run that is killed has written. */
const PAGES_BEFORE = 2

describe('an exporter that is killed', () => {
  let store: Store
  let nodes: [Gateway, Gateway]
  let client: pg.Client

  before(async () => {
    store = await createSandboxStore('postgres')
    nodes = [await startNode(0), await startNode(1)]
    client = new pg.Client({ connectionString: store.env.DATABASE_URL as string })
    await client.connect()
    await writeTransactions(client)
  })
  after(async () => {
    await client?.end()
    for (const node of nodes ?? []) await node.stop()
    await store?.remove()
  })

  /** Its connections bear its number, so that the server tells which of the two exports. */
  function startNode(number: 0 | 1): Promise<Gateway> {
    const url = new URL(store.env.DATABASE_URL as string)
    url.searchParams.set('application_name', `node ${number}`)
    return startGateway(store, { DATABASE_URL: url.href })
  }

  test('is replaced by the other node, which finishes its file', async () => {
    let [asked] = nodes
    const onboarding = new Onboarding(() => asked.url)
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

    await stopFirstRuns(client)
    const killed = await request()
    const exporter = await until(() => waitingNode(client), 'some pages are written')
    asked = nodes[exporter === 'node 0' ? 1 : 0]
    await nodes[exporter === 'node 0' ? 0 : 1].kill()
    const { run, chunks } = await progressOf(client, killed)
    assert.deepEqual([run, chunks], [1, PAGES_BEFORE])
    await client.query('SELECT pg_advisory_unlock_all()')

    await until(async () => (await stateOf(killed)).state === 'DONE', 'the other node finishes the export')
    assert.ok((await progressOf(client, killed)).run > run)
    assert.equal((await stateOf(killed)).rows, ROWS)
    const file = await fileOf(killed)
    assert.equal(file.split('\n').length, ROWS + 2)
    assert.ok(file === (await fileOf(whole)), 'both files are the same')
  })
})

async function progressOf(client: pg.Client, exportId: string): Promise<{ run: number; chunks: number }> {
  const sql = 'SELECT run, chunks FROM transaction_exports WHERE export_id = $1'
  return (await client.query(sql, [exportId])).rows[0]
}

/** From now on the first run of an export waits, after some pages, for a lock that this client has. */
async function stopFirstRuns(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock(1)')
  await client.query(`
    CREATE FUNCTION wait_for_lock() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(1);
      RETURN NEW;
    END $$;
    CREATE TRIGGER wait_for_lock BEFORE UPDATE ON transaction_exports FOR EACH ROW
      WHEN (NEW.run = 1 AND NEW.chunks > ${PAGES_BEFORE}) EXECUTE FUNCTION wait_for_lock()`)
}

/** The name of the node whose export waits. */
async function waitingNode(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query(
    `SELECT application_name AS name FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'`,
  )
  return rows[0]?.name
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

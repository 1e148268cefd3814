// Two gateways on one PostgreSQL. The one that resolves many exceptions is killed in the middle, after it has resolved some and
// before it could say so; the other one goes on, and each exception is resolved once.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { createSandboxStore, type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { rounds } from '../support/runner/extent.ts'
import { until } from '../support/until.ts'

const EXCEPTIONS = rounds(400, 2_000)
/** From this line on the run that is killed resolves and does not say so. */
const LAST_MARKED = 100

describe('a job on exceptions whose node is killed', () => {
  let store: Store
  let nodes: [Gateway, Gateway]
  let client: pg.Client

  before(async () => {
    store = await createSandboxStore('postgres')
    nodes = [await startNode(0), await startNode(1)]
    client = new pg.Client({ connectionString: store.env.DATABASE_URL as string })
    await client.connect()
    await writeExceptions(client)
  })
  after(async () => {
    await client?.end()
    for (const node of nodes ?? []) await node.stop()
    await store?.remove()
  })

  /** Its connections bear its number, so that the server tells which of the two works. */
  function startNode(number: 0 | 1): Promise<Gateway> {
    const url = new URL(store.env.DATABASE_URL as string)
    url.searchParams.set('application_name', `node ${number}`)
    return startGateway(store, { DATABASE_URL: url.href })
  }

  test('is finished by the other node, and resolves each exception once', async () => {
    let [asked] = nodes
    const onboarding = new Onboarding(() => asked.url)
    const token = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    await stopAfterSome(client)
    const body = { filter: { kind: ['UNMATCHED'] }, action: 'IGNORE', reason: 'The switch has corrected them' }
    const started = await onboarding.call('POST /transactions/exceptions/resolve', { token, body })
    assert.equal(started.status, 202, started.text)
    const jobOf = async () => {
      const route = `GET /transactions/exceptions/resolutions/${started.body.data.jobId}`
      return (await onboarding.call(route, { token })).body.data as { state: string; done: number; skipped: number }
    }

    const worker = await until(() => waitingNode(client), 'some exceptions are resolved')
    asked = nodes[worker === 'node 0' ? 1 : 0]
    const between = await jobOf()
    assert.ok(between.done <= LAST_MARKED, `${between.done} are marked`)
    assert.ok((await resolved(client)) > between.done, 'more are resolved than marked')
    await nodes[worker === 'node 0' ? 0 : 1].kill()
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [worker])
    await client.query('SELECT pg_advisory_unlock_all()')

    const ended = await until(async () => {
      const job = await jobOf()
      return job.state === 'DONE' && job
    }, 'the other node finishes the job')
    assert.deepEqual([ended.done, ended.skipped], [EXCEPTIONS, 0])
    assert.equal(await resolved(client), EXCEPTIONS)
    const { rows } = await client.query(
      `SELECT count(*)::int AS records, count(DISTINCT resource_id)::int AS exceptions
         FROM audit_log WHERE action = 'exception.resolve'`,
    )
    assert.deepEqual(rows[0], { records: EXCEPTIONS, exceptions: EXCEPTIONS })
  })
})

async function resolved(client: pg.Client): Promise<number> {
  return (await client.query('SELECT count(*)::int AS resolved FROM exception_resolutions')).rows[0].resolved
}

/** From a line on, marking waits for a lock that this client has. */
async function stopAfterSome(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock(1)')
  await client.query(`
    CREATE FUNCTION wait_for_lock() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(1);
      RETURN NEW;
    END $$;
    CREATE TRIGGER wait_for_lock BEFORE UPDATE ON exception_job_lines FOR EACH ROW
      WHEN (NEW.seq > ${LAST_MARKED}) EXECUTE FUNCTION wait_for_lock()`)
}

/** The name of the node whose job waits. Nodes also wait for each other, at other locks: to tell of new exceptions. */
async function waitingNode(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted
        AND (classid, objid, objsubid) = (0, 1, 1)`,
  )
  return rows[0]?.name
}

/** Declined reversals without an original. */
async function writeExceptions(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO transactions (institution_id, partner_id, rrn, transaction_id, type, account_id, terminal_id, amount_minor,
                               cash_minor, currency, response_code, original_rrn, business_date, recorded_at, latency_ms,
                               correlation_id, fingerprint, response)
     SELECT 'FI001', 'PARTNER01', lpad(n::text, 12, '0'), id, 'CASHWITHDRAWALREVERSAL', '1000000001', 'ATM00001', 2000, 2000, 'USD',
            '914', lpad((n + 500000)::text, 12, '0'), to_char(moment, 'YYYYMMDD'), moment, 9, id, 'f', '{}'
       FROM generate_series(1, $1::int) AS n
      CROSS JOIN LATERAL (SELECT timestamptz '2026-01-01 12:00+00' + n * interval '10 seconds' AS moment) AS at
      CROSS JOIN LATERAL (SELECT (lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0') || '70008'
                                  || lpad(to_hex(n), 15, '0'))::uuid AS id) AS named`,
    [EXCEPTIONS],
  )
  await client.query('ANALYZE transactions')
}

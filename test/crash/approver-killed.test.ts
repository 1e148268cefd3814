// Two gateways on one PostgreSQL. A change that is approved is made once: when the node that carries it out is killed before
// the commit, when its answer is lost after it, and when both nodes are asked at the same time.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'

const LIST = { environment: 'sandbox', application: '*', key: 'four-eyes', valueType: 'JSON' }

describe('an approval', () => {
  let store: Store
  let nodes: [Gateway, Gateway]
  let client: pg.Client
  /** Looks on while the other holds a lock: within a transaction the activity of the server is read once. */
  let observer: pg.Client
  let apis: [Onboarding, Onboarding]
  let [maker, checker, other] = ['', '', '']

  before(async () => {
    store = await createSandboxStore('postgres')
    nodes = [await startGateway(store), await startGateway(store)]
    client = new pg.Client({ connectionString: store.env.DATABASE_URL as string })
    observer = new pg.Client({ connectionString: store.env.DATABASE_URL as string })
    await Promise.all([client.connect(), observer.connect()])
    apis = [new Onboarding(() => nodes[0].url), new Onboarding(() => nodes[1].url)]
    maker = await apis[0].tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    checker = await apis[0].tokenOf('second@sandbox.example', 'Sandbox-Second-1!')
    other = await apis[1].tokenOf('second@sandbox.example', 'Sandbox-Second-1!')
    const entries = ['INSTITUTIONS:UPDATE:name', 'INSTITUTIONS:CREATE']
    await asked(0, 'POST /application-properties', maker, 201, { ...LIST, value: JSON.stringify(entries) })
  })
  after(async () => {
    await client?.end()
    await observer?.end()
    for (const node of nodes ?? []) await node.stop()
    await store?.remove()
  })

  async function asked(node: 0 | 1, route: string, token: string, status: number, body?: unknown) {
    const answer = await apis[node].call(route, { token, body })
    assert.equal(answer.status, status, answer.text)
    return answer.body.data
  }

  let count = 0
  /** A biller that is to be made, and its pending request. */
  async function requested(): Promise<{ billerId: string; id: string }> {
    const billerId = `TWICE${++count}`
    const biller = { institutionId: 'FI001', billerId, bin: '510300', name: 'Once' }
    return { billerId, id: (await asked(1, 'POST /billers', maker, 202, biller)).changeRequestId }
  }
  const made = async (billerId: string) =>
    (await client.query('SELECT FROM billers WHERE biller_id = $1', [billerId])).rowCount
  /** What stands on the suspense account of wrong postings. */
  const standing = async () => {
    const { content } = await asked(1, 'GET /suspense?institutionId=FI001', maker, 200)
    const found = content.find(({ account }: { account: string }) => account === 'suspense:corrections')
    return found?.balance ?? 0
  }
  const stateOf = async (id: string) =>
    (await client.query('SELECT state FROM change_requests WHERE change_request_id = $1', [id])).rows[0]?.state
  /** Holds the head of the audit log: a request that carries a change out waits there, with the change made and not committed. */
  async function whileHeld(work: () => Promise<void>): Promise<void> {
    await client.query('BEGIN')
    await client.query('SELECT FROM audit_head FOR UPDATE')
    try {
      await work()
    } finally {
      await client.query('COMMIT')
    }
  }
  const untilWaiting = (count: number) =>
    until(async () => {
      const { rows } = await observer.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
          WHERE wait_event_type = 'Lock' AND query LIKE '%audit_head%' AND datname = current_database()`,
      )
      return rows[0].waiting >= count
    }, `${count} approvals wait for the audit log`)

  test('by two approvers on two nodes at once is carried out once', async () => {
    const { billerId, id } = await requested()
    let answers: Promise<{ status: number }[]> | undefined
    await whileHeld(async () => {
      const route = `POST /change-requests/${id}/approve`
      answers = Promise.all([apis[0].call(route, { token: checker }), apis[1].call(route, { token: other })])
      await untilWaiting(1)
    })
    assert.deepEqual((await answers)?.map(({ status }) => status).toSorted(), [201, 409])
    assert.deepEqual([await made(billerId), await stateOf(id)], [1, 'APPROVED'])
  })

  test('is repeated on the other node after a kill before the commit, and made once', async () => {
    const { billerId, id } = await requested()
    await whileHeld(async () => {
      const lost = apis[0].call(`POST /change-requests/${id}/approve`, { token: checker }).catch(() => undefined)
      await untilWaiting(1)
      await nodes[0].kill()
      await lost
    })
    assert.deepEqual([await made(billerId), await stateOf(id)], [0, 'PENDING'])
    await asked(1, `POST /change-requests/${id}/approve`, other, 201)
    assert.deepEqual([await made(billerId), await stateOf(id)], [1, 'APPROVED'])
    // The answer may have been lost: asking again changes nothing.
    await asked(1, `POST /change-requests/${id}/approve`, other, 409)
    assert.equal(await made(billerId), 1)
    nodes[0] = await startGateway(store)
  })

  test('of a correction posts nothing when its node is killed before the commit, and once when it is repeated', async () => {
    const wanted = {
      ...{ institutionId: 'FI001', accountId: '1000000001', direction: 'CREDIT', amount: 5, currencyCode: 'USD' },
      ...{ kind: 'ERROR', reason: 'of the wrong customer' },
    }
    const { changeRequestId: id } = await asked(1, 'POST /corrections', maker, 202, wanted)
    await whileHeld(async () => {
      const lost = apis[0].call(`POST /change-requests/${id}/approve`, { token: checker }).catch(() => undefined)
      await untilWaiting(1)
      await nodes[0].kill()
      await lost
    })
    assert.deepEqual([await standing(), await stateOf(id)], [0, 'PENDING'])
    const { id: correctionId } = await asked(1, `POST /change-requests/${id}/approve`, other, 201)
    assert.deepEqual([await standing(), await stateOf(id)], [-5, 'APPROVED'])
    // Two that undo it, approved on both nodes at once: it is undone once.
    nodes[0] = await startGateway(store)
    const undoing = { institutionId: 'FI001', reverses: correctionId, reason: 'of the right one after all' }
    const held = await Promise.all([1, 2].map(() => asked(1, 'POST /corrections', maker, 202, undoing)))
    let answers: Promise<{ status: number }[]> | undefined
    await whileHeld(async () => {
      answers = Promise.all(
        held.map(({ changeRequestId }, node) =>
          apis[node as 0 | 1].call(`POST /change-requests/${changeRequestId}/approve`, {
            token: node === 0 ? checker : other,
          }),
        ),
      )
      await untilWaiting(1)
    })
    assert.deepEqual((await answers)?.map(({ status }) => status).toSorted(), [201, 409])
    assert.equal(await standing(), 0)
    const verified = await runTillgate(store, ['verify'])
    assert.equal(verified.code, 0, verified.output)
  })

  test('leaves one record of the approval and one of the change, in a chain that holds', async () => {
    const { billerId, id } = await requested()
    await asked(1, `POST /change-requests/${id}/approve`, other, 201)
    const { rows } = await client.query(
      `SELECT action, actor_email FROM audit_log
        WHERE resource_id = $1 OR resource_id = (SELECT id::text FROM billers WHERE biller_id = $2) ORDER BY position`,
      [id, billerId],
    )
    assert.deepEqual(
      rows.map(({ action, actor_email: by }) => `${action} ${by}`),
      [
        'change-request.create admin@sandbox.example',
        'change-request.approve second@sandbox.example',
        'biller.create admin@sandbox.example',
      ],
    )
    assert.equal((await asked(1, 'GET /audit-logs/verify', maker, 200)).valid, true)
  })
})

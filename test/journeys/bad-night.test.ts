// A bad night from beginning to end: a REST core dies under load and leaves 500 orders without an outcome, a card is stolen, a terminal
// is short of cash, a day does not close, and a deposit was posted wrongly. One operator and one approver end it: the list of
// exceptions is clean, the books are right, and the audit log tells who did what.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { DAY_MS } from '../../src/platform/kernel/time/clock.ts'
import { post } from '../support/accounts/account-services.ts'
import { billPayment, cashDeposit, withdrawal } from '../support/accounts/sandbox-requests.ts'
import { runTillgate } from '../support/gateways/gateway.ts'
import { type RunningGateway, withGatewayOn } from '../support/gateways/running-gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { connectRestCore, inStore } from '../support/rest-core/connectivity.ts'
import { type ExampleServer, startExample } from '../support/rest-core/example-server.ts'
import { type HttpFaultProxy, startHttpFaultProxy } from '../support/rest-core/http-fault-proxy.ts'
import { until } from '../support/until.ts'

const ORDERS = 500
const CALLERS = 16
const PAGE = 100
/** Deeds of the night that the audit log must explain. */
const EXPLAINED = [
  'hot-card.create',
  'correction.create',
  'exception-job.start',
  'exception.assign',
  'exception.resolve',
]

/** Only the REST core has it. */
const ACCOUNT = '5000000001'
const HARBOR = { institutionId: 'FI002', terminalId: 'ATM00101' }
const HARBOR_ACCOUNT = '2000000001'
const STOLEN_PAN = '4000000000009987'
const OPERATOR = 'admin@sandbox.example'
const APPROVER = 'second@sandbox.example'

withGatewayOn('postgres', 'a bad night', (running) => journey(running))

function journey(running: RunningGateway): void {
  const endings: (() => Promise<void> | void)[] = []
  const api = new Onboarding(() => running.current.url)
  const tokens = { operator: '', approver: '' }
  let example: ExampleServer
  let proxy: HttpFaultProxy

  before(async () => {
    const t = { after: (end: () => Promise<void> | void) => endings.push(end) }
    example = await startExample(t, { plainAccounts: 10 })
    proxy = await startHttpFaultProxy(t as never, example.url)
    await connectRestCore(running.store, { url: proxy.url, breakerFailureRate: 100 })
    tokens.operator = await api.tokenOf(OPERATOR, 'Sandbox-Admin-1!')
    tokens.approver = await api.tokenOf(APPROVER, 'Sandbox-Second-1!')
  })
  after(async () => {
    for (const end of endings.reverse()) await end()
  })

  async function told(route: string, body?: unknown, status = 200, token = tokens.operator) {
    const answer = await api.call(route, { token, ...(body !== undefined && { body }) })
    assert.equal(answer.status, status, `${route}: ${answer.text}`)
    return answer.body.data
  }

  /** Asked for by the operator, approved by the other. */
  async function approvedByTheOther(route: string, body: unknown, status = 201) {
    const { changeRequestId } = await told(route, body, 202)
    return told(`POST /change-requests/${changeRequestId}/approve`, undefined, status, tokens.approver)
  }

  const openExceptions = async (filter: object = {}, page = 1) =>
    told(`POST /transactions/exceptions/list?page=${page}&size=${PAGE}`, { state: ['OPEN'], ...filter })

  test('the core dies under load: 500 orders have no outcome, later ones are refused', async () => {
    let orders = 0
    // A quarter is answered, so that the circuit stays closed; of the others every third reaches the core.
    proxy.choose = ({ method }) => {
      if (method !== 'PUT') return 'refuse'
      return (['none', 'lose-reply', 'lose-request', 'lose-request'] as const)[orders++ % 4] ?? 'none'
    }
    let left = ORDERS
    const callOn = async () => {
      while (left > 0) {
        left--
        const { status } = await post(running.current, '/transactions/billpayments', billPayment(ACCOUNT, 1))
        if (status !== 504) left++
      }
    }
    await Promise.all(Array.from({ length: CALLERS }, callOn))
    await connectRestCore(running.store, { url: example.url })
    await example.kill()
    const refused = await post(running.current, '/transactions/billpayments', billPayment(ACCOUNT, 1))
    assert.deepEqual([refused.status, refused.code], [503, '907'])
  })

  test('a stolen card of another bank is stopped at the gateway', async () => {
    const stolen = withdrawal(HARBOR_ACCOUNT, 20, { ...HARBOR, pan: STOLEN_PAN })
    const hot = { institutionId: 'FI002', pan: STOLEN_PAN, reason: 'STOLEN', note: 'Reported by telephone' }
    assert.equal((await told('POST /hot-cards', hot, 201)).state, 'ACTIVE')
    assert.equal((await post(running.current, '/transactions/debits', stolen)).code, '209')
  })

  test('a terminal is short of cash because a deposit was posted wrongly', async () => {
    const [terminal] = (await told('POST /terminals/list', { search: HARBOR.terminalId })).content
    const cash = `/terminals/${terminal.id}/cash`
    const count = async (amount: number, reference: string) => {
      const { asOf: at } = await told(`GET ${cash}`)
      return told(`POST ${cash}`, { kind: 'COUNT', currencyCode: 'USD', amount, reference, at }, 201)
    }
    await count(20_000, 'EVENING')
    // A hundred was put in.
    const deposit = cashDeposit(HARBOR_ACCOUNT, 1_000, HARBOR)
    assert.equal((await post(running.current, '/transactions/credits', deposit)).code, '000')
    const { difference, exceptionId } = await count(20_100, 'NIGHT')
    assert.equal(difference, -900)
    await approvedByTheOther('POST /corrections', {
      ...{ institutionId: 'FI002', accountId: HARBOR_ACCOUNT, direction: 'DEBIT', amount: 900, currencyCode: 'USD' },
      ...{ kind: 'LOST_DEPOSIT', reason: 'A hundred was put in, not a thousand', exceptionId },
    })
    const matched = { action: 'MATCH', reason: 'The correction takes it off' }
    assert.equal((await told(`POST /transactions/exceptions/${exceptionId}/resolve`, matched)).state, 'RESOLVED')
  })

  test('the day does not close while a session is forgotten, and closes once it has ended', async () => {
    const forgotten = new pg.Client({ connectionString: running.store.env.DATABASE_URL as string })
    await forgotten.connect()
    await forgotten.query('BEGIN; SELECT txid_current()')
    const [institution] = (await told('POST /financial-institutions/list', { search: 'FI002' })).content
    const date = institution.businessDate
    const day = () => told(`GET /financial-institutions/${institution.id}/business-days/${date}`)
    // The sandbox's control would wait for the day.
    await moveClock(DAY_MS)
    await until(async () => (await day()).state === 'CLOSING', 'the day is being closed')
    await forgotten.end()
    await until(async () => (await day()).state === 'CLOSED', 'the day is closed')
  })

  test('500 unknown outcomes are handed out and resolved as the bank tells them', async () => {
    const unknown = { kind: ['UNKNOWN'], institutionId: 'FI001' }
    await until(async () => (await openExceptions(unknown)).totalElements === ORDERS, 'they are exceptions')
    const { items: users } = { items: await told('GET /transactions/exceptions/assignees') }
    const operator = users.find(({ mailID }: { mailID: string }) => mailID === OPERATOR)
    const handed = await told(
      'POST /transactions/exceptions/assign',
      { filter: unknown, assigneeIds: [operator.userId], priority: 'HIGH' },
      202,
    )
    await jobDone(handed.jobId)

    // What the bank has executed it tells by the reference of each order.
    const executed = new Set(example.readLog().map(({ reference }) => reference))
    const found: { id: string; transaction: { id: string } }[] = []
    for (let page = 1; found.length < ORDERS; page++) found.push(...(await openExceptions(unknown, page)).content)
    const approved = found.filter(({ transaction }) => executed.has(transaction.id)).map(({ id }) => id)
    const declined = found.filter(({ transaction }) => !executed.has(transaction.id)).map(({ id }) => id)
    assert.ok(approved.length > 0 && declined.length > 0)
    for (const [outcome, ids] of Object.entries({ APPROVED: approved, DECLINED: declined })) {
      const body = { ids, action: 'MATCH', outcome, reason: 'As the bank told by telephone' }
      await jobDone((await told('POST /transactions/exceptions/resolve', body, 202)).jobId)
    }
    assert.equal((await openExceptions(unknown)).totalElements, 0)
  })

  test('nothing is left open, the books are right, and the audit log tells who did what', async () => {
    assert.deepEqual((await openExceptions()).content, [])
    assert.equal((await runTillgate(running.store, ['verify'])).code, 0)
    for (const action of EXPLAINED) {
      const { content } = await told('POST /audit-logs/list?page=1&size=1', { action })
      assert.equal(content.length, 1, `${action} is in the audit log`)
    }
    assert.equal((await told('GET /audit-logs/verify')).valid, true)
  })

  async function moveClock(offsetMs: number): Promise<void> {
    await inStore(running.store, async (database) => {
      await database.query(`INSERT INTO settings (key, value) VALUES ('clock', $1::jsonb)`, [
        JSON.stringify({ offsetMs }),
      ])
    })
  }

  async function jobDone(jobId: string): Promise<void> {
    await until(async () => {
      const job = await told(`GET /transactions/exceptions/resolutions/${jobId}?page=1&size=1`)
      assert.ok(job.state !== 'FAILED', JSON.stringify(job))
      return job.state === 'DONE' && job.skipped === 0
    }, 'the job is done')
  }
}

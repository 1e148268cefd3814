// Orders that a host does not take back, from the terminal to the operator who ends them.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { post } from '../support/accounts/account-services.ts'
import { withdrawal } from '../support/accounts/sandbox-requests.ts'
import { createSandboxStore, type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'
import { connectHost } from '../support/iso8583-host/connectivity.ts'
import {
  answerTypeOf,
  codeOf,
  type HostVersion,
  type ScriptedHost,
  startScriptedHost,
} from '../support/iso8583-host/scripted-host.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { inStore } from '../support/rest-core/connectivity.ts'
import { until } from '../support/until.ts'

for (const version of ['1987', '1993'] as const)
  describe(`orders that a host of ${version} does not take back`, () => testExceptions(version))

function testExceptions(version: HostVersion): void {
  const dialect = version === '1987' ? 'iso87-ascii' : 'iso93-binary'
  const type = (of1987: string) => (version === '1993' ? `1${of1987.slice(1)}` : of1987)
  let store: Store
  let gateway: Gateway
  let host: ScriptedHost
  let token = ''
  let second = ''
  const onboarding = new Onboarding(() => gateway.url)

  before(async () => {
    host = await startScriptedHost(version)
    store = await createSandboxStore('postgres')
    await inStore(store, (database) =>
      connectHost(database, { port: host.port, dialect, timeoutMs: 1_000, breakerFailureRate: 100 }),
    )
    gateway = await startGateway(store)
    token = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    second = await onboarding.tokenOf('second@sandbox.example', 'Sandbox-Second-1!')
  })
  after(async () => {
    await gateway?.stop()
    await store?.remove()
    await host?.close()
  })

  const call = (route: string, body?: unknown, as = token) => onboarding.call(route, { token: as, body })
  async function exceptionOf(rrn: string) {
    const { body, text } = await call('POST /transactions/exceptions/list', { search: rrn })
    assert.equal(body.data.content.length <= 1, true, text)
    return body.data.content[0]
  }
  const resolve = (id: string, body: object, as = token) =>
    call(`POST /transactions/exceptions/${id}/resolve`, { reason: 'seen', ...body }, as)
  const transactionOf = async (rrn: string) => (await call('POST /transactions/list', { rrn })).body.data.content[0]

  /** A withdrawal that the host leaves unanswered, and whose advice it refuses. */
  async function parked() {
    host.script = ({ mti }, approval) => (mti[1] === '2' ? undefined : { ...approval, 39: codeOf(version, '05') })
    const order = withdrawal('1000000001', 60)
    const { rrn } = order.transaction
    assert.equal((await post(gateway, '/transactions/debits', order)).status, 504)
    const found = await until(async () => (await exceptionOf(rrn)) ?? false, 'the advice is parked')
    return { rrn, found }
  }

  test('RETRY asks the host now, and the exception settles once the host has taken the order back', async () => {
    const { rrn, found } = await parked()
    assert.deepEqual(
      [found.kind, found.state, found.transaction.rrn, found.transaction.amount],
      ['ADVICE_PARKED', 'OPEN', rrn, 60],
    )
    for (const action of ['MATCH', 'IGNORE', 'WRITE_OFF', 'PAY_OUT'])
      assert.equal((await resolve(found.id, { action })).status, 409, action)
    host.script = (_message, approval) => approval
    const { status, body, text } = await resolve(found.id, { action: 'RETRY' })
    assert.equal(status, 200, text)
    // The host may have answered before the exception is read for the reply.
    assert.ok(['OPEN', 'RESOLVED'].includes(body.data.state), text)
    await until(async () => (await exceptionOf(rrn))?.state === 'RESOLVED', 'the exception is resolved')
    assert.equal((await exceptionOf(rrn)).resolution.action, 'SETTLED')
    const again = await resolve(found.id, { action: 'RETRY' })
    assert.equal(again.status, 409)
  })

  test('SETTLED_OUTSIDE needs a reference and ends it: the order counts as reversed, and the host is asked no more', async () => {
    const { rrn, found } = await parked()
    const without = await resolve(found.id, { action: 'SETTLED_OUTSIDE' })
    assert.deepEqual([without.status, /externalReference/.test(without.text)], [400, true])
    const asked = host.received.length
    const ended = await resolve(found.id, { action: 'SETTLED_OUTSIDE', externalReference: 'Letter 7' })
    assert.equal(ended.status, 200, ended.text)
    const { state, resolution } = await exceptionOf(rrn)
    assert.deepEqual(
      [state, resolution.action, resolution.externalReference, resolution.by],
      ['RESOLVED', 'SETTLED_OUTSIDE', 'Letter 7', 'admin@sandbox.example'],
    )
    await until(async () => {
      // The background inquiry leaves orders alone that may still be under way.
      await inStore(store, (database) =>
        database.query(
          `UPDATE transactions SET recorded_at = recorded_at - interval '1 minute' WHERE response_code = '911'`,
        ),
      )
      return (await transactionOf(rrn))?.status === 'DECLINED'
    }, 'the order is declined')
    assert.equal((await transactionOf(rrn)).responseCode, '485')
    assert.equal(host.received.length, asked)
  })

  test('a late approval of an order that the host did not know is an exception until it is taken back', async () => {
    let isKnown = false
    host.script = ({ mti }, approval) =>
      mti[1] === '2' ? undefined : isKnown ? undefined : { ...approval, 39: codeOf(version, '25') }
    host.received.length = 0
    const order = withdrawal('1000000001', 70)
    const { rrn } = order.transaction
    assert.equal((await post(gateway, '/transactions/debits', order)).status, 504)
    await until(async () => host.received.some(({ mti }) => mti === type('0420')), 'the advice was sent')
    const asked = host.received.find(({ mti }) => mti === type('0200'))
    assert.ok(asked)
    isKnown = true
    const { 7: time = '', 11: stan = '' } = asked.fields
    await until(async () => {
      host.say({ mti: answerTypeOf(asked.mti), fields: { 7: time, 11: stan, 37: rrn, 39: codeOf(version, '00') } })
      return (await exceptionOf(rrn))?.kind === 'HOST_APPROVAL'
    }, 'the approval is an exception')
    host.script = (_message, approval) => approval
    await until(async () => (await exceptionOf(rrn))?.state === 'RESOLVED', 'the host has taken it back')
  })

  test('SETTLED_OUTSIDE waits for a second user where the list of four eyes has it', async () => {
    const { found } = await parked()
    const list = { environment: 'sandbox', application: '*', key: 'four-eyes', valueType: 'JSON' }
    const { body } = await call('POST /application-properties/list', { key: 'four-eyes' })
    const [known] = body.data.content
    const value = JSON.stringify(['EXCEPTIONS:APPROVE:SETTLED_OUTSIDE'])
    const set =
      known === undefined
        ? await call('POST /application-properties', { ...list, value })
        : await call(`PUT /application-properties/${known.id}`, { ...list, value, version: known.version })
    assert.ok([200, 201].includes(set.status), set.text)
    const held = await until(async () => {
      const answer = await resolve(found.id, { action: 'SETTLED_OUTSIDE', externalReference: 'Letter 8' })
      return answer.status === 202 && answer
    }, 'the change waits')
    assert.equal((await exceptionOf(found.transaction.rrn)).state, 'OPEN')
    const approved = await call(
      `POST /change-requests/${held.body.data.changeRequestId}/approve`,
      { reason: 'agreed' },
      second,
    )
    assert.equal(approved.status, 200, approved.text)
    assert.equal((await exceptionOf(found.transaction.rrn)).state, 'RESOLVED')
  })
}

// A switch before an institution whose core is reached by REST. Core API has no reversal of a cardless withdrawal or of a bill
// payment: such an advice is acknowledged, and a person ends it.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { openLine, switchEnvironment } from '../support/gateways/switch-gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import type { Fields, SwitchDialect, SwitchLine } from '../support/peers/switch-simulator.ts'
import { connectRestCore } from '../support/rest-core/connectivity.ts'
import { type ExampleServer, startExample } from '../support/rest-core/example-server.ts'
import { cases } from '../support/runner/extent.ts'
import { DEFAULTS, fieldsOf } from './orders.ts'

const INSTITUTION = 'FI001'
const ACCOUNT = '1000000001'

interface Exception {
  readonly id: string
  readonly kind: string
  readonly switchMessage?: { readonly rrn: string; readonly stan: string }
  readonly transaction: { readonly type: string; readonly amount: number; readonly originalId?: string }
}

for (const dialect of cases<SwitchDialect>(['iso87-ascii'], ['iso87-ascii', 'iso93-binary']))
  describe(`reversals of a switch at a REST core, ${dialect}`, () => testReversals(dialect))

function testReversals(dialect: SwitchDialect): void {
  const is93 = dialect === 'iso93-binary'
  const type = (of1987: string) => (is93 ? `1${of1987.slice(1)}` : of1987)
  const [approved, accepted] = is93 ? ['000', '400'] : ['00', '00']
  const endings: (() => Promise<void>)[] = []
  let core: ExampleServer
  let store: Store
  let gateway: Gateway
  let line: SwitchLine
  // biome-ignore lint/suspicious/noExplicitAny: what administration answers
  let asAdmin: (route: string, body?: object) => Promise<any>
  let numbers = 0

  before(async () => {
    core = await startExample({ after: (end) => endings.push(end) })
    store = await createSandboxStore('postgres')
    gateway = await startGateway(store, { ...switchEnvironment(INSTITUTION), LOG_LEVEL: 'warn' })
    await connectRestCore(store, { url: core.url })
    line = await openLine(gateway, dialect)
    const api = new Onboarding(() => gateway.url)
    const token = await api.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    asAdmin = async (route, body) => {
      const answer = await api.call(route, { token, ...(body !== undefined && { body }) })
      assert.equal(answer.status, 200, answer.text)
      return answer.body
    }
  })
  after(async () => {
    line?.close()
    await gateway?.stop()
    const { output } = await runTillgate(store, ['verify'])
    await store?.remove()
    for (const end of endings) await end()
    assert.match(output, /^the books are right/m)
  })

  function orderFields(kind: 'withdrawal' | 'cardless' | 'payment'): Fields {
    const rrn = `5${String(++numbers).padStart(11, '0')}`
    const order = {
      ...DEFAULTS,
      terminalId: 'ATM00001',
      kind: kind === 'cardless' ? 'withdrawal' : kind,
      amount: 1_000,
    }
    const fields = fieldsOf(dialect, order as never, { from: ACCOUNT, to: '', rrn })
    return { ...fields, ...(kind === 'cardless' && { 3: '180000' }) }
  }

  const open = async (): Promise<Exception[]> =>
    (await asAdmin('POST /transactions/exceptions/list', { institutionId: INSTITUTION, state: ['OPEN'] })).data.content
  const executed = () => core.readLog().filter((record) => record.type === 'EXECUTED').length

  const KINDS: [kind: 'cardless' | 'payment', reversal: string][] = [
    ['cardless', 'CARDLESSREVERSAL'],
    ['payment', 'BILLPAYMENTREVERSAL'],
  ]
  for (const [kind, reversal] of KINDS) {
    test(`an advice that takes a ${kind} order back is an exception, and the core is not asked`, async () => {
      const fields = orderFields(kind)
      assert.equal((await line.ask(type('0200'), fields)).fields[39], approved)
      const before = executed()
      const stan = String(200_000 + numbers)
      // A repetition finds the same exception.
      for (const mti of ['0420', '0421'])
        assert.equal((await line.askAs(stan, type(mti), fields)).fields[39], accepted, mti)
      const [found, ...more] = await open()
      assert.ok(found !== undefined && more.length === 0)
      assert.deepEqual([found.kind, found.transaction.type, found.transaction.amount], ['UNMATCHED', reversal, 10])
      assert.deepEqual(found.switchMessage, { switch: dialect, rrn: fields[37], stan })
      assert.equal(executed(), before)
      const original = await asAdmin('POST /transactions/list', { rrn: fields[37] })
      const [{ id, status, reversedAmount }] = original.data.content
      assert.deepEqual([id, status, reversedAmount], [found.transaction.originalId, 'APPROVED', 0])
      await asAdmin(`POST /transactions/exceptions/${found.id}/resolve`, { action: 'IGNORE', reason: 'settled there' })
      assert.deepEqual(await open(), [])
    })
  }

  test('a withdrawal is taken back at the core', async () => {
    const fields = orderFields('withdrawal')
    assert.equal((await line.ask(type('0200'), fields)).fields[39], approved)
    const before = executed()
    assert.equal((await line.ask(type('0420'), fields)).fields[39], accepted)
    assert.equal(executed(), before + 1)
    assert.deepEqual(await open(), [])
  })
}

// A switch whose orders are refused when they bring what nothing checks: the cryptogram of a chip, or an expiry date. Requests are
// declined and recorded; advices are never lost.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSandboxStore, type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'
import { openLine, switchEnvironment } from '../support/gateways/switch-gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import type { Fields, SwitchDialect, SwitchLine } from '../support/peers/switch-simulator.ts'
import { cases } from '../support/runner/extent.ts'
import { DEFAULTS, fieldsOf } from './orders.ts'

const INSTITUTION = 'FI001'
const ACCOUNT = '1000000001'
const CARD = '4000000000000010'

interface Listed {
  readonly rrn: string
  readonly responseCode: string
}

for (const dialect of cases<SwitchDialect>(['iso93-binary'], ['iso87-ascii', 'iso93-binary']))
  describe(`data that is not checked, ${dialect}`, () => testUnchecked(dialect))

function testUnchecked(dialect: SwitchDialect): void {
  const is93 = dialect === 'iso93-binary'
  const [approved, refused] = is93 ? ['000', '115'] : ['00', '40']
  const type = (of1987: string) => (is93 ? `1${of1987.slice(1)}` : of1987)
  let store: Store
  let gateway: Gateway
  let line: SwitchLine
  let list: (route: string, body: object) => Promise<{ rrn?: string; kind?: string; transaction?: Listed }[]>
  let numbers = 0

  before(async () => {
    store = await createSandboxStore('postgres')
    const switches = switchEnvironment(INSTITUTION, { refuseUnchecked: ['emv', 'expiry'] })
    gateway = await startGateway(store, { ...switches, LOG_LEVEL: 'warn' })
    line = await openLine(gateway, dialect)
    const api = new Onboarding(() => gateway.url)
    const token = await api.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    list = async (route, body) => {
      const answer = await api.call(route, { token, body })
      assert.equal(answer.status, 200, answer.text)
      return answer.body.data.content
    }
  })
  after(async () => {
    line.close()
    await gateway.stop()
    await store.remove()
  })

  function withdrawal(more: Fields): Fields {
    const order = { ...DEFAULTS, terminalId: 'ATM00001', kind: 'withdrawal', amount: 1_000 } as const
    const rrn = `6${String(++numbers).padStart(11, '0')}`
    return { ...fieldsOf(dialect, order, { from: ACCOUNT, to: '', rrn }), ...more }
  }

  async function balance(): Promise<string | undefined> {
    const order = { ...DEFAULTS, terminalId: 'ATM00001', kind: 'inquiry', amount: 0 } as const
    const rrn = `6${String(++numbers).padStart(11, '0')}`
    return (await line.ask(type('0200'), fieldsOf(dialect, order, { from: ACCOUNT, to: '', rrn }))).fields[54]
  }

  const codesOf = async (rrn: string | undefined) =>
    ((await list('POST /transactions/list', { rrn })) as Listed[]).map(({ responseCode }) => responseCode)
  const exceptionsOf = async (rrn: string | undefined) =>
    (await list('POST /transactions/exceptions/list', { institutionId: INSTITUTION, state: ['OPEN'] }))
      .filter(({ transaction }) => transaction?.rrn === rrn)
      .map(({ kind }) => kind)

  const BROUGHT: [title: string, fields: Fields][] = [
    ['the cryptogram of a chip', { 55: '9F2608A1B2C3D4E5F60718' }],
    ['an expiry date', { 2: CARD, 14: '2812' }],
    ['both', { 2: CARD, 14: '2812', 55: '9F2608A1B2C3D4E5F60718' }],
  ]
  for (const [title, brought] of BROUGHT) {
    test(`an order with ${title} is declined and recorded, also when it is repeated`, async () => {
      const before = await balance()
      const fields = withdrawal(brought)
      for (const mti of ['0200', '0201']) assert.equal((await line.ask(type(mti), fields)).fields[39], refused)
      assert.deepEqual(await codesOf(fields[37]), ['115'])
      assert.deepEqual(await exceptionsOf(fields[37]), [])
      assert.equal(await balance(), before)
    })

    test(`an advice with ${title} is acknowledged, and an exception`, async () => {
      const before = await balance()
      const fields = withdrawal(brought)
      for (const mti of ['0220', '0221']) assert.equal((await line.ask(type(mti), fields)).fields[39], approved)
      assert.deepEqual(await codesOf(fields[37]), ['115'])
      assert.deepEqual(await exceptionsOf(fields[37]), ['DECLINED_ADVICE'])
      assert.equal(await balance(), before)
    })
  }

  test('an advice that leaves its account to the bank is recorded on it', async () => {
    const { 102: _account, ...fields } = withdrawal({ 2: CARD, 14: '2812' })
    assert.equal((await line.ask(type('0220'), fields)).fields[39], approved)
    assert.deepEqual(await exceptionsOf(fields[37]), ['DECLINED_ADVICE'])
  })

  test('an order that brings neither is posted, and a reversal takes it back whatever it brings', async () => {
    const before = await balance()
    const fields = withdrawal({})
    assert.equal((await line.ask(type('0200'), fields)).fields[39], approved)
    assert.notEqual(await balance(), before)
    const answer = await line.ask(type('0420'), { ...fields, 14: '2812', 55: '9F2608A1B2C3D4E5F60718' })
    assert.equal(answer.fields[39], is93 ? '400' : approved)
    assert.equal(await balance(), before)
  })
}

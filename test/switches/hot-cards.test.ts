// A card that an operator stops on one gateway is declined by the other with the next order, by REST and from a switch alike,
// before the built-in core and before a core of the bank's own. What has happened already passes: advices and reversals.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { post } from '../support/accounts/account-services.ts'
import { inquiry, lookup, withdrawal, withdrawalReversal } from '../support/accounts/sandbox-requests.ts'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { openLine, switchEnvironment } from '../support/gateways/switch-gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import type { Fields, SwitchLine } from '../support/peers/switch-simulator.ts'
import { connectRestCore } from '../support/rest-core/connectivity.ts'
import { type ExampleServer, startExample } from '../support/rest-core/example-server.ts'
import { DEFAULTS, fieldsOf } from './orders.ts'

const INSTITUTION = 'FI001'
const ACCOUNT = '1000000001'
const CARD = '4000000000000010'
// No core knows it.
const UNKNOWN_CARD = '4999999999999996'
const DIALECT = 'iso87-ascii'

for (const core of ['built-in', 'REST'] as const)
  describe(`hot cards before the ${core} core`, () => testHotCards(core))

function testHotCards(coreType: 'built-in' | 'REST'): void {
  const endings: (() => Promise<void>)[] = []
  let core: ExampleServer | undefined
  let store: Store
  let gateways: [Gateway, Gateway]
  let line: SwitchLine
  let here: Onboarding
  let token: string
  let numbers = 0

  before(async () => {
    store = await createSandboxStore('postgres')
    gateways = [await startGateway(store), await startGateway(store, switchEnvironment(INSTITUTION))]
    if (coreType === 'REST') {
      core = await startExample({ after: (end) => endings.push(end) })
      await connectRestCore(store, { url: core.url })
    }
    line = await openLine(gateways[1], DIALECT)
    here = new Onboarding(() => gateways[0].url)
    token = await here.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
  })
  after(async () => {
    line?.close()
    await Promise.all((gateways ?? []).map((gateway) => gateway.stop()))
    const { output } = await runTillgate(store, ['verify'])
    await store?.remove()
    for (const end of endings) await end()
    assert.match(output, /^the books are right/m)
  })

  const there = () => gateways[1]
  const executed = () => core?.readLog().filter((record) => record.type === 'EXECUTED').length
  const rest = async (pan: string) =>
    (await post(there(), '/transactions/debits', withdrawal(ACCOUNT, 20, { pan }))).code
  async function stop(pan: string, reason: string): Promise<string> {
    const made = await here.call('POST /hot-cards', { token, body: { institutionId: INSTITUTION, pan, reason } })
    assert.equal(made.status, 201, made.text)
    assert.ok(!made.text.includes(pan))
    return made.body.data.id
  }
  async function lift(id: string): Promise<void> {
    const lifted = await here.call(`POST /hot-cards/${id}/lift`, { token, body: { reason: 'Found again' } })
    assert.equal(lifted.status, 200, lifted.text)
    assert.equal(lifted.body.data.state, 'LIFTED')
  }
  function message(pan: string, kind: 'withdrawal' | 'inquiry' = 'withdrawal'): Fields {
    const rrn = `7${String(++numbers).padStart(11, '0')}`
    const order = { ...DEFAULTS, terminalId: 'ATM00001', kind, amount: kind === 'inquiry' ? 0 : 2_000 } as const
    return { ...fieldsOf(DIALECT, order, { from: ACCOUNT, to: '', rrn }), 2: pan }
  }
  const fromSwitch = async (mti: string, fields: Fields) => (await line.ask(mti, fields)).fields[39]

  const REASONS: [reason: string, rest: string, iso: string][] = [
    ['LOST', '208', '41'],
    ['STOLEN', '209', '43'],
    ['FRAUD', '102', '59'],
  ]
  for (const [reason, code, isoCode] of REASONS) {
    test(`${reason} is declined with ${code} by the other gateway on the next order, until it is lifted`, async () => {
      assert.equal(await rest(CARD), '000')
      const before = executed()
      const id = await stop(CARD, reason)
      assert.equal(await rest(CARD), code)
      assert.equal(await fromSwitch('0200', message(CARD)), isoCode)
      assert.equal(executed(), before === undefined ? undefined : before, 'the core is not asked')
      await lift(id)
      assert.equal(await rest(CARD), '000')
      assert.equal(await fromSwitch('0200', message(CARD)), '00')
    })
  }

  test('inquiries are declined, preferences are not', async () => {
    const id = await stop(CARD, 'STOLEN')
    assert.equal((await post(there(), '/accounts', lookup(CARD))).code, '209')
    assert.equal((await post(there(), '/accounts/balance', inquiry(ACCOUNT, { pan: CARD }))).code, '209')
    assert.equal(await fromSwitch('0200', message(CARD, 'inquiry')), '43')
    assert.equal((await post(there(), '/accounts/balance', inquiry(ACCOUNT))).code, '000', 'without the card')
    const { head, deviceInfo, institution } = lookup(CARD)
    const transaction = { rrn: '700000000900', type: 'PREFERENCERETRIEVE', date: '20260115' }
    const preferences = await post(there(), '/preferences/retrieve', {
      head,
      deviceInfo,
      institution,
      transaction,
      card: { pan: CARD },
    })
    assert.notEqual(preferences.code, '209', preferences.text)
    await lift(id)
  })

  test('reversals and advices pass, and so does the repetition of what was approved', async () => {
    const order = withdrawal(ACCOUNT, 20, { pan: CARD })
    const approved = await post(there(), '/transactions/debits', order)
    assert.equal(approved.code, '000')
    const taken = message(CARD)
    assert.equal(await fromSwitch('0200', taken), '00')
    const id = await stop(CARD, 'STOLEN')
    assert.equal((await post(there(), '/transactions/debits', order)).text, approved.text)
    const reversal = withdrawalReversal(order)
    assert.equal((await post(there(), '/transactions/debits/reverse', reversal)).code, '000')
    assert.equal(await fromSwitch('0420', taken), '00')
    const advice = message(CARD)
    assert.equal(await fromSwitch('0220', advice), '00')
    const { content } = (await here.call('POST /transactions/list', { token, body: { rrn: advice[37] } })).body.data
    assert.deepEqual(
      content.map(({ responseCode }: { responseCode: string }) => responseCode),
      ['000'],
    )
    await lift(id)
  })

  test('a card that no core knows is stopped too, and is recorded', async () => {
    const unknown = message(UNKNOWN_CARD)
    assert.equal(await fromSwitch('0200', unknown), '56')
    const id = await stop(UNKNOWN_CARD, 'LOST')
    assert.equal(await rest(UNKNOWN_CARD), '208')
    const fields = message(UNKNOWN_CARD)
    assert.equal(await fromSwitch('0200', fields), '41')
    const { content } = (await here.call('POST /transactions/list', { token, body: { rrn: fields[37] } })).body.data
    assert.deepEqual([content.length, content[0].responseCode], [1, '208'])
    await lift(id)
  })
}

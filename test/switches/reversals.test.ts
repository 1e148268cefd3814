// Which order a reversal of a switch takes back, in both dialects: the one whose message it names, or none. What it cannot take back
// is an exception, until the original comes late or the switch corrects itself.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { control } from '../support/accounts/account-services.ts'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { openLine, switchEnvironment } from '../support/gateways/switch-gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import type { Fields, SwitchDialect, SwitchLine, SwitchMessage } from '../support/peers/switch-simulator.ts'
import { cases } from '../support/runner/extent.ts'
import { DEFAULTS, fieldsOf, type OrderKind } from './orders.ts'

const INSTITUTION = 'FI001'
const ACCOUNT = '1000000001'
const OTHER = '1000000002'

interface Sent {
  readonly stan: string
  readonly fields: Fields
  readonly answer: SwitchMessage
}

type Variant = readonly [dialect: SwitchDialect, reversalRrn: 'original' | 'own']

// Each dialect and each use of DE 37.
const DIAGONAL: readonly Variant[] = [
  ['iso87-ascii', 'original'],
  ['iso93-binary', 'own'],
]

for (const [dialect, reversalRrn] of cases(DIAGONAL, [
  ...DIAGONAL,
  ['iso87-ascii', 'own'],
  ['iso93-binary', 'original'],
]))
  describe(`reversals of a switch, ${dialect}, DE 37 ${reversalRrn}`, () => testReversals(dialect, reversalRrn))

function testReversals(dialect: SwitchDialect, reversalRrn: 'original' | 'own'): void {
  const is93 = dialect === 'iso93-binary'
  const type = (of1987: string) => (is93 ? `1${of1987.slice(1)}` : of1987)
  const [approved, accepted] = is93 ? ['000', '400'] : ['00', '00']
  let store: Store
  let gateway: Gateway
  let line: SwitchLine
  // biome-ignore lint/suspicious/noExplicitAny: what administration answers
  let asAdmin: (route: string, body?: object) => Promise<any>
  let numbers = 0

  before(async () => {
    store = await createSandboxStore('postgres')
    gateway = await startGateway(store, { ...switchEnvironment(INSTITUTION, { reversalRrn }), LOG_LEVEL: 'warn' })
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
    line.close()
    assert.equal(await gateway.stop(), 0)
    const { output } = await runTillgate(store, ['verify'])
    await store.remove()
    assert.match(output, /^the books are right/m)
  })

  const nextRrn = () => `7${String(++numbers).padStart(11, '0')}`
  const nextStan = () => String(100_000 + ++numbers)
  const timeOf = (stan: string) => `1117${stan}`

  /** An order with times of its own, so that its message has a name. */
  function orderFields(kind: OrderKind | 'cardless', amount: number, stan: string): Fields {
    const played = {
      ...DEFAULTS,
      terminalId: 'ATM00001',
      kind: kind === 'cardless' ? ('withdrawal' as const) : kind,
      amount,
    }
    const fields = fieldsOf(dialect, played, { from: ACCOUNT, to: OTHER, rrn: nextRrn() })
    return {
      ...fields,
      ...(kind === 'cardless' && { 3: '180000' }),
      7: timeOf(stan),
      12: is93 ? `26${timeOf(stan)}` : stan,
      32: '400123',
    }
  }

  async function order(amount: number, more: Fields = {}, kind: OrderKind | 'cardless' = 'withdrawal'): Promise<Sent> {
    const stan = nextStan()
    const fields = { ...orderFields(kind, amount, stan), ...more }
    return { stan, fields, answer: await line.askAs(stan, type('0200'), fields) }
  }

  /** DE 90 or 56 of an order. */
  function naming(
    { stan, fields }: Pick<Sent, 'stan' | 'fields'>,
    more: { stan?: string; time?: string; mti?: string } = {},
  ): Fields {
    const number = more.stan ?? stan
    if (!is93) return { 90: `0${more.mti ?? '200'}${number}${more.time ?? fields[7]}00000400123${'0'.repeat(11)}` }
    return { 56: `1${more.mti ?? '200'}${number}${more.time ?? fields[12]}06400123` }
  }

  function reversalFields(of: Pick<Sent, 'stan' | 'fields'>, more: Fields = {}): Fields {
    const { 7: _sent, 38: _approval, ...fields } = of.fields
    return {
      ...fields,
      7: timeOf(nextStan()),
      37: reversalRrn === 'own' ? nextRrn() : (of.fields[37] as string),
      ...more,
    }
  }

  const reverse = (fields: Fields, stan = nextStan(), mti = '0420') => line.askAs(stan, type(mti), fields)

  async function balance(): Promise<number> {
    const { fields } = await order(0, {}, 'inquiry').then(({ answer }) => answer)
    return Number(/01840([CD])(\d{12})/.exec(fields[54] ?? '')?.[2])
  }

  async function open(): Promise<
    { id: string; kind: string; switchMessage?: object; transaction: { type: string; amount: number } }[]
  > {
    return (await asAdmin('POST /transactions/exceptions/list', { institutionId: INSTITUTION, state: ['OPEN'] })).data
      .content
  }

  test('a reversal that names an order which never came gives back no other one, and the late order is refused', async () => {
    const genuine = await order(2_000)
    assert.equal(genuine.answer.fields[39], approved)
    const before = await balance()
    const lost = { stan: nextStan(), fields: orderFields('withdrawal', 2_000, '173000') }
    const sent = reversalFields(lost, naming(lost))
    const stan = nextStan()
    assert.equal((await reverse(sent, stan)).fields[39], accepted)
    assert.equal(await balance(), before, 'nothing was given back')
    const [exception] = await open()
    assert.equal(exception?.kind, 'UNMATCHED')
    assert.deepEqual(exception?.switchMessage, { switch: dialect, rrn: sent[37], stan })
    const late = await line.askAs(lost.stan, type('0200'), lost.fields)
    assert.notEqual(late.fields[39], approved)
    assert.equal(await balance(), before)
    assert.deepEqual(await open(), [])
    const { data } = await asAdmin('POST /transactions/exceptions/list', { state: ['RESOLVED'] })
    const [ended] = data.content
    assert.deepEqual([ended.id, ended.resolution.action], [exception?.id, 'SETTLED'])
    // The genuine one can still be reversed.
    await reverse(reversalFields(genuine, naming(genuine)))
    assert.equal(await balance(), before + 2_000)
  })

  test('its data elements name an order, whatever else it says; parts of zeros do not count', async () => {
    const before = await balance()
    const [first, second] = [await order(1_000), await order(1_000)]
    const zeros = is93 ? '000000000000' : '0000000000'
    await reverse(reversalFields(second, { ...naming(first, { time: zeros }), 38: second.answer.fields[38] as string }))
    assert.equal(await balance(), before - 1_000)
    const again = await reverse(reversalFields(first, naming(first)))
    assert.equal(again.fields[39], accepted, 'already reversed')
    assert.equal(await balance(), before - 1_000)
    // The same trace number at another time is another message.
    const other = naming(second, { time: is93 ? '250101000000' : '0101000000' })
    await reverse(reversalFields(second, other))
    assert.equal(await balance(), before - 1_000)
    await reverse(reversalFields(second, naming(second)))
    assert.equal(await balance(), before)
    await Promise.all((await open()).map(({ id }) => ignore(id)))
  })

  const ignore = (id: string) =>
    asAdmin(`POST /transactions/exceptions/${id}/resolve`, { action: 'IGNORE', reason: 'seen' })

  test('one with a wrong amount is corrected by its repetition, and its exception ends', async () => {
    const before = await balance()
    const sent = await order(3_000)
    const stan = nextStan()
    const wrong = reversalFields(sent, { ...naming(sent), 4: '000000009999' })
    assert.equal((await reverse(wrong, stan)).fields[39], accepted)
    assert.equal((await open()).length, 1)
    const right = { ...wrong, 4: sent.fields[4] as string }
    const corrected = await reverse(right, stan, '0421')
    assert.equal(corrected.fields[39], accepted)
    assert.equal(await balance(), before)
    assert.deepEqual(await open(), [])
    // The same again is answered the same, the wrong one too; another correction is refused.
    const repeated = await reverse(right, stan, '0421')
    assert.deepEqual(repeated.fields, corrected.fields)
    assert.equal((await reverse(wrong, stan)).fields[39], accepted)
    const third = await reverse({ ...right, 4: '000000000001' }, stan, '0421')
    assert.equal(third.fields[39], is93 ? '913' : '94')
    assert.equal(await balance(), before)
  })

  test('a correction of what it names takes the place of the first in waiting for an order', async () => {
    const before = await balance()
    const lost = { stan: nextStan(), fields: orderFields('withdrawal', 1_000, '174500') }
    const other = { stan: nextStan(), fields: orderFields('withdrawal', 1_000, '174501') }
    const stan = nextStan()
    const wrong = reversalFields(lost, naming(lost))
    await reverse(wrong, stan)
    await reverse({ ...wrong, ...naming(other) }, stan, '0421')
    assert.equal((await open()).length, 1)
    const first = await line.askAs(lost.stan, type('0200'), lost.fields)
    assert.equal(first.fields[39], approved, 'nothing waits for it any more')
    const second = await line.askAs(other.stan, type('0200'), other.fields)
    assert.notEqual(second.fields[39], approved)
    assert.deepEqual(await open(), [])
    assert.equal(await balance(), before - 1_000)
  })

  test('a whole reversal after a partial one takes back the rest', async () => {
    const before = await balance()
    const sent = await order(1_000)
    const partial: Fields = is93
      ? { 4: '000000000600', 30: `000000001000${'0'.repeat(12)}` }
      : { 95: `000000000600${'0'.repeat(12)}C00000000C00000000` }
    assert.equal((await reverse(reversalFields(sent, { ...naming(sent), ...partial }))).fields[39], accepted)
    assert.equal(await balance(), before - 600)
    assert.equal((await reverse(reversalFields(sent, naming(sent)))).fields[39], accepted)
    assert.equal(await balance(), before)
  })

  for (const kind of ['cardless', 'payment'] as const) {
    test(`a ${kind} order is reversed too`, async () => {
      const before = await balance()
      const sent = await order(1_000, {}, kind)
      assert.equal(sent.answer.fields[39], approved)
      assert.equal(await balance(), before - 1_000)
      assert.equal((await reverse(reversalFields(sent, naming(sent)))).fields[39], accepted)
      assert.equal(await balance(), before)
      const types = [kind === 'cardless' ? 'CARDLESSREVERSAL' : 'BILLPAYMENTREVERSAL']
      const { data } = await asAdmin('POST /transactions/list', { type: types })
      assert.equal(data.content.length, 1)
    })
  }

  test('what the switch has declined itself is recorded and not posted, and a reversal of it is acknowledged', async () => {
    const before = await balance()
    const stan = nextStan()
    const fields = orderFields('withdrawal', 1_000, stan)
    const declined = { ...fields, 39: is93 ? '116' : '51' }
    for (const mti of ['0220', '0221', '0120'])
      assert.equal((await line.askAs(stan, type(mti), declined)).fields[39], approved, mti)
    assert.equal(await balance(), before)
    const { data } = await asAdmin('POST /transactions/list', { rrn: fields[37] })
    assert.deepEqual(
      data.content.map((one: { responseCode: string }) => one.responseCode),
      ['110'],
    )
    assert.deepEqual(await open(), [], 'no money moved, so nobody has to end it')
    assert.equal((await line.askAs(stan, type('0220'), fields)).fields[39], is93 ? '913' : '94')
    const advice = naming({ stan, fields }, { mti: '220' })
    assert.equal((await reverse(reversalFields({ stan, fields }, advice))).fields[39], accepted)
    assert.deepEqual(await open(), [])
    assert.equal(await balance(), before)
    const stood = await order(1_000)
    const advised = await line.askAs(nextStan(), type('0220'), {
      ...orderFields('withdrawal', 1_000, nextStan()),
      39: approved,
    })
    assert.equal(advised.fields[39], approved)
    assert.deepEqual(await open(), [])
    assert.equal(await balance(), before - 2_000)
    await reverse(reversalFields(stood, naming(stood)))
  })

  test('letters in DE 37 are taken, and found again', async () => {
    const before = await balance()
    const sent = await order(1_000, { 37: `A1b2${nextStan()}` })
    assert.equal(sent.answer.fields[39], approved)
    await reverse(reversalFields(sent, naming(sent)))
    assert.equal(await balance(), before)
  })

  test('a whole reversal after a partial one that comes too late is an exception of the rest, and is matched', async () => {
    const before = await balance()
    const partial: Fields = is93
      ? { 4: '000000000600', 30: `000000001000${'0'.repeat(12)}` }
      : { 95: `000000000600${'0'.repeat(12)}C00000000C00000000` }
    const [sent, other] = [await order(1_000), await order(1_000)]
    for (const one of [sent, other]) await reverse(reversalFields(one, { ...naming(one), ...partial }))
    assert.equal(await balance(), before - 1_200)
    await control(gateway, '/sandbox/clock', { advanceDays: 2 })
    const whole = reversalFields(sent, naming(sent))
    const stan = nextStan()
    for (const mti of ['0420', '0421']) assert.equal((await reverse(whole, stan, mti)).fields[39], accepted, mti)
    const [late, ...more] = await open()
    assert.deepEqual([late?.kind, late?.transaction.amount, more], ['LATE', 6, []])
    // What the partial one took back already, told once more, is nothing to end.
    assert.equal((await reverse(reversalFields(other, { ...naming(other), ...partial }))).fields[39], accepted)
    assert.equal((await open()).length, 1)
    assert.equal(await balance(), before - 1_200)
    await asAdmin(`POST /transactions/exceptions/${late?.id}/resolve`, { action: 'MATCH', reason: 'seen' })
    assert.equal(await balance(), before - 600)
    const { data } = await asAdmin('POST /transactions/list', { rrn: sent.fields[37], type: ['CASHWITHDRAWAL'] })
    assert.deepEqual([data.content[0].status, data.content[0].reversedAmount], ['REVERSED', 10])
    assert.deepEqual(await open(), [])
  })
}

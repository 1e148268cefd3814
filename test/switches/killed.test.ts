// The gateway is killed while a switch has messages under way. Repeats tell the truth: what was posted is answered as it was, what
// was not is posted once, and the books are right.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { openLine, switchEnvironment } from '../support/gateways/switch-gateway.ts'
import type { Fields, SwitchDialect, SwitchLine, SwitchMessage } from '../support/peers/switch-simulator.ts'
import { cases } from '../support/runner/extent.ts'
import { until } from '../support/until.ts'
import { DEFAULTS, fieldsOf, INSTITUTION, tellsOf } from './orders.ts'

const ACCOUNT = '2000000001'
/** How many are under way at any time, and how many answers come before the kill. */
const AT_ONCE = 300
const ANSWERED = 100
const CENTS = 101

for (const dialect of cases<SwitchDialect>(['iso93-binary'], ['iso87-ascii', 'iso93-binary']))
  describe(`a gateway killed under the messages of a switch, ${dialect}`, () => testKilled(dialect))

function testKilled(dialect: SwitchDialect): void {
  const is93 = dialect === 'iso93-binary'
  const type = (of1987: string) => (is93 ? `1${of1987.slice(1)}` : of1987)
  let store: Store
  let gateway: Gateway
  const env = { ...switchEnvironment(INSTITUTION), LOG_LEVEL: 'warn' }

  before(async () => {
    store = await createSandboxStore('postgres')
    gateway = await startGateway(store, env)
  })
  after(async () => {
    await gateway.stop()
    await store.remove()
  })

  const deposit = (number: number): Fields =>
    fieldsOf(
      dialect,
      { ...DEFAULTS, kind: 'deposit', amount: CENTS },
      {
        from: ACCOUNT,
        to: '',
        rrn: `9${String(number).padStart(11, '0')}`,
      },
    )

  test('answers repeats with the truth', async () => {
    const first = await openLine(gateway, dialect)
    const answered = new Map<number, SwitchMessage>()
    let orders = 0
    const killed = Promise.withResolvers<void>()
    /** One order after the other, until the line is lost under one. */
    const askUntilLost = async () => {
      for (;;) {
        const number = orders++
        try {
          answered.set(number, await first.ask(type('0200'), deposit(number)))
        } catch {
          return
        }
        if (answered.size === ANSWERED) killed.resolve(gateway.kill())
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, askUntilLost))
    await killed.promise
    assert.equal(orders - answered.size, AT_ONCE, 'each had an order under way when it died')

    // Behind two workers, each with a connection of the switch.
    gateway = await startGateway(store, { ...env, WORKERS: '2' })
    const lines = [await openLine(gateway, dialect), await openLine(gateway, dialect)] as const
    const [second] = lines
    await Promise.all(
      Array.from({ length: orders }, async (_none, number) => {
        const repeated = await (lines[number % 2] as SwitchLine).ask(type('0201'), deposit(number))
        assert.equal(repeated.fields[39], is93 ? '000' : '00')
        const before = answered.get(number)
        if (before !== undefined) assert.deepEqual(tellsOf(repeated), tellsOf(before))
      }),
    )
    const inquiry = { ...DEFAULTS, kind: 'inquiry', amount: 0 } as const
    const { fields } = await second.ask(
      type('0200'),
      fieldsOf(dialect, inquiry, { from: ACCOUNT, to: '', rrn: '800000000001' }),
    )
    const balance = 80_000 + orders * CENTS
    assert.ok(fields[54]?.includes(`0001840C${String(balance).padStart(12, '0')}`), fields[54])
    await until(async () => {
      const health = await fetch(`${gateway.managementUrl}/actuator/health/switches`)
      return ((await health.json()) as { status: string }).status === 'UP'
    }, 'the listener for switches is up')
    for (const line of lines) line.close()
  })

  test('and keeps books that are right', async () => {
    assert.equal(await gateway.stop(), 0)
    assert.match((await runTillgate(store, ['verify'])).output, /^the books are right/m)
    gateway = await startGateway(store)
  })
}

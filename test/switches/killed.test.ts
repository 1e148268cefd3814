// The gateway is killed while a switch has messages under way. Repeats tell the truth: what was posted is answered as it was, what
// was not is posted once, and the books are right.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { openLine, switchEnvironment } from '../support/gateways/switch-gateway.ts'
import type { Fields, SwitchLine, SwitchMessage } from '../support/peers/switch-simulator.ts'
import { DEFAULTS, fieldsOf, INSTITUTION, tellsOf } from './orders.ts'

const ACCOUNT = '2000000001'
const ORDERS = 400
const CENTS = 101

describe('a gateway killed under the messages of a switch', () => {
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
      'iso87-ascii',
      { ...DEFAULTS, kind: 'deposit', amount: CENTS },
      {
        from: ACCOUNT,
        to: '',
        rrn: `9${String(number).padStart(11, '0')}`,
      },
    )

  test('answers repeats with the truth', async () => {
    const first = await openLine(gateway, 'iso87-ascii')
    const answered = new Map<number, SwitchMessage>()
    let lost = 0
    const killed = Promise.withResolvers<void>()
    const asked = Array.from({ length: ORDERS }, async (_none, number) => {
      try {
        answered.set(number, await first.ask('0200', deposit(number)))
      } catch {
        lost++
      }
      if (answered.size === ORDERS / 4) killed.resolve(gateway.kill())
    })
    await Promise.all(asked)
    await killed.promise
    assert.ok(lost > 0 && answered.size > 0, `${lost} lost, ${answered.size} answered`)

    // Behind two workers, each with a connection of the switch.
    gateway = await startGateway(store, { ...env, WORKERS: '2' })
    const lines = [await openLine(gateway, 'iso87-ascii'), await openLine(gateway, 'iso87-ascii')] as const
    const [second] = lines
    await Promise.all(
      Array.from({ length: ORDERS }, async (_none, number) => {
        const repeated = await (lines[number % 2] as SwitchLine).ask('0201', deposit(number))
        assert.equal(repeated.fields[39], '00')
        const before = answered.get(number)
        if (before !== undefined) assert.deepEqual(tellsOf(repeated), tellsOf(before))
      }),
    )
    const inquiry = { ...DEFAULTS, kind: 'inquiry', amount: 0 } as const
    const { fields } = await second.ask(
      '0200',
      fieldsOf('iso87-ascii', inquiry, { from: ACCOUNT, to: '', rrn: '800000000001' }),
    )
    const balance = 80_000 + ORDERS * CENTS
    assert.ok(fields[54]?.includes(`0001840C${String(balance).padStart(12, '0')}`), fields[54])
    const health = await fetch(`${gateway.managementUrl}/actuator/health/switches`)
    assert.equal(((await health.json()) as { status: string }).status, 'UP')
    for (const line of lines) line.close()
  })

  test('and keeps books that are right', async () => {
    assert.equal(await gateway.stop(), 0)
    assert.match((await runTillgate(store, ['verify'])).output, /^the books are right/m)
    gateway = await startGateway(store)
  })
})

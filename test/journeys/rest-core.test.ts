// An institution is moved from the built-in bank to a REST core while the gateway runs, and then meets what such a core
// does: declines, outages, lost answers. The core wants credentials, which the connectivity record keeps sealed.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { HealthRecord } from '../../src/families/accounts/health/health-prober.ts'
import { balancesOf, newRrn, post } from '../support/accounts/account-services.ts'
import {
  billPayment,
  lookup,
  type Particulars,
  withdrawal,
  withdrawalReversal,
} from '../support/accounts/sandbox-requests.ts'
import { type RunningGateway, withGatewayOn } from '../support/gateways/running-gateway.ts'
import { connectRestCore, inStore } from '../support/rest-core/connectivity.ts'
import { type ExampleServer, startExample } from '../support/rest-core/example-server.ts'
import { type HttpFaultProxy, startHttpFaultProxy } from '../support/rest-core/http-fault-proxy.ts'
import { until } from '../support/until.ts'

const CREDENTIALS = { userName: 'gateway', password: 'a password of the core' }
const PAN = '4000000000000010'
/** Only the REST core has it. */
const ACCOUNT = '5000000001'
const UNKNOWN_BILLER = { institutionId: 'NOBILLER', bin: '510000' }

withGatewayOn('postgres', 'an institution on a REST core', (running) => journey(running), { LOG_LEVEL: 'trace' })

function journey(running: RunningGateway): void {
  const endings: (() => Promise<void> | void)[] = []
  let example: ExampleServer
  let proxy: HttpFaultProxy

  before(async () => {
    const t = { after: (end: () => Promise<void> | void) => endings.push(end) }
    const env = { CORE_USER: CREDENTIALS.userName, CORE_PASSWORD: CREDENTIALS.password }
    example = await startExample(t, { plainAccounts: 10, env })
    proxy = await startHttpFaultProxy(t as never, example.url)
  })

  after(async () => {
    for (const end of endings.reverse()) await end()
  })

  test('it is moved there at run time', async () => {
    assert.equal((await withdraw(20)).code, '114', 'the built-in bank does not have the account')
    await connect()
    assert.equal((await withdraw(20)).code, '000')
    assert.equal((await balancesOf(running.current, ACCOUNT)).Balance, 99_980)
  })

  test('every operation is answered by the core', async () => {
    const cards = await post(running.current, '/accounts', lookup(PAN))
    assert.equal(cards.code, '000')
    assert.match(cards.text, /1000000001/)
    const body = withdrawal('1000000001', 102.5, { pan: PAN, accessFee: 2.5 })
    const paid = await post(running.current, '/transactions/debits', body)
    assert.equal(paid.code, '000')
    assert.equal((await balancesOf(running.current, '1000000001')).Balance, 2397.5)
    const { authId } = paid.body.status ?? {}
    const reversal = withdrawalReversal(body, { authId })
    assert.equal((await post(running.current, '/transactions/debits/reverse', reversal)).code, '000')
    assert.equal((await balancesOf(running.current, '1000000001')).Balance, 2500)
    assert.equal((await pay(1)).code, '000')
    assert.deepEqual((await pay(1, UNKNOWN_BILLER)).status, 404)
  })

  const DECLINES: [title: string, account: string, amount: number, particulars: Particulars, code: string][] = [
    ['more than is there', '1000000008', 500, {}, '110'],
    ['above the limit', ACCOUNT, 6_000, {}, '121'],
    ['a blocked card', '1000000008', 20, { pan: '4000000000000044' }, '104'],
    ['an unknown account', '7777777777', 20, {}, '114'],
    ['a frozen account', '1000000182', 20, {}, '182'],
    ['an unknown terminal, which the gateway declines itself', ACCOUNT, 20, { terminalId: 'ATM99999' }, '940'],
  ]
  for (const [title, account, amount, particulars, code] of DECLINES) {
    test(`${title} is declined with ${code}`, async () => {
      const answer = await post(running.current, '/transactions/debits', withdrawal(account, amount, particulars))
      assert.deepEqual([answer.status, answer.code], [200, code], answer.text)
    })
  }

  test('a core that cannot be reached: 503, nothing is recorded, the RRN stays free', async () => {
    // Without the proxy, which would take the call on.
    await connect({ url: example.url })
    await example.kill()
    const rrn = newRrn()
    const refused = await withdraw(20, rrn)
    assert.deepEqual([refused.status, refused.code], [503, '907'])
    assert.equal(await recordsOf(rrn), 0)
    await until(async () => (await health()).core === 'DEGRADED', 'partners are told that one core is down')
    // On a busy machine a probe of the other one may time out.
    await until(async () => {
      const cores = await operatorsCores()
      assert.deepEqual(Object.keys(cores).toSorted(), ['BUILTIN', 'REST FI001'])
      return cores['REST FI001'] === 'DOWN' && cores.BUILTIN === 'UP'
    }, 'operators are told which')
    await example.restart()
    // Another amount: to the gateway the RRN is a new one.
    await until(async () => (await withdraw(40, rrn)).code === '000', 'the core is back')
    await until(async () => (await operatorsCores())['REST FI001'] === 'UP', 'health shows it')
  })

  test('a core that does not answer: 504, and the same RRN gets the approval', async () => {
    await connect()
    const before = (await balancesOf(running.current, ACCOUNT)).Balance ?? 0
    // So short only for what is not answered.
    await connect({ timeoutMs: 1_000 })
    const rrn = newRrn()
    proxy.choose = () => 'lose-reply'
    const lost = await withdraw(20, rrn)
    assert.deepEqual([lost.status, lost.code], [504, '911'])
    proxy.choose = () => 'ignore'
    assert.equal((await withdraw(20, rrn)).status, 504)
    proxy.choose = () => 'none'
    await connect()
    // The call that was ignored may be ending just now.
    const told = await until(async () => {
      const answer = await withdraw(20, rrn)
      return answer.status !== 504 && answer
    }, 'the outcome is told')
    assert.deepEqual([told.status, told.code], [200, '000'])
    const again = await withdraw(20, rrn)
    assert.deepEqual([again.text, again.headers.get('x-idempotent-replay')], [told.text, 'true'])
    assert.equal((await balancesOf(running.current, ACCOUNT)).Balance, before - 20)
  })

  test('the circuit opens when calls keep failing, sends nothing, and closes again', async () => {
    await connect({ breakerOpenMs: 300 })
    let orders = 0
    proxy.choose = ({ method }) => {
      if (method === 'PUT') orders++
      return 'refuse'
    }
    // Now and then the circuit lets an order through as a trial.
    await until(async () => {
      const [before, refused] = [orders, await refusedByCircuit()]
      assert.equal((await pay(1)).status, 503)
      if ((await refusedByCircuit()) === refused) return false
      assert.equal(orders, before)
      return true
    }, 'an order is refused by the circuit')
    proxy.choose = () => 'none'
    await until(async () => (await pay(1)).code === '000', 'a trial succeeds')
    assert.equal(await circuit(), 'closed')
    assert.match(
      await metrics(),
      /^core_call_seconds_count\{institution="FI001",operation="execute",result="answered"\} /m,
    )
  })

  test('wrong credentials: 503, and nothing is done', async () => {
    await connect({ credentials: { ...CREDENTIALS, password: 'another' } })
    assert.equal((await pay(1)).status, 503)
    await connect()
    assert.equal((await pay(1)).code, '000')
  })

  test('neither card numbers nor the password of the core are in the log', async () => {
    // Lines are written a moment later.
    const isLogged = () => running.current.output().includes('the circuit breaker of a core has changed')
    await until(async () => isLogged(), 'the circuit is in the log')
    const logged = running.current.output()
    const basic = Buffer.from(`${CREDENTIALS.userName}:${CREDENTIALS.password}`).toString('base64')
    for (const secret of [PAN, CREDENTIALS.password, basic]) {
      assert.ok(!logged.slice(logged.indexOf('management listening')).includes(secret), `${secret} is in the log`)
    }
  })

  async function connect(changes: Partial<Parameters<typeof connectRestCore>[1]> = {}): Promise<void> {
    await connectRestCore(running.store, { url: proxy.url, credentials: CREDENTIALS, ...changes })
  }

  function withdraw(amount: number, rrn = newRrn()) {
    return post(running.current, '/transactions/debits', withdrawal(ACCOUNT, amount, { rrn }))
  }

  /** Has no daily limit. */
  function pay(amount: number, biller?: typeof UNKNOWN_BILLER) {
    return post(running.current, '/transactions/billpayments', billPayment(ACCOUNT, amount, biller))
  }

  function recordsOf(rrn: string): Promise<number> {
    return inStore(running.store, async (database) => {
      return (await database.query('SELECT FROM transactions WHERE rrn = $1', [rrn])).rows.length
    })
  }

  async function health(): Promise<{ core: string | undefined }> {
    const response = await fetch(`${running.current.url}/api/health`)
    const { dependencies } = (await response.json()) as HealthRecord
    return { core: dependencies.find(({ name }) => name === 'CoreBanking')?.status }
  }

  /** The links of health, such as `{ BUILTIN: 'UP' }`. */
  async function operatorsCores(): Promise<Readonly<Record<string, string>>> {
    const response = await fetch(`${running.current.managementUrl}/actuator/health`)
    const { components } = (await response.json()) as { components: { core: { details: Record<string, string> } } }
    return components.core.details
  }

  async function metrics(): Promise<string> {
    return (await fetch(`${running.current.managementUrl}/actuator/prometheus`)).text()
  }

  /** How many calls of orders the circuit has refused. */
  async function refusedByCircuit(): Promise<string | undefined> {
    const counted = /^core_call_seconds_count\{institution="FI001",operation="execute",result="circuit-open"\} (\d+)$/m
    return counted.exec(await metrics())?.[1]
  }

  async function circuit(): Promise<string | undefined> {
    return /^core_circuit_state\{institution="FI001",state="([a-z-]+)"\} 1$/m.exec(await metrics())?.[1]
  }
}

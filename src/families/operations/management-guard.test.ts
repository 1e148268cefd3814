import assert from 'node:assert/strict'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createMetrics } from '../../app/observability/metrics.ts'
import { createLogger } from '../../edge/http/log.ts'
import { createServer } from '../../edge/http/server/server.ts'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import { ownHealth } from './actuator/actuator-health.ts'
import { operationsFamily } from './family.ts'
import { managementGuard } from './management-guard.ts'

const TOKEN = 'a-long-enough-token'
const BEARER = { authorization: `Bearer ${TOKEN}` }
const OK = 200
const NO = 403

/** `{port}` stands for the listener's port. */
type Headers = Readonly<Record<string, string>>

// One row per attempt to reset the sandbox: the headers, and the resulting status.
const REQUESTS: [title: string, headers: Headers, status: number][] = [
  ['curl, which sends neither Origin nor Sec-Fetch-Site', {}, OK],
  ['an address typed into the browser', { 'sec-fetch-site': 'none' }, OK],
  ['a page of the listener itself', { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:{port}' }, OK],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }, NO],
  ['a page on another port, which is the same site', { 'sec-fetch-site': 'same-site' }, NO],
  ['an unknown value of Sec-Fetch-Site', { 'sec-fetch-site': 'Same-Origin' }, NO],
  ['the origin of the listener', { origin: 'http://127.0.0.1:{port}' }, OK],
  ['the origin of the listener in capitals', { host: 'LocalHost:{port}', origin: 'http://LOCALHOST:{port}' }, OK],
  ['the origin of another site', { origin: 'https://attacker.example' }, NO],
  ['the origin of another port', { origin: 'http://127.0.0.1:1' }, NO],
  ['the origin of the default port', { origin: 'http://127.0.0.1' }, NO],
  ['another name of loopback as origin', { origin: 'http://localhost:{port}' }, NO],
  ['the origin null of a sandboxed frame or a file', { origin: 'null' }, NO],
  ['an origin that is none', { origin: '127.0.0.1:{port}' }, NO],
  ['the origin of an extension', { origin: 'chrome-extension://abcdefghijklmnop' }, NO],
  ['a foreign origin that claims to be the same', { 'sec-fetch-site': 'same-origin', origin: 'http://x.example' }, NO],
  ['a foreign origin with the token', { ...BEARER, origin: 'https://attacker.example' }, NO],

  ['localhost', { host: 'localhost' }, OK],
  ['localhost with a forwarded port', { host: 'localhost:19090' }, OK],
  ['localhost in capitals and with a dot', { host: 'LOCALHOST.:{port}' }, OK],
  ['another loopback address', { host: '127.8.9.1:{port}' }, OK],
  ['IPv6 loopback', { host: '[::1]:{port}' }, OK],
  ['IPv6 loopback written out', { host: '[0:0:0:0:0:0:0:1]' }, OK],
  ['IPv4 within IPv6', { host: '[::ffff:127.0.0.1]:{port}' }, OK],
  ['the address of a pod or a machine', { host: '10.1.2.3:{port}' }, OK],
  ['a name that resolves to us (DNS rebinding)', { host: 'attacker.example:{port}' }, NO],
  ['such a name, as its own page sends it', { host: 'a.example:{port}', origin: 'http://a.example:{port}' }, NO],
  ['a name that starts like ours', { host: 'localhost.attacker.example' }, NO],
  ['a name that ends like ours', { host: 'attacker.localhost' }, NO],
  ['a name that looks like an address', { host: '127.0.0.1.attacker.example' }, NO],
  ['an address after a user', { host: 'attacker.example@127.0.0.1' }, NO],
  ['no name', { host: ':{port}' }, NO],
  ['two names', { host: 'localhost, attacker.example' }, NO],
  ['a wrong token with a foreign name', { host: 'gateway.example', authorization: 'Bearer not-the-right-token' }, NO],
]

describe('on loopback, without a token', () => {
  const listener = listening({ host: '127.0.0.1' })
  for (const [title, headers, status] of REQUESTS) {
    test(`${title}: ${status}`, async () => {
      const before = listener.resets
      assert.equal((await listener.ask('POST', '/sandbox/reset', headers)).statusCode, status)
      assert.equal(listener.resets - before, status === OK ? 1 : 0)
    })
  }

  test('without a configured token, no token allows a foreign host name', async () => {
    const headers = { ...BEARER, host: 'gateway.example' }
    assert.equal((await listener.ask('POST', '/sandbox/reset', headers)).statusCode, NO)
  })

  // For any path, also unknown ones.
  for (const [method, path] of [
    ['GET', '/actuator/health'],
    ['GET', '/actuator/info'],
    ['GET', '/actuator/prometheus'],
    ['GET', '/sandbox/credentials'],
    ['GET', '/nothing'],
    ['OPTIONS', '/sandbox/reset'],
    ['DELETE', '/sandbox/reset'],
  ] as const) {
    test(`${method} ${path} is rejected for pages too`, async () => {
      for (const headers of [{ origin: 'https://attacker.example' }, { host: 'attacker.example' }]) {
        const answer = await listener.ask(method, path, headers)
        assert.equal(answer.statusCode, NO)
        assert.match(String(answer.headers['content-type']), /^application\/problem\+json/)
        assert.equal(answer.headers['access-control-allow-origin'], undefined)
      }
    })
  }

  test('HTTP/1.0 without Host is answered: no browser uses it, some load balancers do', async () => {
    assert.match(await listener.raw('GET /actuator/health HTTP/1.0\r\n\r\n'), /^HTTP\/1\.[01] 200 /)
  })
})

describe('with a token, bound to a name', () => {
  const listener = listening({ host: 'Ops.Bank.example', token: TOKEN })
  // One row per caller: path, headers and status.
  const CALLERS: [title: string, path: string, headers: Headers, status: number][] = [
    ['Prometheus by a DNS name', '/actuator/prometheus', { ...BEARER, host: 'gateway.monitoring.svc:9090' }, OK],
    ['Prometheus without the token', '/actuator/prometheus', { host: 'gateway.monitoring.svc:9090' }, NO],
    ['a probe by the address of the pod', '/actuator/health/liveness', { host: '10.244.0.7:9090' }, OK],
    ['a probe by the name it is bound to', '/actuator/health', { host: 'ops.bank.example:9090' }, OK],
    ['info by another name', '/actuator/info', { host: 'attacker.example' }, NO],
    ['info by another name, with the token', '/actuator/info', { ...BEARER, host: 'gateway' }, OK],
    ['an invalid name, with the token', '/actuator/info', { ...BEARER, host: 'a b' }, NO],
    ['the metrics by address, without the token', '/actuator/metrics', { host: '10.244.0.7' }, 401],
  ]
  for (const [title, path, headers, status] of CALLERS) {
    test(`${title}: ${status}`, async () => {
      assert.equal((await listener.ask('GET', path, headers)).statusCode, status)
    })
  }
})

function listening(options: Parameters<typeof managementGuard>[0]) {
  const metrics = createMetrics()
  let resets = 0
  let port = 0
  const family = operationsFamily({
    token: options.token,
    exposed: [],
    clock: systemClock,
    beans: () => ({}),
    stacks: async () => [],
    health: ownHealth({
      db: async () => ({}),
      cores: () => [],
      jobs: () => ({ status: 'UP' }),
      rules: () => ({ status: 'UP' }),
      digitalLedgers: () => [],
      tokens: async () => ({}),
      isDraining: () => false,
      isEmbedded: true,
      dataDir: '/',
    }),
    facts: { build: { name: 'tillgate', version: '0', time: '' } },
    metrics,
    sandbox: {
      reset: async () => void resets++,
      advanceClock: async () => ({ now: '' }),
      mailbox: async () => [],
      credentials: () => ({}),
    },
  })
  const logger = createLogger({ level: 'silent' })
  const server = createServer({ families: [family], clock: systemClock, logger, guard: managementGuard(options) })
  before(async () => {
    await server.listen({ host: '127.0.0.1', port: 0 })
    port = (server.server.address() as AddressInfo).port
  })
  after(() => server.close())
  return {
    get resets() {
      return resets
    },
    /** With node:http, because fetch cannot set Host. */
    ask(method: string, path: string, headers: Headers): Promise<IncomingMessage> {
      const sent = Object.entries(headers).map(([name, value]) => [name, value.replaceAll('{port}', String(port))])
      return new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port, method, path, headers: Object.fromEntries(sent), agent: false }
        request(options, (response) => resolve(response.resume()))
          .on('error', reject)
          .end()
      })
    },
    raw(text: string): Promise<string> {
      return new Promise((resolve, reject) => {
        let received = ''
        const socket = connect(port, '127.0.0.1', () => socket.write(text))
        socket.on('data', (bytes) => {
          received += bytes
        })
        socket.on('end', () => resolve(received)).on('error', reject)
      })
    },
  }
}

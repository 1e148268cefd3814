// Starting and stopping: requests in progress finish, answers are durable, and a failed start says why.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { BASE_PATH, balancesOf, headersFor, post } from '../support/accounts/account-services.ts'
import { withdrawal } from '../support/accounts/sandbox-requests.ts'
import { createStore, type Gateway, runTillgate, startGateway } from '../support/gateways/gateway.ts'
import { refusedStart } from '../support/gateways/refused-start.ts'
import { onGateway, type RunningGateway, withGatewayOn } from '../support/gateways/running-gateway.ts'
import { cases } from '../support/runner/extent.ts'
import { until } from '../support/until.ts'

const DEBITS = '/transactions/debits'
/** The rest of a request is waited for a little longer, from when no client can connect. */
const GRACE_MS = 1_500

onGateway('a gateway that is told to stop', (running, engine) => {
  test('answers the request it has begun to read, accepts no new ones, and exits 0', async () => {
    for (;;) {
      const gateway = running.current
      const { Balance: before = 0 } = await balancesOf(gateway, '1000000001')
      const body = JSON.stringify(withdrawal('1000000001', 20))
      const begun = await beginRequest(gateway, body)
      const askedMs = performance.now()
      const stopped = running.stop()
      await untilDraining(gateway)
      const openUntilMs = await untilClosed(gateway, askedMs)

      begun.socket.write(begun.rest)
      const isInTime = performance.now() - openUntilMs < GRACE_MS
      const answer = await readToEnd(begun)
      assert.equal(await stopped, 0)
      await running.start()
      // This process stood still for so long that the gateway had given the client up: once more.
      if (!isInTime) continue
      assert.match(answer, /HTTP\/1\.1 200 OK/)
      assert.match(answer, /"responseCode":"000"/)
      assert.equal((await balancesOf(running.current, '1000000001')).Balance, before - 20)
      break
    }
  })

  test('loses nothing it has acknowledged', async () => {
    const gateway = running.current
    const requests = Array.from({ length: 20 }, () => withdrawal('9000000505', 5))
    // With this account the first attempt of each RRN is lost before the core, so each withdrawal takes two requests.
    const answers = requests.map(async (request) => {
      await post(gateway, DEBITS, request)
      return post(gateway, DEBITS, request)
    })
    await answers[0]
    const stopped = running.stop()
    const settled = await Promise.allSettled(answers)
    assert.equal(await stopped, 0)
    const { code, output } = await runTillgate(running.store, ['verify'])
    assert.equal(code, 0, output)

    await running.start()
    let answered = 0
    for (const [index, request] of requests.entries()) {
      const before = settled[index]
      if (before?.status !== 'fulfilled' || before.value.code !== '000') continue
      answered++
      const again = await post(running.current, DEBITS, request)
      assert.equal(again.text, before.value.text)
      assert.equal(again.headers.get('x-idempotent-replay'), 'true')
    }
    assert.ok(answered > 0)
  })

  if (engine === 'pglite') {
    test('a second gateway on its data fails with one line, and the first one keeps running', async () => {
      const { code, lines } = await refusedStart(running.store)
      assert.notEqual(code, 0)
      assert.equal(lines.length, 1, lines.join('\n'))
      assert.match(lines[0] ?? '', /^tillgate: DATA_DIR: another process is using/)
      assert.equal((await post(running.current, DEBITS, withdrawal('1000000001', 20))).code, '000')
    })
  } else {
    test('a second gateway on its database serves the same books', async () => {
      const second = await startGateway(running.store)
      try {
        const request = withdrawal('1000000001', 20)
        const first = await post(running.current, DEBITS, request)
        const again = await post(second, DEBITS, request)
        assert.equal(again.text, first.text)
        assert.equal(again.headers.get('x-idempotent-replay'), 'true')
      } finally {
        assert.equal(await second.stop(), 0)
      }
    })
  }
})

interface Begun {
  readonly socket: Socket
  /** From the beginning: a gateway that has waited for long enough closes by itself. */
  readonly closed: Promise<unknown>
  /** The rest of the request. */
  readonly rest: string
  received: string
}

/** Sends a request up to the middle of its body and waits until the gateway has read the headers. */
async function beginRequest(gateway: Gateway, body: string): Promise<Begun> {
  const { hostname, port } = new URL(gateway.url)
  const socket = connect(Number(port), hostname)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  const begun: Begun = { socket, closed, rest: body.slice(20), received: '' }
  socket.on('data', (chunk: Buffer) => {
    begun.received += chunk
  })
  await once(socket, 'connect')
  const headers = { host: hostname, ...headersFor(), 'content-length': String(body.length), expect: '100-continue' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.write(`POST ${BASE_PATH}${DEBITS} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body.slice(0, 20)}`)
  while (!begun.received.includes('100 Continue')) await once(socket, 'data')
  return begun
}

async function readToEnd(begun: Begun): Promise<string> {
  await begun.closed
  return begun.received
}

async function untilDraining(gateway: Gateway): Promise<void> {
  const draining = await until(async () => {
    const response = await fetch(`${gateway.managementUrl}/actuator/health/readiness`)
    const { status } = (await response.json()) as { status: string }
    return status === 'OUT_OF_SERVICE' && response
  }, 'the gateway drains')
  assert.equal(draining.status, 503)
}

/** After the stop signal a request may still slip in; then connections are refused. Returns until when it was surely open. */
async function untilClosed(gateway: Gateway, askedToStopMs: number): Promise<number> {
  let openUntilMs = askedToStopMs
  const isRefused = () => {
    const askedMs = performance.now()
    return fetch(`${gateway.url}/api/health`).then(
      () => {
        openUntilMs = askedMs
        return false
      },
      () => true,
    )
  }
  await until(isRefused, 'the gateway takes no more requests')
  return openUntilMs
}

const OTHER_KEY = randomBytes(32).toString('base64')

// One row per mistake: the environment, and what the one line must say.
const WRONG: [title: string, env: Record<string, string>, line: RegExp][] = [
  ['a port that is none', { PORT: 'eighty' }, /PORT takes a whole number from 0 to 65535/],
  ['an unknown environment', { ENVIRONMENT: 'production' }, /ENVIRONMENT takes one of sandbox, qa, uat, prod/],
  ['an unknown log level', { LOG_LEVEL: 'loud' }, /LOG_LEVEL takes one of/],
  ['another kind of database', { DATABASE_URL: 'mysql://127.0.0.1/x' }, /DATABASE_URL takes postgres:/],
  [
    'a database that is not there',
    { ENVIRONMENT: 'sandbox', DATABASE_URL: 'postgres://postgres@127.0.0.1:1/x', DATABASE_WAIT_SECONDS: '0' },
    /ECONNREFUSED/,
  ],
  ['management for everybody, without a token', { MANAGEMENT_HOST: '0.0.0.0' }, /MANAGEMENT_TOKEN is required/],
  ['a token that is too short', { MANAGEMENT_TOKEN: 'short' }, /MANAGEMENT_TOKEN takes 16/],
  ['production without a key', { ENVIRONMENT: 'prod' }, /MASTER_KEY .*is required in prod/],
  ['a key that is none', { MASTER_KEY: 'not-a-key' }, /MASTER_KEY/],
  ['a key of another database', { MASTER_KEY: OTHER_KEY }, /MASTER_KEY is not the key/],
  ['a key of zeros', { MASTER_KEY: Buffer.alloc(32).toString('base64') }, /MASTER_KEY takes random bytes/],
  ['a data folder that is a file', { DATA_DIR: 'package.json' }, /DATA_DIR: takes a folder .* package\.json is not/],
  ['a data folder that cannot be made', { DATA_DIR: '/dev/null/data' }, /DATA_DIR: takes a folder/],
  [
    'single sign-on in production without an address of its own',
    { ENVIRONMENT: 'prod', MASTER_KEY: OTHER_KEY, OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'till' },
    /PUBLIC_URL is required in prod when OIDC_ISSUER is set/,
  ],
  ['a certificate without its key', { TLS_CERT_FILE: 'package.json' }, /TLS_KEY_FILE is required/],
  ['a certificate that is not there', { TLS_CERT_FILE: 'none.pem', TLS_KEY_FILE: 'none.pem' }, /TLS_CERT_FILE takes/],
]

// What no database decides is tested with the configuration itself.
const DATABASE_DECIDES = /database|data folder|certificate that/
const MISTAKES = cases(
  WRONG.filter(([title]) => DATABASE_DECIDES.test(title)),
  WRONG,
)

withGatewayOn('pglite', 'a gateway that cannot start', (running) => {
  describe('says why in one line and exits with a failure', () => {
    for (const [title, env, line] of MISTAKES) {
      test(title, async () => {
        await stoppedOnce(running)
        const { code, lines } = await refusedStart(running.store, env)
        assert.equal(code, 1)
        assert.equal(lines.length, 1, lines.join('\n'))
        assert.match(lines[0] ?? '', line)
        assert.match(lines[0] ?? '', /^tillgate: /)
        for (const secret of [OTHER_KEY, 'not-a-key']) assert.ok(!lines[0]?.includes(secret), 'a key was printed')
      })
    }

    test('workers on the embedded database', async () => {
      await stoppedOnce(running)
      const { code, lines } = await refusedStart(running.store, { WORKERS: '2' })
      assert.equal(code, 1)
      assert.deepEqual(lines, [
        'tillgate: WORKERS takes 1 or auto without DATABASE_URL: one process opens the embedded database',
      ])
    })

    test('a port in use', async () => {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      try {
        const { port } = other.address() as AddressInfo
        const { code, lines } = await refusedStart(running.store, { PORT: String(port) })
        assert.equal(code, 1)
        assert.equal(lines.length, 1, lines.join('\n'))
        assert.match(lines[0] ?? '', /EADDRINUSE/)
      } finally {
        other.close()
      }
    })
  })

  test('damaged embedded data is reported as a problem of the data folder', async (t) => {
    const broken = await createStore('pglite')
    t.after(() => broken.remove())
    const pgdata = join(broken.env.DATA_DIR ?? '', 'pgdata')
    await rm(join(pgdata, 'global'), { recursive: true, force: true })
    await mkdir(join(pgdata, 'global'), { recursive: true })
    await writeFile(join(pgdata, 'PG_VERSION'), '18\n')
    const { code, lines } = await refusedStart(broken)
    assert.equal(code, 1)
    assert.equal(lines.length, 1, lines.join('\n'))
    assert.match(lines[0] ?? '', /^tillgate: DATA_DIR: the embedded database in .* cannot be opened/)
  })

  test("a sandbox's data is rejected by another environment", async () => {
    await stoppedOnce(running)
    const { code, lines } = await refusedStart(running.store, { ENVIRONMENT: 'qa', MASTER_KEY: OTHER_KEY })
    assert.equal(code, 1)
    assert.equal(lines.length, 1, lines.join('\n'))
  })
})

const stopped = new WeakSet<RunningGateway>()

/** The data must come from a gateway, and no process may be using it. */
async function stoppedOnce(running: RunningGateway): Promise<void> {
  if (stopped.has(running)) return
  stopped.add(running)
  assert.equal(await running.stop(), 0)
}

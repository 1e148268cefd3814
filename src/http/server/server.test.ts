import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import test, { type TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { until } from '../../../test/support/until.ts'
import { isUuidV4 } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Call } from '../call.ts'
import type { Family, Reply } from '../family.ts'
import { createLogger } from '../log.ts'
import { renderProblemJson } from '../problems/problem-json.ts'
import { createServer, type ServerOptions } from './server.ts'

interface Completed {
  readonly family: string
  readonly operation: string
  readonly method: string
  readonly status: number
  readonly responseCode: string | undefined
  readonly seconds: number
}

interface Running {
  readonly server: FastifyInstance
  readonly port: number
  readonly url: string
  readonly lines: Record<string, unknown>[]
  readonly completed: Completed[]
  /** Resolves once a request waits in its handler; called, it lets the request go on. */
  waiting(): Promise<() => void>
}

async function listen(t: TestContext, options: Partial<ServerOptions> = {}): Promise<Running> {
  const lines: Record<string, unknown>[] = []
  const completed: Completed[] = []
  let arrived = Promise.withResolvers<() => void>()
  const wait = async (): Promise<Reply> => {
    const gate = Promise.withResolvers<void>()
    arrived.resolve(() => gate.resolve())
    await gate.promise
    return { body: '{}' }
  }
  const route = (method: 'GET' | 'POST', path: string, answer: (call: Call) => Promise<Reply>) => ({
    method,
    path,
    operation: path.slice(3),
    answer,
  })
  const family: Family = {
    name: 'trial',
    prefixes: ['/t'],
    renderProblem: (problem, about) => ({ ...renderProblemJson(problem, about), headers: { 'x-family': 'trial' } }),
    routes: [
      route('POST', '/t/echo', async (call) => ({ body: JSON.stringify(call.body) })),
      route('POST', '/t/wait', wait),
      {
        ...route('POST', '/t/form', async (call) => {
          if ((call.body as { fail?: string }).fail !== undefined) throw new Problem('unavailable', 'busy')
          return { body: JSON.stringify(call.body) }
        }),
        form: true,
        renderProblem: (problem, about) => ({ ...renderProblemJson(problem, about), body: '"in its own words"' }),
      },
      route('POST', '/t/items/list', async () => ({ body: '[]' })),
      route('GET', '/t/items/:id', async (call) => ({ status: 203, body: JSON.stringify(call.params) })),
      route('GET', '/t/me', async (call) => {
        call.userId = 'user-1'
        return { body: '{}' }
      }),
      route('GET', '/t/busy', async () => {
        throw new Problem('unavailable', 'busy', { retryAfterSeconds: 7 })
      }),
    ],
  }
  const server = createServer({
    families: [family],
    clock: { now: () => 0 },
    logger: createLogger({ level: 'info', stream: { write: (line) => void lines.push(JSON.parse(line)) } }),
    observer: {
      ofRoute: (family, operation) => ({
        completed: (method, status, responseCode, seconds) =>
          void completed.push({ family, operation, method, status, responseCode, seconds }),
      }),
    },
    ...options,
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => server.close())
  const { port } = server.server.address() as AddressInfo
  const waiting = async () => {
    const release = await arrived.promise
    arrived = Promise.withResolvers()
    return release
  }
  return { server, port, url: `http://127.0.0.1:${port}`, lines, completed, waiting }
}

const post = (body: string): RequestInit => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body })

/** What comes back for bytes that no HTTP client would send. */
async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return readText(socket)
}

test('a correlation id of the caller is echoed as it was sent; any other is replaced', async (t) => {
  const { url } = await listen(t)
  const sent = '019BC1A0-0000-7000-8000-000000000000'
  const echoed = await fetch(`${url}/t/items/1`, { headers: { 'X-Correlation-ID': sent } })
  assert.equal(echoed.headers.get('x-correlation-id'), sent)
  for (const bad of ['x', `${sent}\u00e9`, `${sent}, ${sent}`]) {
    const replaced = await fetch(`${url}/t/items/1`, { headers: { 'x-correlation-id': bad } })
    assert.ok(isUuidV4(String(replaced.headers.get('x-correlation-id'))))
  }
})

test('405 names the methods also of a path with parameters, and OPTIONS asks for them', async (t) => {
  const { url } = await listen(t)
  const refused = await fetch(`${url}/t/items/7?x=1`, { method: 'DELETE' })
  assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD'])
  const asked = await fetch(`${url}/t/echo`, { method: 'OPTIONS' })
  assert.deepEqual([asked.status, asked.headers.get('allow'), await asked.text()], [204, 'POST', ''])
  assert.equal((await fetch(`${url}/t/none`, { method: 'OPTIONS' })).status, 404)
})

const PATHS: [request: string, status: number, allow: string | null][] = [
  ['POST /t/items/list', 200, null],
  ['GET /t/items/list', 405, 'POST'],
  ['HEAD /t/items/list', 405, 'POST'],
  ['DELETE /t/items/list', 405, 'POST'],
  ['GET /t/items/lists', 203, null],
  ['GET /t/items/', 404, null],
  ['GET /t/items', 404, null],
  ['POST /t/echo;x=1', 404, null],
]
for (const [request, status, allow] of PATHS) {
  test(`${request}: ${status}`, async (t) => {
    const { url } = await listen(t)
    const [method = '', path = ''] = request.split(' ')
    const response = await fetch(url + path, method === 'POST' ? post('{}') : { method })
    assert.deepEqual([response.status, response.headers.get('allow')], [status, allow])
  })
}

test('a problem is worded by the family of its path, and by nobody outside', async (t) => {
  const { url } = await listen(t)
  for (const [path, family] of [
    ['/t/none', 'trial'],
    ['/t', 'trial'],
    ['/tea', null],
    ['/', null],
  ] as const) {
    const response = await fetch(url + path)
    assert.deepEqual([response.status, response.headers.get('x-family')], [404, family], path)
    assert.match(String(response.headers.get('content-type')), /^application\/problem\+json/)
  }
})

test('a form is read where it is taken, and is a 415 anywhere else, before its body has come', async (t) => {
  const { url, port } = await listen(t)
  const form = (path: string) => fetch(url + path, { method: 'POST', body: new URLSearchParams({ a: 'b' }) })
  const taken = await form('/t/form')
  assert.deepEqual([taken.status, await taken.text()], [200, '{"a":"b"}'])
  assert.equal((await form('/t/echo')).status, 415)
  const head = 'POST /t/echo HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 9\r\n'
  const unsent = await raw(port, `${head}content-type: application/x-www-form-urlencoded\r\n\r\n`)
  assert.match(unsent, /^HTTP\/1\.1 415 /)
})

test('a route with words of its own uses them, also for what is found before it is asked', async (t) => {
  const { url } = await listen(t)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const [text, status] of [
    ['a=1&a=2', 400],
    [`a=${'x'.repeat(257 * 1024)}`, 413],
    ['fail=1', 503],
  ] as const) {
    const response = await fetch(`${url}/t/form`, { method: 'POST', headers, body: text })
    assert.deepEqual([response.status, await response.text()], [status, '"in its own words"'])
    assert.equal(response.headers.has('retry-after'), status === 503)
  }
})

test('Retry-After comes from the problem', async (t) => {
  const { url } = await listen(t)
  const response = await fetch(`${url}/t/busy`)
  assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '7'])
})

test('a body over the limit is answered with 413 even while it is still being sent', async (t) => {
  const { url } = await listen(t)
  for (const kibibytes of [257, 4096]) {
    assert.equal((await fetch(`${url}/t/echo`, post(`"${'x'.repeat(kibibytes * 1024)}"`))).status, 413)
  }
  assert.equal((await fetch(`${url}/t/echo`, post(`"${'x'.repeat(255 * 1024)}"`))).status, 200)
})

const ECHO = 'POST /t/echo HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n'

test('requests sent behind each other on one connection are answered in order', async (t) => {
  const { port } = await listen(t)
  const one = (body: string) => `${ECHO}content-length: ${body.length}\r\n\r\n${body}`
  const answers = await raw(
    port,
    `${one('1')}${one('[2]')}GET /t/none HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
  )
  assert.deepEqual(answers.match(/HTTP\/1\.1 \d+|^(?:1|\[2\])(?=HTTP|$)/gm), [
    'HTTP/1.1 200',
    '1',
    'HTTP/1.1 200',
    '[2]',
    'HTTP/1.1 404',
  ])
})

test('a body in chunks, and one that dribbles, are read whole', async (t) => {
  const { port } = await listen(t)
  const chunked = `${ECHO}transfer-encoding: chunked\r\nconnection: close\r\n\r\n3\r\n[1,\r\n2\r\n2]\r\n0\r\n\r\n`
  assert.match(await raw(port, chunked), /\r\n\r\n\[1,2\]$/)
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay()
  const received = readText(socket)
  for (const piece of [`${ECHO}connection: close\r\ncontent-length: 5\r\n\r\n`, ...'[1,2]']) {
    await new Promise((resolve) => socket.write(piece, resolve))
  }
  assert.match(await received, /\r\n\r\n\[1,2\]$/)
})

test('a chunked body over the limit is a 413, and the connection goes on', async (t) => {
  const { port } = await listen(t)
  const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`
  const tooLong = `${ECHO}transfer-encoding: chunked\r\n\r\n${chunk.repeat(9)}0\r\n\r\n`
  const answers = await raw(port, `${tooLong}GET /t/items/1 HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
  assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 203'])
})

test('an upload that is broken off is logged as such, once', async (t) => {
  const { port, lines, server } = await listen(t)
  const connected = once(server.server, 'connection')
  const socket = connect(port, '127.0.0.1')
  const [accepted] = await connected
  socket.write(`${ECHO}content-length: 9\r\n\r\n[1`)
  const gone = once(accepted, 'close')
  await until(() => accepted.bytesRead > ECHO.length, 'the beginning has arrived')
  socket.destroy()
  await gone
  await until(() => lines.length > 0, 'the line is written')
  assert.deepEqual(
    lines.map(({ operation, status }) => [operation, status]),
    [['echo', 499]],
  )
})

test('a body that is no JSON does not cost the connection', async (t) => {
  const { url } = await listen(t)
  const response = await fetch(`${url}/t/echo`, post('{'))
  assert.equal(response.status, 400)
  assert.notEqual(response.headers.get('connection'), 'close')
})

const broken: [title: string, bytes: string, status: string][] = [
  ['noise', 'GARBAGE\r\n\r\n', '400 Bad Request'],
  [
    'two lengths',
    'POST /t/echo HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n',
    '400 Bad Request',
  ],
  [
    'endless headers',
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
  ],
  ['no host', 'GET /t/items/1 HTTP/1.1\r\nconnection: close\r\n\r\n', '400 Bad Request'],
  ['two hosts', 'GET /t/items/1 HTTP/1.1\r\nhost: a\r\nHOST: b\r\nconnection: close\r\n\r\n', '400 Bad Request'],
  ['the same host twice', 'GET /t/me HTTP/1.0\r\nhost: a\r\nhost: a\r\n\r\n', '400 Bad Request'],
  ['an expectation', 'GET /t/items/1 HTTP/1.1\r\nhost: a\r\nexpect: tea\r\n\r\n', '417 Expectation Failed'],
  ['a URL that cannot be decoded', 'GET /t/%zz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', '400 Bad Request'],
]
for (const [title, bytes, status] of broken) {
  test(`${title} is refused with ${status} and the security headers`, async (t) => {
    const { port, url } = await listen(t)
    const answer = await raw(port, bytes)
    assert.ok(answer.startsWith(`HTTP/1.1 ${status}\r\n`), answer)
    assert.match(answer, /x-content-type-options: nosniff/i)
    assert.match(answer, /x-correlation-id: [0-9a-f-]{36}/i)
    assert.equal((await fetch(`${url}/t/items/1`)).status, 203)
  })
}

test('closing lets requests under way finish and turns the idle connections away', async (t) => {
  const { server, url, waiting } = await listen(t)
  await (await fetch(`${url}/t/items/1`)).text()
  const underWay = fetch(`${url}/t/wait`, post('{}'))
  const release = await waiting()
  const closed = server.close()
  const isRefused = () =>
    fetch(`${url}/t/items/1`).then(
      () => false,
      () => true,
    )
  await until(isRefused, 'new connections are refused')
  release()
  assert.equal((await underWay).status, 200)
  await closed
})

const HALF: [title: string, bytes: string][] = [
  ['has sent nothing', ''],
  ['has sent half of its headers', 'POST /t/echo HTTP/1.1\r\nhost: a\r\ncontent-'],
  [
    'has sent half of its body',
    'POST /t/echo HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"a"',
  ],
]
for (const [title, bytes] of HALF) {
  test(`closing does not wait for a connection that ${title}, and does for a request under way`, async (t) => {
    const { server, url, port, waiting } = await listen(t)
    const underWay = fetch(`${url}/t/wait`, post('{}'))
    const release = await waiting()
    const connected = once(server.server, 'connection')
    const quiet = connect(port, '127.0.0.1')
    quiet.on('error', () => {})
    await connected
    quiet.write(bytes)
    const hungUp = once(quiet, 'close')
    const closed = server.close()
    await hungUp
    release()
    assert.equal((await underWay).status, 200)
    await closed
  })
}

test('a client that hangs up leaves a line all the same, once the work is done', async (t) => {
  const { url, waiting, lines, server } = await listen(t)
  const hangUp = new AbortController()
  const connected = once(server.server, 'connection')
  const abandoned = fetch(`${url}/t/wait`, { ...post('{}'), signal: hangUp.signal })
  const [socket] = await connected
  const release = await waiting()
  const gone = once(socket, 'close')
  hangUp.abort()
  await assert.rejects(abandoned)
  await gone
  assert.deepEqual(lines, [])
  release()
  await server.close()
  assert.deepEqual(
    lines.map(({ operation, status }) => [operation, status]),
    [['wait', 499]],
  )
})

test('a handler that does not answer in time is answered for, as an unknown outcome', async (t) => {
  const { url, waiting, lines } = await listen(t, { handlerTimeoutMs: 20 })
  const response = await fetch(`${url}/t/wait`, post('{}'))
  assert.equal(response.status, 504)
  assert.equal(lines.at(-1)?.status, 504)
  ;(await waiting())()
})

test('the line of a request says who was signed in', async (t) => {
  const { url, lines, server } = await listen(t)
  await fetch(`${url}/t/me`)
  await fetch(`${url}/t/items/1`)
  await server.close()
  assert.deepEqual(
    lines.map(({ operation, userId }) => [operation, userId]),
    [
      ['me', 'user-1'],
      ['items/:id', undefined],
    ],
  )
})

test('the observer is told what the log says', async (t) => {
  const { url, completed, server } = await listen(t)
  await fetch(`${url}/t/items/1`)
  await fetch(`${url}/nowhere/4000000000000010`)
  await server.close()
  assert.deepEqual(
    completed.map(({ seconds, ...rest }) => ({ ...rest, timed: seconds > 0 })),
    [
      { family: 'trial', operation: 'items/:id', method: 'GET', status: 203, responseCode: undefined, timed: true },
      { family: 'none', operation: 'none', method: 'GET', status: 404, responseCode: undefined, timed: true },
    ],
  )
})

const openssl = spawnSync('openssl', ['version']).status === 0
test('TLS is served when a certificate is given', { skip: openssl ? false : 'openssl is not installed' }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-tls-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const pair = ['-keyout', key, '-out', cert, '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...pair], { stdio: 'ignore' })
  const { port } = await listen(t, { tls: { cert: readFileSync(cert), key: readFileSync(key) } })
  const request = httpsRequest({ port, path: '/t/items/1', ca: readFileSync(cert), servername: 'localhost' })
  request.end()
  const [response] = await once(request, 'response')
  assert.deepEqual([response.statusCode, await readText(response)], [203, '{"id":"1"}'])
})

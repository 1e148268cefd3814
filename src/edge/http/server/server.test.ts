import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import test from 'node:test'
import { until } from '../../../../test/support/until.ts'
import { isUuidV4 } from '../../../platform/kernel/identifiers/ids.ts'
import { listen, post, raw } from './server.fixture.ts'

test("a caller's UUID is echoed as correlation id; anything else is replaced", async (t) => {
  const { url } = await listen(t)
  const sent = '019BC1A0-0000-7000-8000-000000000000'
  const echoed = await fetch(`${url}/t/items/1`, { headers: { 'X-Correlation-ID': sent } })
  assert.equal(echoed.headers.get('x-correlation-id'), sent)
  for (const bad of ['x', `${sent}\u00e9`, `${sent}, ${sent}`]) {
    const replaced = await fetch(`${url}/t/items/1`, { headers: { 'x-correlation-id': bad } })
    assert.ok(isUuidV4(String(replaced.headers.get('x-correlation-id'))))
  }
})

test('405 and OPTIONS list the methods of a path, also with parameters', async (t) => {
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

test('a problem is rendered by the family of its path, and as problem+json elsewhere', async (t) => {
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

test('a route that renders problems itself also renders those found before it is called', async (t) => {
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

test('Retry-After is taken from the problem', async (t) => {
  const { url } = await listen(t)
  const response = await fetch(`${url}/t/busy`)
  assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '7'])
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

test('closing finishes requests in progress and closes idle connections', async (t) => {
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
  const { status, headers } = await underWay
  assert.deepEqual([status, headers.get('connection')], [200, 'close'])
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
  test(`closing does not wait for a connection that ${title}, but does for a request in progress`, async (t) => {
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

test('a request whose client disconnects is logged once its work is done', async (t) => {
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

test('a handler that times out is answered with 504, outcome unknown', async (t) => {
  const { url, waiting, lines } = await listen(t, { handlerTimeoutMs: 20 })
  const response = await fetch(`${url}/t/wait`, post('{}'))
  assert.equal(response.status, 504)
  await until(() => lines.at(-1)?.status === 504, 'the line is written')
  ;(await waiting())()
})

test('a handler is called once, with a body or without', async (t) => {
  const { url, asked } = await listen(t)
  await fetch(`${url}/t/items/1`)
  await fetch(`${url}/t/items/list`, { method: 'POST' })
  await fetch(`${url}/t/items/list`, post('{}'))
  // Another request on the same connection runs after anything the earlier ones may still cause.
  await fetch(`${url}/t/me`)
  assert.deepEqual(asked, ['items/:id', 'items/list', 'items/list', 'me'])
})

test("a request's log line names the signed-in user", async (t) => {
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

test('the observer gets the same figures as the log', async (t) => {
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

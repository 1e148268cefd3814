import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import test from 'node:test'
import { until } from '../../../../test/support/until.ts'
import { listen, post, raw } from './server.fixture.ts'

const ECHO = 'POST /t/echo HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n'

test('a form is read by a route that accepts forms, and is a 415 elsewhere, before its body arrives', async (t) => {
  const { url, port } = await listen(t)
  const form = (path: string) => fetch(url + path, { method: 'POST', body: new URLSearchParams({ a: 'b' }) })
  const taken = await form('/t/form')
  assert.deepEqual([taken.status, await taken.text()], [200, '{"a":"b"}'])
  assert.equal((await form('/t/echo')).status, 415)
  const head = 'POST /t/echo HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 9\r\n'
  const unsent = await raw(port, `${head}content-type: application/x-www-form-urlencoded\r\n\r\n`)
  assert.match(unsent, /^HTTP\/1\.1 415 /)
})

test('a body over the limit is answered with 413 even while it is still being sent', async (t) => {
  const { url } = await listen(t)
  for (const kibibytes of [257, 4096]) {
    assert.equal((await fetch(`${url}/t/echo`, post(`"${'x'.repeat(kibibytes * 1024)}"`))).status, 413)
  }
  assert.equal((await fetch(`${url}/t/echo`, post(`"${'x'.repeat(255 * 1024)}"`))).status, 200)
})

test('pipelined requests are answered in order', async (t) => {
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

test('a chunked body and a slow body are read whole', async (t) => {
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

test('a chunked body over the limit is a 413, and the connection stays open', async (t) => {
  const { port } = await listen(t)
  const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`
  const tooLong = `${ECHO}transfer-encoding: chunked\r\n\r\n${chunk.repeat(9)}0\r\n\r\n`
  const answers = await raw(port, `${tooLong}GET /t/items/1 HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
  assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 203'])
})

test('an aborted upload is logged once, as 499', async (t) => {
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

test('invalid JSON does not close the connection', async (t) => {
  const { url } = await listen(t)
  const response = await fetch(`${url}/t/echo`, post('{'))
  assert.equal(response.status, 400)
  assert.notEqual(response.headers.get('connection'), 'close')
})

// What is answered, byte by byte: the head that is set as text says the same as one that Node writes, and a route is the same however
// it is found.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoTimestamp } from '../../../../platform/kernel/time/clock.ts'
import { listen, post, raw } from '../server.fixture.ts'

const ID = '019bc1a0-0000-4000-8000-000000000000'

function request(path: string, body: string, connection: string): string {
  const length = Buffer.byteLength(body)
  const head = ['host: a', 'content-type: application/json', `content-length: ${length}`, `x-correlation-id: ${ID}`]
  return `POST ${path} HTTP/1.1\r\n${[...head, `connection: ${connection}`].join('\r\n')}\r\n\r\n${body}`
}

/** Status line and headers of each answer, and its body. */
function answersIn(text: string): { head: string[]; body: string }[] {
  const answers = []
  for (let rest = Buffer.from(text); rest.length > 0; ) {
    const end = rest.indexOf('\r\n\r\n')
    const head = rest.subarray(0, end).toString().split('\r\n')
    const length = Number(head.find((line) => line.startsWith('content-length: '))?.slice(16))
    answers.push({ head, body: rest.subarray(end + 4, end + 4 + length).toString() })
    rest = rest.subarray(end + 4 + length)
  }
  return answers
}

for (const body of ['{"a":1}', '{"a":"ü ☂"}', `{"a":"${'☂'.repeat(100_000 / 4)}"}`, '{"a":"\\u0000"}']) {
  test(`an answer of ${body.slice(0, 12)} that keeps its connection is that which ends it, with the same headers`, async (t) => {
    const { port } = await listen(t)
    const stays = request('/t/echo', body, 'keep-alive')
    // The second is that of a client which asks for its end: Node writes its head.
    const [kept, again, ended, ...more] = answersIn(await raw(port, stays + stays + request('/t/echo', body, 'close')))
    assert.deepEqual(more, [])
    assert.deepEqual([kept?.body, again?.body, ended?.body], [body, body, body])
    const ofAny = (head: readonly string[] = []) =>
      head.filter((line) => !/^(connection|keep-alive|date):/i.test(line)).sort()
    assert.deepEqual(ofAny(kept?.head), ofAny(ended?.head))
    assert.deepEqual(ofAny(again?.head), ofAny(ended?.head))
    assert.ok(kept?.head.includes('Connection: keep-alive') && kept.head.includes('Keep-Alive: timeout=72'))
    assert.ok(ended?.head.includes('Connection: close'))
    for (const { head } of [kept, again, ended].filter((one) => one !== undefined)) {
      const date = head.find((line) => line.startsWith('Date: '))?.slice(6)
      assert.equal(head.filter((line) => line.startsWith('Date: ')).length, 1)
      assert.equal(new Date(Date.parse(date ?? '')).toUTCString(), date, isoTimestamp(0))
    }
  })
}

test('a client of HTTP/1.0 is answered, and its connection ends', async (t) => {
  const { port } = await listen(t)
  const body = '{"a":1}'
  const bytes = `POST /t/echo HTTP/1.0\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  const [answer, ...more] = answersIn(await raw(port, bytes))
  assert.deepEqual([answer?.body, answer?.head.includes('Connection: close'), more], [body, true, []])
})

for (const path of ['/t/echo', '/t/echo?a=1', '/t/%65cho', '/t/echo#part']) {
  test(`POST ${path} reaches the route, with its log line and its figures`, async (t) => {
    const { port, lines, completed } = await listen(t)
    const [answer] = answersIn(await raw(port, request(path, '{"a":1}', 'close')))
    assert.deepEqual([answer?.head[0], answer?.body], ['HTTP/1.1 200 OK', '{"a":1}'])
    assert.deepEqual(
      lines.map(({ path: pattern, status, correlationId, ip }) => [pattern, status, correlationId, ip]),
      [['/t/echo', 200, ID, '127.0.0.1']],
    )
    assert.equal(completed.length, 1)
  })
}

test('a guard refuses requests of every route, however it is found', async (t) => {
  const guard = () => {
    throw new Error('nobody')
  }
  const { url, asked } = await listen(t, { guard })
  for (const path of ['/t/echo', '/t/echo?a=1']) assert.equal((await fetch(url + path, post('{}'))).status, 500)
  assert.deepEqual(asked, [])
})

test('behind a trusted proxy the client is the one that it names', async (t) => {
  const { url, lines } = await listen(t, { trustedProxies: ['127.0.0.1'] })
  const init = post('{}')
  await fetch(`${url}/t/echo`, { ...init, headers: { ...init.headers, 'x-forwarded-for': '192.0.2.7' } })
  assert.equal(lines[0]?.ip, '192.0.2.7')
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type Call, overFetch } from './transport.ts'

/** The request that reaches fetch. */
async function sentBy(call: Partial<Call>, body?: unknown, answer = new Response('{}')) {
  let url = ''
  let init: RequestInit = {}
  const fetch: typeof globalThis.fetch = async (to, how = {}) => {
    url = String(to)
    init = how
    return answer
  }
  const whole = { operationId: 'GetUser', method: 'GET', path: '/users', ...call }
  const reply = await overFetch({ baseUrl: 'http://till/', fetch }, { 'x-added': 'yes' })(whole, body)
  return { url, init, reply, headers: new Headers(init.headers) }
}

// One row per URL: the call and the URL it is sent to.
const ADDRESSES: [title: string, call: Partial<Call>, url: string][] = [
  ['a parameter of the path', { path: '/users/{id}', inPath: { id: '7' } }, 'http://till/users/7'],
  ['two of them, one a number', { path: '/a/{b}/c/{d-e}', inPath: { b: 1, 'd-e': 'x' } }, 'http://till/a/1/c/x'],
  [
    'a value that would end its segment or start a query',
    { path: '/users/{id}', inPath: { id: 'a/b?c#d%' } },
    'http://till/users/a%2Fb%3Fc%23d%25',
  ],
  ['three dots are not a parent path', { path: '/users/{id}', inPath: { id: '...' } }, 'http://till/users/...'],
  ['a value with dollar signs', { path: '/users/{id}', inPath: { id: '$&' } }, 'http://till/users/%24%26'],
  [
    'a query of text, numbers and booleans',
    { query: { search: 'Ada & Co', page: 0, isActive: false } },
    'http://till/users?search=Ada+%26+Co&page=0&isActive=false',
  ],
  ['a query with one undefined value', { query: { page: undefined, size: 5 } }, 'http://till/users?size=5'],
  ['a query with only undefined values', { query: { page: undefined } }, 'http://till/users'],
]

for (const [title, call, url] of ADDRESSES) {
  test(`${title}: ${url}`, async () => assert.equal((await sentBy(call)).url, url))
}

for (const id of ['', '.', '..', undefined]) {
  test(`the id ${id === undefined ? 'that is missing' : `"${id}"`} would lead to another operation and is refused`, async () => {
    const inPath = (id === undefined ? {} : { id }) as Record<string, string>
    await assert.rejects(sentBy({ path: '/users/{id}', inPath }), /GetUser: .* cannot be the parameter id/)
  })
}

test('a JSON body, and the headers of the client', async () => {
  const { init, headers } = await sentBy({ method: 'POST' }, { a: 1 })
  assert.deepEqual([init.method, init.body], ['POST', '{"a":1}'])
  assert.deepEqual([headers.get('content-type'), headers.get('x-added')], ['application/json', 'yes'])
})

test('a form leaves out what is undefined', async () => {
  const { init, headers } = await sentBy({ method: 'POST', form: true }, { code: 'a b&c', client_id: undefined })
  assert.equal(init.body, 'code=a+b%26c')
  assert.equal(headers.get('content-type'), 'application/x-www-form-urlencoded')
})

test('a redirect is an error, except where it is the expected answer: then it is returned and not followed', async () => {
  assert.equal((await sentBy({})).init.redirect, 'error')
  const to = new Response(null, { status: 302, headers: { location: 'https://login.example' } })
  const { init, reply } = await sentBy({ redirects: true }, undefined, to)
  assert.equal(init.redirect, 'manual')
  assert.deepEqual([reply.status, reply.headers.get('location')], [302, 'https://login.example'])
})

describe('the timeout', () => {
  const FILE = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="transactions.csv"' }
  const download: Call = { operationId: 'GetFile', method: 'GET', path: '/file' }

  /** A body that the test sends in parts, over a fetch that a signal aborts. */
  function inParts(headers: Record<string, string>) {
    let parts: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        parts = controller
      },
    })
    const fetch: typeof globalThis.fetch = async (_, how) => {
      how?.signal?.addEventListener('abort', () => parts?.error(how.signal?.reason))
      return new Response(body, { headers })
    }
    return {
      fetch,
      send: (text: string) => parts?.enqueue(new TextEncoder().encode(text)),
      end: () => parts?.close(),
    }
  }

  for (const [kind, headers] of Object.entries({ file: FILE, 'JSON answer': { 'content-type': 'application/json' } })) {
    test(`does not end a ${kind} that takes longer while bytes arrive`, async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] })
      const { fetch, send, end } = inParts(headers)
      const answer = overFetch({ baseUrl: 'http://till', fetch })(download, undefined)
      for (const part of ['1', '2', '3', '4']) {
        await turn()
        t.mock.timers.tick(29_000)
        send(part)
      }
      await turn()
      end()
      const { body } = await answer
      if (body instanceof Blob) assert.deepEqual([await body.text(), body.type], ['1234', 'text/csv'])
      else assert.equal(body, 1234)
      assert.equal(body instanceof Blob, kind === 'file')
    })
  }

  test('ends a body that stalls', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { fetch, send } = inParts(FILE)
    const answer = overFetch({ baseUrl: 'http://till', fetch })(download, undefined)
    const refused = assert.rejects(answer, { name: 'TimeoutError', message: 'nothing arrived for 30000 ms' })
    await turn()
    send('1')
    await turn()
    t.mock.timers.tick(30_000)
    await refused
  })

  test('is over with the call: nothing is left to keep a process running', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    let signal: AbortSignal | null | undefined
    const fetch: typeof globalThis.fetch = async (_, how) => {
      signal = how?.signal
      return new Response('{}')
    }
    await overFetch({ baseUrl: 'http://till', fetch })(download, undefined)
    const failing: typeof fetch = async (_, how) => {
      signal = how?.signal
      throw new TypeError('fetch failed')
    }
    t.mock.timers.tick(60_000)
    assert.equal(signal?.aborted, false)
    await assert.rejects(overFetch({ baseUrl: 'http://till', fetch: failing })(download, undefined))
    t.mock.timers.tick(60_000)
    assert.equal(signal?.aborted, false)
  })

  test('leaves the signal of the caller to limit the whole call', async () => {
    const { fetch, send } = inParts(FILE)
    const caller = new AbortController()
    const answer = overFetch({ baseUrl: 'http://till', fetch })(download, undefined, { signal: caller.signal })
    send('1')
    await turn()
    caller.abort()
    await assert.rejects(answer, { name: 'AbortError' })
  })

  async function serve(t: TestContext, answer: (response: ServerResponse) => void): Promise<string> {
    const server = createServer((_, response) => answer(response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test('ends a call that a server does not answer, and one whose answer stops half way', async (t) => {
    const silent = await serve(t, () => {})
    await assert.rejects(overFetch({ baseUrl: silent, timeoutMs: 50 })(download, undefined), { name: 'TimeoutError' })
    const stalled = await serve(t, (response) => response.writeHead(200, FILE).write('half'))
    await assert.rejects(overFetch({ baseUrl: stalled, timeoutMs: 50 })(download, undefined), { name: 'TimeoutError' })
  })

  test('lets a server trickle for twice as long', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const asked = Promise.withResolvers<ServerResponse>()
    const baseUrl = await serve(t, (response) => asked.resolve(response.writeHead(200, FILE)))
    let arrived = 0
    const counting: typeof globalThis.fetch = async (...sent) => {
      const answer = await globalThis.fetch(...sent)
      const count = new TransformStream<Uint8Array, Uint8Array>({
        transform(bytes, controller) {
          arrived += bytes.length
          controller.enqueue(bytes)
        },
      })
      return new Response(answer.body?.pipeThrough(count), answer)
    }
    const answer = overFetch({ baseUrl, fetch: counting, timeoutMs: 1_000 })(download, undefined)
    const response = await asked.promise
    for (const sent of [1, 2, 3, 4]) {
      response.write('.')
      while (arrived < sent) await turn()
      t.mock.timers.tick(500)
    }
    response.end()
    assert.equal(await ((await answer).body as Blob).text(), '....')
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
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

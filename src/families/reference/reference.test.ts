import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createLogger } from '../../edge/http/log.ts'
import { createServer } from '../../edge/http/server/server.ts'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import { referenceFamily } from './family.ts'

const DOCUMENT = { openapi: '3.1.0', info: { title: 'Account services', version: '1.0.5' }, paths: {} }
const server = createServer({
  families: [
    referenceFamily([
      { name: 'accounts', title: 'Account services', document: () => DOCUMENT },
      { name: 'onboarding', title: 'Onboarding', document: () => DOCUMENT },
    ]),
  ],
  clock: systemClock,
  logger: createLogger({ level: 'silent' }),
})
after(() => server.close())

test('the folder of the reference redirects to its page', async () => {
  const answer = await server.inject('/docs/')
  assert.equal(answer.statusCode, 302)
  assert.equal(answer.headers.location, '../docs')
})

test('the page allows nothing from elsewhere, and no inline script', async () => {
  const page = await server.inject('/docs')
  assert.equal(page.statusCode, 200)
  assert.match(String(page.headers['content-type']), /^text\/html/)
  const policy = String(page.headers['content-security-policy'])
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /script-src 'self'(;|$)/)
  assert.doesNotMatch(policy, /https?:|\*|unsafe-eval/)
  assert.doesNotMatch(page.body, /https?:/)
  assert.doesNotMatch(page.body, /<script>/)
  assert.equal(page.headers['x-frame-options'], 'DENY')
})

test('without JavaScript every document is linked', async () => {
  const { body } = await server.inject('/docs')
  const links = Array.from(body.matchAll(/<a href="([^"]+)">/g), ([, href]) => `/${href}`)
  assert.deepEqual(links, ['/openapi/accounts.json', '/openapi/onboarding.json'])
  for (const link of links) assert.equal((await server.inject(link)).statusCode, 200)
})

test('the document is served unchanged, and 304 if the client has it', async () => {
  const first = await server.inject('/openapi/accounts.json')
  assert.deepEqual(first.json(), DOCUMENT)
  const headers = { 'if-none-match': String(first.headers.etag) }
  const again = await server.inject({ url: '/openapi/accounts.json', headers })
  assert.equal(again.statusCode, 304)
  assert.equal(again.body, '')
  assert.equal((await server.inject('/openapi/lending.json')).statusCode, 404)
})

test('the browser code comes from this process, compressed if the browser supports it', async () => {
  const plain = await server.inject('/docs/scalar.js')
  assert.equal(plain.statusCode, 200)
  assert.match(String(plain.headers['content-type']), /^text\/javascript/)
  assert.ok(plain.body.includes('createApiReference'))
  const packed = await server.inject({ url: '/docs/scalar.js', headers: { 'accept-encoding': 'br, gzip' } })
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.equal(gunzipSync(packed.rawPayload).length, plain.rawPayload.length)
  const headers = { 'if-none-match': String(plain.headers.etag) }
  assert.equal((await server.inject({ url: '/docs/scalar.js', headers })).statusCode, 304)
})

test('the start script lists every document and turns off what calls home', async () => {
  const { body } = await server.inject('/docs/start.js')
  assert.match(body, /\.\.\/openapi\/accounts\.json/)
  assert.match(body, /"telemetry":false/)
  assert.match(body, /"withDefaultFonts":false/)
})

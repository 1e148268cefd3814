// The console as the gateway serves it: one page for every address, files that never change, and a word about it where it
// has not been built.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { createLogger } from '../../edge/http/log.ts'
import { createServer } from '../../edge/http/server/server.ts'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import { consoleFamily } from './family.ts'

const SETTINGS = {
  environment: 'sandbox',
  version: '0.1.0',
  sso: false,
  fourEyes: { usual: [], possible: ['CARDS:CREATE'] },
  sandbox: { note: '"<&>' },
}

const open: FastifyInstance[] = []
after(() => Promise.all(open.map((server) => server.close())))

async function serve(folder: string): Promise<string> {
  const family = consoleFamily({ settings: SETTINGS, folder })
  const server = createServer({
    families: [family],
    clock: systemClock,
    logger: createLogger({ level: 'silent' }),
  })
  open.push(server)
  await server.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

describe('a console that is built', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-console-'))
  let url: string
  before(async () => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '<script nonce="{{nonce}}"></script><p data-settings="{{settings}}">')
    writeFileSync(join(folder, 'assets', 'main-1.js'), 'start()')
    writeFileSync(join(folder, 'assets', 'main-1.js.gz'), gzipSync('start()'))
    writeFileSync(join(folder, 'assets', 'main-1.js.br'), brotliCompressSync('start()'))
    writeFileSync(join(folder, 'assets', 'plain-2.js'), 'plain()')
    writeFileSync(join(folder, 'assets', 'secret.txt'), 'not for the web')
    writeFileSync(join(folder, '.made-from'), 'fingerprint')
    writeFileSync(join(folder, 'tillgate.svg'), '<svg/>')
    url = await serve(folder)
  })
  after(() => rmSync(folder, { recursive: true }))

  for (const path of ['/console', '/console/', '/console/users', '/console/users/1?tab=x', '/console/no/such/page']) {
    test(`${path} is the page`, async () => {
      const answer = await fetch(url + path)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      const [, settings = ''] = /data-settings="([^"]*)"/.exec(await answer.text()) ?? []
      const unescaped = settings.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
      assert.deepEqual(JSON.parse(unescaped), SETTINGS)
    })
  }

  test('the policy allows no inline script, and styles by a nonce that is new for every page', async () => {
    const pages = await Promise.all([fetch(`${url}/console`), fetch(`${url}/console`)])
    const nonces = await Promise.all(
      pages.map(async (page) => {
        const policy = page.headers.get('content-security-policy') ?? ''
        assert.match(policy, /(^|; )script-src 'self'(;|$)/)
        assert.match(policy, /^default-src 'none'/)
        assert.match(policy, /frame-ancestors 'none'/)
        assert.doesNotMatch(policy, /unsafe|https?:|\*/)
        const [, nonce = ''] = /style-src 'self' 'nonce-([\w-]{43})'/.exec(policy) ?? []
        assert.match(await page.text(), new RegExp(`nonce="${nonce}"`))
        return nonce
      }),
    )
    assert.notEqual(nonces[0], nonces[1])
  })

  const ENCODINGS: [accepts: string, encoding: string | null][] = [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ]
  for (const [accepts, encoding] of ENCODINGS) {
    test(`a file for a browser that accepts ${accepts} is sent as ${encoding ?? 'it is'}, and kept for good`, async () => {
      const answer = await fetch(`${url}/console/assets/main-1.js`, { headers: { 'accept-encoding': accepts } })
      assert.equal(answer.headers.get('content-encoding'), encoding)
      assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(answer.headers.get('vary'), 'accept-encoding')
      assert.equal(await answer.text(), 'start()')
    })
  }

  test('a file without compressed copies is sent as it is', async () => {
    const answer = await fetch(`${url}/console/assets/plain-2.js`)
    assert.equal(answer.headers.get('content-encoding'), null)
    assert.equal(await answer.text(), 'plain()')
  })

  for (const path of [
    '/console/assets/other.js',
    '/console/assets/secret.txt',
    '/console/assets/..%2f.made-from',
    '/console/assets/..%2f..%2fpackage.json',
    '/console/assets/%00',
  ]) {
    test(`${path} is not there`, async () => {
      assert.equal((await fetch(url + path)).status, 404)
    })
  }

  test('only reading is possible', async () => {
    assert.equal((await fetch(`${url}/console`, { method: 'POST' })).status, 405)
    assert.equal((await fetch(`${url}/console`, { method: 'HEAD' })).status, 200)
  })
})

describe('a console that is rebuilt under a running gateway', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-console-'))
  const dist = join(folder, 'dist')
  after(() => rmSync(folder, { recursive: true }))

  function build(name: string): void {
    rmSync(dist, { recursive: true, force: true })
    mkdirSync(join(dist, 'assets'), { recursive: true })
    writeFileSync(join(dist, 'assets', `${name}.js`), name)
    writeFileSync(join(dist, 'index.html'), `page of ${name}`)
  }

  test('serves the new page, and the files of the page before; the old page while there is none', async () => {
    build('first')
    const url = await serve(dist)
    const get = async (path: string) => {
      const answer = await fetch(`${url}/console${path}`)
      return [answer.status, await answer.text()]
    }
    assert.deepEqual(await get(''), [200, 'page of first'])
    build('second')
    // A tab that was opened before asks for a file that it has not loaded yet.
    assert.deepEqual(await get('/assets/first.js'), [200, 'first'])
    assert.deepEqual(await get(''), [200, 'page of second'])
    assert.deepEqual(await get('/assets/second.js'), [200, 'second'])
    assert.deepEqual(await get('/assets/first.js'), [200, 'first'])
    rmSync(dist, { recursive: true })
    assert.deepEqual(await get(''), [200, 'page of second'])
    assert.deepEqual(await get('/assets/second.js'), [200, 'second'])
    assert.equal((await get('/assets/third.js'))[0], 404)
  })
})

describe('a console that is not built', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-console-'))
  after(() => rmSync(folder, { recursive: true }))

  test('says so, and appears without a restart once it is', async () => {
    const url = await serve(join(folder, 'dist'))
    const answer = await fetch(`${url}/console`)
    assert.equal(answer.status, 404)
    assert.match(await answer.text(), /npm run build-console/)
    mkdirSync(join(folder, 'dist'))
    writeFileSync(join(folder, 'dist', 'index.html'), 'built')
    assert.equal(await (await fetch(`${url}/console`)).text(), 'built')
  })
})

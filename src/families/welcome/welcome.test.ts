import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createLogger } from '../../edge/http/log.ts'
import { createServer } from '../../edge/http/server/server.ts'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import { GUIDES_FOLDER, type WelcomeOptions, welcomeFamily } from './family.ts'

function ask(path: string, options: Partial<WelcomeOptions>) {
  const security = { contacts: [], publicUrl: undefined, since: new Date(0) }
  const family = welcomeFamily({ isSandbox: true, hasReference: true, guides: GUIDES_FOLDER, security, ...options })
  const server = createServer({
    families: [family],
    clock: systemClock,
    logger: createLogger({ level: 'silent' }),
  })
  return server.inject(path).finally(() => server.close())
}

function linksOf(body: string): string[] {
  return Array.from(body.matchAll(/<a href="([^"]+)">/g), ([, href]) => href as string)
}

describe('the first page of a sandbox', () => {
  test('offers console, reference and guides, and each guide can be read', async () => {
    const page = await ask('/', {})
    assert.equal(page.statusCode, 200)
    const links = linksOf(page.body)
    assert.deepEqual(links.slice(0, 2), ['console/', 'docs'])
    assert.ok(links.includes('guides/sandbox.md') && links.length > 8)
    for (const link of links.slice(2)) {
      const guide = await ask(`/${link}`, {})
      assert.equal(guide.statusCode, 200, link)
      assert.match(String(guide.headers['content-type']), /^text\/plain/)
      assert.match(guide.body, /^# /)
    }
  })

  test('allows no script and nothing from elsewhere', async () => {
    const { headers, body } = await ask('/', {})
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-[^']+'/)
    assert.doesNotMatch(body, /<script|https?:/)
  })

  test('leaves out what is not there', async () => {
    assert.deepEqual(linksOf((await ask('/', { hasReference: false, guides: '/nowhere' })).body), ['console/'])
  })
})

describe('elsewhere the first page', () => {
  test('leads to the reference, and shows no guides', async () => {
    const answer = await ask('/', { isSandbox: false })
    assert.deepEqual([answer.statusCode, answer.headers.location], [302, 'docs'])
    assert.equal((await ask('/guides/sandbox.md', { isSandbox: false })).statusCode, 404)
  })

  test('is none without the reference', async () => {
    assert.equal((await ask('/', { isSandbox: false, hasReference: false })).statusCode, 404)
  })
})

describe('where to report a weakness', () => {
  const path = '/.well-known/security.txt'
  const contacts = ['mailto:security@bank.example', 'https://bank.example/report']
  const since = new Date('2026-03-01T00:00:00Z')

  test('is told where a contact is set', async () => {
    const security = { contacts, publicUrl: 'https://gateway.example', since }
    const { statusCode, headers, body } = await ask(path, { isSandbox: false, security })
    assert.equal(statusCode, 200)
    assert.match(String(headers['content-type']), /^text\/plain; charset=utf-8/)
    assert.equal(
      body,
      [
        'Contact: mailto:security@bank.example',
        'Contact: https://bank.example/report',
        'Expires: 2026-08-28T00:00:00.000Z',
        'Canonical: https://gateway.example/.well-known/security.txt',
        'Preferred-Languages: en, es',
        '',
      ].join('\n'),
    )
  })

  test('names no address that is not known', async () => {
    const { body } = await ask(path, { security: { contacts, publicUrl: undefined, since } })
    assert.doesNotMatch(body, /Canonical/)
  })

  test('is not told without a contact', async () => {
    assert.equal((await ask(path, {})).statusCode, 404)
  })
})

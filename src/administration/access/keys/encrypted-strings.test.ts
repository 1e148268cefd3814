import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { before, beforeEach, test } from 'node:test'
import { base64url, CompactEncrypt, type CompactJWEHeaderParameters, importJWK, type JWK, type KeyInput } from 'jose'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { emptyTables } from '../../../../test/support/machine/empty-tables.ts'
import { reuseRsaKeys } from '../../../../test/support/onboarding/rsa-keys.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { parseMasterKeys, SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { EncryptedStrings, forgetUsedIds } from './encrypted-strings.ts'
import { KeyRing } from './key-ring.ts'

reuseRsaKeys()

const START = Date.UTC(2026, 0, 1)
const NOW_SECONDS = START / 1000
const HOUR = 3_600_000
const HEADER = { alg: 'RSA-OAEP-256', enc: 'A256GCM' }

const secretBox = new SecretBox(parseMasterKeys(randomBytes(32).toString('base64')))
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })

onDatabase('encrypted strings', (_engine, open) => {
  let nowMs = START
  const clock = { now: () => nowMs }
  let database: Database
  let keyRing: KeyRing
  let strings: EncryptedStrings

  before(async () => {
    database = (await open()).database
    keyRing = await KeyRing.open({ database, secretBox, clock })
    strings = new EncryptedStrings({ keyRing, secretBox, clock })
  })

  beforeEach(() => {
    nowMs = START
  })

  /** As a client does it, using only the published keys. */
  const published = () => keyRing.jwks().keys.find(({ use }) => use === 'enc') as JWK
  async function jweOf(
    content: unknown,
    header: Partial<CompactJWEHeaderParameters> = {},
    key?: KeyInput,
  ): Promise<string> {
    const jwk = published()
    const bytes =
      content instanceof Uint8Array
        ? content
        : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
    return new CompactEncrypt(bytes)
      .setProtectedHeader({ ...HEADER, kid: jwk.kid as string, ...header } as CompactJWEHeaderParameters)
      .encrypt(key ?? (await importJWK(jwk, header.alg ?? HEADER.alg)), { crit: { x: true } })
  }
  const contentOf = (more: object = {}) => ({ v: 'secret value', iat: NOW_SECONDS, jti: randomUUID(), ...more })

  async function refusalOf(work: Promise<unknown>): Promise<Problem> {
    try {
      await work
    } catch (error) {
      assert.ok(error instanceof Problem, String(error))
      return error
    }
    assert.fail('the value was accepted')
  }

  function assertRefusal(problem: Problem, fields: string[]): void {
    const { kind, reason, message, details, cause } = problem
    assert.deepEqual(
      { kind, reason, message, details, cause },
      {
        kind: 'invalid',
        reason: 'access.encrypted-string-refused',
        message: 'an encrypted string is not acceptable: not a JWE to a current key, stale or used',
        details: fields.map((path) => ({
          path,
          message: 'must be a fresh, unused string, encrypted to a key of GET /v1/onboarding/auth/keys',
        })),
        cause: undefined,
      },
    )
  }

  const ACCEPTED: [title: string, content: () => object, value: string][] = [
    ['made now', () => contentOf(), 'secret value'],
    ['made 120 s ago', () => contentOf({ iat: NOW_SECONDS - 120 }), 'secret value'],
    ['of a clock that is 30 s ahead', () => contentOf({ iat: NOW_SECONDS + 30 }), 'secret value'],
    ['of one character', () => contentOf({ v: 'x' }), 'x'],
    ['of 1024 characters', () => contentOf({ v: 'ü'.repeat(1024) }), 'ü'.repeat(1024)],
    ['with an id of one character', () => contentOf({ jti: '1' }), 'secret value'],
    ['with an id of 255 characters', () => contentOf({ jti: 'a'.repeat(255) }), 'secret value'],
    ['with an id of any characters', () => contentOf({ jti: 'ü 1/2\0\n\ud800' }), 'secret value'],
    ['with unknown members', () => contentOf({ more: 1 }), 'secret value'],
  ]
  for (const [title, content, value] of ACCEPTED) {
    test(`a value ${title} is accepted, once`, async () => {
      const jwe = await jweOf(content())
      assert.equal(await strings.decrypt(database, jwe, 'password'), value)
      assertRefusal(await refusalOf(strings.decrypt(database, jwe, 'password')), ['password'])
    })
  }

  const tampered = (part: number) => async () => {
    const parts = (await jweOf(contentOf())).split('.') as string[]
    const text = parts[part] as string
    parts[part] = (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
    return parts.join('.')
  }
  const withHeader = async (header: object) => {
    const [, ...rest] = (await jweOf(contentOf())).split('.')
    return [base64url.encode(JSON.stringify(header)), ...rest].join('.')
  }

  const REFUSED: [title: string, make: () => string | Promise<string>][] = [
    ['nothing', () => ''],
    ['plain text', () => 'admin@example.com'],
    ['dots', () => '....'],
    ['a huge text', () => 'a'.repeat(10_000_000)],
    ['a valid JWE that is too long', () => jweOf(contentOf({ more: 'x'.repeat(4000) }))],
    ['a JWE to another key under our key id', () => jweOf(contentOf(), {}, foreign.publicKey)],
    ['a JWE to another key under its own id', () => jweOf(contentOf(), { kid: 'foreign' }, foreign.publicKey)],
    ['a JWE without key id', () => jweOf(contentOf(), { kid: undefined as unknown as string })],
    ['a JWE whose key id is not a string', () => jweOf(contentOf(), { kid: 1 as unknown as string })],
    ['a JWE to the id of a signing key', () => jweOf(contentOf(), { kid: keyRing.signingKey().kid })],
    ['RSA-OAEP with SHA-1', () => jweOf(contentOf(), { alg: 'RSA-OAEP' })],
    ['RSA-OAEP-512', () => jweOf(contentOf(), { alg: 'RSA-OAEP-512' })],
    ['a header that claims RSA1_5', () => withHeader({ ...HEADER, alg: 'RSA1_5', kid: published().kid })],
    ['a header that claims dir', () => withHeader({ ...HEADER, alg: 'dir', kid: published().kid })],
    [
      'a secret that is our public key',
      () => jweOf(contentOf(), { alg: 'A256KW' }, base64url.decode(published().n as string).slice(0, 32)),
    ],
    ['a password instead of a key', () => jweOf(contentOf(), { alg: 'PBES2-HS256+A128KW' }, Buffer.from('guess'))],
    ['A128GCM', () => jweOf(contentOf(), { enc: 'A128GCM' })],
    ['A256CBC-HS512', () => jweOf(contentOf(), { enc: 'A256CBC-HS512' })],
    ['compressed content', () => jweOf(contentOf(), { zip: 'DEF' })],
    ['an unknown critical extension', () => jweOf(contentOf(), { crit: ['x'], x: 1 })],
    ['a changed header', tampered(0)],
    ['a changed key', tampered(1)],
    ['a changed vector', tampered(2)],
    ['a changed content', tampered(3)],
    ['a changed tag', tampered(4)],
    ['content that is not JSON', () => jweOf('secret value')],
    ['content that is not UTF-8', () => jweOf(Buffer.from(JSON.stringify(contentOf({ v: 'caf\xe9' })), 'latin1'))],
    ['content that is null', () => jweOf('null')],
    ['content that is a list', () => jweOf('["secret value"]')],
    ['content that is a text', () => jweOf('"secret value"')],
    ['no content', () => jweOf('')],
    ['no value', () => jweOf(contentOf({ v: undefined }))],
    ['a value that is not a string', () => jweOf(contentOf({ v: { $ne: null } }))],
    ['an empty value that is stale', () => jweOf(contentOf({ v: '', iat: NOW_SECONDS - 121 }))],
    ['no time', () => jweOf(contentOf({ iat: undefined }))],
    ['a time that is text', () => jweOf(contentOf({ iat: String(NOW_SECONDS) }))],
    ['a time that is null', () => jweOf(contentOf({ iat: null }))],
    ['a time without end', () => jweOf(`{"v":"x","iat":1e999,"jti":"${randomUUID()}"}`)],
    ['a time in milliseconds', () => jweOf(contentOf({ iat: START }))],
    ['a value of 121 s ago', () => jweOf(contentOf({ iat: NOW_SECONDS - 121 }))],
    ['a value from 31 s ahead', () => jweOf(contentOf({ iat: NOW_SECONDS + 31 }))],
    ['no id', () => jweOf(contentOf({ jti: undefined }))],
    ['an id that is a number', () => jweOf(contentOf({ jti: 12345678 }))],
    ['an empty id', () => jweOf(contentOf({ jti: '' }))],
    ['an id of 256 characters', () => jweOf(contentOf({ jti: 'a'.repeat(256) }))],
    [
      'a one-time value of ours',
      () => strings.mint({ email: 'a@b.c', purpose: 'RESET', jti: randomUUID(), expiresAtMs: nowMs + 1000 }),
    ],
  ]
  for (const [title, make] of REFUSED) {
    test(`${title} is rejected, and nothing is used up`, async () => {
      const countUsed = async () => (await database.query('SELECT 1 FROM used_ids')).rowCount
      const [jwe, used] = [await make(), await countUsed()]
      assertRefusal(await refusalOf(strings.decrypt(database, jwe, 'email')), ['email'])
      assert.equal(await countUsed(), used)
    })
  }

  const UNFIT: [title: string, value: string][] = [
    ['nothing', ''],
    ['1025 characters', 'x'.repeat(1025)],
    ['text that the database cannot store', 'a\0b'],
    ['half a character', 'a\ud800'],
  ]
  for (const [title, value] of UNFIT) {
    test(`${title}, correctly encrypted, is rejected as an invalid value, and nothing is used up`, async () => {
      const [email, jti] = [await jweOf(contentOf()), randomUUID()]
      const password = await jweOf(contentOf({ v: value, jti }))
      const { reason, kind, details } = await refusalOf(strings.decryptAll(database, { email, password }))
      const message = 'must be 1 to 1024 characters of text before it is encrypted'
      assert.deepEqual(
        { reason, kind, details },
        { reason: undefined, kind: 'invalid', details: [{ path: 'password', message }] },
      )
      const mended = await jweOf(contentOf({ jti }))
      await strings.decryptAll(database, { email, password: mended })
    })
  }

  test('a value is accepted once, even if it is encrypted again', async () => {
    const content = contentOf()
    const jwe = await jweOf(content)
    assert.equal(await strings.decrypt(database, jwe, 'email'), 'secret value')
    assertRefusal(await refusalOf(strings.decrypt(database, jwe, 'email')), ['email'])
    assertRefusal(await refusalOf(strings.decrypt(database, await jweOf(content), 'other')), ['other'])
  })

  test('of 50 parallel uses of one value exactly one passes', async () => {
    const jwe = await jweOf(contentOf())
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => strings.decrypt(database, jwe, 'email')))
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const result of results) if (result.status === 'rejected') assertRefusal(result.reason, ['email'])
  })

  test('of 50 parallel uses of the same two values in either order exactly one passes', async () => {
    const [one, two] = [await jweOf(contentOf()), await jweOf(contentOf())]
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        strings.decryptAll(database, n % 2 === 0 ? { a: one, b: two } : { a: two, b: one }),
      ),
    )
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const result of results) if (result.status === 'rejected') assertRefusal(result.reason, ['a', 'b'])
  })

  test('the fields of a request are accepted together', async () => {
    const [email, password] = [await jweOf(contentOf({ v: 'e' })), await jweOf(contentOf({ v: 'p' }))]
    assert.deepEqual(await strings.decryptAll(database, { email, password }), { email: 'e', password: 'p' })
    assertRefusal(await refusalOf(strings.decryptAll(database, { email, password })), ['email', 'password'])
  })

  test('a field that cannot be read does not use up the others', async () => {
    const email = await jweOf(contentOf({ v: 'e' }))
    assertRefusal(await refusalOf(strings.decryptAll(database, { email, password: 'x', other: 'y' })), [
      'password',
      'other',
    ])
    assert.equal(await strings.decrypt(database, email, 'email'), 'e')
  })

  test('one id in two fields of a request is a replay', async () => {
    const content = contentOf()
    const fields = { email: await jweOf(content), password: await jweOf(content) }
    assertRefusal(await refusalOf(strings.decryptAll(database, fields)), ['password'])
  })

  test('used ids are kept while the value is fresh, and deleted later', async () => {
    await emptyTables(database, 'used_ids')
    const jti = randomUUID()
    const jwe = await jweOf(contentOf({ jti, iat: NOW_SECONDS + 30 }))
    await strings.decrypt(database, jwe, 'email')
    const { rows } = await database.query<{ used_id: string }>('SELECT used_id FROM used_ids')
    assert.equal(rows.length, 1)
    assert.notEqual(rows[0]?.used_id, jti)
    nowMs = START + 150_000
    assert.equal(await forgetUsedIds(database, clock), 0)
    assertRefusal(await refusalOf(strings.decrypt(database, jwe, 'email')), ['email'])
    nowMs = START + 600_000
    assert.equal(await forgetUsedIds(database, clock), 1)
    assertRefusal(await refusalOf(strings.decrypt(database, jwe, 'email')), ['email'])
  })

  test('a one-time value decrypts to what was put into it', async () => {
    for (const purpose of ['INVITE', 'RESET'] as const) {
      const jti = randomUUID()
      const jwe = await strings.mint({ email: 'Ada@example.com', purpose, jti, expiresAtMs: START + 1_999 })
      assert.equal(jwe.split('.').length, 5)
      const expected = { email: 'Ada@example.com', purpose, jti, exp: NOW_SECONDS + 1 }
      assert.deepEqual(await strings.decryptMinted(jwe), expected)
      // Decrypting does not use it up; the database decides that.
      assert.deepEqual(await strings.decryptMinted(jwe), expected)
    }
  })

  const minted = (more: object = {}) => ({
    v: 'a@b.c',
    purpose: 'INVITE',
    jti: randomUUID(),
    exp: NOW_SECONDS,
    ...more,
  })
  const NOT_MINTED: [title: string, make: () => string | Promise<string>][] = [
    ['nothing', () => ''],
    ['plain text', () => 'a@b.c'],
    ['what a client encrypts', () => jweOf(contentOf())],
    ['a JWE to another key', () => jweOf(minted(), {}, foreign.publicKey)],
    ['compressed content', () => jweOf(minted(), { zip: 'DEF' })],
    ['another purpose', () => jweOf(minted({ purpose: 'LOGIN' }))],
    ['no mail address', () => jweOf(minted({ v: undefined }))],
    ['no id', () => jweOf(minted({ jti: undefined }))],
    ['no expiry', () => jweOf(minted({ exp: undefined }))],
    ['an expiry that is text', () => jweOf(minted({ exp: '1' }))],
    ['a huge text', () => 'a'.repeat(10_000_000)],
  ]
  for (const [title, make] of NOT_MINTED) {
    test(`${title} is not a one-time value`, async () => {
      assert.equal(await strings.decryptMinted(await make()), undefined)
    })
  }

  test('an invitation minted just before a rotation can be opened until it expires, and a cached key list works for a day', async () => {
    nowMs = START + 30 * 24 * HOUR
    const cached = published()
    const jwe = await strings.mint({
      email: 'a@b.c',
      purpose: 'INVITE',
      jti: randomUUID(),
      expiresAtMs: nowMs + 72 * HOUR,
    })
    await keyRing.rotateIfDue()
    assert.notEqual(published().kid, cached.kid)
    nowMs += 24 * HOUR
    const late = await jweOf(
      contentOf({ iat: nowMs / 1000 }),
      { kid: cached.kid as string },
      await importJWK(cached, HEADER.alg),
    )
    assert.equal(await strings.decrypt(database, late, 'email'), 'secret value')
    nowMs += 48 * HOUR
    assert.equal((await strings.decryptMinted(jwe))?.email, 'a@b.c')
    nowMs += 24 * HOUR
    assert.equal(await strings.decryptMinted(jwe), undefined)
  })
})

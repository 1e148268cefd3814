import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto'
import { before, beforeEach, test } from 'node:test'
import { base64url, createLocalJWKSet, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { reuseRsaKeys } from '../../../../test/support/onboarding/rsa-keys.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { parseMasterKeys, SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { AccessTokens } from './access-tokens.ts'
import { KeyRing } from './key-ring.ts'

reuseRsaKeys()

const START = Date.UTC(2026, 0, 1)
const NOW_SECONDS = START / 1000
const SUBJECT = {
  sub: '0197a000-0000-7000-8000-000000000001',
  email: 'ada@example.com',
  role: 'Administrator',
  sid: '0197a000-0000-7000-8000-000000000002',
}
const HEADER = { alg: 'EdDSA', typ: 'JWT' }
const CLAIMS: JWTPayload = { ...SUBJECT, iss: 'tillgate', aud: 'onboarding', iat: NOW_SECONDS, exp: NOW_SECONDS + 900 }

onDatabase('access tokens', (_engine, open) => {
  let nowMs = START
  const clock = { now: () => nowMs }
  let keyRing: KeyRing
  let tokens: AccessTokens
  let reopen: () => Promise<KeyRing>

  before(async () => {
    const { database } = await open()
    const secretBox = new SecretBox(parseMasterKeys(randomBytes(32).toString('base64')))
    reopen = () => KeyRing.open({ database, secretBox, clock })
    keyRing = await reopen()
    tokens = new AccessTokens({ keyRing, clock })
  })

  beforeEach(() => {
    nowMs = START
  })

  const signed = (claims: JWTPayload, header: object = {}) => {
    const { kid, key } = keyRing.signingKey()
    return new SignJWT(claims).setProtectedHeader({ ...HEADER, kid, ...header }).sign(key, { crit: { x: true } })
  }
  const without = (name: string) => Object.fromEntries(Object.entries(CLAIMS).filter(([key]) => key !== name))
  const encode = (value: object) => base64url.encode(JSON.stringify(value))
  /** A token with changed parts and the original signature. */
  const withParts = (token: string, change: (header: string, payload: string, signature: string) => string[]) =>
    change(...(token.split('.') as [string, string, string])).join('.')

  async function refusalOf(token: string): Promise<Problem> {
    try {
      await tokens.verify(token)
    } catch (error) {
      assert.ok(error instanceof Problem, String(error))
      return error
    }
    assert.fail('the token was accepted')
  }

  test('carry the subject for 15 minutes', async () => {
    const { token, expiresInSeconds } = await tokens.sign({ ...SUBJECT, tenant: 'FI001' })
    assert.equal(expiresInSeconds, 900)
    const expected = { ...SUBJECT, tenant: 'FI001', issuedAtMs: START, expiresAtMs: START + 900_000 }
    assert.deepEqual(await tokens.verify(token), expected)
    nowMs = START + 899_999
    assert.deepEqual(await tokens.verify(token), expected)
    nowMs = START + 900_000
    await refusalOf(token)
  })

  test('omit the tenant if there is none', async () => {
    assert.equal('tenant' in (await tokens.verify((await tokens.sign(SUBJECT)).token)), false)
  })

  test('can be verified by anyone with the published keys', async () => {
    const { token } = await tokens.sign(SUBJECT)
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keyRing.jwks() as { keys: JWK[] }), {
      currentDate: new Date(nowMs),
    })
    assert.deepEqual(payload, CLAIMS)
    assert.deepEqual(protectedHeader, { ...HEADER, kid: keyRing.signingKey().kid })
  })

  test('built by this test are accepted, so the rejections below are for their stated reasons', async () => {
    assert.equal((await tokens.verify(await signed(CLAIMS))).sub, SUBJECT.sub)
    assert.equal((await tokens.verify(await signed({ ...CLAIMS, iat: NOW_SECONDS + 30 }))).sub, SUBJECT.sub)
  })

  test('survive a restart and the rotation of keys', async () => {
    const other = await reopen()
    nowMs = START + 30 * 86_400_000
    const { token } = await tokens.sign(SUBJECT)
    await other.rotateIfDue()
    const elsewhere = new AccessTokens({ keyRing: other, clock })
    assert.equal((await elsewhere.verify(token)).sub, SUBJECT.sub)
    // Signed with the new key, verified by a node that has not loaded it yet.
    nowMs += 300_000
    const { token: later } = await elsewhere.sign(SUBJECT)
    assert.notEqual(later.split('.')[0], token.split('.')[0])
    assert.equal((await tokens.verify(later)).sub, SUBJECT.sub)
  })

  const foreign = generateKeyPairSync('ed25519').privateKey
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const sigJwk = () => keyRing.jwks().keys.find(({ kid }) => kid === keyRing.signingKey().kid) as JWK
  const hmacWith = (secret: Uint8Array, alg = 'HS256') =>
    new SignJWT(CLAIMS).setProtectedHeader({ alg, typ: 'JWT', kid: keyRing.signingKey().kid }).sign(secret)

  const REFUSED: [title: string, make: () => string | Promise<string>][] = [
    ['nothing', () => ''],
    ['a word', () => 'token'],
    ['dots', () => '..'],
    ['five parts', () => 'a.b.c.d.e'],
    ['a huge text', () => 'a'.repeat(10_000_000)],
    ['a well-signed token that is far too long', () => signed({ ...CLAIMS, more: 'x'.repeat(8000) })],
    [
      'a header that is not JSON',
      async () => withParts(await signed(CLAIMS), (_h, p, s) => [base64url.encode('{'), p, s]),
    ],
    [
      'a header that is null',
      async () => withParts(await signed(CLAIMS), (_h, p, s) => [base64url.encode('null'), p, s]),
    ],
    [
      'alg none without signature',
      () => `${encode({ alg: 'none', typ: 'JWT', kid: keyRing.signingKey().kid })}.${encode(CLAIMS)}.`,
    ],
    [
      'alg none with the signature left on',
      async () =>
        withParts(await signed(CLAIMS), (_h, p, s) => [
          encode({ ...HEADER, alg: 'none', kid: keyRing.signingKey().kid }),
          p,
          s,
        ]),
    ],
    ['alg nOnE', () => `${encode({ alg: 'nOnE', typ: 'JWT', kid: keyRing.signingKey().kid })}.${encode(CLAIMS)}.`],
    ['HS256 with the public key as secret', () => hmacWith(base64url.decode(sigJwk().x as string))],
    [
      'HS256 with the public key as PEM',
      () =>
        hmacWith(
          Buffer.from(
            createPublicKey({ key: sigJwk() as JsonWebKey, format: 'jwk' }).export({ format: 'pem', type: 'spki' }),
          ),
        ),
    ],
    ['HS256 with the published JWK', () => hmacWith(Buffer.from(JSON.stringify(sigJwk())))],
    [
      'HS512 with the public key as secret',
      () => hmacWith(Buffer.alloc(64, base64url.decode(sigJwk().x as string)), 'HS512'),
    ],
    [
      'RS256 of a foreign key under our key id',
      () =>
        new SignJWT(CLAIMS).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: keyRing.signingKey().kid }).sign(rsa),
    ],
    ['the other name of the algorithm', () => signed(CLAIMS, { alg: 'Ed25519' })],
    [
      'a foreign key under our key id',
      () => new SignJWT(CLAIMS).setProtectedHeader({ ...HEADER, kid: keyRing.signingKey().kid }).sign(foreign),
    ],
    [
      'a foreign key under its own id',
      () => new SignJWT(CLAIMS).setProtectedHeader({ ...HEADER, kid: 'foreign' }).sign(foreign),
    ],
    [
      'a foreign key embedded in the header',
      () =>
        new SignJWT(CLAIMS)
          .setProtectedHeader({
            ...HEADER,
            kid: 'foreign',
            jwk: createPublicKey(foreign).export({ format: 'jwk' }) as JWK,
          })
          .sign(foreign),
    ],
    ['no key id', () => signed(CLAIMS, { kid: undefined })],
    ['a key id that is not a string', () => signed(CLAIMS, { kid: 7 as unknown as string })],
    ['the key id of an encryption key', () => signed(CLAIMS, { kid: keyRing.encryptionKey().kid })],
    [
      'a changed payload',
      async () => withParts(await signed(CLAIMS), (h, _p, s) => [h, encode({ ...CLAIMS, role: 'Owner' }), s]),
    ],
    [
      'a changed header',
      async () =>
        withParts(await signed(CLAIMS), (_h, p, s) => [
          encode({ ...HEADER, kid: keyRing.signingKey().kid, x: 1 }),
          p,
          s,
        ]),
    ],
    [
      'a changed signature',
      async () => withParts(await signed(CLAIMS), (h, p, s) => [h, p, (s.startsWith('A') ? 'B' : 'A') + s.slice(1)]),
    ],
    ['a shortened signature', async () => withParts(await signed(CLAIMS), (h, p, s) => [h, p, s.slice(0, -4)])],
    ['no signature', async () => withParts(await signed(CLAIMS), (h, p) => [h, p, ''])],
    [
      'the signature of another token',
      async () => {
        const other = await signed({ ...CLAIMS, sub: 'other' })
        return withParts(await signed(CLAIMS), (h, p) => [h, p, other.split('.')[2] as string])
      },
    ],
    ['another type', () => signed(CLAIMS, { typ: 'logout+jwt' })],
    ['no type', () => signed(CLAIMS, { typ: undefined })],
    ['an unknown critical extension', () => signed(CLAIMS, { crit: ['x'], x: 1 })],
    ['an expired token', () => signed({ ...CLAIMS, iat: NOW_SECONDS - 901, exp: NOW_SECONDS - 1 })],
    ['a token that expires this second', () => signed({ ...CLAIMS, exp: NOW_SECONDS })],
    ['a token that is not valid yet', () => signed({ ...CLAIMS, nbf: NOW_SECONDS + 1 })],
    ['a token from the future', () => signed({ ...CLAIMS, iat: NOW_SECONDS + 31 })],
    ['another issuer', () => signed({ ...CLAIMS, iss: 'elsewhere' })],
    ['another audience', () => signed({ ...CLAIMS, aud: 'digital' })],
    ...['sub', 'email', 'role', 'sid', 'iss', 'aud', 'iat', 'exp'].map((name): [string, () => Promise<string>] => [
      `no ${name}`,
      () => signed(without(name)),
    ]),
    ...['sub', 'email', 'role', 'sid'].map((name): [string, () => Promise<string>] => [
      `an empty ${name}`,
      () => signed({ ...CLAIMS, [name]: '' }),
    ]),
    ['a session id that is not a string', () => signed({ ...CLAIMS, sid: ['x'] })],
    ['a tenant that is not a string', () => signed({ ...CLAIMS, tenant: null })],
    ['an expiry that is not a number', () => signed({ ...CLAIMS, exp: '9999999999' as unknown as number })],
  ]
  for (const [title, make] of REFUSED) {
    test(`${title} is rejected`, async () => {
      const token = await make()
      const { kind, reason, message, details } = await refusalOf(token)
      assert.deepEqual(
        { kind, reason, message, details },
        {
          kind: 'unauthenticated',
          reason: 'access.not-signed-in',
          message: 'the access token is missing, invalid, expired or revoked',
          details: [],
        },
      )
    })
  }
})

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type CryptoKey, compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import { encryptCredential, type PublicJwk } from './encrypt-credential.ts'

interface Pair {
  readonly jwk: PublicJwk
  readonly privateKey: CryptoKey
}

async function pairOf(kid: string): Promise<Pair> {
  const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256', { modulusLength: 2048 })
  return { privateKey, jwk: { ...((await exportJWK(publicKey)) as PublicJwk), kid, use: 'enc', alg: 'RSA-OAEP-256' } }
}

const SIGNING = { kid: 's', kty: 'OKP', use: 'sig', alg: 'EdDSA', crv: 'Ed25519', x: '11qYAY' }
const NOW_MS = 1_768_471_200_999
let current: Pair
let former: Pair

before(async () => {
  current = await pairOf('current')
  former = await pairOf('former')
})

async function opened(jwe: string, { privateKey }: Pair) {
  const { plaintext, protectedHeader } = await compactDecrypt(jwe, privateKey, {
    keyManagementAlgorithms: ['RSA-OAEP-256'],
    contentEncryptionAlgorithms: ['A256GCM'],
  })
  const content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext))
  return { content: content as { v: string; iat: number; jti: string }, protectedHeader }
}

for (const value of [
  'ada@bank.example',
  'Pässwörter sind länger 🔐',
  'x'.repeat(1024),
  'with "quotes" \\ and \n lines',
]) {
  test(`the gateway's library opens ${JSON.stringify(value).slice(0, 40)}`, async () => {
    const jwe = await encryptCredential(value, { keys: [SIGNING, current.jwk, former.jwk] }, { nowMs: NOW_MS })
    const { content, protectedHeader } = await opened(jwe, current)
    assert.deepEqual(protectedHeader, { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'current' })
    assert.equal(content.v, value)
    assert.equal(content.iat, 1_768_471_200)
    assert.match(content.jti, /^[0-9a-f-]{36}$/)
    assert.match(jwe, /^[\w-]+(\.[\w-]+){4}$/)
  })
}

test('two encryptions of one value share only the header, and use this machine’s time', async () => {
  const jwks = { keys: [current.jwk] }
  const startedAt = Math.floor(Date.now() / 1000)
  const [one, two] = [await encryptCredential('same', jwks), await encryptCredential('same', jwks)]
  const parts = [one.split('.'), two.split('.')] as const
  assert.deepEqual(
    parts[0].map((part, index) => part === parts[1][index]),
    [true, false, false, false, false],
  )
  const [first, second] = [(await opened(one, current)).content, (await opened(two, current)).content]
  assert.notEqual(first.jti, second.jti)
  assert.ok(first.iat >= startedAt && first.iat <= Date.now() / 1000)
})

// One row per list without a usable encryption key.
const WITHOUT_KEY: [title: string, keys: (jwk: PublicJwk) => unknown][] = [
  ['is empty', () => []],
  ['is not a list', () => undefined],
  ['has a signing key only', () => [SIGNING]],
  ['has an RSA key for signing', (jwk) => [{ ...jwk, use: 'sig' }]],
  ['has a key for another algorithm', (jwk) => [{ ...jwk, alg: 'RSA-OAEP' }]],
  ['has a key without id', ({ kid: _, ...jwk }) => [jwk]],
  ['has a key without modulus', ({ n: _, ...jwk }) => [jwk]],
]

for (const [title, keys] of WITHOUT_KEY) {
  test(`a key list that ${title} is reported`, async () => {
    const jwks = { keys: keys(current.jwk) as PublicJwk[] }
    await assert.rejects(encryptCredential('x', jwks), /the key list has no encryption key \(kty RSA, use enc/)
  })
}

test('a key without an algorithm is accepted, and unsuitable keys before it are skipped', async () => {
  const { alg: _, ...jwk } = former.jwk
  const jwe = await encryptCredential('x', { keys: [{ ...current.jwk, use: 'sig' }, jwk, current.jwk] })
  assert.equal((await opened(jwe, former)).content.v, 'x')
})

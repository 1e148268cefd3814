import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { newTotpSecret, totpStepOf, totpUri } from './totp.ts'

// RFC 6238 appendix B: the secret is the text 12345678901234567890, and of its eight digits we use the last six.
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const RFC_VECTORS: [seconds: number, code: string][] = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
]

describe('one-time passwords by time', () => {
  for (const [seconds, code] of RFC_VECTORS) {
    test(`${code.slice(2)} is the code at second ${seconds}, as RFC 6238 says`, () => {
      const step = Math.floor(seconds / 30)
      assert.equal(totpStepOf(RFC_SECRET, code.slice(2), seconds * 1000), step)
    })
  }

  const STEP_OF_VECTOR = Math.floor(1234567890 / 30)
  const distances: [title: string, steps: number, counts: boolean][] = [
    ['two steps early', -2, false],
    ['a step early', -1, true],
    ['in its step', 0, true],
    ['a step late', 1, true],
    ['two steps late', 2, false],
  ]
  for (const [title, steps, counts] of distances) {
    test(`a code that comes ${title} ${counts ? 'is accepted for its own step' : 'is rejected'}`, () => {
      for (const second of [0, 29]) {
        const nowMs = ((STEP_OF_VECTOR + steps) * 30 + second) * 1000
        assert.equal(totpStepOf(RFC_SECRET, '005924', nowMs), counts ? STEP_OF_VECTOR : undefined)
      }
    })
  }

  for (const code of ['', '05924', '0005924', ' 05924', '00592４', '5924', '-05924', '005925']) {
    test(`${JSON.stringify(code)} is not the code`, () => {
      assert.equal(totpStepOf(RFC_SECRET, code, 1234567890_000), undefined)
    })
  }

  test('secrets have 160 bits and are unique', () => {
    const secrets = new Set(Array.from({ length: 50 }, newTotpSecret))
    assert.equal(secrets.size, 50)
    for (const secret of secrets) assert.match(secret, /^[A-Z2-7]{32}$/)
  })

  test('the text of the QR code names the account, the issuer and the secret', () => {
    const uri = new URL(totpUri(RFC_SECRET, { issuer: 'Tillgate', account: 'ann+1@bank.example' }))
    assert.equal(`${uri.protocol}//${uri.host}`, 'otpauth://totp')
    assert.equal(decodeURIComponent(uri.pathname), '/Tillgate:ann+1@bank.example')
    assert.deepEqual(Object.fromEntries(uri.searchParams), {
      issuer: 'Tillgate',
      secret: RFC_SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })

  const hasOathtool = spawnSync('oathtool', ['--version']).status === 0
  test('our codes match those of oathtool', { skip: !hasOathtool && 'oathtool is not on PATH' }, () => {
    for (const seconds of [1, 1_700_000_000, 1_790_000_015, 4_102_444_800]) {
      const secret = newTotpSecret()
      const at = new Date(seconds * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC')
      const code = execFileSync('oathtool', ['--totp', '--base32', `--now=${at}`, secret], { encoding: 'utf8' }).trim()
      assert.equal(totpStepOf(secret, code, seconds * 1000), Math.floor(seconds / 30))
    }
  })
})

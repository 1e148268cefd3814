import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redact } from './redaction.ts'

const HIDDEN = [
  'password',
  'newPassword',
  'admin_password',
  'PASSWORD',
  'clientSecret',
  'client_secret',
  'x-client-secret',
  'encodedSecret',
  'refreshToken',
  'accessTokens',
  'otp',
  'mailOTP',
  'passwordHash',
  'codeHash',
  'refresh_salt',
  'totpSealed',
  'privateKey',
  'appKey',
  'app_key',
  'apiKey',
  'privateJwk',
  'mfaCode',
  'recoveryCode',
  'recovery_codes',
  'codeVerifier',
  'pan',
  'pin',
  'setCookie',
]
for (const name of HIDDEN) {
  test(`${name} is redacted`, () => {
    const record = { [name]: 'hunter2', deep: [{ [name]: ['hunter2'] }] }
    assert.deepEqual(redact(record), { [name]: '********', deep: [{ [name]: '********' }] })
  })
}

const SHOWN = [
  'roleCode',
  'countryCode',
  'currencyCode',
  'responseCode',
  'tenantCode',
  'key',
  'keyVersion',
  'keyType',
  'kid',
  'mailID',
  'pinned',
  'panel',
  'firstName',
  'reason',
]
for (const name of SHOWN) {
  test(`${name} is kept`, () => {
    assert.deepEqual(redact({ [name]: 'plain' }), { [name]: 'plain' })
  })
}

const CODES: [code: unknown, isShown: boolean][] = [
  ['DDA', true],
  ['06', true],
  ['B-AUTH-003', true],
  ['123456', false],
  [123456, false],
  ['4f9aQx_', false],
]
for (const [code, isShown] of CODES) {
  test(`a bare code ${JSON.stringify(code)} is ${isShown ? 'kept' : 'redacted'}`, () => {
    const shown = isShown ? code : '********'
    assert.deepEqual(redact({ code, codes: [code] }), { code: shown, codes: [shown] })
  })
}

test('booleans are kept: that a secret is set is no secret', () => {
  assert.deepEqual(redact({ passwordSet: true, secretSet: false, tokenHash: null }), {
    passwordSet: true,
    secretSet: false,
    tokenHash: null,
  })
})

test('what JSON cannot represent becomes text, and the original record is not changed', () => {
  const record = { at: new Date(0), amount: 12n, tags: new Set(['a']), none: undefined, password: 'hunter2' }
  assert.equal(
    JSON.stringify(redact(record)),
    '{"at":"1970-01-01T00:00:00.000Z","amount":"12","tags":["a"],"password":"********"}',
  )
  assert.equal(record.password, 'hunter2')
})

test('of a card number the first six and last four digits are shown, and nothing that only claims to be masked', () => {
  const masked = { maskedPan: '400000******0010', deep: [{ maskedPan: '630400*********0000' }] }
  assert.deepEqual(redact(masked), masked)
  for (const maskedPan of ['4000000000000010', '40000000****0010', 'hunter2', 4000000000000010]) {
    assert.deepEqual(redact({ maskedPan }), { maskedPan: '********' })
  }
})

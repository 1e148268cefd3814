import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redacted } from './redacted.ts'

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
  test(`${name} is hidden`, () => {
    const record = { [name]: 'hunter2', deep: [{ [name]: ['hunter2'] }] }
    assert.deepEqual(redacted(record), { [name]: '********', deep: [{ [name]: '********' }] })
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
  test(`${name} is shown`, () => {
    assert.deepEqual(redacted({ [name]: 'plain' }), { [name]: 'plain' })
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
  test(`a bare code ${JSON.stringify(code)} is ${isShown ? 'shown' : 'hidden'}`, () => {
    const shown = isShown ? code : '********'
    assert.deepEqual(redacted({ code, codes: [code] }), { code: shown, codes: [shown] })
  })
}

test('that a secret is set may be known', () => {
  assert.deepEqual(redacted({ passwordSet: true, secretSet: false, tokenHash: null }), {
    passwordSet: true,
    secretSet: false,
    tokenHash: null,
  })
})

test('what JSON cannot hold becomes text, and the record itself stays as it is', () => {
  const record = { at: new Date(0), amount: 12n, tags: new Set(['a']), none: undefined, password: 'hunter2' }
  assert.equal(
    JSON.stringify(redacted(record)),
    '{"at":"1970-01-01T00:00:00.000Z","amount":"12","tags":["a"],"password":"********"}',
  )
  assert.equal(record.password, 'hunter2')
})

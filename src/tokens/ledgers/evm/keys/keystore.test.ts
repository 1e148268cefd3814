import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { KEY, PASSWORD, PBKDF2, SCRYPT } from './key-files.fixture.ts'
import { openKeystore } from './keystore.ts'

const open = async (keystore: unknown, password = PASSWORD) =>
  (
    await openKeystore(typeof keystore === 'string' ? keystore : JSON.stringify(keystore), Buffer.from(password))
  ).toString('hex')

describe('a keystore', () => {
  for (const keystore of [SCRYPT, PBKDF2])
    test(`that derives its key by ${keystore.crypto.kdf} opens`, async () => assert.equal(await open(keystore), KEY))

  test('with the section Crypto in capitals opens', async () => {
    const { crypto, ...rest } = PBKDF2
    assert.equal(await open({ ...rest, Crypto: crypto }), KEY)
  })

  const { crypto } = PBKDF2
  const changed = (change: object) => ({ ...PBKDF2, crypto: { ...crypto, ...change } })
  const kdfparams = (change: object, base: typeof PBKDF2 | typeof SCRYPT = SCRYPT) => ({
    ...base,
    crypto: { ...base.crypto, kdfparams: { ...base.crypto.kdfparams, ...change } },
  })
  const FAULTS: [title: string, keystore: unknown, message: RegExp, password?: string][] = [
    ['another password', PBKDF2, /does not open with the password/, 'hunter2'],
    ['a changed key', changed({ ciphertext: crypto.ciphertext.replace('5', '6') }), /does not open with the password/],
    ['a short checksum', changed({ mac: 'aa' }), /does not open with the password/],
    ['text', 'hunter2 is my password', /is not JSON/],
    ['a list', [], /is not a keystore/],
    ['another version', { ...PBKDF2, version: 1 }, /is not a keystore of version 3/],
    ['another cipher', changed({ cipher: 'aes-256-cbc' }), /cipher other than/],
    ['another derivation', changed({ kdf: 'argon2' }), /other than scrypt/],
    ['another hash', kdfparams({ prf: 'hmac-sha1' }, PBKDF2), /other than scrypt/],
    ['no salt', kdfparams({ salt: undefined }), /lacks a hexadecimal value/],
    ['scrypt over 1 GB', kdfparams({ n: 2 ** 24, r: 8 }), /parameters out of bounds/],
    ['a cost that is no power of two', kdfparams({ n: 3 }), /parameters out of bounds/],
    ['no rounds', kdfparams({ c: 0 }, PBKDF2), /parameters out of bounds/],
  ]
  for (const [title, keystore, message, password] of FAULTS)
    test(`with ${title} is refused without a word of its content`, async () => {
      const refused = await open(keystore, password).then(
        () => assert.fail('it opened'),
        (error: Error) => error,
      )
      assert.match(refused.message, message)
      assert.doesNotMatch(`${refused.stack}`, /hunter2|5318b4d5/)
    })
})

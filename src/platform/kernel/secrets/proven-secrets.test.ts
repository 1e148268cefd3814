import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { ProvenSecrets } from './proven-secrets.ts'
import { generateSandboxMasterKey, parseMasterKeys, SecretBox } from './secrets.ts'

const ATM = 'client-secret:atm'

describe('a secret checked against its stored hash', () => {
  const box = new SecretBox(parseMasterKeys(generateSandboxMasterKey()))
  const hashOf = (secret: string, context = ATM) => box.lookupHash(secret, context)
  let keyedHashes = 0
  let secrets: ProvenSecrets

  const counted = {
    lookupHash(secret: string, context: string) {
      keyedHashes++
      return hashOf(secret, context)
    },
  } as SecretBox

  beforeEach(() => {
    secrets = new ProvenSecrets(counted, 2)
    keyedHashes = 0
  })

  test('is right every time it is sent, and hashed once', () => {
    for (let i = 0; i < 3; i++) assert.ok(secrets.matches('right', ATM, hashOf('right')))
    assert.equal(keyedHashes, 1)
  })

  test('is wrong before and after the right one was proven', () => {
    assert.equal(secrets.matches('wrong', ATM, hashOf('right')), false)
    assert.ok(secrets.matches('right', ATM, hashOf('right')))
    for (const wrong of ['wrong', '', 'right ', 'Right']) {
      assert.equal(secrets.matches(wrong, ATM, hashOf('right')), false, `"${wrong}"`)
    }
  })

  test('is wrong as soon as another one is stored, and right again when it is stored again', () => {
    assert.ok(secrets.matches('old', ATM, hashOf('old')))
    assert.equal(secrets.matches('old', ATM, hashOf('new')), false)
    assert.ok(secrets.matches('new', ATM, hashOf('new')))
    assert.equal(secrets.matches('old', ATM, hashOf('new')), false)
    assert.ok(secrets.matches('old', ATM, hashOf('old')))
  })

  test('of one context says nothing about another', () => {
    assert.ok(secrets.matches('right', ATM, hashOf('right')))
    assert.equal(secrets.matches('right', 'client-secret:other', hashOf('right')), false)
    assert.equal(secrets.matches('right', 'client-secret:other', hashOf('wrong', 'client-secret:other')), false)
  })

  test('of an unknown client, or a wrong one, costs the keyed hash every time', () => {
    const nobody = '-'.repeat(43)
    assert.ok(secrets.matches('right', ATM, hashOf('right')))
    keyedHashes = 0
    for (let i = 0; i < 3; i++) assert.equal(secrets.matches('right', 'client-secret:nobody', nobody), false)
    for (let i = 0; i < 3; i++) assert.equal(secrets.matches('wrong', ATM, hashOf('right')), false)
    assert.equal(keyedHashes, 6)
    assert.equal(secrets.size, 1)
  })

  test('with letters beyond a byte is right too, and never taken for another', () => {
    const [secret, lookalike] = ['\u0161ifra', '\u0061ifra']
    for (let i = 0; i < 2; i++) assert.ok(secrets.matches(secret, ATM, hashOf(secret)))
    assert.equal(secrets.matches(lookalike, ATM, hashOf(secret)), false)
  })

  test('is evicted when the cache is full, and hashed again', () => {
    for (const secret of ['one', 'two', 'three']) assert.ok(secrets.matches(secret, ATM, hashOf(secret)))
    assert.equal(secrets.size, 2)
    keyedHashes = 0
    assert.ok(secrets.matches('three', ATM, hashOf('three')))
    assert.equal(keyedHashes, 0)
    assert.ok(secrets.matches('one', ATM, hashOf('one')))
    assert.equal(keyedHashes, 1)
  })
})

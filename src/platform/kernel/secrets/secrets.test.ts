import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import {
  equalInConstantTime,
  fingerprintOf,
  generateSandboxMasterKey,
  type MasterKey,
  parseMasterKeys,
  SecretBox,
} from './secrets.ts'

const ONE = randomBytes(32).toString('base64')
const TWO = randomBytes(32).toString('base64')

function boxOf(text: string): SecretBox {
  return new SecretBox(parseMasterKeys(text))
}

describe('sealed values', () => {
  const box = boxOf(ONE)

  test('open to what was sealed, and never look the same twice', () => {
    for (const text of ['4000000000000010', '', 'ünï ☂ \0', 'x'.repeat(10_000)]) {
      const [first, second] = [box.seal(text, 'cards.pan'), box.seal(text, 'cards.pan')]
      assert.notEqual(first, second)
      assert.equal(first.includes(text) && text !== '', false)
      assert.equal(box.open(first, 'cards.pan'), text)
      assert.equal(box.open(second, 'cards.pan'), text)
    }
  })

  test('do not open in another context', () => {
    assert.throws(() => box.open(box.seal('4000000000000010', 'cards.pan'), 'cards.other'))
    assert.throws(() => boxOf(TWO).open(box.seal('4000000000000010', 'cards.pan'), 'cards.pan'))
  })

  test('do not open when any one byte was changed', () => {
    const sealed = box.seal('4000000000000010', 'cards.pan')
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(i) ^ 1, i)
      assert.throws(() => box.open(`v1.${changed.toString('base64url')}`, 'cards.pan'), `byte ${i}`)
    }
  })

  const NOT_SEALED = ['', 'v1.', 'v1', '4000000000000010', 'x1.AAAA', 'v1.AAAA', 'v1.A A', 'v1.AAAAAAAAAAAAAAAAAAAAAA']
  for (const text of NOT_SEALED) {
    test(`${JSON.stringify(text)} is refused`, () => assert.throws(() => box.open(text, 'cards.pan')))
  }

  test('stay readable when the key is rotated, while new ones use the new key', () => {
    const old = boxOf(`1:${ONE}`)
    const rotated = boxOf(`2:${TWO},1:${ONE}`)
    const later = boxOf(`2:${TWO}`)
    const before = old.seal('secret', 'c')
    const after = rotated.seal('secret', 'c')
    assert.match(before, /^v1\./)
    assert.match(after, /^v2\./)
    assert.equal(rotated.open(before, 'c'), 'secret')
    assert.equal(later.open(after, 'c'), 'secret')
    assert.throws(() => later.open(before, 'c'), /version 1 is not configured/)
    assert.throws(() => old.open(after, 'c'), /version 2 is not configured/)
  })
})

describe('look-up hashes', () => {
  test('find equal values of one column and nothing else', () => {
    const box = boxOf(ONE)
    assert.equal(box.lookupHash('a', 'pan'), box.lookupHash('a', 'pan'))
    assert.notEqual(box.lookupHash('a', 'pan'), box.lookupHash('b', 'pan'))
    assert.notEqual(box.lookupHash('a', 'pan'), box.lookupHash('a', 'client'))
    assert.notEqual(box.lookupHash('a', 'pan'), boxOf(TWO).lookupHash('a', 'pan'))
    // The border between column and value is part of what is hashed.
    assert.notEqual(box.lookupHash('ab', 'c'), box.lookupHash('b', 'ca'))
  })

  test('still find after a rotation what was stored before it', () => {
    const stored = boxOf(`1:${ONE}`).lookupHash('4000000000000010', 'pan')
    assert.equal(boxOf(`2:${TWO},1:${ONE}`).lookupHash('4000000000000010', 'pan'), stored)
  })
})

describe('master keys', () => {
  const PARSED: [title: string, text: string, keys: Pick<MasterKey, 'version' | 'sandbox'>[]][] = [
    ['one key is version 1', ONE, [{ version: 1, sandbox: false }]],
    ['space around it is forgiven', ` ${ONE}\n`, [{ version: 1, sandbox: false }]],
    [
      'a key may be written for URLs',
      Buffer.from(ONE, 'base64').toString('base64url'),
      [{ version: 1, sandbox: false }],
    ],
    [
      'several come newest first however they were written',
      `1:${ONE}, 12:${TWO}`,
      [
        { version: 12, sandbox: false },
        { version: 1, sandbox: false },
      ],
    ],
    ['a sandbox key says so', generateSandboxMasterKey(), [{ version: 1, sandbox: true }]],
  ]
  for (const [title, text, keys] of PARSED) {
    test(title, () => {
      assert.deepEqual(
        parseMasterKeys(text).map(({ version, sandbox }) => ({ version, sandbox })),
        keys,
      )
    })
  }

  test('the bytes are the ones that were encoded', () => {
    assert.equal(parseMasterKeys(ONE)[0]?.bytes.toString('base64'), ONE)
  })

  const REFUSED: [title: string, text: string][] = [
    ['nothing', ''],
    ['too short', 'c2VjcmV0LXNlY3JldC1zZWNyZXQ='],
    ['too long', `${ONE.slice(0, -1)}AAAA=`],
    ['not base64', `${ONE.slice(0, -3)}!!=`],
    ['one good and one bad', `2:${ONE},1:c2VjcmV0`],
    ['a version twice', `1:${ONE},1:${TWO}`],
    ['a version twice, once unsaid', `${ONE},1:${TWO}`],
    ['a version that is no number', `x:${ONE}`],
    ['a comma too many', `${ONE},`],
  ]
  for (const [title, text] of REFUSED) {
    test(`${title} is refused without showing the value`, () => {
      assert.throws(
        () => parseMasterKeys(text),
        (error: unknown) => {
          assert.ok(error instanceof TypeError)
          for (const part of text.split(/[,:]/).filter((one) => one.length > 5)) {
            assert.equal(`${error.message} ${error.stack}`.includes(part.slice(0, 12)), false)
          }
          return true
        },
      )
    })
  }

  test('a box without a key is refused', () => assert.throws(() => new SecretBox([]), TypeError))
})

test('texts are compared whole', () => {
  assert.ok(equalInConstantTime('sandbox-atm-secret', 'sandbox-atm-secret'))
  for (const other of ['', 'sandbox-atm-secre', 'sandbox-atm-secret ', 'Sandbox-atm-secret']) {
    assert.equal(equalInConstantTime('sandbox-atm-secret', other), false)
  }
})

test('a fingerprint differs by content and never changes', () => {
  // Stored with every transaction: if this changes, repetitions of earlier orders become duplicates.
  assert.equal(fingerprintOf('tillgate'), '-IGI4uTwT8RYgtgsanHbl29wLx7BoPRcz6LzCfCI9bc')
  assert.notEqual(fingerprintOf('["a","b"]'), fingerprintOf('["a,b"]'))
})

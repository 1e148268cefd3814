import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Iso8583Error } from './iso8583-error.ts'
import { macFunction } from './mac.ts'
import { MessageCodec } from './message-codec.ts'
import { ISO87, ISO93 } from './shipped-dialects.fixture.ts'

const DES_KEY = Buffer.from('0123456789ABCDEFFEDCBA9876543210', 'hex')
const AES_KEY = Buffer.from('2b7e151628aed2a6abf7158809cf4f3c', 'hex')
const RFC_MESSAGE =
  '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710'

// ISO/IEC 9797-1, algorithm 3 with padding 1 is ANSI X9.19; RFC 4493. Both cut to the eight bytes of the field.
const CODES = [
  ['X9.19', DES_KEY, Buffer.from('Now is the time for all ').toString('hex'), 'a1c72e74ea3fa9b6'],
  ['X9.19', DES_KEY, Buffer.from('Now is the time for it').toString('hex'), '2e2b1428cc78254f'],
  ['AES-CMAC', AES_KEY, '', 'bb1d6929e9593728'],
  ['AES-CMAC', AES_KEY, RFC_MESSAGE.slice(0, 32), '070a16b46b4d4144'],
  ['AES-CMAC', AES_KEY, RFC_MESSAGE.slice(0, 80), 'dfa66747de9ae630'],
  ['AES-CMAC', AES_KEY, RFC_MESSAGE, '51f0bebf7e3b9d92'],
] as const

for (const [algorithm, key, message, code] of CODES) {
  test(`${algorithm} of ${message.length / 2} bytes is the published one`, () => {
    assert.equal(macFunction({ algorithm, bytes: 8 }, key)(Buffer.from(message, 'hex')).toString('hex'), code)
  })
}

test('a shorter code is followed by zeros', () => {
  const mac = macFunction({ algorithm: 'X9.19', bytes: 4 }, DES_KEY)
  assert.equal(mac(Buffer.from('Now is the time for all ')).toString('hex'), 'a1c72e7400000000')
})

for (const [dialect, key, mti, last] of [
  [ISO87, DES_KEY, '0200', 64],
  [ISO93, AES_KEY, '1200', 128],
] as const) {
  test(`messages of ${dialect.name} are refused when a bit of them changes`, () => {
    const codec = new MessageCodec(dialect, key)
    const fields = { 4: '000000010000', 37: '123456789012', ...(last === 128 ? { 102: '1000000001' } : {}) }
    const bytes = codec.encode({ mti, fields })
    const decoded = codec.decode(bytes)
    assert.deepEqual(Object.keys(decoded.fields).at(-1), String(last))
    for (let place = 0; place < bytes.length; place++) {
      const changed = Buffer.from(bytes)
      changed[place] = (changed[place] as number) ^ 1
      assert.throws(() => codec.decode(changed), Iso8583Error, `byte ${place}`)
    }
    const without = new MessageCodec(dialect).encode({ mti, fields })
    assert.throws(() => codec.decode(without), /^Iso8583Error: The message has no MAC$/)
  })
}

test('a key of another length is refused', () => {
  assert.throws(() => new MessageCodec(ISO87, Buffer.alloc(8)), /A key for X9.19 has 16 bytes/)
})

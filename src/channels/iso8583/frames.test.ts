import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { FramingSpec } from './dialect.ts'
import { FrameReader, replyHeader, writeFrame } from './frames.ts'
import { Iso8583Error } from './iso8583-error.ts'

const PLAIN: FramingSpec = { lengthBytes: 2, lengthEncoding: 'binary', includesItself: false, maxBytes: 300 }
const TPDU = { kind: 'tpdu', bytes: '6000010002' } as const

const LAYOUTS: readonly (readonly [title: string, framing: FramingSpec, hex: string])[] = [
  ['two bytes', PLAIN, '0003414243'],
  ['two bytes that count themselves', { ...PLAIN, includesItself: true }, '0005414243'],
  ['four bytes', { ...PLAIN, lengthBytes: 4 }, '00000003414243'],
  ['four digits', { ...PLAIN, lengthBytes: 4, lengthEncoding: 'ascii' }, '30303033414243'],
  [
    'four digits that count themselves',
    { ...PLAIN, lengthBytes: 4, lengthEncoding: 'ascii', includesItself: true },
    '30303037414243',
  ],
  ['a TPDU', { ...PLAIN, header: TPDU }, '00086000010002414243'],
  ['a text', { ...PLAIN, header: { kind: 'text', text: 'ISO1' } }, '000749534f31414243'],
]

for (const [title, framing, hex] of LAYOUTS) {
  test(`a frame with ${title} is written and read`, () => {
    assert.equal(writeFrame(framing, Buffer.from('ABC')).toString('hex'), hex)
    assert.deepEqual(
      new FrameReader(framing).push(Buffer.from(hex, 'hex')).map(({ body }) => body.toString()),
      ['ABC'],
    )
  })

  test(`frames with ${title} are read however they are cut`, () => {
    const bodies = fc.array(fc.uint8Array({ minLength: 1, maxLength: 200 }), { maxLength: 8 })
    fc.assert(
      fc.property(bodies, fc.array(fc.nat(40), { minLength: 1, maxLength: 30 }), (sent, cuts) => {
        const stream = Buffer.concat(sent.map((body) => writeFrame(framing, Buffer.from(body))))
        const reader = new FrameReader(framing)
        const read: string[] = []
        for (let at = 0, turn = 0; at < stream.length; turn++) {
          const end = at + 1 + (cuts[turn % cuts.length] as number)
          for (const { body } of reader.push(stream.subarray(at, end))) read.push(body.toString('hex'))
          at = end
        }
        assert.deepEqual(
          read,
          sent.map((body) => Buffer.from(body).toString('hex')),
        )
        assert.equal(reader.isWithinFrame, false)
      }),
    )
  })
}

const BAD: readonly (readonly [title: string, framing: FramingSpec, hex: string, error: RegExp])[] = [
  ['beyond the limit', PLAIN, '012d', /A frame of 301 bytes is longer than 300/],
  ['of four bytes beyond the limit', { ...PLAIN, lengthBytes: 4 }, 'ffffffff', /is longer than 300/],
  ['of zero', PLAIN, '0000', /A frame of 0 bytes has no message/],
  ['smaller than itself', { ...PLAIN, includesItself: true }, '0001', /A frame of -1 bytes has no message/],
  ['that ends in its header', { ...PLAIN, header: TPDU }, '0005', /A frame of 5 bytes has no message/],
  ['that is no number', { ...PLAIN, lengthBytes: 4, lengthEncoding: 'ascii' }, '30304130', /must consist of digits/],
]

for (const [title, framing, hex, error] of BAD) {
  test(`a length ${title} is refused before the frame is held`, () => {
    assert.throws(
      () => new FrameReader(framing).push(Buffer.from(hex, 'hex')),
      (thrown) => {
        assert.ok(thrown instanceof Iso8583Error)
        assert.match(thrown.message, error)
        return true
      },
    )
  })
}

test('a message that does not fit is not written', () => {
  assert.throws(() => writeFrame(PLAIN, Buffer.alloc(301)), Iso8583Error)
})

test('an answer goes back to where the request came from', () => {
  const framing = { ...PLAIN, header: TPDU }
  assert.equal(replyHeader(framing, Buffer.from('6000010002', 'hex')).toString('hex'), '6000020001')
})

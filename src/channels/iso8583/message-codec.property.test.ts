import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Dialect } from './dialect.ts'
import { Iso8583Error } from './iso8583-error.ts'
import { MessageCodec } from './message-codec.ts'
import { randomMessages } from './random-messages.fixture.ts'
import { ISO87, ISO93, variant } from './shipped-dialects.fixture.ts'

const EBCDIC = {
  mti: 'ebcdic',
  bitmap: 'hex-ebcdic',
  digits: 'ebcdic',
  text: 'ebcdic',
  bytes: 'hex-ebcdic',
  prefix: 'ebcdic',
} as const
const BINARY = {
  mti: 'bcd',
  bitmap: 'binary',
  digits: 'bcd',
  text: 'ebcdic',
  bytes: 'binary',
  prefix: 'binary',
  oddDigits: 'f-right',
} as const

const DIALECTS: readonly (readonly [title: string, dialect: Dialect])[] = [
  ['iso87-ascii', ISO87],
  ['iso93-binary', ISO93],
  ['1987 in EBCDIC', variant(ISO87, { encodings: EBCDIC })],
  ['1993 with binary lengths', variant(ISO93, { encodings: BINARY })],
]

for (const [title, dialect] of DIALECTS) {
  const codec = new MessageCodec(dialect)

  test(`what is written in ${title} is read again`, () => {
    fc.assert(
      fc.property(randomMessages(dialect), (message) => {
        assert.deepEqual(codec.decode(codec.encode(message)), message)
      }),
      { numRuns: 60 },
    )
  })

  test(`garbled messages of ${title} are read or refused, never anything else`, () => {
    const change = fc.tuple(fc.nat(400), fc.integer({ min: 0, max: 255 }))
    fc.assert(
      fc.property(randomMessages(dialect), fc.array(change, { maxLength: 4 }), fc.nat(400), (message, changes, cut) => {
        const bytes = codec.encode(message)
        for (const [place, byte] of changes) bytes[place % bytes.length] = byte
        readOrRefuse(codec, cut % 3 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes)
      }),
      { numRuns: 150 },
    )
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => readOrRefuse(codec, Buffer.from(bytes))))
  })
}

/** What can be read can be written, and means the same then. */
function readOrRefuse(codec: MessageCodec, bytes: Buffer): void {
  try {
    const message = codec.decode(bytes)
    assert.deepEqual(codec.decode(codec.encode(message)), message)
  } catch (error) {
    if (!(error instanceof Iso8583Error)) throw error
  }
}

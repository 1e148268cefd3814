// An implementation of ISO 8583 that others wrote reads what ours writes, and the other way round.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
// @ts-expect-error It has no types.
import Untyped from 'iso_8583'
import { type Dialect, readDialect } from './dialect.ts'
import { type Message, MessageCodec } from './message-codec.ts'
import { randomMessages } from './random-messages.fixture.ts'
import { ISO87, variant } from './shipped-dialects.fixture.ts'

interface PeerMessage {
  getRawMessage(): Buffer | { readonly error: string }
  getIsoJSON(bytes: Buffer, options: { readonly lenHeader: boolean }): Record<string, string>
}
const Peer = Untyped as new (message?: Record<string, string>) => PeerMessage

// The peer writes bitmaps in binary and everything else in ASCII. These fields it has otherwise: DE 34, 36, 40, 50, 53, 55, 58, 59 and
// 118 to 127 are of other contents, DE 64, 96 and 128 of other lengths.
const OTHERWISE = new Set([34, 36, 40, 50, 53, 55, 58, 59, 64, 96, ...Array.from({ length: 11 }, (_, i) => 118 + i)])
const DIALECT = withoutParts(variant(ISO87, { encodings: { bitmap: 'binary', bytes: 'binary' } }))
const NUMBERS = Object.keys(DIALECT.fields).filter((number) => !OTHERWISE.has(Number(number)))
const codec = new MessageCodec(DIALECT)
// It knows ASCII only, has no empty fields, does not pad letters and digits, and always writes two bitmaps, as messages with DE 70 have.
const MESSAGES = randomMessages(DIALECT, NUMBERS).map(({ mti, fields }): Message => {
  const kept = Object.entries(fields).filter(([, value]) => value !== '')
  const plain = kept.map(([number, value]) => [
    number,
    full(number, (value as string).replaceAll(/[^ -"$-?A-~]/g, '-')),
  ])
  return { mti, fields: { ...Object.fromEntries(plain), 70: '301' } }
})

test('the peer reads what is written here', () => {
  fc.assert(
    fc.property(MESSAGES, (message) => {
      const { 0: mti, ...fields } = new Peer().getIsoJSON(codec.encode(message), { lenHeader: false })
      assert.deepEqual({ mti, fields: trimmed(fields) }, message)
    }),
    { numRuns: 150 },
  )
})

test('what the peer writes is read here', () => {
  fc.assert(
    fc.property(MESSAGES, (message) => {
      const bytes = new Peer({ 0: message.mti, ...padded(message.fields) }).getRawMessage()
      assert.ok(Buffer.isBuffer(bytes), JSON.stringify(bytes))
      assert.equal(bytes.toString('hex'), codec.encode(message).toString('hex'))
      assert.deepEqual(codec.decode(bytes), message)
    }),
    { numRuns: 150 },
  )
})

function full(number: string, value: string): string {
  const { content, length, prefix } = DIALECT.fields[number] as Dialect['fields'][string]
  return content === 'an' && prefix === undefined ? value.padEnd(length, '0') : value
}

function padded(fields: Message['fields']): Record<string, string> {
  return mapped(fields as Record<string, string>, (value, { content, length, prefix }) =>
    prefix === undefined && content.startsWith('a') ? value.padEnd(length) : value,
  )
}

function trimmed(fields: Record<string, string>): Record<string, string> {
  return mapped(fields, (value, { content, prefix }) => {
    if (content === 'b') return value.toUpperCase()
    return prefix === undefined && content.startsWith('a') ? value.trimEnd() : value
  })
}

function mapped(fields: Record<string, string>, change: (value: string, spec: Dialect['fields'][string]) => string) {
  const changed = Object.entries(fields).map(([number, value]) => {
    const spec = DIALECT.fields[number]
    assert.ok(spec, `DE ${number}`)
    return [number, change(value, spec)] as const
  })
  return Object.fromEntries(changed)
}

/** Composite fields as one text, which is what the peer sees. */
function withoutParts(dialect: Dialect): Dialect {
  const fields = Object.entries(dialect.fields).map(([number, { parts, repeats, ...spec }]) => [number, spec])
  return readDialect({ ...dialect, fields: Object.fromEntries(fields) })
}

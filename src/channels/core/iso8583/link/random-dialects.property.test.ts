// Dialects by chance: one that is refused names why, and one that is accepted never ends the process, whatever comes from the other
// side. The tests of a process that ends by an exception or a rejected promise fail.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Dialect, readDialect } from '../../../iso8583/dialect.ts'
import { writeFrame } from '../../../iso8583/frames.ts'
import { Iso8583Error } from '../../../iso8583/iso8583-error.ts'
import { MessageCodec } from '../../../iso8583/message-codec.ts'
import { ISO87, ISO93 } from '../../../iso8583/shipped-dialects.fixture.ts'
import { MessageLink } from '../../../iso8583-link/message-link.ts'
import { hostDialectFaults } from './host-dialect.ts'
import { HostLinks } from './host-links.ts'

/** Small changes of a shipped dialect, most of which leave it usable. */
const CHANGES = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('remove' as const), number: numbers() }),
    fc.record({
      kind: fc.constant('change' as const),
      number: numbers(),
      spec: fc.record(
        {
          content: fc.constantFrom('n', 'a', 'an', 'ans', 'z', 'b', 'xn'),
          length: fc.integer({ min: 1, max: 60 }),
          prefix: fc.constantFrom(1, 2, 3),
          sensitive: fc.constantFrom('pan', 'track', 'secret'),
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
    }),
    fc.record({
      kind: fc.constant('encoding' as const),
      encodings: fc.record(
        {
          mti: fc.constantFrom('ascii', 'ebcdic', 'bcd'),
          bitmap: fc.constantFrom('binary', 'hex', 'hex-ebcdic'),
          digits: fc.constantFrom('ascii', 'ebcdic', 'bcd'),
          text: fc.constantFrom('ascii', 'ebcdic'),
          bytes: fc.constantFrom('binary', 'hex', 'hex-ebcdic'),
          prefix: fc.constantFrom('ascii', 'ebcdic', 'bcd', 'binary'),
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
    }),
    fc.record({
      kind: fc.constant('framing' as const),
      framing: fc.record(
        {
          lengthBytes: fc.constantFrom(2, 4),
          lengthEncoding: fc.constantFrom('binary', 'ascii'),
          includesItself: fc.boolean(),
          maxBytes: fc.constantFrom(20, 60, 200, 8192),
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
    }),
    fc.record({ kind: fc.constant('code' as const), code: fc.constantFrom('1', '00', '000', '0000', 'ZZ', 'ZZZ') }),
  ),
  { maxLength: 3 },
)

function numbers() {
  return fc.oneof(fc.constantFrom(3, 4, 7, 11, 24, 37, 39, 49, 56, 70, 90, 102), fc.integer({ min: 2, max: 128 }))
}

type Change = Extract<typeof CHANGES, fc.Arbitrary<unknown>> extends fc.Arbitrary<(infer One)[]> ? One : never

function changed(dialect: Dialect, changes: readonly Change[]): unknown {
  return changes.reduce(changeOnce, dialect as unknown as Written)
}

type Written = Record<string, unknown>

function changeOnce(value: Written, change: Change): Written {
  const fields = value.fields as Record<string, object>
  switch (change.kind) {
    case 'remove': {
      const { [change.number]: _, ...rest } = fields
      return { ...value, fields: rest }
    }
    case 'change': {
      const spec = { name: 'x', ...fields[change.number], ...change.spec }
      return { ...value, fields: { ...fields, [change.number]: spec } }
    }
    case 'encoding':
      return { ...value, encodings: { ...(value.encodings as object), ...change.encodings } }
    case 'framing':
      return { ...value, framing: { ...(value.framing as object), ...change.framing } }
    case 'code': {
      const { sent, received } = value.responseCodes as Dialect['responseCodes']
      return { ...value, responseCodes: { received, sent: { ...sent, '000': change.code } } }
    }
  }
}

/** Undefined when it is refused. */
function accepted(value: unknown): Dialect | undefined {
  try {
    return readDialect(structuredClone(value))
  } catch (error) {
    assert.ok(error instanceof Iso8583Error, String(error))
    return undefined
  }
}

/** A host that answers everything with what it is given, bytes and all. */
async function meet(dialect: Dialect, noise: Buffer): Promise<void> {
  const codec = new MessageCodec(dialect)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    const link = new MessageLink({
      socket,
      codec,
      onMessage(message) {
        const { mti, fields } = message
        const answer = {
          mti: `${mti.slice(0, 2)}1${mti[3]}`,
          fields: { ...fields, 39: dialect.version === 1987 ? '00' : '800' },
        }
        link.send(answer)
        // It asks for itself what nobody has thought of, then loses its mind.
        link.send({ ...message, fields: { ...fields, ...(dialect.version === 1987 ? { 70: '999' } : { 24: '899' }) } })
        socket.write(frameOf(dialect, noise))
        socket.write(noise)
      },
      onClosed: () => {},
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const links = new HostLinks({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    environment: 'sandbox',
    codec,
    connections: 1,
    maxWaiting: 2,
    echoMs: 60_000,
    answerMs: 100,
    onStray: () => {},
  })
  try {
    await links.untilReady(100)
    const mti = dialect.version === 1987 ? '0200' : '1200'
    await links.exchange({ mti, fields: { 3: '010000', 11: '000001', 4: '1', 200: 'x' } }, 20)
    await links.echo()
  } finally {
    await links.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

function frameOf({ framing }: Dialect, body: Buffer): Buffer {
  return body.length + 10 > framing.maxBytes ? Buffer.alloc(0) : writeFrame(framing, body)
}

describe('dialects by chance', () => {
  for (const shipped of [ISO87, ISO93]) {
    test(`${shipped.name}, changed: what is accepted never ends the process`, async () => {
      let met = 0
      await fc.assert(
        fc.asyncProperty(CHANGES, fc.uint8Array({ minLength: 1, maxLength: 60 }), async (changes, noise) => {
          const dialect = accepted(changed(shipped, changes))
          if (dialect === undefined) return
          // Not usable with a host, it is refused as a core; the connection itself must not mind.
          hostDialectFaults(dialect)
          met++
          await meet(dialect, Buffer.from(noise))
        }),
        { numRuns: 60, seed: 8583 },
      )
      assert.ok(met > 10, `only ${met} were accepted`)
    })
  }

  test('the shipped ones can say everything to a host', () => {
    for (const dialect of [ISO87, ISO93]) assert.deepEqual(hostDialectFaults(dialect), [])
  })

  // What a host is sent, and a dialect that cannot say it.
  for (const [title, changes, fault] of [
    ['without DE 90', { fields: without(90) }, /fields\.90 is missing/],
    [
      'with a DE 90 of other parts',
      { fields: { ...ISO87.fields, 90: { name: 'x', content: 'n', length: 42 } } },
      /reversal/,
    ],
    [
      'with a DE 4 that is too short',
      { fields: { ...ISO87.fields, 4: { name: 'x', content: 'n', length: 6 } } },
      /DE 4/,
    ],
    ['with frames that are too short', { framing: { ...ISO87.framing, maxBytes: 60 } }, /longer than 60/],
  ] as const) {
    test(`a dialect ${title} is not usable with a host`, () => {
      assert.match(hostDialectFaults(readDialect({ ...ISO87, ...changes })).join('; '), fault)
    })
  }
})

function without(number: number): object {
  const { [number]: _, ...rest } = ISO87.fields as Record<number, unknown>
  return rest
}

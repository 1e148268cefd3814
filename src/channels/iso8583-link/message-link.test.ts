import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, Socket } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { writeFrame } from '../iso8583/frames.ts'
import { type Message, MessageCodec } from '../iso8583/message-codec.ts'
import { ISO87 } from '../iso8583/shipped-dialects.fixture.ts'
import { type LinkLimits, MessageLink } from './message-link.ts'

const codec = new MessageCodec(ISO87)
const ECHO: Message = { mti: '0800', fields: { 7: '1117010203', 11: '000001', 70: '301' } }
const PAN = '4000001234567899'
const ORDER: Message = { mti: '0200', fields: { 2: PAN, 3: '010000', 11: '000002' } }

describe('a link', () => {
  let server: Server
  let peer: Socket
  let far: Socket

  before(async () => {
    server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => server.close())
  beforeEach(async () => {
    const accepted = once(server, 'connection')
    far = connect((server.address() as AddressInfo).port, '127.0.0.1')
    far.on('error', () => {})
    ;[peer] = (await accepted) as [Socket]
  })

  function open(limits: LinkLimits = {}) {
    const received: Message[] = []
    const traffic: string[] = []
    const unreadable: string[] = []
    const { promise: closed, resolve } = Promise.withResolvers<string>()
    const wanted: (() => void)[] = []
    const link = new MessageLink({
      socket: peer,
      codec,
      limits,
      onMessage: (message) => {
        received.push(message)
        for (const check of wanted) check()
      },
      onClosed: resolve,
      onUnreadable: (error) => unreadable.push(error.message),
      onTraffic: (direction, message) => traffic.push(`${direction} ${JSON.stringify(message)}`),
    })
    const messages = (count: number) =>
      new Promise<Message[]>((done) => {
        const check = () => received.length >= count && done(received)
        wanted.push(check)
        check()
      })
    return { link, received, traffic, unreadable, closed, messages }
  }

  const frame = (message: Message) => writeFrame(ISO87.framing, codec.encode(message))

  test('messages pass both ways, split and joined anywhere, and logs show no card number', async () => {
    const { link, messages, traffic } = open()
    const bytes = Buffer.concat([frame(ECHO), frame(ORDER), frame(ECHO)])
    for (const byte of bytes.subarray(0, 50)) far.write(Buffer.from([byte]))
    far.write(bytes.subarray(50))
    assert.deepEqual(await messages(3), [ECHO, ORDER, ECHO])
    assert.equal(link.send(ORDER), true)
    const [chunk] = await once(far, 'data')
    assert.deepEqual(chunk, frame(ORDER))
    assert.equal(traffic.length, 4)
    assert.ok(!traffic.join().includes(PAN))
    link.close('done')
    assert.equal(link.send(ORDER), false)
  })

  test('a frame that is no message is dropped; several in a row end the connection', async () => {
    const { unreadable, messages, closed } = open({ maxUnreadable: 2 })
    const garbled = writeFrame(ISO87.framing, Buffer.from('0200ZZZZ'))
    far.write(Buffer.concat([garbled, frame(ECHO), garbled]))
    await messages(1)
    far.write(garbled)
    assert.equal(await closed, 'the peer sends no messages')
    assert.equal(unreadable.length, 3)
  })

  const ENDED: [title: string, bytes: Buffer, limits: LinkLimits, why: RegExp][] = [
    ['a length that is no number', Buffer.from('GET / HTTP/1.1\r\n'), {}, /digits/],
    ['a length beyond the limit', Buffer.from('9999'), {}, /longer than/],
    ['a frame that does not end', Buffer.from('0100'), { frameMs: 20 }, /did not end/],
    ['nothing at all', Buffer.alloc(0), { idleMs: 20 }, /nothing was received/],
  ]
  for (const [title, bytes, limits, why] of ENDED) {
    test(`${title} ends the connection`, async () => {
      const { closed } = open(limits)
      far.write(bytes)
      assert.match(await closed, why)
    })
  }

  test('a peer that does not read is not sent more than may wait, and loses its connection', async () => {
    const { link, closed } = open({ maxWaitingBytes: 4096, writeMs: 50 })
    far.pause()
    const long: Message = { mti: '0200', fields: { 11: '000001', 127: 'x'.repeat(999) } }
    let sent = 0
    while (link.send(long)) {
      sent++
      await new Promise(setImmediate)
    }
    assert.ok(sent >= 4)
    assert.equal(await closed, 'the peer does not read')
  })
})

describe('the time of a frame', () => {
  const FRAME_MS = 100
  const whole = writeFrame(ISO87.framing, codec.encode(ECHO))
  const [begun, rest] = [whole.subarray(0, 10), whole.subarray(10)]

  // What comes, each time after so many milliseconds; when the connection is closed, counted from the first byte.
  const COURSES: [title: string, received: [afterMs: number, bytes: Buffer][], closedAtMs: number | undefined][] = [
    [
      'is over when the frame has ended',
      [
        [0, begun],
        [90, rest],
      ],
      undefined,
    ],
    [
      'counts from the first byte, however slowly others follow',
      [
        [0, begun],
        [60, rest.subarray(0, 1)],
        [30, rest.subarray(1, 2)],
      ],
      100,
    ],
    [
      'begins again with the frame that follows at once',
      [
        [0, begun],
        [90, Buffer.concat([rest, begun])],
      ],
      190,
    ],
    [
      'lets the frame that follows at once end',
      [
        [0, begun],
        [90, Buffer.concat([rest, begun])],
        [90, rest],
      ],
      undefined,
    ],
    [
      'begins again with a frame that comes later',
      [
        [0, begun],
        [50, rest],
        [500, begun],
      ],
      650,
    ],
  ]
  for (const [title, received, closedAtMs] of COURSES) {
    test(title, (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] })
      let nowMs = 0
      let closed: string | undefined
      const socket = new Socket()
      const link = new MessageLink({
        socket,
        codec,
        limits: { frameMs: FRAME_MS },
        onMessage: () => {},
        onClosed: (why) => {
          closed = `${why} after ${nowMs} ms`
        },
      })
      const pass = (ms: number) => {
        for (const untilMs = nowMs + ms; nowMs < untilMs; ) {
          nowMs++
          t.mock.timers.tick(1)
        }
      }
      for (const [afterMs, bytes] of received) {
        pass(afterMs)
        socket.emit('data', bytes)
      }
      pass(10 * FRAME_MS)
      assert.equal(closed, closedAtMs && `a frame did not end in time after ${closedAtMs} ms`)
      link.close('done')
    })
  }
})

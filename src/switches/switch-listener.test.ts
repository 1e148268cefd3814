// Hostile and broken peers on real sockets: each costs its own connection, and the others are answered as before.
// Needs a process of its own: it counts connections and log lines.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { encodeMessage, frame, SwitchLine } from '../../test/support/peers/switch-simulator.ts'
import { until } from '../../test/support/until.ts'
import { MessageCodec } from '../iso8583/message-codec.ts'
import { ISO87 } from '../iso8583/shipped-dialects.fixture.ts'
import type { DeskAnswer, DeskRequest } from './desk.ts'
import { SwitchListener } from './switch-listener.ts'
import type { SwitchSettings } from './switch-settings.ts'

const KNOWN = '127.0.0.2'
const PAN = '4000001234567899'
const PIN = '0011223344556677'
const ORDER = { 2: PAN, 3: '010000', 4: '000000000100', 37: '260115000003', 41: 'ATM00001', 49: '840', 102: '1' }

const settings: SwitchSettings = {
  name: 'east',
  partnerId: 'PARTNER01',
  clientId: undefined,
  codec: new MessageCodec(ISO87),
  institutionId: 'FI001',
  institutions: {},
  sharesRrn: true,
  verifiesPin: true,
  connections: 3,
  inFlight: 4,
  accepts: (address) => address === KNOWN,
  acceptsCertificate: () => true,
}

describe('the listener for switches', () => {
  const lines: string[] = []
  const counted = new Map<string, number>()
  const count = (what: string) => counted.set(what, (counted.get(what) ?? 0) + 1)
  /** Answers are held while this is set, to see what waits. */
  let held: Promise<void> | undefined
  let most = 0
  let running = 0
  let answer: DeskAnswer = { status: 200, code: '000', reply: '{"status":{"authId":"K3M9QX"}}', isException: false }
  const asked: DeskRequest[] = []
  const log = pino({ level: 'info' }, { write: (text: string) => lines.push(text) })
  const listener = new SwitchListener(
    { switches: [settings] },
    {
      desk: {
        async ask(request) {
          asked.push(request)
          most = Math.max(most, ++running)
          await held
          running--
          return answer
        },
      },
      now: () => Date.now(),
      log,
      limits: { writeMs: 500 },
      observer: { message: (_name, fate) => count(fate), refused: (reason) => count(reason) },
    },
  )
  let port = 0
  let line: SwitchLine

  before(async () => {
    port = await listener.listen('127.0.0.1', 0)
    line = await SwitchLine.open(port, 'iso87-ascii', KNOWN)
  })
  after(() => listener.close())

  async function rawSocket(from = KNOWN): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }

  const closes = (socket: Socket) => socket.resume() && (socket.closed || once(socket, 'close'))
  const isAnswered = async () => assert.equal((await line.ask('0800', { 7: '1117203000', 70: '301' })).fields[39], '00')

  test('an address that no switch has is cut off before a byte is read', async () => {
    const scanners = await Promise.all(Array.from({ length: 50 }, () => rawSocket('127.0.0.9')))
    await Promise.all(scanners.map(closes))
    assert.equal(counted.get('address'), 50)
    assert.equal(lines.filter((text) => text.includes('refused')).length, 1, 'told of once, not fifty times')
    await isAnswered()
  })

  test('a switch has no more connections than its settings allow', async () => {
    const others = [await rawSocket(), await rawSocket()]
    await until(() => listener.states()[0]?.connections === 3, 'three connections are open')
    await closes(await rawSocket())
    assert.equal(counted.get('too-many'), 1)
    await isAnswered()
    for (const socket of others) socket.destroy()
    await until(() => listener.states()[0]?.connections === 1, 'the others are gone')
  })

  test('garbage, oversized and empty frames end their connection and no other', async () => {
    const whole = frame(
      'iso87-ascii',
      encodeMessage('iso87-ascii', { mti: '0200', fields: { ...ORDER, 11: '000001' } }),
    )
    const cut = whole.subarray(0, whole.length - 3)
    const hostile = [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.from('9999'),
      Buffer.from('0000'),
      // Three frames in a row that are no messages.
      Buffer.concat([1, 2, 3].map(() => Buffer.concat([Buffer.from('0008'), randomBytes(8)]))),
      Buffer.concat(
        [1, 2, 3].map(() => Buffer.concat([Buffer.from(String(cut.length - 4).padStart(4, '0')), cut.subarray(4)])),
      ),
    ]
    for (const bytes of hostile) {
      const socket = await rawSocket()
      socket.write(bytes)
      await closes(socket)
      await isAnswered()
    }
    assert.equal(counted.get('unreadable'), 6)
  })

  test('a thousand mutilated messages: the connection answers, ignores or ends, and the process lives', async () => {
    const whole = encodeMessage('iso87-ascii', { mti: '0200', fields: { ...ORDER, 11: '000001' } })
    let socket = await rawSocket()
    for (let i = 0; i < 1_000; i++) {
      if (socket.destroyed || socket.closed) socket = await rawSocket()
      const broken = Buffer.from(whole)
      const times = 1 + (i % 4)
      for (let j = 0; j < times; j++)
        broken[Math.floor(Math.random() * broken.length)] = Math.floor(Math.random() * 256)
      socket.write(frame('iso87-ascii', i % 7 === 0 ? broken.subarray(0, i % broken.length) : broken))
      socket.resume()
      if (i % 20 === 0) await isAnswered()
    }
    socket.destroy()
    await until(() => listener.states()[0]?.connections === 1, 'the line of the mutilated messages is closed')
    await isAnswered()
  })

  test('a flood waits in the network: no more orders are under way than the settings allow', async () => {
    const release = Promise.withResolvers<void>()
    held = release.promise
    most = running
    const answers = Promise.all(Array.from({ length: 500 }, () => line.ask('0200', ORDER)))
    await until(() => running === settings.inFlight, 'as many orders are under way as may be')
    release.resolve()
    held = undefined
    assert.equal((await answers).length, 500)
    assert.equal(most, settings.inFlight)
  })

  test('a peer that does not read is read no further, and loses its connection', async () => {
    const socket = await rawSocket()
    socket.pause()
    const echo = encodeMessage('iso87-ascii', { mti: '0800', fields: { 7: '1117203000', 11: '000001', 70: '301' } })
    const many = Buffer.concat(new Array(500).fill(frame('iso87-ascii', echo)))
    const isCutOff = () => lines.some((text) => text.includes('the peer does not read'))
    await until(() => {
      if (!socket.writableNeedDrain && !socket.destroyed) socket.write(many)
      return isCutOff()
    }, 'the peer that does not read is cut off')
    socket.destroy()
    await isAnswered()
  })

  test('sign-off puts orders off until the switch signs on', async () => {
    const network = (code: string) => line.ask('0800', { 7: '1117203000', 70: code })
    assert.equal((await network('002')).fields[39], '00')
    assert.equal((await line.ask('0200', ORDER)).fields[39], '91')
    assert.equal((await network('001')).fields[39], '00')
    assert.equal((await line.ask('0200', ORDER)).fields[39], '00')
    assert.equal((await network('161')).fields[39], '40', 'a key exchange is not supported')
  })

  test('what account services say becomes the code of the dialect', async () => {
    const CODES: [status: number, code: string, mti: string, sent: string, isException?: boolean][] = [
      [200, '110', '0200', '51'],
      [200, '110', '0220', '00', true],
      [200, '913', '0220', '94'],
      [200, '484', '0420', '00', true],
      [200, '110', '0420', '00'],
      [200, '940', '0420', '58'],
      [200, '914', '0420', '00'],
      [200, '914', '0400', '25'],
      [429, '950', '0200', '91'],
      [429, '950', '0220', '91'],
      [503, '907', '0200', '91'],
      [503, '907', '0420', '91'],
      [504, '911', '0200', '68'],
      [500, '909', '0200', '96'],
      [403, '950', '0200', '57'],
      [400, '904', '0220', '30'],
    ]
    for (const [status, code, mti, sent, isException = false] of CODES) {
      answer = { status, code, reply: '{}', isException }
      const { fields } = await line.ask(mti, ORDER)
      assert.equal(fields[39], sent, `${status} ${code} for ${mti}`)
    }
    answer = { status: 200, code: '000', reply: '{}', isException: false }
  })

  test('logs have no card number and no PIN', async () => {
    log.level = 'debug'
    const traced = await SwitchLine.open(port, 'iso87-ascii', KNOWN)
    await traced.ask('0200', { ...ORDER, 52: PIN })
    traced.close()
    const text = lines.join('')
    assert.match(text, /iso8583 message/)
    assert.match(text, /400000\*+7899/)
    assert.ok(!text.includes(PAN) && !text.includes(PIN))
  })

  test('a stop answers what was read, then closes, also when a peer resets its connection', async () => {
    const release = Promise.withResolvers<void>()
    held = release.promise
    const answers = [line.ask('0200', ORDER), line.ask('0200', ORDER)]
    const other = await SwitchLine.open(port, 'iso87-ascii', KNOWN)
    const lost = assert.rejects(other.ask('0200', ORDER), /the line was lost/)
    await until(() => running === 3, 'all are under way')
    const closed = listener.close()
    other.socket.resetAndDestroy()
    await lost
    release.resolve()
    for (const one of await Promise.all(answers)) assert.equal(one.fields[39], '00')
    await closed
    await line.closed
  })
})

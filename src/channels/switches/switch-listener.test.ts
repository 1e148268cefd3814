// Hostile and broken peers on real sockets: each costs its own connection, and the others are answered as before.
// Needs a process of its own: it counts connections and log lines.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import {
  encodeMessage,
  type Fields,
  frame,
  type SwitchDialect,
  SwitchLine,
} from '../../../test/support/peers/switch-simulator.ts'
import { until } from '../../../test/support/until.ts'
import { MessageCodec } from '../iso8583/message-codec.ts'
import { ISO87, ISO93 } from '../iso8583/shipped-dialects.fixture.ts'
import type { DeskAnswer, DeskRequest } from './switch-desk.ts'
import { SwitchListener } from './switch-listener.ts'
import type { SwitchSettings } from './switch-settings.ts'

const KNOWN = '127.0.0.2'
const PAN = '4000001234567899'
const PIN = '0011223344556677'
const ORDER = { 2: PAN, 3: '010000', 4: '000000000100', 37: '260115000003', 41: 'ATM00001', 49: '840', 102: '1' }

interface Tongue {
  readonly dialect: SwitchDialect
  readonly spec: typeof ISO87
  /** First digit of message types. */
  readonly version: '0' | '1'
  /** Network management, by its code of 1987. */
  network(code: '001' | '002' | '161' | '301'): Fields
  /** A field whose content is wrong, before and behind which others can be read. */
  readonly wrong: Fields
  readonly networkAccepted: string
}

const OF_1993 = { '001': '801', '002': '802', 161: '811', 301: '831' } as const
const TONGUES: readonly Tongue[] = [
  {
    dialect: 'iso87-ascii',
    spec: ISO87,
    version: '0',
    network: (code) => ({ 7: '1117203000', 70: code }),
    wrong: { 22: '05A' },
    networkAccepted: '00',
  },
  {
    dialect: 'iso93-binary',
    spec: ISO93,
    version: '1',
    network: (code) => ({ 7: '1117203000', 24: OF_1993[code] }),
    wrong: { 22: '05!' },
    networkAccepted: '800',
  },
]

for (const tongue of TONGUES) describe(`the listener for switches, ${tongue.dialect}`, () => testListener(tongue))

function testListener({ dialect, spec, version, network, wrong, networkAccepted }: Tongue): void {
  const settings: SwitchSettings = {
    name: 'east',
    partnerId: 'PARTNER01',
    clientId: undefined,
    codec: new MessageCodec(spec),
    institutionId: 'FI001',
    institutions: {},
    sharesRrn: true,
    verifiesPin: true,
    refuseUnchecked: new Set(),
    connections: 3,
    inFlight: 4,
    accepts: (address) => address === KNOWN,
    acceptsCertificate: () => true,
  }

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
    line = await SwitchLine.open(port, dialect, KNOWN)
  })
  after(() => listener.close())

  async function rawSocket(from = KNOWN): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }

  const closes = (socket: Socket) => socket.resume() && (socket.closed || once(socket, 'close'))
  const type = (of1987: string) => `${version}${of1987.slice(1)}`
  const codeOf = (code: string) =>
    (spec.responseCodes.sent as Record<string, string>)[code] ?? spec.responseCodes.sent.other ?? ''
  const isAnswered = async () =>
    assert.equal((await line.ask(type('0800'), network('301'))).fields[39], networkAccepted)

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
    const whole = encodeMessage(dialect, { mti: type('0200'), fields: { ...ORDER, 11: '000001' } })
    const thirty = (body: () => Buffer) => Buffer.concat(Array.from({ length: 30 }, () => frame(dialect, body())))
    const hostile = [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.from('9999'),
      version === '0' ? Buffer.from('0000') : Buffer.alloc(2),
      // Thirty frames that are no messages.
      thirty(() => Buffer.concat([Buffer.from('ZZ'), randomBytes(8)])),
      thirty(() => whole.subarray(0, whole.length - 3)),
    ]
    for (const bytes of hostile) {
      const socket = await rawSocket()
      socket.write(bytes)
      await closes(socket)
      await isAnswered()
    }
    assert.equal(counted.get('unreadable'), 60)
  })

  test('a thousand mutilated messages: the connection answers, ignores or ends, and the process lives', async () => {
    const whole = encodeMessage(dialect, { mti: type('0200'), fields: { ...ORDER, 11: '000001' } })
    let socket = await rawSocket()
    for (let i = 0; i < 1_000; i++) {
      if (socket.destroyed || socket.closed) socket = await rawSocket()
      const broken = Buffer.from(whole)
      const times = 1 + (i % 4)
      for (let j = 0; j < times; j++)
        broken[Math.floor(Math.random() * broken.length)] = Math.floor(Math.random() * 256)
      socket.write(frame(dialect, i % 7 === 0 ? broken.subarray(0, i % broken.length) : broken))
      socket.resume()
      if (i % 20 === 0) await isAnswered()
    }
    socket.destroy()
    await until(() => listener.states()[0]?.connections === 1, 'the line of the mutilated messages is closed')
    await isAnswered()
  })

  const ADVICES: [title: string, mti: string, fields: Fields][] = [
    ['an advice with a field of wrong content', '0220', { ...ORDER, ...wrong }],
    ['a reversal with a field of wrong content', '0420', { ...ORDER, ...wrong }],
    ['a request with a field of wrong content', '0200', { ...ORDER, ...wrong }],
  ]
  for (const [title, mti, fields] of ADVICES) {
    test(`${title} is answered that it cannot be read, and the line stays`, async () => {
      const before = asked.length
      const { mti: answered, fields: told } = await line.ask(type(mti), fields)
      assert.equal(answered, type(`${mti.slice(0, 2)}${mti[2] === '2' ? '3' : '1'}0`))
      assert.deepEqual([told[39], told[37]], [codeOf('904'), ORDER[37]])
      assert.equal(asked.length, before, 'nothing is asked of the bank')
      await isAnswered()
    })
  }

  test('a rate of unreadable messages ends a line only after what is under way on it was answered', async () => {
    const release = Promise.withResolvers<void>()
    held = release.promise
    const spoiled = await SwitchLine.open(port, dialect, KNOWN)
    const order = spoiled.ask(type('0200'), ORDER)
    await until(() => running === 1, 'the order is under way')
    const garbled = frame(dialect, Buffer.from('ZZZZZZZZ'))
    spoiled.socket.write(Buffer.concat(new Array(100).fill(garbled)))
    // A line whose frames are lost is no different.
    const cut = await SwitchLine.open(port, dialect, KNOWN)
    cut.socket.cork()
    const others = [cut.ask(type('0200'), ORDER), cut.ask(type('0200'), ORDER)]
    cut.socket.write(Buffer.from('ZZZZ'))
    cut.socket.uncork()
    await until(() => running === 3, 'the orders before the garbage are asked too')
    release.resolve()
    held = undefined
    assert.equal((await order).fields[39], codeOf('000'))
    for (const one of await Promise.all(others)) assert.equal(one.fields[39], codeOf('000'))
    await Promise.all([spoiled.closed, cut.closed])
    await isAnswered()
  })

  test('unreadable messages are told of in one line, with their number', () => {
    const told = lines.filter((text) => text.includes('cannot be read') && text.includes('"level":40'))
    assert.equal(told.length, 1, told.join(''))
    assert.ok((counted.get('unreadable') ?? 0) > 100)
  })

  test('a flood waits in the network: no more orders are under way than the settings allow', async () => {
    const release = Promise.withResolvers<void>()
    held = release.promise
    most = running
    const answers = Promise.all(Array.from({ length: 500 }, () => line.ask(type('0200'), ORDER)))
    await until(() => running === settings.inFlight, 'as many orders are under way as may be')
    release.resolve()
    held = undefined
    assert.equal((await answers).length, 500)
    assert.equal(most, settings.inFlight)
  })

  test('a peer that does not read is read no further, and loses its connection', async () => {
    const socket = await rawSocket()
    socket.pause()
    const echo = encodeMessage(dialect, { mti: type('0800'), fields: { ...network('301'), 11: '000001' } })
    const many = Buffer.concat(new Array(500).fill(frame(dialect, echo)))
    const isCutOff = () => lines.some((text) => text.includes('the peer does not read'))
    await until(() => {
      if (!socket.writableNeedDrain && !socket.destroyed) socket.write(many)
      return isCutOff()
    }, 'the peer that does not read is cut off')
    socket.destroy()
    await isAnswered()
  })

  test('sign-off puts orders off until the switch signs on', async () => {
    const ask = (code: Parameters<typeof network>[0]) => line.ask(type('0800'), network(code))
    assert.equal((await ask('002')).fields[39], networkAccepted)
    assert.equal((await line.ask(type('0200'), ORDER)).fields[39], codeOf('907'))
    assert.equal((await ask('001')).fields[39], networkAccepted)
    assert.equal((await line.ask(type('0200'), ORDER)).fields[39], codeOf('000'))
    assert.equal((await ask('161')).fields[39], codeOf('115'), 'a key exchange is not supported')
  })

  test('what account services say becomes the code of the dialect', async () => {
    const accepted = version === '1' ? '400' : '00'
    const CODES: [status: number, code: string, mti: string, sent?: string, isException?: boolean][] = [
      [200, '110', '0200'],
      [200, '110', '0220', codeOf('000'), true],
      [200, '913', '0220'],
      [200, '484', '0420', accepted, true],
      [200, '110', '0420', accepted],
      [200, '940', '0420'],
      [200, '914', '0420', accepted],
      [200, '914', '0400'],
      [429, '950', '0200', codeOf('907')],
      [429, '950', '0220', codeOf('907')],
      [503, '907', '0200'],
      [503, '907', '0420'],
      [504, '911', '0200'],
      [500, '909', '0200'],
      [403, '950', '0200'],
      [400, '904', '0220'],
    ]
    for (const [status, code, mti, sent = codeOf(code), isException = false] of CODES) {
      answer = { status, code, reply: '{}', isException }
      const { fields } = await line.ask(type(mti), ORDER)
      assert.equal(fields[39], sent, `${status} ${code} for ${mti}`)
    }
    answer = { status: 200, code: '000', reply: '{}', isException: false }
  })

  test('a decline that is advised is acknowledged once it is recorded, unless its number is that of another order', async () => {
    const declined = { ...ORDER, 39: version === '1' ? '116' : '51' }
    for (const [status, code, sent] of [
      [200, '116', '000'],
      [200, '913', '913'],
      [503, '907', '907'],
    ] as const) {
      answer = { status, code, reply: '{}', isException: false }
      assert.equal((await line.ask(type('0220'), declined)).fields[39], codeOf(sent), code)
    }
    answer = { status: 200, code: '000', reply: '{}', isException: false }
  })

  test('logs have no card number and no PIN', async () => {
    log.level = 'debug'
    const traced = await SwitchLine.open(port, dialect, KNOWN)
    await traced.ask(type('0200'), { ...ORDER, 52: PIN })
    traced.close()
    const text = lines.join('')
    assert.match(text, /iso8583 message/)
    assert.match(text, /400000\*+7899/)
    assert.ok(!text.includes(PAN) && !text.includes(PIN))
  })

  test('a stop answers what was read, then closes, also when a peer resets its connection', async () => {
    const release = Promise.withResolvers<void>()
    held = release.promise
    const answers = [line.ask(type('0200'), ORDER), line.ask(type('0200'), ORDER)]
    const other = await SwitchLine.open(port, dialect, KNOWN)
    const lost = assert.rejects(other.ask(type('0200'), ORDER), /the line was lost/)
    await until(() => running === 3, 'all are under way')
    const closed = listener.close()
    other.socket.resetAndDestroy()
    await lost
    release.resolve()
    for (const one of await Promise.all(answers)) assert.equal(one.fields[39], codeOf('000'))
    await closed
    await line.closed
  })
}

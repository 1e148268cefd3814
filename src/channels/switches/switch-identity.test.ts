// How the listener knows a switch: by its client certificate over TLS, and by the MACs of its messages. The file of switches is
// read as at the start of a process.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectPlain, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { type ConnectionOptions, connect } from 'node:tls'
import { pino } from 'pino'
import { until } from '../../../test/support/until.ts'
import { loadDialect } from '../iso8583/dialect.ts'
import { FrameReader, writeFrame } from '../iso8583/frames.ts'
import { type Message, MessageCodec } from '../iso8583/message-codec.ts'
import { SwitchListener } from './switch-listener.ts'
import { readSwitchSettings } from './switch-settings.ts'

const KEY = '0123456789ABCDEFFEDCBA9876543210'
const OTHER_KEY = 'FEDCBA98765432100123456789ABCDEF'
const WEST = '127.0.0.2'
const openssl = spawnSync('openssl', ['version']).status === 0

const TONGUES: [dialect: string, echo: Message, accepted: string, macField: number][] = [
  ['iso87-ascii', { mti: '0800', fields: { 7: '1117203000', 11: '000001', 70: '301' } }, '00', 128],
  ['iso93-binary', { mti: '1804', fields: { 7: '1117203000', 11: '000001', 24: '831' } }, '800', 64],
]
for (const tongue of TONGUES) {
  const skip = openssl ? false : 'openssl is not installed'
  describe(`the identity of a switch, ${tongue[0]}`, { skip }, () => testIdentity(...tongue))
}

function testIdentity(dialectName: string, echo: Message, accepted: string, macField: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-switch-identity-'))
  after(() => rmSync(folder, { recursive: true }))
  const at = (name: string) => join(folder, name)

  function certify(name: string, signedBy?: string): { cert: Buffer; key: Buffer } {
    const pair = ['-keyout', at(`${name}.key`), '-out', at(`${name}.pem`)]
    const signer = signedBy === undefined ? [] : ['-CA', at(`${signedBy}.pem`), '-CAkey', at(`${signedBy}.key`)]
    const names = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
    execFileSync('openssl', ['req', '-x509', ...curve, '-nodes', ...pair, ...signer, ...names], { stdio: 'ignore' })
    return { cert: readFileSync(at(`${name}.pem`)), key: readFileSync(at(`${name}.key`)) }
  }

  async function listen(file: object) {
    writeFileSync(at('switches.json'), JSON.stringify(file))
    const refused: string[] = []
    const fates: string[] = []
    const listener = new SwitchListener(await readSwitchSettings(at('switches.json')), {
      desk: { ask: () => Promise.reject(new Error('no order is sent')) },
      now: () => Date.now(),
      log: pino({ level: 'silent' }),
      observer: { message: (_name, fate) => fates.push(fate), refused: (reason) => refused.push(reason) },
    })
    return { listener, port: await listener.listen('127.0.0.1', 0), refused, fates }
  }

  /** Sends a message; undefined when the listener closes the connection instead of answering. */
  async function exchange(socket: Socket, codec: MessageCodec, message = echo): Promise<Message | undefined> {
    const { framing } = codec.dialect
    const reader = new FrameReader(framing)
    socket.on('error', () => {})
    socket.write(writeFrame(framing, codec.encode(message)))
    const answered = new Promise<Message>((resolve, reject) => {
      socket.on('data', (chunk: Buffer) => {
        try {
          for (const { body } of reader.push(chunk)) resolve(codec.decode(body))
        } catch (error) {
          reject(error)
        }
      })
    })
    const closed = new Promise<undefined>((resolve) => socket.on('close', () => resolve(undefined)))
    return Promise.race([answered, closed])
  }

  test('is its certificate, when it is of the authority and among those of the file', async (t) => {
    const authority = certify('authority')
    certify('server', 'authority')
    const east = certify('east', 'authority')
    const unlisted = certify('unlisted', 'authority')
    const stranger = certify('stranger')
    const { fingerprint256 } = new X509Certificate(east.cert)
    const { listener, port, refused } = await listen({
      tls: { certFile: 'server.pem', keyFile: 'server.key', clientCaFile: 'authority.pem' },
      switches: [
        {
          name: 'east',
          partnerId: 'P1',
          dialect: dialectName,
          addresses: ['127.0.0.1'],
          certificates: [fingerprint256],
        },
        { name: 'west', partnerId: 'P1', dialect: dialectName, addresses: [WEST] },
      ],
    })
    t.after(() => listener.close())
    const codec = new MessageCodec(await loadDialect(dialectName))
    const over = (options: ConnectionOptions & { localAddress?: string }) =>
      exchange(connect({ port, host: '127.0.0.1', servername: 'localhost', ca: authority.cert, ...options }), codec)

    assert.equal((await over(east))?.fields[39], accepted)
    assert.equal(refused.length, 0)
    // A certificate of the authority that no switch has, one of an authority that is not trusted, and none.
    for (const options of [unlisted, stranger, {}]) assert.equal(await over(options), undefined)
    // Without a list, any of the authority, and no other.
    const west = { localAddress: WEST }
    assert.equal((await over({ ...unlisted, ...west }))?.fields[39], accepted)
    for (const options of [stranger, {}]) assert.equal(await over({ ...options, ...west }), undefined)
    await until(() => refused.length === 5, 'the five are counted')
    assert.deepEqual([...new Set(refused)], ['certificate'])
    assert.equal(await exchange(connectPlain({ port, host: '127.0.0.1' }), codec), undefined)
    assert.equal((await over(east))?.fields[39], accepted, 'the others cost the switch nothing')
  })

  test('is the MAC of its messages: answers have one, and messages with none or a wrong one are not answered', async (t) => {
    writeFileSync(at('mac.hex'), KEY)
    const { listener, port, fates } = await listen({
      switches: [
        { name: 'east', partnerId: 'P1', dialect: dialectName, addresses: ['127.0.0.1'], macKeyFile: 'mac.hex' },
      ],
    })
    t.after(() => listener.close())
    const dialect = await loadDialect(dialectName)
    const right = new MessageCodec(dialect, Buffer.from(KEY, 'hex'))
    const open = () => connectPlain({ port, host: '127.0.0.1' })
    // Decoding checks the MAC of the answer.
    const first = open()
    const answer = await exchange(first, right)
    assert.equal(answer?.fields[39], accepted)
    assert.match(String(answer?.fields[macField]), /^[\dA-F]{16}$/)
    first.destroy()
    for (const wrong of [new MessageCodec(dialect), new MessageCodec(dialect, Buffer.from(OTHER_KEY, 'hex'))]) {
      const socket = open()
      const one = writeFrame(dialect.framing, wrong.encode(echo))
      socket.write(Buffer.concat(new Array(29).fill(one)))
      // The thirtieth ends the connection.
      assert.equal(await exchange(socket, wrong), undefined)
    }
    assert.deepEqual(fates, ['answered', ...new Array(60).fill('unreadable')])
  })
}

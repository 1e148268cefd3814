// A switch that speaks ISO 8583, written apart from the gateway's codec: its own little tables and its own reading of the
// two shipped dialects, for the fields that switches use.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type SwitchDialect = 'iso87-ascii' | 'iso93-binary'
export type Fields = Readonly<Record<number, string>>

export interface SwitchMessage {
  readonly mti: string
  readonly fields: Fields
}

/** `n6`: six digits; `n..19`: up to 19 with a length of two digits, `an...120`: of three; `b8`: bytes. */
const COMMON: Readonly<Record<number, string>> = {
  2: 'n..19',
  3: 'n6',
  4: 'n12',
  7: 'n10',
  11: 'n6',
  14: 'n4',
  32: 'n..11',
  35: 'ans..37',
  37: 'an12',
  38: 'an6',
  41: 'ans8',
  42: 'ans15',
  48: 'ans...999',
  49: 'n3',
  52: 'b8',
  54: 'an...120',
  55: 'b...255',
  98: 'ans25',
  100: 'n..11',
  102: 'ans..28',
  103: 'ans..28',
} // prettier-ignore
const FORMATS: Readonly<Record<SwitchDialect, Readonly<Record<number, string>>>> = {
  'iso87-ascii': { ...COMMON, 12: 'n6', 13: 'n4', 22: 'ans3', 28: 'xn9', 39: 'an2', 70: 'n3', 90: 'n42', 95: 'an42' },
  'iso93-binary': {
    ...COMMON,
    12: 'n12',
    22: 'ans12',
    24: 'n3',
    25: 'n4',
    30: 'n24',
    39: 'n3',
    46: 'ans...186',
    56: 'n..35',
  },
}

interface Format {
  readonly kind: string
  readonly prefix: number
  readonly length: number
}

function formatOf(dialect: SwitchDialect, field: number): Format {
  const found = /^([a-z]+)(\.*)(\d+)$/.exec(FORMATS[dialect][field] ?? '')
  if (found === null) throw new Error(`the simulator has no field ${field}`)
  return { kind: found[1] as string, prefix: (found[2] as string).length, length: Number(found[3]) }
}

const isPacked = (dialect: SwitchDialect) => dialect === 'iso93-binary'

function digits(dialect: SwitchDialect, value: string): Buffer {
  if (!isPacked(dialect)) return Buffer.from(value, 'latin1')
  return Buffer.from(value.length % 2 === 0 ? value : `0${value}`, 'hex')
}

export function encodeMessage(dialect: SwitchDialect, { mti, fields }: SwitchMessage): Buffer {
  const numbers = Object.keys(fields)
    .map(Number)
    .sort((a, b) => a - b)
  const bits = Buffer.alloc(numbers.some((number) => number > 64) ? 16 : 8)
  if (bits.length === 16) bits[0] = 0x80
  const pieces: Buffer[] = []
  for (const number of numbers) {
    bits[(number - 1) >> 3] = (bits[(number - 1) >> 3] as number) | (0x80 >> ((number - 1) % 8))
    const { kind, prefix, length } = formatOf(dialect, number)
    const value = fields[number] as string
    // Bytes are given as hexadecimal digits.
    const size = kind === 'b' ? value.length / 2 : value.length
    if (prefix > 0) pieces.push(digits(dialect, String(size).padStart(prefix, '0')))
    if (kind === 'n') pieces.push(digits(dialect, value))
    else if (kind === 'b') pieces.push(isPacked(dialect) ? Buffer.from(value, 'hex') : Buffer.from(value, 'latin1'))
    else pieces.push(Buffer.from(prefix > 0 ? value : value.padEnd(length), 'latin1'))
  }
  const bitmap = isPacked(dialect) ? bits : Buffer.from(bits.toString('hex').toUpperCase(), 'latin1')
  return Buffer.concat([digits(dialect, mti), bitmap, ...pieces])
}

export function frame(dialect: SwitchDialect, body: Buffer): Buffer {
  if (!isPacked(dialect)) return Buffer.concat([Buffer.from(String(body.length).padStart(4, '0')), body])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(body.length + 5)
  return Buffer.concat([length, Buffer.from('6000010002', 'hex'), body])
}

function decodeMessage(dialect: SwitchDialect, body: Buffer): SwitchMessage {
  let at = 0
  const take = (count: number) => {
    at += count
    return body.subarray(at - count, at)
  }
  const number = (count: number) => {
    if (!isPacked(dialect)) return take(count).toString('latin1')
    return take(Math.ceil(count / 2))
      .toString('hex')
      .slice(count % 2 === 0 ? 0 : 1)
  }
  const mti = number(4)
  const eight = () => (isPacked(dialect) ? take(8) : Buffer.from(take(16).toString('latin1'), 'hex'))
  const first = eight()
  const bits = ((first[0] as number) & 0x80) === 0 ? first : Buffer.concat([first, eight()])
  const fields: Record<number, string> = {}
  for (let field = 2; field <= bits.length * 8; field++) {
    if (((bits[(field - 1) >> 3] as number) & (0x80 >> ((field - 1) % 8))) === 0) continue
    const { kind, prefix, length } = formatOf(dialect, field)
    const size = prefix === 0 ? length : Number(number(prefix))
    fields[field] = kind === 'n' ? number(size) : take(size).toString('latin1')
  }
  if (at !== body.length) throw new Error(`${body.length - at} bytes are left over`)
  return { mti, fields }
}

/** One connection of the switch. Answers are found by DE 11. */
export class SwitchLine {
  readonly dialect: SwitchDialect
  readonly socket: Socket
  readonly closed: Promise<unknown>
  readonly #waiting = new Map<string, { resolve(message: SwitchMessage): void; reject(error: Error): void }>()
  #received = Buffer.alloc(0)
  #lastStan = 0

  private constructor(socket: Socket, dialect: SwitchDialect) {
    this.socket = socket
    this.dialect = dialect
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    // Not once() of events, which rejects when the line is reset instead of closed.
    this.closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the line was lost'))
      this.#waiting.clear()
    })
  }

  /** `from` is an address of this machine: the gateway knows switches by theirs. */
  static async open(port: number, dialect: SwitchDialect, from: string): Promise<SwitchLine> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    await once(socket, 'connect')
    return new SwitchLine(socket, dialect)
  }

  /** Sends a message under a new trace number and resolves to its answer; rejects when the line is lost before. */
  ask(mti: string, fields: Fields): Promise<SwitchMessage> {
    return this.askAs(String(++this.#lastStan % 1_000_000).padStart(6, '0'), mti, fields)
  }

  /** The same under a trace number that is given, as a repetition has it. */
  askAs(stan: string, mti: string, fields: Fields): Promise<SwitchMessage> {
    if (this.socket.destroyed) return Promise.reject(new Error('the line was lost'))
    const answer = new Promise<SwitchMessage>((resolve, reject) => this.#waiting.set(stan, { resolve, reject }))
    this.socket.write(frame(this.dialect, encodeMessage(this.dialect, { mti, fields: { ...fields, 11: stan } })))
    return answer
  }

  close(): void {
    this.socket.destroy()
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk])
    const prefix = isPacked(this.dialect) ? 2 : 4
    while (this.#received.length >= prefix) {
      const start = this.#received.subarray(0, prefix)
      const length = isPacked(this.dialect) ? start.readUInt16BE() : Number(start.toString('latin1'))
      if (this.#received.length < prefix + length) return
      const whole = this.#received.subarray(prefix, prefix + length)
      this.#received = this.#received.subarray(prefix + length)
      this.#answered(whole)
    }
  }

  #answered(whole: Buffer): void {
    // The addresses of the TPDU have changed places.
    if (isPacked(this.dialect) && whole.subarray(0, 5).toString('hex') !== '6000020001') throw new Error('wrong TPDU')
    const message = decodeMessage(this.dialect, isPacked(this.dialect) ? whole.subarray(5) : whole)
    const stan = message.fields[11] ?? ''
    const waiting = this.#waiting.get(stan)
    if (waiting === undefined) throw new Error(`an answer that was not asked for: ${stan}`)
    this.#waiting.delete(stan)
    waiting.resolve(message)
  }
}

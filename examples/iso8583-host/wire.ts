// The messages of this host, written down by hand: two formats, the few fields it knows, nothing else. It shares no line with
// the gateway, so that what both of them understand is what ISO 8583 says.

export interface Message {
  mti: string
  fields: Record<number, string>
}

export interface Frame {
  readonly tpdu: Buffer
  readonly body: Buffer
}

export interface Wire {
  readonly isBinary: boolean
  encode(message: Message): Buffer
  decode(body: Buffer): Message
  frame(body: Buffer, tpdu: Buffer): Buffer
  /** Frames that are complete, and what is left. */
  split(bytes: Buffer): { frames: Frame[]; rest: Buffer }
}

/** `n` digits, `s` characters; the number is the length, `.` stands for a length in front. */
type Row = readonly [kind: 'n' | 's', length: number, prefix?: 2 | 3]

const BOTH: Record<number, Row> = {
  2: ['n', 19, 2],
  3: ['n', 6],
  4: ['n', 12],
  7: ['n', 10],
  11: ['n', 6],
  24: ['n', 3],
  32: ['n', 11, 2],
  33: ['n', 11, 2],
  37: ['s', 12],
  38: ['s', 6],
  41: ['s', 8],
  42: ['s', 15],
  48: ['s', 999, 3],
  49: ['n', 3],
  54: ['s', 120, 3],
  98: ['s', 25],
  102: ['s', 28, 2],
  103: ['s', 28, 2],
}

const OF_1987: Record<number, Row> = {
  ...BOTH,
  12: ['n', 6],
  13: ['n', 4],
  15: ['n', 4],
  28: ['s', 9],
  39: ['s', 2],
  43: ['s', 40],
  70: ['n', 3],
  90: ['n', 42],
  95: ['s', 42],
}

const OF_1993: Record<number, Row> = {
  ...BOTH,
  12: ['n', 12],
  15: ['n', 6],
  25: ['n', 4],
  30: ['n', 24],
  39: ['n', 3],
  43: ['s', 99, 2],
  46: ['s', 186, 3],
  56: ['n', 35, 2],
}

/** Characters throughout, bitmaps in hexadecimal digits, four digits of length in front. */
export const ascii1987: Wire = {
  isBinary: false,
  encode({ mti, fields }) {
    const numbers = sorted(fields)
    let text = mti + bitmapOf(numbers).toString('hex').toUpperCase()
    for (const number of numbers) {
      const [, length, prefix] = rowOf(OF_1987, number)
      const value = fields[number] ?? ''
      text += prefix === undefined ? value.padEnd(length) : String(value.length).padStart(prefix, '0') + value
    }
    return Buffer.from(text, 'latin1')
  },
  decode(body) {
    const text = body.toString('latin1')
    let at = 4
    const take = (count: number) => {
      if (at + count > text.length) throw new Error('the message is too short')
      at += count
      return text.slice(at - count, at)
    }
    let bits = Buffer.from(take(16), 'hex')
    if (((bits[0] ?? 0) & 0x80) !== 0) bits = Buffer.concat([bits, Buffer.from(take(16), 'hex')])
    const fields: Record<number, string> = {}
    for (const number of numbersOf(bits)) {
      const [, length, prefix] = rowOf(OF_1987, number)
      fields[number] = take(prefix === undefined ? length : Number(take(prefix))).trimEnd()
    }
    return { mti: text.slice(0, 4), fields }
  },
  frame: (body) => Buffer.concat([Buffer.from(String(body.length).padStart(4, '0')), body]),
  split(bytes) {
    return splitFrames(bytes, 4, (head) => Number(head.toString('latin1')), 0)
  },
}

/** Two digits to a byte, bitmaps of bits, two bytes of length and a TPDU in front. */
export const binary1993: Wire = {
  isBinary: true,
  encode({ mti, fields }) {
    const numbers = sorted(fields)
    const pieces = [packed(mti), bitmapOf(numbers)]
    for (const number of numbers) {
      const [kind, length, prefix] = rowOf(OF_1993, number)
      const value = fields[number] ?? ''
      if (prefix !== undefined) pieces.push(packed(String(value.length).padStart(prefix, '0')))
      pieces.push(
        kind === 'n' ? packed(value) : Buffer.from(prefix === undefined ? value.padEnd(length) : value, 'latin1'),
      )
    }
    return Buffer.concat(pieces)
  },
  decode(body) {
    let at = 0
    const take = (count: number) => {
      if (at + count > body.length) throw new Error('the message is too short')
      at += count
      return body.subarray(at - count, at)
    }
    const digits = (count: number) =>
      take(Math.ceil(count / 2))
        .toString('hex')
        .slice(count % 2)
    const mti = digits(4)
    let bits = take(8)
    if (((bits[0] ?? 0) & 0x80) !== 0) bits = Buffer.concat([bits, take(8)])
    const fields: Record<number, string> = {}
    for (const number of numbersOf(bits)) {
      const [kind, fixed, prefix] = rowOf(OF_1993, number)
      const length = prefix === undefined ? fixed : Number(digits(prefix))
      fields[number] = kind === 'n' ? digits(length) : take(length).toString('latin1').trimEnd()
    }
    return { mti, fields }
  },
  frame(body, tpdu) {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(tpdu.length + body.length)
    return Buffer.concat([length, tpdu, body])
  },
  split(bytes) {
    return splitFrames(bytes, 2, (head) => head.readUInt16BE(), 5)
  },
}

function splitFrames(bytes: Buffer, lengthBytes: number, lengthOf: (head: Buffer) => number, tpduBytes: number) {
  const frames: Frame[] = []
  let rest = bytes
  while (rest.length >= lengthBytes) {
    const length = lengthOf(rest.subarray(0, lengthBytes))
    if (!Number.isInteger(length)) throw new Error('the length is no number')
    if (rest.length < lengthBytes + length) break
    const whole = rest.subarray(lengthBytes, lengthBytes + length)
    frames.push({ tpdu: whole.subarray(0, tpduBytes), body: whole.subarray(tpduBytes) })
    rest = rest.subarray(lengthBytes + length)
  }
  return { frames, rest }
}

function rowOf(rows: Record<number, Row>, number: number): Row {
  const row = rows[number]
  if (row === undefined) throw new Error(`the host does not know field ${number}`)
  return row
}

function sorted(fields: Record<number, string>): number[] {
  return Object.keys(fields)
    .map(Number)
    .sort((a, b) => a - b)
}

function bitmapOf(numbers: readonly number[]): Buffer {
  const bits = Buffer.alloc(numbers.some((number) => number > 64) ? 16 : 8)
  if (bits.length === 16) bits[0] = 0x80
  for (const number of numbers) bits[(number - 1) >> 3] = (bits[(number - 1) >> 3] ?? 0) | (0x80 >> ((number - 1) & 7))
  return bits
}

function numbersOf(bits: Buffer): number[] {
  const numbers: number[] = []
  for (let number = 2; number <= bits.length * 8; number++) {
    if (((bits[(number - 1) >> 3] ?? 0) & (0x80 >> ((number - 1) & 7))) !== 0 && number !== 65) numbers.push(number)
  }
  return numbers
}

function packed(digits: string): Buffer {
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
}

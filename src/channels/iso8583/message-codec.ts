// Messages to bytes and back, as a dialect says. Pure: nothing is read or kept but the dialect and the key of its MAC.

import type { Dialect } from './dialect.ts'
import { readBitmap, writeBitmap } from './fields/bitmap.ts'
import { ByteReader } from './fields/byte-reader.ts'
import type { FieldValue } from './fields/composite.ts'
import { byteEncoding, digitEncoding, type StringEncoding } from './fields/encodings.ts'
import { type FieldCodec, fieldCodec } from './fields/field-codec.ts'
import { Iso8583Error } from './iso8583-error.ts'
import { MAC_FIELD_BYTES, type MacFunction, macFunction, sameMac } from './mac.ts'

export interface Message {
  /** Four digits: version, class, function, origin. */
  readonly mti: string
  /** By the number of the data element. */
  readonly fields: Readonly<Record<number, FieldValue>>
}

const MTI_DIGITS = 4
const VERSION_DIGITS = { 1987: '0', 1993: '1' } as const
/** The trace number, by which a sender knows the answer. */
const STAN = 11
const FIRST_MAC = 64
const SECOND_MAC = 128
const NO_MAC = '00'.repeat(MAC_FIELD_BYTES)

export class MessageCodec {
  readonly dialect: Dialect
  readonly #fields: readonly (FieldCodec | undefined)[]
  readonly #mti: StringEncoding
  readonly #bitmap: StringEncoding
  readonly #mac: MacFunction | undefined

  /** With a key every message gets a MAC, and one without the right MAC is refused. */
  constructor(dialect: Dialect, macKey?: Buffer) {
    if (macKey !== undefined && dialect.mac === undefined) {
      throw new Iso8583Error('A key for MACs is given, and the dialect has no mac')
    }
    this.dialect = dialect
    const codecs: (FieldCodec | undefined)[] = new Array(SECOND_MAC + 1).fill(undefined)
    for (const [number, spec] of Object.entries(dialect.fields)) {
      codecs[Number(number)] = fieldCodec(spec, dialect.encodings)
    }
    this.#fields = codecs
    this.#mti = digitEncoding(dialect.encodings.mti, 'zero-left')
    this.#bitmap = byteEncoding(dialect.encodings.bitmap)
    this.#mac = macKey === undefined || dialect.mac === undefined ? undefined : macFunction(dialect.mac, macKey)
  }

  encode({ mti, fields }: Message): Buffer {
    this.#checkMti(mti)
    const numbers = Object.keys(fields).map(Number)
    const place = numbers.some((number) => number > FIRST_MAC) ? SECOND_MAC : FIRST_MAC
    if (this.#mac === undefined) return this.#write(mti, fields, numbers)
    if (FIRST_MAC in fields || SECOND_MAC in fields) throw new Iso8583Error('The MAC is computed, not given')
    const bytes = this.#write(mti, { ...fields, [place]: NO_MAC }, [...numbers, place])
    const end = bytes.length - this.#macSize(place)
    const code = this.#mac(bytes.subarray(0, end)).toString('hex').toUpperCase()
    return Buffer.concat([bytes.subarray(0, end), ...this.#codecOf(place).write(code)])
  }

  decode(bytes: Buffer): Message {
    const reader = new ByteReader(bytes)
    const mti = this.#mti.read(reader.take(this.#mti.sizeOf(MTI_DIGITS)), MTI_DIGITS)
    this.#checkMti(mti)
    const numbers = readBitmap(reader, this.#bitmap)
    const fields: Record<number, FieldValue> = {}
    let macAt = 0
    for (const number of numbers) {
      macAt = reader.at
      fields[number] = atField(number, () => this.#codecOf(number).read(reader))
    }
    if (reader.left > 0) throw new Iso8583Error(`The message has ${reader.left} bytes behind its last field`)
    if (this.#mac !== undefined) this.#checkMac(bytes, macAt, numbers.at(-1), fields)
    return { mti, fields }
  }

  /**
   * What can be told of bytes that decode() refuses: the message type and the fields that are well-formed, so that their sender
   * can be answered. Undefined without a message type, a trace number (DE 11), or the right MAC where there is a key.
   */
  salvage(bytes: Buffer): Message | undefined {
    try {
      const reader = new ByteReader(bytes)
      const mti = this.#mti.read(reader.take(this.#mti.sizeOf(MTI_DIGITS)), MTI_DIGITS)
      this.#checkMti(mti)
      const numbers = readBitmap(reader, this.#bitmap)
      if (this.#mac !== undefined && !this.#endsWithMac(bytes, numbers.at(-1))) return undefined
      const fields = this.#readable(reader, numbers)
      return STAN in fields ? { mti, fields } : undefined
    } catch (error) {
      if (error instanceof Iso8583Error) return undefined
      throw error
    }
  }

  /** The fields that are well-formed, up to the first whose end cannot be told. */
  #readable(reader: ByteReader, numbers: readonly number[]): Record<number, FieldValue> {
    const fields: Record<number, FieldValue> = {}
    for (const number of numbers) {
      const codec = this.#fields[number]
      if (codec === undefined) return fields
      const from = reader.at
      try {
        fields[number] = codec.read(reader)
      } catch (error) {
        if (!(error instanceof Iso8583Error)) throw error
        reader.goTo(from)
        try {
          codec.skip(reader)
        } catch {
          return fields
        }
      }
    }
    return fields
  }

  #endsWithMac(bytes: Buffer, last: number | undefined): boolean {
    if (last !== FIRST_MAC && last !== SECOND_MAC) return false
    const end = bytes.length - this.#macSize(last)
    if (end < 0) return false
    const stated = this.#codecOf(last).read(new ByteReader(bytes.subarray(end)))
    return sameMac((this.#mac as MacFunction)(bytes.subarray(0, end)), Buffer.from(stated as string, 'hex'))
  }

  #write(mti: string, fields: Message['fields'], unordered: readonly number[]): Buffer {
    const numbers = [...unordered].sort((a, b) => a - b)
    const pieces = [this.#mti.write(mti), writeBitmap(this.#known(numbers), this.#bitmap)]
    for (const number of numbers) {
      pieces.push(...atField(number, () => this.#codecOf(number).write(fields[number] as FieldValue)))
    }
    return Buffer.concat(pieces)
  }

  #known(numbers: readonly number[]): readonly number[] {
    for (const number of numbers) this.#codecOf(number)
    return numbers
  }

  #codecOf(number: number): FieldCodec {
    const codec = this.#fields[number]
    if (codec === undefined) throw new Iso8583Error('is not in the dialect', number)
    return codec
  }

  #checkMti(mti: string): void {
    if (!/^\d{4}$/.test(mti)) throw new Iso8583Error('The message type must consist of four digits')
    const { version } = this.dialect
    if (mti[0] !== VERSION_DIGITS[version]) throw new Iso8583Error(`The message type is not of the version ${version}`)
  }

  #checkMac(bytes: Buffer, macAt: number, last: number | undefined, fields: Message['fields']): void {
    if (last !== FIRST_MAC && last !== SECOND_MAC) throw new Iso8583Error('The message has no MAC')
    const expected = (this.#mac as MacFunction)(bytes.subarray(0, macAt))
    if (!sameMac(expected, Buffer.from(fields[last] as string, 'hex'))) {
      throw new Iso8583Error('has a wrong MAC', last)
    }
  }

  #macSize(place: number): number {
    return this.#codecOf(place)
      .write(NO_MAC)
      .reduce((sum, { length }) => sum + length, 0)
  }
}

/** Errors name their field. */
function atField<Result>(number: number, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof Iso8583Error && error.field === undefined) throw new Iso8583Error(error.message, number)
    throw error
  }
}

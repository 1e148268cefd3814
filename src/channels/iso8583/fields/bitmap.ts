// Bitmaps: which of the fields 2 to 128 a message has. Bit 1 says that a second bitmap follows the first.

import { Iso8583Error } from '../iso8583-error.ts'
import type { ByteReader } from './byte-reader.ts'
import type { StringEncoding } from './encodings.ts'

/** Bytes of one bitmap. */
const SIZE = 8
const SECOND = 1
/** Would announce a third bitmap, which neither version has. */
const THIRD = 65

export function writeBitmap(fields: readonly number[], encoding: StringEncoding): Buffer {
  const isLong = fields.some((field) => field > 64)
  const bits = Buffer.alloc(isLong ? 2 * SIZE : SIZE)
  for (const field of isLong ? [SECOND, ...fields] : fields) {
    const place = (field - 1) >> 3
    bits[place] = (bits[place] as number) | (0x80 >> ((field - 1) & 7))
  }
  return encoding.write(bits.toString('hex').toUpperCase())
}

/** The fields, in their order. */
export function readBitmap(reader: ByteReader, encoding: StringEncoding): number[] {
  const first = readBits(reader, encoding, 0)
  if (first[0] !== SECOND) return first
  const second = readBits(reader, encoding, 64)
  if (second[0] === THIRD) throw new Iso8583Error('The message has a third bitmap')
  return [...first.slice(1), ...second]
}

function readBits(reader: ByteReader, encoding: StringEncoding, offset: number): number[] {
  const characters = 2 * SIZE
  const bits = Buffer.from(encoding.read(reader.take(encoding.sizeOf(characters)), characters), 'hex')
  const fields: number[] = []
  for (const [place, byte] of bits.entries()) {
    for (let bit = 0; bit < 8; bit++) if ((byte & (0x80 >> bit)) !== 0) fields.push(offset + place * 8 + bit + 1)
  }
  return fields
}

// How digits, text, bytes and lengths are written. Each way is a pair of functions between a string and bytes; strings of bytes
// are hexadecimal digits, in capitals.

import { Iso8583Error } from '../iso8583-error.ts'

export type TextEncoding = 'ascii' | 'ebcdic'
export type DigitEncoding = TextEncoding | 'bcd'
export type ByteEncoding = 'binary' | 'hex' | 'hex-ebcdic'
/** Where an odd number of packed digits gets its filler. */
export type OddDigits = 'zero-left' | 'zero-right' | 'f-right'

export interface StringEncoding {
  /** Bytes that so many characters take. */
  sizeOf(characters: number): number
  write(text: string): Buffer
  /** `characters` tells a packed filler from a digit. */
  read(bytes: Buffer, characters: number): string
}

// Code page 037 as Latin-1: the byte at each place is the character that the EBCDIC byte means.
const LATIN_OF_EBCDIC = Buffer.from(
  '000102039c09867f978d8e0b0c0d0e0f101112139d8508871819928f1c1d1e1f80818283840a171b88898a8b8c050607909116939495960498999a9b14159e1a' +
    '20a0e2e4e0e1e3e5e7f1a22e3c282b7c26e9eaebe8edeeefecdf21242a293bac2d2fc2c4c0c1c3c5c7d1a62c255f3e3ff8c9cacbc8cdcecfcc603a2340273d22' +
    'd8616263646566676869abbbf0fdfeb1b06a6b6c6d6e6f707172aabae6b8c6a4b57e737475767778797aa1bfd0dddeae5ea3a5b7a9a7b6bcbdbe5b5dafa8b4d7' +
    '7b414243444546474849adf4f6f2f3f57d4a4b4c4d4e4f505152b9fbfcf9faff5cf7535455565758595ab2d4d6d2d3d530313233343536373839b3dbdcd9da9f',
  'hex',
)

const EBCDIC_OF_LATIN = Buffer.alloc(256)
for (const [ebcdic, latin] of LATIN_OF_EBCDIC.entries()) EBCDIC_OF_LATIN[latin] = ebcdic

// Latin-1, of which ASCII is the first half: names of merchants have accents. What a field may hold is checked apart.
const ASCII: StringEncoding = {
  sizeOf: (characters) => characters,
  write: (text) => Buffer.from(text, 'latin1'),
  read: (bytes) => bytes.toString('latin1'),
}

const EBCDIC: StringEncoding = {
  sizeOf: (characters) => characters,
  write: (text) => translate(Buffer.from(text, 'latin1'), EBCDIC_OF_LATIN),
  read: (bytes) => translate(Buffer.from(bytes), LATIN_OF_EBCDIC).toString('latin1'),
}

export function textEncoding(name: TextEncoding): StringEncoding {
  return name === 'ascii' ? ASCII : EBCDIC
}

/** `separator`: track 2 has `=` between its parts, packed as the digit D. */
export function digitEncoding(name: DigitEncoding, odd: OddDigits, separator = false): StringEncoding {
  if (name !== 'bcd') return textEncoding(name)
  const allowed = separator ? /^[\dD]*$/ : /^\d*$/
  return {
    sizeOf: (characters) => Math.ceil(characters / 2),
    write(text) {
      const digits = separator ? text.replaceAll('=', 'D') : text
      return Buffer.from(digits.length % 2 === 0 ? digits : filled(digits, odd), 'hex')
    },
    read(bytes, characters) {
      const packed = bytes.toString('hex').toUpperCase()
      const isEven = packed.length === characters
      const digits = isEven ? packed : odd === 'zero-left' ? packed.slice(1) : packed.slice(0, -1)
      if (!isEven && packed !== filled(digits, odd)) throw new Iso8583Error('has a wrong filler of its odd digit')
      if (!allowed.test(digits)) throw new Iso8583Error('has packed digits that are none')
      return separator ? digits.replaceAll('D', '=') : digits
    },
  }
}

function filled(digits: string, odd: OddDigits): string {
  if (odd === 'zero-left') return `0${digits}`
  return odd === 'zero-right' ? `${digits}0` : `${digits}F`
}

/** Characters are hexadecimal digits, two for a byte. */
export function byteEncoding(name: ByteEncoding): StringEncoding {
  if (name === 'binary') {
    return {
      sizeOf: (characters) => characters / 2,
      write: (text) => Buffer.from(text, 'hex'),
      read: (bytes) => bytes.toString('hex').toUpperCase(),
    }
  }
  const text = name === 'hex' ? ASCII : EBCDIC
  return {
    ...text,
    read(bytes, characters) {
      const digits = text.read(bytes, characters).toUpperCase()
      if (!/^[\dA-F]*$/.test(digits)) throw new Iso8583Error('has hexadecimal digits that are none')
      return digits
    },
  }
}

export interface LengthEncoding {
  readonly size: number
  /** Null when the length does not fit. */
  write(length: number): Buffer | null
  /** Null when the bytes are no length. */
  read(bytes: Buffer): number | null
}

/** A length has 2 digits in LLVAR, 3 in LLLVAR. Packed digits take whole bytes; binary takes one byte for two digits, two for more. */
export function lengthEncoding(name: DigitEncoding | 'binary', digits: number): LengthEncoding {
  if (name === 'binary') {
    const size = Math.ceil(digits / 2)
    return {
      size,
      write: (length) => (length < 256 ** size ? numberBytes(length, size) : null),
      read: (bytes) => bytes.readUIntBE(0, size),
    }
  }
  const places = name === 'bcd' ? Math.ceil(digits / 2) * 2 : digits
  const encoding = digitEncoding(name, 'zero-left')
  return {
    size: encoding.sizeOf(places),
    write(length) {
      const text = String(length).padStart(places, '0')
      return text.length > places ? null : encoding.write(text)
    },
    read(bytes) {
      const text = name === 'bcd' ? bytes.toString('hex') : encoding.read(bytes, places)
      return /^\d+$/.test(text) ? Number(text) : null
    },
  }
}

function numberBytes(value: number, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}

function translate(bytes: Buffer, table: Buffer): Buffer {
  for (let i = 0; i < bytes.length; i++) bytes[i] = table[bytes[i] as number] as number
  return bytes
}

// The codec of one field, made once from its row in the dialect.

import type { Dialect, FieldSpec } from '../dialect.ts'
import { Iso8583Error } from '../iso8583-error.ts'
import type { ByteReader } from './byte-reader.ts'
import { type CompositeSpec, type FieldValue, joinParts, splitParts, withoutPadding } from './composite.ts'
import { checkContent } from './content.ts'
import {
  type ByteEncoding,
  byteEncoding,
  type DigitEncoding,
  digitEncoding,
  lengthEncoding,
  type StringEncoding,
  type TextEncoding,
  textEncoding,
} from './encodings.ts'

export interface FieldCodec {
  write(value: FieldValue): readonly Buffer[]
  read(reader: ByteReader): FieldValue
  /** Passes over the field, whatever it holds. Throws when its end cannot be told. */
  skip(reader: ByteReader): void
}

export function fieldCodec(spec: FieldSpec, encodings: Dialect['encodings']): FieldCodec {
  const { content, length, prefix } = spec
  const encoding = encodingOf(spec, encodings)
  const rule = { content, length, isFixed: prefix === undefined }
  const toText = isComposite(spec)
    ? (value: FieldValue) => joinParts(spec, value)
    : (value: FieldValue) => {
        if (typeof value !== 'string') throw new Iso8583Error('is a string')
        return value
      }
  const toValue = (text: string): FieldValue => {
    checkContent(rule, text)
    if (isComposite(spec)) return splitParts(spec, text)
    return rule.isFixed ? withoutPadding(content, text) : text
  }
  // Lengths count digits, characters, or bytes of `b`, however those are written.
  const charactersPerUnit = content === 'b' ? 2 : 1

  if (prefix === undefined) {
    const characters = length * charactersPerUnit
    const size = encoding.sizeOf(characters)
    return {
      write: (value) => [encoding.write(checkContent(rule, toText(value)))],
      read: (reader) => toValue(encoding.read(reader.take(size), characters)),
      skip(reader) {
        reader.take(size)
      },
    }
  }
  const lengths = lengthEncoding(spec.prefixEncoding ?? encodings.prefix, prefix)
  const takeCharacters = (reader: ByteReader): [bytes: Buffer, characters: number] => {
    const units = lengths.read(reader.take(lengths.size))
    if (units === null) throw new Iso8583Error('has a prefix that is no number')
    if (units > length) throw new Iso8583Error(`has a length of ${units}, not up to ${length}`)
    const characters = units * charactersPerUnit
    return [reader.take(encoding.sizeOf(characters)), characters]
  }
  return {
    write(value) {
      const text = checkContent(rule, toText(value))
      const count = lengths.write(text.length / charactersPerUnit)
      if (count === null) throw new Iso8583Error('has a length that does not fit its prefix')
      return [count, encoding.write(text)]
    },
    read: (reader) => toValue(encoding.read(...takeCharacters(reader))),
    skip(reader) {
      takeCharacters(reader)
    },
  }
}

function isComposite(spec: FieldSpec): spec is CompositeSpec {
  return spec.parts !== undefined
}

// readDialect() has proven that the encoding fits the content.
function encodingOf({ content, encoding }: FieldSpec, encodings: Dialect['encodings']): StringEncoding {
  if (content === 'b') return byteEncoding((encoding ?? encodings.bytes) as ByteEncoding)
  if (content === 'n' || content === 'z') {
    const odd = encodings.oddDigits ?? 'zero-left'
    return digitEncoding((encoding ?? encodings.digits) as DigitEncoding, odd, content === 'z')
  }
  return textEncoding((encoding ?? encodings.text) as TextEncoding)
}

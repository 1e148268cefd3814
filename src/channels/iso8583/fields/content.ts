// What characters a field may hold, and how long it is.

import type { FieldSpec } from '../dialect.ts'
import { Iso8583Error } from '../iso8583-error.ts'

type Content = FieldSpec['content']

// Text may have the letters of Latin-1, as names of merchants do, and never control characters. Spaces pad.
const ALLOWED: Record<Content, readonly [pattern: RegExp, words: string]> = {
  n: [/^\d*$/, 'digits'],
  a: [/^[A-Za-z ]*$/, 'letters'],
  an: [/^[A-Za-z\d ]*$/, 'letters and digits'],
  ans: [/^[ -~\xa0-\xff]*$/, 'printable characters'],
  z: [/^[\d=]*$/, 'digits and ='],
  b: [/^([\dA-Fa-f]{2})*$/, 'bytes as hexadecimal digits'],
  xn: [/^[CD]\d*$/, 'C or D and digits'],
}

export interface ContentRule {
  readonly content: Content
  /** Characters, or bytes of `b`. */
  readonly length: number
  /** Exactly so long; otherwise at most. */
  readonly isFixed: boolean
}

/** The value as it is written: text of fixed length is padded with spaces. `part` names a piece of a composite. */
export function checkContent({ content, length, isFixed }: ContentRule, value: string, part?: string): string {
  const [pattern, words] = ALLOWED[content]
  const subject = part === undefined ? '' : `${part} `
  if (!pattern.test(value)) throw new Iso8583Error(`${subject}must consist of ${words}`)
  const size = content === 'b' ? value.length / 2 : value.length
  const isPadded = isFixed && (content === 'a' || content === 'an' || content === 'ans')
  if (size > length || (isFixed && !isPadded && size < length)) {
    throw new Iso8583Error(`${subject}has a length of ${size}, not ${isFixed ? '' : 'up to '}${length}`)
  }
  return isPadded ? value.padEnd(length) : content === 'b' ? value.toUpperCase() : value
}

// The key of a dialect's MAC as people write it: hexadecimal digits.

import type { Dialect } from '../iso8583/dialect.ts'
import { Iso8583Error } from '../iso8583/iso8583-error.ts'
import { macFunction } from '../iso8583/mac.ts'

/** Throws an Iso8583Error that does not repeat the key. */
export function readMacKey(text: string, { mac }: Dialect): Buffer {
  if (mac === undefined) throw new Iso8583Error('The dialect has no MAC')
  if (!/^([0-9A-Fa-f]{2})+$/.test(text)) throw new Iso8583Error('A key consists of hexadecimal digits')
  const key = Buffer.from(text, 'hex')
  macFunction(mac, key)
  return key
}

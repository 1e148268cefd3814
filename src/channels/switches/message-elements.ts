// What names a message of a switch, and how a reversal names that of its original: DE 90 of 1987, DE 56 of 1993.

import type { Dialect } from '../iso8583/dialect.ts'
import type { Parts } from '../iso8583/fields/composite.ts'
import type { Message } from '../iso8583/message-codec.ts'
import { firstType } from './message-type.ts'
import type { MessageElements, SentMessage } from './switch-desk.ts'

/** Undefined without a trace number: nothing can name it. */
export function sentMessage(
  { mti, fields }: Message,
  switchName: string,
  { version }: Dialect,
): SentMessage | undefined {
  const text = (number: number) => (typeof fields[number] === 'string' ? (fields[number] as string).trim() : '')
  const stan = text(11)
  if (stan === '') return undefined
  return {
    switchName,
    mti: firstType(mti),
    stan,
    time: text(version === 1993 ? 12 : 7),
    acquirer: withoutZeros(text(32)),
    rrn: text(37),
    localTime: version === 1993 ? text(12) : text(13) + text(12),
  }
}

/** Undefined when the message has none, or only zeros, or names neither a trace number nor a time. */
export function originalElements({ fields }: Message, { version }: Dialect): MessageElements | undefined {
  const value = fields[version === 1993 ? 56 : 90]
  if (typeof value !== 'object' || Array.isArray(value)) return undefined
  const parts = value as Parts
  const known = (text = '') => (/^0*$/.test(text) ? '' : text)
  const stan = known(parts.stan)
  const time = known(version === 1993 ? parts.localTime : parts.transmittedAt)
  if (stan === '' && time === '') return undefined
  return { mti: firstType(known(parts.mti)), stan, time, acquirer: withoutZeros(parts.acquirer ?? '') }
}

function withoutZeros(id: string): string {
  return id.replace(/^0+/, '')
}

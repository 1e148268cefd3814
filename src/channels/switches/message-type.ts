// The four digits of a message type: version, class, function, origin.

export type MessageClass = 'inquiry' | 'financial' | 'reversal' | 'network' | 'other'

export interface MessageType {
  readonly messageClass: MessageClass
  /** It tells of what has happened, and is answered once that is on record. */
  readonly isAdvice: boolean
  /** The type of the answer; undefined for what is an answer itself. */
  readonly answer: string | undefined
}

/** By the second digit. An authorization asks without moving money, so only inquiries may use it. */
const CLASSES: Readonly<Record<string, MessageClass>> = { 1: 'inquiry', 2: 'financial', 4: 'reversal', 8: 'network' }
/** By the third digit: request and advice, with what answers them. */
const ANSWERS: Readonly<Record<string, string>> = { 0: '1', 2: '3' }
/** By the fourth digit: an odd one is the repeat of the even one before it, and gets the same answer. */
const ORIGINS: Readonly<Record<string, string>> = { 0: '0', 1: '0', 2: '2', 3: '2', 4: '4', 5: '4' }

export function readMessageType(mti: string): MessageType {
  const [version = '', digit = '', purpose = '', origin = ''] = mti
  const answered = ANSWERS[purpose]
  const by = ORIGINS[origin]
  return {
    messageClass: CLASSES[digit] ?? 'other',
    isAdvice: purpose === '2',
    answer: answered === undefined || by === undefined ? undefined : version + digit + answered + by,
  }
}

/** The type of the first transmission: an odd origin is a repeat of the even one before it. */
export function firstType(mti: string): string {
  const origin = ORIGINS[mti[3] ?? '']
  return origin === undefined ? mti : `${mti.slice(0, 3)}${origin}`
}

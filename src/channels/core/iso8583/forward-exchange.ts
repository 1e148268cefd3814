// One message of the store-and-forward queue: how it is written from its record, and what its answer means.

import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { monotonicMs } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { Message, MessageCodec } from '../../iso8583/message-codec.ts'
import { APPROVED_CODE, DECLINE } from '../outcome.ts'
import { type AnswerMeaning, keptAnswer, type Meaning, meaningOf, verdictOf } from './decode-answer.ts'
import type { ExchangeStore, StoredExchange } from './exchange-store.ts'
import type { HostLinks } from './link/host-links.ts'
import type { Iso8583Observer } from './link/iso8583-observer.ts'
import { repeatType } from './link/network-messages.ts'
import { adviceMessage } from './order-messages.ts'
import { endSettled, parkRefused, repudiate, takeBackAgain } from './take-back.ts'

/** Card numbers are sealed in it. */
export const PAN_CONTEXT = 'iso8583_exchanges.pan'

/** What a host means that has taken an advice, or has nothing to take back. */
const ACKNOWLEDGED: ReadonlySet<string> = new Set(['000', '914', '480', '484', '485'])
const NOT_FOUND = '914'
/** 1993: "advice acknowledged", without or with liability. In an answer to an order they decline. */
const TAKEN_IN_1993: ReadonlySet<unknown> = new Set(['900', '901'])

export interface ForwardParts {
  readonly database: Database
  readonly store: ExchangeStore
  readonly codec: MessageCodec
  readonly secretBox: SecretBox
  readonly timeoutMs: number
  readonly observer?: Partial<Iso8583Observer>
}

/** True when the host has answered for good. */
export async function forwardExchange(
  exchange: StoredExchange,
  links: HostLinks,
  parts: ForwardParts,
): Promise<boolean> {
  const { timeoutMs, observer } = parts
  const startedMs = monotonicMs()
  const answered = await links.exchange(await messageOf(exchange, parts), timeoutMs)
  const result = { answered: 'answered', 'not-sent': 'unavailable', unanswered: 'timeout' } as const
  observer?.called?.('advice', result[answered.kind], monotonicMs() - startedMs)
  return answered.kind === 'answered' && (await settleExchange(exchange, answered.message, parts))
}

/** A reversal was sent before, so it is a repeat from the start; an advice is one from its second attempt on. */
async function messageOf(exchange: StoredExchange, { store, codec, secretBox }: ForwardParts): Promise<Message> {
  const original = exchange.kind === 'ADVICE' ? await store.find(exchange.originalReference ?? '') : undefined
  if (exchange.kind === 'ADVICE' && original === undefined) throw new Error('an advice has no original')
  const message =
    original === undefined
      ? { mti: exchange.mti, fields: { ...exchange.fields, 11: exchange.stan } }
      : adviceMessage(exchange, original, codec.dialect)
  const sealed = exchange.panSealed ?? original?.panSealed
  const pan = sealed === undefined ? {} : { 2: secretBox.open(sealed, PAN_CONTEXT) }
  const isFirst = exchange.kind === 'ADVICE' && exchange.attempts === 1
  return { mti: isFirst ? message.mti : repeatType(message.mti), fields: { ...message.fields, ...pan } }
}

/** Ends an exchange with an answer that came for it. False: it has to be sent again, or something else has ended it. */
export function settleExchange(exchange: StoredExchange, message: Message, parts: ForwardParts): Promise<boolean> {
  const { unlisted } = meaningOf(message, parts.codec.dialect)
  if (unlisted !== undefined) parts.observer?.unlisted?.(unlisted)
  if (exchange.kind === 'ORDER') return settleOrder(exchange, message, parts)
  return exchange.kind === 'REVERSAL'
    ? settleReversal(exchange, message, parts)
    : settleAdvice(exchange, message, parts)
}

/** An order whose answer came over another connection, or to another process, before it was given up. */
async function settleOrder(exchange: StoredExchange, message: Message, parts: ForwardParts): Promise<boolean> {
  const { database, store, codec } = parts
  const { reference, amountMinor: minor, currency } = exchange
  const verdict = verdictOf(message, codec.dialect, { minor, currency })
  if (verdict.kind === 'unknown') return false
  const response = keptAnswer(message, codec.dialect)
  if (verdict.kind === 'less' || verdict.kind === 'other') {
    return repudiate(database, { ...repudiated(verdict), reference, response })
  }
  const { code } = verdict
  return store.answer({ reference, response, code, isApproved: code === APPROVED_CODE })
}

/** What becomes of an order whose approval is not of what was asked. */
export function repudiated({
  kind,
  approved: { minor, currency },
}: Extract<AnswerMeaning, { kind: 'less' | 'other' }>) {
  return { amountMinor: minor, currency, ...(kind === 'less' && { code: DECLINE.insufficientFunds }) }
}

async function settleReversal(exchange: StoredExchange, message: Message, parts: ForwardParts): Promise<boolean> {
  const { database, store, codec } = parts
  const { reference, currency } = exchange
  const { kind, code } = verdictOf(message, codec.dialect, { currency })
  if (kind === 'unknown' || kind === 'unavailable') return false
  const response = keptAnswer(message, codec.dialect)
  await store.answer({ reference, response, code, isApproved: code === APPROVED_CODE })
  await endSettled(database, [reference])
  return true
}

async function settleAdvice(exchange: StoredExchange, message: Message, parts: ForwardParts): Promise<boolean> {
  const { database, store, codec, observer } = parts
  const { reference, originalReference = '' } = exchange
  const { kind, code } = adviceMeaning(message, codec)
  if (kind === 'unknown' || kind === 'retry') return false
  if (!ACKNOWLEDGED.has(code)) {
    await parkRefused(database, reference)
    observer?.refused?.(exchange, code)
    return true
  }
  const response = keptAnswer(message, codec.dialect)
  await store.answer({ reference, response, code, isApproved: code === APPROVED_CODE, originalState: 'CANCELLED' })
  // Not found, and yet approved: the sweep does both again when this process ends here.
  if (code === NOT_FOUND) await takeBackAgain(database, [originalReference])
  await endSettled(database, [originalReference])
  return true
}

function adviceMeaning(message: Message, { dialect }: MessageCodec): Meaning {
  const isTaken = dialect.version === 1993 && TAKEN_IN_1993.has(message.fields[39])
  return isTaken ? { kind: 'approved', code: APPROVED_CODE } : meaningOf(message, dialect)
}

// One message of the store-and-forward queue: how it is written from its record, and what its answer means.

import type { Message, MessageCodec } from '../../iso8583/message-codec.ts'
import { monotonicMs } from '../../kernel/clock.ts'
import type { SecretBox } from '../../kernel/secrets.ts'
import { codeOf, keptAnswer, verdictOf } from './decode-answer.ts'
import type { ExchangeStore, StoredExchange } from './exchange-store.ts'
import type { HostLinks } from './host-links.ts'
import type { Iso8583Observer } from './iso8583-observer.ts'
import { repeatType } from './network-messages.ts'
import { adviceMessage } from './order-messages.ts'

/** Card numbers are sealed in it. */
export const PAN_CONTEXT = 'iso8583_exchanges.pan'

/** What a host means that has taken an advice, or has nothing to take back. */
const ACKNOWLEDGED: ReadonlySet<string> = new Set(['000', '914', '480', '484', '485'])
/** It may do so later. */
const NOT_NOW: ReadonlySet<string> = new Set(['907', '909', '911', '912'])

export interface ForwardParts {
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

/** Ends an exchange with an answer that came for it. */
export async function settleExchange(
  exchange: StoredExchange,
  message: Message,
  { store, codec, observer }: ForwardParts,
): Promise<boolean> {
  const code = codeOf(message, codec.dialect)
  if (exchange.kind !== 'ORDER' && NOT_NOW.has(code)) return false
  if (exchange.kind !== 'ADVICE' && verdictOf(message, codec.dialect, exchange.currency).kind === 'unknown')
    return false
  const isAcknowledged = ACKNOWLEDGED.has(code)
  const counts = await store.answer({
    reference: exchange.reference,
    response: keptAnswer(message, codec.dialect),
    code,
    isApproved: code === '000',
    ...(exchange.kind === 'ADVICE' && { originalState: isAcknowledged ? 'CANCELLED' : 'REFUSED' }),
  })
  if (counts && exchange.kind === 'ADVICE' && !isAcknowledged) observer?.refused?.(exchange, code)
  // Whatever ended it, nothing is left to send.
  return exchange.kind === 'ORDER' ? counts : true
}

// Commits an order or a reversal before it is sent.

import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { DECLINE } from '../outcome.ts'
import type { RemoteOrder, RemoteOutcome, RemoteReversal } from '../remote-core.ts'
import type { ExchangeStore, NewExchange } from './exchange-store.ts'
import { PAN_CONTEXT } from './forward-exchange.ts'
import { type Draft, type MessageContext, orderMessage, reversalMessage } from './order-messages.ts'

/** Without a STAN it is not to be sent. */
export type Begun =
  | { readonly exchange: NewExchange; readonly stan: string }
  | { readonly exchange?: NewExchange; readonly stan: undefined }

export interface BeginParts {
  readonly institutionId: string
  readonly store: ExchangeStore
  readonly secretBox: SecretBox
  readonly timeoutMs: number
}

export async function beginOrder(
  order: Exclude<RemoteOrder, RemoteReversal>,
  context: MessageContext,
  parts: BeginParts,
): Promise<Begun | RemoteOutcome> {
  const draft = orderMessage(order, context)
  if (draft === undefined) return { code: DECLINE.serviceNotSupported }
  const exchange = exchangeOf(order, draft, 'ORDER', parts)
  return { exchange, stan: await parts.store.insert(exchange) } as Begun
}

export async function beginReversal(
  order: RemoteReversal,
  context: MessageContext,
  parts: BeginParts,
): Promise<Begun | RemoteOutcome> {
  const { store } = parts
  // Sent before, it is not made again: what was left of its original then is gone by now.
  if ((await store.find(order.reference)) !== undefined) return { stan: undefined }
  const begun = await store.insertReversal(order.originalReference, (original) => {
    if (original === undefined) return undefined
    const leftMinor = original.amountMinor - original.reversedMinor - order.amount.minor
    if (leftMinor < 0n || order.complete !== (leftMinor === 0n)) return undefined
    const { reasonCode, forced: isAdvice } = order
    const draft = reversalMessage(original, { leftMinor, reasonCode, isAdvice }, context)
    const rrn = typeof draft.fields[37] === 'string' ? draft.fields[37] : ''
    return { ...exchangeOf(order, draft, 'REVERSAL', parts), rrn, originalReference: original.reference }
  })
  return (begun as Begun | undefined) ?? { code: DECLINE.originalNotFound }
}

function exchangeOf(order: RemoteOrder, draft: Draft, kind: 'ORDER' | 'REVERSAL', parts: BeginParts): NewExchange {
  const { institutionId, secretBox, timeoutMs } = parts
  const { reference, pan, amount, origin, accountId } = order
  return {
    ...draft,
    reference,
    institutionId,
    kind,
    partnerId: origin.partnerId,
    accountId,
    rrn: origin.rrn,
    amountMinor: amount.minor,
    currency: amount.currency,
    waitMs: timeoutMs,
    ...(pan !== undefined && { panSealed: secretBox.seal(pan, PAN_CONTEXT) }),
  }
}

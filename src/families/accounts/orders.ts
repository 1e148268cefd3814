// From a validated body to what a core is asked, and from its answer to a reply. Wire names stop here.

import type { Answer, ReversalOrder } from '../../core/core.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { Reply } from '../../http/family.ts'
import type { BusinessDate } from '../../kernel/clock.ts'
import { minorFromNumber } from '../../kernel/money.ts'
import { fingerprintOf } from '../../kernel/secrets.ts'
import type { Ask } from './account-operation.ts'

interface Inquiry {
  readonly transaction: { readonly rrn: string; readonly type: string; readonly date?: BusinessDate }
  readonly institution: { readonly id: string }
  readonly deviceInfo?: { readonly terminalId?: string }
}

interface AccountRequest extends Inquiry {
  readonly paymentInstrument: { readonly account: { readonly id: string }; readonly card?: { readonly pan: string } }
}

/** Where and for whom something is asked. */
export function asked(ask: Ask, body: Inquiry) {
  const { date } = body.transaction
  const terminalId = body.deviceInfo?.terminalId
  return {
    institutionId: body.institution.id,
    partnerId: ask.partnerId,
    rrn: body.transaction.rrn,
    correlationId: ask.call.correlationId,
    receivedAtMs: ask.call.receivedAtMs,
    ...(terminalId === undefined ? {} : { terminalId }),
    ...(date === undefined ? {} : { transactionDate: date }),
  }
}

/**
 * The part of an order that is the same for all of them. `content` is what must be equal for two requests of one RRN
 * to be the same: the type and the accounts are compared always, the rest is the operation's.
 */
export function orderOf(ask: Ask, body: AccountRequest, content: readonly unknown[]) {
  const pan = body.paymentInstrument.card?.pan
  return {
    ...asked(ask, body),
    type: body.transaction.type,
    accountId: body.paymentInstrument.account.id,
    ...(pan === undefined ? {} : { pan }),
    fingerprint: fingerprintOf(
      JSON.stringify([body.transaction.type, body.paymentInstrument.account.id, ...content], bigintAsText),
    ),
  }
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

interface ReversalRequest extends AccountRequest {
  readonly amount: { readonly amount: number; readonly currencyCode?: string; readonly accessFee?: number }
  readonly reverseInfo: {
    readonly reasonCode: string
    readonly amount: number
    readonly authId?: string
    readonly originalRrn?: string
  }
}

export function reversalOrder(
  ask: Ask,
  body: ReversalRequest,
  content: readonly unknown[],
  render: (outcome: Outcome) => string,
): ReversalOrder {
  const { amount, reverseInfo } = body
  const { authId, originalRrn } = reverseInfo
  const currency = amount.currencyCode
  return {
    // Without a currency the amounts cannot be minor units yet; as numbers they compare just as well.
    ...orderOf(ask, body, [
      amount.amount,
      currency ?? null,
      amount.accessFee ?? 0,
      [reverseInfo.reasonCode, reverseInfo.amount, authId ?? null, originalRrn ?? null],
      ...content,
    ]),
    originalType: body.transaction.type.replace(/REVERSAL$/, ''),
    reasonCode: reverseInfo.reasonCode,
    ...(currency === undefined ? {} : { currency }),
    ...(authId === undefined ? {} : { originalAuthId: authId }),
    ...(originalRrn === undefined ? {} : { originalRrn }),
    amountsIn: (inCurrency) => {
      const originalMinor = minorFromNumber(amount.amount, inCurrency)
      const reversedMinor = minorFromNumber(reverseInfo.amount, inCurrency)
      return originalMinor === undefined || reversedMinor === undefined ? undefined : { originalMinor, reversedMinor }
    },
    render,
  }
}

/** The reply to an order: the text the core has stored, as it is. */
export function replyTo(ask: Ask, answer: Answer): Reply {
  ask.call.responseCode = answer.outcome.code
  if (!answer.replayed) return { body: answer.reply }
  ask.call.replayed = true
  return { body: answer.reply, headers: REPLAYED }
}

const REPLAYED = { 'x-idempotent-replay': 'true' }

/** The reply to a question that moves nothing and is not stored. */
export function replyWith(ask: Ask, responseCode: string, body: object): Reply {
  ask.call.responseCode = responseCode
  return { body: JSON.stringify(body) }
}

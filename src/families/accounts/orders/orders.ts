// Converts a validated body to an order for the core, and the core's answer to a reply. Wire names stop here.

import type { Answer } from '../../../channels/channel/channel.ts'
import type { Reply } from '../../../edge/http/family.ts'
import { fingerprintOf } from '../../../platform/kernel/secrets/secrets.ts'
import type { BusinessDate } from '../../../platform/kernel/time/clock.ts'
import type { Ask } from '../desk/account-operation.ts'

interface Inquiry {
  readonly transaction: { readonly rrn: string; readonly type: string; readonly date?: BusinessDate }
  readonly institution: { readonly id: string }
  readonly deviceInfo?: { readonly terminalId?: string }
}

interface AccountRequest extends Inquiry {
  readonly paymentInstrument: { readonly account: { readonly id: string }; readonly card?: { readonly pan: string } }
}

/** A part of what identifies a request. */
export type Content = string | number | bigint | null | readonly Content[]

/** The origin of a request: where it comes from and whom it is for. */
export function asked(ask: Ask, body: Inquiry) {
  const { date } = body.transaction
  const terminalId = body.deviceInfo?.terminalId
  const clientId = ask.clientId ?? ask.call.header('client_id')
  return {
    institutionId: body.institution.id,
    partnerId: ask.partnerId,
    rrn: body.transaction.rrn,
    correlationId: ask.call.correlationId,
    receivedAtMs: ask.call.receivedAtMs,
    ...(terminalId === undefined ? {} : { terminalId }),
    ...(clientId !== undefined && { clientId }),
    ...(date === undefined ? {} : { transactionDate: date }),
    ...(ask.message !== undefined && { message: ask.message }),
    ...(ask.isAdvice === true && { isAdvice: true }),
    ...(ask.advisedDecline !== undefined && { advisedDecline: ask.advisedDecline }),
  }
}

/**
 * The common part of all orders. `content` is what must be equal for two requests with one RRN to be the same: the type
 * and the accounts are always compared, the rest depends on the operation.
 */
export function orderOf(ask: Ask, body: AccountRequest, content: readonly Content[]) {
  const pan = body.paymentInstrument.card?.pan
  // Only where there is one: orders on record have kept their fingerprints.
  const advised = ask.advisedDecline === undefined ? [] : [{ declined: ask.advisedDecline }]
  return {
    ...asked(ask, body),
    type: body.transaction.type,
    accountId: body.paymentInstrument.account.id,
    ...(pan === undefined ? {} : { pan }),
    fingerprint: fingerprintOf(
      JSON.stringify([
        body.transaction.type,
        body.paymentInstrument.account.id,
        ...content.map(bigintsAsText),
        ...advised,
      ]),
    ),
  }
}

/** Done beforehand, because a replacer makes JSON.stringify three times slower. */
function bigintsAsText(value: Content): unknown {
  if (typeof value === 'bigint') return value.toString()
  return typeof value === 'object' && value !== null ? value.map(bigintsAsText) : value
}

/** The reply to an order: the core's stored text, unchanged. */
export function replyTo(ask: Ask, answer: Answer): Reply {
  ask.call.responseCode = answer.code
  if (!answer.replayed) return { body: answer.reply }
  ask.call.replayed = true
  return { body: answer.reply, headers: REPLAYED }
}

const REPLAYED = { 'x-idempotent-replay': 'true' }

/** The reply to an inquiry, which moves nothing and is not stored. */
export function replyWith(ask: Ask, responseCode: string, body: object): Reply {
  ask.call.responseCode = responseCode
  return { body: JSON.stringify(body) }
}

// What deposits, redemptions and transfers have in common on the wire.

import { type Static, Type } from 'typebox'
import { id } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import type { Movement } from '../../../tokens/movements/movement.ts'
import type { DigitalAsk } from '../digital-operation.ts'
import type { Requested } from './request.ts'
import { outcome, settlementFields, wireOutcome, wireSettlement } from './resource.ts'
import { minorOf, type tokenAmount, tokenAmountReply, wireTokenAmount } from './token-amount.ts'

/** What an operator needs to move tokens, and to look at what has moved. */
export const MAY_CREATE = { module: 'DIGITAL_MONEY', action: 'CREATE' } as const
export const MAY_APPROVE = { module: 'DIGITAL_MONEY', action: 'APPROVE' } as const
export const MAY_VIEW = { module: 'DIGITAL_MONEY', action: 'VIEW' } as const

/** `linkedAccount` of a request: it can only be the account's own. */
export const linkedAccountNamed = Type.Optional(
  chosen(Type.Object({ id: Type.Optional(id("The account's own linked account; another one is refused")) })),
)

export const linkedAccount = chosen(Type.Object({ id: id('The account that the money comes from or goes to') }))

/** `issuer`, `payer`: an institution by its id. */
export function institutionNamed(description: string) {
  return chosen(Type.Object({ institutionId: id(description) }))
}

/** What every movement shows besides the head of a resource. */
export const movementFields = {
  tokenAmount: tokenAmountReply,
  issuer: institutionNamed('The institution whose tokens they are'),
  settlement: chosen(Type.Object(settlementFields)),
  outcome: Type.Optional(outcome),
}

export function wireMovement({ amountMinor, currency, issuerId, finalAt, outcome: ended }: Movement) {
  return {
    tokenAmount: wireTokenAmount(amountMinor, currency),
    issuer: { institutionId: issuerId },
    settlement: wireSettlement(finalAt),
    ...wireOutcome(ended),
  }
}

interface Moving extends Requested {
  readonly tokenAmount: Static<ReturnType<typeof tokenAmount>>
}

/** What every order says, of a request that names an amount. */
export function orderOf<
  Ask extends Pick<DigitalAsk, 'actor'> & { readonly body: Moving; readonly reference: unknown },
>({ actor, body: { channelInfo, tokenAmount: sent }, reference }: Ask) {
  return {
    reference: reference as Ask['reference'],
    channelType: channelInfo.type,
    actor,
    currency: sent.currency,
    amountMinor: minorOf(sent),
    tokenType: sent.tokenType,
  }
}

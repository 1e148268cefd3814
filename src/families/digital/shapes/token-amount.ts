// Amounts of tokens. One token is one unit of its currency: a JSON number on the wire, minor units inside.

import { Type } from 'typebox'
import { currency, line } from '../../../edge/http/body/fields.ts'
import type { Findings } from '../../../edge/http/body/validation.ts'
import { type Basis, chosen, given } from '../../../edge/http/operation.ts'
import { minorFromNumber, numberFromMinor } from '../../../platform/kernel/money/money.ts'

export const TOKEN_TYPE = 'TOKENIZED_DEPOSIT'

/** As it is sent. Another type is refused by the concept (422), not by the form. */
export const tokenType = line(`Only ${TOKEN_TYPE} exists`, 64)

/** `tokenAmount` of a request. */
export function tokenAmount(basis: Basis = 'chosen') {
  const mark = basis === 'given' ? given : chosen
  return mark(
    Type.Object({
      currency: mark(currency),
      tokens: mark(
        Type.Number({
          description: 'How many, in units of the currency, with its decimals',
          exclusiveMinimum: 0,
          expected: 'must be a number above 0',
        }),
      ),
      tokenType: mark(tokenType),
    }),
  )
}

interface SentAmount {
  readonly currency: string
  readonly tokens: number
}

/** A rule of every operation: the currency must have the decimals that were sent. */
export function checkAmount(body: unknown, found: Findings): void {
  const sent = (body as { readonly tokenAmount?: Partial<SentAmount> } | undefined)?.tokenAmount
  if (!found.areValid('tokenAmount.currency', 'tokenAmount.tokens')) return
  if (sent?.currency === undefined || sent.tokens === undefined) return
  if (minorFromNumber(sent.tokens, sent.currency) !== undefined) return
  found.add('tokenAmount.tokens', `is not an amount in ${sent.currency}: too many decimals or digits`)
}

/** Minor units of an amount that checkAmount() has passed. */
export function minorOf({ tokens, currency: code }: SentAmount): bigint {
  const minor = minorFromNumber(tokens, code)
  if (minor === undefined) throw new TypeError('the amount was not checked')
  return minor
}

/** `tokenAmount` of a resource. */
export const tokenAmountReply = chosen(
  Type.Object({
    currency: chosen(Type.String({ description: 'ISO 4217 code' })),
    tokens: chosen(Type.Number({ description: 'How many' })),
    tokenType: chosen(Type.Enum([TOKEN_TYPE], { description: 'What they are' })),
  }),
)

export function wireTokenAmount(amountMinor: bigint, code: string) {
  return { currency: code, tokens: tokensOf(amountMinor, code), tokenType: TOKEN_TYPE } as const
}

/** A number of tokens on the wire. */
export function tokensOf(amountMinor: bigint, code: string): number {
  return numberFromMinor(amountMinor, code)
}

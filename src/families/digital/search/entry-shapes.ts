// One entry of an account's statement on the wire.

import { Type } from 'typebox'
import { oneOf } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import type { AccountEntry } from '../../../tokens/statements/read-statement.ts'
import { institutionNamed } from '../shapes/movement.ts'
import { EXAMPLE_TRANSFER } from '../shapes/movement-examples.ts'
import { text, timestamp } from '../shapes/resource.ts'
import { tokensOf } from '../shapes/token-amount.ts'
import { remittance } from '../shapes/transfer.ts'

const ENTITY_OF = {
  DEPOSIT: 'TOKENIZED_DEPOSIT',
  REDEMPTION: 'TOKEN_REDEMPTION',
  TRANSFER: 'INTERBANK_TRANSFER',
} as const

const uuid = (description: string) => chosen(Type.String({ description, format: 'uuid' }))

export const entry = Type.Object(
  {
    id: uuid('Its id'),
    at: timestamp('When it was posted'),
    currency: text('ISO 4217 code'),
    amount: chosen(Type.Number({ description: 'Tokens; negative when they have left the account' })),
    asset: chosen(Type.Number({ description: 'What the account holds after it' })),
    movement: chosen(
      Type.Object({
        type: oneOf('What has posted it', ['TOKENIZED_DEPOSIT', 'TOKEN_REDEMPTION', 'INTERBANK_TRANSFER']),
        id: uuid('Its id'),
        ref: Type.Optional(text('`transaction.ref` of the request that made it; only of own ones')),
      }),
    ),
    remittance: Type.Optional(remittance),
    counterparty: Type.Optional(institutionNamed('The institution of the other side of a transfer')),
  },
  { component: 'AccountEntry' },
)

export function wireEntry(one: AccountEntry) {
  const { remittanceInfo: info, endToEndId, counterpartyId, currency, ref } = one
  const isRemitted = info !== undefined || endToEndId !== undefined
  return {
    id: one.entryId,
    at: one.at.toISOString(),
    currency,
    amount: tokensOf(one.amountMinor, currency),
    asset: tokensOf(one.assetMinor, currency),
    movement: { type: ENTITY_OF[one.kind], id: one.movementId, ...(ref !== undefined && { ref }) },
    ...(isRemitted && {
      remittance: { ...(info !== undefined && { info }), ...(endToEndId !== undefined && { endToEndId }) },
    }),
    ...(counterpartyId !== undefined && { counterparty: { institutionId: counterpartyId } }),
  }
}

export const EXAMPLE_ENTRY: AccountEntry = {
  entryId: '0b7f9c1e-58d2-4f7e-9a50-6c3d1f0e7a11',
  at: EXAMPLE_TRANSFER.updatedAt,
  currency: 'USD',
  amountMinor: -EXAMPLE_TRANSFER.amountMinor,
  assetMinor: 17_450n,
  kind: 'TRANSFER',
  movementId: EXAMPLE_TRANSFER.movementId,
  ref: EXAMPLE_TRANSFER.ref,
  ...(EXAMPLE_TRANSFER.remittanceInfo !== undefined && { remittanceInfo: EXAMPLE_TRANSFER.remittanceInfo }),
  counterpartyId: EXAMPLE_TRANSFER.payee.issuerId,
}

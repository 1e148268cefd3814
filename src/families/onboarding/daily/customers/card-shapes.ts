// Cards on the wire: what is sent, what comes back, and an example of each. A card number is only ever sent.

import { Type } from 'typebox'
import { CARD_STATUSES } from '../../../../channels/core/builtin/books/card.ts'
import { MAX_ACCOUNTS } from '../../../../channels/core/builtin/loading/load-cards.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { anyOf } from '../../../../edge/resource/list-filter.ts'
import { changeOf, identifier, recordExample, recordFields } from '../../../../edge/resource/record-shapes.ts'
import { customerFilter, maskedPan, pan } from './customer-fields.ts'

const status = Type.Enum([...CARD_STATUSES], {
  description:
    'Orders with a card that is not `ACTIVE` are declined: `BLOCKED` 104, `LOST` 208, `STOLEN` 209, `EXPIRED` 101',
  expected: `must be one of ${CARD_STATUSES.join(', ')}`,
})

const accountIds = Type.Array(identifier('An account of the institution'), {
  description: 'The accounts that it can be used with',
  minItems: 1,
  maxItems: MAX_ACCOUNTS,
  expected: `must be 1 to ${MAX_ACCOUNTS} account ids`,
})

export const newCard = Type.Object({
  institutionId: chosen(identifier('The institution that issued it; fixed')),
  pan: chosen(pan),
  customerId: chosen(identifier('The customer it belongs to; fixed')),
  accountIds: chosen(accountIds),
  status: Type.Optional(chosen(status)),
})

export const cardChange = changeOf(newCard, { fixed: ['institutionId', 'customerId'], without: ['pan', 'status'] })

export const cardFilter = Type.Object({
  ...customerFilter,
  status: Type.Optional(chosen(anyOf(status, CARD_STATUSES.length, 'Statuses'))),
})

export const card = Type.Object(
  {
    ...recordFields,
    institutionId: chosen(identifier('The institution that issued it')),
    maskedPan: chosen(maskedPan),
    customerId: chosen(Type.String({ description: 'The customer it belongs to' })),
    accountIds: chosen(Type.Array(Type.String(), { description: 'The accounts that it can be used with' })),
    status: chosen(status),
    statusReason: Type.Optional(chosen(Type.String({ description: 'Why it has this status, when a person said so' }))),
  },
  { component: 'Card' },
)

export const NEW_CARD = {
  institutionId: 'FI001',
  pan: '4000000000000101',
  customerId: 'CUST0042',
  accountIds: ['1000000042'],
}

const { pan: _, ...SHOWN } = NEW_CARD

export const CARD = {
  ...recordExample('3b0d7c92-64a1-4e57-8c1f-90d2e6a7b513'),
  ...SHOWN,
  maskedPan: '400000******0101',
  status: 'ACTIVE',
}

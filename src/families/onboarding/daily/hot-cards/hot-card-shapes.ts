// Hot cards on the wire. A card number is only ever sent, in a body.

import { Type } from 'typebox'
import {
  HOT_CARD_REASONS,
  HOT_CARD_STATES,
} from '../../../../administration/institutions/hot-cards/hot-card-records.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { anyOf } from '../../../../edge/resource/list-filter.ts'
import {
  freeText,
  identifier,
  recordExample,
  recordFields,
  timestamp,
} from '../../../../edge/resource/record-shapes.ts'
import { maskedPan, pan } from '../customers/customer-fields.ts'
import { instant } from '../instants.ts'

const reason = Type.Enum([...HOT_CARD_REASONS], {
  description: 'Why; its orders are declined with 208 (`LOST`), 209 (`STOLEN`) or 102 (`FRAUD`)',
  expected: `must be one of ${HOT_CARD_REASONS.join(', ')}`,
})

const state = Type.Enum([...HOT_CARD_STATES], {
  description: 'Orders are declined while it is `ACTIVE`',
  expected: `must be one of ${HOT_CARD_STATES.join(', ')}`,
})

export const newHotCard = Type.Object({
  institutionId: chosen(identifier('The institution that issued the card')),
  pan: chosen(pan),
  reason: chosen(reason),
  note: Type.Optional(chosen(freeText('What people should know'))),
  expiresAt: Type.Optional(
    chosen(instant('When it ends by itself; until it is lifted unless stated', '2026-02-15T10:00:00Z')),
  ),
})

export const hotCardFilter = Type.Object({
  institutionId: Type.Optional(chosen(identifier('The institution'))),
  reason: Type.Optional(chosen(anyOf(reason, HOT_CARD_REASONS.length, 'Reasons'))),
  state: Type.Optional(chosen(anyOf(state, HOT_CARD_STATES.length, 'States'))),
  panLast4: Type.Optional(
    chosen(
      Type.String({
        description: 'The last four digits of the card',
        pattern: '^[0-9]{4}$',
        expected: 'must be 4 digits',
      }),
    ),
  ),
  pan: Type.Optional(chosen(pan)),
})

export const hotCard = Type.Object(
  {
    ...recordFields,
    institutionId: chosen(identifier('The institution that issued the card')),
    maskedPan: chosen(maskedPan),
    reason: chosen(reason),
    note: Type.Optional(chosen(Type.String({ description: 'What people should know' }))),
    expiresAt: Type.Optional(chosen(timestamp('When it ends by itself'))),
    state: chosen(state),
    liftReason: Type.Optional(chosen(Type.String({ description: 'Why it was lifted' }))),
    liftedAt: Type.Optional(chosen(timestamp('When it was lifted'))),
  },
  { component: 'HotCard' },
)

export const NEW_HOT_CARD = {
  institutionId: 'FI001',
  pan: '4000000000000101',
  reason: 'STOLEN',
  note: 'Reported by telephone',
}

const { pan: _, ...SHOWN } = NEW_HOT_CARD

export const HOT_CARD = {
  ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1f10'),
  ...SHOWN,
  maskedPan: '400000******0101',
  state: 'ACTIVE',
}

// Retrieve preferences: how the cardholder wants the terminal to behave.

import { Type } from 'typebox'
import { accountOperation } from '../desk/account-operation.ts'
import { replyWith } from '../orders/orders.ts'
import { CARD, example, FULL_PROFILE, INSTITUTION } from '../shapes/examples.ts'
import { plainStatus } from '../shapes/reply-shapes.ts'
import * as shape from '../shapes/shapes.ts'
import { preferenceDecline } from './preference-decline.ts'
import { profileShown, profileStatus } from './preference-shapes.ts'

const body = Type.Object({ institution: shape.institution, card: shape.card })

export const retrievePreferences = accountOperation({
  id: 'GetPreferences',
  route: 'POST /preferences/retrieve',
  basis: 'given',
  tag: 'Customer Preferences',
  summary: 'Read the ATM preferences of a card',
  description:
    'Without a profile: `profileStatus` 0 and `profileData` null; after a deletion 3 and null. On a decline both are ' +
    'absent.',
  body,
  reply: Type.Object({ status: plainStatus, profileStatus, profileData: Type.Optional(profileShown) }),
  requestExamples: [example('card', 'A card', { institution: INSTITUTION, card: CARD })],
  replyExamples: [
    example('active', 'A full profile', {
      status: { responseCode: '000' },
      profileStatus: '1',
      profileData: FULL_PROFILE,
    }),
    example('notSet', 'No profile', { status: { responseCode: '000' }, profileStatus: '0', profileData: null }),
    example('suspended', 'The institution is suspended', { status: { responseCode: '912' } }),
  ],
  async handle(ask) {
    const { preferenceProfiles } = ask.services
    const decline = preferenceDecline(ask, ask.body)
    if (decline !== undefined) return replyWith(ask, decline, { status: { responseCode: decline } })
    const { institution, card } = ask.body
    const profile = await preferenceProfiles.retrieve({ institutionId: institution.id, pan: card.pan })
    const status = { responseCode: '000' }
    return replyWith(ask, '000', { status, profileStatus: profile.status, profileData: profile.data })
  },
})

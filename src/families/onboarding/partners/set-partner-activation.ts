// Lets a partner call, or keeps all of its clients from doing so.

import { Type } from 'typebox'
import { chosen } from '../../../http/operation.ts'
import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'
import { PARTNER, partner } from './partner-shapes.ts'

export const setPartnerActivation = onboardingOperation({
  id: 'SetPartnerActivation',
  route: 'PATCH /partners/:id/activation',
  access: may('PARTNERS', 'ACTIVATE'),
  basis: 'chosen',
  tag: 'Partners',
  summary: 'Activate or deactivate a partner',
  description: 'A deactivated partner is refused by every gateway within two seconds.',
  query: Type.Object({ isActive: chosen(Type.Boolean({ description: 'Whether it may call' })) }),
  reply: partner,
  replyExamples: [
    { name: 'deactivated', summary: 'It may not call', value: { ...PARTNER, version: 2, isActive: false } },
  ],
  async handle(ask) {
    const { partners } = ask.services
    return envelope(ask, await partners.setActive(ask, idOf(ask), ask.query.isActive))
  },
})

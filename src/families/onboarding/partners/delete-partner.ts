// Removes a partner that never did anything. One with transactions can only be deactivated.

import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { nothing, onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'

export const deletePartner = onboardingOperation({
  id: 'DeletePartner',
  route: 'DELETE /partners/:id',
  access: may('PARTNERS', 'DELETE'),
  basis: 'chosen',
  tag: 'Partners',
  summary: 'Remove a partner',
  description: 'Its clients go too. A partner that has transactions is in use: 409; deactivate it instead.',
  reply: nothing,
  replyExamples: [{ name: 'removed', summary: 'It is gone', value: null }],
  async handle(ask) {
    await ask.services.partners.delete(ask, idOf(ask))
    return envelope(ask, null)
  },
})

// Removes a client: its secret opens nothing any more.

import { may } from '../../../../edge/resource/access.ts'
import { nothing } from '../../../../edge/resource/administration-operation.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'

export const deleteClient = onboardingOperation({
  id: 'DeleteClient',
  route: 'DELETE /partners/:id/clients/:clientId',
  access: may('PARTNERS', 'DELETE'),
  basis: 'chosen',
  tag: 'Partners',
  summary: 'Remove a client',
  description: 'It is refused by every gateway within two seconds.',
  reply: nothing,
  replyExamples: [{ name: 'removed', summary: 'It is gone', value: null }],
  async handle(ask) {
    await ask.services.partners.clients.delete(ask, idOf(ask), ask.call.params.clientId ?? '')
    return envelope(ask, null)
  },
})

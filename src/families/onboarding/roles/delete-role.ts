// Removes a role that nobody has.

import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { nothing, onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'

export const deleteRole = onboardingOperation({
  id: 'DeleteRole',
  route: 'DELETE /roles/:id',
  access: may('ROLES', 'DELETE'),
  changesAccess: true,
  basis: 'chosen',
  tag: 'Roles',
  summary: 'Remove a role',
  description: 'A role that somebody has is in use: 409. System roles stay: 409.',
  reply: nothing,
  replyExamples: [{ name: 'removed', summary: 'It is gone', value: null }],
  async handle(ask) {
    await ask.services.roles.delete(ask, idOf(ask))
    return envelope(ask, null)
  },
})

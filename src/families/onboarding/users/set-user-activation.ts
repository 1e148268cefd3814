// Lets a user sign in, or stops them and ends their sessions.

import { activationOperation } from '../record-operations.ts'
import { users } from './user-shapes.ts'

export const setUserActivation = activationOperation(users, {
  id: 'SetUserActivation',
  basis: 'given',
  changesAccess: true,
  summary: 'Activate or deactivate a user',
  description:
    'Deactivation ends all sessions at once, on every gateway. Nobody deactivates themselves or the last administrator: 409. ' +
    'Activation invites a user who has not chosen a password yet.',
  flag: 'isActive',
  flagDescription: 'Whether the user may sign in',
  example: {
    name: 'deactivated',
    summary: 'The user may not sign in',
    change: { isActive: false, status: 'INACTIVE' },
  },
  async set(ask, id, isActive) {
    const record = await ask.services.users.setActive(ask, id, isActive)
    ask.services.mailSender.wake()
    return record
  },
})

// Enables a role, or disables it: then it grants nothing.

import { activationOperation } from '../record-operations.ts'
import { roles } from './role-shapes.ts'

export const setRoleActivation = activationOperation(roles, {
  id: 'SetRoleActivation',
  basis: 'chosen',
  changesAccess: true,
  summary: 'Enable or disable a role',
  description:
    'A disabled role grants nothing to those who have it. Nobody disables their own role or a system role: 409.',
  flag: 'isEnabled',
  flagDescription: 'Whether it grants anything',
  example: { name: 'disabled', summary: 'It grants nothing', change: { isEnabled: false } },
  set: (ask, id, isEnabled) => ask.services.roles.setEnabled(ask, id, isEnabled),
})

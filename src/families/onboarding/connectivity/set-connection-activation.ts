// Puts a connection to a core into use, in place of the one before, or takes it out of use.

import { activationOperation } from '../record-operations.ts'
import { connections, TESTED } from './connection-shapes.ts'

export const setConnectionActivation = activationOperation(connections, {
  id: 'SetCoreConnectivityActivation',
  basis: 'chosen',
  summary: 'Activate or deactivate core connectivity',
  description:
    'Only one that is TESTED or INACTIVE can be activated, and only one that is ACTIVE deactivated; otherwise 409. The one ' +
    'that was ACTIVE before becomes INACTIVE in the same moment. With none ACTIVE, account services answer 503 with 907.',
  flag: 'isActive',
  flagDescription: 'Whether it is in use',
  example: {
    name: 'activated',
    summary: 'It is in use',
    change: { lastTest: TESTED.lastTest, status: 'ACTIVE', version: 3 },
  },
  set: (ask, id, isActive) => ask.services.connections.setActive(ask, id, isActive),
})

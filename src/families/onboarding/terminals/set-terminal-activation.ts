// Puts a terminal into service, or out of it.

import { activationOperation } from '../record-operations.ts'
import { terminals } from './terminal-shapes.ts'

export const setTerminalActivation = activationOperation(terminals, {
  id: 'SetTerminalActivation',
  basis: 'chosen',
  summary: 'Activate or deactivate a terminal',
  description:
    'Account services decline orders at a terminal that is not `ACTIVE` with 120, on every gateway within two seconds. ' +
    'One that was never active cannot be deactivated, and a decommissioned one stays so: 409.',
  flag: 'isActive',
  flagDescription: 'Whether it is in service',
  example: { name: 'activated', summary: 'It is in service', change: { status: 'ACTIVE' } },
  set: (ask, id, isActive) => ask.services.terminals.setActive(ask, id, isActive),
})

// Deletes a terminal that has no transactions. Others can only be decommissioned.

import { deleteOperation } from '../record-operations.ts'
import { terminals } from './terminal-shapes.ts'

export const deleteTerminal = deleteOperation(terminals, {
  id: 'DeleteTerminal',
  basis: 'chosen',
  summary: 'Delete a terminal',
  description: 'Its keys are deleted too. A terminal that has transactions is in use: 409; decommission it instead.',
  delete: (ask, id) => ask.services.terminals.delete(ask, id),
})

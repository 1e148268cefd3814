// One terminal.

import { getOperation } from '../record-operations.ts'
import { terminals } from './terminal-shapes.ts'

export const getTerminal = getOperation(terminals, {
  id: 'GetTerminal',
  basis: 'chosen',
  summary: 'Read a terminal',
  description: '`services` are those it offers now: its own, or the institution’s.',
  example: { name: 'terminal', summary: 'The terminal' },
})

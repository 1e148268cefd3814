// One terminal key, without the key itself.

import { getOperation } from '../record-operations.ts'
import { terminalKeys } from './terminal-key-shapes.ts'

export const getTerminalKey = getOperation(terminalKeys, {
  id: 'GetTerminalKey',
  basis: 'chosen',
  summary: 'Read a terminal key',
  description: '`appKey` is masked: the key was shown when it was made.',
  example: { name: 'key', summary: 'The key' },
})

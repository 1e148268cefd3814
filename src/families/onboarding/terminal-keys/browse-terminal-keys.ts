// Terminal keys, a page at a time.

import { browseOperation } from '../record-operations.ts'
import { terminalKeys } from './terminal-key-shapes.ts'

export const browseTerminalKeys = browseOperation(terminalKeys, {
  id: 'BrowseTerminalKeys',
  basis: 'chosen',
  summary: 'List terminal keys',
  description: 'Newest first, unless `sort` says otherwise.',
  filter: {},
  example: 'One key',
})

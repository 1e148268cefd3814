// Exceptions, a page at a time.

import { browseOperation } from '../record-operations.ts'
import { exceptions } from './exception-shapes.ts'

export const browseExceptions = browseOperation(exceptions, {
  id: 'BrowseExceptions',
  basis: 'chosen',
  summary: 'List exceptions',
  description: 'Newest first, open and resolved ones.',
  filter: {},
  example: 'A late reversal',
})

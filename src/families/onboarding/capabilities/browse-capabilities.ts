// Transaction capabilities, a page at a time.

import { browseOperation } from '../record-operations.ts'
import { capabilities } from './capability-shapes.ts'

export const browseCapabilities = browseOperation(capabilities, {
  id: 'BrowseTransactionCapabilities',
  basis: 'chosen',
  summary: 'List transaction capabilities',
  description: 'Newest first, or as `sort` says. They are for all institutions, so everybody sees the same.',
  filter: {},
  example: 'One capability',
})

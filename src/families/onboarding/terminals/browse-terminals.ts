// Terminals, a page at a time.

import { browseOperation } from '../record-operations.ts'
import { terminals } from './terminal-shapes.ts'

export const browseTerminals = browseOperation(terminals, {
  id: 'BrowseTerminals',
  basis: 'chosen',
  summary: 'List terminals',
  description: "Newest first, unless `sort` says otherwise. Users of a sub-tenant see the sub-tenant's terminals.",
  filter: {},
  example: 'One terminal',
})

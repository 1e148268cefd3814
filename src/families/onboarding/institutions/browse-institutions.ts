// Institutions, a page at a time.

import { browseOperation } from '../record-operations.ts'
import { institutions } from './institution-shapes.ts'

export const browseInstitutions = browseOperation(institutions, {
  id: 'BrowseInstitutions',
  basis: 'chosen',
  summary: 'List institutions',
  description: 'Newest first. Users of an institution see their own.',
  filter: {},
  example: 'One institution',
})

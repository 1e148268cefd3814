// Partners, a page at a time.

import { browseOperation } from '../record-operations.ts'
import { partners } from './partner-shapes.ts'

export const browsePartners = browseOperation(partners, {
  id: 'BrowsePartners',
  basis: 'chosen',
  summary: 'List partners',
  description: 'Newest first. Users of an institution see the partners that work for it alone.',
  filter: {},
  example: 'One partner',
})

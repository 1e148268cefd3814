// Application properties, a page at a time.

import { browseOperation } from '../record-operations.ts'
import { applicationProperties } from './property-shapes.ts'

export const browseProperties = browseOperation(applicationProperties, {
  id: 'BrowseApplicationProperties',
  basis: 'chosen',
  summary: 'List application properties',
  description: 'Newest first, unless `sort` says otherwise. Users of an institution see its own and those of all.',
  filter: {},
  example: 'One property',
})

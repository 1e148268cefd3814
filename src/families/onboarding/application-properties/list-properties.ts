// Application properties that match a filter, a page at a time.

import { listOperation } from '../record-operations.ts'
import { applicationProperties, filterOf, propertyFilter } from './property-shapes.ts'

export const listProperties = listOperation(applicationProperties, {
  id: 'ListApplicationProperties',
  basis: 'chosen',
  summary: 'Find application properties',
  description: 'Newest first, unless `sort` says otherwise. Absent fields of the filter are ignored.',
  filter: propertyFilter,
  filterExample: {
    name: 'filter',
    summary: 'Properties of two environments',
    value: { environment: ['uat', 'prod'], application: '*', search: 'export' },
  },
  filterOf,
  example: 'One property',
})

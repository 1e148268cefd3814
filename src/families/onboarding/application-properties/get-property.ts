// One application property.

import { getOperation } from '../record-operations.ts'
import { applicationProperties } from './property-shapes.ts'

export const getProperty = getOperation(applicationProperties, {
  id: 'GetApplicationProperty',
  basis: 'chosen',
  summary: 'Read an application property',
  description: 'The value of a secret property is masked.',
  example: { name: 'property', summary: 'The property' },
})

// One institution.

import { getOperation } from '../record-operations.ts'
import { institutions } from './institution-shapes.ts'

export const getInstitution = getOperation(institutions, {
  id: 'GetInstitution',
  basis: 'chosen',
  summary: 'Read an institution',
  description: 'With its state and its business date at this moment.',
  example: { name: 'institution', summary: 'The institution' },
})

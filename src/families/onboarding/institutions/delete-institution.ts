// Deletes a draft or a rejected institution to which nothing belongs.

import { deleteOperation } from '../record-operations.ts'
import { institutions } from './institution-shapes.ts'

export const deleteInstitution = deleteOperation(institutions, {
  id: 'DeleteInstitution',
  basis: 'chosen',
  summary: 'Remove an institution',
  description:
    'Only in DRAFT and REJECTED, and while nothing belongs to it: no users, terminals, accounts …; otherwise 409.',
  delete: (ask, id) => ask.services.institutions.delete(ask, id),
})

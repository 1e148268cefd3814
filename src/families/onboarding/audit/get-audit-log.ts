// One audit record.

import { getOperation } from '../record-operations.ts'
import { auditLogs } from './audit-shapes.ts'

export const getAuditLog = getOperation(auditLogs, {
  id: 'GetAuditLog',
  basis: 'chosen',
  summary: 'Get an audit record',
  description: 'Who did what to which record, when and from where.',
  example: { name: 'record', summary: 'A role was changed' },
})

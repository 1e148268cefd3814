// Audit records, a page at a time, newest first.

import { browseOperation } from '../record-operations.ts'
import { auditLogs } from './audit-shapes.ts'

export const browseAuditLogs = browseOperation(auditLogs, {
  id: 'BrowseAuditLogs',
  basis: 'chosen',
  summary: 'List audit records',
  description: 'Newest first. Users of an institution see the records of the institution.',
  filter: {},
  example: 'One record',
})

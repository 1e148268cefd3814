// Audit records that match a filter, a page at a time, newest first.

import { listOperation } from '../record-operations.ts'
import { auditFilter, auditLogs, filterOf } from './audit-shapes.ts'

export const listAuditLogs = listOperation(auditLogs, {
  id: 'ListAuditLogs',
  basis: 'chosen',
  summary: 'Find audit records',
  description: 'Newest first. What is left out of the filter makes no difference.',
  filter: auditFilter,
  filterExample: {
    name: 'filter',
    summary: 'Failed sign-ins of a day',
    value: { from: '2026-01-15T00:00:00.000Z', to: '2026-01-16T00:00:00.000Z', action: 'session.login-failed' },
  },
  filterOf,
  example: 'One record',
})

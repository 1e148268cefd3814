// The audit log.

import { findAuditRecord, listAuditRecords } from '../../../../administration/audit/audit-queries.ts'
import { Problem } from '../../../../platform/kernel/problems/problem.ts'
import { type OnboardingOperation, resource } from '../../onboarding-operation.ts'
import { AUDIT_RECORD, auditFilter, auditRecord, filterOf } from './audit-shapes.ts'
import { verifyAuditLogs } from './verify-audit-logs.ts'

const auditLogs = resource({
  path: '/audit-logs',
  tag: 'Audit',
  module: 'AUDIT',
  noun: 'record',
  shape: auditRecord,
  example: AUDIT_RECORD,
  records: ({ database }) => ({
    list: (scope, filter, page) => listAuditRecords(database, scope, filterOf(filter), page),
    async find(scope, id) {
      const record = await findAuditRecord(database, scope, id)
      if (record === undefined) throw new Problem('not-found', 'there is no such audit record')
      return record
    },
  }),

  list: {
    id: 'ListAuditLogs',
    summary: 'Find audit records',
    description: 'Newest first. What is left out of the filter makes no difference.',
    filter: auditFilter,
    example: {
      summary: 'Failed sign-ins of a day',
      value: { from: '2026-01-15T00:00:00.000Z', to: '2026-01-16T00:00:00.000Z', action: 'session.login-failed' },
    },
  },
  browse: {
    id: 'BrowseAuditLogs',
    summary: 'List audit records',
    description: 'Newest first. Users of an institution see the records of the institution.',
  },
  get: {
    id: 'GetAuditLog',
    summary: 'Get an audit record',
    description: 'Who did what to which record, when and from where.',
    replyExample: { summary: 'A role was changed' },
  },
})

export const AUDIT_OPERATIONS: readonly OnboardingOperation[] = [...auditLogs, verifyAuditLogs]

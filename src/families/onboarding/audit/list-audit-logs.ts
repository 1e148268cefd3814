// Audit records that match a filter, a page at a time, newest first.

import { listAuditRecords } from '../../../audit/audit-queries.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { pageReply } from '../page-reply.ts'
import { pageOf, pageShape, pagingQuery } from '../shapes.ts'
import { AUDIT_RECORD, auditFilter, auditRecord, filterOf } from './audit-shapes.ts'

export const listAuditLogs = onboardingOperation({
  id: 'ListAuditLogs',
  route: 'POST /audit-logs/list',
  basis: 'chosen',
  tag: 'Audit',
  summary: 'Find audit records',
  description: 'Newest first. What is left out of the filter makes no difference.',
  query: pagingQuery,
  body: auditFilter,
  optionalBody: true,
  reply: pageShape(auditRecord),
  requestExamples: [
    {
      name: 'filter',
      summary: 'Failed sign-ins of a day',
      value: { from: '2026-01-15T00:00:00.000Z', to: '2026-01-16T00:00:00.000Z', action: 'session.login-failed' },
    },
  ],
  replyExamples: [
    {
      name: 'page',
      summary: 'One record',
      value: { content: [AUDIT_RECORD], page: 1, size: 10, totalElements: 1, totalPages: 1 },
    },
  ],
  async handle(ask) {
    const page = pageOf(ask.query)
    const filter = filterOf(ask.body ?? {})
    const found = await listAuditRecords(ask.services.database, ask.principal.scope, filter, page)
    return envelope(
      ask,
      pageReply(found, page, (record) => record),
    )
  },
})

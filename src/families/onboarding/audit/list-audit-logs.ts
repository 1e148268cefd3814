// Audit records that match a filter, a page at a time, newest first.

import { may } from '../access.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { pageExample, pageReply } from '../page-reply.ts'
import { pageShape, pagingQuery } from '../shapes.ts'
import { AUDIT_RECORD, auditFilter, auditLogIn, auditRecord, filterOf } from './audit-shapes.ts'

export const listAuditLogs = onboardingOperation({
  id: 'ListAuditLogs',
  route: 'POST /audit-logs/list',
  access: may('AUDIT', 'VIEW'),
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
  replyExamples: [{ name: 'page', summary: 'One record', value: pageExample(AUDIT_RECORD) }],
  handle: (ask) => pageReply(ask, auditLogIn(ask.services.database), filterOf(ask.body ?? {})),
})
